"""Acts that come to the same as a rule, by hand-worked scenes."""

import pytest

from tests.generator.cases import op
from tests.generator.test_confounds import PAINT, counted, found


def test_a_mirrored_thing_that_might_be_turned():
    flip = op("flip", axis="vertical")
    assert "turned 2" in found("all", "00000 01110 00100 00000", flip)
    assert "turned 2" not in found("all", "00000 01110 00010 00000", flip)
    assert not [name for name in found("all", "00000 01110 00100 00000") if "turned" in name]


def test_stripes_that_might_be_of_the_grid():
    stripes = PAINT | {"region": op("every_other", of_its="rows")}
    assert "even rows" in found("all", "111022 111022 111022", stripes)
    assert not [
        name for name in found("all", "000022 111022 111022", stripes) if "rows" in name[-4:]
    ]
    assert "odd diagonals" in found("all", "0111 0111", PAINT | {"region": "every_other"})


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("22222222 21110002 21000002 22222222 00000000", {"group"}),  # it is a group by itself
        ("22222222 21100112 21000112 22222222 00000000", set()),
        ("222222220 211001120 210001020 222222220", {"group", "holders"}),
        ("22222000 21112000 21002000 22222000 00000000", {"group", "holders"}),
        ("00110011 00100010", {"group"}),
        ("01100110 01000100", {"group", "grid"}),
        ("01100110 01000000", set()),
    ],
)
def test_things_mirrored_that_might_be_mirrored_together_or_with_what_holds_them(rows, expected):
    names = found(op("of_color", color=1), rows, op("flip", axis="horizontal"))
    assert {name for name in names if "mirrored" in name} == {f"{n} mirrored" for n in expected}
    assert not [name for name in found(op("of_color", color=1), rows) if "mirrored" in name]


@pytest.mark.parametrize(
    ("rows", "axes"),
    [
        ("0000 1110 1110 1110", {"rows", "columns"}),
        ("1110 1110 0000 0000", {"columns"}),  # an odd number of them
        ("1100 1100 1100 0000", {"rows"}),
        ("1111 1111 0000 0000", set()),
    ],
)
def test_a_checkerboard_that_may_be_counted_from_either_end(rows, axes):
    names = found("all", rows, PAINT | {"region": "every_other"})
    assert {name for name in names if "either" in name} == {f"from either end of {a}" for a in axes}
    assert not [name for name in found("all", rows) if "either" in name]


def test_how_far_a_bar_reaches():
    def reach(rows, side, form):
        bar = op("lay_bar", times="count", color=5, side=side, form=form)
        return {n for n in counted(rows, bar) if n.split()[0] in ("top", "bottom", "left", "right")}

    rows = "0000000 0110000 0000020 0003000 0000000 0000000"  # three things, in rows 1 to 3
    # Three stripes from below: rows 5, 3 and 1, so that one row stays free above.
    # The highest thing begins and ends in that row.
    ends = {"top leaves 1", "top +0 from edge 0", "top +0 from edge 2"}
    assert reach(rows, "down", "stripes") == ends
    # Three cells from the left: columns 0 to 2, the first things begin in column 1.
    # It ends where these end, a column past their beginning; its row is the one above them.
    ends = {"right leaves 4", "right +1 from edge 0", "right +0 from edge 2"}
    ends |= {"bottom leaves 5", "bottom -1 from edge 0", "bottom -1 from edge 2"}
    assert reach(rows, "up", "bar") == ends
