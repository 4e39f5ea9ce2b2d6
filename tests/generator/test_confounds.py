"""Simpler ideas that agree with a rule, by hand-worked scenes."""

import pytest

from arcrep.generator import Program
from arcrep.generator.confounds import UNRESTRICTED, Confounds
from arcrep.generator.interpreter import evaluate
from arcrep.generator.scene import Scene
from arcrep.generator.traces import selected
from tests.generator.cases import grid, op, value

PAINT = op("paint", color=5)
SIZE = op("measure", key="size")
SOLID = op("where", holds="solid")
LARGE = op("compare", left=SIZE, how="more", right=3)
HOLLOW = op("where", holds="hollow")
RIGHTMOST = op("extreme", key=op("measure", key="right"))


def found(select, rows, act=PAINT, changed=()):
    clause = {"select": select, "act": act}
    spec = {"version": 1, "id": "p", "parse": "components", "clauses": [clause]}
    rule, scene = Program.from_spec(spec), Scene(grid(rows))
    chosen = selected(rule, scene)
    objects, output = evaluate(rule.parse, scene), rule.apply_to(scene)
    return Confounds(rule).find(scene, objects, chosen, changed or chosen, output)


def test_an_object_that_ties_for_a_rank_may_be_taken_for_it():
    square = op("of_color", color=1)
    sides = {"least top", "least bottom", "least left", "least right"}
    rows = "1100030 1100030 0000000 0222000 0202000 0222000"  # 4, 2 and 8 cells
    assert found(square, rows) == sides | {"least height", "least length"}


def test_a_rank_that_all_share_and_a_choice_of_several_say_nothing():
    names = {"least top", "least bottom", "least left", "least right", "left half"}
    assert found(op("of_color", color=1), "00000 01020 00300 00000") == names
    rows = "0000000 0110020 0000000 0003000 0000000"
    assert found(op("others", than=op("of_color", color=3)), rows) == {
        "upper half",
        "ends of columns",
    }


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        ("0000000 0110000 0000000 0000200 0000000", {"upper half", "left half"}),
        ("0000000 0000200 0000000 0110000 0000000", {"lower half", "left half"}),
        ("0000000 0200110 0000000 0000110 0000000", {"right half"}),
        ("0000000 0011100 0000000 0222000 0000000", {"upper half"}),
        ("0001100 0200200 0000000 0000000 0000000", {"at the edge"}),
        ("0200000 0001100 0000000 0000000 0000020", {"off the edge"}),
        ("0110002 0000000 0000000 0000000 0000000", {"left half"}),
    ],
)
def test_the_half_or_the_edge_where_the_chosen_ones_lie_and_no_other(rows, places):
    names = found(op("of_color", color=1), rows)
    assert {name for name in names if "half" in name or "edge" in name} == places


@pytest.mark.parametrize(
    ("select", "rows", "same"),
    [
        (RIGHTMOST | {"of": SOLID}, "1110022 1010022 1110000", True),
        (RIGHTMOST | {"of": HOLLOW}, "1110022 1010022 1110000", False),
        (op("extreme", key=SIZE, of=HOLLOW), "1110022 1010022 1110022 0000022", True),  # 8 and 8
        (op("extreme", key=SIZE, of=HOLLOW), "1110222 1010222 1110222", False),  # 8 and 9
        (op("where", holds=LARGE, of=HOLLOW), "1110222 1010202 1110222 0000000 3300000", True),
        (op("where", holds=LARGE, of=HOLLOW), "1110222 1010222 1110222 0000000 3300000", False),
    ],
)
def test_a_choice_among_some_things_that_would_be_the_same_among_all(select, rows, same):
    assert any(name.startswith(UNRESTRICTED) for name in found(select, rows)) == same


def test_a_choice_of_which_cells_are_wanted():
    largest = op("extreme", key=SIZE, of=HOLLOW)
    paint = PAINT | {
        "region": op("difference", region=op("bounding_box", of="all"), without=largest)
    }
    names = found(op("of_color", color=1), "1110222 1010222 1110222", paint)
    assert not any(name.startswith(UNRESTRICTED) for name in names)


def test_another_number_that_gives_the_same_order_either_way():
    sort = op("sort", key=op("measure", key="height"))
    # Heights 1, 2, 3; widths 3, 2, 1; sizes 3, 4, 3, on one base line.
    names = found("all", "00000003 00002203 11102203", sort)
    assert names == {f"order by {name}" for name in ("height", "width", "top", "left", "right")}
    assert "order by left" not in found("all", "00030000 00030022 11030022", sort)


def test_what_is_changed_alone_counts_for_places():
    rows = "000000000 010203040 000000000"
    assert "ends of columns" not in found("all", rows)
    ones = [
        found("all", rows, changed=chosen(rows, *colors)) for colors in ((1, 4), (2, 3), (3, 4))
    ]
    assert "ends of columns" in ones[0]
    assert "middle of columns" in ones[1]
    assert "right half" in ones[2]
    assert not {"ends of columns", "middle of columns"} & ones[2]


def chosen(rows, *colors):
    return tuple(obj for obj in value("all", rows) if obj.color in colors)


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
