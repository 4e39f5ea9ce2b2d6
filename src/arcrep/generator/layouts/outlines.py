"""Outlines of containers, and what scenes with containers have in common."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from arcrep.generator.drawing import Box, Draw, Mask, NoRoomError
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import bounding_box, core, grow
from arcrep.generator.shapes import Shape, outline

Wall = Literal["ring", "thick_ring", "bevelled", "diamond", "irregular"]
Form = Literal["any", "square", "wide", "tall"]

LEAST: dict[Wall, int] = {"ring": 4, "thick_ring": 6, "bevelled": 5, "diamond": 5, "irregular": 6}
"""The shortest side at which the inside of an outline has room for some dots."""


def sides_of(draw: Draw, side: int, form: Form = "any") -> tuple[int, int]:
    """Draw the height and width of a grid whose longer side is given.

    Args:
        draw: The source of random choices.
        side: The longer side.
        form: A wide or a tall grid is about twice as long as it is broad.
    """
    if form == "square":
        return side, side
    if form == "any":
        other = draw.integer((3 * side + 4) // 5, side)
        return draw.choice(((side, other), (other, side)))
    other = draw.integer((2 * side + 4) // 5, (side + 1) // 2)
    return (other, side) if form == "wide" else (side, other)


def closed_outline(draw: Draw, wall: Wall, height: int, width: int) -> Shape:
    """Draw an outline that no path over sides of cells crosses; its box has the given sides.

    Raises:
        SampleError: A side is shorter than this kind of outline can be.
    """
    if min(height, width) < LEAST[wall]:
        raise SampleError(f"an outline of {height} x {width} is too small for {wall}")
    if wall in ("ring", "thick_ring"):
        return outline(height, width, 1 if wall == "ring" else 2)
    if wall == "irregular":
        inside = np.pad(lump(draw, height - 2, width - 2), 1)
        return grow(inside, draw.choice((4, 8))) & ~inside
    most = (min(height, width) - 1) // 2
    return _rim(bevelled(height, width, most if wall == "diamond" else draw.integer(1, most)))


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


def bevelled(height: int, width: int, cut: int) -> Shape:
    """Return a rectangle without its corners, each cut off along a diagonal."""
    row, column = np.indices((height, width))
    row, column = np.minimum(row, row[::-1]), np.minimum(column, column[:, ::-1])
    return row + column >= cut


def _rim(mask: Shape) -> Shape:
    return mask & ~core(mask)


def cup_outline(draw: Draw, height: int, width: int, tapered: bool, even: bool = True) -> Shape:
    """Draw an outline that is open at its top.

    Args:
        draw: The source of random choices.
        height: Of its box, 3 or more.
        width: Of its box, 5 or more.
        tapered: Its walls come closer together towards the bottom, else they are upright.
        even: The walls mirror each other.
    """
    left = right = [0] * height
    if tapered:
        left = _steps(draw, height, width)
        right = left if even else _steps(draw, height, width)
    joined = draw.chance(0.3)  # over sides of cells, not by corners only
    mask = np.zeros((height, width), np.bool_)
    for row, (near, far) in enumerate(zip(left, right, strict=True)):
        mask[row, [near, width - 1 - far]] = True
        if joined and row:
            mask[row, left[row - 1] : near] = mask[row, width - far : width - right[row - 1]] = True
    mask[-1, left[-1] : width - right[-1]] = True
    return mask


def _steps(draw: Draw, height: int, width: int) -> list[int]:
    """Draw for each row how far a wall has moved in: by one cell at a time, at most to the middle.

    Steps in all the last rows may lead to a point; others leave room between the walls.
    """
    rows = range(1, height)
    if draw.chance(0.3):
        moves = set(rows[-draw.integer(1, (width - 1) // 2) :])
    else:
        moves = set(draw.sample(rows, draw.integer(1, min(len(rows), (width - 3) // 2))))
    return [sum(move <= row for move in moves) for row in range(height)]


def slots(draw: Draw, box: Box, n: int) -> list[Box]:
    """Cut a box into rows and columns of equal slots, as square as can be, and take n of them."""
    sizes = [(box.height // -(-n // columns), box.width // columns) for columns in range(1, n + 1)]
    best = max(map(min, sizes))
    if best < 1:
        raise SampleError(f"no {n} slots in {box}")
    height, width = draw.choice([size for size in sizes if min(size) == best])
    corners = [
        (row, column)
        for row in range(0, box.height - height + 1, height)
        for column in range(0, box.width - width + 1, width)
    ]
    gap = int(n > 1)  # so that what fills its slot stands apart from the next one
    taken = sorted(draw.sample(corners, n))
    return [Box(row, column, height - gap, width - gap) for row, column in taken]


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
    fitting: list[Wall] = [wall for wall in walls if LEAST[wall] + more <= min(most)]
    wall = draw.choice(fitting)
    least = LEAST[wall] + more
    share = 0.6 if free else 0.75
    height, width = (draw.integer(max(least, int(share * length)), length) for length in most)
    top = slot.top + draw.integer(0, slot.height - height)
    left = slot.left + draw.integer(0, slot.width - width)
    return closed_outline(draw, wall, height, width), Box(top, left, height, width)


def box_of(region: Mask) -> Box:
    """Return the bounding box of a region.

    Raises:
        NoRoomError: It has no cell.
    """
    if not region.any():
        raise NoRoomError("a region without cells")
    top, left, bottom, right = bounding_box(region)
    return Box(top, left, bottom - top + 1, right - left + 1)


def clear_of(walls: Mask, region: Mask) -> Mask:
    """Return the cells of a region that touch no wall, not even by a corner."""
    return region & ~grow(walls, 8)


def palette(draw: Draw, n: int, own: bool, exclude: set[int], fixed: int = -1) -> list[int]:
    """Draw a colour for each of n things.

    Args:
        draw: The source of random choices.
        n: How many.
        own: Each has a colour of its own while there are enough, else all have the same.
        exclude: Colours not to use.
        fixed: The colour of all, where it is not drawn: 0 or more.
    """
    if fixed >= 0:
        return [fixed] * n
    free = 10 - len(exclude)
    colors = draw.colors(min(n, free) if own else 1, exclude)
    return [colors[index % len(colors)] for index in range(n)]
