"""Planted second explanations are all found, and clear tasks are all left alone."""

import numpy as np
import pytest

from arcrep.arc import CONCEPTS, Example
from arcrep.generator.official import official_programs
from arcrep.generator.rivals import find_rival
from tests.generator.planted_rivals import (
    ACTIONS,
    CONFIGURATIONS,
    PARAMETERS,
    SELECTORS,
)

KINDS = (SELECTORS, ACTIONS, PARAMETERS, CONFIGURATIONS)
PLANTED = {planted.name: planted for kind in KINDS for planted in kind}
CLEARED = [name for name, planted in PLANTED.items() if planted.clear]
CLEAR_OFFICIAL = (
    ("AboveBelow1", 0),
    ("Center7", 0),
    ("CleanUp1", 0),
    ("CompleteShape3", 0),
    ("Copy3", 0),
    ("Count1", 0),
    ("ExtendToBoundary1", 0),
    ("ExtractObjects5", 0),
    ("FilledNotFilled7", 1),
    ("HorizontalVertical2", 0),
    ("InsideOutside8", 0),
    ("MoveToBoundary4", 0),
    ("Order2", 0),
    ("SameDifferent2", 0),
    ("TopBottom2D4", 0),
    ("TopBottom3D2", 1),
)
OFFICIAL = {program.id: program for program in official_programs()}


def grid(text):
    return np.array([[int(cell) for cell in row] for row in text.split()], np.uint8)


def examples(rule, texts):
    return [Example(grid(text), rule.apply(grid(text))) for text in texts]


def search(rule, support, tests):
    return find_rival(rule, support, [range(len(support))], tests)


def test_six_of_each_kind_are_planted():
    assert [len(kind) for kind in KINDS] == [6] * 4
    assert len(PLANTED) == 24


@pytest.mark.parametrize("name", PLANTED)
def test_the_second_explanation_is_one(name):
    planted = PLANTED[name]
    if planted.second is None:
        return
    for pair in examples(planted.rule, planted.support):
        assert planted.second.apply(pair.input).tolist() == pair.output.tolist()
    test = examples(planted.rule, [planted.test])[0]
    assert planted.second.apply(test.input).tolist() != test.output.tolist()


@pytest.mark.parametrize("name", PLANTED)
def test_planted(name):
    planted = PLANTED[name]
    support = examples(planted.rule, planted.support)
    found = search(planted.rule, support, examples(planted.rule, [planted.test]))
    assert found.rival is not None
    assert found.rival.kind == planted.kind


@pytest.mark.parametrize("name", CLEARED)
def test_one_example_that_tells_the_two_apart_makes_a_task_clear(name):
    planted = PLANTED[name]
    support = examples(planted.rule, (*planted.support[:2], planted.clear))
    tests = examples(planted.rule, [planted.test])
    assert search(planted.rule, support, tests).rival is None


@pytest.mark.parametrize(("name", "seed"), CLEAR_OFFICIAL)
def test_clear_rules_of_every_concept_are_left_alone(name, seed):
    program = OFFICIAL[name]
    drawn = [program.example(seed, index) for index in range(8)]
    found = search(program, drawn[:3], drawn[3:])
    assert found.rival is None
    assert found.tried >= 20


def test_every_concept_has_a_clear_rule():
    assert {OFFICIAL[name].concept for name, _ in CLEAR_OFFICIAL} == set(CONCEPTS)
    assert len(CLEARED) + len(CLEAR_OFFICIAL) >= 24
