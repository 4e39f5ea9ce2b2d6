"""What a training step of TRM minimises: one supervision step of examples on their way.

A slot of the batch keeps an example, and its two states, from one optimiser step to the next until
it halts; then it takes the next example of the stream. Nothing is drawn to be thrown away, and the
host waits for the device once in 32 steps.
**Source:** TRM (arXiv 2510.04871), training step of the code release at commit e7b6871.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float, Int, Int64, UInt8
from torch.nn import functional

from arcrep.data import BLANK, GridTable, TaskOrder, TokenCanvas, TokenPlacement
from arcrep.data.canvas import uniform_numbers
from arcrep.models import Carry, Trm
from arcrep.settings import check_number, check_whole
from arcrep.training.objectives import PartLoss
from arcrep.training.optimizers import Ema, RowSignSGD

_HALT_STREAM = 7
LOOK_AHEAD = 32
"""Steps for which the host looks ahead, and after which it asks whether enough were started."""


@dataclass(frozen=True)
class Halting:
    """When an example is done with.

    Attributes:
        max_steps: Supervision steps after which it always is.
        exploration: In this share of the steps it has to go on for a drawn number of steps at
            least (2 to `max_steps`), whatever the halting head says.
        weight: Of the halting head's loss beside that of the cells.
    """

    max_steps: int = 16
    exploration: float = 0.1
    weight: float = 0.5

    def __post_init__(self) -> None:
        check_whole("halting.max_steps", self.max_steps)
        check_number("halting.exploration", self.exploration, most=1)
        check_number("halting.weight", self.weight)

    def least_steps(self, seed: int, step: int, batch: int) -> Int64[np.ndarray, "batch"]:
        """Draw how many steps each slot has to make at least, 0 for no such demand."""
        uniform = uniform_numbers(seed, _HALT_STREAM, step * batch, batch)
        least = 2 + (uniform[:, 1] * (self.max_steps - 1)).astype(np.int64)
        return np.where(uniform[:, 0] < self.exploration, np.minimum(least, self.max_steps), 0)


@dataclass(frozen=True)
class SampleLosses:
    """Losses of a batch's samples, and whether each answer is exact.

    Attributes:
        cells: Mean cross entropy of the labelled cells of each sample.
        halt: Cross entropy of the halting head against whether the answer is exact.
        exact: Whether every labelled cell is right.
    """

    cells: Float[torch.Tensor, "batch"]
    halt: Float[torch.Tensor, "batch"]
    exact: Bool[torch.Tensor, "batch"]


def sample_losses(
    logits: Float[torch.Tensor, "batch cells 12"],
    halt_logits: Float[torch.Tensor, "batch 2"],
    labels: UInt8[torch.Tensor, "batch cells"],
) -> SampleLosses:
    """Return the losses of each sample; blank cells are not scored, border cells are."""
    scored = labels != BLANK
    targets = labels.long()
    logs = log_stablemax(logits)
    losses = -logs.gather(-1, targets[..., None]).squeeze(-1) * scored
    cells = losses.sum(-1) / scored.sum(-1).clamp(min=1)
    exact = ((logits.argmax(-1) == targets) | ~scored).all(-1)
    halt = functional.binary_cross_entropy_with_logits(
        halt_logits[:, 0], exact.to(halt_logits.dtype), reduction="none"
    )
    return SampleLosses(cells, halt, exact)


def log_stablemax(logits: Float[torch.Tensor, "... classes"]) -> Float[torch.Tensor, "... classes"]:
    """Return log p with p_i = s(x_i) / sum s, s(x) = x + 1 from 0 up and 1 / (1 - x) below.

    In the closed form log s(x) = sign(x) log(1 + |x|), which is safe in float32.

    **Source:** Prieto et al. (2025), arXiv 2501.04697; TRM computes it in float64.
    """
    up, down = torch.log1p(logits.clamp(min=0)), torch.log1p((-logits).clamp(min=0))
    logs = torch.where(logits >= 0, up, -down)
    return logs - logs.logsumexp(-1, keepdim=True)


class TrmObjective:
    """Deep supervision of slots (see the module).

    Args:
        model: The model.
        canvas: Over the table of support examples.
        order: The stream of examples.
        placement: Where they lie.
        table_optimizer: Looks up task embeddings, and trains them.
        halting: When an example is done with.
        batch_size: Slots.
        seed: Of placement and exploration.
        ema: Follows the weights, if wanted.
        most_started: Ends the run once so many examples were started; checked each 32 steps.
        micro_batch: Slots computed together; it divides `batch_size`. None: all.
    """

    sum_names: Sequence[str] = ("started", "finished", "finished_exact", "finished_steps")

    def __init__(
        self,
        model: Trm,
        canvas: TokenCanvas,
        order: TaskOrder,
        placement: TokenPlacement,
        table_optimizer: RowSignSGD,
        halting: Halting,
        batch_size: int,
        seed: int,
        ema: Ema | None = None,
        most_started: int | None = None,
        micro_batch: int | None = None,
    ) -> None:
        self.model, self.canvas, self.order, self.placement = model, canvas, order, placement
        self.table_optimizer, self.halting = table_optimizer, halting
        self.batch_size, self.seed, self.ema, self.most_started = (
            batch_size,
            seed,
            ema,
            most_started,
        )
        size = micro_batch or batch_size
        assert batch_size % size == 0, "what has another shape would be compiled for itself"
        self._slots = [slice(first, first + size) for first in range(0, batch_size, size)]
        device = canvas.task_rows.device
        self.device = device
        self.examples = torch.zeros(batch_size, dtype=torch.int64, device=device)
        self.offsets = torch.zeros(batch_size, 2, dtype=torch.int64, device=device)
        self.n_steps = torch.zeros(batch_size, dtype=torch.int64, device=device)
        self.halted = torch.ones(batch_size, dtype=torch.bool, device=device)
        self.started = torch.zeros((), dtype=torch.int64, device=device)
        self.carry: Carry | None = None
        self._queue: _Queue | None = None

    @property
    def table(self) -> GridTable:
        """The examples."""
        return self.canvas.table

    def parts(self, step: int) -> Iterator[PartLoss]:
        """Let halted slots start new examples, make one supervision step, and score it."""
        queue, starting = self._looked_ahead(step), self.halted
        least = queue.least_steps[step - queue.first_step]
        carry = self._start(queue)
        vectors = self.table_optimizer.look_up(self.canvas.task_rows[self.examples])
        self.halted = torch.empty_like(starting)  # a new one: a state that was given out stays
        for slots in self._slots:
            part = self._score(slots, carry, vectors[slots])
            sums = {"started": starting[slots].sum(), **self._finish(slots, part, least[slots])}
            yield PartLoss(part.loss, part.n_targets, len(part.exact), sums)

    def _score(self, slots: slice, carry: Carry, vectors: torch.Tensor) -> "_Part":
        """Make a supervision step of some of the slots, keep its states, and score it."""
        examples, offsets = self.examples[slots], self.offsets[slots]
        tokens = self.canvas.tokens(examples, offsets)
        labels = self.canvas.tokens(examples, offsets, outputs=True)
        kept = Carry(carry.answer[slots], carry.latent[slots])
        carry = self.model.supervision_step(kept, self.model.embed(tokens, vectors))
        kept.answer.copy_(carry.answer.detach())
        kept.latent.copy_(carry.latent.detach())
        logits, halt_logits = self.model.read(carry.answer), self.model.halt(carry.answer)
        losses = sample_losses(logits, halt_logits, labels)
        loss = (losses.cells + self.halting.weight * losses.halt).sum() / self.batch_size
        return _Part(loss, halt_logits.detach()[:, 0], losses.exact, (labels != BLANK).sum())

    def _start(self, queue: "_Queue") -> Carry:
        """Give halted slots the next examples of the stream, and return where all begin.

        The states are written over, here and by each part: they are too large to hold twice.
        """
        halted = self.halted
        place = self.started + halted.cumsum(0) - 1 - queue.first_item
        place = place.clamp(0, len(queue.examples) - 1)
        self.examples = torch.where(halted, queue.examples[place], self.examples)
        self.offsets = torch.where(halted[:, None], queue.offsets[place], self.offsets)
        self.n_steps = torch.where(halted, 0, self.n_steps) + 1
        self.started = self.started + halted.sum()
        initial = self.model.initial(self.batch_size, self.model.dtype)
        if self.carry is None:
            self.carry = Carry(initial.answer.clone(), initial.latent.clone())
        reset, carry = halted[:, None, None], self.carry
        for state, first in ((carry.answer, initial.answer), (carry.latent, initial.latent)):
            torch.where(reset, first, state, out=state)
        return carry

    def _finish(
        self, slots: slice, part: "_Part", least: Int[torch.Tensor, "slots"]
    ) -> Mapping[str, torch.Tensor]:
        """Say which of some slots halt, and count what came of them."""
        n_steps = self.n_steps[slots]
        at_end = n_steps >= self.halting.max_steps
        wants = part.halt_logits > 0 if self.halting.max_steps > 1 else torch.zeros_like(at_end)
        self.halted[slots] = halted = (at_end | wants) & (n_steps >= least)
        return {
            "finished": halted.sum(),
            "finished_exact": (halted & part.exact).sum(),
            "finished_steps": (halted * n_steps).sum(),
        }

    def _looked_ahead(self, step: int) -> "_Queue":
        """Return the next stream items, fetched anew where they may not reach."""
        queue = self._queue
        if queue is None or not queue.first_step <= step < queue.first_step + LOOK_AHEAD:
            first_item, n = int(self.started), LOOK_AHEAD * self.batch_size
            examples = self.order.items(first_item, n)
            offsets = self.placement.offsets(
                self.table, self.canvas.side, self.seed, first_item, examples
            )
            least = [
                self.halting.least_steps(self.seed, number, self.batch_size)
                for number in range(step, step + LOOK_AHEAD)
            ]
            queue = self._queue = _Queue(
                step,
                first_item,
                self._upload(examples),
                self._upload(offsets),
                self._upload(np.stack(least)),
            )
        return queue

    def _upload(self, values: np.ndarray) -> torch.Tensor:
        tensor = torch.from_numpy(np.ascontiguousarray(values))
        if self.device.type == "cuda":
            tensor = tensor.pin_memory()
        return tensor.to(self.device, non_blocking=True)

    def is_done(self, step: int) -> bool:
        """Whether enough examples were started; asked of the device every 32 steps."""
        if self.most_started is None or step % LOOK_AHEAD:
            return False
        return int(self.started) >= self.most_started

    def after_step(self) -> None:
        """Let the average follow."""
        if self.ema:
            self.ema.update()

    def state_dict(self) -> dict[str, Any]:
        """Return the slots, their states and the average."""
        return {
            "examples": self.examples,
            "offsets": self.offsets,
            "n_steps": self.n_steps,
            "halted": self.halted,
            "started": self.started,
            "answer": self.carry.answer if self.carry else None,
            "latent": self.carry.latent if self.carry else None,
            "ema": self.ema.state_dict() if self.ema else None,
        }

    def form_of_state(self) -> dict[str, Any]:
        """Return names, shapes and types of what `state_dict` returns after a step."""
        carry = self.model.initial(self.batch_size, self.model.dtype)  # a view of a single row
        return {**self.state_dict(), "answer": carry.answer, "latent": carry.latent}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from saved slots."""
        for name in ("examples", "offsets", "n_steps", "halted", "started"):
            setattr(self, name, state[name].to(self.device))
        if state["answer"] is not None:
            # Of our own, for they are written over.
            states = (state[name].to(self.device, copy=True) for name in ("answer", "latent"))
            self.carry = Carry(*states)
        if self.ema:
            self.ema.load_state_dict(state["ema"])
        self._queue = None


@dataclass(frozen=True)
class _Part:
    """What a supervision step of some of the slots gave beside their states."""

    loss: Float[torch.Tensor, ""]
    halt_logits: Float[torch.Tensor, "slots"]
    exact: Bool[torch.Tensor, "slots"]
    n_targets: Int64[torch.Tensor, ""]


@dataclass(frozen=True)
class _Queue:
    """The stream from an item on, and what exploration asks from a step on, on the device."""

    first_step: int
    first_item: int
    examples: Int64[torch.Tensor, "items"]
    offsets: Int64[torch.Tensor, "items 2"]
    least_steps: Int64[torch.Tensor, "steps batch"]
