"""Simpler ideas that agree with a rule, by hand-worked scenes."""

import pytest

from arcrep.generator import Program
from arcrep.generator.confounds import ALONE, STAIRCASE, UNRESTRICTED, Confounds
from arcrep.generator.features import PLACES
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


def found(select, rows, act=PAINT, changed=(), parse="components"):
    clause = {"select": select, "act": act}
    spec = {"version": 1, "id": "p", "parse": parse, "clauses": [clause]}
    rule, scene = Program.from_spec(spec), Scene(grid(rows))
    chosen = selected(rule, scene)
    objects, output = evaluate(rule.parse, scene), rule.apply_to(scene)
    return Confounds(rule).find(scene, objects, chosen, changed or chosen, output)


def ranks(names):
    return {name for name in names if name.startswith(("most", "least"))}


def places(names):
    return {name for name in names if name in PLACES}


def test_an_object_that_ties_for_a_rank_may_be_taken_for_it():
    rows = "1100030 1100030 0000000 0222000 0202000 0222000"  # 4, 2 and 8 cells
    expected = {"top", "bottom", "left", "right", "height", "length"}
    names = {f"least {name}" for name in expected} | {"most distance from the middle"}
    assert ranks(found(op("of_color", color=1), rows)) == names


def test_a_rank_that_all_share_says_nothing_and_several_have_more_than_all_others():
    names = ranks(found(op("of_color", color=1), "00000 01020 00300 00000"))
    assert {name for name in names if "middle" not in name} == {
        "least top",
        "least bottom",
        "least left",
        "least right",
    }
    names = found(
        op("others", than=op("of_color", color=3)), "0000000 0110022 0000000 0003000 0000000"
    )
    assert names >= {"most size", "most width", "least top", "upper half", "ends of columns"}
    assert not {"least left", "most right", "ends of rows", "square", "least size"} & names


@pytest.mark.parametrize(
    ("rows", "expected"),
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
def test_the_half_or_the_edge_where_the_chosen_ones_lie_and_no_other(rows, expected):
    assert places(found(op("of_color", color=1), rows)) == expected


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


def test_what_is_so_of_the_chosen_ones_alone_or_of_all_others():
    rows = "1100220 1100220 0000000 0333000 0303000 0333000"
    assert {"square", "full", "upper half"} & found(op("of_color", color=1), rows) == set()
    assert found(op("of_color", color=3), rows) >= {"not full", "lower half", "colour 3"}
    assert "colour 1" in found(op("of_color", color=1), rows)
    assert found(op("of_color", color=2), "1110200 0000200") >= {"upright", "not level", "colour 2"}


def test_what_tells_the_chosen_one_of_those_that_the_choice_is_among():
    smallest = op("extreme", key=SIZE, which="least", of=SOLID)
    # A ring, a square and a larger full rectangle; then with a square ring in its place, too.
    names = found(smallest, "1111022 1001022 1111000 0000333 0000333")
    assert {"least size among 0", "square among 0", "upper half among 0", "square"} <= names
    names = found(smallest, "1110022 1010022 1110000 0000333 0000333")
    assert "square among 0" in names
    assert "square" not in names
    assert not [name for name in found(SOLID, "1110022 1010022 1110000") if "among" in name]


def test_the_rarest_and_the_commonest_colour():
    rows = "10100 00000 22033 00000 00033"
    assert "least cells of its colour" in found(op("of_color", color=2), rows)
    assert "most cells of its colour" in found(op("of_color", color=3), rows)


def test_another_number_of_things():
    count = op("lay_bar", times=op("count", of=op("of_color", color=1)), color=5, side="up")
    names = counted("1010220 0000220 1000000 0300033", count)
    # Three of six things; shapes: dots (4), a square, a bar; colours: 1 (3), 2, 3 (2).
    assert {"different shapes +0", "different colours +0", "single shapes +1"} <= names
    assert "repeated shapes +2" in names
    assert not [name for name in names if name.startswith("objects +")]
    # What is counted are three dots of one colour.
    assert {"counted most alike in shapes +0", "counted different shapes +2"} <= names
    assert "counted different colours +0" not in names


def test_another_number_that_gives_the_same_order_either_way():
    sort = op("sort", key=op("measure", key="height"))
    # Heights 1, 2, 3; widths 3, 2, 1; sizes 3, 4, 3, on one base line.
    names = found("all", "00000003 00002203 11102203", sort)
    orders = {name for name in names if name.startswith("order")}
    assert orders == {f"order by {name}" for name in ("height", "width", "top", "left", "right")}
    assert "order by left" not in found("all", "00030000 00030022 11030022", sort)


def test_numbers_in_order_that_a_count_would_give():
    sort = op("sort", key=op("measure", key="height"))
    assert STAIRCASE in found("all", "00000003 00002203 11102203", sort)  # heights 1, 2 and 3
    assert STAIRCASE not in found("all", "00000003 00000003 00000003 11100003", sort)


def test_a_rank_that_ties_is_told_from_one_that_does_not():
    first = op("of_color", color=1)
    assert {"most size", f"{ALONE}most size"} <= found(first, "110020 110020 000000")
    tied = found(first, "110022 110022 000000 000000 300000")
    assert "most size" in tied
    assert f"{ALONE}most size" not in tied


def test_where_the_ends_of_an_order_stand():
    sort = op("sort", key=op("measure", key="height"), order="swap_ends")
    names = found("all", "03000000 03000022 03010022", sort)  # heights 3, 1 and 2
    assert {"the first is 1 from the left", "the first is -2 from the left"} <= names
    assert {"the last is 0 from the left", "the last is -3 from the left"} <= names
    assert not [name for name in found("all", "3") if name.startswith("the ")]


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


def test_things_alike_may_be_any_of_them_in_a_crop():
    rows, leftmost = (
        "110022 110022 000000",
        op("extreme", key=op("measure", key="left"), which="least"),
    )
    assert "most size" not in found(leftmost, rows)
    assert {"most size", "least size"} <= found(leftmost, rows, "crop")


def chosen(rows, *colors):
    return tuple(obj for obj in value("all", rows) if obj.color in colors)


def test_what_the_panels_hold_counts_as_well():
    most = op("extreme", key=op("count_cells", of="content"))
    twice = op("tile", more=1, axis="horizontal")
    ring, bar = ("00000", "01110", "01010", "01110", "00000"), ("00000", "00100", *["00000"] * 3)
    square = ("00000", "01100", "01100", "00000", "00000")
    names = found(most, beside(ring, square), twice, parse="panels")
    assert {"content hollow", "content most size", "content most height"} <= names
    assert "content full" not in names
    assert "content hollow" not in found(most, beside(square, bar), twice, parse="panels")
    assert not [name for name in found("all", "0110220") if name.startswith("content")]


def beside(*panels):
    """Return panels with a line between, row by row."""
    return " ".join("5".join(rows) for rows in zip(*panels, strict=True))


RIGHT = op("slide", toward="right")
VERTICAL = op("where", holds=op("oriented", axis="vertical"))


@pytest.mark.parametrize(
    ("rows", "no_copies", "no_moves"),
    [
        ("000000000000 110000000022 000000000000", True, True),  # at the edge
        ("000000000000 110000022000 000000000000", False, False),
        ("000000000000 110000022033 000000000000", True, False),  # a copy would cover another
        ("000000000000 110000000000 000000000000", False, False),  # there are no others
    ],
)
def test_others_that_are_unable_to_act(rows, no_copies, no_moves):
    copy = op("stamp", source="it", at=op("beside", side="right"))
    for act, unable in ((copy, no_copies), (RIGHT, no_moves), (PAINT, False)):
        assert ("the others are unable" in found(op("of_color", color=1), rows, act)) == unable


def test_the_first_of_those_that_are_able():
    rank, name = RIGHTMOST | {"of": VERTICAL}, "of those able the first by 0"
    assert name in found(rank, "00100000 00100022 00000000", RIGHT)  # the bar is at the edge
    assert name in found(rank, "00100000 00100000 02200000", RIGHT)  # a tie
    assert name not in found(rank, "00100000 00100000 00000220", RIGHT)
    assert name not in found(rank, "00100000 00100022 00000000")


def test_the_thing_in_the_pile_that_is_first():
    in_front = op("where", holds=op("negate", holds=op("exists", of=op("hidden", test="box"))))
    lowest = op("extreme", key=op("measure", key="bottom"), of=in_front)
    # 1 covers a corner of 2, and 3 one of 4: then 4 reaches down farther than all others.
    rows = "222000000 221100000 221100444 000003344 000003344 000003300"
    names = found(lowest, rows, parse="by_color")
    assert {
        f"in the pile that is {name} 0" for name in ("first by", "first to the right by")
    } <= names
    assert "in the pile that is first to the top by 0" not in names
    rows = "222000330 221100334 221100044 000000044 000000044 000000044"
    names = found(lowest, rows, parse="by_color")
    assert "in the pile that is first by 0" not in names
    assert "in the pile that is first to the left by 0" in names


def test_how_many_layers_lie_over_and_under_a_thing():
    # 1 lies over 2, which lies over 3; 4 lies by itself.
    rows = "1100000 1122000 0222330 0022330 0003330 0000000 0440000"

    def layers(color):
        names = found(in_depth(op("of_color", color=color)), rows, parse="by_color")
        return {name for name in names if "layers" in name}

    assert layers(1) == {"0 layers over it", "2 layers under it"}
    assert layers(2) == {"1 layers over it", "1 layers under it"}
    assert layers(3) == {"2 layers over it", "0 layers under it"}
    assert layers(4) == {"0 layers over it", "0 layers under it"}
    names = found(in_depth("all"), rows, parse="by_color")
    assert not [name for name in names if "layers" in name]
    assert not [name for name in found(SOLID, rows) if "layers" in name]


def in_depth(select):
    """Return a selection of the same objects that asks for hidden cells."""
    hidden = op("exists", of=op("hidden", test="box"))
    return op(
        "where",
        of=select,
        holds=op("combined", first=hidden, second=op("negate", holds=hidden), how="or"),
    )


def test_the_part_of_the_grid_that_tells_as_much_as_a_reference():
    above = op("where", holds=op("beyond", side="up", ref=op("of_color", color=3)))
    name = "upper half but for what is named"
    rows = ["010200", "000000", "333333", "000000", "001000", "020000"]
    assert name in found(above, " ".join(rows))
    assert name not in found(above, " ".join([*rows, *["000000"] * 4]))
    assert name not in found(above, " ".join(["000000"] * 6 + rows))
    assert not [n for n in found("all", " ".join(rows)) if "named" in n]


def counted(rows, act):
    """Return the confounds of a rule that counts."""
    spec = {"version": 1, "id": "p", "parse": "components", "clauses": [{"act": act}]}
    rule, scene = Program.from_spec(spec), Scene(grid(rows))
    objects = evaluate(rule.parse, scene)
    return Confounds(rule).find(scene, objects, selected(rule, scene), (), rule.apply_to(scene))


def test_as_many_as_have_the_colour_of_a_thing_that_stands_out():
    # Two red things, of which one is the topmost and one the largest; the blue one is at the left.
    count = op("lay_bar", times=op("count", of=op("of_color", color=2)), color=5, side="up")
    names = counted("00000000 00002000 00000000 10000222", count)
    assert {f"of the colour of the {name} one" for name in ("top", "right", "largest")} <= names
    assert "of the colour of the left one" not in names


def test_the_largest_of_each_colour():
    largest = op("extreme", key=SIZE)
    rows = "11011100 00000000 02220200"
    each = op("others", than=op("where", holds=op("compare", left=SIZE, how="more", right=2)))
    names = found(each, rows)
    assert {"not largest of each colour", "smallest of each colour"} <= names
    assert "largest of each colour" not in found(largest, "11011110 00000000 02220200")
    assert "not largest of each colour" not in found(each, "11000000 00000000 02220200")
    # Where no two have a colour, each is the largest of its own: that says nothing.
    assert not any("of each colour" in name for name in found(largest, "11000000 02220000"))
