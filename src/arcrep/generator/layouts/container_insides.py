"""Scenes with one closed container that is filled or crossed."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Mask
from arcrep.generator.geometry import grow, holes
from arcrep.generator.scenes.colors import ANY, color_or_any
from arcrep.generator.scenes.grids import at_least, new_sheet
from arcrep.generator.scenes.masks import Shape
from arcrep.generator.scenes.placing import box_of
from arcrep.generator.scenes.walls import Wall, outline_in
from arcrep.generator.shapes import SHAPES

Texture = Literal["checkerboard", "rows", "columns"]
EvenWall = Literal["ring", "frame_thick", "bevelled_ring", "diamond_ring"]


@layout(
    says="a container with a regular texture in it",
    provides={"container", "contents", "texture", "several"},
    side={"between": [9, 14]},
    filled={"any": ["part", "part", "whole"]},
)
def textured_container(
    draw: Draw,
    side: int,
    filled: Literal["part", "whole"],
    walls: tuple[Wall, ...] = ("ring", "ring", "bevelled_ring", "diamond_ring", "irregular_ring"),
    textures: tuple[Texture, ...] = ("checkerboard",),
    wall_color: int = ANY,
    texture_color: int = ANY,
) -> Grid:
    """Draw a container; cells of a texture fill it, or one end of it.

    Enough of it shows to tell its period.

    Args:
        side: The longer side of the grid, 7 or more.
        filled: Whether the texture fills the container.
        walls: Kinds of containers, one of which is taken.
        textures: Cells of one colour on the background, one kind of which is taken.
        wall_color: Of the container; -1 for one that is drawn.
        texture_color: Of the texture; -1 for one that is drawn.
    """
    sheet = new_sheet(draw, side)
    mask, box = outline_in(draw, sheet.box, walls, 1)
    wall = color_or_any(draw, wall_color, [texture_color])
    color = color_or_any(draw, texture_color, [wall])
    sheet.paste(mask, wall, box.top, box.left)
    inside, kind = holes(mask), draw.choice(textures)
    cells = draw.until(
        lambda: _texture(draw, kind, inside, filled == "whole"),
        lambda cells: _shows_period(cells, inside),
        tries=10,
    )
    sheet.paste(cells, color, box.top, box.left)
    return sheet.grid


def _texture(draw: Draw, kind: Texture, inside: Mask, whole: bool) -> Mask:
    """Draw the cells of a texture in a region, or in two rows (columns) or more at one end of it.

    In the latter case two rows or more are without.
    """
    row, column = np.indices(inside.shape)
    count = {"checkerboard": row + column, "rows": row, "columns": column}[kind]
    cells = inside & ((count + draw.choice((0, 1))) % 2 == 0)
    if whole:
        return cells
    box = box_of(inside)
    axis = draw.choice([axis for axis in (0, 1) if box[2 + axis] > 3])
    length = draw.integer(2, box[2 + axis] - 2)
    start = draw.choice((box[axis], box[axis] + box[2 + axis] - length))
    along = (row, column)[axis]
    return cells & (along >= start) & (along < start + length)


def _shows_period(cells: Mask, inside: Mask) -> bool:
    """Say whether there are enough cells of a texture, and empty ones between, to tell it."""
    if not cells.any():
        return False
    window = box_of(cells).cells
    empty = inside[window] & ~cells[window]
    return min(int(cells.sum()), int(empty.sum())) >= 5


@layout(
    says="a container that strokes cross",
    provides={"container", "layers", "symmetry", "several"},
    side={"between": [10, 14]},
    strokes={"between": [2, 4]},
)
def crossed_container(
    draw: Draw,
    side: int,
    strokes: int,
    walls: tuple[EvenWall, ...] = ("ring", "ring", "frame_thick", "bevelled_ring", "diamond_ring"),
) -> Grid:
    """Draw a symmetric container, and strokes of one colour over it, apart from each other.

    Each covered cell of the container has a mirror image, about one of its axes or both, that is in
    sight. Every stroke but the last crosses the container once; the last one may miss it.

    Args:
        side: The longer side of the grid, 9 or more.
        strokes: How many there are: 1 or more.
        walls: Kinds of containers, one of which is taken.
    """
    at_least(1, strokes=strokes)
    sheet = new_sheet(draw, side)
    mask, box = outline_in(draw, sheet.box.inset(2), walls)
    wall, color = draw.colors(2)
    sheet.paste(mask, wall, box.top, box.left)
    crossing = strokes - draw.choice((0, 1)) if strokes > 1 else 1
    cells = draw.until(
        lambda: _strokes(draw, ~sheet.free, crossing),
        lambda cells: _in_sight(mask & ~cells[box.cells], mask),
        tries=20,
    )
    sheet.paste(cells, color)
    if crossing < strokes:
        sheet.place(SHAPES["bar"](draw, 2, 5), color)
    return sheet.grid


def _strokes(draw: Draw, walls: Mask, n: int) -> Mask:
    """Draw straight strokes, apart from each other, from outside an outline to its inside."""
    cells, inside = np.zeros(walls.shape, np.bool_), holes(walls)
    for _ in range(n):
        near = grow(cells, 8)
        cells |= draw.until(
            lambda: _stroke(draw, walls, inside),
            lambda stroke, near=near: not (stroke & near).any(),
            tries=10,
        )
    return cells


def _stroke(draw: Draw, walls: Mask, inside: Mask) -> Mask:
    stroke = np.zeros(walls.shape, np.bool_)
    upright, backward = draw.choice((False, True)), draw.choice((1, -1))
    views = [cells.T if upright else cells for cells in (walls, inside, stroke)]
    walls, inside, cells = (view[:, ::backward] for view in views)
    row = draw.choice(np.flatnonzero(inside.any(axis=1)).tolist())
    room = np.flatnonzero(inside[row]).tolist()
    wall = int(walls[row].argmax())
    start = draw.integer(max(0, wall - 4), wall - 1)
    cells[row, start : draw.integer(room[0], room[-1])] = True
    return stroke


def _in_sight(visible: Shape, whole: Shape) -> bool:
    """Say whether a symmetric outline shows in what is visible of it and in its mirror images."""
    shown = visible | visible[::-1]
    return not (whole & ~(shown | shown[:, ::-1])).any()
