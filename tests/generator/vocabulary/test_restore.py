"""Restoring what is disturbed or missing."""

import pytest

from arcrep.generator.errors import NothingSelectedError
from tests.generator.cases import acted_on, op, picture, table

ONES = op("of_color", color=1)
NINES = op("of_color", color=9)
ONLY_ONES = {"select": ONES}
EVERYWHERE = {"select": "grid"}
ONES_AND_TWOS = op("union", first=ONES, second=op("of_color", color=2))


@table(
    {
        "stripes": (
            "restore_period",
            "12121212 12129212 12121212",
            "12121212 12121212 12121212",
            EVERYWHERE,
        ),
        "rows and columns": (
            "restore_period",
            "121212 313131 121292 313131",
            "121212 313131 121212 313131",
            EVERYWHERE,
        ),
        "selected cells only": (
            "restore_period",
            "12121212 12129212 17121212",
            "12121212 12121212 17121212",
            {"select": NINES},
        ),
        "like and what is open": (
            op("restore_period", like=ONES_AND_TWOS),
            "120120120459",
            "120120120129",
            EVERYWHERE,
        ),
    }
)
def test_restore_period(spec, rows, expected, settings):
    assert acted_on(spec, rows, parse="by_color", **settings) == picture(expected)


FRAME = "2112 1001 1001 2112"


@table(
    {
        "one corner": ("symmetrize", "2112 1001 1000 2100", FRAME),
        "what lacks its image too": ("symmetrize", "2112 1001 1001 2002", FRAME),
        "axis where most agrees": (
            "symmetrize",
            "0211200 0100000 0100100 0211000",
            "0211200 0100100 0100100 0211200",
        ),
        "upright first": ("symmetrize", "12 30", "12 33"),
        "better axis": (op("symmetrize", axes="best"), "12 10", "12 12"),
        "of equals upright": (op("symmetrize", axes="best"), "12 30", "12 33"),
        "best alone": (op("symmetrize", axes="best"), "2112 1000 0000", "2112 1001 0000"),
        "both": ("symmetrize", "2112 1000 0000", "2112 1001 2112"),
        "covered, under the cover": (
            op("symmetrize", covered=True),
            "1111 1001 1055 1155",
            "1111 1001 1051 1111",
            ONLY_ONES,
        ),
        "covered, one axis is none": (
            op("symmetrize", covered=True),
            "1111 1005 1005 0000",
            "1111 1001 1001 0000",
            ONLY_ONES,
        ),
        "covered, nothing covers": (
            op("symmetrize", covered=True),
            "1111 1001 1001 1101",
            "1111 1001 1001 1101",
            ONLY_ONES,
        ),
        "not covered": ("symmetrize", "1111 1001 1001 1101", "1111 1001 1001 1111", ONLY_ONES),
    }
)
def test_symmetrize(spec, rows, expected, settings):
    settings = {"select": "colored", "parse": "by_color"} | settings
    assert acted_on(spec, rows, **settings) == picture(expected)


def test_restore_like_nothing():
    with pytest.raises(NothingSelectedError, match="no cells to take a pattern from"):
        acted_on(op("restore_period", like=NINES), "1212", select="grid")


@pytest.mark.parametrize("spec", ["restore_period", "symmetrize"])
def test_nothing_to_restore(spec):
    with pytest.raises(NothingSelectedError, match=r"clauses\[0\].select: nothing here"):
        acted_on(spec, "100", select=NINES)
