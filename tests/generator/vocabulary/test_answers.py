"""Actions that answer with a grid of another size."""

import pytest

from arcrep.generator.errors import NothingSelectedError, RuleError, TieError
from tests.generator.cases import acted, acted_on, op, picture, table

ONES = op("of_color", color=1)
TWOS = op("of_color", color=2)
THREES = op("of_color", color=3)
MISSING = op("of_color", color=9)
ONLY_ONES = {"select": ONES}
SIZE = op("measure", key="size")
SIDE_BY_SIDE = op("crop_concat", axis="horizontal")
BELOW = op("crop_concat", axis="vertical")


@table(
    {
        "object alone": ("crop", "00000 01130 01200", "11 10", ONLY_ONES),
        "several objects": ("crop", "00000 01130 01200", "113 120"),
        "region": ("crop", "00000 01130 01200", "11 12", {"select": op("bounding_box", of=ONES)}),
        "single cell": ("crop", "77777 71137 71277", "3", {"select": THREES, "background": 7}),
        "other cells are black on any background": (
            "crop",
            "77777 71137 71277",
            "11 10",
            {"select": ONES, "background": 7},
        ),
        "in a row": (SIDE_BY_SIDE, "1100 1000 0022", "1122 1000"),
        "in a column": (BELOW, "1100 1000 0022", "11 10 22"),
        "from left to right": (SIDE_BY_SIDE, "00011 22000 20000", "2211 2000"),
        "centred": (SIDE_BY_SIDE, "10020 10000 10000", "10 12 10"),
        "centred towards the top": (SIDE_BY_SIDE, "100200 100000", "12 10"),
        "towards the left": (BELOW, "3000 0011 0000 0222", "030 110 222"),
        "centred, three": (SIDE_BY_SIDE, "1020 1023 1000", "120 123 100"),
    }
)
def test_crops(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


def test_crop_what_is_drawn_by_then():
    paint = {"select": TWOS, "act": op("paint", color=5)}
    assert acted([paint, {"select": "all", "act": "crop"}], "0000 0120") == "15"


def bar(times=SIZE, axis="horizontal", **parameters):
    return op("emit_bar", times=times, axis=axis, **parameters)


@table(
    {
        "one after the other": (bar(), "110002 100000", "1112"),
        "below each other": (bar(axis="vertical"), "110002 100000", "1 1 1 2"),
        "colour": (bar(color=5), "110002 100000", "5555"),
        "length": (bar(length=6), "110002 100000", "111200"),
        "length just enough": (bar(length=4), "110002 100000", "1112"),
        "times": (bar(times=2), "110002 100000", "1122"),
        "columns": (bar(place="columns"), "0440 0000 0003", "0440 4000 4303"),
        "columns of a colour": (bar(place="columns", color=7), "0440 0000 0003", "0440 7000 7703"),
    }
)
def test_emit_bar(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


@table(
    {
        "canvas of a size": (op("emit_canvas", height=2, width=3), "10203 00040", "000 000"),
        "canvas of a size that is worked out": (
            op("emit_canvas", height=1, width="count"),
            "10203 00040",
            "0000",
        ),
        "largest canvas": (
            op("emit_canvas", height=30, width=1),
            "10203 00040",
            " ".join("0" * 30),
        ),
        "colours of all": (op("emit_colors", colors="colors_of"), "00300 10003", "313"),
        "colours of some": (
            op("emit_colors", colors=op("colors_of", of=THREES)),
            "00300 10003",
            "33",
        ),
        "one colour": (op("emit_colors", colors=7), "00300 10003", "7"),
    }
)
def test_emit_without_a_selection(spec, rows, expected, settings):
    assert acted({"act": spec}, rows, **settings) == picture(expected)


@table(
    {
        "crops side by side": (
            SIDE_BY_SIDE,
            "10 02 20",
            (TieError, "start in the same row or column"),
        ),
        "crops one below the other": (
            BELOW,
            "102 100",
            (TieError, "start in the same row or column"),
        ),
        "bar, half": (
            bar(times=op("measure", key="row")),
            "110002 100000",
            (RuleError, "0.5 is no number of"),
        ),
        "bar, negative": (
            bar(times=-1),
            "110002 100000",
            (RuleError, "-1 is no number of cells from 0 to 30"),
        ),
        "bar, large": (bar(times=31), "110002 100000", (RuleError, "31 is no number of cells")),
        "bar, larger than a grid together": (
            bar(times=20),
            "110002 100000",
            (RuleError, "output: the result"),
        ),
        "bar, no cell at all": (bar(times=0), "110002 100000", (RuleError, "output: the result")),
        "bar, length": (
            bar(length=3),
            "110002 100000",
            (RuleError, "4 cells do not fit into a bar of 3"),
        ),
        "bar, columns too high": (
            bar(place="columns"),
            "110002 100000",
            (RuleError, "2 columns of up to 3 cells"),
        ),
        "bar, too many columns": (
            bar(times=1, place="columns"),
            "1 2 3",
            (RuleError, "3 columns of up to 1 cells do not fit"),
        ),
    }
)
def test_no_answer(spec, rows, expected, settings):
    error, message = expected
    with pytest.raises(error, match=message):
        acted_on(spec, rows, **settings)


@table(
    {
        "no row": (
            op("emit_canvas", height=0, width=1),
            "1",
            "0 is no number of cells from 1 to 30",
        ),
        "too wide": (op("emit_canvas", height=1, width=31), "1", "31 is no number"),
        "half a row": (op("emit_canvas", height=1.5, width=1), "1", "1.5 is no number"),
        "no colours": (
            op("emit_colors", colors=op("colors_of", of=MISSING)),
            "1",
            "output: the result",
        ),
    }
)
def test_no_answer_without_a_selection(spec, rows, expected, settings):
    with pytest.raises(RuleError, match=expected):
        acted({"act": spec}, rows, **settings)


@pytest.mark.parametrize("spec", ["crop", SIDE_BY_SIDE, bar(times=1)])
def test_nothing_to_answer_with(spec):
    with pytest.raises(NothingSelectedError, match=r"clauses\[0\].select: nothing here"):
        acted_on(spec, "100", select=MISSING)
