"""The order in which a run meets its examples."""

import numpy as np
import pytest

from arcrep.data import EpochOrder


@pytest.mark.parametrize(("n", "size", "steps"), [(10, 4, 3), (8, 4, 2), (3, 7, 1), (1, 1, 1)])
def test_every_example_once_an_epoch_and_nothing_dropped(n, size, steps):
    order = EpochOrder(n, size, seed=3)
    assert order.steps_per_epoch == steps
    for epoch in range(3):
        batches = [order.batch(epoch * steps + step) for step in range(steps)]
        met = np.concatenate([batch.examples for batch in batches])
        assert sorted(met) == list(range(n))
        lengths = [len(batch.examples) for batch in batches]
        assert lengths == [size] * (n // size) + [n % size] * bool(n % size)
        starts = [batch.first_item for batch in batches]
        assert starts == [epoch * n + size * step for step in range(steps)]


def test_a_batch_depends_on_seed_and_step_only():
    forward, backward = EpochOrder(50, 8, seed=-7), EpochOrder(50, 8, seed=-7)
    steps = range(20)
    seen = {step: forward.batch(step).examples.tolist() for step in steps}
    for step in reversed(steps):
        assert backward.batch(step).examples.tolist() == seen[step]


def test_epochs_and_seeds_differ():
    order = EpochOrder(50, 50, seed=0)
    epochs = [order.batch(step).examples.tolist() for step in range(4)]
    others = [EpochOrder(50, 50, seed=seed).batch(0).examples.tolist() for seed in (1, -1, 2**63)]
    distinct = {tuple(examples) for examples in epochs + others}
    assert len(distinct) == 7


@pytest.mark.parametrize(("n", "size"), [(0, 1), (1, 0)])
def test_nothing_to_order_is_refused(n, size):
    with pytest.raises(ValueError):
        EpochOrder(n, size, seed=0)
