"""Which objects each selector selects, in order; letters name them."""

import pytest

from arcrep.generator.errors import NothingSelectedError, TieError
from tests.generator.cases import objects, op, picture, table, value

SIZE = op("measure", key="size")
LARGE = op("compare", left=SIZE, how="at_least", right=2)
TWOS = op("of_color", color=2)
MISSING = op("of_color", color=7)
SIZES = "1101 0000 1110"
MANY = op("components", colors="many")


@table(
    {
        "those for which it holds": (op("where", holds=LARGE), "1102 0003 3300", "AA.. .... BB.."),
        "of some objects": (op("where", of=TWOS, holds=LARGE), "1102 0000 0220", ".... .... .AA."),
        "the subject inside another where": (
            op(
                "where",
                holds=op(
                    "exists",
                    of=op(
                        "where",
                        of=op("others", than="subject"),
                        holds=op(
                            "compare",
                            left=SIZE,
                            how="more",
                            right=op("measure", of="subject", key="size"),
                        ),
                    ),
                ),
            ),
            SIZES,
            "AA.B .... ....",
        ),
        "most": (op("extreme", key=SIZE), SIZES, ".... .... AAA."),
        "least": (op("extreme", key=SIZE, which="least"), SIZES, "...A .... ...."),
        "extreme of some objects": (
            op("extreme", of=TWOS, key=SIZE),
            "1110 0002 0220",
            ".... ...A .AA.",
        ),
        "ascending": (op("sorted_by", key=SIZE), SIZES, "BB.A .... CCC."),
        "descending": (op("sorted_by", key=SIZE, order="descending"), SIZES, "BB.C .... AAA."),
        "equal ones keep their order": (
            op("sorted_by", key=SIZE, order="descending"),
            "101011",
            "B.C.AA",
        ),
        "sorted, some objects": (op("sorted_by", of=TWOS, key=SIZE), "220102", "BB...A"),
        "others": (op("others", than=TWOS), "10203", "A...B"),
        "others of some objects": (
            op("others", of=TWOS, than=op("extreme", of=TWOS, key=SIZE)),
            "102022",
            "..A...",
        ),
        "of a colour": (TWOS, "10202", "..A.B"),
        "of a main colour": (TWOS, "110022 210021", "....AA ....AA", {"parse": MANY}),
        "of a colour that is worked out": (
            op("of_color", color=op("common_color", of="colored")),
            "10202",
            "..A.B",
        ),
        "of a colour, some objects": (
            op("of_color", of=op("where", holds=LARGE), color=2),
            "202211",
            "..AA..",
        ),
    }
)
def test_objects_of_the_parse(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "enclosed areas": ("holes", "11111 10101 11111", "..... .A.B. ....."),
        "closed at corners": ("holes", "010 101 010", "... .A. ..."),
        "an open outline": ("holes", "111 101 101", "... ... ..."),
        "what lies inside is no hole": ("holes", "1111 1021 1111", ".... .A.. ...."),
        "holes of some objects": (
            op("holes", of=op("of_color", color=1)),
            "1111 1021 1111",
            ".... .AA. ....",
        ),
        "thick parts": ("parts", "1100 1111 0000", "AA.. AA.. ...."),
        "thin parts": (op("parts", width="thin"), "1100 1111 0000", ".... ..AA ...."),
        "parts of some objects": (
            op("parts", of=TWOS, width="thin"),
            "1110 0000 2220",
            ".... .... AAA.",
        ),
        "marks": ("minor_cells", "1121 1131 1111", "..A. ..B. ....", {"parse": MANY}),
        "marks are connected cells": ("minor_cells", "2111 2112", "A... A..B", {"parse": MANY}),
        "marks on some objects": (
            op("minor_cells", of=TWOS),
            "1130223 1110222",
            "......A .......",
            {"parse": MANY},
        ),
        "content of panels": (
            op("content", of="all"),
            "0005222 0105232 0005222",
            "....... .A...B. .......",
            {"parse": "panels"},
        ),
        "a panel without content": (
            op("content", of="all"),
            "0005222 0005232 0005222",
            "....... .....A. .......",
            {"parse": "panels"},
        ),
        "the ground is the main colour of the border": (
            op("content", of="all"),
            "13141 32223 12221 42224 13141",
            ".A.A. AAAAA .AAA. AAAAA .A.A.",
            {"parse": "grid"},
        ),
        "content of it": (
            "content",
            "0005222 0105232 0005222",
            "....... .A..... .......",
            {"parse": "panels", "it": op("extreme", key=op("measure", key="left"), which="least")},
        ),
    }
)
def test_parts_of_objects(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "top": (op("content", of="all"), "0000 1111 1001", ".... AAAA A..A"),
        "bottom": (op("content", of="all"), "1001 1111 0000", "A..A AAAA ...."),
        "left": (op("content", of="all"), "011 010 010 011", ".AA .A. .A. .AA"),
        "right": (op("content", of="all"), "110 010 010 110", "AA. .A. .A. AA."),
    }
)
def test_every_side_of_a_panel_tells_its_ground(spec, rows, expected, settings):
    assert objects(spec, rows, parse="grid") == picture(expected)


@table(
    {
        "one of all": ("one_of", "10100", "A...."),
        "one of some": (op("one_of", of=TWOS), "10202", "..A.."),
    }
)
def test_one_of(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "extreme of nothing": (
            op("extreme", of=MISSING, key=SIZE),
            "1",
            (NothingSelectedError, "no object to choose from"),
        ),
        "extremes tie": (op("extreme", key=SIZE), "10110220", (TieError, "2 objects tie at 2")),
        "one of nothing": (
            op("one_of", of=MISSING),
            "1",
            (NothingSelectedError, "no object to take one of"),
        ),
        "one of different colours": ("one_of", "102", (TieError, "2 different objects")),
        "one of different shapes": ("one_of", "11010 00010", (TieError, "2 different objects")),
    }
)
def test_no_clear_choice(spec, rows, expected, settings):
    error, message = expected
    with pytest.raises(error, match=message):
        value(spec, rows, **settings)
