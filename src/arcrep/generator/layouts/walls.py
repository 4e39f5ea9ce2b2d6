"""Scenes with a wall, and something that stands before it."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Sheet
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet, sides
from arcrep.generator.scenes.masks import solid, turned
from arcrep.generator.shapes import ShapeName, any_shape

_MOVERS: tuple[ShapeName, ...] = ("square", "rectangle", "bar", "cup", "plus", "tee", "ell", "blob")


@layout(
    says="a wall across the grid, and a thing before it",
    provides={"wall", "lines", "several"},
    side={"between": [6, 10]},
)
def thing_and_wall(
    draw: Draw,
    side: int,
    shapes: tuple[ShapeName, ...] = _MOVERS,
    wall_at: Literal["edge", "anywhere"] = "anywhere",
    at_end: bool = False,
    color: int = ANY,
    wall_color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """Draw a line from edge to edge, level or upright, and one thing that does not touch it.

    Args:
        side: The longer side of the grid, 5 or more.
        shapes: Kinds of things, one of which is taken.
        wall_at: Whether the line lies at an edge of the grid; else there is more room on one side,
            where the thing is.
        at_end: The thing is at one of the two edges that the line meets.
        color: Of the thing; -1 for one that is drawn.
        wall_color: Of the line; -1 for one that is drawn.
        proportions: Of the grid.
    """
    sheet = new_sheet(draw, side, proportions)
    height, width = sheet.box[2:]
    wall = color_or_any(draw, wall_color, [color])
    color = color_or_any(draw, color, [wall])
    row = height - 1 if wall_at == "edge" else draw.integer(max(4, height // 2), height - 1)
    sheet.fill(Box(row, 0, 1, width), wall)
    mask = any_shape(draw, 2, min(width - 2, row - 2, max(3, side // 2)), shapes)
    left = draw.integer(0, width - mask.shape[1])
    if at_end:
        left = draw.choice((0, width - mask.shape[1]))
    sheet.paste(mask, color, draw.integer(0, row - 1 - mask.shape[0]), left)
    return as_grid(turned(draw, sheet.grid))


_BIG: tuple[ShapeName, ...] = ("ring", "ring", "square", "triangle", "diamond_ring", "cup")


@layout(
    provides={"several"},
    says="a small thing that faces a big one",
    side={"between": [10, 18]},
)
def small_and_big(
    draw: Draw,
    side: int,
    small_shapes: tuple[ShapeName, ...] = ("square", "square", "ring", "plus"),
    big_shapes: tuple[ShapeName, ...] = (
        "ring",
        "ring",
        "square",
        "triangle",
        "diamond_ring",
        "cup",
    ),
    colors: Colors = "own",
    proportions: Proportions = "free",
) -> Grid:
    """Draw a small thing straight above, below or beside a big one, two cells away or more.

    Args:
        side: The longer side of the grid, 10 or more.
        small_shapes: Kinds of small things, one of which is taken.
        big_shapes: Kinds of big things, one of which is taken.
        proportions: Of the grid.
    """
    height, width = sides(draw, side, proportions)
    if height < width:
        height, width = width, height
    sheet = Sheet(draw, height, width)
    palette = colors_for(draw, 2, colors)
    wall = any_shape(draw, max(5, width // 2), min(width, height - 5), big_shapes)
    most = max(2, min(4, min(wall.shape) - 2, height - wall.shape[0] - 2))
    mask = any_shape(draw, 2, most, small_shapes)
    top = draw.integer(mask.shape[0] + 2, height - wall.shape[0])
    left = draw.integer(0, width - wall.shape[1])
    sheet.paste(wall, palette[0], top, left)
    column = left + draw.integer(0, wall.shape[1] - mask.shape[1])
    sheet.paste(mask, palette[1], draw.integer(0, top - 2 - mask.shape[0]), column)
    return as_grid(turned(draw, sheet.grid))


@layout(
    says="a dotted row that leads to a line",
    provides={"wall", "row", "several"},
    side={"between": [10, 18]},
    diagonal={"any": [False, False, True]},
)
def row_and_wall(draw: Draw, side: int, diagonal: bool) -> Grid:
    """Draw a level or upright line, and a row of dots that leads to it, every second cell empty.

    Args:
        side: The longer side of the grid, 10 or more.
        diagonal: The row meets the line askew, else at right angles.
    """
    height, width = sides(draw, side)
    sheet = Sheet(draw, height, width)
    colors = draw.colors(2)
    dots = draw.integer(3, 4 if height > 11 else 3)
    reach = 2 * dots - 1
    length = draw.integer(dots + 2, width)
    wall = Box(draw.integer(reach + 2, height - 1), draw.integer(0, width - length), 1, length)
    sheet.fill(wall, colors[0])
    row = np.zeros((reach, reach if diagonal else 1), np.bool_)
    row[range(0, reach, 2), range(0, reach, 2) if diagonal else 0] = True
    top = draw.integer(0, wall.top - reach - 2)
    aside = wall.top - top if diagonal else 0  # columns that the row passes on its way to the line
    left = draw.integer(max(0, wall.left - aside), wall.right - aside)
    sheet.paste(row, colors[1], top, left)
    return as_grid(turned(draw, sheet.grid))


@layout(
    says="a dotted line, and a marker away from it",
    provides={"wall", "lines", "markers", "several"},
    side={"between": [8, 16]},
    diagonal={"any": [False, False, True]},
    colors={"any": ["one", "own"]},
)
def dotted_line_and_marker(draw: Draw, side: int, diagonal: bool, colors: Colors) -> Grid:
    """Draw a dotted line, and one cell from which a way at right angles leads to the line.

    Every second cell of the line is empty; the way may end at one of them.

    Args:
        side: The longer side of the grid, 8 or more.
        diagonal: The line is diagonal, else level or upright.
        colors: Those of the line and of the marker.
    """
    sheet = new_sheet(draw, side)
    palette = colors_for(draw, 2, colors)
    draw_line = _diagonal_line if diagonal else _level_line
    line, spots = draw_line(draw, sheet.box)
    for at in line:
        sheet.paste(solid(1, 1), palette[0], *at)
    sheet.paste(solid(1, 1), palette[1], *draw.choice(spots))
    return as_grid(turned(draw, sheet.grid))


Cell = tuple[int, int]


def _level_line(draw: Draw, box: Box) -> tuple[list[Cell], list[Cell]]:
    """Draw the dots of a line, and list the cells three rows away or more that it faces."""
    length = draw.integer(max(5, box.width // 2), box.width)
    row, left = draw.integer(0, box.height - 1), draw.integer(0, box.width - length)
    columns = range(left, left + length)
    far = [other for other in range(box.height) if abs(other - row) > 2]
    last = columns[-1] - (length - 1) % 2  # the last dot
    return [(row, c) for c in columns[::2]], [(r, c) for r in far for c in range(left, last + 1)]


def _diagonal_line(draw: Draw, box: Box) -> tuple[list[Cell], list[Cell]]:
    """Draw the dots of a falling line, and list the cells whose rising diagonal meets it."""
    dots = draw.integer(3, (min(box.height, box.width) + 1) // 2)
    reach = 2 * dots - 1
    top, left = draw.integer(0, box.height - reach), draw.integer(0, box.width - reach)
    spots = [
        (top + at + away, left + at - away)
        for at in range(reach)
        for away in (*range(-box.height, -2), *range(3, box.height))
    ]
    inside = [(r, c) for r, c in spots if 0 <= r < box.height and 0 <= c < box.width]
    return [(top + at, left + at) for at in range(0, reach, 2)], inside


@layout(
    says="a bar, and markers near the edge that it faces",
    provides={"wall", "markers"},
    side={"between": [7, 12]},
    markers={"between": [1, 3]},
)
def bar_and_markers(
    draw: Draw,
    side: int,
    markers: int,
    wall_color: int = ANY,
    marker_color: int = ANY,
) -> Grid:
    """Draw a bar two cells thick, or a corner of two bars, and single cells on the last row.

    Some bars reach from edge to edge, others leave ways past them.

    Args:
        side: The longer side of the grid, 6 or more.
        markers: How many single cells there are, no two of them side by side.
        wall_color: Of the bar; -1 for one that is drawn.
        marker_color: Of the markers; -1 for one that is drawn.
    """
    at_least(1, markers=markers)
    at_least(6, side=side)
    sheet = new_sheet(draw, side)
    wall = color_or_any(draw, wall_color, [marker_color])
    color = color_or_any(draw, marker_color, [wall])
    for bar in _bars(draw, sheet.box):
        sheet.fill(bar, wall)
    bottom = Box(sheet.box.bottom, 0, 1, sheet.box.width - 1)
    for _ in range(markers):
        sheet.place(solid(1, 1), color, within=bottom)
    return sheet.grid


def _bars(draw: Draw, box: Box) -> list[Box]:
    row = draw.integer(0, max(0, box.height - 5))
    level = Box(row, 0, 2, box.width)
    if draw.chance(0.25):
        return [level]
    if draw.chance(0.4):  # upright, in the right half
        column = draw.integer(box.width // 2, box.width - 2)
        top = draw.choice((0, row + 1))
        return [Box(top, column, draw.choice((box.height, box.height - 2)) - top, 2)]
    length = draw.integer(max(4, box.width // 2), box.width - 1)
    left = draw.integer(0, box.width - length)
    level = Box(row, left, 2, length)
    if draw.chance(0.5):
        return [level]
    corner = draw.choice((left, left + length - 2))
    return [level, Box(row, corner, draw.integer(3, max(3, box.height - row - 2)), 2)]
