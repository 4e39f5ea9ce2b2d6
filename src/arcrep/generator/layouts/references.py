"""Scenes around a reference: the centre of the grid, an object of a colour, a block, or a core."""

from typing import Literal, get_args

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Sheet
from arcrep.generator.geometry import holes
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet, sides
from arcrep.generator.scenes.masks import Axis, Side, filled, outline, solid
from arcrep.generator.scenes.placing import cut
from arcrep.generator.scenes.several import scattered_shapes
from arcrep.generator.shapes import SHAPES, SOME_SHAPES, ShapeName, any_shape, mirrored_blob


@layout(
    says="an object at the centre of the grid, and others around it",
    provides={"several"},
    count={"between": [2, 4]},
    side={"between": [7, 13]},
    largest={"between": [1, 4]},
)
def around_center(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    smallest: int = 1,
    shapes: tuple[ShapeName, ...] = ("dot", *SOME_SHAPES),
    alike: Literal["no", "kind", "shape"] = "no",
    colors: Colors = "own",
    framed: bool = False,
    proportions: Proportions = "free",
) -> Grid:
    """One object exactly at the centre of the grid; of the others none but its frame is there.

    The sides are chosen to suit the object: they may come out one shorter.

    Args:
        count: How many others, the frame not counted: one or more.
        framed: A ring of a colour of its own stands around the object; both are centred.
    """
    at_least(1, count=count)
    masks = scattered_shapes(draw, count + 1, smallest, largest, shapes, alike)
    palette = colors_for(draw, count + 1, colors)
    height, width = (
        length - (length - own) % 2
        for length, own in zip(sides(draw, side, proportions), masks[0].shape, strict=True)
    )
    sheet = Sheet(draw, height, width)
    center = _paste_centered(sheet, masks[0], palette[0])
    if framed:
        gap = 2 * draw.integer(1, 2)
        frame = outline(center.height + gap, center.width + gap)
        _paste_centered(sheet, frame, draw.color((0, *palette)))
    around = ~holes(~sheet.free) & sheet.free
    sheet.place_all(masks[1:], palette[1:], within=around)
    return sheet.grid


def _paste_centered(sheet: Sheet, mask: Mask, color: int) -> Box:
    top, left = sheet.box.height - mask.shape[0], sheet.box.width - mask.shape[1]
    return sheet.paste(mask, color, top // 2, left // 2)


@layout(
    says="objects on both sides of a reference",
    provides={"several"},
    count={"between": [3, 5]},
    side={"between": [10, 16]},
    largest={"between": [2, 4]},
)
def reference_scatter(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    smallest: int = 2,
    color: int = ANY,
    axis: Axis = "vertical",
    shapes: tuple[ShapeName, ...] = ("square", "rectangle", "bar"),
    reference_shapes: tuple[ShapeName, ...] = ("square", "rectangle"),
    colors: Colors = "few",
    proportions: Proportions = "free",
) -> Grid:
    """A reference of its own colour with at least one object wholly beyond it on either side.

    Args:
        count: How many objects beside the reference: two or more.
        color: The colour of the reference; -1 for one that is drawn.
        axis: At its ends lie the two sides.
        reference_shapes: The kinds of the reference.
    """
    at_least(2, count=count)
    sheet = new_sheet(draw, side, proportions)
    color = color_or_any(draw, color)
    palette = colors_for(draw, count, colors, [color])
    masks = [any_shape(draw, smallest, largest, shapes) for _ in range(count)]
    at = 0 if axis == "vertical" else 1
    first, last = masks[0].shape[at] + 1, masks[1].shape[at] + 1
    strip = cut(sheet.box, at, first, sheet.box[2 + at] - last)
    middle = sheet.place(any_shape(draw, smallest, largest, reference_shapes), color, within=strip)
    near, far = middle[at], middle[at] + middle[2 + at]
    sheet.place(masks[0], palette[0], within=cut(sheet.box, at, 0, near))
    sheet.place(masks[1], palette[1], within=cut(sheet.box, at, far, sheet.box[2 + at]))
    sheet.place_all(masks[2:], palette[2:])
    return sheet.grid


@layout(
    says="a large block with bars before and behind it",
    provides={"several"},
    behind={"between": [0, 2]},
    side={"between": [8, 13]},
)
def block_and_bars(
    draw: Draw,
    behind: int,
    side: int,
    before: int = 1,
    axis: Axis = "vertical",
    colors: Colors = "one",
    proportions: Proportions = "free",
) -> Grid:
    """A block, full or hollow, with short bars across the axis that meet it when moved along.

    It has more cells than any bar. All keep a distance of one cell or more.

    Args:
        behind: How many bars lie below (right of) the block.
        before: How many lie above (left of) it, one or more.
        colors: Those of the bars; the block's own is another.
    """
    at_least(1, before=before)
    at_least(0, behind=behind)
    sheet = new_sheet(draw, side, proportions)
    color = draw.color()
    palette = colors_for(draw, before + behind, colors, [color])
    low, high = max(2, side // 3), max(3, side // 2)
    height, width = draw.integer(low, high), draw.integer(low, high)
    hollow = min(height, width) > 2 and draw.chance(0.25)
    block = sheet.place(
        outline(height, width) if hollow else solid(height, width),
        color,
        within=cut(sheet.box, 0, 2 * before, sheet.box.height - 2 * behind),
    )
    for number, bar_color in enumerate(palette):
        start, stop = (0, block.top) if number < before else (block.bottom + 1, sheet.box.height)
        length = draw.integer(2, width + 1)
        left = max(0, block.left - length + 1)
        right = min(block.right + length, sheet.box.width)
        sheet.place(
            solid(1, length), bar_color, within=Box(start, left, stop - start, right - left)
        )
    return as_grid(sheet.grid if axis == "vertical" else sheet.grid.T)


@layout(
    says="a core with an attachment on each side",
    provides={"several"},
    side={"between": [10, 18]},
)
def core_with_attachments(
    draw: Draw, side: int, color: int = ANY, proportions: Proportions = "free"
) -> Grid:
    """A core, symmetric in both axes, and on each of its four sides something of its own colour.

    Args:
        color: The colour of the core; -1 for one that is drawn.
    """
    sheet = new_sheet(draw, side, proportions)
    color = color_or_any(draw, color)
    palette = draw.colors(4, (0, color))
    shorter = min(sheet.box[2:])
    mask = _core(draw, max(3, shorter * 2 // 5), max(3, shorter * 3 // 5))
    depth = draw.integer(1, max(1, (shorter - max(mask.shape)) // 2))
    arms = [_arm(draw, depth, min(mask.shape)) for _ in range(2)]
    if draw.chance(0.7):
        arms[1] = arms[0]
    core = sheet.place(mask, color, within=sheet.box.inset(depth))
    for way, arm_color in zip(get_args(Side), palette, strict=True):
        _attach(sheet, core, arms[way in ("left", "right")], way, arm_color)
    return sheet.grid


def _core(draw: Draw, low: int, high: int) -> Mask:
    """Draw a figure with odd sides that has the middle cell of each side."""
    side = 2 * draw.integer(low // 2, max(low - 1, high - 1) // 2) + 1
    other = 2 * draw.integer(low // 2, max(low - 1, high - 1) // 2) + 1
    kind = draw.choice(("solid", "outline", "diamond", "diamond_ring", "plus", "blob"))
    if kind == "solid":
        return solid(side, other)
    if kind == "outline":
        return outline(side, other)
    if kind == "blob":
        return draw.until(
            lambda: mirrored_blob(draw, side, side, "both"),
            lambda mask: bool(mask[0, side // 2] and mask[side // 2, 0]),
        )
    mask = SHAPES["plus" if kind == "plus" else "diamond_ring"](draw, side, side)
    return filled(mask) if kind == "diamond" else mask


def _arm(draw: Draw, depth: int, broadest: int) -> Mask:
    """Draw an attachment for the upper side: a block, or a pyramid or a fork that points down."""
    breadth = 2 * draw.integer(0, (broadest - 1) // 2) + 1
    kind = draw.choice(("block", "block", "pyramid", "fork"))
    if kind == "block":
        return solid(depth, breadth)
    off = abs(np.arange(2 * depth - 1) - (depth - 1))
    row = np.arange(depth)[:, None]
    return off <= row if kind == "pyramid" else off == depth - 1 - row


def _attach(sheet: Sheet, core: Box, arm: Mask, way: Side, color: int) -> None:
    """Put what is meant for the upper side on a side of the core, in its middle."""
    turns: dict[Side, Mask] = {
        "up": arm,
        "down": arm[::-1],
        "left": np.rot90(arm),
        "right": np.rot90(arm, -1),
    }
    mask = turns[way]
    height, width = mask.shape
    top = core.top + (core.height - height) // 2
    left = core.left + (core.width - width) // 2
    top = {"up": core.top - height, "down": core.bottom + 1}.get(way, top)
    left = {"left": core.left - width, "right": core.right + 1}.get(way, left)
    sheet.paste(mask, color, top, left)
