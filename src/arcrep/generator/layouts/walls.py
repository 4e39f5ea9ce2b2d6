"""Scenes with a wall, and something that stands before it."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Sheet
from arcrep.generator.layouts.outlines import Form, palette, sides_of
from arcrep.generator.shapes import (
    any_shape,
    dot,
)

Mover = Literal[
    "dot", "square", "rectangle", "bar", "ring", "cup", "plus", "tee", "ell", "stairs", "blob"
]
Big = Literal["square", "rectangle", "triangle", "ring", "diamond_ring", "cup"]

_MOVERS: tuple[Mover, ...] = ("square", "rectangle", "bar", "cup", "plus", "tee", "ell", "blob")


@layout(
    says="a wall across the grid, and a thing before it",
    provides={"wall", "lines"},
    side={"between": [6, 10]},
)
def thing_and_wall(
    draw: Draw,
    side: int,
    movers: tuple[Mover, ...] = _MOVERS,
    wall_at: Literal["edge", "anywhere"] = "anywhere",
    at_end: bool = False,
    mover_color: int = -1,
    wall_color: int = -1,
    form: Form = "any",
) -> Grid:
    """Draw a line from edge to edge, level or upright, and one thing that does not touch it.

    Args:
        draw: The source of random choices.
        side: The longer side of the grid, 5 or more.
        movers: Kinds of things, one of which is taken.
        wall_at: Whether the line lies at an edge of the grid; else there is more room on one side,
            where the thing is.
        at_end: The thing is at one of the two edges that the line meets.
        mover_color: Of the thing; -1 for one that is drawn.
        wall_color: Of the line; -1 for one that is drawn.
        form: Of the grid.
    """
    height, width = sides_of(draw, side, form)
    wall = palette(draw, 1, False, {0, max(0, mover_color)}, wall_color)[0]
    color = palette(draw, 1, False, {0, wall}, mover_color)[0]
    row = height - 1 if wall_at == "edge" else draw.integer(max(4, height // 2), height - 1)
    sheet = Sheet(draw, height, width)
    sheet.fill(Box(row, 0, 1, width), wall)
    mask = any_shape(draw, 2, min(width - 2, row - 2, max(3, side // 2)), movers)
    left = draw.integer(0, width - mask.shape[1])
    if at_end:
        left = draw.choice((0, width - mask.shape[1]))
    sheet.paste(mask, color, draw.integer(0, row - 1 - mask.shape[0]), left)
    return _turned(draw, sheet.grid)


def _turned(draw: Draw, grid: Grid) -> Grid:
    """Turn and mirror a grid at random."""
    image = draw.choice((grid, grid.T))
    return np.ascontiguousarray(image[:: draw.choice((1, -1)), :: draw.choice((1, -1))])


@layout(
    says="a small thing that faces a big one",
    side={"between": [10, 18]},
)
def small_and_big(
    draw: Draw,
    side: int,
    small: tuple[Mover, ...] = ("square", "square", "ring", "plus"),
    big: tuple[Big, ...] = ("ring", "ring", "square", "triangle", "diamond_ring", "cup"),
    own_colors: bool = True,
    form: Form = "any",
) -> Grid:
    """Draw a small thing straight above, below or beside a big one, two cells away or more.

    Args:
        draw: The source of random choices.
        side: The longer side of the grid, 10 or more.
        small: Kinds of small things, one of which is taken.
        big: Kinds of big things, one of which is taken.
        own_colors: Their colours differ.
        form: Of the grid.
    """
    height, width = sides_of(draw, side, form)
    if height < width:
        height, width = width, height
    sheet = Sheet(draw, height, width)
    colors = palette(draw, 2, own_colors, {0})
    wall = any_shape(draw, max(5, width // 2), min(width, height - 5), big)
    most = max(2, min(4, min(wall.shape) - 2, height - wall.shape[0] - 2))
    mask = any_shape(draw, 2, most, small)
    top = draw.integer(mask.shape[0] + 2, height - wall.shape[0])
    left = draw.integer(0, width - wall.shape[1])
    sheet.paste(wall, colors[0], top, left)
    column = left + draw.integer(0, wall.shape[1] - mask.shape[1])
    sheet.paste(mask, colors[1], draw.integer(0, top - 2 - mask.shape[0]), column)
    return _turned(draw, sheet.grid)


@layout(
    says="a dotted row that leads to a line",
    provides={"wall", "row"},
    side={"between": [10, 18]},
    diagonal={"any": [False, False, True]},
)
def row_and_wall(draw: Draw, side: int, diagonal: bool) -> Grid:
    """Draw a level or upright line, and a row of dots that leads to it, every second cell empty.

    Args:
        draw: The source of random choices.
        side: The longer side of the grid, 10 or more.
        diagonal: The row meets the line askew, else at right angles.
    """
    height, width = sides_of(draw, side)
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
    return _turned(draw, sheet.grid)


@layout(
    says="a dotted line, and a marker away from it",
    provides={"wall", "lines", "markers"},
    side={"between": [8, 16]},
    diagonal={"any": [False, False, True]},
    own_colors={"any": [False, True]},
)
def dotted_line_and_marker(draw: Draw, side: int, diagonal: bool, own_colors: bool) -> Grid:
    """Draw a dotted line, and one cell from which a way at right angles leads to the line.

    Every second cell of the line is empty; the way may end at one of them.

    Args:
        draw: The source of random choices.
        side: The longer side of the grid, 8 or more.
        diagonal: The line is diagonal, else level or upright.
        own_colors: The marker has a colour of its own.
    """
    sheet = Sheet(draw, *sides_of(draw, side))
    colors = palette(draw, 2, own_colors, {0})
    draw_line = _diagonal_line if diagonal else _level_line
    line, spots = draw_line(draw, sheet.box)
    for at in line:
        sheet.paste(dot(draw, 1, 1), colors[0], *at)
    sheet.paste(dot(draw, 1, 1), colors[1], *draw.choice(spots))
    return _turned(draw, sheet.grid)


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
    wall_color: int = -1,
    marker_color: int = -1,
) -> Grid:
    """Draw a bar two cells thick, or a corner of two bars, and single cells on the last row.

    Some bars reach from edge to edge, others leave ways past them.

    Args:
        draw: The source of random choices.
        side: The longer side of the grid, 6 or more.
        markers: How many single cells there are, no two of them side by side.
        wall_color: Of the bar; -1 for one that is drawn.
        marker_color: Of the markers; -1 for one that is drawn.
    """
    sheet = Sheet(draw, *sides_of(draw, side))
    wall = palette(draw, 1, False, {0, max(0, marker_color)}, wall_color)[0]
    color = palette(draw, 1, False, {0, wall}, marker_color)[0]
    for bar in _bars(draw, sheet.box):
        sheet.fill(bar, wall)
    bottom = Box(sheet.box.bottom, 0, 1, sheet.box.width - 1)
    for _ in range(markers):
        sheet.place(dot(draw, 1, 1), color, within=bottom)
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
