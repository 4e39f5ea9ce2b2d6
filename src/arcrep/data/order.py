"""The order in which a training run meets its examples."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int


@dataclass(frozen=True)
class Batch:
    """One step's examples: `first_item` is the stream position of the first of them."""

    first_item: int
    examples: Int[np.ndarray, "batch"]


class EpochOrder:
    """Every example once an epoch, in an order drawn from (seed, epoch).

    Item i of the stream is position i % n of epoch i // n. The last batch of an epoch is smaller
    when the batch size does not divide n, as published (nothing is dropped).
    """

    def __init__(self, n_examples: int, batch_size: int, seed: int) -> None:
        if n_examples < 1:
            raise ValueError("the task set has no support example to train on")
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, got {batch_size}")
        self.n_examples = n_examples
        self.batch_size = batch_size
        self.seed = seed
        self.steps_per_epoch = -(-n_examples // batch_size)
        self._epoch = -1
        self._permutation = np.empty(0, dtype=np.int64)

    def batch(self, step: int) -> Batch:
        """Return the batch of a step (steps count from 0)."""
        epoch, position = divmod(step, self.steps_per_epoch)
        if epoch != self._epoch:
            generator = np.random.default_rng([self.seed % 2**64, epoch])
            self._permutation, self._epoch = generator.permutation(self.n_examples), epoch
        start = position * self.batch_size
        examples = self._permutation[start : start + self.batch_size]
        return Batch(epoch * self.n_examples + start, examples)


class TaskOrder:
    """Every example once an epoch, those of a task behind each other, in drawn orders.

    Item i of the stream is position i % n of epoch i // n. Order of tasks and order within each
    depend on (seed, epoch).

    **Source:** TRM (arXiv 2510.04871), loader of the code release: groups are permuted, and the
    examples within each; with batches that hold whole tasks nothing is cut off, and here never.
    """

    def __init__(self, task_rows: Int[np.ndarray, "examples"], seed: int) -> None:
        if len(task_rows) < 1:
            raise ValueError("the task set has no support example to train on")
        self.n_examples, self.seed = len(task_rows), seed
        _, self._task = np.unique(task_rows, return_inverse=True)

    def items(self, first: int, n: int) -> Int[np.ndarray, "items"]:
        """Return the examples of `n` stream items from one on."""
        epochs = range(first // self.n_examples, (first + n - 1) // self.n_examples + 1)
        start = first % self.n_examples
        return np.concatenate([self._epoch(epoch) for epoch in epochs])[start : start + n]

    def _epoch(self, epoch: int) -> Int[np.ndarray, "examples"]:
        generator = np.random.default_rng([self.seed % 2**64, epoch])
        rank = generator.permutation(self._task.max() + 1)
        return np.lexsort((generator.random(self.n_examples), rank[self._task]))
