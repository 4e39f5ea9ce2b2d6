"""From the class of every canvas cell to the grid a model answered with."""

import numpy as np
from jaxtyping import Bool, Int, UInt8
from numpy.typing import NDArray

BOUNDARY = 11
"""Class of the L-shaped line that closes an output on its right and below it."""

COLORS = 10
"""Classes 0-9 are colours; only they can stand in a grid."""

CLASSES = 12
"""Ten colours, the canvas background (10) and the boundary (11)."""

FIRST_TOKEN = 2
"""The token of TRM models that stands for colour 0; below it are blank and border."""

CHUNK = 64
"""Canvases decoded together: a few megabytes of vote counts, which stay in the cache."""


def decode_canvases(
    classes: UInt8[NDArray[np.uint8], "n height width"],
    offsets: Int[NDArray[np.integer], "n 2"],
    scales: Int[NDArray[np.integer], "n"],
    mask_invalid: bool = False,
) -> list[NDArray[np.uint8]]:
    """Cut the answer out of each canvas and bring it back to one cell per grid cell.

    The answer starts at the known offset (y, x) and ends at the first boundary cell of its first
    row and of its first column, or with the canvas. Every scale x scale block then votes: ties go
    to the smallest class, and a block that the edge cuts votes with the cells it has. A result may
    be empty, over 30 cells a side, or hold classes 10 and 11: the caller judges that. With
    `mask_invalid` those two have no vote in a block that holds a colour, which the published code
    does not do.

    **Source:** VARC's published inference code (release of 2025-11-26), single view.

    Raises:
        ValueError: A class is over 11, an offset outside the canvas, or a scale below 1.
    """
    _check(classes, offsets, scales)
    grids: list[NDArray[np.uint8]] = []
    for start in range(0, len(classes), CHUNK):
        part = slice(start, start + CHUNK)
        grids += _decode_chunk(classes[part], offsets[part], scales[part], mask_invalid)
    return grids


def read_sizes(
    classes: UInt8[NDArray[np.uint8], "n height width"],
    offsets: Int[NDArray[np.integer], "n 2"],
) -> tuple[Int[NDArray[np.int64], "n"], Int[NDArray[np.int64], "n"]]:
    """Read height and width of each answer, in canvas cells, from its boundary."""
    canvas = np.arange(len(classes))
    y, x = offsets[:, 0].astype(np.int64), offsets[:, 1].astype(np.int64)
    return _first_boundary(classes[canvas, :, x], y), _first_boundary(classes[canvas, y, :], x)


def crop_tokens(
    tokens: UInt8[NDArray[np.uint8], "n height width"],
    offsets: Int[NDArray[np.integer], "n 2"] | None = None,
) -> list[NDArray[np.uint8]]:
    """Cut the answer out of each canvas of a TRM model: tokens 2-11 are the colours 0-9.

    The answer is the largest rectangle of colours alone whose upper left corner is the offset
    (y, x) at which the input lay; without offsets the canvas's corner, as published. Of several
    equally large ones it has the fewest rows; it is empty where no colour stands there.

    **Source:** TRM (arXiv 2510.04871), evaluator of the code release at commit e7b6871.
    """
    if offsets is None:
        offsets = np.zeros((len(tokens), 2), dtype=np.int64)
    return [
        _largest_rectangle(canvas[y:, x:]) - np.uint8(FIRST_TOKEN)
        for canvas, (y, x) in zip(tokens, offsets.tolist(), strict=True)
    ]


def _largest_rectangle(canvas: UInt8[NDArray[np.uint8], "height width"]) -> NDArray[np.uint8]:
    """Return the largest rectangle of colours at the upper left corner."""
    is_color = (canvas >= FIRST_TOKEN) & (canvas < FIRST_TOKEN + COLORS)
    widths = np.minimum.accumulate(np.logical_and.accumulate(is_color, axis=1).sum(axis=1))
    areas = widths * np.arange(1, len(widths) + 1)
    best = int(areas.argmax())
    return canvas[: best + 1, : widths[best]] if areas[best] else canvas[:0, :0]


def _first_boundary(
    lines: UInt8[NDArray[np.uint8], "n length"], starts: Int[NDArray[np.int64], "n"]
) -> Int[NDArray[np.int64], "n"]:
    """Count the cells from each start to the first boundary, or to the end of the line."""
    length = lines.shape[1]
    found = (lines == BOUNDARY) & (np.arange(length) >= starts[:, None])
    ends = np.where(found.any(axis=1), found.argmax(axis=1), length)
    return ends - starts


def _decode_chunk(
    classes: UInt8[NDArray[np.uint8], "n height width"],
    offsets: Int[NDArray[np.integer], "n 2"],
    scales: Int[NDArray[np.integer], "n"],
    mask_invalid: bool,
) -> list[NDArray[np.uint8]]:
    """Decode a few canvases, whatever their scales, with one count over all their blocks."""
    heights, widths = read_sizes(classes, offsets)
    rows, columns = -(-heights // scales), -(-widths // scales)
    ends = np.cumsum(rows * columns)
    first = ends - rows * columns

    row, inside_rows = _block_numbers(classes.shape[1], offsets[:, 0], heights, scales)
    column, inside_columns = _block_numbers(classes.shape[2], offsets[:, 1], widths, scales)
    block = (row * columns[:, None] + first[:, None])[:, :, None] + column[:, None, :]
    inside = inside_rows[:, :, None] & inside_columns[:, None, :]

    votes = np.bincount((block * CLASSES + classes)[inside], minlength=ends[-1] * CLASSES)
    winners = _winners(votes.reshape(-1, CLASSES), mask_invalid)
    parts = np.split(winners, ends[:-1])
    return [part.reshape(shape) for part, *shape in zip(parts, rows, columns, strict=True)]


def _block_numbers(
    length: int,
    starts: Int[NDArray[np.integer], "n"],
    sizes: Int[NDArray[np.int64], "n"],
    scales: Int[NDArray[np.integer], "n"],
) -> tuple[Int[NDArray[np.integer], "n length"], Bool[NDArray[np.bool_], "n length"]]:
    """Number the blocks along one axis of each canvas, and say which cells the answer has."""
    position = np.arange(length) - starts[:, None]
    return position // scales[:, None], (position >= 0) & (position < sizes[:, None])


def _winners(
    votes: Int[NDArray[np.integer], "blocks classes"], mask_invalid: bool
) -> UInt8[NDArray[np.uint8], "blocks"]:
    """Take the class with most votes of each block, the smallest of several."""
    if mask_invalid:
        votes[votes[:, :COLORS].any(axis=1), COLORS:] = 0
    return votes.argmax(axis=1).astype(np.uint8)


def _check(
    classes: UInt8[NDArray[np.uint8], "n height width"],
    offsets: Int[NDArray[np.integer], "n 2"],
    scales: Int[NDArray[np.integer], "n"],
) -> None:
    """Refuse what would be decoded into nonsense."""
    if classes.size and classes.max() > BOUNDARY:
        raise ValueError(f"canvas classes must be 0-{BOUNDARY}, found {classes.max()}")
    outside = ((offsets < 0) | (offsets >= classes.shape[1:])).any(axis=1)
    if outside.any():
        bad = int(outside.argmax())
        raise ValueError(
            f"canvas {bad}: offset {tuple(offsets[bad].tolist())} lies outside its "
            f"{classes.shape[1]} x {classes.shape[2]} cells"
        )
    if (scales < 1).any():
        raise ValueError(f"scales must be 1 or more, found {scales.min()}")
