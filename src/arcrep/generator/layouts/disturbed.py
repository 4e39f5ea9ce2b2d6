"""Scenes with strays, single cells that belong to nothing: around figures, and in and on them."""

from collections.abc import Sequence
from itertools import cycle
from typing import Literal

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Mask, Patch
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import components, grow, holes
from arcrep.generator.scenes.arrangements import Arrangement, longest_in
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import Axis, Shape, solid
from arcrep.generator.scenes.placing import cut
from arcrep.generator.scenes.standing_out import (
    Standout,
    colors_of,
    shapes_of,
    stand,
)
from arcrep.generator.scenes.stray import share
from arcrep.generator.shapes import ShapeName, any_shape

Stray = Literal["same", "other", "several"]
"""Strays have the colours of the figures, one other colour, or two or three others."""

_FIGURES: tuple[ShapeName, ...] = ("square", "rectangle", "ring", "plus", "tee", "ell", "blob4")
_LEAST = 5
"""Cells of a figure: so many that none is taken for a stray."""


@layout(
    says="figures among stray cells",
    provides={"noise", "several", "container", "multicolored"},
    count={"between": [2, 4]},
    side={"between": [10, 15]},
    largest={"between": [4, 5]},
    noise={"between": [3, 6]},
    stray={"any": ["same", "other"]},
)
def strewn_figures(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    noise: int,
    stray: Stray,
    smallest: int = 3,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    colors: Colors = "few",
    color: int = ANY,
    contrast: Standout = "nothing",
    arrangement: Arrangement = "scatter",
    damage: Literal["none", "specks", "pits"] = "none",
    in_turn: bool = False,
    proportions: Proportions = "free",
) -> Grid:
    """Draw figures of five cells or more apart from each other, and strays that touch nothing.

    Args:
        count: How many figures.
        noise: Percent of the cells around the figures that are strays; there are three at least.
        stray: The colours of strays.
        color: Some figures have it, at least one, and some do not; -1 for no such colour.
        contrast: By what one figure stands out.
        damage: Specks are cells of the figures, few and apart, in a colour that no figure has; pits
            are empty cells that leave each figure in one piece as long and as broad as it was.
    """
    at_least(1, count=count)
    sheet = new_sheet(draw, side, proportions)
    room = longest_in(arrangement, sheet.box, count, 2) - (contrast in ("largest", "smallest"))
    largest = max(smallest, min(largest, room))
    turns = cycle(draw.shuffled(shapes))
    masks = shapes_of(
        draw,
        lambda low, high: _figure(draw, [next(turns)] if in_turn else shapes, low, high),
        (smallest, largest),
        count,
        contrast,
    )
    own = colors_of(draw, count, colors, color)
    other = draw.colors(3, {0, *own, color})
    patches = [np.full(mask.shape, shade, np.uint8) for mask, shade in zip(masks, own, strict=True)]
    for mask, patch in zip(masks, patches, strict=True):
        if damage != "none":
            spots = _specks(draw, mask) if damage == "specks" else pits(draw, mask)
            patch[spots] = other[0] if damage == "specks" else 0
    stand(sheet, masks, patches, contrast, arrangement, margin=2)
    grid = sheet.grid.copy()
    palette = {"same": own, "other": other[:1], "several": other}[stray]
    strew(draw, grid, ~grow(~sheet.free, 8), max(3, share(sheet.free, noise)), palette)
    return as_grid(grid)


def _figure(draw: Draw, shapes: Sequence[ShapeName], low: int, high: int) -> Shape:
    """Draw a figure that is told from strays by its size."""
    return draw.until(
        lambda: any_shape(draw, low, high, shapes), lambda mask: int(mask.sum()) >= _LEAST, tries=10
    )


def _specks(draw: Draw, mask: Shape) -> Mask:
    """Pick a cell of a figure, or a few that do not touch; most of it stays."""
    cells = np.flatnonzero(mask).tolist()
    spots = np.zeros(mask.shape, np.bool_)
    for cell in draw.sample(cells, draw.integer(1, max(1, len(cells) // 7))):
        row, column = divmod(cell, mask.shape[1])
        if not spots[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2].any():
            spots[row, column] = True
    return spots


def pits(draw: Draw, mask: Shape) -> Mask:
    """Pick one to three cells of a shape, apart from each other and from the corners of its box.

    Without them it hangs together by sides, or as well as it did, and has cells on all its sides.

    Raises:
        SampleError: There is no such cell.
    """
    spots = np.zeros(mask.shape, np.bool_)
    inner = mask.copy()
    inner[[0, 0, -1, -1], [0, -1, 0, -1]] = False
    wanted = draw.integer(1, max(1, min(3, int(mask.sum()) // 8)))
    cells = np.flatnonzero(inner).tolist()
    for cell in draw.shuffled(cells)[: 4 * wanted]:
        row, column = divmod(cell, mask.shape[1])
        around = (slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2))
        if int(spots.sum()) < wanted and not spots[around].any():
            spots[row, column] = _may_go(mask & ~spots, row, column)
    if not spots.any():
        raise SampleError("no cell may be missing")
    return spots


def _may_go(mask: Mask, row: int, column: int) -> bool:
    rest = mask.copy()
    rest[row, column] = False
    edges = (rest[0], rest[-1], rest[:, 0], rest[:, -1])
    return all(edge.any() for edge in edges) and len(components(rest, 8)) == 1


def strew(draw: Draw, grid: Patch, room: Mask, n: int, palette: Sequence[int]) -> None:
    """Put up to n single cells into a grid, none next to another, not even by a corner.

    Raises:
        SampleError: There is no room for a single one.
    """
    taken = np.zeros(room.shape, np.bool_)
    cells = np.flatnonzero(room).tolist()
    for cell in draw.sample(cells, min(len(cells), 3 * n)):
        row, column = divmod(cell, grid.shape[1])
        if n and not taken[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2].any():
            grid[row, column], taken[row, column], n = draw.choice(palette), True, n - 1
    if not taken.any():
        raise SampleError("no room for strays")


@layout(
    says="frames with stray cells inside and outside",
    provides={"noise", "several", "container", "contents"},
    count={"between": [1, 2]},
    side={"between": [12, 18]},
    largest={"between": [6, 8]},
    noise={"between": [3, 6]},
)
def strewn_frames(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    noise: int,
    smallest: int = 5,
    walls: tuple[ShapeName, ...] = ("ring",),
    stray: Stray = "other",
    colors: Colors = "few",
    color: int = ANY,
    stray_color: int = ANY,
    contrast: Standout = "nothing",
    proportions: Proportions = "free",
) -> Grid:
    """Draw frames, and strays inside each of them and around them.

    Strays of the frames' colours touch none of them.

    Args:
        count: How many frames.
        noise: Percent of the cells outside that are strays, three at least; inside there are
            about as many, two at least where there is room.
        walls: Kinds of closed outlines.
        stray: The colours of strays, if none is given.
        color: Some frames have it, at least one, and some do not; -1 for no such colour.
        stray_color: One of two colours that strays have, of which both show, and that no frame has;
            -1 for no such colour.
        contrast: By what one frame stands out.
    """
    at_least(1, count=count)
    sheet = new_sheet(draw, side, proportions)
    masks = shapes_of(
        draw,
        lambda low, high: any_shape(draw, low, high, walls),
        (smallest, max(smallest + 1, largest)),
        count,
        contrast,
    )
    own = colors_of(draw, count, colors, color, [stray_color])
    boxes = stand(sheet, masks, own, contrast, margin=2)
    grid = sheet.grid.copy()
    near = grow(grid > 0, 8) if stray == "same" else grid > 0
    other = draw.colors(3, {0, *own, color, stray_color})
    palette = {"same": own, "other": other[:1], "several": other}[stray]
    if stray_color != ANY:
        palette = [stray_color, other[0]]
    inside = np.zeros(grid.shape, np.bool_)
    for box, mask in zip(boxes, masks, strict=True):
        room = np.zeros(grid.shape, np.bool_)
        room[box.cells] = holes(mask)
        inside |= room
        strew(draw, grid, room & ~near, max(2, share(room, 2 * noise)), palette)
    outside = ~inside & ~grow(grid > 0, 8)
    strew(draw, grid, outside, max(3, share(outside, noise)), palette)
    if stray_color != ANY and not set(palette) <= {*grid.tobytes()}:
        raise SampleError("one of the colours of strays does not show")
    return as_grid(grid)


@layout(
    says="figures and stray cells on both sides of a line",
    provides={"noise", "several", "divider"},
    side={"between": [10, 15]},
    largest={"between": [3, 4]},
    noise={"between": [5, 9]},
    axis={"any": ["horizontal", "vertical"]},
    stray={"any": ["same", "other"]},
)
def strewn_sides(
    draw: Draw,
    side: int,
    largest: int,
    noise: int,
    axis: Axis,
    stray: Stray,
    line_color: int = ANY,
    smallest: int = 3,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    colors: Colors = "few",
) -> Grid:
    """Draw a line from edge to edge, and on either side of it a figure or two and strays.

    Args:
        noise: Percent of the cells of a side that are strays; there are two at least.
        axis: Along which the line runs.
        line_color: The line's, which nothing else has; -1 for one that is drawn.
    """
    sheet = new_sheet(draw, side)
    line_color = color_or_any(draw, line_color)
    at = 0 if axis == "horizontal" else 1
    length = sheet.box[2 + at]
    most = max(smallest, min(largest, length // 2 - 2))
    place = draw.integer(most + 1, length - most - 2)
    sheet.paste(
        solid(1, sheet.box.width) if at == 0 else solid(sheet.box.height, 1),
        line_color,
        *((place, 0) if at == 0 else (0, place)),
    )
    halves = [cut(sheet.box, at, 0, place), cut(sheet.box, at, place + 1, length)]
    own: list[int] = []
    for half in halves:
        for _ in range(draw.integer(1, 2)):
            fresh = not own or (colors != "one" and draw.chance(0.6))
            shade = draw.color({0, line_color, *own}) if fresh else draw.choice(own)
            own.append(shade)
            sheet.place(_figure(draw, shapes, smallest, most), shade, 1, half)
    palette = own if stray == "same" else [draw.color({0, line_color, *own})]
    grid, room = sheet.grid.copy(), ~grow(~sheet.free, 8)
    for half in halves:
        free = np.zeros(grid.shape, np.bool_)
        free[half.cells] = room[half.cells]
        strew(draw, grid, free, max(2, share(free, noise)), palette)
    return as_grid(grid)
