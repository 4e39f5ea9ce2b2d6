"""Layouts for an order: things in a line that differ in one number, and panels for copies."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Mask, Patch, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.arrangements import Arrangement, arrange
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, Sides, at_least, laid_along, new_sheet, sides
from arcrep.generator.scenes.masks import Axis, outline, solid
from arcrep.generator.shapes import ShapeName, any_shape

_FIGURES: tuple[ShapeName, ...] = ("square", "rectangle", "ring", "plus", "tee", "ell", "blob4")
_CLEARLY = 1.3
_TRIES = 30

Key = Literal["none", "size", "height", "width", "length"]
"""In which number no two things agree, sizes not even nearly: none, cells, a side of the box, or
the longer side."""


def _tags(arguments: Mapping[str, Any]) -> set[str]:
    return {"row", "several"} | ({"container"} if arguments["inside"] != "solid" else set())


@layout(
    says="blocks side by side or one above the other",
    provides=_tags,
    count={"between": [3, 5]},
    side={"between": [9, 15]},
    largest={"between": [4, 6]},
    axis={"any": ["horizontal", "vertical"]},
)
def blocks_in_line(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    axis: Axis,
    key: Key = "size",
    others: Literal["alike", "varied"] = "varied",
    base: Literal["start", "center", "end", "loose"] = "end",
    at_edge: bool = False,
    gap: int = 1,
    inside: Literal["solid", "hollow", "some_hollow"] = "solid",
    colors: Colors = "own",
    some_color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """Draw blocks that follow each other along an axis and differ in a number.

    Args:
        count: Two or more; four or more where only some, three at least, are hollow or have a
            colour.
        side: The longer side of the grid; both sides grow with what the blocks need.
        largest: The longest side of a block; it grows with the number of blocks.
        axis: Along which they follow each other.
        others: Whether a block's other side is that of all, or drawn for each.
        base: The line that the blocks have in common across the axis; loose ones have one line of
            cells in common.
        at_edge: Whether that line is an edge of the grid.
        gap: Free cells between two blocks; with none each needs a colour of its own.
        inside: Hollow blocks are outlines.
        colors: Those of the blocks; of the others, where some have one by `some_color`.
        some_color: The colour of some blocks; -1 for no such colour.
    """
    at_least(2, count=count)
    at_least(0, gap=gap)
    if gap == 0 and colors != "own":
        raise SampleError("blocks that touch need a colour each")
    apart = inside == "some_hollow" or some_color != ANY
    count = max(4, count) if apart else count
    chosen = draw.integer(3, max(3, count - 2)) if apart else count
    hollow = {"solid": 0, "hollow": count, "some_hollow": chosen}[inside]
    least = 3 if hollow else 1
    ends = least, max(largest, least + count - 1)
    found = draw.until(
        lambda: _sizes(draw, count, key, others, ends),
        lambda found: key != "size" or _are_clearly_apart(_areas(found, hollow)),
    )
    masks = [outline(*size) for size in found[:hollow]] + [solid(*size) for size in found[hollow:]]
    inks = colors_for(draw, count, colors, [some_color])
    if some_color != ANY:
        inks[:chosen] = [color_or_any(draw, some_color)] * chosen
    upright = [mask if axis == "horizontal" else mask.T for mask in masks]
    blocks = draw.shuffled(list(zip(upright, inks, strict=True)))
    frame = _frame(draw, side, proportions, axis)
    return laid_along(_lined_up(draw, blocks, gap, base, at_edge, frame), axis)


def _frame(draw: Draw, side: int, proportions: Proportions, axis: Axis) -> Sides:
    """Draw the sides of a grid across an axis and along it."""
    height, width = sides(draw, side, proportions)
    return (height, width) if axis == "horizontal" else (width, height)


def _sizes(draw: Draw, count: int, key: Key, others: str, ends: Sides) -> list[Sides]:
    """Draw heights and widths."""
    low, high = ends
    if key in ("none", "size"):
        return [(draw.integer(low, high), draw.integer(low, high)) for _ in range(count)]
    numbers = draw.sample(range(low, high + 1), count)
    common = draw.integer(low, low + 2)
    rest = [common if others == "alike" else draw.integer(low, low + 2) for _ in numbers]
    if key == "length":
        rest = [min(own, number) for own, number in zip(rest, numbers, strict=True)]
    upright = [key == "height" or (key == "length" and draw.chance(0.5)) for _ in numbers]
    pairs = zip(numbers, rest, upright, strict=True)
    return [(number, own) if up else (own, number) for number, own, up in pairs]


def _areas(found: Sequence[Sides], hollow: int) -> list[int]:
    """Count the cells of blocks, of which so many first ones are outlines."""
    return [2 * (h + w) - 4 if k < hollow else h * w for k, (h, w) in enumerate(found)]


def _are_clearly_apart(numbers: Sequence[int]) -> bool:
    """Say whether each number is larger than the next smaller one by two, and by a third or so."""
    ordered = sorted(numbers)
    return all(b >= max(a + 2, _CLEARLY * a) for a, b in pairwise(ordered))


def _lined_up(
    draw: Draw, things: Sequence[tuple[Mask, int]], gap: int, base: str, at_edge: bool, frame: Sides
) -> Patch:
    """Draw things from left to right on a common line, in a grid that is large enough."""
    run = sum(mask.shape[1] for mask, _ in things) + gap * (len(things) - 1)
    band = max(len(mask) for mask, _ in things)
    loose = 2 if base == "loose" else 0
    height, width = max(frame[0], band + loose), max(frame[1], run)
    sheet = Sheet(draw, height, width)
    left, line = draw.integer(0, width - run), draw.integer(0, height - band)
    if at_edge:
        line = 0 if base == "start" else height - band
    pivot = draw.integer(0, height - 1)
    for mask, ink in things:
        slack = band - len(mask)
        top = line + {"start": 0, "end": slack}.get(base, slack // 2)
        if base == "loose":
            top = draw.integer(max(0, pivot + 1 - len(mask)), min(pivot, height - len(mask)))
        sheet.paste(mask, ink, top, left)
        left += mask.shape[1] + gap
    return sheet.grid


@layout(
    says="equal blocks with different numbers of marks, holes or colours",
    provides=lambda arguments: (
        {"several"} | ({"container"} if arguments["key"] == "holes" else {"multicolored"})
    ),
    count={"between": [3, 4]},
    side={"between": [11, 17]},
)
def numbered_blocks(
    draw: Draw,
    count: int,
    side: int,
    key: Literal["marks", "holes", "colors"] = "marks",
    arrangement: Arrangement = "row",
    aligned: bool = True,
    colors: Colors = "own",
    mark_color: int = ANY,
) -> Grid:
    """Draw equal blocks, no two of which have as many marks (or holes, or colours).

    Args:
        count: Two or more.
        key: What the number is of: cells of one other colour, single empty cells inside, or
            colours, in stripes.
        arrangement: In a column the blocks lie, else they stand.
        aligned: Whether they have a common line.
        colors: Those of the blocks, apart from their marks.
        mark_color: The colour of the marks; -1 for one that is drawn.
    """
    at_least(2, count=count)
    sheet = new_sheet(draw, side)
    if key == "colors":
        blocks = _striped_blocks(draw, count)
    elif key == "holes":
        blocks = _holed_blocks(draw, count, colors)
    else:
        blocks = _marked_blocks(draw, count, colors, mark_color)
    blocks = [block.T for block in blocks] if arrangement == "column" else blocks
    sizes = [(block.shape[0], block.shape[1]) for block in blocks]
    places = arrange(draw, sheet.box, sizes, arrangement, 1, aligned)
    for block, place in zip(blocks, places, strict=True):
        sheet.paste(block > 0, block, *place)
    return sheet.grid


def _striped_blocks(draw: Draw, count: int) -> list[Patch]:
    """Draw upright blocks whose rows have so many colours, in bands that are nearly equal."""
    most = min(count + 1, 5)
    height, width = max(most, draw.integer(4, 5)), draw.integer(2, 3)
    blocks: list[Patch] = []
    for n in draw.sample(range(1, most + 1), count):
        rows = np.arange(height) * n // height
        blocks.append(np.repeat(np.array(draw.colors(n), np.uint8)[rows][:, None], width, axis=1))
    return blocks


def _holed_blocks(draw: Draw, count: int, colors: Colors) -> list[Patch]:
    """Draw upright blocks with single holes, of which no two touch."""
    rows, columns = (count, 1) if draw.chance(0.6) else (-(-(count + 1) // 2), 2)
    cells = [(2 * row + 1, 2 * column + 1) for row in range(rows) for column in range(columns)]
    blocks: list[Patch] = []
    numbers = draw.sample(range(1, len(cells) + 1), count)
    for n, ink in zip(numbers, colors_for(draw, count, colors), strict=True):
        block = np.full((2 * rows + 1, 2 * columns + 1), ink, np.uint8)
        for cell in draw.sample(cells, n):
            block[cell] = 0
        blocks.append(block)
    return blocks


def _marked_blocks(draw: Draw, count: int, colors: Colors, mark_color: int) -> list[Patch]:
    """Draw upright blocks with marks, which are fewer than half of the cells."""
    mark = color_or_any(draw, mark_color)
    width = draw.integer(2, 3)
    height = max(draw.integer(4, 5), -(-2 * (count + 2) // width))
    cells = [(row, column) for row in range(height) for column in range(width)]
    blocks: list[Patch] = []
    numbers = draw.sample(range(1, count + 2), count)
    for n, ink in zip(numbers, colors_for(draw, count, colors, [mark]), strict=True):
        block = np.full((height, width), ink, np.uint8)
        for cell in draw.sample(cells, n):
            block[cell] = mark
        blocks.append(block)
    return blocks


@layout(
    says="dotted lines one above the other, or side by side",
    provides={"row", "several", "lines"},
    count={"between": [3, 5]},
    side={"between": [9, 15]},
    axis={"any": ["horizontal", "vertical"]},
)
def dotted_lines(
    draw: Draw,
    count: int,
    side: int,
    axis: Axis,
    most: int = 7,
    base: Literal["start", "center", "end", "loose"] = "start",
    at_edge: bool = False,
    proportions: Proportions = "free",
) -> Grid:
    """Draw lines of every second cell, each in its own colour; no two have as many cells.

    Args:
        count: Two or more.
        side: The longer side of the grid; both sides grow with what the lines need.
        axis: Along which the lines follow each other; they run across it.
        most: Cells of a line at most; it grows with the number of lines.
    """
    at_least(2, count=count)
    numbers = draw.sample(range(1, max(most, count) + 1), count)
    lines = [np.arange(2 * n - 1)[:, None] % 2 == 0 for n in numbers]
    things = list(zip(lines, draw.colors(count), strict=True))
    frame = _frame(draw, side, proportions, axis)
    return laid_along(_lined_up(draw, things, 1, base, at_edge, frame), axis)


@layout(
    says="objects of different sizes",
    provides={"several"},
    count={"between": [3, 5]},
    side={"between": [9, 15]},
    largest={"between": [4, 6]},
)
def graded_objects(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    key: Key = "size",
    arrangement: Arrangement = "scatter",
    shapes: tuple[ShapeName, ...] = ("square", "rectangle", "ring", "plus", "tee", "ell"),
    colors: Colors = "own",
) -> Grid:
    """Draw objects that differ in a number, anywhere or in an arrangement.

    Args:
        count: Two or more.
        largest: The longest side of an object.
        key: Where it is no size, the objects are blocks.
        shapes: Kinds of the objects, where sizes are to differ; all are of one kind.
    """
    at_least(2, count=count)
    sheet = new_sheet(draw, side)
    if key == "size":
        masks = _graded(draw, count, max(largest, count + 1), draw.choice(shapes))
    else:
        ends = 1, max(largest, count)
        masks = [solid(*size) for size in _sizes(draw, count, key, "varied", ends)]
    sizes = [(mask.shape[0], mask.shape[1]) for mask in masks]
    places = arrange(draw, sheet.box, sizes, arrangement)
    for mask, ink, place in zip(masks, colors_for(draw, count, colors), places, strict=True):
        sheet.paste(mask, ink, *place)
    return sheet.grid


def _graded(draw: Draw, count: int, largest: int, kind: ShapeName) -> list[Mask]:
    """Draw shapes of one kind with sizes that are clearly apart."""
    masks: list[Mask] = []
    for _ in range(10 * count):
        mask = any_shape(draw, 2, largest, (kind,))
        if _are_clearly_apart([int(one.sum()) for one in (*masks, mask)]):
            masks.append(mask)
            if len(masks) == count:
                return masks
    raise SampleError(f"no {count} sizes that are clearly apart, up to a side of {largest}")


@layout(
    says="equal panels, of which only some hold figures",
    provides={"panels", "lines", "several", "source", "contents"},
    count={"between": [2, 4]},
    side={"between": [11, 17]},
    figures={"between": [1, 3]},
    axis={"any": ["horizontal", "vertical"]},
)
def panels_to_fill(
    draw: Draw,
    count: int,
    side: int,
    figures: int,
    axis: Axis,
    full: int = 1,
    marked: int = 0,
    contrast: Literal["nothing", "cells", "color"] = "nothing",
    mark_color: int = ANY,
    figure_color: int = ANY,
    smallest: int = 2,
    largest: int = 4,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    colors: Colors = "own",
) -> Grid:
    """Draw black panels with lines between them; some have figures, the others none.

    Args:
        side: The side of the grid along the axis; it grows or shrinks to what equal panels need.
        figures: How many figures a full panel has at most, none of them at its border.
        full: How many panels have figures.
        marked: How many panels have a single cell instead.
        contrast: How one full panel stands out: by half as many cells again as any other, or by a
            colour that all of it and no other has.
        mark_color: The colour of the single cells; -1 for one that is drawn.
        figure_color: The colour of the panel that stands out by it, likewise.
    """
    at_least(2, count=count)
    at_least(1, full=full)
    at_least(0, marked=marked)
    if full + marked > count:
        raise SampleError(f"{full} full panels and {marked} with a mark are more than {count}")
    length = max(5, (side - count + 1) // count)
    breadth = draw.integer(max(5, length - 2), length + 3)
    line, *free = draw.colors(4, {0, figure_color, mark_color})
    dot = mark_color if mark_color > 0 else free[0]
    special = figure_color if figure_color > 0 else free[1]

    def panel(number: int) -> Patch:
        sheet = Sheet(draw, breadth, length)
        n = draw.integer(1, max(1, min(figures, length * breadth // 18)))
        own = contrast == "color" and number == 0
        inks = [special] * n if own else colors_for(draw, n, colors, [line, dot, special])
        most = min(largest, breadth - 2, length - 2)
        masks = [any_shape(draw, smallest, most, shapes) for _ in inks]
        sheet.place_all(masks, inks, within=sheet.box.inset())
        return sheet.grid

    filled = draw.until(
        lambda: [panel(number) for number in range(full)],
        lambda panels: contrast != "cells" or _is_fullest(panels),
        _TRIES,
    )
    blank = [np.zeros((breadth, length), np.uint8)] * (count - full - marked)
    marks = [_marked_panel(draw, breadth, length, dot) for _ in range(marked)]
    bar = np.full((breadth, 1), line, np.uint8)
    panels = draw.shuffled([*filled, *blank, *marks])
    parts = [part for one in panels for part in (bar, one)][1:]
    return laid_along(np.concatenate(parts, axis=1), axis)


def _marked_panel(draw: Draw, height: int, width: int, color: int) -> Patch:
    sheet = Sheet(draw, height, width)
    sheet.place(solid(1, 1), color)
    return sheet.grid


def _is_fullest(panels: Sequence[Patch]) -> bool:
    first, *rest = (int(np.count_nonzero(panel)) for panel in panels)
    return first >= 1.5 * max(rest, default=0)
