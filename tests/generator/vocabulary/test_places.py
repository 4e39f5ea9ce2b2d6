"""Places, directions and axes."""

import pytest

from arcrep.generator.errors import NothingSelectedError, TieError
from tests.generator.cases import op, table, value

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = (-1, -1), (-1, 1), (1, -1), (1, 1)
HORIZONTAL, VERTICAL, FALLING, RISING = (0, 1), (1, 0), (1, 1), (1, -1)
ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
THREES = op("of_color", color=3)
MISSING = op("of_color", color=9)
LARGEST = op("extreme", key=op("measure", key="size"))
DIAGONAL = op("directions", which="diagonal")
UPRIGHT = op("along", axis="vertical")
IT = {"it": 1}
MANY = {"parse": op("components", colors="many")}


@table(
    {
        "of it": ("center_of", "1110 1000 0002", (0.5, 1), IT),
        "of another object": (op("center_of", of=TWOS), "1110 1000 0002", (2, 3), IT),
        "of all together": (op("center_of", of="all"), "1110 1000 0002", (1, 1.5), IT),
    }
)
def test_center_of(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


def fitting(**parameters):
    """The place for the largest object, seen as one of many colours, over the others."""
    return op("fitting", source=LARGEST, onto=op("others", than=LARGEST), **parameters)


@table(
    {
        "one colour": (fitting(), "12000 34000 00000 00040", (2.5, 2.5), MANY),
        "two colours": (fitting(), "12000 34000 00000 00340", (2.5, 2.5), MANY),
        "only within the grid": (fitting(), "22000 34000 00000 00002 00000", (3.5, 3.5), MANY),
        "cells of any colour": (
            fitting(match="cells"),
            "12000 34000 00000 00550",
            (2.5, 2.5),
            MANY,
        ),
        "the last row by row": (
            fitting(match="cells", prefer="last"),
            "12000 34000 00000 00500 00000",
            (3.5, 2.5),
            MANY,
        ),
    }
)
def test_fitting(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


@table(
    {
        "straight": ("directions", "201", {DOWN, LEFT, RIGHT, UP}, IT),
        "diagonal": (DIAGONAL, "201", {DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT}, IT),
        "all": (
            op("directions", which="all"),
            "201",
            {DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP, UP_LEFT, UP_RIGHT},
            IT,
        ),
        "along horizontal": (op("along", axis="horizontal"), "201", {LEFT, RIGHT}, IT),
        "along vertical": (UPRIGHT, "201", {DOWN, UP}, IT),
        "along falling": (op("along", axis="falling"), "201", {DOWN_RIGHT, UP_LEFT}, IT),
        "along rising": (op("along", axis="rising"), "201", {DOWN_LEFT, UP_RIGHT}, IT),
        "along a direction": (op("along", axis=op("toward", ref=TWOS)), "201", {LEFT, RIGHT}, IT),
    }
)
def test_several_directions(spec, rows, expected, settings):
    found = value(spec, rows, **settings)
    assert len(found) == len(expected)
    assert set(found) == expected


def toward(**parameters):
    return op("toward", ref=TWOS, **parameters)


T_SHAPE = "00000 11100 01000 00000 00000 00000"


@table(
    {
        "up": (toward(), "020 000 010", UP, IT),
        "down": (toward(), "010 000 222", DOWN, IT),
        "left": (toward(), "2010 0010", LEFT, IT),
        "right": (toward(), "1002 1002", RIGHT, IT),
        "among upright ones": (toward(among=UPRIGHT), "200 001", UP, IT),
        "up right": (toward(among=DIAGONAL), "002 010", UP_RIGHT, IT),
        "up left": (toward(among=DIAGONAL), "200 000 001", UP_LEFT, IT),
        "roughly down right": (toward(among=DIAGONAL), "1100 0000 0002", DOWN_RIGHT, IT),
        "diagonal by rows": (toward(among=op("along", axis="rising")), "020 010", UP_RIGHT, IT),
        "of another object": (toward(of=THREES), "102003", LEFT, IT),
        "opposite of a straight one": (op("opposite", direction="down"), "00102", UP, IT),
        "opposite of a diagonal one": (
            op("opposite", direction="up_right"),
            "00102",
            DOWN_LEFT,
            IT,
        ),
        "away from something": (
            op("opposite", direction=op("toward", ref=TWOS)),
            "00102",
            LEFT,
            IT,
        ),
        "most space": (op("side_with", key="space"), T_SHAPE, DOWN, IT),
        "least space": (op("side_with", key="space", which="least"), T_SHAPE, LEFT, IT),
        "most cells": (op("side_with", key="cells"), T_SHAPE, UP, IT),
        "least cells among some": (
            op("side_with", key="cells", which="least", among=UPRIGHT),
            T_SHAPE,
            DOWN,
            IT,
        ),
        "most space, diagonal": (
            op("side_with", key="space", among=DIAGONAL),
            T_SHAPE,
            DOWN_RIGHT,
            IT,
        ),
        "most cells, diagonal": (
            op("side_with", key="cells", among=DIAGONAL),
            "1000 1100 0000",
            UP_RIGHT,
            IT,
        ),
        "most space of another": (
            op("side_with", key="space", of=TWOS),
            "1000 0200 0000",
            RIGHT,
            IT,
        ),
    }
)
def test_one_direction(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


@table(
    {
        "of a wide object": ("axis_of", "1110 1000 0000", HORIZONTAL, IT),
        "of a tall object": ("axis_of", "1110 1000 1000 1000", VERTICAL, IT),
        "of a falling line": ("axis_of", "100 010 001", FALLING, IT),
        "of a rising line": ("axis_of", "001 010 100", RISING, IT),
        "of another object": (op("axis_of", of=TWOS), "1002 1002", VERTICAL, IT),
        "of all together": (op("axis_of", of="all"), "1002 1002", HORIZONTAL, IT),
        "alignment side by side": ("alignment", "10203 10200", HORIZONTAL),
        "alignment one below the other": ("alignment", "110 000 022", VERTICAL),
        "alignment of some objects": (op("alignment", of=ONES), "10100 22222", HORIZONTAL),
        "across horizontal": (op("across", axis="horizontal"), "0", VERTICAL),
        "across vertical": (op("across", axis="vertical"), "0", HORIZONTAL),
        "across falling": (op("across", axis="falling"), "0", RISING),
        "across rising": (op("across", axis="rising"), "0", FALLING),
    }
)
def test_axes(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


@table(
    {
        "centre of nothing": (
            op("center_of", of=MISSING),
            "1",
            (NothingSelectedError, "no object whose place"),
        ),
        "fitting, colours": (
            fitting(),
            "22000 34000 00000 00200 00000",
            (TieError, "at 2 places"),
            MANY,
        ),
        "fitting, cells": (
            fitting(match="cells"),
            "12000 34000 00000 00500 00000",
            (TieError, "at 4 places"),
            MANY,
        ),
        "fitting, other colour": (
            fitting(),
            "12000 34000 00000 00500",
            (NothingSelectedError, "no place"),
            MANY,
        ),
        "fitting, nothing to cover": (
            fitting(),
            "12000 34000",
            (NothingSelectedError, "no place"),
            MANY,
        ),
        "fitting, too wide": (
            fitting(),
            "12000 34000 00000 03040",
            (NothingSelectedError, "no place"),
            MANY,
        ),
        "fitting, beyond the edge": (
            fitting(),
            "12000 34000 00000 40000",
            (NothingSelectedError, "no place"),
            MANY,
        ),
        "toward, up and left": (toward(), "200 001", (TieError, "in 2 directions at once"), IT),
        "toward, boxes overlap": (toward(), "111 001 201", (TieError, "in none"), IT),
        "toward, not among": (toward(among="down"), "020 010", (TieError, "in none"), IT),
        "toward, off axis": (
            toward(among=op("along", axis="falling")),
            "02 10",
            (TieError, "in none"),
            IT,
        ),
        "toward, between two": (
            toward(among=DIAGONAL),
            "020 010",
            (TieError, "in 2 directions"),
            IT,
        ),
        "toward, no ref": (
            toward(),
            "000 010",
            (NothingSelectedError, "nothing towards which"),
            IT,
        ),
        "axis of a square": ("axis_of", "11 11", (TieError, "no axis stands out"), IT),
        "axis of nothing": (
            op("axis_of", of=MISSING),
            "11 11",
            (NothingSelectedError, "no object"),
            IT,
        ),
        "alignment, both ways overlap": (
            "alignment",
            "110 122 022",
            (TieError, "neither side by side nor one below"),
        ),
        "alignment, both ways apart": (
            "alignment",
            "100 000 002",
            (TieError, "neither side by side nor one below"),
        ),
        "alignment, one object": (
            "alignment",
            "100",
            (TieError, "neither side by side nor one below"),
        ),
        "sides tie in space": (
            op("side_with", key="space"),
            "000000 111000 010000 000000 000000 000000",
            (TieError, "several sides tie at 3"),
            IT,
        ),
        "sides tie in cells": (
            op("side_with", key="cells", which="least"),
            "000000 111000 010000 000000 000000 000000",
            (TieError, "several sides tie at 1"),
            IT,
        ),
    }
)
def test_no_clear_place(spec, rows, expected, settings):
    error, message = expected
    with pytest.raises(error, match=message):
        value(spec, rows, **settings)
