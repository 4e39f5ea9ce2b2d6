"""Masks: rectangles, rings and lines of cells, and how they are turned."""

from typing import Literal

import numpy as np

from arcrep.generator.drawing import Draw, Mask
from arcrep.generator.geometry import core, holes

Shape = Mask
"""The cells of a shape in its bounding box: it has a cell in each outer row and column."""

Side = Literal["up", "down", "left", "right"]
Axis = Literal["horizontal", "vertical"]
LineAxis = Literal["horizontal", "vertical", "falling", "rising"]
Corners = tuple[int, int, int, int]


def solid(height: int, width: int) -> Shape:
    """Return a full rectangle."""
    return np.ones((height, width), np.bool_)


def outline(height: int, width: int, thickness: int = 1) -> Shape:
    """Return the outer cells of a rectangle."""
    mask = solid(height, width)
    mask[thickness : height - thickness, thickness : width - thickness] = False
    return mask


def open_box(height: int, width: int, opening: Side) -> Shape:
    """Return an outline without one of its sides; the two corners stay."""
    mask = outline(height, width)
    edge = {
        "up": (0, slice(1, -1)),
        "down": (-1, slice(1, -1)),
        "left": (slice(1, -1), 0),
        "right": (slice(1, -1), -1),
    }
    mask[edge[opening]] = False
    return mask


def cut_corners(height: int, width: int, cuts: int | Corners) -> Shape:
    """Return a full rectangle without so many steps of each corner, at 45 degrees.

    Corners are in reading order, or all alike; at 0 steps a corner stays.
    """
    row, column = np.indices((height, width))
    up, left = height - 1 - row, width - 1 - column
    steps = (row + column, row + left, up + column, up + left)
    each = (cuts,) * 4 if isinstance(cuts, int) else cuts
    return np.logical_and.reduce([step >= cut for step, cut in zip(steps, each, strict=True)])


def diamond_outline(height: int, width: int) -> Shape:
    """Return the outline of a rectangle whose corners are cut off as far as can be."""
    return rim(cut_corners(height, width, (min(height, width) - 1) // 2))


def line(axis: LineAxis, length: int) -> Shape:
    """Return a straight line of cells."""
    if axis == "horizontal":
        return solid(1, length)
    if axis == "vertical":
        return solid(length, 1)
    falling = np.eye(length, dtype=np.bool_)
    return falling if axis == "falling" else falling[::-1]


def rim(mask: Mask) -> Mask:
    """Return the cells of a mask that have not others of it on all four sides."""
    return mask & ~core(mask)


def filled(mask: Mask) -> Mask:
    """Return a mask without holes."""
    return mask | holes(mask)


def orientations(shape: Shape) -> list[Shape]:
    """Return the shape in its 8 orientations; equal ones are repeated."""
    images = (shape, shape.T)
    return [image[::down, ::right] for image in images for down in (1, -1) for right in (1, -1)]


def turned(draw: Draw, cells: np.ndarray) -> np.ndarray:
    """Turn and mirror a shape or a picture at random."""
    return flipped(draw, draw.choice((cells, cells.T)))


def flipped(draw: Draw, cells: np.ndarray) -> np.ndarray:
    """Mirror a shape or a picture in a line of either axis, in both or in none, at random."""
    return cells[:: draw.choice((1, -1)), :: draw.choice((1, -1))]


def is_symmetric(shape: Shape, axis: Axis | Literal["any"] = "any") -> bool:
    """Say whether a shape is its own mirror image: in a line of that axis, or of either."""
    upright = axis != "horizontal" and np.array_equal(shape, shape[:, ::-1])
    return upright or (axis != "vertical" and np.array_equal(shape, shape[::-1]))
