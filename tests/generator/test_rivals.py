"""Rival explanations: planted second rules are found, clear tasks are left alone."""

import numpy as np
import pytest

from arcrep.arc import Example
from arcrep.generator import Program
from arcrep.generator.rivals import KINDS, find_rival
from arcrep.generator.variants import complexity, variants


def measured(key):
    return {"op": "measure", "key": key}


def program(select, act, parse="components"):
    clause = {"select": select, "act": act}
    return Program.from_spec({"version": 1, "id": "p", "parse": parse, "clauses": [clause]})


def examples(rule, *texts):
    grids = [np.array([[int(c) for c in row] for row in text.split()], np.uint8) for text in texts]
    return [Example(grid, rule.apply(grid)) for grid in grids]


LARGEST = {"op": "extreme", "key": measured("size")}
ERASE_LARGEST = program(LARGEST, "erase")
RED = program({"op": "of_color", "color": 2}, "erase")
FULL = program({"op": "where", "holds": "solid"}, "erase")
"""Erase the largest object; what is red; what fills its box."""


def search(rule, support, tests):
    pairs = examples(rule, *support)
    return find_rival(rule, pairs, [range(len(pairs))], examples(rule, *tests))


def test_selector_against_selector():
    # In the support the largest object is always the topmost one; in the test it is not.
    support = ["110 000 002", "222 000 100", "0330 0000 1000"]
    found = search(ERASE_LARGEST, support, ["100 000 022"])
    assert found.rival is not None
    assert (found.rival.support_set, found.rival.test) == (0, 0)
    answer = found.rival.program.apply([[1, 0, 0], [0, 0, 0], [0, 2, 2]]).tolist()
    assert answer != [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_a_support_that_varies_leaves_no_rival():
    support = ["110 000 002", "200 000 011", "0003 0000 1100", "4000 0000 0555 0000"]
    assert search(ERASE_LARGEST, support, ["100 000 022", "022 000 100"]).rival is None


def test_parameter_against_parameter():
    # Always blue is erased in the support, whichever object is the largest.
    support = ["110 000 002", "300 000 011", "0110 0000 2000"]
    found = search(ERASE_LARGEST, support, ["022 000 100"])
    assert found.rival is not None


def test_a_configuration_that_only_a_test_shows():
    # Single cells are red throughout the support, and a red bar comes in the test alone.
    support = ["200 000 011", "020 000 110", "002 000 110"]
    found = search(RED, support, ["222 000 110"])
    assert found.rival is not None


def test_action_against_action():
    # A square's box and its own cells are the same; a ring's are not.
    box = program("all", {"op": "paint", "color": 5, "region": "bounding_box"})
    support = ["110 110 000", "000 022 022", "3300 3300 0000"]
    assert search(box, support, ["111 101 111"]).rival is not None
    clear = ["111 101 111 000", "0222 0202 0222", "33000 30000 33000"]
    assert search(box, clear, ["111 101 111"]).rival is None


def test_every_support_set_is_asked():
    clear = ["110 000 002", "200 000 033", "0004 0000 2200"]
    vague = ["110 000 002", "222 000 100", "0330 0000 1000"]
    pairs = examples(ERASE_LARGEST, *clear, *vague)
    tests = examples(ERASE_LARGEST, "100 000 022")
    found = find_rival(ERASE_LARGEST, pairs, [(0, 1, 2), (3, 4, 5)], tests)
    assert found.rival is not None
    assert found.rival.support_set == 1


def test_every_set_has_its_own_answer():
    clear = ["110 000 002", "200 000 033", "0004 0000 2200"]
    vague = ["110 000 002", "222 000 100", "0330 0000 1000"]
    pairs = examples(ERASE_LARGEST, *vague, *clear, *vague)
    tests = examples(ERASE_LARGEST, "110 000 002", "100 000 022")
    sets = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    explained = find_rival(ERASE_LARGEST, pairs, sets, tests).explained
    assert [rival and (rival.support_set, rival.test) for rival in explained] == [
        (0, 1),
        None,
        (2, 1),
    ]


def test_another_selection_among_other_objects():
    # The rightmost red object is the topmost vertical one, until the test; no one word tells.
    red = program(
        {**LARGEST, "key": measured("right"), "of": {"op": "of_color", "color": 2}}, "erase"
    )
    support = [
        "000000020 001110020 000000020 100033000 000033000 000000000 010000000 010000000 000333000",
        "002000000 000000220 222000220 000000220 000000000 000000000 020011100 020011100 020011100",
        "000000000 022200220 022200220 022200220 000000000 000000000 100101110 100100000 000000000",
    ]
    test = (
        "333000100 333000003 333003303 000000000 000000002 000000002 011100000 011100000 011100333"
    )
    rival = search(red, support, [test]).rival
    assert rival is not None
    assert rival.kind == "selector"
    assert rival.program.clauses[0].select.arguments["of"].name == "where"
    assert search(red, [*support, test], [test]).rival is None


def everything(*selections):
    return True


def test_of_two_the_one_end_is_all_but_the_other():
    red = {"op": "of_color", "color": 2}
    largest = {**LARGEST, "of": red}
    found = variants(program(largest, "erase"), [2, 3], everything, everything)
    selects = [variant.clauses[0].select.spec for variant in found]
    assert {"op": "others", "of": red, "than": {**largest, "which": "least"}} in selects


def test_variants_are_all_different_and_no_more_complex():
    rule = program(LARGEST, {"op": "paint", "color": 5, "region": "interior"})
    found = list(variants(rule, [1, 2, 3], everything, everything))
    keys = [tuple(clause.key for clause in variant.clauses) for variant in found]
    assert len(set(keys)) == len(keys) > 200
    assert tuple(clause.key for clause in rule.clauses) not in keys
    assert {variant.kind for variant in found} <= set(KINDS)
    # "Paint" and "the inside" are two words.
    assert max(complexity(clause.act) for variant in found for clause in variant.clauses) == 2


def test_a_rule_under_a_misleading_name_has_an_equal():
    rim = {
        "op": "difference",
        "region": "it",
        "without": {"op": "resized", "how": "shrink"},
    }
    erode = program({"op": "for_each", "of": LARGEST, "region": rim}, "erase")
    thin = ["110 000 002", "200 000 033", "0004 0000 2200"]
    found = search(erode, thin, ["100 000 022"])
    assert ERASE_LARGEST.rule_key in [equal.rule_key for equal in found.equals]
    thick = ["11100 11100 11100 00002", "20000 00333 00333 00333", "1111 1111 1111 0000 0030"]
    found = search(erode, thick, ["44400 44400 44400 00002"])
    assert (found.rival, found.equals) == (None, ())


def test_two_clauses_are_asked_the_same_other_question():
    # What is red is removed and the rest turns grey; in the support the largest is red.
    spec = {
        "version": 1,
        "id": "p",
        "parse": "components",
        "clauses": [
            {"select": {"op": "of_color", "color": 2}, "act": "erase"},
            {
                "select": {"op": "others", "than": {"op": "of_color", "color": 2}},
                "act": {"op": "paint", "color": 5},
            },
        ],
    }
    rule = Program.from_spec(spec)
    vague = ["220 000 001", "1000 0000 0222", "0003 0000 2200 2200"]
    found = search(rule, vague, ["110 000 002"])
    assert found.rival is not None
    assert found.rival.says == (
        "Remove the largest object; then paint the objects other than the largest object grey."
    )


def test_two_clauses_about_the_same_objects_stay_so():
    # The largest turns grey, and is cropped: to paint the others too is no other idea.
    spec = {
        "version": 1,
        "id": "p",
        "parse": "components",
        "clauses": [
            {"select": LARGEST, "act": {"op": "paint", "color": 5}},
            {"select": LARGEST, "act": "crop"},
        ],
    }
    rule = Program.from_spec(spec)
    clear = ["110 000 002", "2000 0000 0033", "0004 0000 2200"]
    found = search(rule, clear, ["1000 0000 0220"])
    assert found.rival is None
    assert "all" not in [equal.clauses[0].select.name for equal in found.equals]
    vague = ["110 000 002", "222 000 100", "0330 0000 1000"]
    found = search(rule, vague, ["100 000 022"])
    assert found.rival is not None
    assert len({clause.select.key for clause in found.rival.program.clauses}) == 1


def test_a_colour_that_some_example_lacks_is_no_idea():
    # "Remove all but the blue ones" explains the support, but the last input has no blue one.
    support = ["1000 1100 0002", "3333 0000 0010 0110", "2000 0000 0033"]
    test = examples(FULL, "1100 0000 2000 2200")
    blue = ["1100 0000 2000 2200", "0011 0000 4000 4400", "1000 0000 0330 0300"]
    pairs = examples(FULL, *support, *blue)
    assert find_rival(FULL, pairs, [range(3), range(3, 6)], test).explained[0] is None
    support[2] = "2001 0011 0000 0033"
    found = find_rival(FULL, examples(FULL, *support), [range(3)], test).rival
    assert found is not None
    assert found.says == "Remove the objects other than the blue objects."


def test_a_selector_that_takes_everything_is_no_idea():
    # "Remove what has more than one cell" takes all that the support shows; the rule is simpler.
    support = ["1100 0000 0022", "0330 0000 0400 0400", "2000 2200 0000 0111"]
    hollow = program({"op": "where", "holds": {"op": "negate", "holds": "hollow"}}, "erase")
    found = search(hollow, support, ["1100 0000 0002"])
    assert found.rival is None
    assert "Remove the objects." in [equal.sentence for equal in found.equals]


@pytest.mark.parametrize("rule", [ERASE_LARGEST, RED])
def test_a_search_says_how_many_rivals_it_tried(rule):
    assert search(rule, ["110 000 002"] * 3, ["110 000 002"]).tried > 20


def test_no_more_variants_are_tried_once_enough_sets_have_a_rival():
    # In one set the largest object is always the topmost one, in the other it is always blue.
    topmost = ["110 000 002", "222 000 100", "0330 0000 1000"]
    blue = ["110 000 002", "300 000 011", "0110 0000 2000"]
    pairs = examples(ERASE_LARGEST, *topmost, *blue)
    test = examples(ERASE_LARGEST, "100 000 022", "022 000 100")
    every = find_rival(ERASE_LARGEST, pairs, [range(3), range(3, 6)], test)
    first = find_rival(ERASE_LARGEST, pairs, [range(3), range(3, 6)], test, enough=1)
    said = ["Remove the topmost object.", "Remove the blue objects."]
    assert [rival.says for rival in every.explained] == said
    assert first.explained[0].says == said[0]
    assert first.explained[1].kind == "shortcut"  # shortcuts are tried all the same
    assert first.tried < every.tried


def crop_box_of(select):
    return {"select": {"op": "bounding_box", "of": select}, "act": "crop"}


def test_clauses_that_turn_on_the_same_things_have_rivals_that_do_so_too():
    # The largest is flipped, and its box cropped: to flip other things is another matter.
    flip = {"select": LARGEST, "act": {"op": "flip", "axis": "horizontal"}}
    spec = {"version": 1, "id": "p", "parse": "components", "clauses": [flip, crop_box_of(LARGEST)]}
    rule = Program.from_spec(spec)
    tried = [variant.clauses for variant in variants(rule, [1, 2], everything, everything)]
    both = [clauses for clauses in tried if len(clauses) == 2]
    topmost = {"op": "extreme", "key": measured("top"), "which": "least"}
    selects = [(clauses[0].select.spec, clauses[1].select.spec) for clauses in both]
    assert (topmost, {"op": "bounding_box", "of": topmost}) in selects
    for first, second in selects:
        assert second in (first, {"op": "bounding_box", "of": first})


def test_what_objects_are_like_has_their_ranks_among_the_same_as_rivals():
    # Of what has several cells the upright one goes: or is it the bottommost one of these?
    several = {"op": "compare", "left": measured("size"), "how": "more", "right": 1}
    figures = {"op": "where", "holds": several}
    upright = {"op": "oriented", "axis": "vertical"}
    rule = program({"op": "where", "of": figures, "holds": upright}, "erase")
    bottommost = {"op": "extreme", "of": figures, "key": measured("bottom")}
    assert bottommost in [
        variant.clauses[0].select.spec for variant in variants(rule, [], everything, everything)
    ]
