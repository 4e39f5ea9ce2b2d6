"""Learning rates, against the published values."""

import itertools
import math

import pytest

from arcrep.training import CorrectedSchedule, PublishedSchedule, WarmupSchedule
from arcrep.training.schedules import highest_factor

STEPS = 19  # per epoch


def rates(schedule, epochs, base=3e-4):
    return [base * schedule.factor(step, STEPS, epochs) for step in range(epochs * STEPS)]


def test_published_rates_of_1000_epochs():
    by_step = rates(PublishedSchedule(), 1000)
    by_epoch = by_step[::STEPS]
    for epoch in (0, 7, 500, 999):  # changed once an epoch
        assert len(set(by_step[epoch * STEPS : (epoch + 1) * STEPS])) == 1
    warmup = [0, 3e-5, 6e-5, 9e-5, 1.2e-4, 1.5e-4, 1.8e-4, 2.1e-4, 2.4e-4, 2.7e-4, 3e-4]
    assert by_epoch[:11] == pytest.approx(warmup, abs=1e-12)
    assert by_epoch[500] == pytest.approx(1.52e-4, rel=5e-3)
    assert by_epoch[999] == pytest.approx(7.6e-10, abs=5e-12)
    assert max(by_epoch) == by_epoch[10]


@pytest.mark.parametrize(
    ("epochs", "factors"),
    [
        (1, [1]),
        (4, [0.5 * (1 + math.cos(math.pi * epoch / 4)) for epoch in range(4)]),
        (5, [0, 1, *(0.5 * (1 + math.cos(math.pi * epoch / 4)) for epoch in range(1, 4))]),
    ],
)
def test_published_factors_of_few_epochs(epochs, factors):
    """epochs // 5 epochs of warm-up: none under 5."""
    found = [PublishedSchedule().factor(epoch * STEPS, STEPS, epochs) for epoch in range(epochs)]
    assert found == pytest.approx(factors, abs=1e-12)


@pytest.mark.parametrize("epochs", [1, 4, 5, 49, 50, 1000])
def test_the_corrected_schedule_has_the_shape_and_no_step_at_0(epochs):
    found = rates(CorrectedSchedule(), epochs, base=1)
    warmup = min(epochs // 5, 10) * STEPS
    assert min(found) > 0
    assert max(found) <= 1
    assert found[:warmup] == pytest.approx([(step + 1) / warmup for step in range(warmup)])
    assert found[warmup] == 1
    assert all(later < earlier for earlier, later in itertools.pairwise(found[warmup:]))
    middle = warmup + (epochs * STEPS - warmup) // 2
    assert found[middle] == pytest.approx(0.5, abs=0.1)


def test_a_run_that_stops_early_keeps_the_schedule_of_all_epochs():
    assert PublishedSchedule().factor(10 * STEPS, STEPS, 1000) == 1
    assert PublishedSchedule(warmup_epochs=2).factor(1 * STEPS, STEPS, 1000) == 0.5


@pytest.mark.parametrize("kind", [CorrectedSchedule, PublishedSchedule, WarmupSchedule])
@pytest.mark.parametrize("steps_per_epoch", [1, 3, 8 / 3, 0.3, 49 / 13])
def test_the_highest_factor_is_that_of_all_steps(kind, steps_per_epoch):
    """The steps of a TRM run need make no whole epoch, and one may draw several epochs."""
    for warmup, epochs in itertools.product((0, 1, 2, 10), (1, 4, 5, 12, 60)):
        of_steps, schedule = 0.0, kind(warmup)
        for step in range(math.ceil(epochs * steps_per_epoch)):
            of_steps = max(of_steps, schedule.factor(step, steps_per_epoch, epochs))
            found = highest_factor(schedule, step + 1, steps_per_epoch, epochs)
            assert found == of_steps, (warmup, epochs, step)
