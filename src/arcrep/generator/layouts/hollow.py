"""Closed outlines: beside full shapes, tall and wide, as polygons, and cut into a ground."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Patch, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import components, core
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import Corners, Shape, cut_corners, rim, solid
from arcrep.generator.scenes.placing import fitting_side
from arcrep.generator.shapes import ShapeName, any_shape


@layout(
    says="hollow shapes and full ones",
    provides={"container"},
    hollow={"between": [1, 2]},
    full={"between": [1, 2]},
    side={"between": [9, 14]},
)
def hollow_and_full(
    draw: Draw,
    hollow: int,
    full: int,
    side: int,
    shapes: tuple[ShapeName, ...] = ("square", "rectangle"),
    content: Literal["empty", "filled", "any"] = "empty",
    odd: bool = False,
    colors: Colors = "own",
    color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """Draw shapes apart from each other, some with their rims alone, at least one.

    The full ones are thick enough to have an inside too. The content is a filling in another
    colour. `color` is that of all, if it is given. Shapes with odd sides have one cell in
    the middle.
    """
    at_least(1, hollow=hollow)
    at_least(0, full=full)
    sheet, number = new_sheet(draw, side, proportions), hollow + full
    largest = fitting_side(sheet.box, number)
    masks = [_with_inside(draw, shapes, largest, odd) for _ in range(number)]
    own = colors_for(draw, number, colors, color=color)
    patches: list[int | Patch] = list(own)
    for index in range(hollow):
        filled = content == "filled" or (content == "any" and draw.chance(0.8))
        inner = draw.color((0, own[index])) if filled else 0
        patches[index] = _rimmed(masks[index], own[index], inner)
    sheet.place_all(masks, patches)
    return sheet.grid


@layout(
    says="tall and wide rectangles",
    provides={"container", "several", "orientations"},
    count={"between": [2, 5]},
    side={"between": [10, 16]},
)
def tall_and_wide(
    draw: Draw,
    count: int,
    side: int,
    colors: Colors = "few",
    proportions: Proportions = "free",
) -> Grid:
    """Draw hollow rectangles apart from each other, at least one of them tall and one wide."""
    at_least(2, count=count)
    sheet = new_sheet(draw, side, proportions)
    longest = max(4, fitting_side(sheet.box, count))
    masks: list[Shape] = []
    for index in range(count):
        longer = draw.integer(4, longest)
        shape = solid(longer, draw.integer(3, max(3, min(longer - 1, longest // 2 + 1))))
        tall = draw.chance(0.5) if index > 1 else index == 0
        masks.append(shape if tall else shape.T)
    own = colors_for(draw, len(masks), colors)
    sheet.place_all(masks, [_rimmed(mask, c, 0) for mask, c in zip(masks, own, strict=True)])
    return sheet.grid


@layout(
    says="the outline of a polygon",
    provides={"container"},
    corners={"between": [3, 8]},
    side={"between": [12, 21]},
)
def polygon(
    draw: Draw,
    corners: int,
    side: int,
    color: int = ANY,
) -> Grid:
    """Draw a polygon with so many corners, its sides upright, level or at 45 degrees.

    It nearly fills its grid, no side of which is longer than `side`.
    """
    height, width, cuts = draw.until(
        lambda: _cut_box(draw, side, corners),
        lambda box: max(box[:2]) <= side and _count_corners(*box) == corners,
    )
    lengths = [min(side, length + draw.integer(0, 4)) for length in (height, width)]
    sheet = Sheet(draw, *lengths)
    sheet.place(rim(cut_corners(height, width, cuts)), color_or_any(draw, color))
    return sheet.grid


@layout(
    says="outlines cut into a coloured ground",
    provides={"container"},
    count={"between": [1, 3]},
    inner={"between": [2, 4]},
    side={"between": [9, 14]},
)
def cut_outlines(
    draw: Draw,
    count: int,
    inner: int,
    side: int,
    color: int = 0,
    proportions: Proportions = "free",
) -> Grid:
    """Draw outlines of boxes, some with cut corners, on a ground of another colour.

    Inside they are all of the same height, and none begins in the column of another.
    """
    at_least(1, count=count)
    ground = draw.color({0, color})
    sheet = new_sheet(draw, side, proportions, background=ground)
    masks = [_rounded_box(draw, inner + 2, draw.integer(3, inner + 3)) for _ in range(count)]
    line = color_or_any(draw, color, [ground], black=True)
    boxes = sheet.place_all(masks, [_rimmed(mask, line, ground) for mask in masks])
    if len({box.left for box in boxes}) < count:
        raise SampleError("two outlines begin in the same column")
    return sheet.grid


def _rimmed(mask: Shape, color: int, inner: int) -> Patch:
    return np.where(rim(mask), color, inner).astype(np.uint8)


def _with_inside(draw: Draw, shapes: tuple[ShapeName, ...], largest: int, odd: bool) -> Shape:
    """Draw a shape with one area inside its rim."""
    return draw.until(
        lambda: any_shape(draw, 3, largest, shapes),
        lambda mask: (mask.size % 2 == 1 or not odd) and len(components(core(mask), 4)) == 1,
    )


def _rounded_box(draw: Draw, height: int, width: int) -> Shape:
    deepest = (min(height, width) - 1) // 2
    cut = draw.integer(1, deepest) if draw.chance(0.6) else 0
    return cut_corners(height, width, cut)


def _cut_box(draw: Draw, side: int, corners: int) -> tuple[int, int, Corners]:
    """Draw the sides of a box and cuts of its corners, which may make no polygon."""
    deepest = max(3, side // 2)
    cuts = [draw.integer(3, deepest) * draw.chance((corners - 2) / 6) for _ in range(4)]
    if draw.chance(0.6):
        cuts[1], cuts[3] = cuts[0], cuts[2]
    if draw.chance(0.3):
        cuts[2:] = cuts[:2]
    upper_left, upper_right, lower_left, lower_right = cuts
    least_height = max(upper_left + lower_left, upper_right + lower_right)
    least_width = max(upper_left + upper_right, lower_left + lower_right)
    # A side of one cell is the tip of two slanted ones.
    height = least_height + draw.choice((1, draw.integer(4, max(4, side - least_height))))
    width = least_width + draw.choice((1, draw.integer(4, max(4, side - least_width))))
    return height, width, (upper_left, upper_right, lower_left, lower_right)


def _count_corners(height: int, width: int, cuts: Corners) -> int:
    """Count the corners of a cut box; 0 where some side is too short, or it is too thin."""
    upper_left, upper_right, lower_left, lower_right = cuts
    sides = (
        width - upper_left - upper_right,
        width - lower_left - lower_right,
        height - upper_left - lower_left,
        height - upper_right - lower_right,
    )
    across = height + width - 2 - max(upper_left + lower_right, upper_right + lower_left)
    if 2 in sides or 3 in sides or across < 4:
        return 0
    return sum(side > 1 for side in sides) + sum(cut > 0 for cut in cuts)
