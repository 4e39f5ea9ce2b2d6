"""Layouts: a line that divides the grid, lines with markers, and pairs of parallel lines."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Patch, Sheet
from arcrep.generator.geometry import hull
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, laid_along, new_sheet, sides
from arcrep.generator.scenes.masks import Axis, LineAxis, solid
from arcrep.generator.shapes import ShapeName, any_shape


@layout(
    says="a line from edge to edge with objects on both sides",
    provides={"divider", "lines", "several"},
    count={"between": [2, 5]},
    length={"between": [8, 16]},
    breadth={"between": [8, 14]},
)
def divided(
    draw: Draw,
    count: int,
    length: int,
    breadth: int,
    axis: Axis = "horizontal",
    shapes: tuple[ShapeName, ...] = ("square", "rectangle"),
    largest: int = 4,
    dotted: bool = False,
    colors: Literal[Colors, "as_line"] = "one",
    own_lanes: bool = False,
    line_color: int = ANY,
) -> Grid:
    """Draw a straight line across the grid, and objects on both sides of it.

    Args:
        count: How many objects there are, one or more on each side.
        length: The side of the grid along the line.
        breadth: The side across.
        axis: The direction of the line.
        shapes: The kinds of objects as they lie about a horizontal line.
        dotted: Whether every other cell of the line is empty.
        colors: Those of the objects; or all have that of the line, which they do not touch then.
        own_lanes: Whether no two objects of a side share a lane that leads to the line.
        line_color: The colour of the line; -1 for one that is drawn.
    """
    at_least(2, count=count)
    ink = color_or_any(draw, line_color)
    inks = [ink] * count
    if colors != "as_line":
        inks = colors_for(draw, count, colors, [ink])
    sheet = Sheet(draw, breadth, length)
    near = min(3, breadth // 2)
    at = draw.integer(near, breadth - 1 - near)
    free = int(colors == "as_line")
    sides = (Box(0, 0, at - free, length), Box(at + 1 + free, 0, breadth - at - 1 - free, length))
    above = draw.integer(1, count - 1)
    for index in range(count):
        side = sides[index >= above]
        shape = any_shape(draw, 2, min(largest, side.height, length // 2), shapes)
        box = sheet.place(shape, inks[index], within=side)
        if own_lanes:
            sheet.reserve(Box(side.top, box.left, side.height, box.width))
    line = np.arange(length) % 2 == draw.integer(0, 1) if dotted else np.ones(length, np.bool_)
    sheet.paste(line[None], ink, at, 0)
    return laid_along(sheet.grid, axis)


@layout(
    says="a winding path across a line from edge to edge",
    provides={"divider", "lines", "several"},
    length={"between": [10, 15]},
    breadth={"between": [9, 14]},
)
def path_across_line(draw: Draw, length: int, breadth: int, axis: Axis = "horizontal") -> Grid:
    """Draw a path of straight parts that starts at an edge, passes under a line, and winds on.

    Args:
        length: The side of the grid along the line.
        breadth: The side across.
        axis: The direction of the line.
    """
    line, ink = draw.colors(2)
    sheet = Sheet(draw, breadth, length)
    row, column = 0, draw.integer(0, length - 1)
    end = breadth - 1 - draw.integer(0, 2)
    while row + 1 < end:  # parts along the line have an empty row between them
        down = draw.integer(2, min(3, end - row))
        sheet.paste(solid(down + 1, 1), ink, row, column)
        row += down
        over = draw.integer(max(0, column - 4), min(length - 1, column + 4))
        sheet.paste(solid(1, abs(over - column) + 1), ink, row, min(over, column))
        column = over
    sheet.paste(solid(1, length), line, draw.integer(1, row - 1), 0)
    return laid_along(sheet.grid, axis)


@layout(
    says="a line from edge to edge",
    provides={"divider", "lines"},
    side={"between": [5, 14]},
    axis={"any": ["falling", "rising", "horizontal"]},
)
def lone_line(draw: Draw, side: int, axis: LineAxis, proportions: Proportions = "free") -> Grid:
    """Draw a line that ends at two edges of the grid, with room on either side.

    Args:
        side: The longer side of the grid, 3 or more.
        axis: The direction of the line.
        proportions: Of the grid.
    """
    color = draw.color()
    height, width = sides(draw, side, proportions, least=3)
    if axis == "horizontal" or axis == "vertical":
        mask = np.zeros((height, width), np.bool_)
        row, column = draw.integer(1, height - 2), draw.integer(1, width - 2)
        mask[(row, slice(None)) if axis == "horizontal" else (slice(None), column)] = True
        return as_grid(mask * np.uint8(color))
    mask = np.eye(height, width, draw.integer(3 - height, width - 3), dtype=np.bool_)
    return as_grid((mask if axis == "falling" else mask[:, ::-1]) * np.uint8(color))


@layout(
    says="lines with a marker at each",
    provides={"markers", "several"},
    length={"between": [7, 13]},
    breadth={"between": [7, 13]},
    axis={"any": ["horizontal", "vertical"]},
)
def lines_with_markers(
    draw: Draw,
    length: int,
    breadth: int,
    axis: Axis,
    count: int = 1,
    marker: Literal["flankers", "dot"] = "flankers",
) -> Grid:
    """Draw parallel lines, each with a marker of another colour beside it, off its middle.

    The middle of a line is one that the marker can have too.

    Args:
        length: The side of the grid along the lines.
        breadth: The side breadth, one cell of which is free at either side of a line.
        marker: Two equal squares, one on each side of the line, or a single cell at one end.
    """
    color, ink = draw.colors(2)
    sheet = Sheet(draw, breadth, length)
    for _ in range(count):
        patch = _marked_line(draw, length, color, ink, marker)
        sheet.place(np.ones(patch.shape, np.bool_), patch)
    return laid_along(sheet.grid, axis)


def _marked_line(draw: Draw, length: int, color: int, ink: int, marker: str) -> Patch:
    thick = 2 if marker == "flankers" and length > 6 and draw.chance(0.2) else 1
    length = 2 * draw.integer(2 + thick // 2, (length - thick % 2) // 2) + thick % 2
    patch = np.zeros((2 * thick + 1, length), np.uint8)
    if marker == "dot":
        patch[draw.choice((0, -1)), draw.choice((0, -1))] = ink
    else:
        middle = (length - thick) // 2
        start = draw.choice([at for at in range(length - thick + 1) if at != middle])
        patch[:, start : start + thick] = ink
    patch[thick] = color
    return patch


@layout(
    says="two parallel lines, with dots between them or about",
    provides={"contents", "several"},
    length={"between": [6, 10]},
    breadth={"between": [6, 11]},
    axis={"any": ["horizontal", "vertical"]},
)
def dots_by_lines(
    draw: Draw,
    length: int,
    breadth: int,
    axis: Axis,
    dots: Literal["one", "several"] = "one",
    line: Literal["full", "partial", "diagonal"] = "full",
    line_color: int = ANY,
) -> Grid:
    """Draw two equal lines in one colour, and single cells in another.

    Args:
        length: The side of the grid along straight lines; diagonal ones end at its two edges too.
        breadth: The side across; diagonal lines may make it longer.
        dots: One cell between the lines but not midway, or some between them and some beyond.
        line: Whether straight lines reach the edges of the grid, or lines are diagonal.
        line_color: The colour of the lines; -1 for one that is drawn.
    """
    at_least(1, length=length)
    color = color_or_any(draw, line_color)
    ink = draw.color((0, color))
    slant = int(line == "diagonal")
    apart = draw.integer(3, 5) if dots == "several" else 2 * draw.integer(2, (breadth - 1) // 2)
    breadth = max(breadth, apart + 1 + slant * (length + 1))
    first = draw.integer(0, breadth - 1 - apart - slant * (length - 1))
    start, end = 0, length
    if line == "partial":
        start, end = draw.integer(0, length // 4), length - draw.integer(0, length // 4)
    row, column = np.indices((breadth, length))
    off = row - first - slant * column
    spanned = (column >= start) & (column < end)
    grid = np.zeros((breadth, length), np.uint8)
    grid[((off == 0) | (off == apart)) & spanned] = color
    within = (off > 0) & (off < apart) & spanned
    if dots == "one":
        _scatter(draw, grid, within & (2 * off != apart), ink, 1)
    else:
        _scatter(draw, grid, within, ink, draw.integer(1, 3))
        # Cells on either side of a diagonal line could touch each other by corners.
        _scatter(draw, grid, (off < -slant) | (off > apart + slant), ink, draw.integer(2, 6))
    return laid_along(grid[:, :: draw.choice((1, -1))], axis)


def _scatter(draw: Draw, grid: Patch, where: Mask, color: int, n: int) -> None:
    cells = np.flatnonzero(where).tolist()
    grid.flat[draw.sample(cells, min(n, len(cells)))] = color


@layout(
    says="two opposite sides of a rectangle",
    side={"between": [8, 15]},
    axis={"any": ["horizontal", "vertical"]},
)
def opposite_sides(
    draw: Draw,
    side: int,
    axis: LineAxis,
    filled: bool = False,
    count: int = 1,
    proportions: Proportions = "free",
) -> Grid:
    """Draw two equal lines that face each other, or the whole rectangle, in a colour each.

    Args:
        side: The longer side of the grid, 6 or more.
        axis: The direction of the lines, which a diagonal one tilts.
        filled: Whether the rectangle is full; a tilted one is longer along the axis.
        count: How many rectangles there are.
        proportions: Of the grid.
    """
    at_least(1, count=count)
    sheet = new_sheet(draw, side, proportions, least=6)
    height, width = sheet.box[2:]
    for color in draw.colors(count):
        if axis in ("falling", "rising"):
            mask = _tilted(draw, min(height, width), axis)
            sheet.place(hull(mask) if filled else mask, color)
        else:
            flat = axis == "horizontal"
            mask = _level(draw, *((height, width) if flat else (width, height)), filled)
            sheet.place(mask if flat else mask.T, color)
    return sheet.grid


def _level(draw: Draw, height: int, width: int, filled: bool) -> Mask:
    mask = solid(draw.integer(3, min(7, height)), draw.integer(4, width))
    mask[1:-1] = filled
    return mask


def _tilted(draw: Draw, side: int, axis: str) -> Mask:
    """Draw two diagonal lines of equal length, one straight breadth from the other."""
    apart = draw.integer(2, max(2, side // 2 - 1))
    whole = apart + draw.integer(apart + 2, side - apart)
    row, column = np.indices((whole, whole))
    falling = abs(row - column) == apart
    return falling if axis == "falling" else falling[:, ::-1]
