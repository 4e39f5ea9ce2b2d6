"""Scenes that are one pattern: as large as the grid, or with cells beside it that count."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw
from arcrep.generator.layouts.noise import turned_over
from arcrep.generator.layouts.textures import marked_block
from arcrep.generator.shapes import any_shape, symmetric_blob


@layout(
    says="one pattern that fills the grid",
    kind={"any": ["strip", "steps", "picture"]},
    side={"between": [3, 9]},
)
def whole_pattern(
    draw: Draw, kind: Literal["strip", "steps", "picture"], side: int, colors: int = 1
) -> Grid:
    """Draw a pattern of cells as large as the grid.

    Args:
        kind: A strip is a single row with a middle cell and random colours; steps are rows of
            cells that grow longer from one side or corner on, with a middle row; a picture is a
            figure with a cell on each border.
        side: The longer side; a strip and the steps may have one cell less, to have a middle.
        colors: How many colours a picture has, if it has room for them; a strip may have nine.
    """
    if kind == "strip":
        return _strip(draw, side - (side + 1) % 2)
    if kind == "steps":
        return _steps(draw, side - (side + 1) % 2)
    return _picture(draw, side, colors)


def _strip(draw: Draw, side: int) -> Grid:
    darkest = draw.choice((0, 1, 1))
    cells = [draw.integer(darkest, 9) for _ in range(side)]
    mirrored = [*cells[: side // 2], cells[side // 2], *cells[: side // 2][::-1]]
    return as_grid([mirrored if draw.chance(0.3) else cells])


def _steps(draw: Draw, n: int) -> Grid:
    """Draw an odd number of rows, each longer than the last, at times with empty ones between."""
    spaced = n % 4 == 1 and n > 4 and draw.chance(0.3)
    rows = (n + 1) // 2 if spaced else n
    growth = draw.integer(1, 4 if rows == 3 else 1)
    lengths = [1 + growth * row for row in range(rows)]
    if spaced:
        lengths = [lengths[row // 2] if row % 2 == 0 else 0 for row in range(n)]
    mask = np.arange(max(lengths)) < np.array(lengths)[:, None]
    return as_grid(turned_over(draw, mask).astype(np.uint8) * draw.color())


def _picture(draw: Draw, side: int, colors: int) -> Grid:
    if colors > 1:
        return as_grid(marked_block(draw, draw.integer(2, side), draw.integer(3, side)))
    if draw.chance(0.3):
        axis = draw.choice(("horizontal", "vertical", "both"))
        mask = symmetric_blob(draw, 3, side, axis)
    else:
        mask = any_shape(draw, min(3, side), side)
    return as_grid(mask.astype(np.uint8) * draw.color())


@layout(
    says="a block with {count} cells beside it that say how often it comes again",
    provides={"source", "markers"},
    count={"between": [1, 3]},
    size={"between": [3, 5]},
)
def counted_pattern(draw: Draw, count: int, size: int, color: int = -1) -> Grid:
    """Draw a block, and cells that go on along its first row or column.

    Args:
        count: How many cells go on.
        size: The side of the block, 2 or more.
        color: The colour of these cells; -1 draws one.
    """
    color = draw.color() if color < 0 else color
    base, mark = draw.colors(2, {0, color})
    block = np.full((size, size), base, np.uint8)
    margin = draw.integer(1, (size - 1) // 2) if size > 2 else 1
    if draw.chance(0.6):
        high = draw.choice((size - 2 * margin, 2 - size % 2))
        block[(size - high) // 2 : (size + high) // 2, margin : size - margin] = mark
    grid = np.zeros((size, size + count), np.uint8)
    grid[:, :size] = block
    grid[0, size:] = color
    return as_grid(grid if draw.chance(0.5) else grid.T)
