"""Grids: what tasks are made of, read strictly, and drawn with one pixel per cell."""

import reprlib
import struct
import zlib
from typing import Any

import numpy as np
from jaxtyping import UInt8

Grid = UInt8[np.ndarray, "_ _"]
"""Colours 0-9, rows x columns, both sides 1-30; read-only when it comes from `as_grid`."""

N_COLORS = 10
MAX_SIDE = 30
ARC_COLORS = (
    "#000000",
    "#0074D9",
    "#FF4136",
    "#2ECC40",
    "#FFDC00",
    "#AAAAAA",
    "#F012BE",
    "#FF851B",
    "#7FDBFF",
    "#870C25",
)
"""The colours in which ARC tasks are usually shown, by cell value."""


def as_grid(value: object, where: str = "grid") -> Grid:
    """Turn a list of rows (or an integer array) into a read-only grid of its own.

    Args:
        value: Rows of whole numbers 0-9. Booleans, floats (also 1.0) and text are refused.
        where: What the message of an error names, such as `a.json: train[1].output`.

    Raises:
        ValueError: The value is no grid; the message names the cell, counted from 0.
    """
    if type(value) is np.ndarray and _array_is_grid(value):
        return _frozen(value.shape, value.astype(np.uint8).tobytes())
    rows: Any = value.tolist() if isinstance(value, np.ndarray) else value
    _check_rows(rows, where)
    return _frozen((len(rows), len(rows[0])), b"".join(map(bytes, rows)))


def _array_is_grid(array: np.ndarray) -> bool:
    return (
        array.ndim == 2
        and array.dtype.kind in "iu"
        and array.size > 0
        and max(array.shape) <= MAX_SIDE
        and int(array.min()) >= 0
        and int(array.max()) < N_COLORS
    )


def _frozen(shape: tuple[int, ...], cells: bytes) -> Grid:
    # An array over bytes stays read-only: its flag cannot be set back.
    return np.ndarray(shape, np.uint8, cells)


def _check_rows(rows: Any, where: str) -> None:
    if not isinstance(rows, list | tuple):
        raise ValueError(f"{where}: is {brief(rows)}, not a list of rows")
    if not rows:
        raise ValueError(f"{where}: the grid is empty: it needs 1 to {MAX_SIDE} rows")
    for number, row in enumerate(rows):
        _check_row(row, number, rows[0], where)
    if len(rows) > MAX_SIDE or len(rows[0]) > MAX_SIDE:
        size = f"{len(rows)} rows x {len(rows[0])} columns"
        raise ValueError(f"{where}: has {size}: neither side may exceed {MAX_SIDE}")


def _check_row(row: Any, number: int, first: Any, where: str) -> None:
    if not isinstance(row, (list, tuple)):  # a union of types would take a while for each row
        raise ValueError(f"{where}: row {number} is {brief(row)}, not a list of cells")
    if not row:
        raise ValueError(f"{where}: row {number} is empty: it needs 1 to {MAX_SIDE} cells")
    if len(row) != len(first):
        lengths = f"row {number} has {len(row)} cells, row 0 has {len(first)}"
        raise ValueError(f"{where}: {lengths}: make all rows equally long")
    for column, cell in enumerate(row):
        if type(cell) is not int or not 0 <= cell < N_COLORS:
            raise ValueError(
                f"{where}: row {number}, column {column} (from 0) is {brief(cell)}: "
                "a cell is a whole number from 0 to 9, without quotes or decimal point"
            )


def brief(value: object) -> str:
    """Show a value of any size or depth in a few ASCII characters, with its type."""
    shown = reprlib.repr(value).encode("ascii", "backslashreplace").decode()
    return f"{shown} ({type(value).__name__})"


def png_bytes(grid: Grid) -> bytes:
    """Draw a grid as a PNG file with one pixel per cell in `ARC_COLORS`."""
    height, width = grid.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    palette = bytes.fromhex("".join(color[1:] for color in ARC_COLORS))
    # Each row of pixels opens with the number of its filter: 0, none.
    pixels = np.pad(grid, ((0, 0), (1, 0))).tobytes()
    chunks = (
        (b"IHDR", header),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(pixels)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(kind, data) for kind, data in chunks)


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
