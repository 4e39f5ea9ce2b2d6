"""Learning-rate schedules: the factor on each parameter group's base rate at a step."""

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from arcrep.settings import check_whole


@runtime_checkable
class Schedule(Protocol):
    """Gives the factor on the base learning rate."""

    def factor(self, step: int, steps_per_epoch: int | float, epochs: int) -> float:
        """Return the factor at a step (from 0) of a run of `epochs` epochs."""
        ...

    def warmup(self, steps_per_epoch: int | float, epochs: int) -> int | float:
        """Return how many steps the factor rises for; from there on it stays or falls."""
        ...


def highest_factor(
    schedule: Schedule, n_steps: int, steps_per_epoch: int | float, epochs: int
) -> float:
    """Return the highest factor of the first `n_steps` steps of a run, without asking for each."""
    end = int(schedule.warmup(steps_per_epoch, epochs))
    # A step to either side, for what is rounded; a run that ends before is highest at its end.
    steps = {max(0, min(step, n_steps - 1)) for step in (end - 1, end, end + 1)}
    return max(schedule.factor(step, steps_per_epoch, epochs) for step in steps)


@dataclass(frozen=True)
class PublishedSchedule:
    """Linear warm-up from 0, then half a cosine to 0, changed once an epoch.

    The whole first epoch runs at rate 0, as published; `CorrectedSchedule` does not.

    **Source:** VARC (arXiv 2511.14761), offline training of the code release of 2025-11-26:
    min(epochs // 5, 10) warm-up epochs.
    """

    warmup_epochs: int = 10

    def __post_init__(self) -> None:
        check_whole("schedule.warmup_epochs", self.warmup_epochs, least=0)

    def factor(self, step: int, steps_per_epoch: int | float, epochs: int) -> float:
        """Return the factor at a step (from 0) of a run of `epochs` epochs."""
        warmup = self._warmup_epochs(epochs)
        epoch = int(step // steps_per_epoch)
        return epoch / warmup if epoch < warmup else _cosine(epoch, warmup, epochs)

    def warmup(self, steps_per_epoch: int | float, epochs: int) -> int | float:
        """Return how many steps the factor rises for; from there on it falls."""
        return self._warmup_epochs(epochs) * steps_per_epoch

    def _warmup_epochs(self, epochs: int) -> int:
        return min(epochs // 5, self.warmup_epochs)


@dataclass(frozen=True)
class CorrectedSchedule:
    """The published shape at every step instead of every epoch, with no step at rate 0."""

    warmup_epochs: int = 10

    def __post_init__(self) -> None:
        check_whole("schedule.warmup_epochs", self.warmup_epochs, least=0)

    def factor(self, step: int, steps_per_epoch: int | float, epochs: int) -> float:
        """Return the factor at a step (from 0) of a run of `epochs` epochs."""
        warmup = self.warmup(steps_per_epoch, epochs)
        return (
            (step + 1) / warmup
            if step < warmup
            else _cosine(step, warmup, epochs * steps_per_epoch)
        )

    def warmup(self, steps_per_epoch: int | float, epochs: int) -> int | float:
        """Return how many steps the factor rises for; from there on it falls."""
        return min(epochs // 5, self.warmup_epochs) * steps_per_epoch


@dataclass(frozen=True)
class WarmupSchedule:
    """Linear warm-up over steps, counted from 1, then the base rate for good.

    **Source:** TRM (arXiv 2510.04871), config file of the code release: a cosine whose least ratio
    is 1.
    """

    warmup_steps: int = 2000

    def __post_init__(self) -> None:
        check_whole("schedule.warmup_steps", self.warmup_steps, least=0)

    def factor(
        self,
        step: int,
        steps_per_epoch: int | float,  # noqa: ARG002 - of the protocol
        epochs: int,  # noqa: ARG002 - of the protocol
    ) -> float:
        """Return the factor at a step (from 0) of a run of `epochs` epochs."""
        return min(1.0, (step + 1) / max(1, self.warmup_steps))

    def warmup(self, steps_per_epoch: int | float, epochs: int) -> int:  # noqa: ARG002
        """Return how many steps the factor rises for; from there on it stays."""
        return self.warmup_steps


def _cosine(position: int | float, start: int | float, end: int | float) -> float:
    return 0.5 * (1 + math.cos(math.pi * (position - start) / (end - start)))
