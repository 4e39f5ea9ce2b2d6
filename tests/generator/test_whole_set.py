"""What a set of 100 tasks per concept promises: slow, for it samples all 1,600.

**Source:** ConceptARC at Scale (arXiv 2611.06732), 3.1 and C.1: components are balanced and shared.
"""

from collections import Counter
from functools import cache

import pytest

from arcrep.arc import CONCEPTS, PREDICATE_CONCEPTS, TaskSet
from arcrep.generator.crossing import format_of, shared_actions
from arcrep.generator.sampling import sample_concept

pytestmark = pytest.mark.slow


@cache
def hundred(concept):
    return tuple(sample_concept(concept, 100, seed=0)[0])


@pytest.mark.parametrize("concept", CONCEPTS)
def test_a_concept_has_many_layouts_and_triples(concept):
    tasks = hundred(concept)
    assert len(tasks) == 100
    assert len({task.layout for task in tasks}) >= 8
    triples = Counter((task.layout, task.selector, task.action) for task in tasks)
    assert len(triples) >= 40
    assert max(triples.values()) <= 8
    if concept in PREDICATE_CONCEPTS:
        assert len({task.action for task in tasks}) >= 8


def test_actions_and_layouts_are_shared_and_grids_vary():
    tasks = TaskSet("whole", tuple(task for concept in CONCEPTS for task in hundred(concept)))
    assert len(shared_actions(tasks)) >= 12
    assert len(set(tasks.labels("layout"))) >= 20
    shape = format_of(tasks)
    assert 10 <= shape.median_side <= 16
    assert shape.large >= 0.1
    assert shape.colorful >= 0.5
