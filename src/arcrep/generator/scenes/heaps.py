"""Heaps: a few figures that lie on each other, in the ways in which one can cover another.

A heap lists its figures from the lowest to the topmost, at places that count only relative to each
other.
"""

from typing import NamedTuple

import numpy as np

from arcrep.generator.drawing import Box, Draw, NoRoomError, Patch
from arcrep.generator.scenes.grids import Sides
from arcrep.generator.scenes.masks import Shape, outline, solid
from arcrep.generator.scenes.placing import starts

_THICKEST_BAR = 3
_LEAST_HOLE = 3
LEAST_RING = _LEAST_HOLE + 2
"""The shortest side of a ring that lies on something."""

_TRIES = 20


class Sizes(NamedTuple):
    """What the sizes of the figures of a heap have to be.

    Attributes:
        smallest: The least length of the longer side of a figure.
        largest: The greatest length of that side.
        thickness: The least length of the shorter side.
        gap: Free cells between figures of which neither covers the other, or more.
    """

    smallest: int
    largest: int
    thickness: int
    gap: int


class Figure(NamedTuple):
    """A figure: its box, and its cells in the box."""

    box: Box
    shape: Shape


Heap = list[Figure]


def picture(heap: Heap) -> Patch:
    """Return what shows of a heap: 1 for the lowest figure, 2 for the next one, and so on."""
    top, left = (min(figure.box[at] for figure in heap) for at in (0, 1))
    bottom = max(figure.box.bottom for figure in heap)
    right = max(figure.box.right for figure in heap)
    cells = np.zeros((bottom - top + 1, right - left + 1), np.uint8)
    for number, (box, shape) in enumerate(heap, 1):
        window = box._replace(top=box.top - top, left=box.left - left).cells
        cells[window][shape] = number
    return cells


def chain(draw: Draw, sizes: Sizes, count: int) -> Heap:
    """Draw rectangles each of which lies over the one before, and apart from all others.

    It lies over a corner of that one, or over a part of one of its longer sides. From three on
    there are as many of so many as there is room for.
    """
    return _stacked(draw, sizes, count, below=-1)


def pile(draw: Draw, sizes: Sizes, count: int) -> Heap:
    """Draw a rectangle and two or more over its corners and sides, apart from each other.

    There are as many of so many as there is room for.
    """
    return _stacked(draw, sizes, count, below=0)


def crossed_bars(draw: Draw, sizes: Sizes, count: int) -> Heap:
    """Draw parallel bars, as many of so many as there is room for, and one across them all.

    Every bar stands out by a cell or more on both sides of what it crosses.
    """
    while count > 2 and count * (sizes.thickness + sizes.gap) > sizes.largest - 2 + sizes.gap:
        count -= 1
    across = sizes.largest - 2 - sizes.gap * (count - 1)
    breadths = _breadths(draw, sizes, count + 1, across // count)
    need = 2 + sum(sorted(breadths)[1:]) + sizes.gap * (count - 1)
    lengths = _lengths(draw, sizes, count + 1, need)
    upper = Box(0, 0, breadths[-1], lengths[-1])
    places = starts(draw, breadths[:-1], upper.width - 2, sizes.gap)
    lower = [
        Box(draw.integer(upper.height + 1 - length, -1), 1 + place, length, breadth)
        for place, length, breadth in zip(places, lengths, breadths, strict=False)
    ]
    return _rectangles([*lower, upper])


def bridge(draw: Draw, sizes: Sizes) -> Heap:
    """Draw two parallel bars, and a third one whose ends lie on them."""
    breadths = _breadths(draw, sizes, 3, sizes.largest - 2)
    lengths = _lengths(draw, sizes, 3, max(*breadths, sizes.gap) + 2)
    upper = Box(0, 0, breadths[-1], lengths[-1])
    most = (upper.width - sizes.gap) // 2
    near, far = (draw.integer(1, min(most, max(1, breadth - 1))) for breadth in breadths[:2])
    lefts = near - breadths[0], upper.width - far
    lower = [
        Box(draw.integer(upper.height + 1 - length, -1), left, length, breadth)
        for left, length, breadth in zip(lefts, lengths, breadths, strict=False)
    ]
    return _rectangles([*lower, upper])


def plate(draw: Draw, sizes: Sizes, count: int) -> Heap:
    """Draw a rectangle and smaller ones on it, as many of so many as there is room for.

    They leave the rim of the large one, and are apart from each other.
    """
    thickness = max(2, sizes.thickness) + 2
    width, height = _block(draw, sizes._replace(smallest=sizes.smallest + 2, thickness=thickness))
    rooms = [(height - 2, (width - 2 - sizes.gap * n) // (n + 1)) for n in range(count)]
    most = sum(room[1] >= sizes.thickness and max(room) >= sizes.smallest for room in rooms)
    forms = [_form_on_plate(draw, sizes, *rooms[most - 1]) for _ in range(most)]
    lefts = starts(draw, [wide for _, wide in forms], width - 2, sizes.gap)
    upper = [
        Box(draw.integer(1, height - 1 - tall), 1 + left, tall, wide)
        for left, (tall, wide) in zip(lefts, forms, strict=True)
    ]
    return _rectangles([Box(0, 0, height, width), *upper])


def window(draw: Draw, sizes: Sizes) -> Heap:
    """Draw a ring over a corner or a side of a rectangle, which shows in its hole too.

    The rectangle fills no row or column of the hole: else it could as well lie over the ring.
    """
    wall = 2 if sizes.thickness > 1 and sizes.largest > LEAST_RING + 2 else 1
    least = _LEAST_HOLE + 2 * wall
    sizes = sizes._replace(thickness=max(sizes.thickness, least))
    lower, upper = _block(draw, sizes), _block(draw, sizes)
    ring = Box(0, 0, *upper[::-1])
    hole = ring.inset(wall)
    if _fits_side(lower, upper, 2 * wall + 2) and draw.chance(0.5):
        height, width = lower
        left = draw.integer(hole.left + 1, hole.right - width)
    else:
        height, width = draw.shuffled(lower)
        left = _through(draw, hole.left, hole.width, width, wall)
    box = Box(_through(draw, hole.top, hole.height, height, wall), left, height, width)
    frame = outline(ring.height, ring.width, wall)
    return [*_rectangles([box]), Figure(ring, frame)]


def _rectangles(boxes: list[Box]) -> Heap:
    return [Figure(box, solid(box.height, box.width)) for box in boxes]


def _block(draw: Draw, sizes: Sizes) -> Sides:
    """Draw the longer and the shorter side of a rectangle that is no bar."""
    longer = draw.integer(max(2, sizes.smallest, sizes.thickness), sizes.largest)
    return longer, draw.integer(max(2, sizes.thickness, (longer + 1) // 2), longer)


def _breadths(draw: Draw, sizes: Sizes, count: int, most: int) -> list[int]:
    """Draw how thick bars are."""
    thickest = min(most, max(_THICKEST_BAR, sizes.thickness))
    return [draw.integer(sizes.thickness, thickest) for _ in range(count)]


def _lengths(draw: Draw, sizes: Sizes, count: int, least: int) -> list[int]:
    """Draw how long bars are.

    All need as much as the one that needs most, so that none is told by its length.
    """
    return [draw.integer(max(sizes.smallest, least), sizes.largest) for _ in range(count)]


def _fits_side(one: Sides, other: Sides, by: int = 2) -> bool:
    """Say whether either would fit into the longer side of the other.

    What lies on a side would tend to be small if only one of them had to.
    """
    return min(one[0] - other[1], other[0] - one[1]) >= by


def _stacked(draw: Draw, sizes: Sizes, count: int, below: int) -> Heap:
    """Draw rectangles that lie over the first (below = 0) or over the one before (-1)."""
    blocks = [_block(draw, sizes) for _ in range(count)]
    boxes = [Box(0, 0, *draw.shuffled(blocks[0]))]
    for block in blocks[1:]:
        others = [box for box in boxes if box is not boxes[below]]
        tries = (_over(draw, boxes[below], block) for _ in range(_TRIES))
        clear = (b for b in tries if all(_apart(b, other, sizes.gap) for other in others))
        place = next(clear, None)
        if place is not None:
            boxes.append(place)
    if len(boxes) < min(count, 3):
        raise NoRoomError("rectangles on each other would meet others too")
    return _rectangles(boxes)


def _over(draw: Draw, below: Box, block: Sides) -> Box:
    """Draw where a rectangle lies over a corner or over a part of a side of another one."""
    start, length = list(below[:2]), list(below[2:])
    corner, own = [0, 0], draw.shuffled(block)
    along = 0 if below.height > below.width else 1
    sides = range(2)
    if _fits_side((max(length), min(length)), block) and draw.chance(0.5):
        own = list(block if along else block[::-1])
        corner[along] = draw.integer(
            start[along] + 1, start[along] + length[along] - own[along] - 1
        )
        sides = (1 - along,)
    for at in sides:
        shared = min(length[at], own[at])
        overlap = draw.integer(1, (shared + 1) // 2 if shared > 2 else 1)
        ends = start[at] + overlap - own[at], start[at] + length[at] - overlap
        corner[at] = draw.choice(ends)
    return Box(corner[0], corner[1], own[0], own[1])


def _through(draw: Draw, start: int, length: int, own: int, wall: int) -> int:
    """Draw where rows (columns) start that reach from out of a ring into those of its hole."""
    overlap = draw.integer(1, min(length - 1, own - wall - 1))
    return draw.choice((start + overlap - own, start + length - overlap))


def _apart(one: Box, other: Box, gap: int) -> bool:
    rows = max(one.top - other.bottom, other.top - one.bottom)
    columns = max(one.left - other.right, other.left - one.right)
    return max(rows, columns) > gap


def _form_on_plate(draw: Draw, sizes: Sizes, tall: int, wide: int) -> Sides:
    """Draw height and width of what lies on a plate with so much room."""
    least = max(sizes.thickness, min(2, tall, wide))
    height, width = draw.integer(least, tall), draw.integer(least, wide)
    if max(height, width) >= sizes.smallest:
        return height, width
    if tall > wide:
        return draw.integer(sizes.smallest, tall), width
    return height, draw.integer(sizes.smallest, wide)
