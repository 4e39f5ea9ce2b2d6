"""What a training step minimises, per model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int64, UInt8
from torch.nn import functional

from arcrep.data import BACKGROUND, EpochOrder, Placement, Tokenizer, Tokens
from arcrep.models import Varc


@dataclass(frozen=True)
class StepLoss:
    """One step's loss.

    Attributes:
        loss: A scalar with its graph.
        n_targets: The scored cells.
        n_examples: The examples drawn.
        sums: Further counts by name, which are added up from one line of metrics to the next.
    """

    loss: Float[torch.Tensor, ""]
    n_targets: torch.Tensor
    n_examples: int
    sums: Mapping[str, torch.Tensor] = field(default_factory=dict[str, torch.Tensor])


@runtime_checkable
class Objective(Protocol):
    """What the loop asks of a model's training: a loss per optimiser step, and its own state.

    The state holds what lives from step to step beside the weights (a recurrent carry, counters,
    averaged weights), so that a resumed run goes on to the bit.
    """

    def loss(self, step: int) -> StepLoss:
        """Draw the step's examples and compute the loss."""
        ...

    def after_step(self) -> None:
        """Follow an optimiser step (averages of weights, counters)."""
        ...

    def is_done(self, step: int) -> bool:
        """Whether the run ends before this step, for a reason of the objective's own."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """Return what lives from step to step."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        ...


class VarcObjective:
    """Cross entropy of the labelled cells of placed support examples.

    Args:
        model: The model.
        tokenizer: Over the table of support examples.
        order: Which examples a step draws.
        placement: Where they lie on the canvas.
        seed: Of the placement.
        mean: `cells` weighs every labelled cell of a batch alike (published: large outputs
            dominate); `examples` weighs every example alike.

    **Source:** VARC (arXiv 2511.14761), loss of the code release: mean over all labelled cells.
    """

    def __init__(
        self,
        model: Varc,
        tokenizer: Tokenizer,
        order: EpochOrder,
        placement: Placement,
        seed: int,
        mean: str = "cells",
    ) -> None:
        if mean not in {"cells", "examples"}:
            raise ValueError(f"loss_mean is cells or examples, got {mean!r}")
        self.model, self.tokenizer, self.order = model, tokenizer, order
        self.placement, self.seed, self.mean = placement, seed, mean

    def tokens(self, step: int) -> Tokens:
        """Draw and place the step's examples."""
        batch = self.order.batch(step)
        extents = self.tokenizer.table.extents(batch.examples)
        placed = self.placement.draw(self.seed, batch.first_item, extents)
        return self.tokenizer.for_training(batch.examples, placed)

    def loss(self, step: int) -> StepLoss:
        """Draw the step's examples and compute the loss."""
        tokens = self.tokens(step)
        assert tokens.labels is not None
        output = self.model(tokens)
        n_examples = len(tokens.task_rows)
        if self.mean == "examples":
            samples = tokens.output_samples
            loss = example_cross_entropy(output.logits, tokens.labels, samples, n_examples)
        else:
            loss = cell_cross_entropy(output.logits, tokens.labels)
        return StepLoss(loss, (tokens.labels != BACKGROUND).sum(), n_examples)

    def after_step(self) -> None:
        """Do nothing: the batch of a step depends on the step only."""

    def is_done(self, step: int) -> bool:  # noqa: ARG002 - of the protocol
        """Say no: the steps are counted beforehand."""
        return False

    def state_dict(self) -> dict[str, Any]:
        """Return nothing: the batch of a step depends on the step only."""
        return {}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        assert not state


def cell_cross_entropy(
    logits: Float[torch.Tensor, "outputs 4 colors"], labels: UInt8[torch.Tensor, "outputs 4"]
) -> Float[torch.Tensor, ""]:
    """Return the mean cross entropy of the labelled cells; background is not scored."""
    return _cross_entropy(logits, labels, "mean")


def example_cross_entropy(
    logits: Float[torch.Tensor, "outputs 4 colors"],
    labels: UInt8[torch.Tensor, "outputs 4"],
    samples: Int64[torch.Tensor, "outputs"],
    n_examples: int,
) -> Float[torch.Tensor, ""]:
    """Return the mean over examples of each one's mean; `samples` is the example of each output."""
    losses = _cross_entropy(logits, labels, "none").view(labels.shape)
    scored = (labels != BACKGROUND).to(losses)
    sums = losses.new_zeros(n_examples).index_add(0, samples, losses.sum(1))
    counts = losses.new_zeros(n_examples).index_add(0, samples, scored.sum(1))
    return (sums / counts).mean()


def _cross_entropy(logits: torch.Tensor, labels: torch.Tensor, reduction: str) -> torch.Tensor:
    logits = logits.flatten(0, 1)
    if logits.dtype in {torch.float16, torch.bfloat16}:
        logits = logits.float()
    targets = labels.flatten().long()
    return functional.cross_entropy(logits, targets, ignore_index=BACKGROUND, reduction=reduction)
