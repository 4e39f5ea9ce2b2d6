"""What is known of an example: configurations and properties, by hand-worked scenes."""

import numpy as np
import pytest

from arcrep.generator import Program
from arcrep.generator.scene import Scene
from arcrep.generator.traces import selected, trace, unhindered

# A bar of four cells at the top left, a square of four and a dot at the bottom.
ROWS = ["11110000", "00000000", "00000000", "00000220", "30000220"]
SIZE = {"op": "measure", "key": "size"}
PAINT = {"op": "paint", "color": 5}
DOT = {"op": "of_color", "color": 3}


def grid(rows):
    return np.array([[int(cell) for cell in row] for row in rows], np.uint8)


def program(*clauses):
    spec = {"version": 1, "id": "p", "parse": "components", "clauses": list(clauses)}
    return Program.from_spec(spec)


def traced(rule, rows=ROWS, output=None, **drawn):
    scene = Scene(grid(rows))
    return trace(rule, scene, drawn, rule.apply_to(scene) if output is None else grid(output))


def configuration(rule, rows=ROWS, **more):
    return traced(rule, rows, **more).configuration


def test_the_properties_of_an_example():
    rule = program({"select": {"op": "others", "than": DOT}, "act": PAINT})
    assert dict(traced(rule).properties) == {
        "sides": (5, 8),
        "objects": 3,
        "colors": (0, 1, 2, 3),
        "selected": 2,
        "places": ((0, 0), (3, 5)),
        "quarters": ((True, True), (False, False)),
        "from left": (0, 2),
        "from right": (1, 0),
        "from top": (0, 1),
        "from bottom": (2, 0),
        "heights": (1, 2),
        "widths": (4, 2),
        "shapes": ((1, 4, 4), (2, 2, 4)),
        "gaps": (1,),
        "answer": (
            (5, 8),
            bytes([0] * 4 + [1] * 4 + [1] * 16 + [1] * 5 + [0, 0, 1])
            + bytes([2] + [1] * 4 + [0, 0, 1]),
        ),
    }


@pytest.mark.parametrize(
    ("rows", "gaps"),
    [
        (["1022003300", "1000003300"], (1, 2)),
        (["102030", "102030"], (1,)),
        (["110", "000", "000", "200", "000", "300"], (1, 2)),
        (["110"], ()),
    ],
)
def test_how_far_apart_neighbours_are(rows, gaps):
    assert traced(program({"select": "all", "act": PAINT}), rows).properties["gaps"] == gaps


def test_what_the_selected_things_look_like():
    def shown(*rows):
        everything = program({"select": "all", "act": "erase"})
        return traced(everything, rows).shown

    assert shown("1100", "1100", "0003") == {"full"}
    assert shown("1110", "1010", "1110") == {"holed"}
    assert shown("1110", "1010", "1010") == {"open"}
    assert shown("1110002", "1010000", "1110330", "0000030") == {"holed", "full", "open"}


@pytest.mark.parametrize(
    ("region", "rows", "told"),
    [
        ("it", ["1110", "1110", "1110"], {"full", "inner cells"}),
        ("it", ["1110", "1110", "0000"], {"full", "a rim alone"}),
        ("it", ["01000", "11102", "01000"], {"open", "inner cells", "full", "a rim alone"}),
        ("it", ["111", "101", "111"], {"holed", "a rim alone"}),
        ("center_cells", ["111", "111"], {"full", "a rim alone", "middle of 2 x 1"}),
        ({"op": "resized", "how": "grow"}, ["100", "000"], {"full", "a rim alone", "at the edge"}),
        (
            {"op": "resized", "how": "grow"},
            ["000", "010", "000"],
            {"full", "a rim alone", "off the edge"},
        ),
        (
            {"op": "resized", "how": "shrink"},
            ["111", "111", "111", "000"],
            {"full", "inner cells"},
        ),
    ],
)
def test_what_a_painted_part_of_things_depends_on(region, rows, told):
    rule = program({"select": "all", "act": {"op": "paint", "color": 5, "region": region}})
    assert traced(rule, rows).shown == told


def test_what_is_left_alone_and_might_have_been_moved_is_shown():
    rule = program({"select": DOT, "act": "erase"})
    assert traced(rule, ["30000", "00010", "00000"]).shown == {"full", "free rest"}
    assert traced(rule, ["30010", "00000", "00000"]).shown == {"full"}
    reference = {"op": "where", "holds": {"op": "beyond", "side": "up", "ref": DOT}}
    above = program({"select": reference, "act": "erase"})
    assert traced(above, ["0100", "0000", "0030", "0000"]).shown == {"full"}


@pytest.mark.parametrize(
    "act", [{"op": "slide", "toward": "right"}, {"op": "extend", "toward": "right"}]
)
def test_what_stops_at_things_is_another_configuration_than_what_stops_at_the_edge(act):
    rule = program({"select": DOT, "act": act})

    def stopped(*rows):
        scene = Scene(grid(rows))
        traced = trace(rule, scene, {}, rule.apply_to(scene), unhindered(rule))
        return traced.configuration

    free = stopped("3000", "0001")
    assert free == stopped("0030", "0100")
    assert free != stopped("3001", "0000")
    assert stopped("3010", "0000") == stopped("3001", "0000")
    assert unhindered(program({"select": DOT, "act": PAINT})) is None


@pytest.mark.parametrize(
    ("rows", "tokens"),
    [
        (["00000", "03300", "00000", "00000"], {"goes down"}),
        (["00000", "03300", "00000", "01000"], {"goes down", "meets another thing"}),
        (["00000", "03300", "00001", "00900"], {"goes down", "meets a reference"}),
        (["33300", "30000", "00000", "00000"], {"goes down", "fills its box"}),
        (["33300", "30300", "00000", "00000"], {"goes down", "fills its box", "fills a gap"}),
        (["33300", "00000", "00003", "00000"], set()),  # of several it is not told
    ],
)
def test_what_happens_on_its_way_to_what_grows(rows, tokens):
    not_nines = {
        "op": "of_color",
        "color": 3,
        "of": {"op": "others", "than": {"op": "of_color", "color": 9}},
    }
    rule = program({"select": not_nines, "act": {"op": "extend", "toward": "down"}})
    shown = traced(rule, rows).shown
    assert {token for token in shown if token.split()[0] in ("goes", "fills", "meets")} == tokens


def test_what_the_rule_gives_is_the_example():
    rule = program({"select": DOT, "act": PAINT})
    example = traced(rule).example
    assert example.input.tolist() == grid(ROWS).tolist()
    assert example.output.tolist() == grid([*ROWS[:4], "50000220"]).tolist()


def test_layout_variants_count_but_drawn_numbers_do_not():
    rule = program({"select": DOT, "act": PAINT})
    row = configuration(rule, arrangement="row", side=12)
    assert row == configuration(rule, arrangement="row", side=14)
    assert row != configuration(rule, arrangement="column", side=12)
    assert configuration(rule, filled=True) != configuration(rule, filled=False)


def test_one_thing_and_several_are_two_configurations():
    rule = program({"select": {"op": "of_color", "color": 1}, "act": PAINT})
    one = configuration(rule)
    two = configuration(rule, ["11110001", *ROWS[1:]])
    three = configuration(rule, ["11110101", *ROWS[1:]])
    assert one != two
    assert two == three


def test_each_branch_is_a_configuration():
    many = {"op": "compare", "left": "count", "how": "more", "right": 2}
    act = {"op": "if", "when": many, "then": PAINT, "else": {"op": "paint", "color": 6}}
    for rule in (
        program({"select": "all", "act": act}),
        program({"when": many, "select": "all", "act": PAINT}),
    ):
        few = configuration(rule, [*ROWS[:4], "00000220"])
        assert configuration(rule) != few
        assert configuration(rule, [*ROWS[:4], "30300220"]) == configuration(rule)


def test_what_recurs_in_one_kind_or_several_in_twos_or_threes_are_configurations():
    same = {"op": "where", "holds": {"op": "repeated", "key": "shape_of"}}
    rule = program({"select": same, "act": PAINT})
    one = configuration(rule, ["1010300", "0000300"])
    assert one == configuration(rule, ["1010000", "0000000"])
    assert one != configuration(rule, ["1010330", "0000000", "0330000"])
    assert one != configuration(rule, ["1010100", "0000000"])  # three of them


@pytest.mark.parametrize(
    ("output", "crossed"),
    [
        (["11110000", "00000000", "00000000", "00000220", "50000220"], False),  # what is selected
        (["11110000", "00005000", "00000000", "00000220", "50000220"], False),  # free cells
        (["11110000", "00000000", "00000000", "00000220", "30000000"], False),  # erased
        (["11150000", "00000000", "00000000", "00000220", "30000220"], True),
        (["5"], False),
    ],
)
def test_what_else_changes_its_colour_is_crossed(output, crossed):
    rule = program({"select": DOT, "act": PAINT})
    plain = configuration(rule)
    assert (configuration(rule, output=output) != plain) == crossed


def test_the_first_clause_says_what_is_selected():
    scene = Scene(grid(ROWS))

    def sizes(select, act=PAINT):
        return [obj.size for obj in selected(program({"select": select, "act": act}), scene)]

    assert sizes("all") == [4, 4, 1]
    assert sizes({"op": "interior", "of": "all"}, "erase") == [4, 4, 1]
    assert sizes(DOT) == [1]
    rim = {"op": "for_each", "of": {"op": "others", "than": DOT}, "region": "bounding_box"}
    assert sizes(rim, "erase") == [4, 4]
    assert sizes("colored", "erase") == []
    bar = {"op": "lay_bar", "times": {"op": "count", "of": "all"}, "side": "up", "color": 5}
    counted = program({"act": bar})
    assert [obj.size for obj in selected(counted, scene)] == [4, 4, 1]
    later = program({"select": DOT, "act": PAINT}, {"select": "all", "act": "erase"})
    assert [obj.size for obj in selected(later, scene)] == [1]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("00000 01110 01010 01110 00000", {"holed", "a rectangle inside"}),
        ("0011100 0100010 1000001 0100010 0011100", {"holed", "something else inside"}),
        ("000 011 011", {"full", "nothing inside"}),
    ],
)
def test_a_checkerboard_tells_whether_it_begins_in_a_corner(rows, told):
    region = {"op": "every_other", "of": "interior"}
    rule = program({"act": {**PAINT, "region": region}, "select": "all"})
    assert traced(rule, rows.split()).shown >= told


@pytest.mark.parametrize(
    ("rows", "is_uneven"),
    [
        (["1100000", "1100000", "0000000"], False),  # to the edge
        (["1100200", "1100200", "0000000"], False),  # to what is as high
        (["1100200", "1100000", "0000000"], True),  # one row stops, one gets to the edge
        (["1100200", "1102000", "0000000"], True),
    ],
)
def test_things_that_grow_may_be_stopped_unevenly(rows, is_uneven):
    ones = {"op": "of_color", "color": 1}
    for act, expected in (("extend", is_uneven), ("slide", False)):
        rule = program({"select": ones, "act": {"op": act, "toward": "right"}})
        scene = Scene(grid(rows))
        found = trace(rule, scene, {}, rule.apply_to(scene), unhindered(rule)).shown
        assert ("stopped unevenly" in found) == expected


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("0000000 0010002 0000000", {"stopped by another thing"}),
        ("2222222 2010002 2222222", {"stopped by what is around it"}),
        (
            "2222222 2010302 2222222",
            {"stopped by what is around it", "stopped by another thing"},
        ),
        ("2222222 2010002 2003002 2222222", {"stopped by what is around it"}),  # none on its way
        ("0000000 0010000 0000020", set()),
    ],
)
def test_what_is_in_the_way_of_what_grows(rows, told):
    ones = {"op": "of_color", "color": 1}
    rule = program({"select": ones, "act": {"op": "extend", "toward": "right"}})
    scene = Scene(grid(rows.split()))
    found = trace(rule, scene, {}, rule.apply_to(scene), unhindered(rule)).shown
    assert {token for token in found if token.startswith("stopped by")} == told


@pytest.mark.parametrize(
    ("form", "told"),
    [("bar", {"not drawn over"}), ("stripes", {"drawn over", "not drawn over"})],
)
def test_what_is_counted_may_be_drawn_over(form, told):
    # Two cells beside the first thing; or the first and the third row, over one thing of two.
    rows = ["00110000", "00000000", "00000000", "00000220", "30000220"]
    counted = {"op": "count", "of": {"op": "others", "than": DOT}}
    rule = program(
        {"act": {"op": "lay_bar", "times": counted, "color": 5, "side": "up", "form": form}}
    )
    assert traced(rule, rows).shown & {"drawn over", "not drawn over"} == told
