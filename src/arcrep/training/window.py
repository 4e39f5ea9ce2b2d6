"""What happened since the last line of metrics, kept on the device until it is read."""

import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from arcrep.runs import METRICS, read_metrics


class Window:
    """Sums over the steps between two lines of metrics.

    The loss is read from the device once a window, so that a GPU never waits for the host.

    Args:
        device: Where the sums are kept.
        sum_names: Of the further sums that each step brings.
    """

    def __init__(self, device: torch.device, sum_names: Sequence[str] = ()) -> None:
        self.device, self.sum_names = device, sum_names
        self.clear()

    def clear(self, first_step: int = 0) -> None:
        """Start a window at a step."""
        self.first_step = first_step
        self.n_steps = 0
        self.n_examples = 0
        self.loss_sum = torch.zeros((), device=self.device)
        self.norm_sum = torch.zeros((), device=self.device)
        self.fewest_targets = torch.full((), torch.inf, device=self.device)
        self.sums = {
            name: torch.zeros((), dtype=torch.int64, device=self.device) for name in self.sum_names
        }
        self._timed_from = (time.perf_counter(), 0)

    def add(
        self,
        loss: torch.Tensor,
        gradient_norm: torch.Tensor | None,
        n_targets: torch.Tensor,
        n_examples: int,
        sums: Mapping[str, torch.Tensor] | None = None,
    ) -> None:
        """Take in a step."""
        self.n_steps += 1
        self.n_examples += n_examples
        self.loss_sum += loss.detach()
        if gradient_norm is not None:
            self.norm_sum += gradient_norm
        self.fewest_targets = torch.minimum(self.fewest_targets, n_targets)
        for name, value in (sums or {}).items():
            self.sums[name] = self.sums[name] + value

    def check(self) -> None:
        """Read the sums and refuse steps that learnt nothing or went astray.

        Raises:
            ValueError: A loss or gradient was not finite, or a batch had nothing to learn from.
        """
        steps = f"steps {self.first_step} to {self.first_step + self.n_steps - 1}"
        if self.n_steps and self.fewest_targets.item() == 0:
            raise ValueError(f"a batch in {steps} has no labelled cell: nothing to learn from")
        for what, value in (("loss", self.loss_sum), ("gradient", self.norm_sum)):
            if not torch.isfinite(value):
                raise ValueError(
                    f"the {what} is not finite in {steps}: "
                    "try a lower optimizer.lr, or loop.precision=bf16 or fp32"
                )

    def summary(self) -> dict[str, float]:
        """Return the mean loss and the speed since the window began (or was restored)."""
        since, counted = self._timed_from
        seconds = max(time.perf_counter() - since, 1e-9)
        return {
            "loss": self.loss_sum.item() / self.n_steps,
            "examples_per_second": round((self.n_examples - counted) / seconds, 2),
            **{name: value.item() for name, value in self.sums.items()},
        }

    def state_dict(self) -> dict[str, Any]:
        """Return the sums, for a checkpoint."""
        return {
            "first_step": self.first_step,
            "n_steps": self.n_steps,
            "n_examples": self.n_examples,
            "loss_sum": self.loss_sum,
            "norm_sum": self.norm_sum,
            "fewest_targets": self.fewest_targets,
            "sums": self.sums,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on with the sums of a checkpoint."""
        self.clear(state["first_step"])
        self.n_steps, self.n_examples = state["n_steps"], state["n_examples"]
        for name in ("loss_sum", "norm_sum", "fewest_targets"):
            setattr(self, name, state[name].to(self.device))
        self.sums = {name: value.to(self.device) for name, value in state["sums"].items()}
        self._timed_from = (time.perf_counter(), self.n_examples)


def warn_of_lost_metrics(folder: Path, step: int, every: Mapping[str, int]) -> None:
    """Warn where the metrics of a run lack lines from before a step, as after a power cut.

    Args:
        folder: Of the run.
        step: Where it goes on.
        every: After how many steps there is a line, by its kind; 0 for never.
    """
    path = folder / METRICS
    if step >= every["train"] and not path.exists():
        warnings.warn(f"{path} is missing: the metrics up to step {step} are lost", stacklevel=2)
        return
    there = {(line.get("kind"), line.get("step")) for line in read_metrics(folder)}
    lost = [
        before
        for kind, steps in every.items()
        for before in (range(steps, step, steps) if steps else ())
        if (kind, before) not in there
    ]
    if lost:
        warnings.warn(
            f"{path} lacks lines of steps {min(lost)} to {max(lost)}: they are lost, and so is "
            "which evaluation among them was the best",
            stacklevel=2,
        )
