"""Actions that move objects without changing them."""

import pytest

from arcrep.generator.errors import NothingSelectedError, RuleError
from tests.generator.cases import acted, acted_on, op, picture, table

ONES = op("of_color", color=1)
MISSING = op("of_color", color=9)
ONLY_ONES = {"select": ONES}
OTHER = op("others", than="it")
SINGLE = op("compare", left=op("measure", key="size"), how="equal", right=1)
DOTS_RIGHT_ELSE_DOWN = {"op": "if", "when": SINGLE, "then": "right", "else": "down"}


def slide(toward, **parameters):
    return op("slide", toward=toward, **parameters)


@table(
    {
        "until contact": (slide("right"), "10020", "00120", ONLY_ONES),
        "in contact from the start": (slide("right"), "12000", "12000", ONLY_ONES),
        "else to the edge": (slide("right"), "01000", "00001", ONLY_ONES),
        "as a whole": (slide("up"), "000 000 110 012", "110 010 000 002", ONLY_ONES),
        "diagonal": (slide("down_right"), "1000 0000 0000", "0000 0000 0010", ONLY_ONES),
        "toward another": (slide(op("toward", ref=OTHER)), "2001", "2100", ONLY_ONES),
        "until the edge": (slide("right", until="edge"), "10200", "00201", ONLY_ONES),
        "over what is there": (slide("right", until="edge"), "10002", "00001", ONLY_ONES),
        "until clear": (slide("right", until="clear"), "12200", "02210", ONLY_ONES),
        "clear of the first": (slide("right", until="clear"), "10202", "00212", ONLY_ONES),
        "steps": (slide("right", steps=2), "10000", "00100", ONLY_ONES),
        "steps until contact": (slide("right", steps=3), "10200", "01200", ONLY_ONES),
        "steps to the edge": (slide("right", steps=2, until="edge"), "10200", "00100", ONLY_ONES),
        "other obstacles": (
            slide("right", obstacles=op("of_color", color=3)),
            "10230",
            "00130",
            ONLY_ONES,
        ),
        "no obstacles": (slide("right", obstacles=MISSING), "10230", "00231", ONLY_ONES),
        "those ahead first": (slide("right"), "12000", "00012"),
        "those ahead make room": (slide("right", until="clear"), "13130", "03131", ONLY_ONES),
        "each on its own": (slide("down"), "1120 1000 0000", "0000 1100 1020"),
        "so many steps each": (slide("right", steps=1), "12000", "01200"),
        "on when the way is free": (
            slide(DOTS_RIGHT_ELSE_DOWN),
            "0001020 0000020 0000000 0000000",
            "0000001 0000000 0000020 0000020",
        ),
        "on a background": (slide("right"), "133323", "333123", {"select": ONES, "background": 3}),
    }
)
def test_slide(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


def to_the_other(**parameters):
    return op("move_to", to=op("center_of", of=OTHER), **parameters)


@table(
    {
        "halves to the top left": (
            to_the_other(),
            "1100 1000 0000 0002",
            "0000 0000 0011 0012",
            ONLY_ONES,
        ),
        "between two columns": (to_the_other(), "1000 0000 0022", "0000 0000 0012", ONLY_ONES),
        "between two rows": (to_the_other(), "1000 0002 0002", "0000 0001 0002", ONLY_ONES),
        "all are lifted first": (to_the_other(), "10002", "20001"),
        "keeps its row": (
            to_the_other(along=op("along", axis="horizontal")),
            "1000 0000 0020",
            "0010 0000 0020",
            ONLY_ONES,
        ),
        "keeps its column": (
            to_the_other(along="down"),
            "1000 0000 0020",
            "0000 0000 1020",
            ONLY_ONES,
        ),
        "along diagonals": (
            to_the_other(along=op("directions", which="diagonal")),
            "1000 0000 0020",
            "0000 0000 0010",
            ONLY_ONES,
        ),
        "on a background": (to_the_other(), "133323", "333313", {"select": ONES, "background": 3}),
    }
)
def test_move_to(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [(slide("right"), "70012"), (to_the_other(), "70001")],
    ids=["slide", "move_to"],
)
def test_what_is_painted_over_is_no_longer_the_object(spec, expected):
    paint = {"select": ONES, "act": op("paint", color=7)}
    assert acted([paint, {"select": ONES, "act": spec}], "10002") == expected


@table(
    {
        "nothing to get past, free": (
            slide("right", until="clear"),
            "10000",
            "nothing is in the way",
        ),
        "nothing to get past, behind": (
            slide("right", until="clear"),
            "20100",
            "nothing is in the way",
        ),
        "nothing to get past, no end": (
            slide("right", until="clear"),
            "10222",
            "nothing is in the way",
        ),
        "out of the grid": (
            to_the_other(),
            "20000 00000 00111 00100 00100",
            "would leave the grid",
        ),
    }
)
def test_impossible_moves(spec, rows, expected, settings):
    with pytest.raises(RuleError, match=expected):
        acted_on(spec, rows, select=ONES, **settings)


@pytest.mark.parametrize("spec", [slide("right"), op("move_to", to="center_of")])
def test_nothing_to_move(spec):
    with pytest.raises(NothingSelectedError, match=r"clauses\[0\].select: nothing here"):
        acted_on(spec, "100", select=MISSING)
