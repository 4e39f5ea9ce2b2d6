"""Scenes of the centre: an object exactly at the centre of the grid, and others that are not."""

from collections.abc import Sequence
from typing import Literal

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes import surroundings
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, Sides, at_least, sides
from arcrep.generator.scenes.masks import Shape, outline
from arcrep.generator.scenes.surroundings import Site, centered_box
from arcrep.generator.shapes import SOME_SHAPES, ShapeName, any_shape

Around = Literal[
    "scatter", "ring", "corners", "cross", "row", "column", "diagonal", "framed", "crowd"
]

_ROUND = ("ring", "cross", "diagonal", "framed")
"""What needs as much room along either axis."""

_SMALLEST_FRAME = 4
"""Room that leaves a frame three cells a side, a little off the middle."""

_IN_LINE = ("cross", "row", "column", "diagonal")
"""Where every object has its middle on a line through the centre."""


@layout(
    says="an object at the centre of the grid, and others around it",
    provides={"several"},
    count={"between": [3, 6]},
    side={"between": [12, 18]},
    largest={"between": [3, 4]},
)
def centered(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    around: Around = "scatter",
    smallest: int = 2,
    thickness: int = 1,
    shapes: tuple[ShapeName, ...] = SOME_SHAPES,
    colors: Colors = "few",
    margin: int = 1,
    border: int = 0,
    frame_color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """One object exactly at the centre of the grid; the boxes of others keep 2 cells away from it.

    Objects are drawn alike wherever they stand. The sides are chosen to suit the one in the middle:
    they may come out one shorter.

    Args:
        count: How many others there are: two or more.
        side: The longer side of the grid.
        around: Where the others stand: anywhere (scatter); all around at like angles (ring); in
            three or four corners; in the middle row and column (cross); with the one in the middle
            in a row, a column or a diagonal of three, five or seven at equal distances; anywhere
            in a frame (framed); or half of them nearby (crowd).
        largest: The longest side of an object; less where the grid is small.
        smallest: The least length of the longer side of an object.
        thickness: The least length of its shorter side, where its kind allows that.
        margin: Free cells between the boxes of two objects, or more.
        border: Free cells between objects (or the frame) and the edges, or more.
        frame_color: The colour of the frame, which no object has; -1 for one that is drawn. Its
            middle is a little off the centre, so that the object there is the one nearest to it.
    """
    at_least(2, count=count)
    at_least(1, thickness=thickness, margin=margin)
    at_least(0, border=border)
    frame = [color_or_any(draw, frame_color)] if around == "framed" else []
    count = max(count, 3) if around == "corners" else count
    lengths = _lengths(draw, side, proportions, around)
    inset = border + (2 + margin if around == "framed" else 0)
    largest = max(smallest, min(largest, _longest(lengths, around, inset, margin)))
    masks = _figures(draw, count + 1, (smallest, largest, thickness), shapes, around in _IN_LINE)
    palette = colors_for(draw, len(masks), colors, frame)
    # So that the one in the middle has as many cells on either side of it.
    height, width = (
        length - (length - own) % 2 for length, own in zip(lengths, masks[0].shape, strict=True)
    )
    sheet = Sheet(draw, height, width)
    room = sheet.box.inset(border)
    for color in frame:
        room = _framed(sheet, room, color).inset(1 + margin)
    site = Site((height, width), room, centered_box((height, width), masks[0].shape), margin)
    boxes = [site.middle, *_around(draw, site, [mask.shape for mask in masks[1:]], around)]
    for mask, color, box in zip(masks, palette, boxes, strict=False):
        sheet.paste(mask, color, box.top, box.left)
    return sheet.grid


def _figures(
    draw: Draw,
    count: int,
    sizes: tuple[int, int, int],
    shapes: Sequence[ShapeName],
    same_parity: bool,
) -> list[Shape]:
    """Draw shapes that are thick enough, of the same parity where they have to line up."""
    smallest, largest, thickness = sizes
    masks = list[Shape]()
    for _ in range(count):
        first = masks[0].shape if masks and same_parity else None
        masks.append(
            draw.until(
                lambda: any_shape(draw, smallest, largest, shapes),
                lambda mask, first=first: (
                    min(mask.shape) >= thickness and (not first or _agree(mask.shape, first))
                ),
            )
        )
    return masks


def _agree(one: Sides, other: Sides) -> bool:
    """Say whether heights and widths are both even or both odd."""
    return not ((one[0] - other[0]) % 2 or (one[1] - other[1]) % 2)


def _lengths(draw: Draw, side: int, proportions: Proportions, around: Around) -> Sides:
    """Draw the sides of a grid: such that there is room on all sides of the middle, if need be."""
    if around not in ("row", "column"):
        return sides(draw, side, proportions, side - 2 if around in _ROUND else 7)
    if proportions == "free":
        proportions = draw.choice(("free", "wide"))
    shorter, longer = sorted(sides(draw, side, proportions, 5))
    return (shorter, longer) if around == "row" else (longer, shorter)


def _longest(lengths: Sides, around: Around, inset: int, margin: int) -> int:
    """Say how long objects can be of which three have room side by side, along the longer side."""
    room = (min if around in _ROUND else max)(lengths) - 2 * inset - 1
    return min((room - 2 * margin) // 3, (room - 2 * surroundings.CLEAR) // 2)


def _framed(sheet: Sheet, room: Box, color: int) -> Box:
    """Draw a frame near the edges of a room, a little off its middle; return its box."""
    draw = sheet.draw
    if min(room.height, room.width) < _SMALLEST_FRAME:
        raise SampleError(f"no room for a frame in {room.height} by {room.width} cells")
    down, right = draw.choice(((0, 1), (1, 0), (1, 1)))
    top, left = room.top + draw.integer(0, down), room.left + draw.integer(0, right)
    return sheet.paste(outline(room.height - down, room.width - right), color, top, left)


def _around(draw: Draw, site: Site, sizes: list[Sides], around: Around) -> list[Box]:
    """Draw where the others stand; a row, say, may take fewer than there are."""
    if around in ("row", "column", "diagonal"):
        return surroundings.line(draw, site, sizes, around)
    if around == "ring":
        return surroundings.ring(draw, site, sizes)
    if around == "corners":
        return surroundings.corners(draw, site, sizes[:4])
    if around == "cross":
        return surroundings.cross(draw, site, sizes)
    nearby = (len(sizes) + 1) // 2 if around == "crowd" else 0
    return surroundings.scattered(draw, site, sizes, nearby)
