"""Actions that repeat objects."""

import pytest

from arcrep.generator.errors import NothingSelectedError, RuleError
from tests.generator.cases import acted_on, op, picture, table

ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
THREES = op("of_color", color=3)
MISSING = op("of_color", color=9)


def stamp(source=ONES, at="center_of", **parameters):
    return op("stamp", source=source, at=at, **parameters)


def tile(more, axis="horizontal", **parameters):
    return op("tile", more=more, axis=axis, **parameters)


@table(
    {
        "around it": (stamp(), "1110000 1010020 1110000", "1110111 1010121 1110111"),
        "to the top left": (stamp(), "11000 10000 00020 00000", "11000 10110 00120 00000"),
        "corner at the place": (
            stamp(anchor="corner"),
            "11000 10000 00020 00000",
            "11000 10000 00011 00010",
        ),
        "over it": (stamp(), "11100 00000 00020", "11100 00000 00111"),
        "for each": (stamp(), "10000 02030 00002", "10000 01030 00001"),
        "at another place": (stamp(at=op("center_of", of=THREES)), "11002 00030", "11002 00110"),
        "source may be it": (
            stamp(source="it", at=op("center_of", of=THREES)),
            "22000 00030",
            "22000 00220",
        ),
        "source of two colours": (
            stamp(source=op("union", first=ONES, second=THREES)),
            "1300000 0000020",
            "1300000 0000130",
        ),
        "replace": (stamp(replace=True), "1110000 1010020 1110000", "1110111 1010101 1110111"),
        "recolored": (stamp(recolored=True), "1110000 1010020 1110000", "1110222 1010222 1110222"),
        "replace on a background": (
            stamp(replace=True),
            "113333 133333 333223 333333",
            "113333 133113 333133 333333",
            {"background": 3},
        ),
    }
)
def test_stamp_for_twos(spec, rows, expected, settings):
    assert acted_on(spec, rows, select=TWOS, **settings) == picture(expected)


@table(
    {
        "no more": (tile(0), "0000 0110 0100", "11 10"),
        "in a row": (tile(2), "0000 0110 0100", "111111 101010"),
        "in a column": (tile(1, axis="vertical"), "0000 0110 0100", "11 10 11 10"),
        "gap": (tile(1, gap=2), "0000 0110 0100", "110011 100010"),
        "gap below": (tile(1, axis="vertical", gap=1), "0000 0110 0100", "11 10 00 11 10"),
        "more is computed": (tile("count"), "0000 0110 0100", "1111 1010"),
        "the whole box, a gap of background": (
            tile(1, gap=1),
            "333 313 123",
            "31331 12312",
            {"select": ONES, "background": 3},
        ),
    }
)
def test_tile(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


@table(
    {
        "stamp, no source": (
            stamp(source=MISSING),
            "102",
            (NothingSelectedError, "nothing to copy"),
            {"select": TWOS},
        ),
        "stamp, outside": (
            stamp(),
            "11100 00002",
            (RuleError, "the copy would leave the grid"),
            {"select": TWOS},
        ),
        "stamp, no object": (
            stamp(),
            "102",
            (NothingSelectedError, "nothing here"),
            {"select": MISSING},
        ),
        "tile, half": (tile(0.5), "11 10", (RuleError, "0.5 is no number of copies")),
        "tile, negative": (tile(-1), "11 10", (RuleError, "-1 is no number of copies")),
        "tile, too many": (tile(30), "11 10", (RuleError, "no number of copies from 0 to 29")),
        "tile, wide gap": (tile(1, gap=31), "11 10", (RuleError, "31 is no gap from 0 to 30")),
        "tile, too large": (tile(29), "11 10", (RuleError, "output: the result")),
        "tile, several": (
            tile(1),
            "11 10",
            (RuleError, "3 objects are found where one"),
            {"select": "cells"},
        ),
        "tile, none": (
            tile(1),
            "11 10",
            (RuleError, "nothing is found where one"),
            {"select": MISSING},
        ),
    }
)
def test_impossible_copies(spec, rows, expected, settings):
    error, message = expected
    with pytest.raises(error, match=message):
        acted_on(spec, rows, **settings)
