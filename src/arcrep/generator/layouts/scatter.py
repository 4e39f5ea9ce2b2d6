"""Scenes of several objects: scattered, in different directions, or in groups that agree."""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.shapes import any_shape, distinct_shapes, solid

Proportions = Literal["square", "free", "wide", "tall"]
"""Both sides alike; the shorter one, of either kind, at least two thirds of the longer; or the
height (width) only a third to two thirds of the width (height)."""

ShapeName = Literal[
    "dot",
    "bar_horizontal",
    "bar_vertical",
    "bar",
    "diagonal",
    "square",
    "rectangle",
    "triangle",
    "ring",
    "frame_thick",
    "diamond_ring",
    "irregular_ring",
    "cup",
    "gapped_ring",
    "letter",
    "plus",
    "cross",
    "tee",
    "ell",
    "stairs",
    "blob",
    "blob4",
]
Palette = Literal["one", "own", "few"]
"""All objects of one colour, each of its own, or each of one out of a few."""

LineAxis = Literal["horizontal", "vertical", "falling", "rising"]

SOME_SHAPES: tuple[ShapeName, ...] = (
    "square",
    "rectangle",
    "ring",
    "cup",
    "plus",
    "tee",
    "ell",
    "blob4",
)
"""Kinds of which two are easily told apart, and whose cells hang together by sides."""

_MOST_OF_FEW = 5


def new_sheet(draw: Draw, side: int, proportions: Proportions) -> Sheet:
    """Return an empty sheet whose longer side is given."""
    if proportions == "square":
        return Sheet(draw, side, side)
    if proportions == "free":
        return Sheet(draw, *draw.shuffled((side, draw.integer(-(-2 * side // 3), side))))
    shorter = draw.integer(-(-side // 3), max(1, 2 * side // 3))
    return Sheet(draw, *((shorter, side) if proportions == "wide" else (side, shorter)))


def drawn_color(draw: Draw, color: int, exclude: Sequence[int] = ()) -> int:
    """Return the colour, or for -1 one that is drawn."""
    return draw.color((0, *exclude)) if color < 0 else color


def drawn_colors(
    draw: Draw, count: int, palette: Palette, exclude: Sequence[int] = ()
) -> list[int]:
    """Draw colours for so many objects."""
    if palette == "own":
        return draw.colors(count, (0, *exclude))
    size = 1 if palette == "one" else draw.integer(1, min(count, _MOST_OF_FEW))
    some = draw.colors(size, (0, *exclude))
    return [draw.choice(some) for _ in range(count)]


def line(axis: LineAxis, length: int) -> Mask:
    """Return a straight line of cells."""
    if axis == "horizontal":
        return solid(1, length)
    if axis == "vertical":
        return solid(length, 1)
    falling = np.eye(length, dtype=np.bool_)
    return falling if axis == "falling" else falling[::-1]


def cut(box: Box, at: int, start: int, stop: int) -> Box:
    """Return the rows (at = 0) or columns (at = 1) of a box from start up to stop."""
    ends = [*box]
    ends[at], ends[2 + at] = start, max(0, stop - start)
    return Box(*ends)


def room_along(sheet: Sheet, axis: LineAxis) -> int:
    """Return the length of the longest line that the sheet has room for."""
    room = {"horizontal": sheet.box.width, "vertical": sheet.box.height}
    return room.get(axis, min(room.values()))


@layout(
    says="objects scattered over the grid",
    provides={"several"},
    count={"between": [3, 5]},
    side={"between": [9, 14]},
    largest={"between": [3, 4]},
)
def scatter(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    smallest: int = 2,
    shapes: tuple[ShapeName, ...] = SOME_SHAPES,
    alike: Literal["no", "kind", "shape"] = "no",
    distinct_sizes: bool = False,
    colors: Palette = "own",
    proportions: Proportions = "free",
    margin: int = 1,
) -> Grid:
    """Objects apart from each other, all places equally likely.

    Args:
        count: Two or more.
        largest: The longest side that an object may have.
        smallest: The shortest length of the longer side of an object.
        alike: Whether all objects of a scene are of the same kind, or of the same shape.
        distinct_sizes: No two objects have equally many cells.
        margin: 0 lets objects touch: give each its own colour then.
    """
    at_least_two(count)
    sheet = new_sheet(draw, side, proportions)
    largest = min(largest, *sheet.box[2:])
    masks = scattered_shapes(draw, count, smallest, largest, shapes, alike, distinct_sizes)
    sheet.place_all(masks, drawn_colors(draw, count, colors), margin)
    return sheet.grid


def at_least_two(count: int) -> None:
    """Raise a SampleError where there would be fewer than two objects."""
    if count < 2:
        raise SampleError(f"count: there are two objects or more, not {count}")


def scattered_shapes(
    draw: Draw,
    count: int,
    smallest: int,
    largest: int,
    shapes: Sequence[ShapeName],
    alike: str,
    distinct_sizes: bool = False,
) -> list[Mask]:
    """Draw shapes as the parameters of `scatter` say."""
    if alike == "shape":
        if distinct_sizes:
            raise SampleError("objects of the same shape have no distinct sizes")
        return [any_shape(draw, smallest, largest, shapes)] * count
    kinds = [draw.choice(shapes)] if alike == "kind" else shapes
    masks: dict[int, Mask] = {}
    for number in range(count if not distinct_sizes else 10 * count):
        mask = any_shape(draw, smallest, largest, kinds)
        masks.setdefault(int(mask.sum()) if distinct_sizes else number, mask)
        if len(masks) == count:
            return list(masks.values())
    raise SampleError(f"no {count} distinct sizes from {smallest} to {largest}")


@layout(
    says="bars along different axes",
    provides={"several", "orientations"},
    count={"between": [3, 5]},
    side={"between": [8, 13]},
    longest={"between": [4, 7]},
)
def mixed_bars(
    draw: Draw,
    count: int,
    side: int,
    longest: int,
    shortest: int = 2,
    axes: tuple[LineAxis, ...] = ("horizontal", "vertical"),
    colors: Palette = "own",
    proportions: Proportions = "free",
    margin: int = 1,
) -> Grid:
    """Straight bars one cell wide, at least two of them along two different axes.

    Args:
        count: Two or more.
        shortest: At 1 some bars may be single cells.
        axes: Two or more.
        margin: 0 lets bars touch: give each its own colour then.
    """
    at_least_two(count)
    sheet = new_sheet(draw, side, proportions)
    drawn = draw.sample(axes, 2) + [draw.choice(axes) for _ in range(count - 2)]
    lengths = [max(2, shortest)] * 2 + [shortest] * (count - 2)
    masks = [_bar(sheet, axis, low, longest) for axis, low in zip(drawn, lengths, strict=True)]
    sheet.place_all(masks, drawn_colors(draw, count, colors), margin)
    return sheet.grid


def _bar(sheet: Sheet, axis: LineAxis, shortest: int, longest: int) -> Mask:
    longest = min(longest, room_along(sheet, axis))
    return line(axis, sheet.draw.integer(min(shortest, longest), longest))


@layout(
    says="parallel bars",
    count={"between": [3, 5]},
    side={"between": [8, 13]},
    longest={"between": [4, 7]},
    axis={"any": ["horizontal", "vertical"]},
)
def parallel_bars(
    draw: Draw,
    count: int,
    side: int,
    longest: int,
    axis: LineAxis,
    shortest: int = 1,
    colors: Palette = "one",
    proportions: Proportions = "free",
) -> Grid:
    """Bars one cell wide along one axis; some may be single cells, but not all of them."""
    sheet = new_sheet(draw, side, proportions)
    lengths = [max(2, shortest)] + [shortest] * (count - 1)
    masks = [_bar(sheet, axis, low, longest) for low in lengths]
    sheet.place_all(masks, drawn_colors(draw, count, colors))
    return sheet.grid


@layout(
    says="objects of which some agree in something and some in nothing",
    provides={"several", "twins"},
    groups={"any": [1, 1, 2]},
    odd={"between": [1, 2]},
    side={"between": [10, 13]},
    largest={"between": [3, 4]},
)
def twins(
    draw: Draw,
    groups: int,
    odd: int,
    side: int,
    largest: int,
    by: Literal["shape", "color", "orientation"] = "shape",
    smallest: int = 2,
    shapes: tuple[ShapeName, ...] = SOME_SHAPES,
    colors: Palette = "few",
    proportions: Proportions = "free",
) -> Grid:
    """Groups of two or three objects that agree in one thing, and odd ones that have no partner.

    What else they have is drawn without regard to the groups.

    Args:
        groups: How many groups: one or more.
        odd: How many objects without a partner.
        by: Orientations are those of straight lines, at most four.
        colors: Those of the objects where they do not agree in colour.
    """
    sheet = new_sheet(draw, side, proportions)
    sizes = [3 if draw.chance(0.3) else 2 for _ in range(groups)] + [1] * odd
    labels = [label for label, size in enumerate(sizes) for _ in range(size)]

    def make() -> Mask:
        return any_shape(draw, smallest, largest, shapes)

    palette = drawn_colors(draw, len(labels), colors)
    if by == "shape":
        # Turned copies would leave it open whether they count as the same.
        different_shapes = distinct_shapes(make, len(sizes), turned=True)
        masks = [different_shapes[label] for label in labels]
    elif by == "color":
        some = [make() for _ in sizes]
        masks = [draw.choice(some) for _ in labels]
        different_colors = draw.colors(len(sizes))
        palette = [different_colors[label] for label in labels]
    else:
        axes = draw.sample(get_args(LineAxis), len(sizes))
        masks = [_bar(sheet, axes[label], max(2, smallest), largest) for label in labels]
    sheet.place_all(masks, palette)
    return sheet.grid
