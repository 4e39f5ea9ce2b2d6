"""Surroundings: where objects stand around one at the centre of a grid."""

from math import cos, pi, sin
from typing import Literal, NamedTuple

from arcrep.generator.drawing import Box, Draw, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.grids import Sides
from arcrep.generator.scenes.masks import solid
from arcrep.generator.scenes.placing import starts

Line = Literal["row", "column", "diagonal"]

CLEAR = 2
"""The centre of no box but the middle one's is so near to the centre, along rows and columns."""

_NEARBY = 0.5
_TRIES = 10


class Site(NamedTuple):
    """Where things may stand.

    Attributes:
        sides: Of the grid.
        room: Where all boxes lie.
        middle: The box of the object in the middle, the centre of which is the grid's.
        margin: Free cells between two boxes.
    """

    sides: Sides
    room: Box
    middle: Box
    margin: int

    @property
    def core(self) -> Box:
        """The middle box, as large as it takes to keep others from the centre by their margin."""
        height, width = (max(own, 2 * CLEAR + own % 2 - 2 * self.margin) for own in self.middle[2:])
        return centered_box(self.sides, (height, width))


def centered_box(sides: Sides, size: Sides) -> Box:
    """Return a box in the middle of a grid; half a cell above or left of it where it has to be."""
    return Box((sides[0] - size[0]) // 2, (sides[1] - size[1]) // 2, *size)


def scattered(draw: Draw, site: Site, sizes: list[Sides], nearby: int = 0) -> list[Box]:
    """Place boxes anywhere, so many of them near the middle.

    Raises:
        NoRoomError: They do not fit.
    """
    scratch = Sheet(draw, *site.sides)
    scratch.reserve(site.core)
    largest = max(map(max, sizes)) + site.margin
    near = [
        min(whole, max(int(_NEARBY * whole), core + 2 * largest))
        for whole, core in zip(site.room[2:], site.core[2:], strict=True)
    ]
    window = centered_box(site.sides, (near[0], near[1]))
    masks = [solid(*size) for size in sizes]
    close = scratch.place_all(masks[:nearby], [1] * nearby, site.margin, window)
    colors = [1] * (len(sizes) - nearby)
    return close + scratch.place_all(masks[nearby:], colors, site.margin, site.room)


def ring(draw: Draw, site: Site, sizes: list[Sides]) -> list[Box]:
    """Place boxes around the middle at equal angles, as many of so many as mostly have room.

    Raises:
        SampleError: They do not fit.
    """
    longest = max(map(max, sizes))
    way_round = 0.8 * pi * (site.room.height + site.room.width - 2 * longest) / 2
    sizes = sizes[: max(2, int(way_round / (longest + site.margin)))]

    def place() -> list[Box]:
        phase, share = draw.uniform(), 0.7 + 0.3 * draw.uniform()
        angles = [2 * pi * (phase + index / len(sizes)) for index in range(len(sizes))]
        boxes = list[Box]()
        for angle, size in zip(angles, sizes, strict=True):
            offsets = share * sin(angle), share * cos(angle)
            # From the first place in the room to the last one, the middle being at 0.
            top, left = (
                round(start + (whole - own) * (1 + offset) / 2)
                for start, whole, own, offset in zip(
                    site.room[:2], site.room[2:], size, offsets, strict=True
                )
            )
            boxes.append(Box(top, left, *size))
        return boxes

    return draw.until(place, lambda boxes: _are_apart(site, boxes), tries=_TRIES)


def corners(draw: Draw, site: Site, sizes: list[Sides]) -> list[Box]:
    """Place up to four boxes near the corners of the room.

    Raises:
        SampleError: They do not fit.
    """

    def place() -> list[Box]:
        ways = draw.sample([(0, 0), (0, 1), (1, 0), (1, 1)], len(sizes))
        return [
            _cornered(draw, site.room, size, way) for size, way in zip(sizes, ways, strict=True)
        ]

    return draw.until(place, lambda boxes: _are_apart(site, boxes), tries=_TRIES)


def _cornered(draw: Draw, room: Box, size: Sides, way: Sides) -> Box:
    off = [draw.integer(0, max(0, min(2, (room[2 + at] - size[at]) // 6))) for at in (0, 1)]
    top, left = (
        room[at] + (room[2 + at] - size[at] - off[at] if way[at] else off[at]) for at in (0, 1)
    )
    return Box(top, left, *size)


def cross(draw: Draw, site: Site, sizes: list[Sides]) -> list[Box]:
    """Place boxes in the middle row and column, spread over the four arms, as many as have room.

    Raises:
        SampleError: There is no room for two.
    """
    arms = _arms(draw, site, sizes)
    boxes: dict[int, Box] = {}
    for arm in dict.fromkeys(arms):
        at, after = arm
        own = [index for index, other in enumerate(arms) if other == arm]
        free = (site.room[2 + at] - site.core[2 + at]) // 2 - site.margin
        places = starts(draw, [sizes[index][at] for index in own], free, site.margin)
        first = site.core[at] + site.core[2 + at] + site.margin if after else site.room[at]
        for index, place in zip(own, places, strict=True):
            box = list(centered_box(site.sides, sizes[index]))
            box[at] = first + place
            boxes[index] = Box(*box)
    return [boxes[index] for index in range(len(arms))]


def _arms(draw: Draw, site: Site, sizes: list[Sides]) -> list[tuple[int, bool]]:
    """Draw on which arm each box comes: along the columns or rows, before or after the middle."""
    longest = max(map(max, sizes)) + site.margin
    every = [(at, after) for at in (0, 1) for after in (False, True)]
    arms = [
        arm
        for turn in range(1, len(sizes) + 1)
        for arm in draw.shuffled(every)
        if (site.room[2 + arm[0]] - site.core[2 + arm[0]]) // 2 >= turn * longest
    ][: len(sizes)]
    if len(arms) < 2:
        raise SampleError(f"no room for objects of {longest} cells on the arms of a cross")
    return arms


def line(draw: Draw, site: Site, sizes: list[Sides], along: Line) -> list[Box]:
    """Place boxes on both sides of the middle one, all centres at equal distances in a line.

    There are two, four or six, as many as there are and have room.

    Raises:
        SampleError: There is no room for two.
    """
    axes = {"row": (1,), "column": (0,), "diagonal": (0, 1)}[along]
    longest = [max(size[at] for size in sizes) for at in (0, 1)]
    # The middle one is of the same parity.
    apart = [max(own, (own + core) // 2) for own, core in zip(longest, site.core[2:], strict=True)]
    least = min(apart[at] for at in axes) + site.margin
    half = min(3, len(sizes) // 2)
    while half > 1 and least > _most(site, longest, axes, half):
        half -= 1
    step = draw.integer(least, _most(site, longest, axes, half))
    turn = draw.choice((1, -1))
    boxes = list[Box]()
    for number, size in zip([n for n in range(-half, half + 1) if n], sizes, strict=False):
        top, left, *_ = centered_box(site.sides, size)
        down, right = (0 in axes) * number * step, (1 in axes) * number * step * turn
        boxes.append(Box(top + down, left + right, *size))
    return boxes


def _most(site: Site, longest: list[int], axes: tuple[int, ...], half: int) -> int:
    """Say how far apart the centres in a line can be."""
    return min((site.room[2 + at] - longest[at]) // 2 for at in axes) // max(1, half)


def _are_apart(site: Site, boxes: list[Box]) -> bool:
    return all(
        max(
            one.top - other.bottom,
            other.top - one.bottom,
            one.left - other.right,
            other.left - one.right,
        )
        > site.margin
        for index, one in enumerate(boxes)
        for other in (site.core, *boxes[:index])
    )
