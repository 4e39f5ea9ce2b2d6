"""Actions that change colours."""

import pytest

from arcrep.generator.errors import NothingSelectedError
from tests.generator.cases import acted_on, op, picture, table

ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
THREES = op("of_color", color=3)
MISSING = op("of_color", color=9)
MANY = op("components", colors="many")
ONLY_ONES = {"select": ONES}
ONLY_THREES = {"select": THREES}
RING = "111000 101020 111000"


@table(
    {
        "its cells": (op("paint", color=5), RING, "555000 505020 555000", ONLY_ONES),
        "its inside in its colour": (
            op("paint", region="interior"),
            RING,
            "111000 111020 111000",
            ONLY_ONES,
        ),
        "its centre in the colour of another": (
            op("paint", region="center_cells", color=op("color_of", of=TWOS)),
            RING,
            "111000 121020 111000",
            ONLY_ONES,
        ),
        "all but it": (
            op("paint", region=op("difference", region="grid", without="it"), color=3),
            RING,
            "111333 131333 111333",
            ONLY_ONES,
        ),
        "each object's own box": (
            op("paint", region="bounding_box", color="color_of"),
            "1002 1102 0022",
            "1122 1122 0022",
        ),
    }
)
def test_paint(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


def extend(toward, **parameters):
    return op("extend", toward=toward, **parameters)


BARS = "11020 11020"


@table(
    {
        "erase": ("erase", BARS, "00020 00020", ONLY_ONES),
        "erase on the usual colour": (
            "erase",
            BARS,
            "11000 11000",
            {"select": TWOS, "background": "mode"},
        ),
        "erase on a colour": ("erase", BARS, "33020 33020", {"select": ONES, "background": 3}),
        "erase without background": (
            "erase",
            BARS,
            "00020 00020",
            {"select": ONES, "background": None},
        ),
        "erase a region": ("erase", BARS, "00000 00000", {"select": "colored"}),
        "keep only": ("keep_only", BARS, "11000 11000", ONLY_ONES),
        "keep only on a colour": (
            "keep_only",
            BARS,
            "33323 33323",
            {"select": TWOS, "background": 3},
        ),
        "keep without background": (
            "keep_only",
            BARS,
            "00020 00020",
            {"select": TWOS, "background": None},
        ),
        "keep a region": (
            "keep_only",
            BARS,
            "11020 00000",
            {"select": op("edge", of="all", side="up")},
        ),
        "redraw in the main colour": (
            "redraw",
            "23200 22000 00005",
            "22200 22000 00005",
            {"parse": MANY},
        ),
        "redraw, others go": ("redraw", "23200 22000 00005", "03000 00000 00000", ONLY_THREES),
        "redraw, on a colour": (
            "redraw",
            "23200 22000 00005",
            "43444 44444 44444",
            {"select": THREES, "background": 4},
        ),
        "redraw, hidden cells too": (
            "redraw",
            "23200 22000 00005",
            "22000 22000 00000",
            {"select": TWOS, "parse": op("primitives", agreement=70, least=2)},
        ),
    }
)
def test_erase_keep_and_redraw(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


@table(
    {
        "to the edge": (extend("right"), "1000 0000", "1111 0000"),
        "to an obstacle": (extend("right"), "10020 00000", "11120 00000"),
        "several ways": (extend("directions"), "000 010 000", "010 111 010"),
        "diagonal": (extend("down_right"), "1000 0000 0000", "1000 0100 0010"),
        "not between two corners": (extend("down_right"), "120 200 000", "120 200 000"),
        "past a single corner": (extend("down_right"), "120 000 000", "120 010 001"),
        "toward another": (extend(op("toward", ref=TWOS)), "0100 0000 0200", "0100 0100 0200"),
        "start": (
            extend("down", start=op("edge", side="left")),
            "1100 1100 0000 0000",
            "1100 1100 1000 1000",
        ),
        "stops over others": (extend("right", stops=THREES), "1020030", "1111130"),
        "colour": (extend("right", color=7), "1002", "1772"),
        "rigid stops": (extend("right", rigid=True), "10020 10000", "11120 11100"),
        "rigid at the edge": (extend("down_right", rigid=True), "0110 0000 0000", "0110 0011 0000"),
        "not rigid": (extend("right"), "10020 10000", "11120 11111"),
        "only if stopped": (extend("right", only_if_stopped=True), "10020 10000", "11120 10000"),
        "rigid only if stopped": (
            extend("directions", only_if_stopped=True, rigid=True),
            "10020 10000 00000",
            "11120 11100 00000",
        ),
        "no start": (extend("right", start="interior", rigid=True), "1000", "1000"),
    }
)
def test_extend_ones(spec, rows, expected, settings):
    assert acted_on(spec, rows, select=ONES, **settings) == picture(expected)


@pytest.mark.parametrize(
    "spec", [op("paint", color=5), "erase", "keep_only", "redraw", extend("up")]
)
def test_nothing_to_paint(spec):
    with pytest.raises(NothingSelectedError, match=r"clauses\[0\].select: nothing here"):
        acted_on(spec, "100", select=MISSING)
