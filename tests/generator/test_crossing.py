"""How labels cross: by hand-worked cases and by scikit-learn."""

import math

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from arcrep.arc import Example, Task, TaskSet
from arcrep.generator.crossing import (
    crossing_lines,
    entropy,
    format_of,
    mutual_information,
    shared_actions,
)


def test_mutual_information_of_four_tasks():
    assert mutual_information("aabb", "xxyy") == pytest.approx(1)
    assert mutual_information("aabb", "xyxy") == pytest.approx(0)
    # p(a, x) = 1/2, p(b, x) = p(b, y) = 1/4: worked by hand from the definition.
    wanted = 0.5 * math.log2(0.5 / (0.5 * 0.75)) + 0.25 * (
        math.log2(0.25 / (0.5 * 0.75)) + math.log2(0.25 / (0.5 * 0.25))
    )
    assert mutual_information("aabb", "xxxy") == pytest.approx(wanted)


def test_mutual_information_as_others_compute_it():
    rng = np.random.default_rng(0)
    a, b = (rng.integers(0, k, 300).astype(str).tolist() for k in (4, 6))
    assert mutual_information(a, b) == pytest.approx(mutual_info_score(a, b) / math.log(2))
    assert entropy(a) == pytest.approx(mutual_info_score(a, a) / math.log(2))


def task(name, grid=((1, 2), (0, 0)), **labels):
    example = Example(np.array(grid, np.uint8), np.array(grid, np.uint8))
    return Task(name, (example,), (example,), labels)


def painted(n_concepts, n_tasks):
    tasks = [
        task(f"{c}_{k}", concept=f"C{c}", action="paint")
        for c in range(n_concepts)
        for k in range(n_tasks)
    ]
    return TaskSet("t", tuple(tasks))


def test_an_action_is_shared_from_five_tasks_in_five_concepts_on():
    assert shared_actions(painted(5, 5)) == ["paint"]
    assert shared_actions(painted(5, 4)) == []
    assert shared_actions(painted(4, 9)) == []


@pytest.mark.parametrize(
    ("tasks", "line"),
    [
        (painted(5, 5), "1 actions with 5 tasks or more in 5 concepts or more: paint"),
        (painted(4, 1), "0 actions with 5 tasks or more in 5 concepts or more"),
    ],
)
def test_the_line_of_shared_actions_ends_in_their_names_where_there_are_any(tasks, line):
    assert line in list(crossing_lines(tasks))


def test_the_format_of_grids():
    large = np.ones((21, 3), int).tolist()
    shape = format_of(TaskSet("t", (task("a"), task("b", large))))
    assert (shape.median_side, shape.large, shape.colorful) == (11.5, 0.5, 0.5)


def test_the_table_says_how_large_the_grids_of_a_concept_are():
    large = np.ones((3, 21), int).tolist()
    tasks = (task("a", concept="Order"), task("b", large, concept="Copy"))
    rows = [line.split() for line in crossing_lines(TaskSet("t", tasks))]
    sides = {row[0]: row[-1] for row in rows[:3]}
    assert sides == {"concept": "side", "Copy": "21", "Order": "2"}
