"""What each parse takes as objects, in order; letters name them."""

from tests.generator.cases import objects, op, picture, table

SPREAD = "1100 0020 1202"


@table(
    {
        "one colour, corners connect": ("components", SPREAD, "AA.. ..B. CB.B"),
        "sides only": (op("components", connectivity=4), SPREAD, "AA.. ..B. CD.E"),
        "any colours": (op("components", colors="many"), SPREAD, "AA.. ..A. AA.A"),
        "any colours, sides only": (
            op("components", colors="many", connectivity=4),
            SPREAD,
            "AA.. ..B. CC.D",
        ),
        "ordered by top, then leftmost cell": ("components", "0021 0010 0100", "..BA ..A. .A.."),
        "gap bridges one cell": (
            op("components", gap=2),
            "10100 00000 00100 20002",
            "A.A.. ..... ..A.. B...C",
        ),
        "gap, any colours": (
            op("components", gap=2, colors="many"),
            "1020 0000 2000",
            "A.A. .... A...",
        ),
        "gap bridges another colour": (op("components", gap=2), "121", "ABA"),
        "gap bridges in all directions": (
            op("components", gap=2, connectivity=4),
            "100 000 001",
            "A.. ... ..A",
        ),
        "dotted joins single cells only": (
            op("components", dotted=True),
            "10100 00000 11011",
            "A.A.. ..... BB.CC",
        ),
        "dotted joins one colour only": (
            op("components", dotted=True),
            "10201 00000 10000",
            "A.B.C ..... A....",
        ),
        "dotted bridges one cell": (op("components", dotted=True), "1001", "A..B"),
        "one dot alone": (op("components", dotted=True), "10110", "A.BB."),
        "background by frequency": (
            "components",
            "555 510 555",
            "... .AB ...",
            {"background": "mode"},
        ),
        "background of the border": (
            "components",
            "33333 31113 31213 31113 33333",
            "..... .AAA. .ABA. .AAA. .....",
            {"background": "border"},
        ),
        "no background": ("components", "00 01", "AA AB", {"background": None}),
        "an empty grid": ("components", "000 000", "... ..."),
    }
)
def test_components(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "all cells of a colour": ("by_color", "211 012", "ABB .BA"),
        "the background too": (op("by_color", with_background=True), "211 012", "ABB CBA"),
        "another background": ("by_color", "211 012", "A.. B.A", {"background": 1}),
        "every cell": ("cells", "102 000", "A.B ..."),
        "every cell without a background": ("cells", "100 002", "ABC DEF", {"background": None}),
        "the whole grid": ("grid", "10 02", "AA AA"),
    }
)
def test_colors_and_cells(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "between columns": ("panels", "1052 0350", "AA.B AA.B"),
        "between rows": ("panels", "10 03 55 20", "AA AA .. BB"),
        "three of them": ("panels", "15250 05351", "A.B.C A.B.C"),
        "the line of the rarer colour divides": ("panels", "33 33 55 10", "AA AA .. BB"),
        "a colour that panels have too is no line": ("panels", "312 213 311", "... ... ..."),
        "blank rows are no lines": ("panels", "110 000 011", "... ... ..."),
        "between blank rows": (op("panels", separator="blank"), "110 000 011", "AAA ... BBB"),
        "between blank columns": (
            op("panels", separator="blank"),
            "1101 0102",
            "AA.B AA.B",
        ),
        "blank rows at the rim": (
            op("panels", separator="blank"),
            "000 110 000 020 000",
            "... AAA ... BBB ...",
        ),
        "no separator": ("panels", "12 34", ".. .."),
    }
)
def test_panels(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "an empty column ends a block": ("blocks", "1020 1000 0003", "A.BB A.BB ..BB"),
        "the rows that are used": (
            "blocks",
            "000000 100222 030202 000222",
            "...... AA.BBB AA.BBB ...BBB",
        ),
        "an empty grid": ("blocks", "00 00", ".. .."),
    }
)
def test_blocks(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


CROSS = "010 111 010"
SLANTED = "100001 010010 001100 001100 010010"


@table(
    {
        "a horizontal one in front": ("lines", "00200 11111 00200", "..... AAAAA ....."),
        "two that cross": ("lines", CROSS, ".A. B*B .A."),
        "horizontal": (op("lines", axis="horizontal"), CROSS, "... AAA ..."),
        "vertical": (op("lines", axis="vertical"), CROSS, ".A. .A. .A."),
        "diagonal": (
            op("lines", axis="diagonal"),
            SLANTED,
            "A....B .A..B. ..AB.. ..BA.. .B..A.",
        ),
        "none across the grid": ("lines", "0100 0100 0000", ".... .... ...."),
        "a short diagonal may be chance": ("lines", "1000 0100 0010 0001", ".... .... .... ...."),
        "dotted only if told": (op("lines", axis="horizontal"), "10101 00000", "..... ....."),
        "dotted": (
            op("lines", dotted=True),
            "10101 00000 22222 03003",
            "A.A.A ..... BBBBB .....",
        ),
        "dotted, from side to side": (
            op("lines", dotted=True, axis="horizontal"),
            "0010101 1010100 0101010",
            "....... ....... .A.A.A.",
        ),
        "dotted, equal gaps": (op("lines", dotted=True, axis="horizontal"), "1010010", "......."),
    }
)
def test_lines(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)


@table(
    {
        "two that cross": ("bars", "00200 11211 00200", "..A.. BBABB ..A.."),
        "two in a row": ("bars", "0000000 1110222", "....... AAA.BBB"),
        "two cells thick": ("bars", "11110 11110 00000", "AAAA. AAAA. ....."),
        "three cells are too thick": ("bars", "1111 1111 1111", ".... .... ...."),
        "two cells are too short": ("bars", "01100 00000 02220", "..... ..... .AAA."),
    }
)
def test_bars(spec, rows, expected, settings):
    assert objects(spec, rows, **settings) == picture(expected)
