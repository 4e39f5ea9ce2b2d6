"""Primitives that serve a single official task each."""

import pytest

from arcrep.generator.components import all_components
from arcrep.generator.errors import NothingSelectedError, RuleError, TieError
from tests.generator.cases import acted_on, objects, op, picture, region, table, value

ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
MISSING = op("of_color", color=9)
MANY = op("components", colors="many")
LEFTMOST = op("extreme", key=op("measure", key="left"), which="least")
SOURCE = op("extreme", key=op("measure", key="colors"))
IT = {"it": 1}
AT_LEFT = {"it": LEFTMOST}
COVER = {"it": 5}


def test_all_are_marked_as_such():
    found = {name for name, component in all_components().items() if component.official_only}
    assert found == {
        "polygon_sides",
        "rejoined",
        "transfer_pattern",
        "wave",
        "repair",
        "complete_motif",
        "topmost_by_hull",
    }


@table(
    {
        "triangle": ("polygon_sides", "0001000 0010100 0100010 1111111", 3, IT),
        "rectangle": ("polygon_sides", "1111 1001 1111", 4, IT),
        "diamond": ("polygon_sides", "00100 01010 10001 01010 00100", 4, IT),
        "hexagon": ("polygon_sides", "0011100 0100010 1000001 0100010 0011100", 6, IT),
        "runs of two are no sides": ("polygon_sides", "1100 1100", 0, IT),
        "of another object": (op("polygon_sides", of=TWOS), "1002222 1002002 1002222", 4, IT),
    }
)
def test_polygon_sides(spec, rows, expected, settings):
    assert value(spec, rows, **settings) == expected


@table(
    {
        "across another colour": ("rejoined", "11211", "AABAA"),
        "not across the background": ("rejoined", "11011", "AA.BB"),
        "not across a broken cover": ("rejoined", "12031", "AC.DB"),
        "diagonally": ("rejoined", "1000 0200 0020 0001", "A... .B.. ..C. ...A"),
        "not round a corner": ("rejoined", "122 001", "ACC ..B"),
        "corners do not connect": ("rejoined", "10 01", "A. .B"),
        "unless so said": (op("rejoined", connectivity=8), "10 01", "A. .A"),
    }
)
def test_rejoined(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "with a hidden cell": ("wave", "1000100 0105010 0010001", "A...A.. .A.A.A. ..A...A"),
        "along the longer side": (
            "wave",
            "100 010 001 050 100 010 001",
            "A.. .A. ..A .A. A.. .A. ..A",
        ),
        "vertical": (op("wave", axis="vertical"), "0100 0010 0001 0010", ".A.. ..A. ...A ..A."),
        "horizontal": (op("wave", axis="horizontal"), "0100 0010 0001 0010", ".A.. A.A. ...A ...."),
        "that turns less often": ("wave", "0100 1000 0000", ".A.. A.A. ...A"),
        "none": ("wave", "000 000", "... ..."),
    }
)
def test_wave(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


TRANSFER = op("transfer_pattern", onto=op("others", than=SOURCE))


@table(
    {
        "as it is": (TRANSFER, "1110333 1210333 1110333", "1110333 1210323 1110333"),
        "flipped": (TRANSFER, "100004 100004 120044", "100004 100004 120024"),
        "turned": (TRANSFER, "100000 100004 120444", "100000 100002 120444"),
        "scaled": (
            TRANSFER,
            "1004400 1004400 1204400 0004400 0004444 0004444",
            "1004400 1004400 1204400 0004400 0004422 0004422",
        ),
        "turned to fill gaps": (TRANSFER, "1110303 2120333 1110303", "1110323 2120333 1110323"),
    }
)
def test_transfer_pattern(spec, rows, expected, settings):
    settings = {"select": SOURCE, "parse": MANY} | settings
    assert acted_on(spec, rows, **settings) == picture(expected)


def test_transfer_to_another_shape():
    with pytest.raises(RuleError, match="do not have the same shape"):
        acted_on(TRANSFER, "100044 100044 120044", select=SOURCE, parse=MANY)


REPAIR = op("repair", among=ONES)


@table(
    {
        "in the hull": (REPAIR, "1110 1515 1110", ".... .#.. ....", AT_LEFT),
        "what is a figure itself": (
            op("repair", among="all"),
            "1110 1515 1110",
            ".... .... ....",
            AT_LEFT,
        ),
        "where all others have a cell": (
            REPAIR,
            "10501010101 10101010101 11101110111",
            "..#........ ........... ...........",
            AT_LEFT,
        ),
        "one other says nothing": (
            REPAIR,
            "1050101 1010101 1110111",
            "....... ....... .......",
            AT_LEFT,
        ),
        "of another object": (
            op("repair", of=LEFTMOST, among=ONES),
            "1110 1515 1110",
            ".... .#.. ....",
        ),
        "the motif stands free": (
            "complete_motif",
            "110000 100000 000000 001500 001500",
            "...... ...... ...... ...#.. ......",
            COVER,
        ),
        "all pieces touch the cover": (
            "complete_motif",
            "11500 10500 00500 00510 00500",
            "..... ..... ..... ..#.. ..#..",
            COVER,
        ),
        "a copy within the grid, if one is": (
            "complete_motif",
            "110000 000000 000051",
            "...... ...... ....#.",
            COVER,
        ),
        "the motif behind another object": (
            op("complete_motif", of=op("of_color", color=5)),
            "110000 100000 000000 001500 001500",
            "...... ...... ...... ...#.. ......",
        ),
    }
)
def test_repair_and_complete_motif(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


CROSS = "00200 11211 00200 00000 00003"


@table(
    {
        "that reaches into another": ("topmost_by_hull", CROSS, "..A.. ..A.. ..A.. ..... ....."),
        "topmost of one": (op("topmost_by_hull", of=ONES), CROSS, "..... AA.AA ..... ..... ....."),
        "that reaches into the box of another": ("topmost_by_hull", "201 220 222", "..A ... ..."),
    }
)
def test_topmost_by_hull(spec, rows, expected, settings):
    assert objects(spec, rows, parse="by_color", **settings) == picture(expected)


@table(
    {
        "motif, cover alone": (
            "complete_motif",
            "500 500",
            (RuleError, "nothing shows beside the cover"),
            COVER,
        ),
        "motif, another piece": (
            "complete_motif",
            "1100 1000 0000 0001 5000",
            (RuleError, "part of no copy"),
            COVER,
        ),
        "topmost, none": (
            op("topmost_by_hull", of=MISSING),
            CROSS,
            (NothingSelectedError, "no pile of objects"),
            {"parse": "by_color"},
        ),
        "topmost, apart": (
            op("topmost_by_hull", of=op("others", than=TWOS)),
            CROSS,
            (TieError, "several objects lie on top"),
            {"parse": "by_color"},
        ),
    }
)
def test_no_clear_answer(spec, rows, expected, settings):
    error, message = expected
    with pytest.raises(error, match=message):
        value(spec, rows, **settings)
