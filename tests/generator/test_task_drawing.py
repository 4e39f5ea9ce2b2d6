"""Tasks of any concept and seed, and why a program makes none."""

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arcrep.arc import CONCEPTS, Example
from arcrep.generator import Program
from arcrep.generator.composing import compose
from arcrep.generator.drawing import Draw
from arcrep.generator.novelty import Families
from arcrep.generator.recipes.parts import Deed, Recipe, Scenery, Selection
from arcrep.generator.recipes.selections import OF_COLOR
from arcrep.generator.tally import Tally
from arcrep.generator.task_drawing import (
    ExampleSource,
    RejectedError,
    check_tests,
    draw_task,
    layout_tells,
)
from arcrep.generator.traces import Traced
from tests.generator.observed import observe


@pytest.fixture(scope="module")
def fresh():
    """A process of its own, without the type checks of the tests."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield lambda *arguments: pool.submit(observe, *arguments).result()


def key_of(example):
    return Traced(example, (), frozenset(), {}).key


def values_vary(name, examples):
    """Say whether no value of a property comes in more than eight of ten examples."""
    counts = Counter(traced.properties[name] for traced in examples)
    return max(counts.values()) <= 0.8 * len(examples)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(concept=st.sampled_from(CONCEPTS), seed=st.integers(0, 2**32 - 1))
def test_any_task_of_any_seed_keeps_its_promises(fresh, concept, seed):
    seen = fresh(concept, seed, 30)
    if isinstance(seen, str):
        assert seen.startswith(f"{concept}: 0 tasks instead of 1; rejected: ")
        return
    task = seen.task
    examples = (*task.support, *task.test)
    check_examples(task, examples)
    support = [seen.traced[key_of(example)] for example in task.support]
    tests = [seen.traced[key_of(example)] for example in task.test]
    sets = [[support[index] for index in members] for members in task.support_sets]
    check_sets(sets, tests, seen)
    assert fresh(concept, seed, 30, ("Center",)).task.digest == task.digest


@pytest.mark.parametrize("concept", ["CleanUp", "Copy", "ExtractObjects", "Order"])
def test_no_input_is_longer_than_allowed(fresh, concept):
    seen = fresh(concept, 0, 12)
    sides = [max(e.input.shape) for e in (*seen.task.support, *seen.task.test)]
    assert 6 < max(sides) <= 12


def check_examples(task, examples):
    program = Program.from_spec(json.loads(json.dumps(dict(task.metadata["program"]))))
    assert program.spec == task.metadata["program"]
    for example in examples:
        assert program.apply(example.input).tolist() == example.output.tolist()
        for grid in (example.input, example.output):
            assert grid.dtype == np.uint8
            assert 1 <= min(grid.shape) <= max(grid.shape) <= 30
            assert int(grid.max()) <= 9
        assert example.input.tolist() != example.output.tolist()
    assert len({key_of(example) for example in examples}) == len(examples) == 34


def check_sets(sets, tests, seen):
    """Each set shows every configuration of a test, and what varies in the pool varies in it."""
    assert [len(members) for members in sets] == [3] * 8
    asked = {traced.configuration for traced in tests}
    things = set().union(*(traced.shown for traced in tests))
    varying = [name for name in seen.first[0].properties if values_vary(name, seen.first)]
    assert varying
    for members in sets:
        assert asked <= {traced.configuration for traced in members}
        assert things <= set().union(*(traced.shown for traced in members))
        for name in varying:
            assert len({traced.properties[name] for traced in members}) > 1, name


# What makes no task

PAINT = {"select": "$selection", "act": {"op": "paint", "color": "$ink"}}
SCATTER = Scenery("scatter", {"op": "scatter"})


def source(clause, selection=OF_COLOR, scenery=SCATTER, **more):
    """Return the source of a rule's examples."""
    return ExampleSource(made(clause, selection, scenery, **more), [0])


def made(clause, selection=OF_COLOR, scenery=SCATTER, **more):
    recipe = Recipe(scenery, selection, Deed("deed", "deed", (clause,), **more))
    return compose(Draw(np.random.default_rng(0)), recipe, "t", "Order")


def test_an_example_depends_on_its_index_alone():
    one, other = source(PAINT), source(PAINT)
    backwards = [other.make(index) for index in reversed(range(6))]
    drawn = [one.make(index) for index in range(6)]
    assert [t and t.key for t in drawn] == [t and t.key for t in reversed(backwards)]
    assert len({t.key for t in drawn if t}) > 3


@pytest.mark.parametrize(
    ("clause", "more", "reason"),
    [
        ({"select": "$selection", "act": {"op": "paint", "color": "$ref"}}, {}, "repeats"),
        ({"select": "all", "act": "erase"}, {}, "blank"),
        (PAINT, {"keeps": True}, "meet"),
    ],
)
def test_examples_that_would_not_do_are_counted_by_reason(clause, more, reason):
    drawing = source(clause, **more)
    assert [drawing.make(index) for index in range(3)] == [None] * 3
    ((told, count),) = drawing.failures.items()
    assert reason in told
    assert count == 3


def rejected(composed, key=0):
    with pytest.raises(RejectedError) as refusal:
        draw_task(composed, [key], Families(), Tally())
    return refusal.value


def test_a_rule_that_gives_no_examples_is_rejected_with_what_failed():
    error = rejected(made({"select": "all", "act": "erase"}))
    assert error.reason == "examples"
    assert "drawn: the output is blank (" in str(error)


def test_a_rule_about_several_things_where_there_are_always_as_many_is_rejected():
    everything = Selection("all", "all", layout={"count": 3})
    error = rejected(made(PAINT, everything, many=True))
    assert error.reason == "always as many"


def test_tests_that_nearly_all_have_the_same_number_are_refused():
    def tests_of(*numbers):
        example = Example(np.ones((1, 1), np.uint8), None)
        return [Traced(example, (), frozenset(), {"selected": number}) for number in numbers]

    counts, others = made(PAINT, many=True), made(PAINT)
    with pytest.raises(RejectedError, match="as many"):
        check_tests(counts, tests_of(*[1] * 9, 2))
    check_tests(counts, tests_of(*[1] * 8, 2, 3))
    check_tests(others, tests_of(*[1] * 10))


def test_a_rule_that_mostly_gives_the_same_is_rejected():
    bars = Scenery("bars", {"op": "mixed_bars", "smallest": 2, "largest": 3})
    longest = {"op": "extreme", "key": {"op": "measure", "key": "width"}}
    error = rejected(made({"select": "$selection", "act": "crop"}, Selection("l", longest), bars))
    assert error.reason == "mostly the same output"


def test_a_layout_that_says_what_happens_tells_too_much():
    rising, falling = (("rising",), (1,), False), (("falling",), (2,), False)
    assert layout_tells(frozenset({rising, falling}))
    assert not layout_tells(frozenset({rising, falling, (("falling",), (1,), False)}))
    assert not layout_tells(frozenset({rising, (("falling",), (1,), False)}))
    assert not layout_tells(frozenset({rising, (("rising",), (2,), False)}))


def test_the_rule_of_an_official_task_is_rejected():
    repeated = {"op": "where", "holds": {"op": "repeated", "key": "shape_of"}}
    twins = Scenery("twins", {"op": "twins", "colors": "few"})
    keep = {"select": "$selection", "act": "keep_only"}
    composed = made(keep, Selection("same", repeated), twins)
    assert "official rule" in {rejected(composed, key).reason for key in range(4)}
