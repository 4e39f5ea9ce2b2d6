"""Blocks of several colours: with odd cells on them, and with stripes."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Patch, striped
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import core
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import Shape, rim, solid
from arcrep.generator.scenes.placing import fitting_side
from arcrep.generator.shapes import ShapeName, any_shape


@layout(
    says="a block with odd cells on it",
    provides={"multicolored", "several"},
    marks={"between": [1, 6]},
    side={"between": [8, 15]},
)
def block_with_marks(
    draw: Draw,
    marks: int,
    side: int,
    shapes: tuple[ShapeName, ...] = ("square", "rectangle", "wedge"),
    inside: Literal["solid", "hollow"] = "solid",
    lie: Literal["apart", "in_line"] = "apart",
    mark_colors: Colors = "one",
    color: int = ANY,
    border: int = 0,
    proportions: Proportions = "free",
) -> Grid:
    """Draw a large shape or its rim, some cells of which have another colour.

    Marks lie apart from each other, or in one row or column; the shape has twice as many other
    cells at least.
    """
    at_least(1, marks=marks)
    at_least(0, border=border)
    sheet = new_sheet(draw, side, proportions)
    room = min(sheet.box.height, sheet.box.width) - 2 * border
    mask = draw.until(
        lambda: any_shape(draw, max(3, 2 * room // 3), room, shapes),
        lambda mask: inside == "solid" or bool(core(mask).any()),
    )
    mask = rim(mask) if inside == "hollow" else mask
    cells = np.argwhere(mask).tolist()
    if len(cells) < 3 * marks:
        raise SampleError(f"{marks} marks on {len(cells)} cells")
    cells = _in_line(draw, cells, marks) if lie == "in_line" else _apart(draw, cells, marks)
    color = color_or_any(draw, color)
    patch = np.full(mask.shape, color, np.uint8)
    drawn = colors_for(draw, marks, mark_colors, [color])
    for (row, column), mark_color in zip(cells, drawn, strict=True):
        patch[row, column] = mark_color
    sheet.place(mask, patch, within=sheet.box.inset(border))
    return sheet.grid


@layout(
    says="striped blocks",
    provides={"multicolored"},
    count={"between": [2, 4]},
    side={"between": [11, 16]},
)
def striped_blocks(
    draw: Draw,
    count: int,
    side: int,
    shapes: tuple[ShapeName, ...] = ("square", "rectangle"),
    stripes: Literal["two_colors", "own_colors"] = "two_colors",
    border: int = 0,
    proportions: Proportions = "free",
) -> Grid:
    """Draw blocks apart from each other, each with stripes along one axis.

    Blocks of two colours have them in turn, or the second in a line here and there; else a block
    has two to four lines, each of a colour of its own.
    """
    at_least(1, count=count)
    at_least(0, border=border)
    sheet = new_sheet(draw, side, proportions)
    largest = fitting_side(sheet.box.inset(border), count)
    if stripes == "own_colors":
        sizes = [(draw.integer(2, min(4, largest)), draw.integer(2, largest)) for _ in range(count)]
        masks = [solid(*size) for size in sizes]
    else:
        masks = [_with_lines(draw, shapes, largest) for _ in range(count)]
    patches = [_striped(draw, mask, stripes) for mask in masks]
    turns = [draw.chance(0.5) for _ in masks]
    if count > 1 and draw.chance(0.7):
        turns[1] = not turns[0]  # so that mostly both kinds are there
    sheet.place_all(
        [mask.T if turn else mask for mask, turn in zip(masks, turns, strict=True)],
        [patch.T if turn else patch for patch, turn in zip(patches, turns, strict=True)],
        within=sheet.box.inset(border),
    )
    return sheet.grid


def _with_lines(draw: Draw, shapes: tuple[ShapeName, ...], largest: int) -> Shape:
    return draw.until(
        lambda: any_shape(draw, min(4, largest), largest, shapes), lambda mask: min(mask.shape) > 1
    )


def _striped(draw: Draw, mask: Shape, stripes: str) -> Patch:
    """Give each row of a shape one colour."""
    height = len(mask)
    if stripes == "own_colors":
        return striped(mask, draw.colors(height), "horizontal")
    ground, line = draw.colors(2)
    if draw.chance(0.5):
        return striped(mask, [ground, line], "horizontal")
    colors = [ground] * height
    for row in draw.sample(range(height), draw.integer(1, max(1, height // 3))):
        colors[row] = line
    return striped(mask, colors, "horizontal")


def _apart(draw: Draw, cells: list[list[int]], number: int) -> list[list[int]]:
    """Choose cells of which no two touch."""
    chosen: list[list[int]] = []
    for row, column in draw.shuffled(cells):
        if len(chosen) == number:
            break
        if all(max(abs(row - r), abs(column - c)) > 1 for r, c in chosen):
            chosen.append([row, column])
    if len(chosen) < number:
        raise SampleError(f"{number} cells that do not touch were not found")
    return chosen


def _in_line(draw: Draw, cells: list[list[int]], number: int) -> list[list[int]]:
    """Choose cells of one row or column."""
    axis = draw.integer(0, 1)
    lines: dict[int, list[list[int]]] = {}
    for cell in cells:
        lines.setdefault(cell[axis], []).append(cell)
    return draw.sample(
        draw.choice([line for line in lines.values() if len(line) >= number]), number
    )
