"""Scenes of several objects: scattered, in different directions, or in groups that agree."""

from typing import Literal, get_args

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Mask, Sheet
from arcrep.generator.scenes.colors import Colors, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import LineAxis, line
from arcrep.generator.scenes.placing import room_along
from arcrep.generator.scenes.several import distinct_shapes, scattered_shapes
from arcrep.generator.shapes import SOME_SHAPES, ShapeName, any_shape


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
    colors: Colors = "own",
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
    at_least(2, count=count)
    at_least(0, margin=margin)
    sheet = new_sheet(draw, side, proportions)
    largest = min(largest, *sheet.box[2:])
    masks = scattered_shapes(draw, count, smallest, largest, shapes, alike, distinct_sizes)
    sheet.place_all(masks, colors_for(draw, count, colors), margin)
    return sheet.grid


@layout(
    says="bars along different axes",
    provides={"several", "orientations"},
    count={"between": [3, 5]},
    side={"between": [8, 13]},
    largest={"between": [4, 7]},
)
def mixed_bars(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    smallest: int = 2,
    axes: tuple[LineAxis, ...] = ("horizontal", "vertical"),
    colors: Colors = "own",
    proportions: Proportions = "free",
    margin: int = 1,
) -> Grid:
    """Straight bars one cell wide, at least two of them along two different axes.

    Args:
        count: Two or more.
        smallest: At 1 some bars may be single cells.
        axes: Two or more.
        margin: 0 lets bars touch: give each its own colour then.
    """
    at_least(2, count=count)
    at_least(0, margin=margin)
    sheet = new_sheet(draw, side, proportions)
    drawn = draw.sample(axes, 2) + [draw.choice(axes) for _ in range(count - 2)]
    lengths = [max(2, smallest)] * 2 + [smallest] * (count - 2)
    masks = [_bar(sheet, axis, low, largest) for axis, low in zip(drawn, lengths, strict=True)]
    sheet.place_all(masks, colors_for(draw, count, colors), margin)
    return sheet.grid


def _bar(sheet: Sheet, axis: LineAxis, smallest: int, largest: int) -> Mask:
    at_least(1, smallest=smallest, largest=largest)
    largest = min(largest, room_along(sheet.box, axis))
    return line(axis, sheet.draw.integer(min(smallest, largest), largest))


@layout(
    says="parallel bars",
    count={"between": [3, 5]},
    side={"between": [8, 13]},
    largest={"between": [4, 7]},
    axis={"any": ["horizontal", "vertical"]},
)
def parallel_bars(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    axis: LineAxis,
    smallest: int = 1,
    colors: Colors = "one",
    proportions: Proportions = "free",
) -> Grid:
    """Bars one cell wide along one axis; some may be single cells, but not all of them."""
    at_least(1, count=count)
    sheet = new_sheet(draw, side, proportions)
    lengths = [max(2, smallest)] + [smallest] * (count - 1)
    masks = [_bar(sheet, axis, low, largest) for low in lengths]
    sheet.place_all(masks, colors_for(draw, count, colors))
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
    colors: Colors = "few",
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
    at_least(1, groups=groups)
    sheet = new_sheet(draw, side, proportions)
    sizes = [3 if draw.chance(0.3) else 2 for _ in range(groups)] + [1] * odd
    labels = [label for label, size in enumerate(sizes) for _ in range(size)]

    def make() -> Mask:
        return any_shape(draw, smallest, largest, shapes)

    palette = colors_for(draw, len(labels), colors)
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
