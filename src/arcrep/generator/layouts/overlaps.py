"""Scenes of things that lie partly on each other."""

from itertools import pairwise
from typing import Literal

import numpy as np
from jaxtyping import Bool
from numpy.lib.stride_tricks import sliding_window_view

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Patch, Sheet
from arcrep.generator.geometry import grow
from arcrep.generator.scenes.colors import color_or_any
from arcrep.generator.scenes.grids import at_least, new_sheet, sides
from arcrep.generator.scenes.masks import Shape, turned
from arcrep.generator.scenes.placing import box_in
from arcrep.generator.shapes import ShapeName, any_shape

Stack = Bool[np.ndarray, "figures height width"]
"""The cells of several figures, each on the whole grid, from the lowest to the topmost."""

Arrangement = Literal[
    "across", "bars_across", "diagonal_across", "corner", "edge", "edges", "inside"
]
_FIGURES: tuple[ShapeName, ...] = ("square", "rectangle")


@layout(says="a rectangle on top of something", provides={"layers"}, side={"between": [7, 11]})
def overlapping_pair(
    draw: Draw, side: int, arrangements: tuple[Arrangement, ...] = ("across",), count: int = 1
) -> Grid:
    """Draw something in one colour, in part under a full rectangle in another.

    What shows of the lower one reaches as far as it does to all sides. The upper one could go one
    cell to the left.

    Args:
        side: The longer side of the grid, 7 or more.
        arrangements: The upper one lies across a rectangle, two bars or a diagonal line, over a
            corner or an edge of a rectangle, or inside of it; with `edges` there are two, over
            opposite edges. One of these is drawn for each pair.
        count: How often two lie like this, in turn with the one and the other colour on top.
    """
    at_least(1, count=count)
    height, width = sides(draw, side, least=7)
    sheet, colors = Sheet(draw, height, width), draw.colors(2)
    largest = min(height, width) - 1 if count == 1 else min(height, width) // 2
    for _ in range(count):
        layers = _arranged(draw, draw.choice(arrangements), largest)
        patch = np.array([0, *colors], np.uint8)[layers]
        # The upper one may be asked to move to the left.
        free = int((layers[:, 0] == 2).any())
        sheet.place(layers > 0, patch, within=Box(0, free, height, width - free))
        colors.reverse()
    return sheet.grid


def _arranged(draw: Draw, arrangement: Arrangement, largest: int) -> Patch:
    """Draw a pair: 1 where the lower one shows, 2 where the upper one is; turned at random."""
    if arrangement == "diagonal_across":
        layers = _on_diagonal(draw, draw.integer(4, largest))
    else:
        layers = _on_rectangle(draw, arrangement, largest)
    return turned(draw, layers)


def _on_diagonal(draw: Draw, side: int) -> Patch:
    layers = np.eye(side, dtype=np.uint8)
    first = draw.integer(1, side - 2)
    last = draw.integer(first, side - 2)
    top, left = draw.shuffled((first, draw.integer(0, first)))
    bottom, right = draw.shuffled((last, draw.integer(last, side - 1)))
    layers[top : bottom + 1, left : right + 1] = 2
    return layers


_RELATIONS = {
    "across": ("over", "within"),
    "bars_across": ("over", "within"),
    "corner": ("past", "past"),
    "edge": ("past", "within"),
    "edges": ("barely past", "within"),
    "inside": ("within", "within"),
}
"""How the rows and the columns of the upper rectangle lie to those of the lower one."""


def _on_rectangle(draw: Draw, arrangement: Arrangement, largest: int) -> Patch:
    spans = [_spans(draw, relation, largest) for relation in _RELATIONS[arrangement]]
    (rows, columns), (upper_rows, upper_columns) = zip(*spans, strict=True)
    height, width = (max(lower.stop, upper.stop) for lower, upper in spans)
    layers = np.zeros((height, width), np.uint8)
    layers[rows, columns] = 1
    if arrangement == "bars_across":
        layers[rows.start + 1 : rows.stop - 1] = 0
    layers[upper_rows, upper_columns] = 2
    if arrangement == "edges":
        # The lower one comes to lie in the middle.
        layers = np.pad(layers, ((height - rows.stop, 0), (0, 0)))
        layers = np.maximum(layers, layers[::-1])
    return layers


def _spans(draw: Draw, relation: str, largest: int) -> tuple[slice, slice]:
    """Draw rows (columns) of the lower and of the upper rectangle; the first of all is 0."""
    total = draw.integer(min(4, largest), largest)
    if relation == "over":
        own = draw.integer(1, total - 1)
        start = draw.integer(0, total - own)
        return slice(start, start + own), slice(0, total)
    if relation == "within":
        start = draw.integer(1, total - 2)
        return slice(0, total), slice(start, draw.integer(start + 1, total - 1))
    if relation == "barely past":
        # With its mirror image it takes no more than there is room for, and not all of the other.
        total = draw.integer(4, max(4, (largest + 3) // 2))
    own = draw.integer(3, total - 1)
    start = own // 2 + 1 if relation == "barely past" else 1
    return slice(0, own), slice(draw.integer(start, own - 1), total)


@layout(
    says="a pile of figures",
    provides={"layers", "several"},
    side={"between": [8, 13]},
    count={"between": [2, 3]},
)
def pile(
    draw: Draw,
    side: int,
    count: int,
    loose: int = 0,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    clear_top: bool = False,
) -> Grid:
    """Draw figures in different colours that lie on each other.

    Each one shows in all rows and columns that it takes. The higher it lies, the fewer of its
    cells are hidden; so only the topmost shows wholly.

    Args:
        side: The longer side of the grid, 6 or more.
        count: How many figures lie on each other.
        loose: How many more lie apart.
        clear_top: In the bounding box of the topmost one no other shows.
    """
    at_least(2, count=count)
    at_least(0, loose=loose)
    sheet, colors = new_sheet(draw, side, least=6), draw.colors(count + loose)
    largest = max(4, min(*sheet.box[2:], 2 * side // 3))
    masks = draw.until(
        lambda: _heap(draw, count, largest, shapes, sheet.box),
        lambda masks: _is_clear(masks) and not (clear_top and _pokes_in(masks)),
    )
    for mask, color in zip(masks, colors, strict=False):
        sheet.paste(mask, color)
    for color in colors[count:]:
        sheet.place(any_shape(draw, 2, 4, shapes), color)
    return sheet.grid


def _heap(draw: Draw, count: int, largest: int, kinds: tuple[ShapeName, ...], room: Box) -> Stack:
    """Draw figures, from the lowest to the topmost, each over the box of the one before."""
    shapes = [any_shape(draw, 2, largest, kinds) for _ in range(count)]
    if draw.chance(0.7):
        # A large one below is seldom covered too much.
        shapes.sort(key=np.size, reverse=True)
    masks, below = np.zeros((count, room.height, room.width), np.bool_), room
    for mask, shape in zip(masks, shapes, strict=True):
        height, width = shape.shape
        last_row, last_column = room.height - height, room.width - width
        top = draw.integer(max(0, below.top - height + 1), min(last_row, below.bottom))
        left = draw.integer(max(0, below.left - width + 1), min(last_column, below.right))
        below = Box(top, left, height, width)
        mask[below.cells] = shape
    return masks


def _is_clear(masks: Stack) -> bool:
    """Say whether each shows in its rows and columns, and hides less than the one before."""
    above = np.logical_or.accumulate(masks[:0:-1])[::-1]
    hidden = masks[:-1] & above
    numbers = [*np.count_nonzero(hidden, axis=(1, 2)).tolist(), 0]
    if any(more <= less for more, less in pairwise(numbers)):
        return False
    shown = masks[:-1] & ~above
    return all(np.array_equal(shown.any(axis=at), masks[:-1].any(axis=at)) for at in (1, 2))


def _pokes_in(masks: Stack) -> bool:
    """Say whether others show in the bounding box of the topmost figure."""
    box = masks[-1].any(axis=1)[:, None] & masks[-1].any(axis=0)
    return bool((masks[:-1].any(axis=0) & box & ~masks[-1]).any())


@layout(
    says="copies of a figure, some of them in part under a rectangle",
    provides={"layers", "several", "template", "fragments"},
    side={"between": [9, 12]},
    count={"between": [3, 4]},
)
def covered_copies(
    draw: Draw,
    side: int,
    count: int,
    cover_color: int = 8,
    shapes: tuple[ShapeName, ...] = ("tee", "plus", "cross", "cup", "ell", "stairs", "blob"),
) -> Grid:
    """Draw copies of one figure in one colour, and a rectangle over parts of some of them.

    One copy is clear of the rectangle. What shows of a covered one fits into the figure in one way.

    Args:
        side: The longer side of the grid, 9 or more.
        count: How many copies there are.
        cover_color: The colour of the rectangle; -1 for one that is drawn.
        shapes: Kinds of figures, of which one is drawn.
    """
    at_least(2, count=count)
    over = color_or_any(draw, cover_color)
    sheet, color = new_sheet(draw, side, least=9), draw.color({0, over})
    motif = any_shape(draw, 3, max(3, side // 4), shapes)
    boxes = sheet.place_all([motif] * count, [color] * count)
    cells = sheet.grid > 0
    lid = draw.until(
        lambda: _lid(draw, sheet.box), lambda lid: _leaves_enough(motif, boxes, cells, lid)
    )
    sheet.fill(lid, over)
    return sheet.grid


def _lid(draw: Draw, room: Box) -> Box:
    height, width = draw.integer(2, 4), draw.integer(2, 4)
    return box_in(draw, room, height, width)


def _leaves_enough(motif: Shape, boxes: list[Box], cells: Mask, lid: Box) -> bool:
    """Say whether the lid hides cells of some copies, keeps off one, and leaves no doubt."""
    covered = np.zeros_like(cells)
    covered[lid.cells] = True
    touched = grow(covered, 8)
    hit = [box for box in boxes if (covered & cells)[box.cells].any()]
    clear = [box for box in boxes if not (touched & cells)[box.cells].any()]
    return bool(hit and clear) and all(_is_certain(motif, box, cells, covered) for box in hit)


def _is_certain(motif: Shape, box: Box, cells: Mask, covered: Mask) -> bool:
    """Say whether a copy in part under cover, or off the grid, could lie at one place only."""
    height, width = motif.shape
    shown = np.zeros_like(cells)
    shown[box.cells] = motif
    shown &= ~covered
    around = ((height, height), (width, width))
    is_open = np.pad(shown | covered, around, constant_values=True)
    fits = (sliding_window_view(is_open, motif.shape) | ~motif).all(axis=(2, 3))
    held = (sliding_window_view(np.pad(shown, around), motif.shape) & motif).sum(axis=(2, 3))
    return bool((fits & (held == np.count_nonzero(shown))).sum() == 1)
