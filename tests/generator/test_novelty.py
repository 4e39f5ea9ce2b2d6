"""New rules are told from official ones and from each other, by structure and by behaviour."""

import pytest

from arcrep.generator import Program, official_programs
from arcrep.generator.novelty import Families, fingerprint, is_official, signature


def program(select, act="erase", **more):
    spec = {"version": 1, "id": "p", "parse": "components", **more}
    return Program.from_spec({**spec, "clauses": [{"select": select, "act": act}]})


def colored(color):
    return {"op": "of_color", "color": color}


def paint(color):
    return {"op": "paint", "color": color}


def examples(rule, n=4):
    return [rule.example(0, index) for index in range(n)]


def test_a_signature_sees_where_colours_recur_but_not_which_they_are():
    assert signature(program(colored(1), paint(2))) == signature(program(colored(7), paint(3)))
    assert signature(program(colored(1), paint(1))) != signature(program(colored(1), paint(2)))
    assert signature(program(colored(1), paint(0))) != signature(program(colored(1), paint(2)))


@pytest.mark.parametrize("name", ["SameDifferent1", "TopBottom2D1"])
def test_an_official_rule_is_found_under_another_name(name):
    (official,) = [rule for rule in official_programs() if rule.id == name]
    again = Program.from_spec({**official.spec, "id": "new"})
    assert is_official(again, examples(again))


LAYOUT = {"op": "twins", "groups": {"between": [1, 2]}, "colors": "few"}
SAME = {"op": "where", "holds": {"op": "repeated", "key": "shape_of"}}


def test_an_official_rule_is_found_in_another_spelling():
    others = {"op": "others", "than": SAME}
    other_way = program(others, "erase", layout=LAYOUT)  # "keep only those whose shape recurs"
    signatures = {signature(rule) for rule in official_programs()}
    assert signature(other_way) not in signatures
    assert is_official(other_way, examples(other_way))


def test_an_official_rule_is_found_in_narrower_wording():
    """It would give other outputs elsewhere, and asks for nothing new."""
    others = {"op": "others", "than": SAME, "of": {"op": "others", "than": colored(9)}}
    layout = {**LAYOUT, "without": [9]}
    rule = program({"op": "others", "than": SAME}, "erase", layout=layout)
    narrower = program(others, "erase", layout=layout)
    assert is_official(narrower, examples(rule))
    nines = [example for example in examples(rule, 40) if 9 in example.input]
    assert nines == []


def test_a_new_rule_is_not_official():
    rule = program(SAME, {"op": "flip", "axis": "vertical"}, layout=LAYOUT)
    assert not is_official(rule, examples(rule))


def test_two_spellings_of_a_rule_are_one_family():
    families = Families()
    first = program(SAME, "keep_only", layout=LAYOUT)
    second = program({"op": "others", "than": SAME}, "erase", layout=LAYOUT)
    third = program(SAME, "erase", layout=LAYOUT)
    families.add(first, examples(first))
    assert fingerprint(first) == fingerprint(second)
    found = families.find(second, examples(second))
    assert found is not None
    assert found.clauses == first.clauses
    assert families.find(third, examples(third)) is None


def test_rules_that_do_nothing_on_the_probes_are_still_told_apart():
    layouts = [{"op": "scatter", "with": [color], "colors": "few"} for color in (8, 9)]
    rules = [program(colored(c), layout=layouts[k]) for k, c in enumerate((8, 9))]
    families = Families()
    families.add(rules[0], examples(rules[0]))
    assert families.find(rules[1], examples(rules[1])) is None
    assert families.find(rules[0], examples(rules[0])) is not None
