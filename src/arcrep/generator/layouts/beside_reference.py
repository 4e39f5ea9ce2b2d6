"""Scenes of objects that lie wholly on either side of a reference."""

from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import Axis, Shape, outline, solid
from arcrep.generator.scenes.placing import cut
from arcrep.generator.scenes.zones import (
    extent,
    fitting,
    place_in,
    size_range,
    sized_shapes,
    spread,
)
from arcrep.generator.shapes import SHAPES, SOME_SHAPES, ShapeName

Reference = Literal[
    "line", "dashed", "band", "segment", "block", "frame", "plus", "two_dots", "blob"
]
"""A line, a dashed line or a band from edge to edge; or a shorter bar, a full or a hollow
rectangle, a plus sign, two equal dots far apart, or an irregular figure."""

Side = Literal["any", "before", "behind"]
"""Above or left of the reference, or below or right of it; `any`: either."""

_OTHER: dict[Side, Side] = {"any": "any", "before": "behind", "behind": "before"}

_CROSSING = 0.7
"""In how many scenes with room for it an object lies beyond the middle of the grid."""

_NEAR = 2
"""Free cells that are enough between an object and the reference, whatever the margin."""

_LEAST: dict[Reference, int] = {"band": 2, "block": 2, "frame": 3, "plus": 3, "blob": 3}
"""How many rows a reference takes at least, where it is more than one."""


@layout(
    says="objects on both sides of a reference",
    provides={"several"},
    count={"between": [3, 5]},
    side={"between": [10, 16]},
    largest={"between": [2, 4]},
)
def beside_reference(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    reference: Reference = "line",
    reference_color: int = ANY,
    axis: Axis = "vertical",
    smallest: int = 2,
    thickness: int = 1,
    shapes: tuple[ShapeName, ...] = SOME_SHAPES,
    colors: Colors = "few",
    margin: int = 1,
    border: int = 0,
    several: Side = "any",
    proportions: Proportions = "free",
) -> Grid:
    """A reference in a colour of its own, and one object or more wholly beyond it on either side.

    Nothing lies beside the reference, in its rows (columns), even where it is shorter than the
    grid. A dashed line and two dots are several parts. In most scenes that have room for it an
    object lies in the half of the grid that is mostly the other side's: the reference decides,
    not the half.

    Args:
        count: How many objects beside the reference: two or more.
        side: The longer side of the grid; the shorter one gives way where objects need the room.
        largest: The longest side that an object may have, if there is room for so much.
        reference_color: Of the reference; -1 for one that is drawn.
        axis: At its ends lie the two sides: above and below, or left and right.
        smallest: The shortest length of the longer side of an object.
        thickness: The shortest length of the shorter side of an object.
        margin: Free cells between objects, and between them and the rows of the reference; there
            two are enough where that makes room for an object beyond the middle.
        border: Free cells between objects and the edge of the grid.
        several: On which side there are two objects or more.
    """
    at_least(2 + (several != "any"), count=count)
    at_least(1, margin=margin, largest=largest)
    at_least(0, border=border)
    at, least = 0 if axis == "vertical" else 1, _LEAST.get(reference, 1)
    apart = _Distances(margin, border)
    smallest, largest = size_range(shapes, smallest, largest)
    largest = _longest(count, min(largest, side), side, least, apart)
    sheet = new_sheet(draw, side, proportions, _shortest(count, largest, side, least, apart))
    whole = sheet.box[2 + at]
    low = max(least, whole // 10)
    # An object, the reference and half of another object have to fit into half of the grid.
    room = (whole - 1 - 2 * (border + 2 * min(margin, _NEAR) + low)) // 3
    crosses = room >= max(smallest, thickness) and draw.chance(_CROSSING)
    largest = min(largest, room) if crosses else largest
    masks = sized_shapes(draw, count, shapes, smallest, largest, thickness)
    color = color_or_any(draw, reference_color)
    palette = colors_for(draw, count, colors, [color])

    own = extent(masks)
    length, width = whole - 2 * (border + margin), sheet.box[3 - at]
    needs = _needs(count, own[at], own[1 - at], width, apart)
    deepest = min(length - min(map(sum, needs)), low if crosses else max(least, length // 4))
    mask = _reference(draw, reference, least, deepest, width, border)
    is_flipped = draw.chance(0.5)
    many = _OTHER[several] if is_flipped else several
    plan = _plan(draw, needs, len(mask), whole, own[at] if crosses else None, apart, many)

    origin = (plan.start, 0) if at == 0 else (0, plan.start)
    sheet.paste(mask if at == 0 else mask.T, color, *origin)
    inner = sheet.box.inset(border)
    split, begin = plan.split + 1, plan.start + len(mask) + plan.gap
    ahead = cut(inner, at, border, plan.start - plan.gap)
    past = cut(inner, at, begin, whole - border)
    place_in(sheet, ahead, masks[:split], palette[:split], margin)
    end = (whole - 1 + masks[split].shape[at]) // 2  # of what has its middle before the grid's
    first = cut(inner, at, begin, end) if plan.crosses else None
    place_in(sheet, past, masks[split:], palette[split:], margin, first)
    return as_grid(np.flip(sheet.grid, at)) if is_flipped else sheet.grid


class _Plan(NamedTuple):
    """How the rows (columns) of a scene are dealt out.

    Attributes:
        split: One object less than there are before the reference.
        start: Its first row.
        gap: Free rows on both sides of it.
        crosses: Objects behind it may have their middle before that of the grid.
    """

    split: int
    start: int
    gap: int
    crosses: bool


def _plan(
    draw: Draw,
    needs: list[tuple[int, int]],
    depth: int,
    whole: int,
    crossing: int | None,
    apart: "_Distances",
    several: Side,
) -> _Plan:
    """Draw where a reference begins, and how many objects are before it.

    Args:
        needs: How many rows objects need before and behind it, for each way to split them.
        depth: Of the reference.
        whole: The rows of the grid.
        crossing: The height of an object behind that had better cross the middle; None for none.
        apart: The distances to keep.
        several: Where there are two objects or more.
    """
    margin, border = apart
    room = whole - 2 * (border + margin) - depth
    splits = [split for split, need in enumerate(needs) if sum(need) <= room]
    splits = [split for split in splits if _has_several(several, split + 1, len(needs) - split)]
    if crossing:
        gap = min(margin, _NEAR)
        latest = (whole - 1 - crossing) // 2 - depth - gap
        few = [split for split in splits if border + gap + needs[split][0] <= latest]
        if few:
            split = draw.choice(few)
            first, behind = border + gap + needs[split][0], needs[split][1]
            last = min(latest, border + gap + room - behind)
            return _Plan(split, draw.integer(first, last), gap, crosses=True)
    split = draw.choice(splits)
    before, behind = needs[split]
    start = border + margin + draw.integer(before, room - behind)
    return _Plan(split, start, margin, crosses=False)


def _has_several(side: Side, before: int, behind: int) -> bool:
    return {"before": before, "behind": behind}.get(side, 2) >= 2


class _Distances(NamedTuple):
    margin: int
    border: int


@lru_cache(maxsize=1024)
def _longest(count: int, largest: int, side: int, depth: int, apart: _Distances) -> int:
    """Say how long objects may be, up to a length, for a square grid to have room for them."""
    lengths = range(1, largest + 1)
    found = [own for own in lengths if _have_room(count, own, side, side, depth, apart)]
    if not found:
        raise SampleError(f"no room for {count} objects on a side of {side}")
    return found[-1]


@lru_cache(maxsize=1024)
def _shortest(count: int, own: int, side: int, depth: int, apart: _Distances) -> int:
    """Say how long the shorter side of a grid, whichever it is, has to be for such objects."""
    for shorter in range(1, side):
        lengths = (shorter, side), (side, shorter)
        if all(_have_room(count, own, *both, depth, apart) for both in lengths):
            return shorter
    return side


def _have_room(
    count: int, own: int, length: int, width: int, depth: int, apart: _Distances
) -> bool:
    """Say whether a grid has room for squares on both sides of a reference of such a depth."""
    needs = _needs(count, own, own, width, apart)
    room = length - depth - 2 * (apart.margin + apart.border)
    return bool(needs) and min(map(sum, needs)) <= room


def _needs(
    count: int, own: int, across: int, width: int, apart: _Distances
) -> list[tuple[int, int]]:
    """Say how many rows objects need before and behind the reference, for each way to split them.

    All count as if they were the largest: so the split tells nothing of their sizes.

    Args:
        count: How many objects.
        own: How many rows the largest one has.
        across: How many columns.
        width: Of the grid.
        apart: The distances to keep.
    """
    a_row = fitting(width - 2 * apart.border, across, apart.margin)
    if not a_row:
        return []
    rows = [spread(-(-k // a_row), own, apart.margin) for k in range(1, count)]
    return list(zip(rows, reversed(rows), strict=True))


def _reference(
    draw: Draw, kind: Reference, least: int, deepest: int, width: int, border: int
) -> Shape:
    """Draw a reference that divides what is above from what is below, on the whole width."""
    if deepest < least or width < 2 * border + 4:
        raise SampleError(f"no room for a {kind} of {deepest} rows on {width} columns")
    if kind == "dashed":
        return _dashes(draw, width)
    if kind == "line":
        return solid(1, width)
    if kind == "band":
        return solid(draw.integer(2, min(3, deepest)), width)
    if kind == "two_dots":
        return _two_dots(draw, deepest, width, border)
    space = max(border, kind == "segment")
    room = width - 2 * space
    part = _part(draw, kind, deepest, room)
    left = space + draw.integer(0, room - part.shape[1])
    return np.pad(part, ((0, 0), (left, width - left - part.shape[1])))


def _part(draw: Draw, kind: Reference, deepest: int, room: int) -> Shape:
    """Draw a reference that does not reach across the grid."""
    if kind == "segment":
        return solid(1, draw.integer(max(2, room // 3), room))
    low = (deepest + 1) // 2  # on a large grid a small one would be one object of many
    if kind in ("plus", "blob"):
        return SHAPES["plus" if kind == "plus" else "blob4"](draw, max(3, low), min(deepest, room))
    least, widest = _LEAST[kind], max(3, room // 2)
    height = draw.integer(max(low, least), deepest)
    width = draw.integer(min(max(low, least), widest), widest)
    return outline(height, width) if kind == "frame" else solid(height, width)


def _dashes(draw: Draw, width: int) -> Shape:
    """Draw a line of which every second or third cell is there, or every third one is not."""
    period, dash = draw.choice(((2, 1), (3, 1), (3, 2)))
    return ((np.arange(width) + draw.integer(0, dash - 1)) % period < dash)[None]


def _two_dots(draw: Draw, deepest: int, width: int, border: int) -> Shape:
    """Draw two equal dots near both edges, so that nothing but them can be between or beside."""
    side = 2 if deepest > 1 and width // 4 >= border + 2 else 1
    most = max(border, min(border + 1, width // 4 - side))
    mask = np.zeros((side, width), np.bool_)
    left, right = draw.integer(border, most), width - side - draw.integer(border, most)
    mask[:, left : left + side] = mask[:, right : right + side] = True
    return mask
