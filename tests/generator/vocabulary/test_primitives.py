"""Rectangles and rings that are found whole, also where something covers them."""

from tests.generator.cases import objects, op, picture, table

MARKED = "1111 1211 1111"
BITTEN = "1111 1110 1111"
RING = "11110 10010 11110"
COVERED_RING = "11210 10010 11110"


@table(
    {
        "rectangle": ("primitives", "11100 11120 11120 00020", "AAA.. AAA.. AAA.. ....."),
        "no side is shorter than told": (
            op("primitives", least=1),
            "11100 11120 11120 00020",
            "AAA.. AAAB. AAAB. ...B.",
        ),
        "every cell has to show": ("primitives", MARKED, ".... .... ...."),
        "some cells may be covered": (op("primitives", agreement=90), MARKED, "AAAA AAAA AAAA"),
        "too many cells are covered": (op("primitives", agreement=92), MARKED, ".... .... ...."),
        "an uneven rectangle": (op("primitives", agreement=90), BITTEN, "AAAA AAAA AAAA"),
        "of an equal surplus the larger": (
            op("primitives", agreement=80),
            "1111 1111 1110 1110",
            "AAAA AAAA AAAA AAAA",
        ),
        "one below another": (
            "primitives",
            "2222 2222 2222 1110 1110 1110",
            "AAAA AAAA AAAA BBB. BBB. BBB.",
        ),
        "square in the middle": (
            op("primitives", shape="square", agreement=90),
            "00000 01111 01110 01111",
            "..... .AAA. .AAA. .AAA.",
        ),
        "square": (op("primitives", shape="square", agreement=90), BITTEN, "AAA. AAA. AAA."),
        "ring": (op("primitives", shape="ring"), RING, "AAAA. A..A. AAAA."),
        "a ring is no rectangle": ("primitives", RING, "..... ..... ....."),
        "ring under cover": (
            op("primitives", shape="ring", agreement=90),
            COVERED_RING,
            "AAAA. A..A. AAAA.",
        ),
        "ring with a gap": (op("primitives", shape="ring"), COVERED_RING, "..... ..... ....."),
        "cells inside do not make up for a gap": (
            op("primitives", shape="ring"),
            "11111 10001 10101 10001 11011",
            "..... ..... ..... ..... .....",
        ),
        "ring with some cells inside": (
            op("primitives", shape="ring"),
            "11111 11101 11101 10001 11111",
            "AAAAA A...A A...A A...A AAAAA",
        ),
        "what is filled is no ring": (op("primitives", shape="ring"), "111 111 111", "... ... ..."),
        "either": (
            op("primitives", shape="either"),
            "1110222 1010222 1110222",
            "AAA.BBB A.A.BBB AAA.BBB",
        ),
        "the best of those that overlap": (
            op("primitives", agreement=75),
            "11110 11122 11122 00222",
            "AAA.. AAA.. AAA.. .....",
        ),
        "an empty grid": ("primitives", "000 000 000", "... ... ..."),
    }
)
def test_primitives(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)
