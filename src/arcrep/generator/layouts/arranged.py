"""Objects in some arrangement that differ in one property, for rules about such properties."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.arrangements import Arrangement, Place, arrange, limits_in
from arcrep.generator.scenes.colors import Colors
from arcrep.generator.scenes.grids import Proportions, Sides, at_least, new_sheet
from arcrep.generator.scenes.outlines import Outline
from arcrep.generator.scenes.properties import Property, Several, Stock, Thing, differing
from arcrep.generator.shapes import SOME_SHAPES, ShapeName

T = TypeVar("T")

_FIGURES = {
    "scatter": "scattered over the grid",
    "row": "in a row",
    "column": "in a column",
    "falling": "along a falling diagonal",
    "rising": "along a rising diagonal",
    "lattice": "in rows and columns",
    "ring": "around an empty middle",
    "two_rows": "in two rows",
    "two_columns": "in two columns",
    "corners": "near the corners",
    "cross": "in a cross",
    "staggered": "side by side at different heights",
}
_KINDS = {
    "none": "objects",
    "fill": "hollow objects and full ones",
    "axis": "upright and level rectangles",
    "hollow_axis": "upright and level outlines",
    "shape": "objects of which some agree in shape",
    "color": "objects of which some agree in colour",
    "odd_shape": "objects of one shape and one of another,",
    "odd_color": "objects of one colour and one of another,",
    "size": "objects of different sizes",
    "height": "objects of different heights",
    "width": "objects of different widths",
    "holes": "objects that enclose different numbers of areas,",
    "two_colored": "objects of one colour and of two,",
}
_TAGS = {
    "fill": {"container"},
    "axis": {"orientations"},
    "hollow_axis": {"container", "orientations"},
    "shape": {"twins"},
    "color": {"twins"},
    "holes": {"container"},
    "two_colored": {"multicolored"},
}


_SPREAD: dict[Property, Sides] = {
    "axis": (2, 2),
    "hollow_axis": (2, 2),
    "height": (3, 1),
    "width": (1, 3),
}


def _phrase(words: Mapping[str, str]) -> str:
    kinds, figure = words["contrast"], words["arrangement"]
    return f"{_KINDS.get(kinds, kinds)} {_FIGURES.get(figure, figure)}"


def _tags(arguments: Mapping[str, Any]) -> set[str]:
    return {"several"} | _TAGS.get(arguments["contrast"], set())


@layout(
    says=_phrase,
    provides=_tags,
    count={"between": [3, 5]},
    side={"between": [10, 16]},
    largest={"between": [3, 5]},
)
def arranged(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    arrangement: Arrangement = "scatter",
    contrast: Property = "none",
    smallest: int = 2,
    thickness: int = 1,
    shapes: tuple[ShapeName, ...] = SOME_SHAPES,
    outlines: tuple[Outline, ...] = ("rectangle", "square"),
    colors: Colors = "own",
    margin: int = 1,
    border: int = 0,
    aligned: bool = False,
    several: Several = "any",
    proportions: Proportions = "free",
) -> Grid:
    """Objects apart from each other; one property sets them apart, the arrangement does not.

    Args:
        count: Two or more; 3 along a diagonal, around a middle and in a lattice, or where some
            agree, 4 in two rows or columns and in a cross.
        largest: The longest side that an object may have; less where so many would not fit.
        smallest: The shortest length of the longer side of an object; hollow ones are 3 or
            longer, those for numbers of areas 5.
        thickness: The shortest length of its shorter side.
        shapes: Of no account where the contrast defines the kinds: fill, axis, hollow_axis, holes.
        outlines: The kinds of the objects that are hollow or full.
        colors: Of no account where objects differ in colour.
        margin: Free cells between objects, or more, diagonally too: one or more.
        border: Free cells between objects and the edge of the grid, or more.
        aligned: Objects of a row or column have a common base or middle line, and the others
            stand regularly; else each is a little off.
        several: Of which of two kinds (fill, axis, hollow_axis) there are two or more.
    """
    at_least(2, count=count)
    at_least(1, margin=margin, smallest=smallest)
    at_least(0, border=border)
    sheet = new_sheet(draw, side, proportions)
    room = sheet.box.inset(border)
    limits = limits_in(arrangement, room, count, margin, _SPREAD.get(contrast, (1, 1)))
    stock = Stock(draw, shapes, outlines, smallest, largest, thickness, limits, colors, several)

    def things_at() -> list[tuple[Thing, Place]]:
        things = differing(stock, contrast, count)
        sizes = [(mask.shape[0], mask.shape[1]) for mask, _ in things]
        corners = arrange(draw, room, sizes, arrangement, margin, aligned)
        return list(zip(things, corners, strict=True))

    for (mask, color), corner in _retried(things_at):
        sheet.paste(mask, color, *corner)
    return sheet.grid


_TRIES = 4


def _retried(make: Callable[[], T]) -> T:
    """Make something, again if there was no room for it."""
    for _ in range(_TRIES - 1):
        with suppress(SampleError):
            return make()
    return make()
