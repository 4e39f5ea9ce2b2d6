"""Scenes that are one pattern: as large as the grid, or with cells beside it that count."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw
from arcrep.generator.scenes.colors import ANY, color_or_any, marked_block
from arcrep.generator.scenes.grids import at_least, grid_side, laid_along
from arcrep.generator.scenes.masks import flipped
from arcrep.generator.shapes import SHAPES, any_shape


@layout(
    says="one pattern that fills the grid",
    kind={"any": ["strip", "steps", "picture"]},
    side={"between": [3, 9]},
)
def whole_pattern(
    draw: Draw, kind: Literal["strip", "steps", "picture"], side: int, n_colors: int = 1
) -> Grid:
    """Draw a pattern of cells as large as the grid.

    Args:
        kind: A strip is a single row with a middle cell and random colours; steps are rows of
            cells that grow longer from one side or corner on, with a middle row; a picture is a
            figure with a cell on each border.
        side: The longer side; a strip and the steps may have one cell less, to have a middle.
        n_colors: How many colours a picture has, if it has room for them; a strip may have nine.
    """
    at_least(1, n_colors=n_colors)
    side = grid_side(side)
    if kind == "strip":
        return _strip(draw, side - (side + 1) % 2)
    if kind == "steps":
        return _steps(draw, side - (side + 1) % 2)
    return _picture(draw, side, n_colors)


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
    return as_grid(flipped(draw, mask).astype(np.uint8) * draw.color())


def _picture(draw: Draw, side: int, n_colors: int) -> Grid:
    if n_colors > 1:
        return as_grid(marked_block(draw, draw.integer(2, side), draw.integer(3, side)))
    mask = SHAPES["symmetric_blob"](draw, 3, side) if draw.chance(0.3) else any_shape(draw, 3, side)
    return as_grid(mask.astype(np.uint8) * draw.color())


@layout(
    says="a block with {count} cells beside it that say how often it comes again",
    provides={"source", "markers"},
    count={"between": [1, 3]},
    block={"between": [3, 5]},
)
def counted_pattern(draw: Draw, count: int, block: int, color: int = ANY) -> Grid:
    """Draw a block, and cells that go on along its first row or column.

    Args:
        count: How many cells go on.
        block: The side of the block, 2 or more.
        color: The colour of these cells; -1 for one that is drawn.
    """
    at_least(1, count=count)
    at_least(2, block=block)
    color = color_or_any(draw, color)
    base, mark = draw.colors(2, {0, color})
    grid = np.zeros((block, block + count), np.uint8)
    grid[:, :block] = base
    grid[0, block:] = color
    inset = draw.integer(1, (block - 1) // 2) if block > 2 else 1
    if draw.chance(0.6):
        high = draw.choice((block - 2 * inset, 2 - block % 2))
        grid[(block - high) // 2 : (block + high) // 2, inset : block - inset] = mark
    return laid_along(grid, draw.choice(("horizontal", "vertical")))
