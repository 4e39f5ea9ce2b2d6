"""Enclosures: walls around rooms of given sizes, and what such walls need."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from arcrep.generator.drawing import Draw
from arcrep.generator.geometry import grow
from arcrep.generator.scenes.grids import Sides
from arcrep.generator.scenes.growth import lump
from arcrep.generator.scenes.masks import (
    Shape,
    cut_corners,
    diamond_outline,
    filled,
    outline,
    rim,
)
from arcrep.generator.scenes.zones import spread

Enclosure = Literal["ring", "thick", "bevelled", "diamond", "irregular"]
"""The outline of a rectangle, one cell thick or two; without its corners; as a square on its tip
or longer; or without a regular form."""

_MORE: dict[Enclosure, int] = {"ring": 2, "thick": 4, "bevelled": 2, "diamond": 1, "irregular": 4}
_LONGER = 3  # by so much one side of a diamond may exceed the other


def rooms_for(count: int, largest: Sides, margin: int) -> list[Sides]:
    """List the sizes of rooms in which so many objects stand in rows and columns.

    All have margins around them and are as large as the largest one. No objects need no less room
    than one.
    """
    count, (height, width) = max(1, count), largest
    found: dict[int, int] = {}
    for rows in range(count, 0, -1):
        found[-(-count // rows)] = rows
    return [
        (
            spread(rows, height, margin) + 2 * margin,
            spread(columns, width, margin) + 2 * margin,
        )
        for columns, rows in found.items()
    ]


def squarest(rooms: Sequence[Sides]) -> Sides:
    """Return the room with the shortest longer side."""
    return min(rooms, key=max)


def least_around(kind: Enclosure, room: Sides) -> Sides:
    """Return the least size of walls around a room."""
    height, width = room
    more = _MORE[kind]
    if kind == "diamond":
        return height + width + more, height + width + more
    return height + more, width + more


def walls_around(draw: Draw, kind: Enclosure, size: Sides, room: Sides) -> Shape:
    """Draw walls of at most a given size around a room, which no path over sides of cells crosses.

    The size is the least one around this room, or larger.
    """
    height, width = size
    if kind == "diamond":
        shorter = min(size) + _LONGER
        return diamond_outline(min(height, shorter), min(width, shorter))
    if kind == "irregular":
        return _irregular(draw, size, room)
    if kind == "bevelled":
        spare = sum((length - own - 2) // 2 for length, own in zip(size, room, strict=True))
        deepest = min(1 + spare, (min(size) - 1) // 2)
        return rim(cut_corners(height, width, draw.integer(min(2, deepest), deepest)))
    return outline(height, width, 2 if kind == "thick" else 1)


def _irregular(draw: Draw, size: Sides, room: Sides) -> Shape:
    """Draw walls around a room and an irregular figure that it lies on."""
    area = draw.until(lambda: _area(draw, size, room), lambda area: np.sum(~area) > 1, tries=20)
    inside = np.pad(area, 1)
    return grow(inside, draw.choice((4, 8))) & ~inside


def _area(draw: Draw, size: Sides, room: Sides) -> Shape:
    area = lump(draw, size[0] - 2, size[1] - 2)
    places: list[slice] = []
    for length, own in zip(area.shape, room, strict=True):
        middle = length // 2  # there a cell is in the figure
        start = draw.integer(max(0, middle - own + 1), min(length - own, middle))
        places.append(slice(start, start + own))
    area[tuple(places)] = True
    return filled(area)
