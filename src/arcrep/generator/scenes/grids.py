"""The sides of a grid, and how many things a scene needs."""

from typing import Literal

import numpy as np

from arcrep.arc import MAX_SIDE, Grid, as_grid
from arcrep.generator.drawing import Draw, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.masks import Axis

Proportions = Literal["square", "free", "wide", "tall"]
"""Both sides alike; either one the longer, by half at most; or the width (height) so long that the
other side is only two to three fifths of it."""

Sides = tuple[int, int]
"""Height and width."""


def grid_side(side: int) -> int:
    """Return the side of a grid.

    Raises:
        SampleError: No grid has such a side.
    """
    if not 1 <= side <= MAX_SIDE:
        raise SampleError(f"a grid has sides from 1 to {MAX_SIDE}, not {side}")
    return side


def sides(draw: Draw, side: int, proportions: Proportions = "free", least: int = 1) -> Sides:
    """Draw the height and width of a grid whose longer side is given.

    Args:
        draw: The source of random choices.
        side: The longer side.
        proportions: How the sides lie to each other.
        least: What the shorter side has at least, if the longer one has so much.

    Raises:
        SampleError: No grid has such a side.
    """
    side = grid_side(side)
    if proportions == "square":
        return side, side
    low, high = (-(-2 * side // 3), side) if proportions == "free" else _slim(side)
    least = min(least, side)
    shorter = draw.integer(max(low, least), max(high, least))
    if proportions == "free":
        height, width = draw.shuffled((side, shorter))
        return height, width
    return (shorter, side) if proportions == "wide" else (side, shorter)


def _slim(side: int) -> tuple[int, int]:
    return -(-2 * side // 5), max(1, 3 * side // 5)


def new_sheet(
    draw: Draw, side: int, proportions: Proportions = "free", least: int = 1, background: int = 0
) -> Sheet:
    """Return an empty sheet whose longer side is given, as `sides` says."""
    return Sheet(draw, *sides(draw, side, proportions, least), background)


def at_least(least: int, **values: int) -> None:
    """Refuse parameters that are less than a scene needs.

    Raises:
        SampleError: One of the values, which are given by their names, is too small.
    """
    for name, value in values.items():
        if value < least:
            raise SampleError(f"{name} is {value}: it is {least} at least")


def laid_along(cells: np.ndarray, axis: Axis) -> Grid:
    """Return a grid for a picture that was drawn along the horizontal axis.

    Raises:
        SampleError: It has more rows or columns than a grid may.
    """
    if max(cells.shape) > MAX_SIDE:
        raise SampleError(f"such a scene needs {cells.shape[0]} x {cells.shape[1]} cells")
    return as_grid(cells.T if axis == "vertical" else cells)
