"""Rival explanations: planted second rules are found, clear tasks are left alone."""

import numpy as np
import pytest

from arcrep.arc import Example
from arcrep.generator import Program
from arcrep.generator.rivals import MARGIN, find_rival, neighbours


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
"""Erase what is red; erase the largest object."""


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
    clear = ["110 000 002", "200 000 011", "0003 0000 1100"]
    vague = ["110 000 002", "222 000 100", "0330 0000 1000"]
    pairs = examples(ERASE_LARGEST, *clear, *vague)
    tests = examples(ERASE_LARGEST, "100 000 022")
    found = find_rival(ERASE_LARGEST, pairs, [(0, 1, 2), (3, 4, 5)], tests)
    assert found.rival is not None
    assert found.rival.support_set == 1


def test_rivals_are_programs_no_larger_and_all_different():
    rivals = list(neighbours(ERASE_LARGEST, [1, 2, 3]))
    keys = [rival.rule_key for rival in rivals]
    assert len(set(keys)) == len(keys) > 30
    assert ERASE_LARGEST.rule_key not in keys
    assert max(rival.n_nodes for rival in rivals) <= ERASE_LARGEST.n_nodes + MARGIN


@pytest.mark.parametrize("rule", [ERASE_LARGEST, RED])
def test_a_search_says_how_many_rivals_it_tried(rule):
    assert search(rule, ["110 000 002"] * 3, ["110 000 002"]).tried > 20
