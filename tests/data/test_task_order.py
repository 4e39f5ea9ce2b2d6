"""The stream in which a TRM run meets its examples."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.data import TaskOrder

ROWS = np.array([4, 4, 0, 9, 9, 9, 0, 2, 4, 9, 7])  # of unlike size, some apart, rows with gaps


def epochs(order, n):
    return [order.items(epoch * len(ROWS), len(ROWS)).tolist() for epoch in range(n)]


def test_every_example_once_an_epoch_and_tasks_stay_together():
    for met in epochs(TaskOrder(ROWS, seed=3), 20):
        assert sorted(met) == list(range(len(ROWS)))
        tasks = [row for row, _ in itertools.groupby(ROWS[met])]
        assert sorted(tasks) == [0, 2, 4, 7, 9]


def test_both_orders_are_drawn():
    """Over many epochs each task comes first, and so does each example of a task."""
    met = epochs(TaskOrder(ROWS, seed=0), 400)
    first = [ROWS[examples[0]] for examples in met]
    counts = np.unique(first, return_counts=True)[1]
    assert len(counts) == 5
    assert counts.min() > 50  # 80 each, with a deviation of 8
    of_nine = [next(example for example in examples if ROWS[example] == 9) for examples in met]
    counts = np.unique(of_nine, return_counts=True)[1]
    assert len(counts) == 4
    assert counts.min() > 66  # 100 each, with a deviation of 9


def test_an_epoch_depends_on_seed_and_epoch_only():
    forward, backward = TaskOrder(ROWS, seed=-7), TaskOrder(ROWS, seed=-7)
    seen = epochs(forward, 20)
    for epoch in reversed(range(20)):
        assert backward.items(epoch * len(ROWS), len(ROWS)).tolist() == seen[epoch]
    assert len({tuple(examples) for examples in seen}) == 20
    others = [epochs(TaskOrder(ROWS, seed), 1)[0] for seed in (0, 1, -1, 2**63)]
    assert len({tuple(examples) for examples in [*others, seen[0]]}) == 5


@given(first=st.integers(0, 500), n=st.integers(1, 60))
@settings(max_examples=60, deadline=None)
def test_any_window_is_a_slice_of_the_stream(first, n):
    """The stream is put together epoch by epoch."""
    order = TaskOrder(ROWS, seed=5)
    last = (first + n) // len(ROWS) + 1
    stream = list(itertools.chain.from_iterable(epochs(order, last)))
    assert order.items(first, n).tolist() == stream[first : first + n]


def test_a_single_example():
    assert TaskOrder(np.array([8]), seed=0).items(5, 3).tolist() == [0, 0, 0]


def test_nothing_to_order_is_refused():
    with pytest.raises(ValueError, match="no support example"):
        TaskOrder(np.array([], dtype=np.int64), seed=0)
