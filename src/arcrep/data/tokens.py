"""The tokens that a VARC model has to compute for a batch, and no others.

Only the task token and the patches of the input are attended to (keys). A patch that is no key
influences nothing but its own output, so it is computed only where its output is wanted. A sample
is a segment `[task token, input patches, further wanted patches]`; the segments of a batch are
packed behind each other, grouped into buckets of (nearly) equal length so that a bucket is a plain
view of the packed array. The saving is exact: outputs, loss and gradients are those of all 1,025
tokens.

**Source:** the key mask of VARC's attention (code release of 2025-11-26): background is no key.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Int, Int64, UInt8

from arcrep.arc import MAX_SIDE
from arcrep.data.canvas import (
    BACKGROUND,
    BOUNDARY,
    N_PATCHES,
    PATCH,
    PATCHES_PER_SIDE,
    Placed,
)
from arcrep.data.grids import GridTable

TASK_TOKEN = N_PATCHES  # the patch number that stands for the task token

# Padding tokens that cost as much as one more attention call. On a CPU a call costs about what
# 400,000 / d_model^2 tokens of a block do; a GPU, which small calls leave idle, pads more.
_CPU_CALL = 400_000
_GPU_BUCKET_COST = 1024


@dataclass(frozen=True)
class Bucket:
    """Segments of (nearly) equal length: `samples` x `length` tokens from `start` on.

    Attributes:
        keys: The first `keys` tokens of each segment can be attended to, where `key_mask` is True
            (None: all of them).
    """

    start: int
    samples: int
    length: int
    keys: int
    key_mask: Bool[torch.Tensor, "samples 1 1 keys"] | None

    @property
    def stop(self) -> int:
        """The first token after the bucket."""
        return self.start + self.samples * self.length


@dataclass(frozen=True)
class Tokens:
    """A packed batch for `arcrep.models.Varc`; samples are those of the batch in its order.

    Attributes:
        cells: The four input cells of each patch, row by row (background where there is no grid).
        patches: Patch numbers, row-major; 1,024 is the task token.
        task_rows: Row of the task table of each sample.
        task_slots: Where each sample's task token stands.
        outputs: The tokens whose outputs are wanted.
        output_samples: The sample of each output.
        labels: Target ids of the four cells of each output (background: not scored), if known.
    """

    cells: UInt8[torch.Tensor, "tokens 4"]
    patches: Int64[torch.Tensor, "tokens"]
    task_rows: Int64[torch.Tensor, "batch"]
    task_slots: Int64[torch.Tensor, "batch"]
    buckets: tuple[Bucket, ...]
    outputs: Int64[torch.Tensor, "outputs"]
    output_samples: Int64[torch.Tensor, "outputs"]
    labels: UInt8[torch.Tensor, "outputs 4"] | None


class Tokenizer:
    """Turns placed examples of a grid table into tokens.

    Args:
        table: The examples.
        d_model: Width of the model that is fed; it decides how finely batches are cut.
        tokens: `needed`, or `all` 1,025 of each sample, as published (slow, the same numbers).
    """

    def __init__(self, table: GridTable, d_model: int, tokens: str = "needed") -> None:
        self.table = table
        self.device = table.cells.device
        self.all_tokens = tokens == "all"
        on_cpu = self.device.type == "cpu"
        self.bucket_cost = _CPU_CALL // d_model**2 if on_cpu else _GPU_BUCKET_COST

    def for_training(self, examples: Int[np.ndarray, "batch"], placed: Placed) -> Tokens:
        """Return the tokens that the loss needs, with labels.

        Raises:
            ValueError: An example has no output.
        """
        if not self.table.sizes[examples, 1].all():
            raise ValueError("an example without an output cannot be trained on")
        labelled = self._patches(placed, self.table.sizes[examples, 1], boundary=1)
        return self._tokens(examples, placed, labelled, lines=False, labels=True)

    def for_size(self, examples: Int[np.ndarray, "batch"], placed: Placed) -> Tokens:
        """Return the tokens that tell the predicted size: first row, first column, the input."""
        wanted = PATCHES_PER_SIDE - placed.offsets // PATCH
        return self._tokens(examples, placed, wanted, lines=True, labels=False)

    def for_box(
        self,
        examples: Int[np.ndarray, "batch"],
        placed: Placed,
        sizes: Int[np.ndarray, "batch 2"],
    ) -> Tokens:
        """Return the tokens of a box of `sizes` canvas cells (height, width) at the offset."""
        wanted = self._patches(placed, sizes, boundary=0, scaled=True)
        return self._tokens(examples, placed, wanted, lines=False, labels=False)

    def for_inputs(self, examples: Int[np.ndarray, "batch"], placed: Placed) -> Tokens:
        """Return the task token and the input patches alone, to read what a model makes of them."""
        inputs = self._patches(placed, self.table.sizes[examples, 0], boundary=0)
        return self._tokens(examples, placed, inputs, lines=False, labels=False)

    def _patches(
        self, placed: Placed, sizes: np.ndarray, boundary: int, scaled: bool = False
    ) -> np.ndarray:
        """Count the rows and columns of patches that a grid with its boundary touches."""
        cells = sizes if scaled else sizes * placed.scales[:, None]
        last = placed.offsets + cells + boundary - 1
        return last // PATCH - placed.offsets // PATCH + 1

    def _tokens(
        self, examples: np.ndarray, placed: Placed, wanted: np.ndarray, lines: bool, labels: bool
    ) -> Tokens:
        inputs = self._patches(placed, self.table.sizes[examples, 0], boundary=0)
        corner = placed.offsets // PATCH
        if self.all_tokens:
            layout = _full_layout(corner, inputs)
        else:
            layout = _gathered_layout(corner, inputs, wanted, lines, labels, self.bucket_cost)
        placing = self._to_device(
            np.column_stack(
                (examples, placed.offsets, placed.scales, self.table.sizes[examples].reshape(-1, 4))
            )
        )
        patches = self._to_device(layout.patches)
        outputs = self._to_device(layout.outputs)
        samples = self._to_device(layout.samples)
        output_samples = samples[outputs]
        known = self._labels(patches[outputs], placing[output_samples]) if labels else None
        return Tokens(
            cells=self._cells(patches, placing[samples]),
            patches=patches,
            task_rows=self._to_device(self.table.task_rows[examples]),
            task_slots=self._to_device(layout.task_slots),
            buckets=tuple(
                Bucket(*place, None if mask is None else self._to_device(mask))
                for place, mask in layout.buckets
            ),
            outputs=outputs,
            output_samples=output_samples,
            labels=known,
        )

    def _to_device(self, array: np.ndarray) -> torch.Tensor:
        tensor = torch.from_numpy(array)
        if self.device.type == "cuda":  # only pinned memory is copied while the GPU works on
            tensor = tensor.pin_memory()
        return tensor.to(self.device, non_blocking=True)

    def _cells(self, patches: torch.Tensor, placing: torch.Tensor) -> torch.Tensor:
        """Look up the input cells of patches; background outside the grid."""
        example, y, x, scale, height, width, _, _ = placing.unsqueeze(2).unbind(1)
        row, column = _canvas_cells(patches)
        row = torch.div(row - y, scale, rounding_mode="floor")
        column = torch.div(column - x, scale, rounding_mode="floor")
        return self._look_up(example, 0, row, column, height, width)

    def _labels(self, patches: torch.Tensor, placing: torch.Tensor) -> torch.Tensor:
        """Look up the target ids of patches: the output, the L of its boundary, else background."""
        example, y, x, scale, _, _, height, width = placing.unsqueeze(2).unbind(1)
        row, column = _canvas_cells(patches)
        below, right = row - y - height * scale, column - x - width * scale
        boundary = ((below == 0) & (right <= 0) & (column >= x)) | (
            (right == 0) & (below <= 0) & (row >= y)
        )
        row = torch.div(row - y, scale, rounding_mode="floor")
        column = torch.div(column - x, scale, rounding_mode="floor")
        labels = self._look_up(example, 1, row, column, height, width)
        return torch.where(boundary, BOUNDARY, labels)

    def _look_up(
        self,
        example: torch.Tensor,
        side: int,
        row: torch.Tensor,
        column: torch.Tensor,
        height: torch.Tensor,
        width: torch.Tensor,
    ) -> torch.Tensor:
        inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        row, column = row.clamp(0, MAX_SIDE - 1), column.clamp(0, MAX_SIDE - 1)
        return torch.where(inside, self.table.cells[example, side, row, column], BACKGROUND)


@dataclass(frozen=True)
class _Layout:
    """The arrangement of a batch on the host; padding tokens are patch 0 of sample 0."""

    patches: np.ndarray
    samples: np.ndarray
    task_slots: np.ndarray
    outputs: np.ndarray
    buckets: list[tuple[tuple[int, int, int, int], np.ndarray | None]]


def _gathered_layout(
    corner: np.ndarray,
    inputs: np.ndarray,
    wanted: np.ndarray,
    lines: bool,
    labels: bool,
    bucket_cost: int,
) -> _Layout:
    """Lay out task token, input patches and wanted patches outside the input, for each sample."""
    sample_in, row_in, column_in = _rectangles(inputs)
    sample, row, column = _rectangles(wanted)
    outside = (row >= inputs[sample, 0]) | (column >= inputs[sample, 1])
    if lines:
        outside &= (row == 0) | (column == 0)
    sample_out, row_out, column_out = sample[outside], row[outside], column[outside]
    n_batch = len(corner)
    keys = 1 + np.bincount(sample_in, minlength=n_batch)
    lengths = keys + np.bincount(sample_out, minlength=n_batch)
    slots, buckets, total = _pack(lengths, keys, bucket_cost)
    at_in = slots[sample_in] + 1 + _ranks(sample_in, n_batch)
    at_out = slots[sample_out] + keys[sample_out] + _ranks(sample_out, n_batch)
    patches, samples = np.zeros(total, dtype=np.int64), np.zeros(total, dtype=np.int64)
    patches[slots], samples[slots] = TASK_TOKEN, np.arange(n_batch)
    for at, of, rows, columns in (
        (at_in, sample_in, row_in, column_in),
        (at_out, sample_out, row_out, column_out),
    ):
        patches[at] = (corner[of, 0] + rows) * PATCHES_PER_SIDE + corner[of, 1] + columns
        samples[at] = of
    if labels:  # input patches beside the labelled ones are keys only
        at_in = at_in[(row_in < wanted[sample_in, 0]) & (column_in < wanted[sample_in, 1])]
    return _Layout(patches, samples, slots, np.concatenate((at_in, at_out)), buckets)


def _full_layout(corner: np.ndarray, inputs: np.ndarray) -> _Layout:
    """Lay out all patches of each sample; the key mask says which belong to the input."""
    n_batch, length = len(corner), 1 + N_PATCHES
    row, column = np.divmod(np.arange(N_PATCHES), PATCHES_PER_SIDE)
    below, right = row - corner[:, :1], column - corner[:, 1:]
    is_key = (below >= 0) & (below < inputs[:, :1]) & (right >= 0) & (right < inputs[:, 1:])
    mask = np.column_stack((np.ones(n_batch, dtype=bool), is_key))[:, None, None, :]
    slots = np.arange(n_batch) * length
    patches = np.tile(np.append(TASK_TOKEN, np.arange(N_PATCHES)), n_batch)
    outputs = np.delete(np.arange(n_batch * length), slots)
    samples = np.repeat(np.arange(n_batch), length)
    return _Layout(patches, samples, slots, outputs, [((0, n_batch, length, length), mask)])


def _pack(
    lengths: np.ndarray, keys: np.ndarray, bucket_cost: int
) -> tuple[np.ndarray, list[tuple[tuple[int, int, int, int], np.ndarray | None]], int]:
    """Group segments into buckets; return each segment's start, the buckets, the token count."""
    order = np.argsort(-lengths, kind="stable")
    slots = np.empty(len(lengths), dtype=np.int64)
    buckets: list[tuple[tuple[int, int, int, int], np.ndarray | None]] = []
    start = 0
    for first, last in _cut(lengths[order], bucket_cost):
        members = order[first:last]
        length, most_keys = int(lengths[members[0]]), int(keys[members].max())
        slots[members] = start + np.arange(len(members)) * length
        mask = None
        if keys[members].min() < most_keys:
            mask = (np.arange(most_keys) < keys[members, None])[:, None, None, :]
        buckets.append(((start, len(members), length, most_keys), mask))
        start += len(members) * length
    return slots, buckets, start


def _cut(lengths: np.ndarray, bucket_cost: int) -> list[tuple[int, int]]:
    """Cut descending lengths into runs with the least sum of tokens and `bucket_cost` a run."""
    n = len(lengths)
    # A run from start to end costs (end - start) * lengths[start] + bucket_cost: `base` is what
    # does not depend on its end.
    base = np.zeros(n)
    origin = np.zeros(n + 1, dtype=np.int64)
    best = 0.0
    for end in range(1, n + 1):
        base[end - 1] = best + bucket_cost - (end - 1) * lengths[end - 1]
        costs = base[:end] + end * lengths[:end]
        origin[end] = np.argmin(costs)
        best = costs[origin[end]]
    cuts, end = list[tuple[int, int]](), n
    while end > 0:
        cuts.append((int(origin[end]), end))
        end = int(origin[end])
    return cuts[::-1]


def _rectangles(sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Enumerate (sample, row, column) of rectangles of `sizes` (batch, 2), row by row."""
    areas = sizes.prod(axis=1)
    sample = np.repeat(np.arange(len(sizes)), areas)
    row, column = np.divmod(_ranks(sample, len(sizes)), sizes[sample, 1])
    return sample, row, column


def _ranks(sample: np.ndarray, n_batch: int) -> np.ndarray:
    """Number the entries of each sample from 0; `sample` is ascending."""
    counts = np.bincount(sample, minlength=n_batch)
    return np.arange(len(sample)) - np.repeat(np.cumsum(counts) - counts, counts)


def _canvas_cells(patches: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return canvas row and column of the four cells of each patch, (tokens, 4), row by row."""
    within = torch.arange(PATCH * PATCH, device=patches.device)
    row = (patches // PATCHES_PER_SIDE).unsqueeze(1) * PATCH + within // PATCH
    column = (patches % PATCHES_PER_SIDE).unsqueeze(1) * PATCH + within % PATCH
    return row, column
