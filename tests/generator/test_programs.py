"""Task programs: JSON and back, refusals that name the node, and what applying one does."""

import json

import numpy as np
import pytest

from arcrep.generator import NothingSelectedError, Program, ProgramError, RuleError, TieError
from arcrep.generator.scene import Scene

LARGEST = {"op": "extreme", "key": {"op": "measure", "key": "size"}}
ABOVE = {"op": "where", "holds": {"op": "beyond", "side": "up", "ref": LARGEST}}


def program(*clauses, parse="components", **more):
    spec = {"version": 1, "id": "p", "parse": parse, "clauses": list(clauses), **more}
    return Program.from_spec(spec)


def rows(*lines):
    return [[int(cell) for cell in line] for line in lines]


def shown(grid):
    return ["".join(map(str, row)) for row in grid.tolist()]


# A cell above a bar, and one below it.
SCENE = rows("0030", "0000", "1111", "0000", "2000")


def test_canonical_json_round_trips_exactly():
    written = program({"select": ABOVE, "act": {"op": "slide", "toward": "down"}}).to_json()
    assert Program.from_json(written).to_json() == written
    assert Program.from_json(written) == Program.from_json(json.dumps(json.loads(written)))


def test_defaults_and_wrappers_are_left_out():
    wordy = program(
        {
            "select": {"op": "all"},
            "act": {"op": "paint", "color": {"op": "color_of", "of": "it"}, "region": "it"},
            "if_none": "error",
            "reads": "input",
        },
        parse={"op": "components", "connectivity": 8, "colors": "one"},
        background=0,
    )
    assert wordy.spec == {
        "version": 1,
        "id": "p",
        "parse": "components",
        "clauses": [{"select": "all", "act": "paint"}],
    }
    assert wordy == program({"select": "all", "act": "paint"})


def test_size_counts_what_is_spelled_out():
    clause = {"select": ABOVE, "act": {"op": "paint", "color": 3}}
    # parse; where, beyond, up, extreme, measure; paint, 3
    assert program(clause).n_nodes == 8
    assert program(clause).n_numbers == 1
    layout = {"op": "scatter", "count": {"between": [2, 5]}}
    assert program(clause, background=2, layout=layout).n_numbers == 4


def test_sentence_is_derived_from_the_parts():
    slid = program({"select": ABOVE, "act": {"op": "slide", "toward": "down"}})
    assert slid.sentence == (
        "Slide the objects that lie above the largest object down until something is in the way."
    )
    twice = program(
        {"select": "all", "act": "erase"},
        {
            "select": LARGEST,
            "act": {"op": "paint", "color": 4},
            "when": {"op": "exists", "of": "all"},
        },
    )
    assert twice.sentence == (
        "Remove the objects; then paint the largest object yellow, if there are objects."
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version: is 2 (int), but version 1 is read"),
        ({"version": True}, "version: is True"),
        ({"id": ""}, "it needs 1 to 200 printable characters"),
        ({"concept": "Above"}, "concept: 'Above' (str) is none of AboveBelow"),
        ({"background": 10}, "background: 10 (int) is no colour"),
        ({"background": True}, "background: True (bool) is no colour"),
        ({"speed": 1}, "unknown key 'speed'"),
        ({"parse": "all"}, "parse: 'all' is what the parse gives"),
        ({"parse": LARGEST | {"of": "by_color"}}, "parse: extreme is no parse"),
        (
            {"parse": "componets"},
            "parse: no component is called 'componets': did you mean components",
        ),
        ({"clauses": []}, "clauses: a program needs a list of at least one"),
        ({"clauses": [{"select": "all"}]}, "clauses[0]: a clause is an object with 'act'"),
        ({"clauses": [{"act": "erase"}]}, "clauses[0]: erase needs a 'select'"),
        (
            {"clauses": [{"act": {"op": "emit_canvas", "height": 1, "width": 1}, "select": "all"}]},
            "clauses[0].select: emit_canvas acts on no selection",
        ),
        ({"clauses": [{"act": "erase", "select": "all", "unless": 1}]}, "unknown key 'unless'"),
        ({"clauses": [{"act": "erase", "select": "all", "if_none": "skip"}]}, "if_none: 'skip'"),
        ({"clauses": [{"act": "erase", "select": "all", "reads": "both"}]}, "reads: 'both'"),
        (
            {"clauses": [{"act": "hollow", "select": "all"}]},
            "clauses[0].act.of: no object is meant by 'it'",
        ),
        ({"clauses": [{"act": "components", "select": "all"}]}, "an action is needed here"),
        ({"layout": "erase"}, "layout: erase is no layout"),
        ({"layout": {"op": "scatter", "size": 3}}, "layout: scatter has no parameter 'size'"),
        (
            {"layout": {"op": "scatter", "count": {"between": [5, 2]}}},
            "layout.count: between 5 and 2 there is nothing",
        ),
        (
            {"layout": {"op": "scatter", "count": "many"}},
            "layout.count: 'many' (str) is no whole number from 0 to 100",
        ),
    ],
)
def test_a_bad_program_is_refused_with_its_node(change, message):
    spec = {
        "version": 1,
        "id": "p",
        "parse": "components",
        "clauses": [{"select": "all", "act": "erase"}],
    }
    with pytest.raises(ProgramError) as refusal:
        Program.from_spec(spec | change, "file.json")
    assert str(refusal.value).startswith("file.json")
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("select", "message"),
    [
        (3, "clauses[0].select: 3 (int) stands where a region is needed"),
        ({"of": "all"}, "clauses[0].select: a node says its component under the key 'op'"),
        ({"op": "extreme"}, "clauses[0].select: extreme needs 'key'"),
        ({"op": "extreme", "key": "hollow"}, "select.key: hollow gives a truth, but a number"),
        (
            {"op": "extreme", "key": 1, "which": "best"},
            'select.which: \'best\' (str) is none of "most", "least"',
        ),
        (
            {"op": "where", "holds": {"op": "if", "when": True, "then": True}},
            "select.holds: 'if' needs 'else'",
        ),
        (
            {"op": "edge", "of": "all", "side": "north"},
            "select.side: 'north' is no direction: the words are up, down",
        ),
        ("it", "clauses[0].select: no object is meant by 'it' here"),
        ("scatter", "clauses[0].select: scatter is a layout"),
    ],
)
def test_a_bad_node_is_named(select, message):
    with pytest.raises(ProgramError) as refusal:
        program({"select": select, "act": "erase"})
    assert message in str(refusal.value)


def test_deep_nesting_is_refused_and_wide_programs_too():
    select = "all"
    for _ in range(40):
        select = {"op": "sorted_by", "of": select, "key": {"op": "measure", "key": "size"}}
    with pytest.raises(ProgramError, match="nested deeper than 30"):
        program({"select": select, "act": "erase"})
    with pytest.raises(ProgramError, match="at most 200 are read"):
        program(*[{"select": "all", "act": "erase"}] * 120)


def test_clauses_read_the_input_unless_told_otherwise():
    erase = {"select": LARGEST, "act": "erase"}
    paint = {"select": LARGEST, "act": {"op": "paint", "color": 4}}
    grid = rows("1100", "0002")
    assert shown(program(erase, paint).apply(grid)) == ["4400", "0002"]
    assert shown(program(erase, paint | {"reads": "result"}).apply(grid)) == ["0000", "0004"]


def test_a_clause_may_hang_on_a_condition():
    has_red = {"op": "exists", "of": {"op": "of_color", "color": 2}}
    clause = {"when": has_red, "select": "all", "act": "erase"}
    assert shown(program(clause).apply(rows("12"))) == ["00"]
    assert shown(program(clause).apply(rows("13"))) == ["13"]


def test_a_choice_between_actions_is_said():
    act = {"op": "if", "when": {"op": "exists", "of": "all"}, "then": "erase", "else": "keep_only"}
    assert program({"select": LARGEST, "act": act}).sentence == (
        "Remove the largest object if there are objects, else keep only the largest object."
    )


def test_if_chooses_between_actions_too():
    act = {
        "op": "if",
        "when": {"op": "compare", "left": "count", "how": "more", "right": 1},
        "then": "erase",
        "else": "keep_only",
    }
    two_or_one = program({"select": LARGEST, "act": act})
    assert shown(two_or_one.apply(rows("1103"))) == ["0003"]
    assert shown(two_or_one.apply(rows("1100"))) == ["1100"]
    emit = {"op": "emit_colors", "colors": 1}
    assert shown(program({"act": act | {"then": emit, "else": emit}}).apply(rows("12"))) == ["1"]


def test_it_is_the_inner_object_and_subject_the_outer_one():
    touched = {
        "op": "exists",
        "of": {"op": "where", "holds": {"op": "touching", "ref": "subject", "of": "it"}},
    }
    lonely = {"op": "where", "holds": {"op": "negate", "holds": touched}}
    assert shown(program({"select": lonely, "act": "keep_only"}).apply(rows("1203"))) == ["0003"]
    same_color = {
        "op": "of_color",
        "of": {"op": "others", "than": "it"},
        "color": {"op": "color_of", "of": "subject"},
    }
    partner = {"op": "where", "holds": {"op": "exists", "of": same_color}}
    assert shown(program({"select": partner, "act": "erase"}).apply(rows("10203010"))) == [
        "00203000"
    ]


def test_nothing_selected_is_an_error_unless_the_program_says_keep():
    clause = {"select": {"op": "of_color", "color": 7}, "act": "erase"}
    with pytest.raises(NothingSelectedError) as problem:
        program(clause).apply(SCENE)
    assert str(problem.value).startswith("clauses[0].select: ")
    assert shown(program(clause | {"if_none": "keep"}).apply(SCENE)) == [
        "".join(map(str, row)) for row in SCENE
    ]


def test_a_tie_is_an_error_that_names_the_node():
    with pytest.raises(TieError) as problem:
        program({"select": LARGEST, "act": "erase"}).apply(rows("1020"))
    assert str(problem.value) == "clauses[0].select: 2 objects tie at 1"
    colored = {"op": "paint", "color": {"op": "color_of", "of": "all"}}
    unclear = program({"select": LARGEST, "act": colored})
    with pytest.raises(TieError, match="2 objects are found where one is needed"):
        unclear.apply(rows("1102"))


def test_an_output_that_is_no_grid_is_an_error():
    wide = program({"act": {"op": "emit_canvas", "height": 1, "width": 40}})
    with pytest.raises(RuleError, match=r"clauses\[0\].act: 40 is no number of cells from 1 to 30"):
        wide.apply(SCENE)
    tiled = program(
        {"select": "all", "act": {"op": "tile", "more": 5, "axis": "horizontal"}}, parse="grid"
    )
    with pytest.raises(RuleError, match="48 columns"):
        tiled.apply(rows("1" * 8))


def test_a_grid_of_another_size_cannot_be_acted_on_by_what_reads_the_input():
    crop = {"select": LARGEST, "act": "crop"}
    again = {"select": "all", "act": "erase"}
    with pytest.raises(
        RuleError, match=r"clauses\[1\].act: reads the input, but the grid is 1 x 4"
    ):
        program(crop, again).apply(SCENE)
    assert shown(program(crop, again | {"reads": "result"}).apply(SCENE)) == ["0000"]


def test_the_background_is_a_rule_of_the_program():
    grid = rows("7777", "7117", "7777")
    crop = {"select": LARGEST, "act": "crop"}
    assert shown(program(crop, background="mode").apply(grid)) == ["11"]
    assert shown(program(crop, background="border").apply(grid)) == ["11"]
    assert shown(program(crop, background=1).apply(grid)) == ["7777", "7007", "7777"]
    erase = {"select": {"op": "of_color", "color": 1}, "act": "erase"}
    assert shown(program(erase, background="mode").apply(grid)) == ["7777"] * 3
    assert shown(program(erase, background=None).apply(grid)) == ["7777", "7007", "7777"]


def test_bad_input_is_no_rule_error_but_a_plain_one():
    with pytest.raises(ValueError, match="row 1 has 1 cells"):
        program({"select": "all", "act": "erase"}).apply([[1, 2], [3]])


def test_output_is_read_only_and_the_input_is_not_touched():
    grid = np.array(SCENE)
    before = grid.copy()
    output = program({"select": "all", "act": {"op": "paint", "color": 5}}).apply(grid)
    assert not output.flags.writeable
    assert (grid == before).all()


CELLS = {"op": "where", "of": "cells"}


def test_a_rule_that_would_take_hours_ends_with_an_error():
    """Each object for each object, three times over: 900 cells cubed."""
    touching = {"op": "touching", "ref": "subject"}
    inner = CELLS | {"holds": touching}
    middle = CELLS | {"holds": {"op": "exists", "of": inner}}
    outer = CELLS | {"holds": {"op": "exists", "of": middle}}
    slow = program({"select": outer, "act": "erase"})
    with pytest.raises(RuleError, match="takes more than 50,000 steps"):
        slow.apply([[1] * 30] * 30)


def test_what_was_read_cannot_be_changed_from_outside():
    layout = {"op": "scatter", "count": {"between": [2, 4]}}
    spec = {"version": 1, "id": "p", "parse": "components", "layout": layout}
    spec["clauses"] = [{"select": "all", "act": "erase"}]
    read = Program.from_spec(spec)
    layout["count"]["between"][1] = 9
    read.spec["layout"]["count"]["between"][1] = 9
    assert read.spec["layout"]["count"] == {"between": [2, 4]}
    with pytest.raises(TypeError):
        read.layout.arguments["count"] = 5
    with pytest.raises(TypeError):
        read.layout.arguments["count"]["between"] = [1, 1]
    with pytest.raises(TypeError):
        read.clauses[0].act.arguments["color"] = 3


def test_programs_that_share_a_scene_cannot_spoil_it_for_each_other():
    scene = Scene(np.array(SCENE, np.uint8))
    before = program({"select": "all", "act": "erase"}).apply_to(scene)
    for value in scene.memo.values():
        for obj in value if isinstance(value, tuple) else ():
            with pytest.raises(ValueError, match="read-only"):
                obj.mask[:] = True
    assert not scene.grid.flags.writeable
    assert (program({"select": "all", "act": "erase"}).apply_to(scene) == before).all()
