"""One object: a shape, alone or with a marker, a flight of bars, strokes that are joined."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import core, holes
from arcrep.generator.layouts.scatter import Proportions, drawn_color, new_sheet
from arcrep.generator.shapes import SHAPES, Shape, ShapeKind, is_symmetric, solid, turned

ShapeName = Literal[
    "dot",
    "bar",
    "diagonal",
    "square",
    "rectangle",
    "diamond",
    "wedge",
    "lozenge",
    "island",
    "cup",
    "gapped_ring",
    "letter",
    "plus",
    "cross",
    "tee",
    "long_tee",
    "ell",
    "stairs",
    "blob",
    "blob4",
    "squiggle",
]
Inside = Literal["solid", "hollow", "either"]
Size = Literal["small", "medium", "large", "any"]


def at_least(least: int, count: int) -> None:
    """Raise SampleError where a scene has fewer things than its kind needs."""
    if count < least:
        raise SampleError(f"such a scene needs {least} at least, not {count}")


def draw_shape(draw: Draw, kinds: tuple[ShapeName, ...], low: int, high: int) -> Shape:
    """Draw a shape of one of the kinds, of those that can be so small."""
    able = [name for name in kinds if _KINDS[name].least <= high]
    return _KINDS[draw.choice(able)](draw, low, high)


def hollowed(mask: Shape) -> Shape:
    """Return the rim of a shape; one without an inside stays as it is."""
    return mask & ~core(mask)


def fitting_side(box: Box, number: int) -> int:
    """Return the side of squares so large that mostly there is room for so many of them."""
    side = int((box.height * box.width / number) ** 0.5) - 1
    return min(box.height, box.width, max(3, side))


@layout(says="one object", side={"between": [6, 12]})
def one_object(
    draw: Draw,
    side: int,
    kinds: tuple[ShapeName, ...] = ("square", "rectangle", "wedge"),
    inside: Inside = "solid",
    size: Size = "medium",
    color: int = -1,
    place: Literal["anywhere", "off_center"] = "anywhere",
    margin: int = 0,
    proportions: Proportions = "free",
) -> Grid:
    """Draw one shape on an empty grid.

    Its longer side is in a range that goes by the room there is. A place off the centre has far
    more room on one side than on the three others. `margin` is free along the edges of the grid.
    """
    sheet = new_sheet(draw, side, proportions)
    mask = _drawn(draw, kinds, inside, _range(sheet, size, margin))
    color = drawn_color(draw, color)
    if place == "off_center":
        top, left = _off_center(sheet, mask, margin)
        sheet.paste(mask, color, top, left)
    else:
        sheet.place(mask, color, within=sheet.box.inset(margin))
    return sheet.grid


@layout(
    says="a large shape and a small marker beside it",
    provides={"several", "markers"},
    side={"between": [10, 15]},
)
def shape_and_marker(
    draw: Draw,
    side: int,
    kinds: tuple[ShapeName, ...] = ("square", "rectangle", "diamond", "bar"),
    inside: Inside = "either",
    size: Size = "large",
    color: int = -1,
    proportions: Proportions = "free",
) -> Grid:
    """Draw a shape, and outside it a square marker that could lie exactly on its centre."""
    sheet = new_sheet(draw, side, proportions)
    whole = draw.until(
        lambda: draw_shape(draw, kinds, *_range(sheet, size, margin=0)),
        lambda mask: (mask.shape[0] - mask.shape[1]) % 2 == 0,
    )
    rim = hollowed(whole) if _is_hollow(draw, inside) else whole
    color = drawn_color(draw, color)
    # The whole shape is placed, its inside in the background's colour, so that it is not free.
    sheet.place(whole, np.where(rim, color, 0).astype(np.uint8))
    thick = 2 - len(whole) % 2
    sheet.place(solid(thick, thick), draw.color((0, color)))
    return sheet.grid


@layout(
    says="a flight of bars of growing length",
    bars={"between": [1, 6]},
    side={"between": [7, 13]},
)
def flight(
    draw: Draw,
    bars: int,
    side: int,
    gap: Literal["none", "one", "any"] = "any",
    color: int = -1,
    proportions: Proportions = "free",
) -> Grid:
    """Draw parallel bars on one middle line, each longer than the one before, as many as fit."""
    at_least(1, bars)
    sheet = new_sheet(draw, side, proportions)
    step = 1 + (gap == "one" or (gap == "any" and draw.chance(0.5)))
    shorter = min(sheet.box.height, sheet.box.width)
    bars = min(bars, (shorter + 1) // 2, (shorter - 1) // step + 1)
    shortest = draw.integer(1 if bars > 1 else 3, shorter - 2 * (bars - 1))
    longest = shortest + 2 * (bars - 1)
    mask = np.zeros((step * (bars - 1) + 1, longest), np.bool_)
    for bar in range(bars):
        mask[step * bar, bars - 1 - bar : longest - bars + 1 + bar] = True
    sheet.place(turned(draw, mask), drawn_color(draw, color))
    return sheet.grid


@layout(says="two parallel strokes that are joined between their ends", side={"between": [8, 12]})
def joined_strokes(
    draw: Draw,
    side: int,
    axis: Literal["horizontal", "vertical", "any"] = "any",
    color: int = -1,
    margin: int = 1,
    proportions: Proportions = "square",
) -> Grid:
    """Draw two strokes of three cells or more, and what joins them, off their ends."""
    sheet = new_sheet(draw, side, proportions)
    room = min(sheet.box.height, sheet.box.width) - 2 * margin
    mask = _joined(draw, draw.integer(3, room), draw.integer(1, room - 2))
    if axis == "vertical" or (axis == "any" and draw.chance(0.5)):
        mask = mask.T
    sheet.place(mask, drawn_color(draw, color), within=sheet.box.inset(margin))
    return sheet.grid


def _range(sheet: Sheet, size: Size, margin: int) -> tuple[int, int]:
    room = min(sheet.box.height, sheet.box.width) - 2 * margin
    ranges = {
        "small": (2, max(3, room // 3)),
        "medium": (max(2, room // 3), max(3, 2 * room // 3)),
        "large": (max(3, room // 2), room),
        "any": (2, room),
    }
    return ranges[size]


def _is_hollow(draw: Draw, inside: Inside) -> bool:
    return inside == "hollow" or (inside == "either" and draw.chance(0.5))


def _drawn(
    draw: Draw, kinds: tuple[ShapeName, ...], inside: Inside, sizes: tuple[int, int]
) -> Shape:
    mask = draw_shape(draw, kinds, *sizes)
    return hollowed(mask) if _is_hollow(draw, inside) else mask


def _off_center(sheet: Sheet, mask: Shape, margin: int) -> tuple[int, int]:
    """Find a place with twice as much room on one side as on any other, and two cells more.

    A shape with a mirror line looks that way along it.
    """
    height, width = sheet.box.height - mask.shape[0], sheet.box.width - mask.shape[1]
    free = not is_symmetric(mask)
    upright = free or is_symmetric(mask, "vertical")
    level = free or is_symmetric(mask, "horizontal")
    return sheet.draw.until(
        lambda: (
            sheet.draw.integer(margin, height - margin),
            sheet.draw.integer(margin, width - margin),
        ),
        lambda place: (
            (upright and _stands_out(place[0], height - place[0], place[1], width - place[1]))
            or (level and _stands_out(place[1], width - place[1], place[0], height - place[0]))
        ),
        tries=20,
    )


def _stands_out(first: int, second: int, *others: int) -> bool:
    """Say whether one of the first two is twice as large as all the rest, and larger by two."""
    rest = max(min(first, second), *others)
    return max(first, second) >= max(2 * rest, rest + 2)


def _joined(draw: Draw, length: int, gap: int) -> Shape:
    """Join a stroke above and one below; the second may be shorter, but not than three cells."""
    start, end = 0, length
    if draw.chance(0.4):
        start = draw.integer(0, (length - 3) // 2)
        end = length - draw.integer(0, (length - 3) // 2)
    mask = np.zeros((gap + 2, length), np.bool_)
    mask[0], mask[-1, start:end] = True, True
    mask[1:-1, start + 1 : end - 1] = _link(draw, gap, end - start - 2)
    return mask[:: draw.choice((1, -1))]


def _link(draw: Draw, height: int, width: int) -> Mask:
    """Draw what joins two strokes: a stem, two of them, a straight slant or zigzags."""
    rows, column = np.arange(height), draw.integer(0, width - 1)
    mask = np.zeros((height, width), np.bool_)
    ways = ["stem"] + ["stems"] * (width > 2) + ["zigzag"] * (width > 1 and height > 1)
    way = draw.choice(ways + ["slant"] * (1 < height <= width))
    if way == "stem":
        mask[:, (width - 1) // 2 : width // 2 + 1] = True
        if draw.chance(0.4):
            mask[:, min(column, width - 1 - column) : max(column, width - 1 - column) + 1] = True
    elif way == "stems":
        first = draw.integer(0, (width - 3) // 2)
        mask[:, [first, width - 1 - first]] = True
    elif way == "zigzag":
        first = draw.integer(0, (width - 2) // 2)
        mask[rows, first + rows % 2] = True
        if draw.chance(0.5):
            mask |= mask[:, ::-1]
    else:
        thick = draw.integer(0, min(2, width - height))
        for more in range(thick + 1):
            mask[rows, rows + more] = True
        mask = mask[:, :: draw.choice((1, -1))]
    return mask


def _diamond(draw: Draw, low: int, high: int) -> Shape:
    rim = SHAPES["diamond_ring"](draw, low, high)
    return rim | holes(rim)


def _island(draw: Draw, low: int, high: int) -> Shape:
    rim = SHAPES["irregular_ring"](draw, low, high)
    return rim | holes(rim)


def _wedge(draw: Draw, low: int, high: int) -> Shape:
    """Draw rows that grow by a cell at both ends: a triangle, or its lower part."""
    width = draw.integer(low, high)
    height = draw.integer(2, (width + 1) // 2)
    row, column = np.indices((height, width))
    return turned(draw, np.minimum(column, width - 1 - column) >= height - 1 - row)


def _lozenge(draw: Draw, low: int, high: int) -> Shape:
    """Draw a rectangle that lies at 45 degrees."""
    side = draw.integer(low, high)
    breadth = draw.integer(1, (side - 1) // 2)
    row, column = np.indices((side, side))
    steps = abs(row + column - (side - 1))
    return turned(draw, (steps <= side - 1 - breadth) & (abs(row - column) <= breadth))


def _long_tee(draw: Draw, low: int, high: int) -> Shape:
    """Draw a T with lines of one cell, its stem two cells or longer."""
    width = 2 * draw.integer(1, max(1, (high - 1) // 2)) + 1
    mask = np.zeros((draw.integer(max(low, 3), high), width), np.bool_)
    mask[0] = mask[:, width // 2] = True
    return turned(draw, mask)


def _squiggle(draw: Draw, low: int, high: int) -> Shape:
    """Draw a winding line that goes farther along one axis than along the other."""
    length = draw.integer(low, high)
    mask = draw.until(
        lambda: _wound(draw, length, max(2, 2 * length // 3)),
        lambda mask: 3 * mask.shape[1] >= length,
    )
    return turned(draw, mask)


def _wound(draw: Draw, length: int, breadth: int) -> Shape:
    """Go down row by row, now and then with a run to the side."""
    mask = np.zeros((length, breadth), np.bool_)
    column, moved = draw.integer(0, breadth - 1), False
    for row in range(length):
        reach = 0 if moved and draw.chance(0.8) else 3
        ahead = draw.integer(max(0, column - reach), min(breadth - 1, column + reach))
        mask[row, min(column, ahead) : max(column, ahead) + 1] = True
        column, moved = ahead, ahead != column
    return mask[:, mask.any(axis=0)]


_KINDS = SHAPES | {
    "diamond": ShapeKind("diamond", "solid", 3, _diamond),
    "island": ShapeKind("island", "irregular", 4, _island),
    "wedge": ShapeKind("wedge", "solid", 3, _wedge),
    "lozenge": ShapeKind("lozenge", "solid", 4, _lozenge),
    "long_tee": ShapeKind("long_tee", "figure", 3, _long_tee),
    "squiggle": ShapeKind("squiggle", "irregular", 4, _squiggle),
}
