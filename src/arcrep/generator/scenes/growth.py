"""Irregular figures: grown cell by cell, out of crossing rectangles, and as their mirror images."""

from functools import lru_cache
from typing import Literal

import numpy as np

from arcrep.generator.drawing import Draw
from arcrep.generator.scenes.masks import Axis, Shape, filled


def grown(draw: Draw, height: int, width: int, diagonals: float) -> Shape:
    """Grow a figure cell by cell from the middle until it reaches all sides; no hole is left."""
    neighbors = _neighbors(height, width)
    cells = bytearray(height * width)
    frontier = [height // 2 * width + width // 2]
    seen = set(frontier)
    wanted, sides = int((0.3 + 0.4 * draw.uniform()) * len(cells)), 0
    reach = draw.choice((3, len(cells)))  # growth at its newest ends only gives long limbs
    while wanted > 0 or sides < 0b1111:
        spot = draw.integer(max(0, len(frontier) - reach), len(frontier) - 1)
        frontier[spot], frontier[-1] = frontier[-1], frontier[spot]
        cell = frontier.pop()
        straight, oblique, at_sides = neighbors[cell]
        cells[cell], wanted, sides = 1, wanted - 1, sides | at_sides
        near = straight + oblique if diagonals and draw.chance(diagonals) else straight
        frontier += [other for other in near if other not in seen]
        seen.update(near)
    return filled(np.frombuffer(cells, np.bool_).reshape(height, width))


def mirrored(draw: Draw, height: int, width: int, axis: Axis | Literal["both"]) -> Shape:
    """Grow a figure that is its own mirror image in a line of the axis, and no full rectangle."""
    rows = height if axis == "vertical" else (height + 1) // 2
    columns = width if axis == "horizontal" else (width + 1) // 2
    mask = grown(draw, rows, columns, diagonals=0.3)
    if axis != "vertical":
        mask = np.vstack((mask, mask[: height - rows][::-1]))
    if axis != "horizontal":
        mask = np.hstack((mask, mask[:, : width - columns][:, ::-1]))
    mask = filled(mask)
    if mask.all():
        mask[[0, 0, -1, -1], [0, -1, 0, -1]] = False
    return mask


def lump(draw: Draw, height: int, width: int) -> Shape:
    """Draw an irregular figure without holes, two cells or more across: crossing rectangles."""
    mask = np.zeros((height, width), np.bool_)
    middle_row, middle_column = height // 2, width // 2
    for part in range(4):
        rows = slice(
            0 if part == 0 else draw.integer(0, max(0, middle_row - 1)),
            height if part == 0 else draw.integer(min(height, middle_row + 2), height),
        )
        columns = slice(
            0 if part == 1 else draw.integer(0, max(0, middle_column - 1)),
            width if part == 1 else draw.integer(min(width, middle_column + 2), width),
        )
        mask[rows, columns] = True
    return mask


@lru_cache(maxsize=1024)
def _neighbors(height: int, width: int) -> list[tuple[list[int], list[int], int]]:
    """List for each cell its neighbours over sides, those over corners, and the edges it is on.

    Cells are numbered row by row; the edges are bits.
    """
    straight, oblique = ((-1, 0), (0, -1), (0, 1), (1, 0)), ((-1, -1), (-1, 1), (1, -1), (1, 1))

    def near(row: int, column: int, steps: tuple[tuple[int, int], ...]) -> list[int]:
        places = [(row + down, column + right) for down, right in steps]
        return [r * width + c for r, c in places if 0 <= r < height and 0 <= c < width]

    return [
        (
            near(r, c, straight),
            near(r, c, oblique),
            (r == 0) | (r == height - 1) << 1 | (c == 0) << 2 | (c == width - 1) << 3,
        )
        for r in range(height)
        for c in range(width)
    ]
