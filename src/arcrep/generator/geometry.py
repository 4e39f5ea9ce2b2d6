"""Geometry of masks: sets of cells of one grid.

A mask becomes a Python int with one bit for each cell, row after row. An empty bit ends each row,
so that what shifts by one past a side of the grid does not reach the other side.
"""

import functools
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal

import numpy as np
from jaxtyping import Bool

from arcrep.arc import Grid

Mask = Bool[np.ndarray, "height width"]
"""The cells of a grid that belong to something."""

Connectivity = Literal[4, 8]
"""Which cells are neighbours: those that share a side (4), or a side or a corner (8)."""


def components(mask: Mask, connectivity: Connectivity, gap: int = 1) -> list[Mask]:
    """Split a mask into its connected parts, ordered by top row, then leftmost column.

    Parts that tie follow the order of their first cells. `gap` is the largest distance, in king's
    moves, that connects two cells.

    Raises:
        ValueError: `gap` is below 1, or above 1 though `connectivity` is 4.
    """
    return _components(mask[None], connectivity, gap)


def color_components(
    grid: Grid, background: int | None, connectivity: Connectivity, gap: int = 1
) -> list[Mask]:
    """Find the one-coloured parts of a grid as `components` does, ordered by top, left, colour.

    Raises:
        ValueError: See `components`.
    """
    colors = sorted({*grid.tobytes()} - {background})
    return _components(grid == np.array(colors, np.uint8)[:, None, None], connectivity, gap)


def holes(mask: Mask) -> Mask:
    """Find the cells outside a mask from which no path over sides of cells leaves the grid."""
    every = _all_bits(mask.shape)
    free = every & ~as_bits(mask)
    border = every & ~_core(every, mask.shape)
    return _as_mask(free ^ _flood(free & border, free, _reach(mask.shape, 4)), mask.shape)


def core(mask: Mask) -> Mask:
    """Keep the cells whose four neighbours are in the mask too; outside the grid nothing is."""
    return _as_mask(_core(as_bits(mask), mask.shape), mask.shape)


def opened(mask: Mask) -> Mask:
    """Keep the cells that lie in a square of two by two cells of the mask."""
    corners = mask[:-1, :-1] & mask[:-1, 1:] & mask[1:, :-1] & mask[1:, 1:]
    result = np.zeros(mask.shape, np.bool_)
    for rows in (slice(None, -1), slice(1, None)):
        for columns in (slice(None, -1), slice(1, None)):
            result[rows, columns] |= corners
    return result


def grow(mask: Mask, connectivity: Connectivity) -> Mask:
    """Add all neighbours of the mask's cells."""
    return _as_mask(_reach(mask.shape, connectivity)(as_bits(mask)), mask.shape)


def shifted(mask: Mask, rows: int, columns: int) -> Mask:
    """Move a mask down and to the right; cells that leave the grid are lost."""
    from_rows, to_rows = _kept(mask.shape[0], rows)
    from_columns, to_columns = _kept(mask.shape[1], columns)
    result = np.zeros(mask.shape, np.bool_)
    result[to_rows, to_columns] = mask[from_rows, from_columns]
    return result


def fits(mask: Mask, rows: int, columns: int) -> bool:
    """Say whether `shifted` would keep every cell."""
    return bool(shifted(mask, rows, columns).sum() == mask.sum())


def bounding_box(mask: Mask) -> tuple[int, int, int, int]:
    """Return the first row, first column, last row and last column of a mask.

    Raises:
        ValueError: The mask is empty.
    """
    rows, columns = mask.any(axis=1).tobytes(), mask.any(axis=0).tobytes()
    if 1 not in rows:
        raise ValueError("an empty mask has no bounding box: select at least one cell")
    return rows.find(1), columns.find(1), rows.rfind(1), columns.rfind(1)


def hull(mask: Mask) -> Mask:
    """Find the cells whose centres lie in the convex hull of the centres of the mask's cells."""
    result = np.zeros(mask.shape, np.bool_)
    rows: list[int] = np.flatnonzero(mask.any(axis=1)).tolist()
    if not rows:
        return result
    first: list[int] = mask.argmax(axis=1).tolist()
    minus_last: list[int] = (mask[:, ::-1].argmax(axis=1) - (mask.shape[1] - 1)).tolist()
    left = _convex([(row, first[row]) for row in rows])
    minus_right = _convex([(row, minus_last[row]) for row in rows])
    for row, start, minus_stop in zip(range(rows[0], rows[-1] + 1), left, minus_right, strict=True):
        result[row, start : 1 - minus_stop] = True
    return result


def spans(mask: Mask, axis: Literal["rows", "columns"]) -> Mask:
    """Fill each row (or column) of a mask from its first to its last cell."""
    along = 1 if axis == "rows" else 0
    after_first = np.logical_or.accumulate(mask, axis=along)
    before_last = np.flip(np.logical_or.accumulate(np.flip(mask, along), axis=along), along)
    return after_first & before_last


def _as_ints(masks: Bool[np.ndarray, "masks height width"]) -> list[int]:
    count, height, width = masks.shape
    padded = np.zeros((count, height, width + 1), np.bool_)
    padded[:, :, :width] = masks
    packed = np.packbits(padded.reshape(count, height * (width + 1)), axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def as_bits(mask: Mask) -> int:
    """Return the cells as bits of a number, with a bit that is 0 after each row.

    To shift it by rows * (width + 1) + columns moves the cells, as long as they stay in the grid.
    """
    return _as_ints(mask[None])[0]


def _as_masks(ints: list[int], shape: tuple[int, ...]) -> list[Mask]:
    height, width = shape
    count, size = len(ints), height * (width + 1)
    packed = b"".join(bits.to_bytes((size + 7) // 8, "little") for bits in ints)
    rows = np.frombuffer(packed, np.uint8).reshape(count, (size + 7) // 8)
    cells = np.unpackbits(rows, axis=1, count=size, bitorder="little").view(np.bool_)
    return list(np.ascontiguousarray(cells.reshape(count, height, width + 1)[:, :, :width]))


def _as_mask(bits: int, shape: tuple[int, ...]) -> Mask:
    return _as_masks([bits], shape)[0]


@functools.cache
def _all_bits(shape: tuple[int, ...]) -> int:
    height, width = shape
    stride = width + 1
    row_starts = ((1 << height * stride) - 1) // ((1 << stride) - 1)
    return row_starts * ((1 << width) - 1)


def _core(bits: int, shape: tuple[int, ...]) -> int:
    stride = shape[1] + 1
    return bits & bits << 1 & bits >> 1 & bits << stride & bits >> stride


@functools.cache
def _reach(
    shape: tuple[int, ...], connectivity: Connectivity, gap: int = 1
) -> Callable[[int], int]:
    """Make the function that adds to cells those connected with them, within the grid."""
    stride, every = shape[1] + 1, _all_bits(shape)

    def over_sides(bits: int) -> int:
        return (bits | bits << 1 | bits >> 1 | bits << stride | bits >> stride) & every

    def over_corners(bits: int) -> int:
        bits |= bits << 1 | bits >> 1
        return (bits | bits << stride | bits >> stride) & every

    def over_gaps(bits: int) -> int:
        for _ in range(gap):
            bits = over_corners(bits)
        return bits

    if gap < 1 or (gap > 1 and connectivity == 4):
        raise ValueError(
            f"gap={gap} with connectivity={connectivity}: choose gap=1, or more with connectivity=8"
        )
    if connectivity == 4:
        return over_sides
    return over_corners if gap == 1 else over_gaps


def _flood(bits: int, within: int, reach: Callable[[int], int]) -> int:
    while (reached := reach(bits) & within) != bits:
        bits = reached
    return bits


def _parts(bits: int, reach: Callable[[int], int]) -> Iterator[int]:
    while bits:
        part = _flood(bits & -bits, bits, reach)
        yield part
        bits ^= part


def _components(
    layers: Bool[np.ndarray, "layers height width"], connectivity: Connectivity, gap: int
) -> list[Mask]:
    shape = layers.shape[1:]
    reach = _reach(shape, connectivity, gap)
    parts = [part for bits in _as_ints(layers) for part in _parts(bits, reach)]
    # The sort is stable, and the parts come by layer, then by first cell.
    parts.sort(key=lambda part: _corner(part, shape[1] + 1))
    return _as_masks(parts, shape)


def _corner(bits: int, stride: int) -> tuple[int, int]:
    top = _lowest(bits) // stride
    bits >>= top * stride
    columns = 0
    while bits:
        columns |= bits
        bits >>= stride
    return top, _lowest(columns)


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _kept(size: int, offset: int) -> tuple[slice, slice]:
    """Slice what a shift keeps of an axis: where it was, and where it comes to lie."""
    length = max(size - abs(offset), 0)
    before, after = max(-offset, 0), max(offset, 0)
    return slice(before, before + length), slice(after, after + length)


def _convex(points: list[tuple[int, int]]) -> list[int]:
    """Bound points (row, value) from below by a convex curve; round it up in each row."""
    chain: list[tuple[int, int]] = []
    for row, value in points:
        while len(chain) > 1 and _on_or_above(chain[-1], chain[-2], (row, value)):
            chain.pop()
        chain.append((row, value))
    bound = [chain[0][1]]
    for (row, value), (next_row, next_value) in pairwise(chain):
        fall, steps = value - next_value, next_row - row
        bound += [value - fall * step // steps for step in range(1, steps + 1)]
    return bound


def _on_or_above(point: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> bool:
    rise, run = point[1] - start[1], point[0] - start[0]
    return rise * (end[0] - start[0]) >= (end[1] - start[1]) * run
