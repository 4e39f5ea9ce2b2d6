"""What a trained TRM model answers: one grid per test input.

**Source:** evaluation of the TRM code release at commit e7b6871: 16 supervision steps for all, the
answer of the last one, cropped from the corner at which the input lies.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Int64, UInt8
from tqdm.auto import tqdm

from arcrep.arc import TaskSet
from arcrep.data import BLANK, GridTable, TokenCanvas, query_table
from arcrep.data.canvas import uniform_numbers
from arcrep.evaluation import Prediction, crop_tokens, prediction_from_grid
from arcrep.models import Carry, Trm
from arcrep.settings import check_whole, check_yes_or_no

_STREAM = 8
_HALVINGS = 3
_PRECISIONS = {"fp32": torch.float32, "bf16": torch.bfloat16}


@dataclass(frozen=True)
class TrmTestSettings:
    """How test inputs are put to a TRM model.

    Attributes:
        batch_size: Queries computed together.
        steps: Supervision steps; 16 as published.
        early_exit: A query whose halting head says so after a step is answered by that step, and
            leaves the batch, which shrinks by halves (at most to an eighth). Published evaluation
            never does; it changes answers and saves time.
        translate: Inputs lie at a drawn place instead of (0, 0); it depends on the input's size
            alone, so that an answer larger than the input may be cut by the canvas.
        precision: `fp32` or `bf16`; null takes that of the training.
    """

    __test__ = False  # not a test class for pytest

    batch_size: int = 64
    steps: int = 16
    early_exit: bool = False
    translate: bool = False
    precision: str | None = None

    def __post_init__(self) -> None:
        for name in ("batch_size", "steps"):
            check_whole(f"test.{name}", getattr(self, name))
        for name in ("early_exit", "translate"):
            check_yes_or_no(f"test.{name}", getattr(self, name))
        if self.precision not in (None, *_PRECISIONS):
            raise ValueError(f"test.precision is fp32, bf16 or null, got {self.precision!r}")


class TrmPredictor:
    """Puts the test inputs of a task set to a TRM model.

    Args:
        model: Knows an embedding for each task of the set.
        tasks: The task set.
        settings: How they are put.
        seed: Of the places, where they are drawn.
        precision: Of the training.
    """

    def __init__(
        self, model: Trm, tasks: TaskSet, settings: TrmTestSettings, seed: int, precision: str
    ) -> None:
        self.model, self.tasks, self.settings, self.seed = model, tasks, settings, seed
        self.device = next(model.parameters()).device
        self.precision = _PRECISIONS[settings.precision or precision]
        self.table = query_table(tasks, model.task_table.rows(tasks.ids), self.device)

    def predict(self, progress: bool = True) -> list[Prediction]:
        """Return one prediction per test input, in the order of the task set."""
        canvas, grids = TokenCanvas(self.table, self.model.side), list[np.ndarray]()
        offsets = self._offsets()
        with _progress(self.table, "answering", "query", progress) as bar:
            for queries in self._batches(self.table):
                places = offsets[queries]
                tokens = self._answer(canvas, queries, places)
                square = tokens.cpu().numpy().reshape(-1, self.model.side, self.model.side)
                grids += crop_tokens(square, places)
                bar.update(len(queries))
        names = [(task.id, test) for task in self.tasks for test in range(len(task.test))]
        return [
            prediction_from_grid(task, test, grid)
            for (task, test), grid in zip(names, grids, strict=True)
        ]

    def exact_share(
        self,
        table: GridTable,
        offsets: Int64[np.ndarray, "examples 2"] | None = None,
        progress: bool = True,
    ) -> float:
        """Return the share of a table's examples whose labelled cells are all right.

        They lie at offsets (y, x), by default at (0, 0). That is the published token metric; the
        border counts.
        """
        canvas, exact = TokenCanvas(table, self.model.side), 0
        corner = np.zeros((len(table), 2), dtype=np.int64)
        with _progress(table, "recalling", "example", progress) as bar:
            for examples in self._batches(table):
                places = corner[examples] if offsets is None else offsets[examples]
                found = self._answer(canvas, examples, places)
                labels = canvas.tokens(*self._on_device(examples, places), outputs=True)
                exact += int(((found == labels) | (labels == BLANK)).all(-1).sum())
                bar.update(len(examples))
        return exact / max(1, len(table))

    def _offsets(self) -> Int64[np.ndarray, "queries 2"]:
        if not self.settings.translate:
            return np.zeros((len(self.table), 2), dtype=np.int64)
        room = self.model.side - self.table.sizes[:, 0] + 1
        uniform = uniform_numbers(self.seed, _STREAM, 0, len(self.table))[:, :2]
        return (uniform * room).astype(np.int64)

    def _batches(self, table: GridTable) -> Iterator[Int64[np.ndarray, "batch"]]:
        for start in range(0, len(table), self.settings.batch_size):
            yield np.arange(start, min(start + self.settings.batch_size, len(table)))

    def _on_device(
        self, examples: np.ndarray, offsets: np.ndarray
    ) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.from_numpy(examples).to(self.device), torch.from_numpy(offsets).to(self.device)

    @torch.no_grad()
    def _answer(
        self, canvas: TokenCanvas, examples: np.ndarray, offsets: np.ndarray
    ) -> UInt8[torch.Tensor, "batch cells"]:
        """Return the token of every cell."""
        self.model.eval()
        chosen, places = self._on_device(examples, offsets)
        tokens, rows = canvas.tokens(chosen, places), canvas.task_rows[chosen]
        on = self.precision != torch.float32
        with torch.autocast(self.device.type, self.precision, enabled=on):
            if self.settings.early_exit:
                return self._with_early_exit(tokens, rows)
            logits = self.model(tokens, rows, self.settings.steps).logits
        return logits.argmax(-1).to(torch.uint8)

    def _with_early_exit(
        self,
        tokens: UInt8[torch.Tensor, "batch cells"],
        rows: Int64[torch.Tensor, "batch"],
    ) -> UInt8[torch.Tensor, "batch cells"]:
        model = self.model
        inputs = model.embed(tokens, model.task_table(rows))
        carry, found = model.initial(len(tokens), inputs.dtype), torch.empty_like(tokens)
        slots = torch.arange(len(tokens), device=tokens.device)
        going = torch.ones_like(slots, dtype=torch.bool)
        for step in range(1, self.settings.steps + 1):
            carry = model.supervision_step(carry, inputs)
            done = going & (model.halt(carry.answer)[:, 0] > 0)
            if step == self.settings.steps:
                done = going
            found[slots[done]] = model.read(carry.answer[done]).argmax(-1).to(torch.uint8)
            going = going & ~done
            n_going = int(going.sum())
            if not n_going:
                break
            size = self._compact_size(n_going)
            if size < len(slots):  # those that go on, and as many others as fill up
                kept = (~going).int().argsort(stable=True)[:size]
                slots, going, inputs = slots[kept], going[kept], inputs[kept]
                carry = Carry(carry.answer[kept], carry.latent[kept])
        return found

    def _compact_size(self, n: int) -> int:
        """Return the smallest of a few sizes that holds n: each is compiled for itself."""
        sizes = [self.settings.batch_size >> halvings for halvings in range(_HALVINGS + 1)]
        return min(size for size in sizes if size >= n)


def _progress(table: GridTable, what: str, unit: str, shown: bool) -> "tqdm[Any]":
    """Return a bar over a table, which goes when it is done if it stands below another."""
    return tqdm(total=len(table), desc=what, unit=unit, disable=not shown, leave=None)
