"""Walls of containers: closed outlines with given sides."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from arcrep.generator.drawing import Box, Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import grow
from arcrep.generator.scenes.growth import lump
from arcrep.generator.scenes.masks import Shape, cut_corners, diamond_outline, outline, rim
from arcrep.generator.scenes.placing import box_in

Wall = Literal["ring", "frame_thick", "bevelled_ring", "diamond_ring", "irregular_ring"]

LEAST: dict[Wall, int] = {
    "ring": 4,
    "frame_thick": 6,
    "bevelled_ring": 5,
    "diamond_ring": 5,
    "irregular_ring": 6,
}
"""The shortest side at which the inside of a wall has room for some dots."""


def closed_outline(draw: Draw, wall: Wall, height: int, width: int) -> Shape:
    """Draw an outline that no path over sides of cells crosses; its box has the given sides.

    Raises:
        SampleError: A side is shorter than this kind of outline can be.
    """
    if min(height, width) < LEAST[wall]:
        raise SampleError(f"an outline of {height} x {width} is too small for {wall}")
    if wall == "irregular_ring":
        inside = np.pad(lump(draw, height - 2, width - 2), 1)
        return grow(inside, draw.choice((4, 8))) & ~inside
    if wall == "bevelled_ring":
        cut = draw.integer(1, (min(height, width) - 1) // 2)
        return rim(cut_corners(height, width, cut))
    if wall == "diamond_ring":
        return diamond_outline(height, width)
    return outline(height, width, 1 if wall == "ring" else 2)


def fitting_wall(draw: Draw, walls: Sequence[Wall], room: int, more: int = 0) -> tuple[Wall, int]:
    """Draw a kind of wall that has room, and say its least side.

    Args:
        draw: The source of random choices.
        walls: The kinds.
        room: The longest side that there is room for.
        more: By how much its sides exceed the least ones.

    Raises:
        SampleError: None fits.
    """
    fitting: list[Wall] = [wall for wall in walls if LEAST[wall] + more <= room]
    wall = draw.choice(fitting)
    return wall, LEAST[wall] + more


def outline_in(
    draw: Draw, slot: Box, walls: Sequence[Wall], more: int = 0, free: int = 0
) -> tuple[Shape, Box]:
    """Draw a closed outline that takes most of a slot, and its place.

    Args:
        draw: The source of random choices.
        slot: Where it lies.
        walls: Kinds of outlines, one of which is taken among those that fit.
        more: By how much its sides exceed the least ones.
        free: How many cells it leaves along the longer side of the slot, or more.

    Raises:
        SampleError: None fits.
    """
    most = [slot.height, slot.width]
    most[slot.width > slot.height] -= free
    wall, least = fitting_wall(draw, walls, min(most), more)
    share = 0.6 if free else 0.75
    height, width = (draw.integer(max(least, int(share * length)), length) for length in most)
    return closed_outline(draw, wall, height, width), box_in(draw, slot, height, width)
