"""What a set of 100 tasks per concept promises: slow, for it makes all 1,600 by the user's door.

**Source:** ConceptARC at Scale (arXiv 2611.06732), 3.1 and C.1: components are balanced and shared.
"""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from arcrep.arc import CONCEPTS, PREDICATE_CONCEPTS, read_tasks
from arcrep.generator.crossing import format_of, shared_actions

pytestmark = pytest.mark.slow
SCRIPT = Path(__file__).parents[2] / "scripts" / "generate_tasks.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder that the command makes."""
    out = tmp_path_factory.mktemp("whole") / "set"
    options = ["per_concept=100", "seed=0", "processes=2", f"out={out}"]
    subprocess.run([sys.executable, str(SCRIPT), *options], cwd=out.parent, check=True)
    return out


@pytest.fixture(scope="module")
def whole(made):
    """The set as its command makes it."""
    return read_tasks(made)


@pytest.mark.parametrize("concept", CONCEPTS)
def test_a_concept_has_many_layouts_and_triples(whole, concept):
    tasks = [task for task in whole if task.metadata["concept"] == concept]
    assert len(tasks) == 100
    assert len({task.layout for task in tasks}) >= 8
    triples = Counter((task.layout, task.selector, task.action) for task in tasks)
    assert len(triples) >= 40
    assert max(triples.values()) <= 8
    if concept in PREDICATE_CONCEPTS:
        assert len({task.action for task in tasks}) >= 8


def test_actions_and_layouts_are_shared_and_grids_vary(whole):
    assert len(shared_actions(whole)) >= 12
    assert len(set(whole.labels("layout"))) >= 20
    shape = format_of(whole)
    assert 10 <= shape.median_side <= 16
    assert shape.large >= 0.1
    assert shape.colorful >= 0.5


def test_an_action_is_of_one_family_and_those_of_the_paper_are_in_many_concepts(whole):
    # Figures 5 and 8: dilate, erode, checkerboards, recolouring and translation.
    families, concepts = defaultdict(set), defaultdict(Counter)
    for task in whole:
        families[task.action].add(task.metadata["action_family"])
        concepts[task.action][task.metadata["concept"]] += 1
    assert max(map(len, families.values())) == 1
    for action in ("dilate", "erode", "fill_checkerboard", "recolor_object", "translate_to_edge"):
        often = [concept for concept, n in concepts[action].items() if n >= 5]
        assert len(often) >= 4, action


def acts_of(tasks):
    acts = [clause["act"] for task in tasks for clause in task.metadata["program"]["clauses"]]
    return [act for act in acts if isinstance(act, dict)]


@pytest.mark.parametrize("action", ["dilate", "erode"])
@pytest.mark.parametrize(
    ("concept", "one", "other"),
    [
        ("InsideOutside", "inside", "outside"),
        ("AboveBelow", "above", "below"),
        ("HorizontalVertical", "horizontal", "vertical"),
    ],
)
def test_resizing_has_opposite_conditions(whole, action, concept, one, other):
    tasks = [task for task in whole if task.metadata["concept"] == concept]
    assert {one, other} <= {task.selector for task in tasks if task.action == action}


def test_checkerboards_have_several_colors(whole):
    tasks = [task for task in whole if task.action == "fill_checkerboard"]
    named = {act["color"] for act in acts_of(tasks) if isinstance(act.get("color"), int)}
    assert len(named) >= 4


def test_count_lays_bars_and_stripes_over_the_input(whole):
    tasks = [task for task in whole if task.metadata["concept"] == "Count"]
    laid = [act for act in acts_of(tasks) if act["op"] == "lay_bar"]
    assert {act.get("form", "bar") for act in laid} >= {"bar", "stripes"}
    assert all(each.input.shape == each.output.shape for t in tasks for each in t.support)


def test_hundreds_of_rivals_are_tried_for_a_task(made):
    line = re.search(r"rivals tried for a task: ([0-9.]+) in", (made / "report.txt").read_text())
    assert line
    assert float(line[1]) >= 200
