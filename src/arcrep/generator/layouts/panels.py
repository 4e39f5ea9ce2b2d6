"""Layouts: panels beside each other with a line between, and rows of patterns."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Patch, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import at_least, laid_along
from arcrep.generator.scenes.masks import Axis, outline, solid
from arcrep.generator.scenes.several import distinct_shapes
from arcrep.generator.shapes import ShapeName, any_shape

_FIGURES: tuple[ShapeName, ...] = (
    "square",
    "rectangle",
    "ring",
    "diamond_ring",
    "plus",
    "tee",
    "triangle",
)


@layout(
    says="panels with an object each",
    provides={"panels", "lines", "several", "contents"},
    count=2,
    length={"between": [8, 14]},
    breadth={"between": [4, 8]},
    axis={"any": ["horizontal", "vertical"]},
)
def panels_with_objects(
    draw: Draw,
    count: int,
    length: int,
    breadth: int,
    axis: Axis,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    largest: int = 5,
    ground: Literal["colored", "blank"] = "colored",
    separator: Literal["line", "blank"] = "line",
    colors: Colors = "own",
    repeat: bool = False,
) -> Grid:
    """Draw panels along an axis with a separator between, and an object in each.

    There is a row (or column) that meets all the objects.

    Args:
        length: The side of the grid along the axis; it grows with what the panels need.
        breadth: The side across, likewise.
        largest: The longest side of an object.
        ground: Whether the panels have colours of their own (now and then one is black).
        separator: Whether the line between panels is coloured or black.
        colors: Those of the objects.
        repeat: Whether the objects look the same, else all differ in shape.
    """
    at_least(2, count=count)
    at_least(1, count=count)
    if ground == separator == "blank":
        raise SampleError("nothing would part the panels")
    objects = _shapes(draw, count, shapes, largest, repeat)
    line, inks, grounds = _colors(draw, count, ground, separator, colors)
    thickness = 1 if separator == "blank" or draw.chance(0.8) else draw.integer(2, 3)
    breadth = max(breadth, 2 + max(len(obj) for obj in objects))
    lengths = [obj.shape[1] + draw.integer(2, 4) for obj in objects]
    for _ in range(length - sum(lengths) - thickness * (count - 1)):
        lengths[draw.integer(0, count - 1)] += 1
    panels = [_panel(breadth, side, color) for side, color in zip(lengths, grounds, strict=True)]
    pivot = draw.integer(0, breadth - 1)
    for panel, obj, ink in zip(panels, objects, inks, strict=True):
        top = draw.integer(max(0, pivot + 1 - len(obj)), min(pivot, breadth - len(obj)))
        left = draw.integer(0, panel.shape[1] - obj.shape[1])
        panel[top : top + len(obj), left : left + obj.shape[1]][obj] = ink
    return _joined(panels, _panel(breadth, thickness, line), axis)


def _shapes(
    draw: Draw, count: int, shapes: Sequence[ShapeName], largest: int, repeat: bool
) -> list[Mask]:
    def make() -> Mask:
        return any_shape(draw, 2, largest, shapes)

    return [make()] * count if repeat else distinct_shapes(make, count)


def _colors(
    draw: Draw, count: int, ground: str, separator: str, colors: Colors
) -> tuple[int, list[int], list[int]]:
    """Draw the colours of the line, of each object, and of each panel."""
    line, *grounds = draw.colors(1 + (count if ground == "colored" else 0))
    inks = colors_for(draw, count, colors, [line, *grounds])
    if separator == "blank":
        line = 0
    elif grounds and draw.chance(0.2):
        grounds[draw.integer(0, count - 1)] = 0
    return line, inks, grounds or [0] * count


def _panel(height: int, width: int, color: int) -> Patch:
    return np.full((height, width), color, np.uint8)


def _joined(panels: Sequence[Patch], line: Patch, axis: Axis, framed: bool = False) -> Grid:
    """Put panels side by side, lines between them, and at both ends too if framed."""
    parts = [part for panel in panels for part in (line, panel)]
    parts = [*parts, line] if framed else parts[1:]
    return laid_along(np.concatenate(parts, axis=1), axis)


@layout(
    says="two panels that look alike or nearly so",
    provides={"panels", "lines", "several"},
    breadth={"between": [4, 8]},
    panel={"between": [5, 10]},
    count={"between": [1, 2]},
    differ={"any": [True, False]},
)
def panels_alike(
    draw: Draw,
    breadth: int,
    panel: int,
    count: int,
    differ: bool,
    axis: Axis = "horizontal",
    shapes: tuple[ShapeName, ...] = ("square", "rectangle", "ring", "plus", "tee"),
) -> Grid:
    """Draw two black panels with the same objects at the same places on both sides of a line.

    Args:
        breadth: The side of the grid across the axis.
        panel: The length of a panel along the axis.
        count: How many objects a panel has.
        differ: Whether one object of a panel has another colour, or is another one.
    """
    at_least(1, count=count)
    line, *inks = draw.colors(count + 1)
    largest = min(4, breadth - 1, panel - 1)
    sheet = Sheet(draw, breadth, panel)
    figures = [any_shape(draw, 2, largest, shapes) for _ in inks]
    boxes = sheet.place_all(figures, inks)
    other = sheet
    if differ:
        other = Sheet(draw, breadth, panel)
        changed = draw.integer(0, count - 1)
        for index, (figure, ink, box) in enumerate(zip(figures, inks, boxes, strict=True)):
            if index != changed:
                other.paste(figure, ink, box.top, box.left)
        _change(draw, other, figures[changed], inks[changed], line, boxes[changed])
    both = draw.shuffled((sheet.grid, other.grid))
    return _joined(both, _panel(breadth, draw.choice((1, 1, 2)), line), axis)


def _change(draw: Draw, sheet: Sheet, figure: Mask, color: int, taken: int, box: Box) -> None:
    """Put an object back in another colour, or another object about where it was."""
    if draw.chance(0.35):
        sheet.paste(figure, draw.color((0, color, taken)), box.top, box.left)
        return
    largest = min(4, *(side - 1 for side in sheet.box[2:]))
    other = draw.until(
        lambda: any_shape(draw, 2, largest, ("square", "rectangle", "plus")),
        lambda other: not np.array_equal(other, figure) and bool(sheet.places(other)),
    )
    places = sheet.places(other)
    top, left = min(places, key=lambda at: abs(at[0] - box.top) + abs(at[1] - box.left))
    sheet.paste(other, color, top, left)


@layout(
    says="panels with different numbers of marks",
    provides={"panels", "lines", "several", "multicolored", "markers"},
    count={"between": [3, 5]},
    panel={"between": [3, 4]},
    breadth={"between": [6, 8]},
    marks={"any": ["dots", "bars"]},
)
def panels_with_marks(
    draw: Draw,
    count: int,
    panel: int,
    breadth: int,
    marks: Literal["dots", "squares", "bars"],
    axis: Axis = "horizontal",
    framed: bool = False,
    mark_color: int = ANY,
    line_color: int = ANY,
) -> Grid:
    """Draw equal black panels; no two have as many marked cells.

    Args:
        panel: The length of a panel along the axis.
        breadth: The side of the grid across.
        marks: Scattered cells, scattered squares of four cells, or one bar across the axis.
        framed: Whether there are lines at both ends too.
        mark_color: The colour of the marks; -1 for one that is drawn.
        line_color: The colour of the lines; -1 for one that is drawn.
    """
    at_least(2, count=count)
    at_least(1, count=count)
    ink = color_or_any(draw, mark_color, [line_color])
    line = color_or_any(draw, line_color, [ink])
    area = panel * breadth
    dots = max(count, min(area // 4, count + 2))
    most = {"dots": dots, "squares": area // 14, "bars": breadth - 1}[marks]
    panels: list[Patch] = []
    for n in draw.sample(range(1, most + 1), count):
        sheet = Sheet(draw, breadth, panel)
        if marks == "squares":
            sheet.place_all([solid(2, 2)] * n, [ink] * n)
        elif marks == "dots":
            sheet.place_all([solid(1, 1)] * n, [ink] * n, margin=0)
        else:
            sheet.place(solid(n, 1), ink)
        panels.append(sheet.grid)
    return _joined(panels, _panel(breadth, 1, line), axis, framed)


@layout(
    says="a row or column of patterns",
    provides={"row", "several"},
    count={"between": [2, 4]},
    length={"between": [2, 4]},
    breadth={"between": [3, 5]},
    gap={"between": [1, 2]},
    axis={"any": ["horizontal", "vertical"]},
    pattern={"any": ["bar", "ring", "framed", "flower"]},
    colors={"any": ["own", "own", "one"]},
)
def row_of_patterns(
    draw: Draw,
    count: int,
    length: int,
    breadth: int,
    gap: int,
    axis: Axis,
    pattern: Literal["bar", "ring", "framed", "flower"],
    colors: Literal["one", "own"],
) -> Grid:
    """Draw equal patterns, nothing around them; the row is longer than broad.

    Args:
        length: The extent of a pattern along the axis; rings take three cells or more.
        breadth: The extent across, cut to less than the row's length.
        gap: Empty cells between two patterns.
        pattern: A rectangle, an outline, an outline around another colour, or crosses of two
            colours.
        colors: Whether all patterns have the same colours, or each its own.
    """
    at_least(2, count=count)
    at_least(1, count=count, length=length, breadth=breadth, gap=gap)
    if pattern == "flower":
        length, breadth = 3, 3
    elif pattern != "bar":
        length, breadth = max(3, length), max(3, breadth)
    breadth = min(breadth, count * length + gap * (count - 1) - 1)
    pairs = [(color, draw.color({0, color})) for color in draw.colors(count)]
    if colors == "one":
        pairs = pairs[:1] * count
    panels = [_pattern(pattern, breadth, length, *pair) for pair in pairs]
    return _joined(panels, _panel(breadth, gap, 0), axis)


def _pattern(pattern: str, height: int, width: int, color: int, other: int) -> Patch:
    if pattern == "flower":
        patch = _panel(height, width, 0)
        patch[1], patch[:, 1], patch[1, 1] = color, color, other
        return patch
    patch = _panel(height, width, color)
    if pattern != "bar":
        inner = ~outline(height, width)
        patch[inner] = other if pattern == "framed" else 0
    return patch
