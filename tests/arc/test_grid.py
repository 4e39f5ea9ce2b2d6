import struct
import zlib

import numpy as np
import pytest

from arcrep.arc import ARC_COLORS, as_grid, png_bytes


def test_a_grid_is_a_read_only_copy() -> None:
    rows = np.array([[0, 9], [3, 4]])
    grid = as_grid(rows)
    rows[0, 0] = 5
    assert grid.tolist() == [[0, 9], [3, 4]]
    assert grid.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        grid[0, 0] = 1


def test_sides_may_be_1_to_30() -> None:
    assert as_grid([[7]]).shape == (1, 1)
    assert as_grid([[0] * 30] * 30).shape == (30, 30)


@pytest.mark.parametrize(
    "value",
    [np.ones((2, 2)), np.ones((2, 2), bool), np.ones(3, int), np.ones((1, 2, 2), int), np.array(3)],
    ids=["floats", "booleans", "one dimension", "three dimensions", "no dimension"],
)
def test_arrays_that_are_no_grid_are_refused(value: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"^answer: "):
        as_grid(value, "answer")


def test_png_decodes_to_the_grid() -> None:
    grid = as_grid([[0, 1, 2], [9, 8, 7]])
    data = png_bytes(grid)
    chunks: dict[bytes, bytes] = {}
    position = 8
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        kind, body = data[position + 4 : position + 8], data[position + 8 : position + 8 + length]
        check = data[position + 8 + length : position + 12 + length]
        assert struct.unpack(">I", check)[0] == zlib.crc32(kind + body)
        chunks[kind] = body
        position += 12 + length
    assert list(chunks) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert struct.unpack(">II", chunks[b"IHDR"][:8]) == (3, 2)
    assert chunks[b"PLTE"][3:6].hex() == ARC_COLORS[1][1:].lower()
    assert zlib.decompress(chunks[b"IDAT"]) == bytes([0, 0, 1, 2, 0, 9, 8, 7])


def test_png_is_read_by_an_independent_reader() -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow reads the PNG independently")
    import io

    grid = as_grid(np.arange(20).reshape(4, 5) % 10)
    with image.open(io.BytesIO(png_bytes(grid))) as read:
        pixels = np.asarray(read.convert("RGB"))
    expected = np.array([tuple(bytes.fromhex(color[1:])) for color in ARC_COLORS])[grid]
    np.testing.assert_array_equal(pixels, expected)
