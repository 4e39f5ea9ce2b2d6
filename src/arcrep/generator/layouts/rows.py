"""Layouts: objects in a row or column, blocks with marks, and rings with something on top."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Mask, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, laid_along, sides
from arcrep.generator.scenes.masks import Axis, is_symmetric, outline, solid
from arcrep.generator.scenes.placing import starts
from arcrep.generator.shapes import SHAPES, ShapeName, any_shape, mirrored_blob


@layout(
    says="objects in a row or column",
    provides={"row", "several"},
    count={"between": [2, 4]},
    length={"between": [8, 14]},
    breadth={"between": [6, 12]},
    axis={"any": ["horizontal", "vertical"]},
)
def row_of_objects(
    draw: Draw,
    count: int,
    length: int,
    breadth: int,
    axis: Axis,
    shapes: tuple[ShapeName, ...] = ("square", "rectangle", "plus", "tee", "triangle", "blob"),
    differ: Literal["nothing", "size", "length", "breadth", "shape"] = "nothing",
    largest: int = 5,
    colors: Colors = "own",
    gaps: Literal["none", "equal", "varied"] = "equal",
    align: Literal["center", "start", "end"] = "center",
    at_edge: bool = False,
    border: int = 0,
    avoid: int = ANY,
) -> Grid:
    """Draw objects that follow each other along an axis.

    Args:
        length: The side of the grid along the axis; it grows with what the objects need.
        breadth: The side across, likewise.
        differ: What no two objects have in common: their size (all of one shape), their extent
            along or across the axis, or, if they happen to differ, the shape.
        align: Whether the objects have their middle or an edge in common.
        at_edge: Whether that common edge is one of the grid.
        border: How many empty cells there are at least between the objects and the edges.
        avoid: A colour that no object has; -1 for none.
    """
    at_least(2, count=count)
    at_least(1, count=count)
    at_least(0, border=border)
    if gaps == "none" and colors != "own":
        raise SampleError("objects that touch need a colour each")
    spaces = _spaces(draw, count - 1, gaps)
    objects = draw.until(
        lambda: _objects(draw, count, shapes, differ, largest, align == "center"),
        lambda objects: _run(objects, spaces) > max(len(obj) for obj in objects),
    )
    run, band = _run(objects, spaces), max(len(obj) for obj in objects)
    length, breadth = max(length, run + 2 * border), max(breadth, band + 2 * border)
    sheet = Sheet(draw, breadth, length)
    if at_edge:
        top = 0 if align == "start" else breadth - band
    else:
        top = draw.integer(border, breadth - border - band)
    left = draw.integer(border, length - border - run)
    inks = colors_for(draw, count, colors, [avoid])
    for obj, color, space in zip(objects, inks, [*spaces, 0], strict=True):
        off = {"start": 0, "center": (band - len(obj)) // 2, "end": band - len(obj)}[align]
        sheet.paste(obj, color, top + off, left)
        left += obj.shape[1] + space
    return laid_along(sheet.grid, axis)


def _spaces(draw: Draw, n: int, gaps: str) -> list[int]:
    if gaps == "varied":
        return [draw.integer(1, 3) for _ in range(n)]
    return [draw.integer(1, 2) if gaps == "equal" else 0] * n


def _run(objects: Sequence[Mask], spaces: Sequence[int]) -> int:
    return sum(obj.shape[1] for obj in objects) + sum(spaces)


def _objects(
    draw: Draw, count: int, shapes: Sequence[ShapeName], differ: str, largest: int, centered: bool
) -> list[Mask]:
    """Draw the objects of a row from left to right."""
    if differ == "nothing":
        return [_figure(draw, draw.choice(shapes), largest)] * count
    if differ == "shape":
        return _figures(draw, count, shapes, largest, centered)
    name = draw.choice(shapes)
    sides = draw.sample(range(1, largest + 1), count)
    if differ == "size":
        return [_sized(draw, name, side) for side in sides]
    other = draw.integer(2, min(4, largest))
    forms = [(other, side) if differ == "length" else (side, other) for side in sides]
    return [outline(*form) if name == "ring" and min(form) > 2 else solid(*form) for form in forms]


def _figures(
    draw: Draw, count: int, shapes: Sequence[ShapeName], largest: int, centered: bool
) -> list[Mask]:
    """Draw different figures; centred ones are their own mirror images across the row's middle."""
    objects: list[Mask] = []
    while len(objects) < count:
        figure = draw.until(
            lambda: _figure(draw, draw.choice(shapes), largest),
            lambda figure: (
                not centered
                or (
                    is_symmetric(figure, "horizontal")
                    and (not objects or (len(figure) - len(objects[0])) % 2 == 0)
                )
            ),
        )
        objects.append(figure)
    return objects


def _figure(draw: Draw, name: ShapeName, largest: int) -> Mask:
    if name == "blob" and largest > 3 and draw.chance(0.5):
        return mirrored_blob(draw, 3, largest, "horizontal")
    return any_shape(draw, 2, largest, (name,))


def _sized(draw: Draw, name: ShapeName, side: int) -> Mask:
    kind = SHAPES[name]
    return kind(draw, side, side) if side >= kind.least else solid(side, side)


@layout(
    says="marked blocks side by side",
    provides={"row", "several", "multicolored", "markers"},
    count={"between": [3, 4]},
    side={"between": [10, 16]},
    tall={"between": [4, 6]},
    wide={"between": [2, 4]},
    marks={"any": ["cells", "run"]},
)
def marked_row(
    draw: Draw,
    count: int,
    side: int,
    tall: int,
    wide: int,
    marks: Literal["cells", "run", "dot", "band", "column"],
    colors: Colors = "one",
    proportions: Proportions = "wide",
) -> Grid:
    """Draw equal blocks with marks, no two of which agree in number, or in height.

    Args:
        side: The longer side of the grid; both sides grow with what the blocks need.
        tall: The height of a block; it grows with the number of different marks.
        wide: The width of a block, likewise.
        marks: Scattered cells or one horizontal run, of which each block has another number; one
            cell, one full row or one upright bar from the ground, which reaches another height in
            each block.
        colors: Those of the blocks.
        proportions: Of the grid.
    """
    at_least(2, count=count)
    at_least(1, count=count, tall=tall, wide=wide)
    height, width = sides(draw, side, proportions)
    if marks == "run":
        wide = max(wide, count)
    elif marks == "cells":
        wide = max(wide, 2)
    else:
        tall, wide = max(tall, count + 1), max(wide, 1 + (marks != "band"))
    run = count * (wide + 1) - 1
    height, width = max(height, tall), max(width, run)
    sheet = Sheet(draw, height, width)
    top, left = draw.integer(0, height - tall), draw.integer(0, width - run)
    ink = draw.color()
    inks = colors_for(draw, count, colors, [ink])
    for mark, color in zip(_marks(draw, count, tall, wide, marks), inks, strict=True):
        sheet.paste(solid(tall, wide), color, top, left)
        sheet.paste(mark, ink, top, left)
        left += wide + 1
    return sheet.grid


def _marks(draw: Draw, count: int, tall: int, wide: int, marks: str) -> list[Mask]:
    """Draw the marked cells of each block, always fewer than half of them."""
    masks = [np.zeros((tall, wide), np.bool_) for _ in range(count)]
    if marks == "cells":
        most = min(count + 3, (tall * wide - 1) // 2)
        for mask, n in zip(masks, draw.sample(range(most + 1), count), strict=True):
            mask.flat[draw.sample(range(mask.size), n)] = True
    elif marks == "run":
        for mask, n in zip(masks, draw.sample(range(1, wide + 1), count), strict=True):
            start = draw.integer(0, wide - n)
            mask[draw.integer(0, tall - 1), start : start + n] = True
    else:
        for mask, level in zip(masks, draw.sample(range(1, tall), count), strict=True):
            column = slice(None) if marks == "band" else draw.integer(0, wide - 1)
            mask[slice(level, None) if marks == "column" else level, column] = True
    return masks


@layout(
    says="upright blocks with marks on them",
    provides={"several", "multicolored", "markers"},
    count={"between": [2, 4]},
    side={"between": [8, 12]},
    standing={"any": [True, False]},
)
def marked_blocks(
    draw: Draw,
    count: int,
    side: int,
    standing: bool,
    widest: int = 1,
    marks: Literal["cells", "runs"] = "cells",
    all_marked: bool = False,
    mark_color: int = ANY,
    proportions: Proportions = "free",
) -> Grid:
    """Draw blocks of their own sizes side by side, in one colour, with marks in another.

    Args:
        side: The longer side of the grid, 4 or more; the width grows with what the blocks need.
        standing: Whether the blocks stand on the lower edge.
        marks: Single cells, in a column each, or horizontal runs of cells.
        all_marked: Whether there are marks on every block, else on one or more.
        mark_color: The colour of the marks; -1 for one that is drawn.
        proportions: Of the grid.
    """
    at_least(2, count=count)
    at_least(1, count=count, widest=widest)
    height, width = sides(draw, side, proportions, least=4)
    ink = color_or_any(draw, mark_color)
    color = draw.color((0, ink))
    widths = [draw.integer(min(2, widest), widest) for _ in range(count)]
    width = max(width, sum(widths) + count - 1)
    sheet = Sheet(draw, height, width)
    marked = draw.integer(0, count - 1)
    for index, (wide, left) in enumerate(zip(widths, starts(draw, widths, width, 1), strict=True)):
        tall = draw.integer(3, height - 1)
        top = height - tall if standing else draw.integer(0, height - tall)
        sheet.paste(solid(tall, wide), color, top, left)
        if all_marked or index == marked or draw.chance(0.6):
            sheet.paste(_marks_on(draw, tall, wide, marks), ink, top, left)
    return sheet.grid


def _marks_on(draw: Draw, tall: int, wide: int, marks: str) -> Mask:
    """Mark cells of a block: none of its top row by cells, none of its bottom row by runs."""
    mask = np.zeros((tall, wide), np.bool_)
    if marks == "cells":
        for column in draw.sample(range(wide), draw.integer(1, (wide + 1) // 2)):
            mask[draw.integer(1, tall - 1), column] = True
        return mask
    for _ in range(draw.integer(1, 2)):
        length = wide if draw.chance(0.4) else draw.integer(1, max(1, wide // 2))
        start = draw.integer(0, wide - length)
        mask[draw.integer(0, tall - 2), start : start + length] = True
    return mask


@layout(
    says="rings with something on top",
    provides={"container", "several"},
    count={"between": [1, 2]},
    side={"between": [10, 14]},
)
def topped_rings(
    draw: Draw, count: int, side: int, largest: int = 7, proportions: Proportions = "free"
) -> Grid:
    """Draw rectangular rings in one colour; on each sits an upright figure in another.

    There is room for the figure below its ring too.

    Args:
        side: The longer side of the grid; both sides grow with what the rings need.
        largest: The longest side of a ring.
        proportions: Of the grid.
    """
    at_least(1, count=count)
    height, width = sides(draw, side, proportions)
    rings = [outline(draw.integer(3, largest), draw.integer(3, largest)) for _ in range(count)]
    tops = [_ornament(draw, ring.shape[1]) for ring in rings]
    color, ink = draw.colors(2)
    tall = [len(ring) + 2 * len(top) for ring, top in zip(rings, tops, strict=True)]
    height, width = max(height, *tall), max(width, sum(r.shape[1] + 1 for r in rings) - 1)
    sheet = Sheet(draw, height, width)
    lefts = starts(draw, [ring.shape[1] for ring in rings], width, 1)
    for ring, ornament, need, left in zip(rings, tops, tall, lefts, strict=True):
        top = draw.integer(0, height - need)
        sheet.paste(ornament, ink, top, left)
        sheet.paste(ring, color, top + len(ornament), left)
    return sheet.grid


def _ornament(draw: Draw, width: int) -> Mask:
    """Draw a figure without holes, its own mirror image, in the middle of so many columns."""
    tall, widest = draw.integer(1, 3), width - 2 * draw.integer(0, (width - 1) // 4)
    thin = 2 - width % 2  # an even width has two columns in its middle
    widths = draw.choice(
        (
            [widest] * tall,
            [max(thin, widest - 2 * step) for step in range(tall)],
            [widest] + [thin] * (tall - 1),
        )
    )
    off = np.abs(2 * np.arange(width) - (width - 1))
    return off < np.array(widths[:: draw.choice((1, -1))])[:, None]
