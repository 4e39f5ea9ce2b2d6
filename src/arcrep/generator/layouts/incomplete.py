"""Scenes of figures that are not whole, each so that one sees what it would be: in several ways."""

from collections.abc import Sequence
from itertools import cycle
from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Mask, Patch
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import components
from arcrep.generator.layouts.disturbed import pits
from arcrep.generator.scenes.arrangements import Arrangement, longest_in
from arcrep.generator.scenes.colors import ANY, Colors
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import (
    Axis,
    LineAxis,
    Shape,
    is_symmetric,
    line,
    open_box,
    outline,
    solid,
)
from arcrep.generator.scenes.standing_out import (
    Standout,
    colors_of,
    shapes_of,
    stand,
)
from arcrep.generator.shapes import mirrored_blob

Missing = Literal["notches", "pits", "gap", "side", "dots", "corners", "bent", "middles"]
"""A full rectangle without one or two of its corners, or without one to three other cells; an
outline with a gap, without a side, or of which every other cell, the corners, two sides that meet,
or all but the middles of its sides, show."""


@layout(
    says="rectangles of which cells are missing",
    provides={"fragments", "several"},
    count={"between": [2, 4]},
    side={"between": [10, 15]},
    largest={"between": [4, 6]},
)
def incomplete_rectangles(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    missing: Missing = "notches",
    smallest: int = 4,
    whole: int = 0,
    colors: Colors = "own",
    color: int = ANY,
    contrast: Standout = "nothing",
    arrangement: Arrangement = "scatter",
    proportions: Proportions = "free",
    margin: int = 1,
) -> Grid:
    """Draw parts of rectangles whose boxes are apart; each has cells on all four sides of its own.

    Args:
        count: How many are not whole.
        missing: What is missing from each.
        smallest: Both sides have so many cells.
        whole: How many there are of which nothing is missing, of sizes like the others.
        color: Some have it, at least one, and some do not; -1 for no such colour.
        contrast: By what one that is not whole stands out.
    """
    at_least(1, count=count)
    at_least(3, smallest=smallest)
    at_least(0, whole=whole)
    sheet = new_sheet(draw, side, proportions)
    number = count + whole
    largest = max(smallest, min(largest, longest_in(arrangement, sheet.box, number, margin)))
    masks = shapes_of(
        draw,
        lambda low, high: _box(draw, missing, max(smallest, low), high),
        (smallest, largest),
        number,
        contrast,
    )
    own = colors_of(draw, number, colors, color)
    patches: list[Patch] = []
    for index, (mask, shade) in enumerate(zip(masks, own, strict=True)):
        if index < count:
            shown = _shown(draw, mask, missing)
        else:
            shown = mask if missing in ("notches", "pits") else outline(*mask.shape)
        patches.append(np.where(shown, np.uint8(shade), np.uint8(0)))
    stand(sheet, masks, patches, contrast, arrangement, margin)
    return sheet.grid


def _box(draw: Draw, missing: Missing, low: int, high: int) -> Shape:
    """Draw the sides of a rectangle; dots need odd ones."""
    sides = [draw.integer(low, max(low, high)) for _ in range(2)]
    if missing in ("dots", "middles"):
        sides = [length + 1 - length % 2 for length in sides]
    return solid(sides[0], sides[1])


def _shown(draw: Draw, whole: Shape, missing: Missing) -> Shape:
    """Leave out what is missing from a full rectangle, or from its outline."""
    height, width = whole.shape
    rim = outline(height, width)
    if missing == "pits":
        return whole & ~pits(draw, whole)
    if missing == "notches":
        return _notched(draw, height, width)
    if missing == "gap":
        return _gapped(draw, rim)
    if missing == "side":
        return open_box(height, width, draw.choice(("up", "down", "left", "right")))
    rows, columns = np.indices((height, width))
    if missing == "dots":
        return rim & ((rows + columns) % 2 == 0)
    if missing == "middles":
        return _middles(rim)
    ends = np.isin(rows, (0, height - 1)) & np.isin(columns, (0, width - 1))
    if missing == "corners":
        return ends
    down, across = draw.choice((0, height - 1)), draw.choice((0, width - 1))
    return (rows == down) | (columns == across)


def _middles(rim: Shape) -> Shape:
    """Leave of an outline the corners, without the middles of its sides."""
    height, width = rim.shape
    rows, columns = np.indices(rim.shape)
    near_rows = np.minimum(rows, height - 1 - rows) <= (height - 1) // 3
    return rim & near_rows & (np.minimum(columns, width - 1 - columns) <= (width - 1) // 3)


def _notched(draw: Draw, height: int, width: int) -> Shape:
    """Cut one or two corners off a full rectangle, each a block of less than half of its sides."""
    mask = solid(height, width)
    corners = draw.sample([(0, 0), (0, 1), (1, 0), (1, 1)], draw.choice((1, 1, 2)))
    for low, right in corners:
        down = draw.integer(1, max(1, (height - 1) // 2))
        across = draw.integer(1, max(1, (width - 1) // 2))
        rows = slice(height - down, height) if low else slice(0, down)
        mask[rows, slice(width - across, width) if right else slice(0, across)] = False
    return mask


def _gapped(draw: Draw, rim: Shape) -> Shape:
    """Open an outline by one gap of one or two cells, off its corners."""
    height, width = rim.shape
    long = draw.integer(1, max(1, min(2, width - 3)))
    start = draw.integer(1, width - 1 - long)
    mask = rim.copy()
    mask[draw.choice((0, -1)), start : start + long] = False
    if draw.chance(0.5):
        return mask
    mask = rim.copy()
    high = draw.integer(1, max(1, min(2, height - 3)))
    start = draw.integer(1, height - 1 - high)
    mask[start : start + high, draw.choice((0, -1))] = False
    return mask


@layout(
    says="bars with gaps",
    provides={"fragments", "several", "orientations"},
    count={"between": [2, 4]},
    side={"between": [10, 15]},
    largest={"between": [5, 8]},
    shown={"any": ["gap", "dots"]},
)
def gapped_bars(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    shown: Literal["gap", "dots", "ends"],
    smallest: int = 5,
    axes: tuple[LineAxis, ...] = ("horizontal", "vertical"),
    color: int = ANY,
    whole: int = 0,
    contrast: Standout = "nothing",
    proportions: Proportions = "free",
) -> Grid:
    """Draw bars one cell wide, each in a colour of its own, of which not all cells show.

    Args:
        count: How many bars are not whole; those along each axis are drawn in turn.
        shown: All cells but one to three in a row; every other cell; or the two ends.
        smallest: The length of a bar, five cells or more.
        axes: Along which they lie.
        color: One of them has it; -1 for no such colour.
        whole: How many there are of which nothing is missing.
        contrast: By what one of them stands out.
    """
    at_least(1, count=count)
    at_least(0, whole=whole)
    at_least(5, smallest=smallest)
    sheet, number = new_sheet(draw, side, proportions), count + whole
    turns: Sequence[LineAxis] = [axis for _ in range(number) for axis in draw.shuffled(axes)]
    order = cycle(turns)
    masks = shapes_of(
        draw,
        lambda low, high: line(next(order), draw.integer(low, max(low, high))),
        (smallest, max(smallest + 3, largest)),
        number,
        contrast,
    )
    own = colors_of(draw, number, "own", color)
    patches: list[Patch] = []
    for index, (mask, shade) in enumerate(zip(masks, own, strict=True)):
        seen = mask & ~_lost(draw, mask, shown) if index < count else mask
        patches.append(np.where(seen, np.uint8(shade), np.uint8(0)))
    stand(sheet, masks, patches, contrast, margin=1)
    return sheet.grid


def _lost(draw: Draw, bar: Shape, shown: str) -> Mask:
    """Pick the cells of a bar that do not show, none of them an end."""
    cells = np.flatnonzero(bar).tolist()
    if shown == "ends":
        lost = cells[1:-1]
    elif shown == "dots":
        lost = cells[1:-1:2]
    else:
        n = draw.integer(1, max(1, min(3, len(cells) - 4)))
        start = draw.integer(1, len(cells) - 1 - n)
        lost = cells[start : start + n]
    mask = np.zeros(bar.shape, np.bool_)
    mask.flat[lost] = True
    return mask


@layout(
    says="figures that are their own mirror images but for some cells",
    provides={"fragments", "several", "symmetry"},
    count={"between": [2, 3]},
    side={"between": [12, 17]},
    largest={"between": [6, 8]},
    axis={"any": ["horizontal", "vertical"]},
)
def dented_figures(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    axis: Axis,
    smallest: int = 5,
    colors: Colors = "own",
    color: int = ANY,
    contrast: Standout = "nothing",
    proportions: Proportions = "free",
) -> Grid:
    """Draw figures with one mirror axis; up to four neighbouring cells of each are missing.

    About no other axis as many cells of a figure have their image in it.

    Args:
        count: How many figures.
        axis: The direction of the line in which figures are mirrored.
        color: Some figures have it, at least one, and some do not; -1 for no such colour.
        contrast: By what one figure stands out.
    """
    at_least(1, count=count)
    sheet = new_sheet(draw, side, proportions)
    room = min(sheet.box[2:])
    if smallest >= room:
        raise SampleError(f"no room for figures of {smallest} cells in {room}")
    wholes = shapes_of(
        draw,
        lambda low, high: _mirrored(draw, low, high, axis),
        (smallest, max(smallest + 1, min(largest, room - 2))),
        count,
        contrast,
    )
    own = colors_of(draw, count, colors, color)
    boxes = [solid(*mask.shape) for mask in wholes]
    patches: list[Patch] = []
    for mask, shade in zip(wholes, own, strict=True):
        patches.append(np.where(_dented(draw, mask, axis), np.uint8(shade), np.uint8(0)))
    stand(sheet, boxes, patches, contrast, margin=1)
    return sheet.grid


def _mirrored(draw: Draw, low: int, high: int, axis: Axis) -> Shape:
    """Draw a figure, not too thin, that is its own image in a line of this axis alone."""

    def is_clear(mask: Shape) -> bool:
        full = 5 * int(mask.sum()) > 2 * mask.size and min(mask.shape) > 3
        return full and not is_symmetric(mask, "vertical" if axis == "horizontal" else "horizontal")

    return draw.until(lambda: mirrored_blob(draw, low, high, axis), is_clear, tries=10)


def _dented(draw: Draw, mask: Shape, axis: Axis) -> Shape:
    """Take cells off one side of the mirror axis, such that it is still the best one.

    Raises:
        SampleError: None of some tries leaves it clear.
    """
    upright = mask if axis == "horizontal" else mask.T
    half = upright.copy()
    half[upright.shape[0] // 2 :] = False

    def make() -> Mask:
        rest = upright.copy()
        row, column = divmod(draw.choice(np.flatnonzero(half).tolist()), upright.shape[1])
        down, across = draw.choice(((1, 1), (1, 2), (2, 1), (2, 2), (1, 3)))
        lost = slice(row, row + down), slice(column, column + across)
        rest[lost] &= ~half[lost]
        return rest[:: draw.choice((1, -1))]

    def is_clear(rest: Mask) -> bool:
        own, other = _agreement(rest), _agreement(rest.T)
        return own[0] > max(own[1], other[0]) + 1 and len(components(rest, 8)) == 1

    rest = draw.until(make, is_clear, tries=30)
    return rest if axis == "horizontal" else rest.T


def _agreement(mask: Mask) -> tuple[int, int]:
    """Count the cells that have their image in the best level axis, and in the second best."""
    length = len(mask)
    padded = np.pad(mask, ((length, length), (0, 0)))
    image = mask[::-1]
    counts = [
        int((padded[at : at + length] & image).sum()) for at in range(length // 2, 2 * length)
    ]
    second, best = sorted(counts)[-2:]
    return best, second
