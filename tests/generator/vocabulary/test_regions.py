"""Which cells each region has."""

import pytest

from arcrep.generator.errors import NothingSelectedError
from tests.generator.cases import op, picture, region, table, value

ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
MISSING = op("of_color", color=7)
IT = {"it": 1}


@table(
    {
        "closed": ("interior", "1110 1010 1110", ".... .#.. ....", IT),
        "closed by several objects": (op("interior", of="all"), "110 102 222", "... .#. ..."),
        "not closed": ("interior", "111 101 101", "... ... ...", IT),
        "gaps bridged": (
            op("interior", test="gaps"),
            "1001 1001 1111",
            ".##. .##. ....",
            IT,
        ),
        "the gaps themselves too": (
            op("interior", test="gaps"),
            "11111 10001 10001 11011",
            "..... .###. .###. ..#..",
            IT,
        ),
        "gaps too wide": (
            op("interior", test="gaps"),
            "10001 10001 11111",
            "..... ..... .....",
            IT,
        ),
        "gaps, closed anyway": (op("interior", test="gaps"), "111 101 111", "... .#. ...", IT),
        "between walls in a row": (
            op("interior", test="rows", of="all"),
            "1001 1000 0011",
            ".##. .... ....",
        ),
        "between walls in a column": (
            op("interior", test="columns", of="all"),
            "1001 1000 0011",
            ".... ...# ....",
        ),
    }
)
def test_interior(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


@table(
    {
        "box": ("bounding_box", "2000 0100 0010", ".... .##. .##.", IT),
        "box of several objects": (
            op("bounding_box", of="all"),
            "1000 0020 0000",
            "###. ###. ....",
        ),
        "box of a region": (
            op("bounding_box", of=op("difference", region="colored", without=ONES)),
            "1120 0200",
            ".##. .##.",
        ),
        "box of nothing": (op("bounding_box", of=MISSING), "10", ".."),
        "outline": (op("outline", of="all"), "0000 1000 0000 0010", ".... ###. #.#. ###."),
        "outline of it": ("outline", "1110 1110 1112", "###. #.#. ###.", IT),
        "outline of a narrow box": ("outline", "1100 0110", "###. ###.", IT),
        "outline of nothing": (op("outline", of=MISSING), "10", ".."),
        "hull": ("hull", "1000 1000 1110", "#... ##.. ###.", IT),
        "hull of several objects": (op("hull", of="all"), "1002 0000 3004", "#### #### ####"),
        "hull of nothing": (op("hull", of=MISSING), "10", ".."),
        "one middle cell": ("center_cells", "101 010 101", "... .#. ...", IT),
        "two middle cells": ("center_cells", "1111 0001 1111", ".... .##. ....", IT),
        "four middle cells": ("center_cells", "11 10", "## ##", IT),
        "the middle of several objects": (op("center_cells", of="all"), "10002", "..#.."),
    }
)
def test_box_and_hull(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


BULGE = "0110 1110 0100"
SIDE_CASES = {
    "up": ".##. .... ....",
    "down": ".... .... .#..",
    "left": ".... #... ....",
    "right": "..#. ..#. ....",
    "up_left": ".#.. #... ....",
    "up_right": "..#. .... ....",
    "down_left": ".... #... .#..",
    "down_right": ".... ..#. .#..",
}


@table(
    {side: (op("edge", side=side), BULGE, cells, IT) for side, cells in SIDE_CASES.items()}
    | {
        "of each object": (op("edge", of="all", side="down"), "1020 1100", "..#. ##.."),
    }
)
def test_edge(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


PLUS = "010 111 010"


@table(
    {
        "grow": (op("resized", how="grow"), "0000 0100 0002", ".#.. ###. .#..", IT),
        "grow over corners": (
            op("resized", how="grow", connectivity=8),
            "0000 0100 0002",
            "###. ###. ###.",
            IT,
        ),
        "shrink": (op("resized", how="shrink"), PLUS, "... .#. ...", IT),
        "shrink over corners": (
            op("resized", how="shrink", connectivity=8),
            PLUS,
            "... ... ...",
            IT,
        ),
        "the edge of the grid is a rim": (
            op("resized", how="shrink"),
            "1111 1111 1111",
            ".... .##. ....",
            IT,
        ),
        "each object by itself": (
            op("resized", of="all", how="shrink", connectivity=8),
            "111222 111222 111222",
            "...... .#..#. ......",
        ),
        "of nothing": (op("resized", of=MISSING, how="grow"), "10", ".."),
    }
)
def test_resized(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


UNDER = {"it": 1, "parse": "by_color"}


@table(
    {
        "between visible cells": ("hidden", "0000 1221 0202", ".... .##. ....", UNDER),
        "between, in both straight directions": ("hidden", "010 020 010", "... .#. ...", UNDER),
        "between, not diagonally": ("hidden", "100 020 001", "... ... ...", UNDER),
        "between, only along some ways": (
            op("hidden", along="up"),
            "010 020 010 121",
            "... .#. ... ...",
            UNDER,
        ),
        "between, along an axis": (
            op("hidden", along=op("along", axis="horizontal")),
            "0101 0200 0101 0121",
            ".... .... .... ..#.",
            UNDER,
        ),
        "background does not cover": ("hidden", "10201", ".....", UNDER),
        "of another object": (op("hidden", of=TWOS), "21121", ".##..", UNDER),
        "onward": (op("hidden", test="onward"), "12202 00200", ".##.. .....", UNDER),
        "not onward": ("hidden", "12202 00200", "..... .....", UNDER),
        "in the box": (op("hidden", test="box"), "1002 0200 0012", ".... .#.. ....", UNDER),
    }
)
def test_hidden(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


BAR = "0000 0110 0000"
FALLING = "0000 0100 0010 0000"
RISING = "0000 0010 0100 0000"


@table(
    {
        "up": (op("half_plane", side="up"), BAR, "#### .... ....", IT),
        "down": (op("half_plane", side="down"), BAR, ".... .... ####", IT),
        "left": (op("half_plane", side="left"), BAR, "#... #... #...", IT),
        "right": (op("half_plane", side="right"), BAR, "...# ...# ...#", IT),
        "down right": (op("half_plane", side="down_right"), BAR, ".... ...# ..##", IT),
        "right of a single cell": (
            op("half_plane", side="right"),
            "000 010 000",
            "..# ..# ..#",
            IT,
        ),
        "of another object": (op("half_plane", of=TWOS, side="left"), "1020", "##..", IT),
        "above a falling line": (
            op("half_plane", side="up"),
            FALLING,
            ".### ..## ...# ....",
            IT,
        ),
        "right of a falling line": (
            op("half_plane", side="right"),
            FALLING,
            ".### ..## ...# ....",
            IT,
        ),
        "beyond a falling line": (
            op("half_plane", side="down_left"),
            FALLING,
            ".... #... ##.. ###.",
            IT,
        ),
        "left of a rising line": (
            op("half_plane", side="left"),
            RISING,
            "###. ##.. #... ....",
            IT,
        ),
        "below a rising line": (
            op("half_plane", side="down"),
            RISING,
            ".... ...# ..## .###",
            IT,
        ),
    }
)
def test_half_plane(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


@table(
    {
        "up": (op("beam", side="up"), BAR, ".##. .... ....", IT),
        "right, on the region itself too": (op("beam", side="right"), BAR, ".... ..## ....", IT),
        "diagonal": (
            op("beam", side="down_right"),
            "1000 0000 0000 2000",
            ".... .#.. ..#. ...#",
            IT,
        ),
        "across the widest grid": (
            op("beam", side="left"),
            "0" * 29 + "1",
            "#" * 29 + ".",
            IT,
        ),
        "of several objects": (op("beam", of="all", side="down"), "100 002 000", "... #.. #.#"),
        "of nothing": (op("beam", of=MISSING, side="down"), "10", ".."),
    }
)
def test_beam(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


DOT = "00000 00000 01000 00000"
CENTER = op("center_of", of="all")


@table(
    {
        "horizontal": (
            op("through", at=CENTER, axis="horizontal"),
            DOT,
            "..... ..... ##### .....",
        ),
        "vertical": (op("through", at=CENTER, axis="vertical"), DOT, ".#... .#... .#... .#..."),
        "falling": (op("through", at=CENTER, axis="falling"), DOT, "..... #.... .#... ..#.."),
        "rising": (op("through", at=CENTER, axis="rising"), DOT, "...#. ..#.. .#... #...."),
        "a direction is an axis": (
            op("through", at=CENTER, axis=op("opposite", direction="down_right")),
            DOT,
            "..... #.... .#... ..#..",
        ),
        "of a length": (
            op("through", at=CENTER, axis="horizontal", length=3),
            DOT,
            "..... ..... ###.. .....",
        ),
        "of an even length, one cell further right": (
            op("through", at=CENTER, axis="horizontal", length=2),
            DOT,
            "..... ..... .##.. .....",
        ),
        "of an even length, between two cells": (
            op("through", at=CENTER, axis="vertical", length=4),
            "000 000 010 010 000 000",
            "... .#. .#. .#. .#. ...",
        ),
        "between two rows: the upper one": (
            op("through", at=CENTER, axis="horizontal"),
            "000 010 010",
            "... ### ...",
        ),
        "diagonal, of a length": (
            op("through", at=CENTER, axis="rising", length=3),
            DOT,
            "..... ..#.. .#... #....",
        ),
    }
)
def test_through(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


@table(
    {
        "for each object": (
            op("for_each", region="bounding_box"),
            "1002 0100 0000",
            "##.# ##.. ....",
        ),
        "for some objects": (
            op("for_each", of=TWOS, region=op("edge", side="up")),
            "1020 1020",
            "..#. ....",
        ),
        "for none": (op("for_each", of=MISSING, region="bounding_box"), "10", ".."),
        "coloured cells": ("colored", "102 010", "#.# .#."),
        "coloured cells, another background": ("colored", "102 010", ".## #.#", {"background": 1}),
        "coloured cells without a background": ("colored", "10", "##", {"background": None}),
        "difference": (op("difference", region="colored", without=ONES), "1020", "..#."),
        "intersection": (
            op("intersection", first=op("bounding_box", of=ONES), second="colored"),
            "1210 0010",
            "###. ..#.",
        ),
        "union": (op("union", first=ONES, second=TWOS), "1023", "#.#."),
    }
)
def test_sets_of_cells(spec, rows, expected, settings):
    assert region(spec, rows, **settings) == picture(expected)


def test_nothing_has_no_center():
    with pytest.raises(NothingSelectedError, match="no object whose place"):
        value(op("center_cells", of=MISSING), "10")
