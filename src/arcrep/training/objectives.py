"""What a training step minimises, per model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int64, UInt8
from torch.nn import functional

from arcrep.data import BACKGROUND, EpochOrder, Placed, Placement, Tokenizer, Tokens
from arcrep.models import Varc


@dataclass(frozen=True)
class PartLoss:
    """What a part of a step's examples adds to the step's loss.

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

    def plus(self, other: "PartLoss") -> "PartLoss":
        """Return what two parts come to."""
        return PartLoss(
            self.loss + other.loss,
            self.n_targets + other.n_targets,
            self.n_examples + other.n_examples,
            {name: value + other.sums[name] for name, value in self.sums.items()},
        )


@runtime_checkable
class Objective(Protocol):
    """What the loop asks of a model's training: the loss of each step, and its own state.

    The state holds what lives from step to step beside the weights (a recurrent carry, counters,
    averaged weights), so that a resumed run goes on to the bit.

    Attributes:
        sum_names: The names of the `sums` of each part.
    """

    sum_names: Sequence[str]

    def parts(self, step: int) -> Iterator[PartLoss]:
        """Draw the step's examples and compute the loss, which is the sum over its parts.

        Whoever asks for the next part is done with the graph of the one before: memory holds one.
        """
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

    def form_of_state(self) -> dict[str, Any]:
        """Return names, shapes and types of what `state_dict` returns after a step.

        Called under the run's autocast.
        """
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a saved state, which is of that form."""
        ...


def check_mean(mean: str) -> None:
    """Refuse what the loss cannot be the mean over.

    Raises:
        ValueError: It is none of the two.
    """
    if mean not in ("cells", "examples"):
        raise ValueError(f"loss_mean is cells or examples, got {mean!r}")


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
        micro_batch: Examples computed together; None: all of the step.

    **Source:** VARC (arXiv 2511.14761), loss of the code release: mean over all labelled cells.
    """

    sum_names: Sequence[str] = ()

    def __init__(
        self,
        model: Varc,
        tokenizer: Tokenizer,
        order: EpochOrder,
        placement: Placement,
        seed: int,
        mean: str = "cells",
        micro_batch: int | None = None,
    ) -> None:
        check_mean(mean)
        self.model, self.tokenizer, self.order = model, tokenizer, order
        self.placement, self.seed, self.mean = placement, seed, mean
        self.micro_batch = micro_batch

    def tokens(self, step: int) -> Sequence[Tokens]:
        """Draw and place the step's examples, part by part."""
        batch = self.order.batch(step)
        examples, n = batch.examples, len(batch.examples)
        placed = self.placement.draw(
            self.seed, batch.first_item, self.tokenizer.table.extents(examples)
        )
        size = self.micro_batch or n
        return [
            self.tokenizer.for_training(examples[of], Placed(placed.scales[of], placed.offsets[of]))
            for of in (slice(first, first + size) for first in range(0, n, size))
        ]

    def parts(self, step: int) -> Iterator[PartLoss]:
        """Draw the step's examples and compute the loss, which is the sum over its parts.

        A part adds its own mean, times its share of what the mean of the step counts.
        """
        parts = self.tokens(step)
        n_targets = [_n_targets(part) for part in parts]
        n_examples = [len(part.task_rows) for part in parts]
        all_targets, all_examples = torch.stack(n_targets).sum(), sum(n_examples)
        for part, targets, examples in zip(parts, n_targets, n_examples, strict=True):
            loss = self._mean_loss(part)
            share = targets.to(loss) / all_targets
            if self.mean == "examples":
                share = examples / all_examples
            yield PartLoss(loss * share, targets, examples)

    def _mean_loss(self, tokens: Tokens) -> Float[torch.Tensor, ""]:
        """Return the loss of examples that are computed together."""
        assert tokens.labels is not None
        logits, samples = self.model(tokens).logits, tokens.output_samples
        if self.mean == "examples":
            return example_cross_entropy(logits, tokens.labels, samples, len(tokens.task_rows))
        return cell_cross_entropy(logits, tokens.labels)

    def after_step(self) -> None:
        """Do nothing: the batch of a step depends on the step only."""

    def is_done(self, step: int) -> bool:  # noqa: ARG002 - of the protocol
        """Say no: the steps are counted beforehand."""
        return False

    def state_dict(self) -> dict[str, Any]:
        """Return nothing: the batch of a step depends on the step only."""
        return {}

    def form_of_state(self) -> dict[str, Any]:
        """Return nothing, as `state_dict` does."""
        return {}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        assert not state


def _n_targets(tokens: Tokens) -> Int64[torch.Tensor, ""]:
    assert tokens.labels is not None
    return (tokens.labels != BACKGROUND).sum()


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
