"""Scenes with nested things: outlines in outlines, layers in layers, shapes with a core."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Sheet
from arcrep.generator.geometry import core, grow, holes
from arcrep.generator.scenes.colors import Colors, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.growth import lump
from arcrep.generator.scenes.masks import Shape, cut_corners, solid
from arcrep.generator.scenes.placing import box_in, box_of, clear_of, slots
from arcrep.generator.scenes.several import distinct_shapes
from arcrep.generator.scenes.walls import Wall, closed_outline, fitting_wall, outline_in
from arcrep.generator.shapes import ShapeName, any_shape

_FIGURES: tuple[ShapeName, ...] = ("ring", "cup", "letter", "plus", "tee", "ell", "blob4")
_INNER: tuple[ShapeName, ...] = ("bar", "square", "triangle", "cup", "letter", "plus", "tee", "ell")


@layout(
    says="outlines in each other, and a dot",
    provides={"container", "contents", "markers", "several"},
    side={"between": [13, 18]},
    colors={"any": ["one", "own", "own"]},
)
def nested_outlines(
    draw: Draw,
    side: int,
    colors: Colors,
    count: int = 2,
    walls: tuple[Wall, ...] = ("ring", "irregular_ring", "bevelled_ring"),
    spot: Literal["innermost", "anywhere"] = "anywhere",
    gaps: bool = False,
) -> Grid:
    """Draw outlines one in the other, none of which touches another, and one dot.

    Args:
        side: The longer side of the grid; each further outline needs 4 cells more, or 6.
        colors: Those of the outlines; the dot has another.
        count: How many outlines there are.
        walls: Kinds of outlines, taken at random.
        spot: Where the dot is: within all outlines, or anywhere.
        gaps: Every outline but the outermost has a gap of one cell above or below its inside, half
            of them in the column of the dot.
    """
    at_least(1, count=count)
    sheet = new_sheet(draw, side)
    nest = _nest(sheet, count, walls)
    color = draw.color()
    palette = colors_for(draw, count, colors, [color])
    zone = holes(nest[-1])
    if spot == "anywhere":
        zone = draw.choice((zone, *_other_zones(nest)))
    box = sheet.place(solid(1, 1), color, within=zone)
    for index, outline in enumerate(nest):
        if gaps and index:
            outline = _gapped(draw, outline, box.left)
        sheet.paste(outline, palette[index])
    return sheet.grid


def _nest(sheet: Sheet, n: int, walls: tuple[Wall, ...]) -> list[Mask]:
    """Draw n outlines, the outermost first, as masks of the sheet's shape."""
    draw, shape = sheet.draw, (sheet.box.height, sheet.box.width)
    mask, box = outline_in(draw, sheet.box, walls, 6 * (n - 1))
    nest = [np.zeros(shape, np.bool_)]
    nest[0][box.cells] = mask
    for left in range(n - 2, -1, -1):
        room = clear_of(nest[-1], holes(nest[-1]))
        inner = Sheet(draw, *shape)
        inner.place(_inner_outline(draw, box_of(room), walls, 4 * left), 1, within=room)
        nest.append(~inner.free)
    return nest


def _inner_outline(draw: Draw, room: Box, walls: tuple[Wall, ...], more: int) -> Shape:
    wall, least = fitting_wall(draw, walls, min(room.height, room.width), more)
    height = draw.integer(max(least, room.height // 2), max(least, 4 * room.height // 5))
    width = draw.integer(max(least, room.width // 2), max(least, 4 * room.width // 5))
    return closed_outline(draw, wall, height, width)


def _other_zones(nest: list[Mask]) -> list[Mask]:
    """Return what is between outlines, each with the next one, and what is outside, if any is."""
    filled = [outline | holes(outline) for outline in nest]
    zones = [holes(outer) & ~inner for outer, inner in zip(nest, filled[1:], strict=False)]
    return [*zones, ~filled[0]] if not filled[0].all() else zones


def _gapped(draw: Draw, outline: Mask, column: int) -> Mask:
    inside = holes(outline)
    if draw.chance(0.5) or not inside[:, column].any():
        column = draw.choice(np.flatnonzero(inside.any(axis=0)).tolist())
    rows = np.flatnonzero(outline[:, column]).tolist()
    cut = outline.copy()
    cut[draw.choice((rows[0], rows[-1])), column] = False
    return cut


@layout(
    says="solid layers in each other, each smaller than the last",
    provides={"container", "contents", "multicolored"},
    side={"between": [10, 16]},
    count={"between": [3, 5]},
    irregular={"any": [False, False, True]},
)
def nested_layers(
    draw: Draw,
    side: int,
    count: int,
    irregular: bool,
    innermost: Literal["layer", "figure"] = "layer",
    shapes: tuple[ShapeName, ...] = _FIGURES,
) -> Grid:
    """Draw one thing out of layers of different colours, each of which surrounds the next.

    Args:
        side: The longer side of the grid; each layer needs 3 or 4 cells of it.
        count: How many there are: 2 or more.
        irregular: They are no rectangles.
        innermost: The last one is like the others, or a figure that need not be solid.
        shapes: Kinds of such figures, one of which is taken.
    """
    at_least(2, count=count)
    sheet = new_sheet(draw, side)
    least = 2 * count - 1 + 4 * (innermost == "figure")
    box = _some_box(draw, sheet.box, least)
    make = _eroded if irregular else _inset
    masks = draw.until(lambda: make(draw, box, count), lambda made: bool(made[-1].any()), tries=20)
    if innermost == "figure":
        masks[-1] = _figure_in(draw, masks[-2], shapes)
    for mask, color in zip(masks, draw.colors(count), strict=True):
        sheet.paste(mask, color, box.top, box.left)
    return sheet.grid


def _some_box(draw: Draw, room: Box, least: int) -> Box:
    height = draw.integer(max(least, room.height // 2), room.height)
    width = draw.integer(max(least, room.width // 2), room.width)
    return box_in(draw, room, height, width)


def _inset(draw: Draw, box: Box, n: int) -> list[Mask]:
    """Draw rectangles, each with a margin of one cell or two within the last one."""
    masks = [solid(box.height, box.width)]
    top, left, bottom, right = 0, 0, box.height, box.width
    for remaining in range(n - 2, -1, -1):
        spare = min(bottom - top, right - left) - 2 * remaining - 3
        common = draw.integer(1, 2 if spare > 1 else 1)
        uneven = spare > 1 and draw.chance(0.3)
        steps = [draw.integer(1, 2) if uneven else common for _ in range(4)]
        top, left, bottom, right = (
            top + steps[0],
            left + steps[1],
            bottom - steps[2],
            right - steps[3],
        )
        mask = np.zeros((box.height, box.width), np.bool_)
        mask[top:bottom, left:right] = True
        masks.append(mask)
    return masks


def _eroded(draw: Draw, box: Box, n: int) -> list[Mask]:
    """Draw an irregular figure, and what is left without its rim, again and again."""
    masks = [lump(draw, box.height, box.width)]
    while len(masks) < n:
        masks.append(core(masks[-1]))
    return masks


def _figure_in(draw: Draw, layer: Mask, shapes: tuple[ShapeName, ...]) -> Mask:
    """Draw a figure within the rim of a layer."""
    room = core(layer)
    box = box_of(room)
    sheet = Sheet(draw, *layer.shape)
    most = min(box.height, box.width)
    sheet.place(any_shape(draw, max(3, most // 2), most, shapes), 1, within=room)
    return ~sheet.free


Host = Literal["rectangle", "bevelled", "diamond"]


@layout(
    says="shapes with a core of another colour, some of which agree in something",
    provides={"container", "contents", "multicolored", "several", "twins"},
    side={"between": [10, 15]},
    count={"between": [3, 5]},
)
def cored_shapes(
    draw: Draw,
    side: int,
    count: int,
    same: Literal["rim", "core", "shape"] = "core",
    hosts: tuple[Host, ...] = ("rectangle", "rectangle", "bevelled", "diamond"),
    shapes: tuple[ShapeName, ...] = _INNER,
    proportions: Proportions = "square",
) -> Grid:
    """Draw shapes apart from each other, each a rim around a core of one colour.

    Two of them have the same colour of the rim, or of the core, or the same shape of the core; no
    others do.

    Args:
        side: The longer side of the grid.
        count: How many there are: 3 or more.
        same: In what two agree. If not in the shape, each core is as large as its rim allows.
        hosts: Kinds of shapes, taken at random, if not in the shape.
        shapes: Kinds of cores, taken at random, if they differ in shape.
        proportions: Of the grid.
    """
    at_least(3, count=count)
    sheet = new_sheet(draw, side, proportions)
    rooms = draw.shuffled(slots(draw, sheet.box, count))
    if same == "shape":
        masks = _with_figures(draw, rooms, shapes)
    else:
        masks = [_with_core(draw, room, draw.choice(hosts)) for room in rooms]
    for room, (host, inner), (rim, heart) in zip(
        rooms, masks, _colors(draw, count, same), strict=True
    ):
        patch = np.where(inner, np.uint8(heart), np.uint8(rim))
        place = box_in(draw, room, *host.shape)
        sheet.paste(host, patch, place.top, place.left)
    return sheet.grid


def _with_core(draw: Draw, room: Box, kind: Host) -> tuple[Shape, Shape]:
    height, width = draw.integer(3, min(6, room.height)), draw.integer(3, min(6, room.width))
    if kind == "rectangle" or min(height, width) < 5:
        host = solid(height, width)
    else:
        deepest = (min(height, width) - 1) // 2
        host = cut_corners(height, width, deepest if kind == "diamond" else 1)
    return host, core(host)


def _with_figures(
    draw: Draw, rooms: list[Box], shapes: tuple[ShapeName, ...]
) -> list[tuple[Shape, Shape]]:
    """Draw a figure in a rim for each room: the first two figures are equal, the rims differ."""
    most = min(min(room.height, room.width) for room in rooms) - 2
    inner = distinct_shapes(
        lambda: any_shape(draw, 2, max(3, min(5, most - 1)), shapes), len(rooms) - 1, turned=True
    )
    inner.insert(0, inner[0])

    def rims() -> list[tuple[Shape, Shape]]:
        return [_rimmed(draw, room, figure) for room, figure in zip(rooms, inner, strict=True)]

    return draw.until(rims, lambda made: not np.array_equal(made[0][0], made[1][0]), tries=20)


def _rimmed(draw: Draw, room: Box, figure: Shape) -> tuple[Shape, Shape]:
    """Draw a rim around a figure: a rectangle with some room to spare, or one that follows it."""
    spare = room.height - 2 - figure.shape[0], room.width - 2 - figure.shape[1]
    extra = [draw.integer(0, min(2, cells)) for cells in spare]
    before = [draw.integer(0, cells) for cells in extra]
    pads = [(1 + start, 1 + cells - start) for start, cells in zip(before, extra, strict=True)]
    padded = np.pad(figure, pads)
    if not any(extra) and draw.chance(0.5):
        return grow(padded, 8), padded
    return solid(*padded.shape), padded


def _colors(draw: Draw, n: int, same: str) -> list[tuple[int, int]]:
    """Draw the colours of rim and core of each shape; those of the first two may have to agree."""
    rims = draw.colors(n)
    if same == "rim":
        rims[1] = rims[0]

    def cores() -> list[int]:
        colors = colors_for(draw, n, "own" if same == "core" or draw.chance(0.7) else "one")
        return [colors[0], *colors[:1], *colors[2:]] if same == "core" else colors

    def differ(colors: list[int]) -> bool:
        return all(rim != core for rim, core in zip(rims, colors, strict=True))

    return list(zip(rims, draw.until(cores, differ, tries=20), strict=True))
