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
