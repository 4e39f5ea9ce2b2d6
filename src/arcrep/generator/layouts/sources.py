"""Scenes with a figure to copy, and something that says where the copy goes."""

from typing import Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Patch, Sheet, striped
from arcrep.generator.geometry import components, core
from arcrep.generator.scenes.grids import at_least, new_sheet
from arcrep.generator.scenes.masks import Shape, filled, outline, solid
from arcrep.generator.scenes.placing import in_line
from arcrep.generator.shapes import ShapeName, any_shape

_FIGURES: tuple[ShapeName, ...] = ("square", "rectangle", "ring", "diamond_ring", "plus", "blob")


@layout(
    says="a figure, and an empty frame with room for a copy",
    provides={"source", "container", "several"},
    side={"between": [10, 20]},
    n_colors={"between": [1, 3]},
)
def source_and_container(
    draw: Draw, side: int, n_colors: int, room: int = 0, shapes: tuple[ShapeName, ...] = _FIGURES
) -> Grid:
    """Draw a figure and an empty frame beside it.

    Args:
        side: The longer side of the grid, 8 or more.
        n_colors: How many colours the figure has, if it has room for so many.
        room: Free cells between the frame and a copy at its centre, on every side.
    """
    at_least(1, n_colors=n_colors)
    at_least(0, room=room)
    mask = any_shape(draw, 3, (side - 3 - 2 * room) // 2, shapes)
    mask, patch = _tinted(draw, mask, draw.colors(n_colors))
    height, width = (length + 2 + 2 * room for length in mask.shape)
    size, corners = in_line(draw, [mask.shape, (height, width)], side)
    sheet = Sheet(draw, *size)
    sheet.paste(mask, patch, *corners[0])
    sheet.paste(outline(height, width), draw.color(), *corners[1])
    return sheet.grid


def _tinted(draw: Draw, mask: Shape, palette: list[int]) -> tuple[Shape, Patch]:
    """Colour a figure in layers from the rim to the core, or in stripes; return both.

    In more than one colour its holes are filled, so that it has a core.
    """
    if len(palette) == 1:
        return mask, np.full(mask.shape, palette[0], np.uint8)
    mask = filled(mask)
    inner, patch = core(mask), np.full(mask.shape, palette[0], np.uint8)
    if not inner.any() or draw.chance(0.2):
        return mask, striped(mask, palette, draw.choice(("horizontal", "vertical")))
    for color in palette[1:]:
        patch[inner] = color
        inner = core(inner)
    return mask, patch


@layout(
    says="a figure of several parts, and some parts of a copy",
    provides={"source", "fragments", "several"},
    side={"between": [11, 20]},
)
def source_and_fragments(draw: Draw, side: int) -> Grid:
    """Draw a column (row) of parts in three colours, and a copy beside it with parts left out.

    The parts are at most one empty cell apart. Of one colour no part is left in the copy, which is
    at least two empty cells away.

    Args:
        side: The longer side of the grid, 9 or more.
    """
    palette = draw.colors(3)
    patch, parts = draw.until(lambda: _column(draw, palette, side), _is_one_figure)
    kept = [rows for rows, color in parts if color != palette[0]]
    copy = draw.until(lambda: _some_rows(draw, patch, kept), lambda some: _fits_once(patch, some))
    if draw.chance(0.4):
        patch, copy = patch.T, copy.T
    size, corners = in_line(draw, [patch.shape] * 2, side, gap=2)
    sheet = Sheet(draw, *size)
    for picture, corner in zip((patch, copy), corners, strict=True):
        sheet.paste(picture > 0, picture, *corner)
    return sheet.grid


def _column(draw: Draw, palette: list[int], side: int) -> tuple[Patch, list[tuple[slice, int]]]:
    """Draw parts one below the other, each with its rows and colour; neighbours differ."""
    length, breadth = draw.integer(6, min(side, 13)), draw.integer(3, min((side - 2) // 2, 7))
    patch = np.zeros((length, breadth), np.uint8)
    colors, parts, row = draw.shuffled(palette), list[tuple[slice, int]](), 0
    loose, centered = draw.chance(0.6), draw.chance(0.7)
    while row < length:
        mask = _part(draw, breadth)[: length - row]
        color = colors.pop() if colors else draw.choice([c for c in palette if c != parts[-1][1]])
        left = (breadth - mask.shape[1]) // 2
        if not centered:
            left = draw.integer(0, breadth - mask.shape[1])
        rows = slice(row, row + len(mask))
        patch[rows, left : left + mask.shape[1]] = mask * color
        parts.append((rows, color))
        row += len(mask) + (loose and draw.chance(0.7))
    return patch, parts


def _some_rows(draw: Draw, patch: Patch, parts: list[slice]) -> Patch:
    copy = np.zeros_like(patch)
    for rows in draw.sample(parts, draw.integer(1, len(parts))):
        copy[rows] = patch[rows]
    return copy


def _fits_once(patch: Patch, some: Patch) -> bool:
    """Say whether some cells of a patch are found in it at no other place."""
    height, width = patch.shape
    around = np.pad(patch, ((height, height), (width, width)))
    windows = sliding_window_view(around, patch.shape)
    return bool(((windows == some) | (some == 0)).all(axis=(2, 3)).sum() == 1)


def _part(draw: Draw, breadth: int) -> Shape:
    """Draw a line, a dotted line, or a small shape."""
    if draw.chance(0.45):
        return solid(1, draw.integer(2, breadth))
    if draw.chance(0.2):
        return np.arange(breadth)[None] % 2 == 0
    kinds = ("square", "bar_vertical", "ring", "plus", "cross", "tee", "stairs", "diagonal")
    return any_shape(draw, 2, 3, kinds)


def _is_one_figure(made: tuple[Patch, list[tuple[slice, int]]]) -> bool:
    """Say whether three colours show and no part is more than one empty cell from the rest."""
    patch, parts = made
    return len({color for _, color in parts}) == 3 and len(components(patch > 0, 8, 2)) == 1


@layout(
    says="figures, and single cells that call for copies",
    provides={"source", "markers", "several"},
    side={"between": [9, 16]},
    sources={"between": [1, 2]},
    copies={"between": [1, 2]},
)
def source_and_markers(
    draw: Draw,
    side: int,
    sources: int,
    copies: int,
    n_colors: int = 1,
    distractors: int = 0,
    anchor: Literal["center", "corner"] = "center",
    shapes: tuple[ShapeName, ...] = _FIGURES,
) -> Grid:
    """Draw figures that differ in colour, and for each of them cells of its main colour.

    Copies with their centre (or top left corner) at these cells touch nothing.

    Args:
        side: The longer side of the grid, 8 or more.
        sources: How many figures have cells that call for copies.
        copies: How many such cells each of them has.
        n_colors: How many colours a figure has.
        distractors: How many rectangles there are in other colours.
        anchor: With `center`, figures have odd sides.
    """
    at_least(1, sources=sources, copies=copies, n_colors=n_colors)
    at_least(0, distractors=distractors)
    sheet = new_sheet(draw, side)
    share = 0.55 * sheet.box.height * sheet.box.width / (sources * (1 + copies) + distractors / 2)
    largest = max(3, min(7, int(share**0.5) - 1))
    palette = draw.colors(sources * n_colors + distractors)
    drawn: list[tuple[Shape, int]] = []
    for index in range(sources):
        own = palette[index * n_colors : (index + 1) * n_colors]
        mask, patch = _source(draw, largest, own, shapes, anchor == "center")
        sheet.place(mask, patch)
        drawn += [(mask, _main_color(mask, patch))] * copies
    spots: list[tuple[int, int, int]] = []
    for mask, color in drawn:
        # Room is kept for the whole copy.
        top, left = draw.choice(sheet.places(solid(*mask.shape)))
        sheet.reserve(Box(top, left, *mask.shape))
        middle = anchor == "center"
        spots.append((color, top + middle * (len(mask) // 2), left + middle * (mask.shape[1] // 2)))
    for color in palette[sources * n_colors :]:
        sheet.place(any_shape(draw, 2, largest, ("rectangle", "square")), color)
    for color, row, column in spots:
        sheet.paste(solid(1, 1), color, row, column)
    return sheet.grid


def _source(
    draw: Draw, largest: int, palette: list[int], shapes: tuple[ShapeName, ...], odd: bool
) -> tuple[Shape, Patch]:
    """Draw a figure with a main colour and, if asked for, a cell at its centre."""

    def is_fit(made: tuple[Shape, Patch]) -> bool:
        height, width = made[0].shape
        return _main_color(*made) > 0 and (not odd or height % 2 == width % 2 == 1)

    return draw.until(lambda: _tinted(draw, any_shape(draw, 3, largest, shapes), palette), is_fit)


def _main_color(mask: Shape, patch: Patch) -> int:
    """Return the colour with the most cells, or 0 where colours tie."""
    counts = np.bincount(patch[mask])
    best = np.flatnonzero(counts == counts.max())
    return int(best[0]) if len(best) == 1 else 0
