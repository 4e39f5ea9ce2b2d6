"""Learning-rate schedules: the factor on each parameter group's base rate at a step."""

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@runtime_checkable
class Schedule(Protocol):
    """Gives the factor on the base learning rate."""

    def factor(self, step: int, steps_per_epoch: int, epochs: int) -> float:
        """Return the factor at a step (from 0) of a run of `epochs` epochs."""
        ...


@dataclass(frozen=True)
class PublishedSchedule:
    """Linear warm-up from 0, then half a cosine to 0, changed once an epoch.

    The whole first epoch runs at rate 0, as published; `CorrectedSchedule` does not.

    **Source:** VARC (arXiv 2511.14761), offline training of the code release of 2025-11-26:
    min(epochs // 5, 10) warm-up epochs.
    """

    warmup_epochs: int = 10

    def __post_init__(self) -> None:
        _check_warmup(self.warmup_epochs)

    def factor(self, step: int, steps_per_epoch: int, epochs: int) -> float:
        """Return the factor at a step (from 0) of a run of `epochs` epochs."""
        warmup = min(epochs // 5, self.warmup_epochs)
        epoch = step // steps_per_epoch
        return epoch / warmup if epoch < warmup else _cosine(epoch, warmup, epochs)


@dataclass(frozen=True)
class CorrectedSchedule:
    """The published shape at every step instead of every epoch, with no step at rate 0."""

    warmup_epochs: int = 10

    def __post_init__(self) -> None:
        _check_warmup(self.warmup_epochs)

    def factor(self, step: int, steps_per_epoch: int, epochs: int) -> float:
        """Return the factor at a step (from 0) of a run of `epochs` epochs."""
        warmup = min(epochs // 5, self.warmup_epochs) * steps_per_epoch
        return (
            (step + 1) / warmup
            if step < warmup
            else _cosine(step, warmup, epochs * steps_per_epoch)
        )


def _check_warmup(epochs: object) -> None:
    if not isinstance(epochs, int) or epochs < 0:
        raise ValueError(f"schedule.warmup_epochs must be a whole number from 0 up, got {epochs!r}")


def _cosine(position: int, start: int, end: int) -> float:
    return 0.5 * (1 + math.cos(math.pi * (position - start) / (end - start)))
