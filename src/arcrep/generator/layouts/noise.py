"""Scenes with noise: rectangles, outlines and figures among stray cells, some of them damaged."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Patch, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import components, hull
from arcrep.generator.scenes.grids import at_least, new_sheet, sides
from arcrep.generator.scenes.masks import Shape, flipped, outline, solid
from arcrep.generator.scenes.stray import share, speckle
from arcrep.generator.shapes import ShapeName, any_shape

Form = Literal["rectangle", "square", "ring"]

_FIGURES: tuple[ShapeName, ...] = ("bar", "ring", "letter", "plus", "tee", "ell", "blob")


@layout(
    says="{form}s among noise",
    provides={"noise", "several"},
    count={"between": [2, 4]},
    side={"between": [10, 18]},
    damage={"between": [3, 12]},
    noise={"between": [3, 10]},
    tint={"any": ["one", "several", "shared"]},
)
def noisy_primitives(
    draw: Draw,
    count: int,
    side: int,
    damage: int,
    noise: int,
    tint: Literal["one", "several", "shared"],
    form: Form = "rectangle",
    extent: Literal["pieces", "large", "whole"] = "pieces",
    largest: int = 7,
    ground: Literal["black", "any"] = "black",
    gaps: bool = False,
    equal_heights: bool = False,
) -> Grid:
    """Draw rectangles or outlines, cover some of their cells, and strew cells over the ground.

    Less than half of each side is covered, so that every shape is still determined. The ground of
    pieces is the most frequent colour.

    Args:
        count: How many pieces, if the extent is pieces.
        side: The longer side of the grid.
        damage: Percent of a shape's cells that are covered; at 0 the noise also keeps out of them.
        noise: Percent of the cells around the shapes, 0 for none. It touches its own colour only if
            no shape is damaged.
        tint: The noise has one colour of its own, or several, or it has the shapes' colours too.
        form: What all shapes are.
        extent: Small shapes; one that leaves a margin; or one that is as large as the grid.
        largest: The longest side of a piece.
        ground: The colour around the shapes.
        gaps: Cells are missing from shapes: they show the ground in place of noise.
        equal_heights: All pieces have one height, and start in different columns.
    """
    at_least(5, side=side)
    base = 0 if ground == "black" else draw.color(exclude=())
    sheet = new_sheet(draw, side, least=5, background=base)
    n = count if extent == "pieces" else 1
    at_least(1, count=n)
    colors = [draw.color({base})] * n if draw.chance(0.4) else draw.colors(n, {base})
    if extent == "pieces":
        masks = _pieces(draw, sheet.box, form, n, largest, equal_heights)
        boxes = _placed(sheet, masks, colors)
        _check_pieces(boxes, colors, bool(damage), equal_heights)
    else:
        boxes = [_spread(sheet, form, colors[0], 0 if extent == "whole" else 1)]
    grid, palette = sheet.grid.copy(), _palette(draw, tint, colors, base)
    if damage:
        for box, color in zip(boxes, colors, strict=True):
            covers = [base] if gaps else [cover for cover in palette if cover != color]
            _damage(draw, grid, box, color, damage, covers)
    room = sheet.free if damage else _outside(sheet, boxes)
    if noise and room.any():
        speckle(draw, grid, room, share(room, noise), palette, touching=not damage)
    if extent == "pieces" and np.bincount(grid.ravel()).argmax() != base:
        raise SampleError("the ground is not the most frequent colour")
    return as_grid(grid)


def _pieces(
    draw: Draw, sheet: Box, form: Form, n: int, largest: int, equal_heights: bool
) -> list[Shape]:
    """Draw shapes with sides from 3 cells on, so many of which mostly find room on a sheet."""
    room = 1 + int((0.33 * sheet.height * sheet.width / n) ** 0.5)
    largest = max(3, min(largest, room, sheet.height - 1, sheet.width - 1))
    heights = [draw.integer(3, largest) for _ in range(n)]
    if equal_heights:
        heights = [heights[0]] * n
    sizes = [(high, high if form == "square" else draw.integer(3, largest)) for high in heights]
    return [(outline if form == "ring" else solid)(*size) for size in sizes]


def _placed(sheet: Sheet, masks: Sequence[Shape], colors: Sequence[int]) -> list[Box]:
    """Place shapes: those of one colour with two free cells between them, others may touch."""
    distinct = len(set(colors)) == len(colors)
    return sheet.place_all(masks, colors, sheet.draw.integer(0, 1) if distinct else 2)


def _check_pieces(
    boxes: Sequence[Box], colors: Sequence[int], damaged: bool, equal_heights: bool
) -> None:
    """Refuse pieces that start in one column, and those that look like parts of a longer one."""
    if equal_heights and len({box.left for box in boxes}) < len(boxes):
        raise SampleError("two pieces start in the same column")
    pieces = zip(colors, boxes, strict=True)
    for (color, box), (other_color, other) in combinations(pieces, 2):
        rows = abs(box.top - other.top) + abs(box.bottom - other.bottom)
        columns = abs(box.left - other.left) + abs(box.right - other.right)
        if damaged and color == other_color and min(rows, columns) < 4:
            raise SampleError("two pieces of one colour stand in the same lines")


def _spread(sheet: Sheet, form: Form, color: int, margin: int) -> Box:
    """Fill most of the sheet with one shape: on each side it leaves a margin or one cell more."""
    spare = [max(0, length // 3 - 2 * margin) for length in sheet.box[2:]]
    first = [margin + sheet.draw.integer(0, min(1, more)) for more in spare]
    last = [margin + sheet.draw.integer(0, min(1, more - 1)) if more else margin for more in spare]
    if not margin:
        first = last = [0, 0]
    height, width = (n - a - b for n, a, b in zip(sheet.box[2:], first, last, strict=True))
    return sheet.paste((outline if form == "ring" else solid)(height, width), color, *first)


def _palette(draw: Draw, tint: str, colors: Sequence[int], base: int) -> list[int]:
    """Draw the colours of noise; with those of the shapes there is one more, for damage."""
    used = {base, *colors}
    own = draw.colors(min(3, 10 - len(used)) if tint == "several" else 1, used)
    return [*sorted({*colors}), *own] if tint == "shared" else own


def _damage(
    draw: Draw, grid: Patch, box: Box, color: int, percent: int, covers: Sequence[int]
) -> None:
    """Cover cells of a shape, in each row and column of three or more less than half of them."""
    window = grid[box.cells]
    mask = window == color
    rows, columns = (
        [(cells - 1) // 2 if cells > 2 else cells for cells in mask.sum(axis=axis).tolist()]
        for axis in (1, 0)
    )
    n, cells = share(mask, percent), np.flatnonzero(mask).tolist()
    for cell in draw.sample(cells, min(len(cells), 2 * n)):
        row, column = divmod(cell, box.width)
        if n and rows[row] and columns[column]:
            window[row, column] = draw.choice(covers)
            n, rows[row], columns[column] = n - 1, rows[row] - 1, columns[column] - 1


def _outside(sheet: Sheet, boxes: Sequence[Box]) -> Mask:
    room = np.ones((sheet.box.height, sheet.box.width), np.bool_)
    for box in boxes:
        room[box.cells] = False
    return room


@layout(
    says="square blocks along a diagonal among noise",
    provides={"noise", "several"},
    count={"between": [4, 6]},
    block={"any": [2, 2, 3, 4]},
    damage={"between": [0, 20]},
    noise={"between": [6, 14]},
)
def diagonal_blocks(draw: Draw, count: int, block: int, damage: int, noise: int) -> Grid:
    """Draw equal squares corner to corner from corner to corner, some with a cell or more covered.

    Args:
        block: The side of a square.
        damage: Percent of the cells of a square that may be covered, at most.
        noise: Percent of the other cells; a noise cell never touches another of its colour.
    """
    at_least(1, count=count, block=block)
    palette = draw.colors(draw.integer(3, min(count + 2, 9)))
    grid = np.zeros(sides(draw, count * block, "square"), np.uint8)
    colors = [draw.choice(palette)]
    while len(colors) < count:
        colors.append(draw.choice([color for color in palette if color != colors[-1]]))
    for at, color in enumerate(colors):
        grid[at * block : (at + 1) * block, at * block : (at + 1) * block] = color
    blank = grid == 0
    most = max(1, block * block * damage // 100)
    for at, color in enumerate(colors if damage else ()):
        spots = draw.sample(range(block * block), draw.integer(0, most))
        places = [(at * block + spot // block, at * block + spot % block) for spot in spots]
        _cover(draw, grid, places, [other for other in palette if other != color])
    speckle(draw, grid, blank, share(blank, noise), palette)
    return as_grid(grid if draw.chance(0.5) else grid[:, ::-1])


def _cover(
    draw: Draw, grid: Patch, places: Sequence[tuple[int, int]], palette: Sequence[int]
) -> None:
    for place in places:
        grid[place] = draw.choice(palette)


@layout(
    says="{count} figures among stray cells",
    provides={"noise", "several"},
    side={"between": [9, 12]},
    noise={"between": [3, 8]},
    stray={"any": ["same", "same", "both"]},
)
def noisy_figures(
    draw: Draw,
    side: int,
    noise: int,
    stray: Literal["same", "other", "both"],
    count: int = 1,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    alike: bool = False,
    covered: bool = False,
) -> Grid:
    """Draw figures of five cells or more, and strew cells around them that touch none of theirs.

    Args:
        noise: Percent of the cells around the figures.
        stray: Stray cells have the colours of the figures, another colour, or both.
        alike: The figures are equal, if some may be turned over.
        covered: Noise of another colour also covers cells of figures, within their convex hulls.
    """
    at_least(1, count=count)
    sheet = new_sheet(draw, side)
    height, width = sheet.box[2:]
    size = min(height, width) - 2 if count == 1 else (max(height, width) + 2) // 3
    least = min(size, 4 if count == 1 else 3)
    masks = [_figure(draw, shapes, least, size) for _ in range(count)]
    if alike:
        masks = [flipped(draw, masks[0]) for _ in masks]
    colors = [draw.color()] * count if draw.chance(0.6) else draw.colors(count)
    boxes = sheet.place_all(masks, colors)
    other = draw.color({0, *colors})
    grid, room = sheet.grid.copy(), _outside(sheet, boxes)
    if covered:
        for box, mask in zip(boxes, masks, strict=True):
            places = [(box.top + r, box.left + c) for r, c in _coverable(draw, mask)]
            _cover(draw, grid, places, [other])
    palette = {"same": colors, "other": [other], "both": [*colors, other]}[stray]
    speckle(draw, grid, room, share(room, noise), palette)
    return as_grid(grid)


def _figure(draw: Draw, shapes: Sequence[ShapeName], low: int, high: int) -> Shape:
    """Draw a figure that is told from stray cells by its size."""
    return draw.until(
        lambda: any_shape(draw, low, high, shapes), lambda mask: int(mask.sum()) > 4, tries=10
    )


def _coverable(draw: Draw, mask: Shape) -> list[tuple[int, int]]:
    """Pick cells of a figure that neither its convex hull nor its hanging together needs."""
    spots = np.zeros(mask.shape, np.bool_)
    cells = np.flatnonzero(mask).tolist()
    for cell in draw.sample(cells, draw.integer(1, max(1, len(cells) // 5))):
        row, column = divmod(cell, mask.shape[1])
        if not spots[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2].any():
            spots[row, column] = True
    spots &= hull(mask & ~spots)
    rest = mask & ~spots
    whole = rest.sum() > 4 and len(components(rest, 8)) == 1
    return [(int(row), int(column)) for row, column in np.argwhere(spots)] if whole else []
