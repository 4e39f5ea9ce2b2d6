"""Scenes of two things: apart, in line, alike or not, or with a dot between them or elsewhere."""

from typing import Literal, get_args

import numpy as np
from jaxtyping import Int

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Patch, Sheet, speckled
from arcrep.generator.geometry import core, grow, holes
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import LineAxis, line, solid, turned
from arcrep.generator.scenes.placing import cut, room_along
from arcrep.generator.shapes import SOME_SHAPES, ShapeName, any_shape

Thing = tuple[Mask, Patch | int]
"""Cells, and their one colour or the colours of each."""

Place = Int[np.ndarray, "2"]
"""A row and a column."""


@layout(
    says="two objects",
    provides={"several"},
    side={"between": [7, 11]},
    largest={"between": [3, 5]},
)
def pair(
    draw: Draw,
    side: int,
    largest: int,
    smallest: int = 2,
    shapes: tuple[ShapeName, ...] = SOME_SHAPES,
    match: Literal["any", "same", "other_size"] = "any",
    apart: Literal["free", "rows", "columns"] = "free",
    level: bool = False,
    square: bool = False,
    pattern: Literal["plain", "dotted", "two_colored"] = "plain",
    colors: Colors = "own",
    proportions: Proportions = "free",
    margin: int = 1,
) -> Grid:
    """Two objects that do not overlap.

    Args:
        match: Whether both have the same shape, or bounding boxes of different areas.
        apart: Whether some rows (columns) lie between the cells of both, as many as the margin
            or more.
        level: Those apart in columns (rows) have about the same middle row (column).
        square: Their bounding boxes are squares.
        pattern: One colour; one or both an outline of dots (which needs colours of their own); or
            one or both with marks or a core of another colour.
        margin: 0 lets objects touch that have colours of their own.
    """
    at_least(0, margin=margin)
    sheet = new_sheet(draw, side, proportions)
    largest = min(largest, *sheet.box[2:])
    masks = _two_masks(draw, smallest, largest, shapes, match, square)
    palette = colors_for(draw, 2, colors)
    if pattern == "plain":
        things: list[Thing] = list(zip(masks, palette, strict=True))
    else:
        dress = _dotted if pattern == "dotted" else _two_colored
        things = [dress(draw, m, color) for m, color in zip(masks, palette, strict=True)]
    if apart == "free":
        sheet.place_all([thing[0] for thing in things], [thing[1] for thing in things], margin)
    else:
        _place_apart(sheet, things, 0 if apart == "rows" else 1, level, margin)
    return sheet.grid


def _two_masks(
    draw: Draw, low: int, high: int, shapes: tuple[ShapeName, ...], match: str, square: bool
) -> list[Mask]:
    def make() -> Mask:
        if not square:
            return any_shape(draw, low, high, shapes)
        return draw.until(
            lambda: any_shape(draw, low, high, shapes), lambda mask: mask.shape[0] == mask.shape[1]
        )

    first = make()
    if match == "same":
        return [first, first]
    second = draw.until(make, lambda mask: match == "any" or mask.size != first.size)
    return [first, second]


def _dotted(draw: Draw, mask: Mask, color: int) -> Thing:
    """Give a mask its colour, or put an outline of dots, one cell apart, in its place."""
    if draw.chance(0.3):
        return mask, color
    height, width = (2 * draw.integer(1, max(2, side // 2)) + 1 for side in mask.shape)
    dots = np.zeros((height, width), np.bool_)
    dots[::2, ::2] = True
    dots[1:-1, 1:-1] = False
    return dots, color


def _two_colored(draw: Draw, mask: Mask, color: int) -> Thing:
    """Give a mask its colour, or a second one for its inside or for some of its cells."""
    if draw.chance(0.2):
        return mask, color
    other = draw.color((0, color))
    enclosed = holes(mask)
    inside = enclosed if enclosed.any() else core(mask)
    if inside.any() and draw.chance(0.6):
        return mask | inside, np.where(inside, other, color).astype(np.uint8)
    return mask, speckled(draw, mask, [color, other])


def _place_apart(sheet: Sheet, things: list[Thing], at: int, level: bool, margin: int) -> None:
    """Place the second thing below (at = 0) or right of (at = 1) the first."""
    (first, first_color), (second, second_color) = things
    room = sheet.box[2 + at] - second.shape[at] - margin
    box = sheet.place(first, first_color, within=cut(sheet.box, at, 0, room))
    rest = cut(sheet.box, at, box[at] + box[2 + at] + margin, sheet.box[2 + at])
    if level:
        across = 1 - at
        start = box[across] + (box[2 + across] - second.shape[across]) // 2 - 1
        stop = min(start + second.shape[across] + 2, sheet.box[2 + across])
        rest = cut(rest, across, max(0, start), stop)
    sheet.place(second, second_color, 0, within=rest)


@layout(
    says="an object and the same turned by half, apart from it",
    provides={"several"},
    side={"between": [6, 9]},
    largest={"between": [2, 3]},
)
def half_turn_pair(
    draw: Draw,
    side: int,
    largest: int,
    smallest: int = 2,
    shapes: tuple[ShapeName, ...] = ("ell",),
    color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """Two objects of one colour; one free cell is the midpoint, about which a half turn swaps them.

    Args:
        color: Their colour; -1 for one that is drawn.
    """
    sheet = new_sheet(draw, side, proportions)
    mask = any_shape(draw, smallest, largest, shapes)

    def make() -> Mask:
        ends = zip(mask.shape, sheet.box[2:], strict=True)
        whole = np.zeros(
            [2 * draw.integer(low // 2, (high - 1) // 2) + 1 for low, high in ends], bool
        )
        whole[: mask.shape[0], : mask.shape[1]] = mask
        return whole

    def is_apart(whole: Mask) -> bool:
        middle = whole.shape[0] // 2, whole.shape[1] // 2
        return not whole[middle] and not (grow(whole, 8) & whole[::-1, ::-1]).any()

    whole = draw.until(make, is_apart)
    sheet.place(turned(draw, whole | whole[::-1, ::-1]), color_or_any(draw, color))
    return sheet.grid


@layout(
    says="two straight lines, one of which points at the other",
    provides={"several"},
    side={"between": [6, 10]},
    diagonal={"any": [False, False, False, False, True]},
)
def segment_pair(
    draw: Draw,
    side: int,
    diagonal: bool,
    colors: Colors = "own",
    proportions: Proportions = "free",
) -> Grid:
    """A line that would meet the other at right angles; between them is a gap.

    The one that points may be a single cell.

    Args:
        diagonal: The lines are diagonal, the other one from side to side of a square grid.
    """
    sheet = new_sheet(draw, side, "square" if diagonal else proportions)
    ahead, across = colors_for(draw, 2, colors)
    if diagonal:
        _draw_diagonals(sheet, ahead, across)
    else:
        row, column = draw.integer(2, sheet.box.height - 1), draw.integer(0, sheet.box.width - 1)
        start = draw.integer(0, row - 2)
        sheet.fill(Box(start, column, draw.integer(1, row - 1 - start), 1), ahead)
        left = draw.integer(0, min(column, sheet.box.width - 2))
        right = draw.integer(max(column, left + 1), sheet.box.width - 1)
        sheet.fill(Box(row, left, 1, right + 1 - left), across)
    return as_grid(turned(draw, sheet.grid))


def _draw_diagonals(sheet: Sheet, ahead: int, across: int) -> None:
    side, draw = sheet.box.height, sheet.draw
    at_least(4, side=side)
    less = draw.integer(0, 1)  # a line next to the diagonal is one cell shorter
    sheet.paste(line("rising", side - less), across, 0, 0)
    # The cells of that line have the sum side - 1 - less of row and column.
    length = draw.integer(1, max(1, side // 4))
    free = side - 1 - less - 3 - 2 * (length - 1)
    row = draw.integer(0, free)
    sheet.paste(line("falling", length), ahead, row, draw.integer(0, free - row))


@layout(
    says="two dots, and another one between them or elsewhere",
    provides={"several"},
    lies={"any": ["between", "between", "beyond", "beside"]},
    side={"between": [7, 12]},
)
def dots(
    draw: Draw,
    side: int,
    lies: Literal["between", "beyond", "beside"],
    pair_color: int = ANY,
    dot_color: int = ANY,
    proportions: Proportions = "square",
) -> Grid:
    """Two dots in a row, column or diagonal, and another one somewhere.

    The pair is a container in the sense that what is on the line between them is surrounded.

    Args:
        lies: Whether the other dot is between them, on their line but not between them, or not on
            their line.
        pair_color: The colour of the two; -1 for one that is drawn.
        dot_color: The colour of the other one; -1 for one that is drawn.
    """
    sheet = new_sheet(draw, side, proportions)
    pair_color = color_or_any(draw, pair_color, [dot_color])
    dot_color = color_or_any(draw, dot_color, [pair_color])
    axis = draw.choice(get_args(LineAxis))
    spots = sorted(draw.sample(range(room_along(sheet.box, axis)), 2 if lies == "beside" else 3))
    row = [pair_color] * len(spots)
    if lies != "beside":
        row[1 if lies == "between" else draw.choice((0, 2))] = dot_color
    mask = line(axis, spots[-1] - spots[0] + 1)
    patch, cells = np.zeros(mask.shape, np.uint8), np.argwhere(mask)
    for spot, color in zip(spots, row, strict=True):
        patch[tuple(cells[spot - spots[0]])] = color
    box = sheet.place(patch > 0, patch)
    if lies == "beside":
        sheet.reserve(_line_through(sheet, cells[0] + box[:2], cells[-1] + box[:2]))
        sheet.place(solid(1, 1), dot_color)
    return sheet.grid


def _line_through(sheet: Sheet, first: Place, last: Place) -> Mask:
    rows, columns = np.indices(sheet.box[2:])
    (top, left), (down, right) = first, last - first
    return (rows - top) * right == (columns - left) * down
