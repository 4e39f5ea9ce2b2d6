"""Numbers, colours and traits of objects."""

import pytest

from arcrep.generator.errors import NothingSelectedError, TieError
from tests.generator.cases import op, table, value

ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
THREES = op("of_color", color=3)
MISSING = op("of_color", color=9)
SIZE = op("measure", key="size")
MANY = op("components", colors="many")
IT = {"it": 1}
IN_MANY_COLORS = {"parse": MANY}
WHOLE = {"it": "all", "parse": MANY}
# A ring with one hole, and a bar of another colour, seen as one object.
PAIR = "0000000 0222000 0202030 0222030 0000030 0000000"
JOINED = {"it": "all", "parse": op("components", colors="many", gap=2)}


def measure(key, **parameters):
    return op("measure", key=key, **parameters)


@table(
    {
        "size": (SIZE, PAIR, 11, JOINED),
        "area": (measure("area"), PAIR, 20, JOINED),
        "height": (measure("height"), PAIR, 4, JOINED),
        "width": (measure("width"), PAIR, 5, JOINED),
        "length": (measure("length"), PAIR, 5, JOINED),
        "top": (measure("top"), PAIR, 1, JOINED),
        "bottom": (measure("bottom"), PAIR, 4, JOINED),
        "left": (measure("left"), PAIR, 1, JOINED),
        "right": (measure("right"), PAIR, 5, JOINED),
        "row": (measure("row"), PAIR, 2.5, JOINED),
        "column": (measure("column"), PAIR, 3, JOINED),
        "colours": (measure("colors"), PAIR, 2, JOINED),
        "holes": (measure("holes"), PAIR, 1, JOINED),
        "pieces": (measure("pieces"), PAIR, 2, JOINED),
        "density": (measure("density"), PAIR, 55, JOINED),
        "length of an upright bar": (measure("length", of=ONES), "100 100 000", 2),
        "holes that meet at corners are two": (measure("holes", of=ONES), "1110 1011 1101 0111", 2),
        "pieces that meet at corners are one": (measure("pieces", of=ONES), "100 010 001", 1),
    }
)
def test_measure(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


@table(
    {
        "objects": ("count", "1100 0001 0220", 3),
        "some objects": (op("count", of=ONES), "1100 0001 0220", 2),
        "no objects": (op("count", of=MISSING), "1100 0001 0220", 0),
        "a single object": (op("count", of="grid"), "1100 0001 0220", 1),
        "cells of it": ("count_cells", "1100 1000 0022", 3, IT),
        "cells of a region": (op("count_cells", of="colored"), "1100 1000 0022", 5, IT),
        "no cells": (op("count_cells", of=MISSING), "1100 1000 0022", 0, IT),
        "different colours": (
            op("count_distinct", key="color_of"),
            "11000 00010 22210 00000 20000",
            2,
        ),
        "different sizes": (op("count_distinct", key=SIZE), "11000 00010 22210 00000 20000", 3),
        "different axes of some objects": (
            op("count_distinct", key="axis_of", of=ONES),
            "11000 00010 22210 00000 20000",
            2,
        ),
        "no differences": (
            op("count_distinct", key=SIZE, of=MISSING),
            "11000 00010 22210 00000 20000",
            0,
        ),
    }
)
def test_counts(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


SHAPES = op("count_distinct", key="shape_of")
PATTERNS = op("count_distinct", key="pattern_of")


@table(
    {
        "shapes differ": (SHAPES, "1102 1002", 2, IN_MANY_COLORS),
        "shape without colour": (SHAPES, "1102200 1002000", 1, IN_MANY_COLORS),
        "shape of many colours": (SHAPES, "1104500 1005000", 1, IN_MANY_COLORS),
        "flipped is another shape": (SHAPES, "1101100 1000100", 2, IN_MANY_COLORS),
        "turned is another shape": (SHAPES, "1101 0001", 2, IN_MANY_COLORS),
        "part is another shape": (SHAPES, "11011 11000", 2, IN_MANY_COLORS),
        "patterns agree": (PATTERNS, "12012 30030", 1, IN_MANY_COLORS),
        "colours at other places": (PATTERNS, "12021 30030", 2, IN_MANY_COLORS),
        "pattern with colour": (PATTERNS, "110220 100200", 2, IN_MANY_COLORS),
        "turned is another pattern": (PATTERNS, "1101 0001", 2, IN_MANY_COLORS),
    }
)
def test_in_how_many_shapes_and_patterns(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


@pytest.mark.parametrize(
    ("trait", "expected"), [("shape_of", True), ("pattern_of", False), ("color_of", False)]
)
def test_traits_of_another_object(trait, expected):
    rows = "11022 10020"
    assert (value(trait, rows, it=1) == value(op(trait, of=TWOS), rows)) is expected


CENTER = op("center_of", of=TWOS)


@table(
    {
        "rows and columns added": (op("distance", to=CENTER), "1000 0000 0002", 5, IT),
        "between centres": (op("distance", to=CENTER), "1100 0000 0222", 3.5, IT),
        "of another object": (op("distance", to=CENTER, of=THREES), "1032", 1, IT),
    }
)
def test_distance(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


COLORS = "22200 22000 00007 00044"


@table(
    {
        "main colour": ("color_of", "220 230", 2, WHOLE),
        "of another object": (op("color_of", of="grid"), "220 330 333", 3, WHOLE),
        "most frequent": (op("common_color", of="grid"), COLORS, 2),
        "least frequent": (op("common_color", of="grid", which="least"), COLORS, 7),
        "background counts": (op("common_color", of="grid", background=True), COLORS, 0),
        "least but background": (
            op("common_color", of="grid", which="least"),
            COLORS,
            4,
            {"background": 7},
        ),
        "no background": (op("common_color", of="grid"), COLORS, 0, {"background": None}),
        "of a region": (op("common_color", of=op("edge", of="grid", side="down")), COLORS, 4),
        "of each, in their order": ("colors_of", "0030 1000 0003", (3, 1, 3)),
        "of each of some objects": (op("colors_of", of=THREES), "0030 1000 0003", (3, 3)),
        "of each of none": (op("colors_of", of=MISSING), "0030 1000 0003", ()),
    }
)
def test_colors(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


@table(
    {
        "tie in an object": ("color_of", "520 250", (TieError, "tie at 2 cells"), WHOLE),
        "tie": (op("common_color", of="grid"), "11 22", (TieError, "1, 2.* tie at 2 cells")),
        "only ground": (
            op("common_color", of="grid"),
            "00 00",
            (NothingSelectedError, "no colour"),
        ),
        "no cells": (op("common_color", of=MISSING), "11 10", (NothingSelectedError, "no colour")),
    }
)
def test_no_clear_color(spec, rows, expected, settings):
    error, message = expected
    with pytest.raises(error, match=message):
        value(spec, rows, **settings)
