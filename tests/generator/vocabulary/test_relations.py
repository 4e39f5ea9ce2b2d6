"""What holds, and what does not."""

import pytest

from arcrep.generator.errors import NothingSelectedError
from tests.generator.cases import op, table, value

ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
MISSING = op("of_color", color=7)
MANY = op("components", colors="many")
IT = {"it": 1}
WHOLE = {"it": "all", "parse": MANY}


def beyond(side, **parameters):
    return op("beyond", side=side, ref=TWOS, **parameters)


STEPPED = "10 12 12 02"
NESTED = "10 12 12 10 10"
SIDEWAYS = op("along", axis="horizontal")


@table(
    {
        "up": (beyond("up"), "100 020", True, IT),
        "down": (beyond("down"), "100 020", False, IT),
        "left": (beyond("left"), "100 020", True, IT),
        "right": (beyond("right"), "020 001", True, IT),
        "of another object": (beyond("down", of=op("of_color", color=3)), "100 020 003", True, IT),
        "wholly": (beyond("up"), STEPPED, False, IT),
        "by its edge": (beyond("up", by="edge"), STEPPED, True, IT),
        "not by the other edge": (beyond("down", by="edge"), STEPPED, False, IT),
        "by its centre": (beyond("up", by="center"), STEPPED, True, IT),
        "not wholly, the other way": (beyond("down"), "20 21 21 01", False, IT),
        "edges on a level": (beyond("up", by="edge"), "102", False, IT),
        "centres on a level": (beyond("up", by="center"), "102", False, IT),
        "by its edge, longer": (beyond("up", by="edge"), NESTED, True, IT),
        "by its centre, longer": (beyond("up", by="center"), NESTED, False, IT),
        "one of several sides": (beyond(SIDEWAYS), "102", True, IT),
        "none of several sides": (beyond(SIDEWAYS), "1 0 2", False, IT),
    }
)
def test_beyond(spec, rows, expected, settings):
    assert value(spec, rows, **settings) is expected


TOUCHING = op("touching", ref="all")
AT_CORNERS = op("touching", ref="all", corners=True)


@table(
    {
        "side by side": (TOUCHING, "12", True, IT),
        "apart": (TOUCHING, "102", False, IT),
        "at a corner": (TOUCHING, "10 02", False, IT),
        "at a corner, if told": (AT_CORNERS, "10 02", True, IT),
        "apart, whatever is told": (AT_CORNERS, "100 002", False, IT),
        "not itself": (TOUCHING, "110", False, IT),
        "not the reference": (op("touching", ref=TWOS), "130 002", False, IT),
        "of another object": (op("touching", of=TWOS, ref="all"), "1023", True, IT),
    }
)
def test_touching(spec, rows, expected, settings):
    assert value(spec, rows, **settings) is expected


@table(
    {
        "hollow": ("hollow", "111 101 111", True, IT),
        "open": ("hollow", "111 101 101", False, IT),
        "hollow, though filled by another": ("hollow", "111 121 111", True, IT),
        "another object is hollow": (op("hollow", of=TWOS), "2220 2021 2220", True, IT),
        "solid": ("solid", "0111 0111", True, IT),
        "not solid": ("solid", "010 111 010", False, IT),
        "fills its hull": (op("solid", within="hull"), "010 111 010", True, IT),
        "does not fill its hull": (op("solid", within="hull"), "101 111", False, IT),
        "another object is solid": (op("solid", of=TWOS), "1022 1122", True, IT),
        "striped in rows": (op("striped", axis="horizontal"), "110 222 110", True, WHOLE),
        "striped in columns": (op("striped", axis="vertical"), "1212 1212", True, WHOLE),
        "not striped across": (op("striped", axis="horizontal"), "1212 1212", False, WHOLE),
        "another object is striped": (
            op("striped", of=op("extreme", key=op("measure", key="left")), axis="vertical"),
            "110233",
            True,
            {"parse": MANY, "it": 1},
        ),
        "one colour has no stripes": (op("striped", axis="horizontal"), "111 111", False, WHOLE),
    }
)
def test_looks(spec, rows, expected, settings):
    assert value(spec, rows, **settings) is expected


def oriented(axis, **parameters):
    return op("oriented", axis=axis, **parameters)


@table(
    {
        "horizontal": (oriented("horizontal"), "1110 0010", True, IT),
        "not vertical": (oriented("vertical"), "1110 0010", False, IT),
        "vertical": (oriented("vertical"), "10 11 10", True, IT),
        "falling": (oriented("falling"), "100 010 001", True, IT),
        "rising": (oriented("rising"), "001 010 100", True, IT),
        "not falling": (oriented("falling"), "001 010 100", False, IT),
        "no diagonal line": (oriented("falling"), "110 010 001", False, IT),
        "neither": (oriented("horizontal"), "11 11", False, IT),
        "several as one": (oriented("horizontal", of="all"), "10 00 00", False),
        "several in a row": (oriented("horizontal", of="all"), "1020", True),
        "several on a diagonal": (oriented("rising", of="all"), "001 000 200", True),
    }
)
def test_oriented(spec, rows, expected, settings):
    assert value(spec, rows, **settings) is expected


@table(
    {
        "repeated": (op("repeated", key="shape_of"), "1102203", True, IT),
        "not repeated": (op("repeated", key="color_of"), "1102203", False, IT),
        "itself does not count": (op("repeated", key="color_of", among=ONES), "102", False, IT),
        "repeated by another object": (
            op("repeated", of=op("of_color", color=3), key="shape_of"),
            "1102030",
            True,
            IT,
        ),
        "repeated among some": (op("repeated", key="shape_of", among=TWOS), "102203", False, IT),
        "all the same": (op("all_same", key="color_of"), "101011", True),
        "not all the same": (op("all_same", key="shape_of"), "101011", False),
        "the same among some": (op("all_same", key="color_of", among=TWOS), "10202", True),
        "the same among none": (op("all_same", key="color_of", among=MISSING), "102", True),
    }
)
def test_agreement(spec, rows, expected, settings):
    assert value(spec, rows, **settings) is expected


TWO = op("count")
"""The number of objects of the grid 101."""


@table(
    {
        "more": (op("compare", left=TWO, how="more", right=1.5), "101", True),
        "not more": (op("compare", left=TWO, how="more", right=2), "101", False),
        "less": (op("compare", left=TWO, how="less", right=3), "101", True),
        "not less": (op("compare", left=TWO, how="less", right=2), "101", False),
        "equal": (op("compare", left=TWO, how="equal", right=2), "101", True),
        "not equal": (op("compare", left=TWO, how="equal", right=3), "101", False),
        "at least": (op("compare", left=TWO, how="at_least", right=2), "101", True),
        "not at least": (op("compare", left=TWO, how="at_least", right=3), "101", False),
        "not so": (op("negate", holds=True), "1", False),
        "so": (op("negate", holds=op("exists", of=MISSING)), "1", True),
        "both": (op("combined", first=True, second=True), "1", True),
        "not both": (op("combined", first=True, second=False), "1", False),
        "either": (op("combined", first=False, second=True, how="or"), "1", True),
        "neither": (op("combined", first=False, second=False, how="or"), "1", False),
    }
)
def test_logic(spec, rows, expected, settings):
    assert value(spec, rows, **settings) is expected


BOX = op("bounding_box", of=TWOS)


@table(
    {
        "in a region": (op("within", region=BOX), "222 210 200", True, IT),
        "partly in it": (op("within", region=BOX), "2220 2111 2220", False, IT),
        "another object in it": (op("within", of=TWOS, region="colored"), "12", True, IT),
        "something there": (op("exists", of=TWOS), "102", True),
        "nothing there": (op("exists", of=MISSING), "102", False),
    }
)
def test_cells(spec, rows, expected, settings):
    assert value(spec, rows, **settings) is expected


def test_nothing_has_no_axis():
    with pytest.raises(NothingSelectedError, match="no object that could be longer"):
        value(oriented("horizontal", of=MISSING), "1")
