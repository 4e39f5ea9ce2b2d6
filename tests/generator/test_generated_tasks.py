"""Generated tasks: whatever concept and seed, each keeps what the paper and we promise."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arcrep.arc import CONCEPTS, format_covariates
from arcrep.generator import Program, ProgramError, SampleError, passed_gates
from arcrep.generator.clarity import unclear_rank
from arcrep.generator.composing import compose
from arcrep.generator.drawing import Draw
from arcrep.generator.recipes import recipes_of
from arcrep.generator.rivals import find_rival
from arcrep.generator.sampling import CORE, Limits, sample_concept
from arcrep.generator.scene import Scene
from arcrep.generator.traces import selected

GOLDEN = Path(__file__).parents[1] / "golden" / "generated_tasks.json"
QUICK = ("AboveBelow", "Copy", "Order", "SameDifferent")
EVERY_CONCEPT = pytest.mark.parametrize(
    "concept",
    [
        pytest.param(concept, marks=() if concept in QUICK else pytest.mark.slow)
        for concept in CONCEPTS
    ],
)


@cache
def sampled(concept):
    """Sample a task, with a seed of the concept's own."""
    return sample_concept(concept, 1, seed=CONCEPTS.index(concept))


def examples(task):
    return [*task.support, *task.test]


@EVERY_CONCEPT
def test_a_task_is_what_its_program_gives(concept):
    tasks, tally = sampled(concept)
    assert len(tally.tried) == len(tasks) == 1
    for task in tasks:
        program = Program.from_spec(dict(task.metadata["program"]))
        assert (program.id, program.concept, task.concept) == (task.id, concept, concept)
        assert concept in passed_gates(program)
        assert task.metadata["sentence"] == program.sentence
        assert task.metadata["covariates"] == format_covariates(task.support)
        assert all(task.metadata[kind] for kind in ("layout", "selector", "action"))
        for example in examples(task):
            assert program.apply(example.input).tolist() == example.output.tolist()


@EVERY_CONCEPT
def test_a_task_is_the_golden_one(concept):
    """The same on every machine; what changes tasks updates the file in a commit of its own."""
    golden = json.loads(GOLDEN.read_text())
    assert [task.digest[:16] for task in sampled(concept)[0]] == [golden[concept]]


@EVERY_CONCEPT
def test_sets_are_disjoint_and_no_example_comes_twice(concept):
    for task in sampled(concept)[0]:
        assert (len(task.support), len(task.test)) == (24, 10)
        assert sorted(i for members in task.support_sets for i in members) == list(range(24))
        assert [len(members) for members in task.support_sets] == [3] * 8
        inputs = {(e.input.shape, e.input.tobytes()) for e in examples(task)}
        assert len(inputs) == 34


@EVERY_CONCEPT
def test_every_set_shows_one_and_several_where_tests_have_both(concept):
    for task in sampled(concept)[0]:
        program = Program.from_spec(dict(task.metadata["program"]))

        def amount(example, program=program):
            return min(2, len(selected(program, Scene(example.input, program.background))))

        asked = {amount(test) for test in task.test}
        for name in task.set_names:
            assert asked <= {amount(example) for example in task.support_examples(name)}


@EVERY_CONCEPT
def test_no_rival_is_left(concept):
    for task in sampled(concept)[0]:
        program = Program.from_spec(dict(task.metadata["program"]))
        assert find_rival(program, task.support, task.support_sets, task.test).rival is None
        scenes = [Scene(example.input, program.background) for example in examples(task)]
        assert not any(unclear_rank(program, scene) for scene in scenes)


@pytest.mark.parametrize("concept", ["Order"])
def test_the_same_seed_gives_the_same_tasks(concept):
    (again,), _ = sample_concept(concept, 1, seed=CONCEPTS.index(concept))
    assert again.digest == sampled(concept)[0][0].digest


@pytest.mark.parametrize("concept", CONCEPTS)
def test_recipes_compose_and_express_their_concept(concept):
    recipes = list(recipes_of(concept))
    assert len({recipe.labels for recipe in recipes}) >= 60
    assert len({recipe.scenery.label for recipe in recipes}) >= 8
    chosen = recipes[:: max(1, len(recipes) // 20)]
    composed = passed = 0
    for number, recipe in enumerate(chosen):
        try:
            made = compose(Draw(np.random.default_rng(number)), recipe, "t", concept)
        except (ProgramError, SampleError):
            continue
        composed += 1
        passed += concept in passed_gates(made.program)
    assert composed >= 0.4 * len(chosen)  # parts whose tags do not fit refuse
    assert passed >= 0.9 * composed


def test_limits_are_kept():
    limits = Limits(max_side=12, actions=frozenset({"recolor_object", "remove_object"}))
    tasks, _ = sample_concept("SameDifferent", 1, 0, limits)
    assert {task.action for task in tasks} <= {"recolor_object", "remove_object"}
    assert max(max(e.input.shape) for task in tasks for e in examples(task)) <= 12


def test_what_is_excluded_is_replaced_and_the_others_stay():
    (first,) = sampled("SameDifferent")[0]
    left_out = Limits(exclude={first.id: first.digest})
    (other,), _ = sample_concept("SameDifferent", 1, 13, left_out)
    assert (first.id, other.id) == ("SameDifferent_001", "SameDifferent_002")
    assert first.digest != other.digest


def test_every_shared_action_is_one_of_the_recipes():
    labels = {recipe.deed.label for concept in CONCEPTS for recipe in recipes_of(concept)}
    assert labels >= CORE


def test_a_task_to_leave_out_that_the_set_does_not_have_is_told():
    limits = Limits(exclude={"Order_900": "0" * 64, "Copy_900": "0" * 64})
    with pytest.raises(ValueError, match="Order_900 is no task of a set with these settings"):
        sample_concept("Order", 1, 0, limits)


def test_tasks_to_spare_may_be_missing(monkeypatch):
    monkeypatch.setattr("arcrep.generator.sampling._ATTEMPTS", 0)
    assert sample_concept("Order", 2, 0, Limits(spare=2))[0] == []
    with pytest.raises(SampleError, match="Order: 0 tasks instead of 2"):
        sample_concept("Order", 2, 0, Limits(spare=1))
