"""Scenes of what is not whole: dented and dotted outlines, parts of shapes, parts of a template."""

from typing import Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from arcrep.arc import MAX_SIDE, Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Patch, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import components, core, grow, holes, hull
from arcrep.generator.scenes.colors import ANY, color_or_any
from arcrep.generator.scenes.grids import at_least, new_sheet, sides
from arcrep.generator.scenes.masks import (
    Shape,
    diamond_outline,
    flipped,
    outline,
    solid,
    turned,
)
from arcrep.generator.scenes.placing import box_in
from arcrep.generator.shapes import ShapeName, any_shape


@layout(
    says="a figure with a mirror axis and a hole, where some cells are missing",
    provides={"container", "symmetry", "fragments"},
    side={"between": [10, 17]},
)
def dented_figure(draw: Draw, side: int, missing: Literal["dents", "pinhole"] = "dents") -> Grid:
    """Draw one figure that is its own mirror image but for a few cells.

    Args:
        side: The longer side of the grid, 8 or more.
        missing: Up to two dents on one side of the axis, in a figure with a hole of its own; or a
            cell that has the figure on all four sides, in a figure with or without another hole.
    """
    height, width = sides(draw, side, least=8)
    figure = _tapering(draw, height, width)
    if missing == "dents" or draw.chance(0.4):
        figure = figure & ~_hole(draw, figure)
    figure &= ~(_pinhole if missing == "pinhole" else _dents)(draw, figure)
    sheet = Sheet(draw, height, width)
    sheet.place(figure, draw.color())
    grid = sheet.grid[:: draw.choice((1, -1))]
    return as_grid(grid if draw.chance(0.5) else grid.T)


def _tapering(draw: Draw, height: int, width: int) -> Shape:
    """Draw a solid figure with an upright mirror axis, as wide as a grid or some cells less."""
    even = draw.integer(0, 1)
    half = (width - 1 - even) // 2 - draw.integer(0, 1)
    kind = draw.choice(("triangle", "trapezoid", "drop", "hourglass", "block"))
    rising = list(range(0 if kind == "triangle" else draw.integer(1, max(1, half - 3)), half + 1))
    if kind == "drop":
        profile = [*rising, *[half] * draw.integer(0, 2), *range(half - 1, draw.integer(1, 2), -2)]
    elif kind == "hourglass":
        profile = [*rising[::-2], *rising[1::2]]
    elif kind == "block":
        profile = [half] * draw.integer(min(6, height), height)
    else:
        profile = [*rising, *[half] * draw.integer(0, 3)]
    profile = np.array(profile[-height:])[:, None]
    off_axis = abs(2 * np.arange(2 * half + 1 + even) - 2 * half - even)
    return off_axis <= 2 * profile + even


def _hole(draw: Draw, figure: Shape) -> Mask:
    """Draw a hole of two cells or more that is symmetric as the figure is, and well inside it."""
    inside = core(core(np.pad(figure, 1)))[1:-1, 1:-1]
    rows = np.flatnonzero(inside.sum(axis=1) > 1).tolist()
    if not rows:
        raise SampleError("the figure has no room for a hole")
    first = draw.choice(rows)
    last = first + draw.integer(1, max(1, len(rows) - 1))
    off_axis = abs(2 * np.arange(figure.shape[1]) - figure.shape[1] + 1)
    inside &= off_axis <= 2 * draw.integer(1, max(1, figure.shape[1] // 2 - 2))
    inside[:first] = inside[last + 1 :] = False
    return inside


def _pinhole(draw: Draw, figure: Shape) -> Mask:
    """Pick one cell with the figure on all four sides."""
    lost = np.zeros(figure.shape, np.bool_)
    lost.flat[draw.choice(np.flatnonzero(core(figure)).tolist())] = True
    return lost


def _dents(draw: Draw, figure: Shape) -> Mask:
    """Pick short runs of cells at the rim, left of the upright axis and apart from the hole."""
    lost = np.zeros(figure.shape, np.bool_)
    allowed = figure & ~grow(holes(figure), 8)
    allowed[:, figure.shape[1] // 2 :] = False
    rim = np.flatnonzero(allowed & ~core(figure)).tolist()
    for cell in draw.sample(rim, min(len(rim), draw.integer(1, 2))):
        row, column = divmod(cell, figure.shape[1])
        down, across = draw.choice(((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)))
        lost[row : row + down, column : column + across] = True
    lost &= allowed
    if not lost.any():
        raise SampleError("the figure has no rim apart from its hole")
    return lost


@layout(
    says="a figure with two mirror axes, of which a part in one quarter is missing",
    provides={"symmetry", "fragments"},
    side={"between": [8, 13]},
    n_colors={"any": [1, 2]},
)
def broken_figure(draw: Draw, side: int, n_colors: int) -> Grid:
    """Draw a frame, a diamond, a rectangle or a block of blocks, and take some cells off.

    Args:
        side: The longer side of the grid, 7 or more.
        n_colors: One, or two, which the figure shows symmetrically.
    """
    height, width = sides(draw, side, least=7)
    mask = _doubly_symmetric(draw, min(height, width) - draw.integer(0, 2))
    palette = draw.colors(2)
    marks = _marks(draw, mask) if n_colors > 1 else np.zeros(mask.shape, np.bool_)
    patch = np.array(palette, np.uint8)[marks.astype(int)]
    # Off one of the axes at least: what is symmetric about both would not be missed.
    off = draw.choice(((0, 1), (1, 0)))
    high, long = ((length + more) // 2 for length, more in zip(mask.shape, off, strict=True))
    spots = np.flatnonzero(mask[:high, :long]).tolist()
    row, column = divmod(draw.choice(spots), long)
    most = max(1, min(high, long) // 2)
    down, across = draw.integer(1, most), draw.integer(1, most)
    rest = mask.copy()
    rest[row : min(high, row + down), column : min(long, column + across)] = False
    sheet = Sheet(draw, height, width)
    place = box_in(draw, sheet.box, *mask.shape)
    sheet.paste(rest, patch, place.top, place.left)
    return as_grid(flipped(draw, sheet.grid))


def _doubly_symmetric(draw: Draw, largest: int) -> Shape:
    kind = draw.choice(("ring", "frame", "diamond", "solid", "blocks"))
    high, long = draw.integer(5, largest), draw.integer(5, largest)
    if kind == "solid":
        return solid(high, long)
    if kind == "blocks":
        rows, columns = (np.arange(length - (length + 1) % 3) % 3 < 2 for length in (high, long))
        return rows[:, None] & columns
    if kind == "diamond":
        return diamond_outline(high, high)
    return outline(high, long, thickness=2 if kind == "frame" and min(high, long) > 5 else 1)


def _marks(draw: Draw, mask: Shape) -> Mask:
    """Pick cells that take a second colour, the same in all four quarters."""
    quarter = draw.mask((mask.shape[0] + 1) // 2, (mask.shape[1] + 1) // 2, 0.35)
    if draw.chance(0.5):
        quarter[:] = False
        quarter[0, :] = mask.shape[0] < mask.shape[1]
        quarter[:, 0] |= mask.shape[0] >= mask.shape[1]
    half = np.hstack((quarter, quarter[:, : mask.shape[1] // 2][:, ::-1]))
    return np.vstack((half, half[: mask.shape[0] // 2][::-1]))


@layout(
    says="an outline of dots",
    provides={"fragments"},
    side={"between": [9, 15]},
    shape={"any": ["rectangle", "rectangle", "diamond", "triangle"]},
    shown={"between": [25, 70]},
)
def dotted_outline(
    draw: Draw,
    side: int,
    shape: Literal["rectangle", "diamond", "triangle"],
    shown: int,
    spaced: Literal["evenly", "anyhow"] = "evenly",
    point: Literal["none", "anywhere", "inside", "outside"] = "anywhere",
    color: int = ANY,
    point_color: int = ANY,
) -> Grid:
    """Draw dots that surround an area, and perhaps a point clearly inside or outside of it.

    Args:
        side: The longer side of the grid, 7 or more.
        shape: The form of the outline.
        shown: Percent of the cells of the outline that show, where they are not spaced evenly.
        spaced: At equal distances; or anyhow, some of them next to each other, in which case the
            outline is a rectangle, of which each side shows between its corners.
        point: Where a single cell of another colour is.
        color: The colour of the dots; -1 for one that is drawn.
        point_color: The colour of the point; -1 for one that is drawn.
    """
    height, width = sides(draw, side, least=8)
    color = color_or_any(draw, color, [point_color])
    point_color = color_or_any(draw, point_color, [color])
    if spaced == "anyhow":
        dots = _broken_rectangle(draw, height - 1, width - 1, shown)
    else:
        dots = _dots(draw, shape, height, width)
    sheet = Sheet(draw, height, width)
    box = sheet.place(dots, color)
    if point != "none":
        inside = point == "inside" or (point == "anywhere" and draw.chance(0.5))
        sheet.paste(solid(1, 1), point_color, *_point(draw, sheet, box, inside))
    return sheet.grid


def _broken_rectangle(draw: Draw, height: int, width: int, shown: int) -> Shape:
    high, long = draw.integer(5, min(height, 11)), draw.integer(5, min(width, 11))
    dots = outline(high, long) & draw.mask(high, long, shown / 100)
    for row in (0, high - 1):
        dots[row, draw.integer(1, long - 2)] = True
    for column in (0, long - 1):
        dots[draw.integer(1, high - 2), column] = True
    if np.array_equal(dots, outline(high, long)):
        raise SampleError("no cell of the outline is missing")
    return dots


def _dots(draw: Draw, shape: str, height: int, width: int) -> Shape:
    """Draw an outline of dots with one or two free cells between neighbours."""
    most = (min(height, width) - 1) // 2
    if shape == "rectangle":
        step = draw.integer(2, 3)
        sizes = [1 + step * draw.integer(2, max(2, (n - 1) // step)) for n in (height, width)]
        dots = np.zeros(sizes, np.bool_)
        dots[::step, ::step] = outline(*(1 + (size - 1) // step for size in sizes))
        if draw.chance(0.25):
            dots[[0, 0, -1, -1], [0, -1, 0, -1]] = False
        return dots
    half = 2 * draw.integer(1 if most < 4 else 2, max(1, most // 2))
    if shape == "diamond":
        off = abs(np.arange(2 * half + 1) - half)
        return (off[:, None] + off == half) & (off[:, None] % 2 == 0)
    rows, off = np.arange(0, half + 1)[:, None], abs(np.arange(2 * half + 1) - half)
    return turned(draw, ((off == rows) | (rows == half)) & (rows % 2 == 0) & (off % 2 == 0))


def _point(draw: Draw, sheet: Sheet, box: Box, inside: bool) -> tuple[int, int]:
    """Pick a free cell well within the convex hull of the dots, or one well outside but near."""
    dots = ~sheet.free
    around = hull(dots)
    room = core(around) & ~grow(dots, 4) if inside else ~grow(around, 8)
    far = room.copy()
    far[max(0, box.top - 3) : box.bottom + 4, max(0, box.left - 3) : box.right + 4] = False
    return divmod(draw.choice(np.flatnonzero(room & ~far).tolist()), dots.shape[1])


@layout(
    says="{count} parts of rectangles",
    provides={"fragments"},
    count={"between": [2, 4]},
    largest={"between": [3, 4]},
    side={"between": [6, 10]},
)
def partial_rectangles(
    draw: Draw,
    count: int,
    largest: int,
    side: int,
    connected: bool = True,
    color: int = ANY,
    other_color: int = ANY,
) -> Grid:
    """Draw parts of rectangles whose bounding boxes are apart; each reaches all sides of its own.

    Args:
        count: How many.
        largest: The longest side of a rectangle; of 2 cells each part has three of the four cells.
        side: The longer side of the grid, which may be longer to have room for all.
        connected: Each part hangs together over sides; else its cells may be strewn.
        color: One of the colours; -1 gives each part a drawn colour of its own.
        other_color: Another one, if there is one.
    """
    at_least(1, count=count)
    side = max(side, min(MAX_SIDE, int((1.2 * count) ** 0.5 * (largest + 1))))
    sheet = new_sheet(draw, side, least=largest + 1)
    known = [color_or_any(draw, given) for given in (color, other_color) if given != ANY]
    if known and draw.chance(0.25):
        known = [draw.choice(known)]
    colors = [draw.choice(known) for _ in range(count)] if known else draw.colors(count)
    masks = [_part(draw, largest, connected) for _ in range(count)]
    boxes = [solid(*mask.shape) for mask in masks]
    patches: list[Patch] = [
        np.where(mask, np.uint8(own), np.uint8(0)) for mask, own in zip(masks, colors, strict=True)
    ]
    distinct = len(set(colors)) == count
    sheet.place_all(boxes, patches, draw.integer(0, 1) if distinct else 1)
    return sheet.grid


def _part(draw: Draw, largest: int, connected: bool) -> Shape:
    """Draw a part of a rectangle that is not all of it."""
    low = max(2, largest - 1)

    def make() -> Shape:
        if connected:
            return any_shape(
                draw, low, largest, ("ell",) if largest == 2 else ("ell", "blob4", "tee")
            )
        return draw.mask(
            draw.integer(low, largest), draw.integer(low, largest), draw.choice((0.3, 0.6))
        )

    def is_part(mask: Shape) -> bool:
        rim = (mask[0], mask[-1], mask[:, 0], mask[:, -1])
        return not mask.all() and min(mask.shape) > 1 and all(line.any() for line in rim)

    return draw.until(make, is_part)


@layout(
    says="a figure and {count} parts of copies of it in other colours",
    provides={"template", "source", "fragments", "several"},
    count={"between": [2, 3]},
    largest={"any": [3, 3, 4, 5]},
    side={"between": [9, 13]},
)
def template_parts(draw: Draw, count: int, largest: int, side: int) -> Grid:
    """Draw a figure at a corner, and parts of equal figures, each with room for the whole.

    Cells of a part are at most two apart, and they lie on the figure in one way only.

    Args:
        count: How many parts.
        largest: The longest side of the figure.
        side: The longer side of the grid.
    """
    at_least(1, count=count)
    sheet = new_sheet(draw, side, least=2 * largest + 2)
    template = _template(draw, largest)
    color, *colors = draw.colors(count + 1)
    shared = draw.chance(0.15)
    if shared:
        colors[0] = color
    box = solid(*template.shape)
    corner = (
        draw.choice((0, sheet.box.height - box.shape[0])),
        draw.choice((0, sheet.box.width - box.shape[1])),
    )
    sheet.paste(box, np.where(template, np.uint8(color), np.uint8(0)), *corner)
    for own in colors:
        part = _part_of(draw, template)
        sheet.place(box, np.where(part, np.uint8(own), np.uint8(0)), margin=2 if shared else 1)
    return sheet.grid


_TEMPLATES: tuple[ShapeName, ...] = (
    "square",
    "ring",
    "diamond_ring",
    "plus",
    "cross",
    "blob",
    "letter",
    "symmetric_blob",
)


def _template(draw: Draw, largest: int) -> Shape:
    return draw.until(
        lambda: any_shape(draw, 3, largest, _TEMPLATES), lambda mask: int(mask.sum()) > 3
    )


def _part_of(draw: Draw, template: Shape) -> Mask:
    """Pick some cells of a template that lie on it in one way only."""
    cells = np.flatnonzero(template).tolist()

    def make() -> Mask:
        part = np.zeros(template.shape, np.bool_)
        least = max(2, len(cells) // 3)
        part.flat[draw.sample(cells, draw.integer(least, max(least, len(cells) - 2)))] = True
        return part

    def is_certain(part: Mask) -> bool:
        return _count_fits(part, template) == 1 and len(components(part, 8, 2)) == 1

    return draw.until(make, is_certain, tries=30)


def _count_fits(part: Mask, template: Shape) -> int:
    """Count the places in the template that have all cells of a part."""
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    trimmed = part[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    windows = sliding_window_view(template, trimmed.shape)
    return int((windows | ~trimmed).all(axis=(2, 3)).sum())
