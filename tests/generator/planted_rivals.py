"""Tasks with a known second explanation, and clear ones beside them.

Grids are drawn as rows of digits. Every planted task says its rule, the second explanation, three
support inputs for which both give the same output, and a test input for which they do not; `clear`
is a support input that tells the two apart, where the task has a clear counterpart.
"""

from dataclasses import dataclass
from typing import Any

from arcrep.generator import Program


def rule(select, act, parse="components"):
    clause = {"act": act} if select is None else {"select": select, "act": act}
    return Program.from_spec({"version": 1, "id": "p", "parse": parse, "clauses": [clause]})


def measured(key):
    return {"op": "measure", "key": key}


def most(key):
    return {"op": "extreme", "key": measured(key)}


def least(key):
    return {**most(key), "which": "least"}


def where(holds):
    return {"op": "where", "holds": holds}


def of_color(color):
    return {"op": "of_color", "color": color}


def paint(color, region="it"):
    return {"op": "paint", "color": color, "region": region}


def own(region):
    return {"op": "paint", "region": region}


def slide(toward, **more):
    return {"op": "slide", "toward": toward, **more}


def grow(connectivity=4):
    return {"op": "resized", "how": "grow", "connectivity": connectivity}


def rim(of):
    inner = {"op": "resized", "how": "shrink"}
    region = {"op": "difference", "region": "it", "without": inner}
    return {"op": "for_each", "of": of, "region": region}


def beside_largest(side):
    return where({"op": "beyond", "side": side, "ref": most("size")})


def bar(times):
    return {"op": "lay_bar", "times": times, "color": 5, "side": "up"}


INSIDE = where(
    {
        "op": "within",
        "region": {"op": "interior", "of": {"op": "others", "than": "it"}},
    }
)
TALL = where({"op": "oriented", "axis": "vertical"})


@dataclass(frozen=True)
class Planted:
    """A task with a second explanation.

    Attributes:
        kind: What the search calls a rival of this kind.
        second: The second explanation; None for a shortcut, which no program says.
    """

    name: str
    kind: str
    rule: Program
    second: Program | None
    support: tuple[str, str, str]
    test: str
    clear: str = ""


def task(name: str, kind: str, ours: Any, second: Any, support: Any, test: str, clear: str = ""):
    return Planted(name, kind, rule(*ours), second and rule(*second), tuple(support), test, clear)


SELECTORS = (
    task(
        "above or left of the largest",
        "selector",
        (beside_largest("up"), "erase"),
        (beside_largest("left"), "erase"),
        (
            "20000 00000 00110 00110 00003",
            "04000 00000 00111 00111 00000 00003",
            "2020 0000 0001 0001",
        ),
        "00020 00000 00011 00011 30000",
    ),
    task(
        "largest or topmost",
        "selector",
        (most("size"), "erase"),
        (least("top"), "erase"),
        ("1100 0000 0002 3000", "2220 0000 1000 0003", "0330 0000 1001 0000"),
        "1000 0000 0022 0000",
    ),
    task(
        "hollow or red",
        "selector",
        (where("hollow"), paint(5)),
        (of_color(2), paint(5)),
        ("222010 202011 222000", "110222 110202 000222", "2220003 2022003 2222000"),
        "111002 101022 111000",
    ),
    task(
        "inside or smallest",
        "selector",
        (INSIDE, "erase"),
        (least("size"), "erase"),
        (
            "11111000 10001044 10201044 10001044 11111000",
            "00011111 03310001 03310201 00010001 00011111",
            "111110 100010 104010 100010 111110 000000 222200",
        ),
        "1111100 1000103 1022100 1000100 1111100",
    ),
    task(
        "upright or largest",
        "selector",
        (TALL, "erase"),
        (most("size"), "erase"),
        ("1000 1022 1000 1000", "0003 0003 0003 4403", "00200 00200 30200 00200"),
        "10022 10022 00022 33333",
    ),
    task(
        "the largest or the blue one stays",
        "selector",
        (most("size"), "keep_only"),
        (of_color(1), "keep_only"),
        ("1100 0000 0002 3000", "0002 0000 0000 1110", "2011 0011 0000 3300"),
        "0022 0000 1000 0000",
    ),
)

ACTIONS = (
    task(
        "the outline or the whole becomes grey",
        "region",
        ("all", paint(5, "outline")),
        ("all", paint(5)),
        ("2220 2020 2220", "0333 0303 0333 0000", "22220 20020 22220"),
        "1110 1110 1110",
        "4444 4444 4444",
    ),
    task(
        "the box or its own cells",
        "region",
        ("all", paint(5, "bounding_box")),
        ("all", paint(5)),
        ("1100 1100 0000", "0222 0222 0000", "0000 0330 0330"),
        "1000 1110 0000",
        "4000 4400 0000",
    ),
    task(
        "the inside or the centre of a ring",
        "region",
        ("all", paint(5, "interior")),
        ("all", paint(5, "center_cells")),
        ("1110 1010 1110", "02220 02020 02220", "0000 3330 3030 3330"),
        "11111 10001 10001 10001 11111",
        "11111 10001 11111 00000",
    ),
    task(
        "crop them, or keep only them",
        "action",
        ("all", "crop"),
        ("all", "keep_only"),
        ("1100 0000 0002", "0330 0000 4001", "020 000 303"),
        "0000 0110 0002",
        "00000 01000 00220 00000",
    ),
    task(
        "the rim goes, or all of it",
        "selector",
        (rim(most("size")), "erase"),
        (most("size"), "erase"),
        ("1100 0000 0002", "2000 0011 0011", "3333 0000 0100"),
        "11100 11100 11100 00002",
    ),
    task(
        "keep the largest, or remove the smallest",
        "selector",
        (most("size"), "keep_only"),
        (least("size"), "erase"),
        ("1100 0000 0002", "2000 0011 0011", "0333 0000 1100"),
        "2220 0000 1101 0000 0011",
    ),
)

PARAMETERS = (
    task(
        "with or without the corners around",
        "region",
        ("all", own(grow(4))),
        ("all", own(grow(8))),
        ("000 111 000", "00000 00000 22222 00000", "040 040 040"),
        "000 020 000",
        "0000 0000 3300 0000",
    ),
    task(
        "the box or the hull",
        "region",
        ("all", paint(5, "bounding_box")),
        ("all", paint(5, "hull")),
        ("1110 1010 0000", "2220 2000 2220", "03030 03330 00000"),
        "1000 1100 1110 0000",
        "040 444 040",
    ),
    task(
        "its own colour or red",
        "color",
        ("all", own(grow())),
        ("all", paint(2, grow())),
        ("0000 0200 0000", "00000 00220 00000", "0000 0000 0020 0020"),
        "000 030 000",
        "000 040 000",
    ),
    task(
        "as many as there are, or always three",
        "number",
        (None, bar({"op": "count"})),
        (None, bar(3)),
        ("00000 10203 00000", "0000 0000 1010 0002", "00000 00000 30022 00000 00400"),
        "00000 10203 00000 40000",
        "00000 01002 00000",
    ),
    task(
        "as many as objects, or as cells",
        "number",
        (None, bar({"op": "count"})),
        (None, bar({"op": "count_cells", "of": "all"})),
        ("00000 10203 00000", "00000 00000 10100 00000", "00000 00000 30020 00000 01010"),
        "00000 11022 00000",
        "00000 11022 00000 30000",
    ),
    task(
        "sorted by size or by height",
        "number",
        ("all", {"op": "sort", "key": measured("size")}),
        ("all", {"op": "sort", "key": measured("height")}),
        ("30000 30000 30010", "2001000 2001000 2000000 2000030", "00400 02400 02400 02401"),
        "1002222 1000000 1000000",
    ),
)

CONFIGURATIONS = (
    task(
        "a direction",
        "direction",
        (of_color(1), slide({"op": "toward", "ref": of_color(2)})),
        (of_color(1), slide("up")),
        ("020 000 000 010 000", "200 000 000 000 110", "0022 0000 0000 0001 0000"),
        "010 000 000 000 020",
        "00000 01002 00000",
    ),
    task(
        "a branch",
        "action",
        (
            "all",
            {
                "op": "if",
                "when": {"op": "exists", "of": of_color(2)},
                "then": paint(5),
                "else": paint(6),
            },
        ),
        ("all", paint(5)),
        ("2000 0011 0000", "0020 3000 3000", "0000 2204 0000"),
        "3000 0011 0000",
        "0004 1100 0000",
    ),
    task(
        "a selection of several",
        "selector",
        (of_color(2), "erase"),
        (most("size"), "erase"),
        ("2200 0000 0003", "1000 0022 0022", "0222 0000 1100"),
        "2200 0000 2003",
    ),
    task(
        "an obstacle",
        "choice",
        (of_color(1), slide("right")),
        (of_color(1), slide("right", until="edge")),
        ("1000 0000 2030", "00002 01000 00000", "3000 0000 0110 0000"),
        "10020 00000",
        "00000 10003 00000",
    ),
    task(
        "what has no diagonal symmetry",
        "direction",
        ("all", {"op": "flip", "axis": "horizontal"}),
        ("all", {"op": "flip", "axis": "vertical"}),
        ("1100 0110 0000", "00000 00220 02200 00000", "3000 3300 0300 0000"),
        "1000 1000 1110",
        "4440 0040 0000",
    ),
    task(
        "an object off the middle",
        "shortcut",
        ("all", {"op": "flip", "axis": "horizontal"}),
        None,
        ("01110 00010 00000", "000 022 200", "300 333 300"),
        "10000 11000 00000",
        "40000 44000 00000",
    ),
)
