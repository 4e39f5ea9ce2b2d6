"""What a trained VARC model answers: one grid per test input.

**Source:** inference of the VARC code release of 2025-11-26: argmax per cell, size from the first
boundary cell of the first row and column, block vote; without test-time training.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from tqdm.auto import tqdm

from arcrep.arc import MAX_SIDE, TaskSet
from arcrep.data import (
    BACKGROUND,
    PATCH,
    PATCHES_PER_SIDE,
    SIDE,
    Placed,
    Placement,
    Tokenizer,
    Tokens,
    query_table,
)
from arcrep.evaluation import Prediction, decode_canvases, prediction_from_grid, read_sizes
from arcrep.models import Varc
from arcrep.settings import check_whole, check_yes_or_no


@dataclass(frozen=True)
class TestSettings:
    """How test inputs are put to a model.

    Attributes:
        placement: Where they lie on the canvas; published evaluation: scale 2 at (1, 1).
        batch_size: Queries computed together.
        passes: Placements drawn per query; the grid answered most often wins, the earlier on ties.
        canvas_metric: Also score as the published `evaluate()` does: every labelled cell of the
            true footprint right at its scale, boundary included, nothing decoded.
    """

    __test__ = False  # not a test class for pytest

    placement: Placement
    batch_size: int = 64
    passes: int = 1
    canvas_metric: bool = False

    def __post_init__(self) -> None:
        for name in ("batch_size", "passes"):
            check_whole(f"test.{name}", getattr(self, name))
        check_yes_or_no("test.canvas_metric", self.canvas_metric)
        placement: Any = self.placement  # a changed run.json may bring anything
        if not isinstance(placement, Placement):
            raise ValueError(f"test.placement must be a Placement, got {placement!r}")


class Predictor:
    """Puts the test inputs of a task set to a model.

    Args:
        model: Knows an embedding for each task of the set.
        tasks: The task set.
        settings: Placement, batch size and so on.
        seed: Of the placement, where it is random.
    """

    def __init__(
        self,
        model: Varc,
        tasks: TaskSet,
        settings: TestSettings,
        seed: int,
    ) -> None:
        self.model, self.tasks, self.settings, self.seed = model, tasks, settings, seed
        device = next(model.parameters()).device
        self.table = query_table(tasks, model.task_table.rows(tasks.ids), device)
        self.tokenizer = Tokenizer(self.table, model.d_model, model.tokens)

    @torch.no_grad()
    def predict(self, progress: bool = True) -> list[Prediction]:
        """Return one prediction per test input, in the order of the task set."""
        self.model.eval()
        votes = [list[np.ndarray]() for _ in range(len(self.table))]
        total = self.settings.passes * len(self.table)
        with tqdm(
            total=total, desc="answering", unit="query", disable=not progress, leave=None
        ) as bar:  # below another bar it goes when it is done
            for first_item, queries in self._batches(self.settings.passes):
                for query, grid in zip(queries, self._answer(first_item, queries), strict=True):
                    votes[query].append(grid)
                bar.update(len(queries))
        names = [(task.id, test) for task in self.tasks for test in range(len(task.test))]
        return [
            prediction_from_grid(task, test, most_frequent(grids))
            for (task, test), grids in zip(names, votes, strict=True)
        ]

    @torch.no_grad()
    def canvas_accuracy(self) -> float:
        """Return the share of queries with every labelled cell right, as published `evaluate()`.

        Queries without an output are left out; NaN where none has one.
        """
        self.model.eval()
        right = list[bool]()
        for first_item, queries in self._batches(passes=1):
            queries = queries[self.table.sizes[queries, 1].all(axis=1)]
            if len(queries):
                extents = self.table.extents(queries)
                placed = self.settings.placement.draw(self.seed, first_item, extents)
                tokens = self.tokenizer.for_training(queries, placed)
                right += self._exact(tokens).tolist()
        return float(np.mean(right)) if right else float("nan")

    def _batches(self, passes: int) -> Iterator[tuple[int, np.ndarray]]:
        """Yield stream position and queries; like sizes together, so that little is padded."""
        order = np.argsort(self.table.sizes[:, 0].prod(axis=1), kind="stable")
        for pass_number in range(passes):
            for start in range(0, len(order), self.settings.batch_size):
                queries = order[start : start + self.settings.batch_size]
                yield pass_number * len(order) + start, queries

    def _exact(self, tokens: Tokens) -> torch.Tensor:
        assert tokens.labels is not None
        classes = self.model(tokens).logits.argmax(dim=-1)
        wrong = (classes != tokens.labels) & (tokens.labels != BACKGROUND)
        counts = torch.zeros(len(tokens.task_rows), device=classes.device)
        return counts.index_add(0, tokens.output_samples, wrong.sum(1).float()) == 0

    def _answer(self, first_item: int, queries: np.ndarray) -> list[np.ndarray]:
        """Answer a batch: first the size, then what of the box is not known by then."""
        inputs = self.table.sizes[queries, 0]  # the output's size would give the answer away
        placed = self.settings.placement.draw(self.seed, first_item, inputs)
        canvases = np.full((len(queries), SIDE, SIDE), BACKGROUND, dtype=np.uint8)
        self._paint(canvases, self.tokenizer.for_size(queries, placed))
        sizes = np.column_stack(read_sizes(canvases, placed.offsets))
        unknown = np.flatnonzero(self._incomplete(sizes, inputs, placed))
        if len(unknown) and not self.tokenizer.all_tokens:
            part = Placed(placed.scales[unknown], placed.offsets[unknown])
            boxes = np.full((len(unknown), SIDE, SIDE), BACKGROUND, dtype=np.uint8)
            self._paint(boxes, self.tokenizer.for_box(queries[unknown], part, sizes[unknown]))
            canvases[unknown] = np.where(boxes == BACKGROUND, canvases[unknown], boxes)
        return decode_canvases(canvases, placed.offsets, placed.scales)

    @staticmethod
    def _incomplete(sizes: np.ndarray, inputs: np.ndarray, placed: Placed) -> np.ndarray:
        """Tell whose box reaches beyond the input and the first row and column of patches.

        A box that is no grid (empty, or over 30 cells a side) is not worth computing.
        """
        scales, corner = placed.scales[:, None], placed.offsets // PATCH
        box = (placed.offsets + sizes - 1) // PATCH - corner
        known = (placed.offsets + inputs * scales - 1) // PATCH - corner
        is_grid = ((sizes > 0) & (-(-sizes // scales) <= MAX_SIDE)).all(axis=1)
        return np.asarray(is_grid & (box > 0).all(axis=1) & (box > known).any(axis=1))

    def _paint(self, canvases: np.ndarray, tokens: Tokens) -> None:
        """Put the likeliest class of each computed cell on the canvases."""
        classes = self.model(tokens).logits.argmax(dim=-1).to(torch.uint8).cpu().numpy()
        sample = tokens.output_samples.cpu().numpy()
        row, column = np.divmod(tokens.patches[tokens.outputs].cpu().numpy(), PATCHES_PER_SIDE)
        for cell in range(PATCH * PATCH):
            down, right = divmod(cell, PATCH)
            canvases[sample, row * PATCH + down, column * PATCH + right] = classes[:, cell]


def most_frequent(grids: Sequence[np.ndarray]) -> np.ndarray:
    """Return the grid that occurs most often; on a tie the one that came first."""
    keys = [(grid.shape, grid.tobytes()) for grid in grids]
    return grids[keys.index(Counter(keys).most_common(1)[0][0])]
