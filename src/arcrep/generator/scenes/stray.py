"""Noise: stray cells that are strewn over a picture."""

from collections.abc import Sequence

import numpy as np

from arcrep.generator.drawing import Draw, Mask, Patch
from arcrep.generator.errors import SampleError


def speckle(
    draw: Draw, grid: Patch, room: Mask, n: int, palette: Sequence[int], touching: bool = False
) -> None:
    """Put up to n noise cells into a grid, each of a random colour of a palette.

    Args:
        draw: The source of random choices.
        grid: Is written on.
        room: Where they may come.
        n: How many.
        palette: Their colours.
        touching: A cell may touch others of its colour, over sides or corners.

    Raises:
        SampleError: There is no room for a single one.
    """
    cells = np.flatnonzero(room).tolist()
    placed = 0
    for cell in draw.sample(cells, min(len(cells), 3 * n)):
        row, column = divmod(cell, grid.shape[1])
        color = draw.choice(palette)
        near = grid[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        if touching or color not in near.tobytes():
            grid[row, column] = color
            placed += 1
        if placed == n:
            return
    if not placed:
        raise SampleError("no room for noise")


def share(mask: Mask, percent: int) -> int:
    """Return how many cells so many percent of a mask are: one or more."""
    return max(1, round(np.count_nonzero(mask) * percent / 100))
