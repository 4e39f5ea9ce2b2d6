"""Scenes of bars, lines and paths that cross something."""

from typing import Literal, NamedTuple

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw
from arcrep.generator.scenes.colors import color_or_any
from arcrep.generator.scenes.grids import at_least, grid_side, sides
from arcrep.generator.scenes.masks import Shape, outline
from arcrep.generator.scenes.placing import starts


class _Bar(NamedTuple):
    """A bar: the cells that it takes across, those from end to end, and its colour."""

    across: slice
    along: slice
    color: int


@layout(
    says="bars that cross",
    provides={"layers", "lattice", "several"},
    side={"between": [6, 13]},
    horizontal={"between": [1, 3]},
    vertical={"between": [1, 3]},
)
def crossing_bars(
    draw: Draw,
    side: int,
    horizontal: int,
    vertical: int,
    on_top: Literal["any", "by_bar", "horizontal", "vertical"] = "any",
    colors: Literal["own", "by_axis"] = "by_axis",
    reach: Literal["edges", "short"] = "edges",
    at_edges: bool = False,
) -> Grid:
    """Draw horizontal and vertical bars, each across all bars of the other axis.

    Bars are one cell thick, seldom two, and a cell or more apart; there are as many as have room.

    Args:
        side: The longer side of the grid, 6 or more.
        horizontal: How many horizontal bars there are.
        vertical: How many vertical bars there are.
        on_top: Which bar covers the other: any, drawn for each crossing; or each bar of one axis
            covers either all that it crosses or nothing; or it is always that of an axis.
        colors: One for each bar, or one for each axis.
        reach: Bars go to the edges of the grid, or stand out a little beyond what they cross.
        at_edges: A bar may also run along an edge.
    """
    at_least(1, horizontal=horizontal, vertical=vertical)
    height, width = sides(draw, side, least=6)
    inset = 0 if at_edges else 1
    rows, columns = _spans(draw, horizontal, height, inset), _spans(draw, vertical, width, inset)
    numbers = len(rows), len(columns)
    palette = draw.colors(2 if colors == "by_axis" else sum(numbers))
    if colors == "by_axis":
        palette = [palette[0]] * numbers[0] + [palette[1]] * numbers[1]
    long = reach == "edges"
    level = [_Bar(row, _extent(draw, columns, width, long), palette.pop(0)) for row in rows]
    upright = [
        _Bar(column, _extent(draw, rows, height, long), palette.pop(0)) for column in columns
    ]
    return _woven(height, width, level, upright, _covering(draw, *numbers, on_top))


def _spans(draw: Draw, number: int, total: int, inset: int) -> list[slice]:
    """Place bars along a side of the grid, as many as have room."""
    total -= 2 * inset
    thicknesses = [1] * min(number, (total + 1) // 2)
    if total > 2 * number + 2 and draw.chance(0.25):
        thicknesses[draw.integer(0, number - 1)] = 2
    places = [inset + place for place in starts(draw, thicknesses, total, 1)]
    return [slice(at, at + cells) for at, cells in zip(places, thicknesses, strict=True)]


def _extent(draw: Draw, crossed: list[slice], total: int, long: bool) -> slice:
    """Draw where a bar starts and stops; it stands out on both sides of what it crosses."""
    if long:
        return slice(0, total)
    start = draw.integer(0, max(0, crossed[0].start - 1))
    return slice(start, draw.integer(min(total, crossed[-1].stop + 1), total))


def _covering(draw: Draw, horizontal: int, vertical: int, on_top: str) -> Shape:
    """Draw at which crossings the horizontal bar covers the vertical one."""
    if on_top == "any":
        return draw.mask(horizontal, vertical, 0.5)
    covering = np.full((horizontal, vertical), on_top == "horizontal")
    if on_top == "by_bar" and draw.chance(0.5):
        covering[:] = draw.mask(horizontal, 1, 0.5)
    elif on_top == "by_bar":
        covering[:] = draw.mask(1, vertical, 0.5)
    return covering


def _woven(
    height: int, width: int, level: list[_Bar], upright: list[_Bar], covering: Shape
) -> Grid:
    grid = np.zeros((height, width), np.uint8)
    for bar in level:
        grid[bar.across, bar.along] = bar.color
    for bar in upright:
        grid[bar.along, bar.across] = bar.color
    for row, column in zip(*np.nonzero(covering), strict=True):
        grid[level[row].across, upright[column].across] = level[row].color
    return as_grid(grid)


@layout(
    says="two dotted lines that cross",
    provides={"lines", "fragments", "several"},
    side={"between": [6, 12]},
)
def crossing_dotted_lines(draw: Draw, side: int, gap: int = 1) -> Grid:
    """Draw a horizontal and a vertical dotted line from edge to edge.

    They never both have a dot where they cross, unless they share their colour.

    Args:
        side: The longer side of the grid: room for three dots.
        gap: Empty cells between dots.
    """
    at_least(1, gap=gap)
    step = gap + 1
    height, width = sides(draw, side, least=3 * step)
    row, column = draw.integer(0, height - 1), draw.integer(0, width - 1)
    first, second = draw.colors(2)
    down, right = draw.integer(0, gap), draw.integer(0, gap)
    if draw.chance(0.15):
        # Lines of one colour share a dot.
        second, down, right = first, row % step, column % step
    elif down == row % step and right == column % step:
        down = (down + 1) % step
    grid = np.zeros((height, width), np.uint8)
    grid[row, right::step] = first
    grid[down::step, column] = second
    return as_grid(grid)


@layout(
    says="a framed figure over a frame with bars",
    provides={"layers", "lattice"},
    side={"between": [10, 17]},
)
def figure_over_lattice(draw: Draw, side: int) -> Grid:
    """Draw a frame with parallel bars inside, and a small figure that covers part of it.

    The figure lies over one half of the frame, as the bars follow each other, and may stand out.

    Args:
        side: The longer side of the grid, 9 or more.
    """
    side = grid_side(side)
    color, border, middle = draw.colors(3)
    bars = (side - 2 - draw.integer(0, 2)) // 2
    height, width = 2 * bars + 1, draw.integer(4, side - 4)
    top, left = draw.integer(0, side - height), draw.integer(1, 2)
    grid = np.zeros((side, left + width + draw.integer(1, 2)), np.uint8)
    lattice = outline(height, width)
    lattice[::2] = True
    grid[top : top + height, left : left + width] = lattice * np.uint8(color)
    tall, wide = draw.integer(3, max(3, bars - 2)), draw.integer(3, max(3, min(6, width - 2)))
    row = draw.integer(max(0, top - tall + 2), top + bars - tall)
    columns = range(max(0, left - wide + 2), grid.shape[1] - wide + 1)
    # Of every bar a cell shows between the sides of the frame.
    column = draw.choice([c for c in columns if c > left + 1 or c + wide < left + width - 1])
    window = grid[row : row + tall, column : column + wide]
    window[:] = border
    if draw.chance(0.7):
        window[1:-1, 1:-1] = middle
    return as_grid(np.rot90(grid, draw.integer(0, 3)))


@layout(
    provides={"several"},
    says="a winding path over bands",
    side={"between": [10, 15]},
    count={"between": [2, 5]},
)
def banded_path(draw: Draw, side: int, count: int, path_color: int = 8) -> Grid:
    """Draw a rectangle of horizontal bands in different colours, and a path down across them all.

    The path is one cell wide and never meets itself; it hides no band.

    Args:
        side: The longer side of the grid, 9 or more.
        count: How many bands there are, if there is room for so many two rows high.
        path_color: The colour of the path; -1 for one that is drawn.
    """
    at_least(1, count=count)
    color = color_or_any(draw, path_color)
    height, width = sides(draw, side, least=9)
    top, left, bottom, right = 0, 0, height, width
    if draw.chance(0.5):
        top, left = draw.integer(1, 3), draw.integer(1, 2)
        bottom, right = height - draw.integer(0, 1), width - draw.integer(1, 2)
    bands = min(count, (bottom - top) // 2)
    grid = np.zeros((height, width), np.uint8)
    edges = sorted(draw.sample(range(top + 1, bottom - 1), bands - 1))
    colors = draw.colors(bands, exclude=(0, color))
    for start, stop, band in zip([top, *edges], [*edges, bottom], colors, strict=True):
        grid[start:stop, left:right] = band
    for row, start, stop in _winding(draw, top, bottom, left, right):
        grid[row, start:stop] = color
    return as_grid(grid)


def _winding(
    draw: Draw, top: int, bottom: int, left: int, right: int
) -> list[tuple[int, int, int]]:
    """Draw the cells of each row that a path takes: one, or a run to where it goes on."""
    column, turns, rows = draw.integer(left, right - 1), False, list[tuple[int, int, int]]()
    for row in range(top, bottom):
        # Two runs in neighbouring rows would touch.
        turns = not turns and draw.chance(0.6)
        onward = column
        if turns:
            onward = draw.integer(max(left, column - 3), min(right - 1, column + 3))
        rows.append((row, min(column, onward), max(column, onward) + 1))
        column = onward
    return rows
