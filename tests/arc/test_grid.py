import struct
import timeit
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from arcrep.arc import ARC_COLORS, as_grid, png_bytes

CELLS = [[0, 9, 1], [3, 4, 5]]


@pytest.mark.parametrize(
    "value",
    [
        CELLS,
        tuple(map(tuple, CELLS)),
        [tuple(CELLS[0]), CELLS[1]],
        np.array(CELLS),
        np.array(CELLS, np.uint8),
        np.array(CELLS, ">i2"),
        np.array(CELLS, object),
        np.asfortranarray(CELLS),
        np.repeat(CELLS, 2, axis=1)[:, ::2],
    ],
    ids=["lists", "tuples", "both", "int", "uint8", "big-endian", "object", "columns", "strided"],
)
def test_rows_in_every_form_give_the_same_grid(value: Any) -> None:
    grid = as_grid(value)
    assert grid.tolist() == CELLS
    assert (grid.dtype, grid.shape, grid.flags.c_contiguous) == (np.uint8, (2, 3), True)


@pytest.mark.parametrize("make", [list, np.array, lambda rows: np.array(rows, np.uint8)])
def test_a_grid_is_a_copy_that_stays_read_only(make: Callable[[Any], Any]) -> None:
    rows = make([[0, 9], [3, 4]])
    grid = as_grid(rows)
    rows[0][0] = 5
    assert grid.tolist() == [[0, 9], [3, 4]]
    with pytest.raises(ValueError, match="read-only"):
        grid[0, 0] = 1
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        grid.flags.writeable = True


def test_sides_may_be_1_to_30() -> None:
    assert as_grid([[7]]).shape == (1, 1)
    assert as_grid([[0] * 30] * 30).shape == (30, 30)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (np.ones((2, 2)), "row 0, column 0 (from 0) is 1.0 (float): a cell is"),
        (np.ones((2, 2), bool), "row 0, column 0 (from 0) is True (bool): a cell is"),
        (np.array([[1, True]], object), "row 0, column 1 (from 0) is True (bool): a cell is"),
        (np.array([[1, 2], [3, -1]]), "row 1, column 1 (from 0) is -1 (int): a cell is"),
        (np.array([[10, 2]], np.uint8), "row 0, column 0 (from 0) is 10 (int): a cell is"),
        (np.array([[1, 256]]), "row 0, column 1 (from 0) is 256 (int): a cell is"),
        (np.array([[2**64 - 1]], np.uint64), "is 18446744073709551615 (int): a cell is"),
        (np.ma.masked_equal([[1, 2]], 2), "row 0, column 1 (from 0) is None (NoneType): a cell is"),
        (np.ones((2, 2), "m8[s]"), "row 0, column 0 (from 0) is datetime.timedelta"),
        (np.zeros((31, 2), int), "has 31 rows x 2 columns: neither side may exceed 30"),
        (np.zeros((1, 31), int), "has 1 rows x 31 columns: neither side may exceed 30"),
        (np.zeros((0, 2), int), "the grid is empty: it needs 1 to 30 rows"),
        (np.zeros((2, 0), int), "row 0 is empty: it needs 1 to 30 cells"),
        (np.ones(3, int), "row 0 is 1 (int), not a list of cells"),
        (np.ones((1, 2, 2), int), "row 0, column 0 (from 0) is [1, 1] (list): a cell is"),
        (np.array(3), "is 3 (int), not a list of rows"),
        ([[1, np.int64(2)]], "row 0, column 1 (from 0) is 2 (int64): a cell is"),
        ([[1], 1], "row 1 is 1 (int), not a list of cells"),
        (([1], [2, 3]), "row 1 has 2 cells, row 0 has 1: make all rows equally long"),
        (((1, 2), (True, 3)), "row 1, column 0 (from 0) is True (bool): a cell is"),
    ],
)
def test_what_is_no_grid_is_refused(value: Any, told: str) -> None:
    with pytest.raises(ValueError) as caught:
        as_grid(value, "answer")
    message = str(caught.value).replace("np.int64(2)", "2")
    assert message.startswith("answer: ")
    assert told in message


def test_an_array_is_read_without_a_look_at_each_cell() -> None:
    array = np.arange(900).reshape(30, 30) % 10
    rows = array.tolist()

    def seconds(value: Any) -> float:
        return min(timeit.repeat(lambda: as_grid(value), number=10, repeat=50))

    assert seconds(array) < seconds(rows) / 2


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
