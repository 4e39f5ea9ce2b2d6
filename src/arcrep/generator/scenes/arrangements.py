"""Arrangements: in which figure the objects of a scene stand, and how large that lets them be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import cos, pi, sin, sqrt
from typing import Literal

from arcrep.generator.drawing import Box, Draw, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.grids import Sides, at_least
from arcrep.generator.scenes.masks import solid
from arcrep.generator.scenes.placing import starts

Arrangement = Literal[
    "scatter",
    "row",
    "column",
    "falling",
    "rising",
    "lattice",
    "ring",
    "two_rows",
    "two_columns",
    "corners",
    "cross",
    "staggered",
]
"""Anywhere; in a row or a column; along a falling or a rising diagonal; in regular slots, most of
them taken; around an empty middle; in two rows or columns; near the corners, and from five on near
the middles of sides too; in a plus, with a middle from five on; or each in columns of its own."""

Place = tuple[int, int]
"""A row and a column: the top and left of a box, or those of a slot."""

_LEAST: dict[Arrangement, int] = {
    "falling": 3,
    "rising": 3,
    "lattice": 3,
    "ring": 3,
    "two_rows": 4,
    "two_columns": 4,
    "cross": 4,
}
_CORNERS: tuple[Place, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_SIDES: tuple[Place, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CROSS: tuple[Place, ...] = (*_SIDES, (0, 0), (2, 0), (-2, 0), (0, 2), (0, -2))
_IN_LINE = ("row", "column", "two_rows", "two_columns", "falling", "rising")
_TRIES = 12


@dataclass(frozen=True)
class _Crowd:
    """Boxes of given sizes, and the room in which they are to be placed."""

    draw: Draw
    height: int
    width: int
    sizes: Sequence[Sides]
    margin: int
    aligned: bool

    def lengths(self, at: int) -> list[int]:
        """Return the heights (at = 0) or the widths (at = 1) of the boxes."""
        return [size[at] for size in self.sizes]

    def room(self, at: int) -> int:
        """Return the height (at = 0) or the width (at = 1) of the room."""
        return (self.height, self.width)[at]


def arrange(
    draw: Draw,
    box: Box,
    sizes: Sequence[Sides],
    arrangement: Arrangement,
    margin: int = 1,
    aligned: bool = False,
) -> list[Place]:
    """Place boxes of given sizes in a box, and return the top and left of each.

    Args:
        draw: The source of random choices.
        box: All lie in it.
        sizes: Of the boxes; their order is kept, so that it should be random.
        arrangement: The figure in which they stand.
        margin: Free cells between two of them, or more, diagonally too.
        aligned: Those of a row or column have a common base or middle line, the others stand as
            regularly as their sizes allow; without it each is a little off.

    Raises:
        SampleError: They do not fit, or are too few or too many for this arrangement.
    """
    at_least(_LEAST.get(arrangement, 1), count=len(sizes))
    crowd = _Crowd(draw, box.height, box.width, sizes, margin, aligned)
    return [(box.top + top, box.left + left) for top, left in _ARRANGED[arrangement](crowd)]


def longest_in(arrangement: Arrangement, box: Box, count: int, margin: int = 1) -> int:
    """Return how long both sides of boxes may be for so many of them mostly to fit into a box."""
    return min(limits_in(arrangement, box, count, margin))


def limits_in(
    arrangement: Arrangement, box: Box, count: int, margin: int = 1, spread: Sides = (1, 1)
) -> Sides:
    """Return how high and wide boxes may be for so many of them mostly to fit into a box.

    Args:
        arrangement: The figure in which they stand.
        box: The room for them.
        count: How many there are.
        margin: Free cells between two of them.
        spread: By how many cells one may be higher, and wider, than its share where they stand in
            line; the more they differ the more it may be.

    Raises:
        SampleError: They are too few or too many for this arrangement.
    """
    at_least(_LEAST.get(arrangement, 1), count=count)
    height, width = box.height, box.width
    if arrangement == "ring":
        # Squares and margins take up 0.85 of the line through their middles: corners cost room.
        by_length = int((1.7 * (height + width) - count * margin) / (count + 3.4))
        return min(2 * height // 5, by_length), min(2 * width // 5, by_length)
    if arrangement == "scatter":
        side = int((height * width / count) ** 0.5) - margin + 1
        return min(side, height), min(side, width)
    rows, columns = _slots_of(arrangement, box, count)
    in_line = arrangement in _IN_LINE
    tallest = _slot(height, rows, margin) + spread[0] * (in_line and rows > 2)
    widest = _slot(width, columns, margin) + spread[1] * (in_line and columns > 2)
    return min(tallest, height), min(widest, width)


def _slots_of(arrangement: Arrangement, box: Box, count: int) -> Sides:
    """Return in how many rows and columns of slots things stand; the most, if that may vary."""
    half = -(-count // 2)
    if arrangement == "corners":
        return (2, 2) if count < 5 else (3, 3)
    if arrangement in ("lattice", "cross"):
        if arrangement == "lattice":
            sides = _lattices(box.height, box.width, count)
        else:
            sides = [_extents(_plus(way, count)) for way in _ways_up(box.height, box.width)]
        return max(rows for rows, _ in sides), max(columns for _, columns in sides)
    slots: dict[Arrangement, Sides] = {
        "row": (1, count),
        "staggered": (1, count),
        "column": (count, 1),
        "two_rows": (2, half),
        "two_columns": (half, 2),
    }
    return slots.get(arrangement, (count, count))


def _slot(length: int, count: int, margin: int) -> int:
    """Return the length of slots of which so many fit one after another."""
    return (length + margin) // max(1, count) - margin


def _scattered(crowd: _Crowd) -> list[Place]:
    sheet = Sheet(crowd.draw, crowd.height, crowd.width)
    masks = [solid(*size) for size in crowd.sizes]
    placed = sheet.place_all(masks, [1] * len(masks), crowd.margin)
    return [(box.top, box.left) for box in placed]


def _in_row(crowd: _Crowd) -> list[Place]:
    return _in_rows(crowd, [crowd.sizes])


def _staggered(crowd: _Crowd) -> list[Place]:
    lefts = starts(crowd.draw, [size[1] for size in crowd.sizes], crowd.width, crowd.margin)
    most = [crowd.height - size[0] for size in crowd.sizes]
    return [(crowd.draw.integer(0, top), left) for top, left in zip(most, lefts, strict=True)]


def _in_two_rows(crowd: _Crowd) -> list[Place]:
    half = (len(crowd.sizes) + crowd.draw.integer(0, 1)) // 2
    return _in_rows(crowd, [crowd.sizes[:half], crowd.sizes[half:]])


def _in_rows(crowd: _Crowd, rows: list[Sequence[Sides]]) -> list[Place]:
    """Place boxes in rows, one below the other."""
    draw, margin = crowd.draw, crowd.margin
    heights = [max(size[0] for size in row) for row in rows]
    room = crowd.height - sum(heights) - margin * (len(rows) - 1)
    play = 0 if crowd.aligned else max(0, min(2, room // len(rows)))
    heights = [height + play for height in heights]
    tops = starts(draw, heights, crowd.height, margin)
    on_base = draw.chance(0.5)
    corners: list[Place] = []
    for row, top, height in zip(rows, tops, heights, strict=True):
        lefts = starts(draw, [size[1] for size in row], crowd.width, margin)
        for size, left in zip(row, lefts, strict=True):
            slack = height - size[0]
            down = slack if crowd.aligned and on_base else _about_middle(crowd, slack)
            corners.append((top + down, left))
    return corners


def _about_middle(crowd: _Crowd, slack: int) -> int:
    """Say how far from the start of its slot, which is so much longer, something stands."""
    middle = slack // 2
    if crowd.aligned:
        return middle
    return crowd.draw.integer(max(0, middle - 1), min(slack, middle + 1))


def _turned(arranged: Callable[[_Crowd], list[Place]]) -> Callable[[_Crowd], list[Place]]:
    """Make columns of rows."""

    def turned(crowd: _Crowd) -> list[Place]:
        sizes = [(width, height) for height, width in crowd.sizes]
        across = replace(crowd, height=crowd.width, width=crowd.height, sizes=sizes)
        return [(top, left) for left, top in arranged(across)]

    return turned


def _falling(crowd: _Crowd) -> list[Place]:
    """Place boxes along a diagonal, each clear of the others in its rows or in its columns."""
    (tops, rows_apart), (lefts, columns_apart) = _stretched(crowd, 0), _stretched(crowd, 1)
    if not (rows_apart or columns_apart):
        raise SampleError(f"{crowd.sizes} along a diagonal of {crowd.height} x {crowd.width}")
    return list(zip(tops, lefts, strict=True))


def _rising(crowd: _Crowd) -> list[Place]:
    falling = zip(_falling(crowd), crowd.lengths(1), strict=True)
    return [(top, crowd.width - left - width) for (top, left), width in falling]


def _stretched(crowd: _Crowd, at: int) -> tuple[list[int], bool]:
    """Spread boxes in their order along an axis, and say whether they are apart there."""
    draw, lengths, total, n = crowd.draw, crowd.lengths(at), crowd.room(at), len(crowd.sizes)
    room = total - sum(lengths) - crowd.margin * (n - 1)
    if room < 0:
        return [index * (total - own) // (n - 1) for index, own in enumerate(lengths)], False
    used = draw.integer(2 * room // 3, room)
    start = draw.integer(0, room - used)
    found: list[int] = []
    for index, own in enumerate(lengths):
        share = 0.5 if crowd.aligned else 0.2 + 0.6 * draw.uniform()
        found.append(start + int((index + share) * used / n))
        start += own + crowd.margin
    return found, True


def _in_lattice(crowd: _Crowd) -> list[Place]:
    draw, n = crowd.draw, len(crowd.sizes)
    rows, columns = draw.choice(_lattices(crowd.height, crowd.width, n))
    slots = list(product(range(rows), range(columns)))
    taken = draw.until(
        lambda: draw.sample(slots, n), lambda taken: _extents(taken) == (rows, columns)
    )
    return _in_slots(crowd, taken)


def _lattices(height: int, width: int, count: int) -> list[Sides]:
    """Return the lattices, as rows and columns, with the largest slots for so many things."""
    sides = range(2, max(3, count))
    most = count + max(1, count // 3)
    fitting = [(r, c) for r, c in product(sides, sides) if count <= r * c <= most]
    slots = [min(height // rows, width // columns) for rows, columns in fitting]
    return [one for one, slot in zip(fitting, slots, strict=True) if slot == max(slots)]


def _in_cross(crowd: _Crowd) -> list[Place]:
    draw = crowd.draw
    upright = draw.choice(_ways_up(crowd.height, crowd.width))
    down, right = draw.choice((1, -1)), draw.choice((1, -1))
    places = [(down * row, right * column) for row, column in _plus(upright, len(crowd.sizes))]
    return _in_slots(crowd, draw.shuffled(places))


def _ways_up(height: int, width: int) -> list[bool]:
    """Say whether the longer bar of a cross may be the upright one, or the level one, or both."""
    return [
        upright for upright in (True, False) if (height >= width if upright else height <= width)
    ]


def _plus(upright: bool, count: int) -> list[Place]:
    """Return places of a plus; if its bars differ, the upright or the level one is longer."""
    if count > len(_CROSS):
        raise SampleError(f"{count} things in a cross: it has {len(_CROSS)} places")
    return [(a, b) if upright else (b, a) for a, b in _CROSS[:count]]


def _extents(places: Sequence[Place]) -> Sides:
    """Return how many rows and columns lie from the first to the last of some places."""
    rows, columns = zip(*places, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _in_slots(crowd: _Crowd, slots: list[Place]) -> list[Place]:
    """Place boxes in slots of two or more rows and columns at regular distances."""
    tops, lefts = (_in_steps(crowd, [slot[at] for slot in slots], at) for at in (0, 1))
    return list(zip(tops, lefts, strict=True))


def _in_steps(crowd: _Crowd, steps: list[int], at: int) -> list[int]:
    """Place each box along an axis in the slot of its number; the slots are equally far apart."""
    draw, lengths, total = crowd.draw, crowd.lengths(at), crowd.room(at)
    slot, gaps = max(lengths), max(steps) - min(steps)
    low, high = slot + crowd.margin, (total - slot) // gaps
    pitch = max(draw.integer(low, high), draw.integer(low, high))
    play = 0 if crowd.aligned else min(1, pitch - low, total - slot - pitch * gaps)
    first = draw.integer(0, total - slot - play - pitch * gaps) - pitch * min(steps)
    slacks = [slot + play - length for length in lengths]
    offs = [_about_middle(crowd, slack) for slack in slacks]
    return [first + pitch * step + off for step, off in zip(steps, offs, strict=True)]


def _in_ring(crowd: _Crowd) -> list[Place]:
    """Place boxes around the middle of the room, a fifth of its sides or more, which is empty."""
    n, draw = len(crowd.sizes), crowd.draw
    top, left = 2 * crowd.height // 5, 2 * crowd.width // 5
    middle = Box(top, left, crowd.height - 2 * top, crowd.width - 2 * left)
    off = 0.0 if crowd.aligned else 0.3

    def around() -> list[Box]:
        first = draw.uniform()
        turns = [first + (index + off * (draw.uniform() - 0.5)) / n for index in range(n)]
        return _at(crowd, [_on_ring(turn) for turn in turns])

    def is_clear(boxes: list[Box]) -> bool:
        return _apart(boxes, crowd.margin) and all(_apart([box, middle], 0) for box in boxes)

    return [(box.top, box.left) for box in draw.until(around, is_clear, _TRIES)]


def _on_ring(turn: float) -> tuple[float, float]:
    """Return a place on a line between a circle and the square around it."""
    down, right = (round(of(2 * pi * turn), 9) for of in (sin, cos))  # the rest differs by machine
    reach = sqrt(max(abs(down), abs(right)))
    return down / reach, right / reach


def _in_corners(crowd: _Crowd) -> list[Place]:
    n, draw = len(crowd.sizes), crowd.draw
    far = min(crowd.height, crowd.width) // 7

    def near() -> list[Box]:
        places = draw.sample(_CORNERS, min(n, 4)) + draw.sample(_SIDES, max(0, n - 4))
        boxes = _at(crowd, draw.shuffled(places))
        return boxes if crowd.aligned else [_pushed(crowd, box, far) for box in boxes]

    boxes = draw.until(near, lambda boxes: _apart(boxes, crowd.margin), _TRIES)
    return [(box.top, box.left) for box in boxes]


def _pushed(crowd: _Crowd, box: Box, far: int) -> Box:
    """Move a box at random, within the room."""
    top = box.top + crowd.draw.integer(-far, far)
    left = box.left + crowd.draw.integer(-far, far)
    top = min(max(0, top), crowd.height - box.height)
    return Box(top, min(max(0, left), crowd.width - box.width), box.height, box.width)


def _at(crowd: _Crowd, places: Sequence[tuple[int | float, int | float]]) -> list[Box]:
    """Place boxes in the room, from -1 at its top or left to 1 at the other end."""
    return [
        Box(
            round((crowd.height - height) * (1 + down) / 2),
            round((crowd.width - width) * (1 + right) / 2),
            height,
            width,
        )
        for (height, width), (down, right) in zip(crowd.sizes, places, strict=True)
    ]


def _apart(boxes: Sequence[Box], margin: int) -> bool:
    """Say whether there are so many free cells between any two boxes."""
    return not any(
        one.top - margin <= other.bottom
        and other.top - margin <= one.bottom
        and one.left - margin <= other.right
        and other.left - margin <= one.right
        for one, other in combinations(boxes, 2)
    )


_ARRANGED: dict[Arrangement, Callable[[_Crowd], list[Place]]] = {
    "scatter": _scattered,
    "row": _in_row,
    "column": _turned(_in_row),
    "falling": _falling,
    "rising": _rising,
    "lattice": _in_lattice,
    "ring": _in_ring,
    "two_rows": _in_two_rows,
    "two_columns": _turned(_in_two_rows),
    "corners": _in_corners,
    "cross": _in_cross,
    "staggered": _staggered,
}
