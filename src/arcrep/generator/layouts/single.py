"""One object: a shape, alone or with a marker, a flight of bars, strokes that are joined."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Mask, Sheet
from arcrep.generator.scenes.colors import ANY, color_or_any
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import Axis, Shape, is_symmetric, rim, solid, turned
from arcrep.generator.shapes import ShapeName, any_shape

Inside = Literal["solid", "hollow", "either"]
Size = Literal["small", "medium", "large", "any"]


@layout(says="one object", side={"between": [6, 12]})
def one_object(
    draw: Draw,
    side: int,
    shapes: tuple[ShapeName, ...] = ("square", "rectangle", "wedge"),
    inside: Inside = "solid",
    size: Size = "medium",
    color: int = ANY,
    place: Literal["anywhere", "off_center"] = "anywhere",
    border: int = 0,
    proportions: Proportions = "free",
) -> Grid:
    """Draw one shape on an empty grid.

    Its longer side is in a range that goes by the room there is. A place off the centre has far
    more room on one side than on the three others. `border` cells along the
    edges of the grid are free.
    """
    at_least(0, border=border)
    sheet = new_sheet(draw, side, proportions)
    whole = sheet.box.height, sheet.box.width
    mask = draw.until(
        lambda: _drawn(draw, shapes, inside, _range(sheet, size, border)),
        lambda mask: mask.shape != whole or not mask.all(),  # something of the grid is seen
    )
    color = color_or_any(draw, color)
    if place == "off_center":
        top, left = _off_center(sheet, mask, border)
        sheet.paste(mask, color, top, left)
    else:
        sheet.place(mask, color, within=sheet.box.inset(border))
    return sheet.grid


@layout(
    says="a large shape and a small marker beside it",
    provides={"several", "markers"},
    side={"between": [10, 15]},
)
def shape_and_marker(
    draw: Draw,
    side: int,
    shapes: tuple[ShapeName, ...] = ("square", "rectangle", "diamond", "bar"),
    inside: Inside = "either",
    size: Size = "large",
    color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """Draw a shape, and outside it a square marker that could lie exactly on its centre."""
    sheet = new_sheet(draw, side, proportions)
    whole = draw.until(
        lambda: any_shape(draw, *_range(sheet, size, border=0), shapes),
        lambda mask: (mask.shape[0] - mask.shape[1]) % 2 == 0,
    )
    shown = rim(whole) if _is_hollow(draw, inside) else whole
    color = color_or_any(draw, color)
    # The whole shape is placed, its inside in the background's colour, so that it is not free.
    sheet.place(whole, np.where(shown, color, 0).astype(np.uint8))
    thick = 2 - len(whole) % 2
    sheet.place(solid(thick, thick), draw.color((0, color)))
    return sheet.grid


@layout(
    says="a flight of bars of growing length",
    count={"between": [1, 6]},
    side={"between": [7, 13]},
)
def flight(
    draw: Draw,
    count: int,
    side: int,
    gap: Literal["none", "one", "any"] = "any",
    color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """Draw parallel bars on one middle line, each longer than the one before, as many as fit."""
    at_least(1, count=count)
    sheet = new_sheet(draw, side, proportions)
    step = 1 + (gap == "one" or (gap == "any" and draw.chance(0.5)))
    shorter = min(sheet.box.height, sheet.box.width)
    bars = min(count, (shorter + 1) // 2, (shorter - 1) // step + 1)
    shortest = draw.integer(1 if bars > 1 else 3, shorter - 2 * (bars - 1))
    longest = shortest + 2 * (bars - 1)
    mask = np.zeros((step * (bars - 1) + 1, longest), np.bool_)
    for bar in range(bars):
        mask[step * bar, bars - 1 - bar : longest - bars + 1 + bar] = True
    sheet.place(turned(draw, mask), color_or_any(draw, color))
    return sheet.grid


@layout(
    says="two parallel strokes that are joined between their ends",
    side={"between": [8, 12]},
    axis={"any": ["horizontal", "vertical"]},
)
def joined_strokes(
    draw: Draw,
    side: int,
    axis: Axis,
    color: int = ANY,
    border: int = 1,
    proportions: Proportions = "square",
) -> Grid:
    """Draw two strokes of three cells or more, and what joins them, off their ends."""
    at_least(0, border=border)
    sheet = new_sheet(draw, side, proportions)
    room = min(sheet.box.height, sheet.box.width) - 2 * border
    mask = _joined(draw, draw.integer(3, room), draw.integer(1, room - 2))
    sheet.place(
        mask if axis == "horizontal" else mask.T,
        color_or_any(draw, color),
        within=sheet.box.inset(border),
    )
    return sheet.grid


def _range(sheet: Sheet, size: Size, border: int) -> tuple[int, int]:
    room = min(sheet.box.height, sheet.box.width) - 2 * border
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
    draw: Draw, shapes: tuple[ShapeName, ...], inside: Inside, sizes: tuple[int, int]
) -> Shape:
    mask = any_shape(draw, *sizes, shapes)
    return rim(mask) if _is_hollow(draw, inside) else mask


def _off_center(sheet: Sheet, mask: Shape, border: int) -> tuple[int, int]:
    """Find a place with twice as much room on one side as on any other, and two cells more.

    A shape with a mirror line looks that way along it.
    """
    height, width = sheet.box.height - mask.shape[0], sheet.box.width - mask.shape[1]
    free = not is_symmetric(mask)
    upright = free or is_symmetric(mask, "vertical")
    level = free or is_symmetric(mask, "horizontal")
    return sheet.draw.until(
        lambda: (
            sheet.draw.integer(border, height - border),
            sheet.draw.integer(border, width - border),
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
