"""The VARC canvas: where a grid lies on it and at which scale.

**Source:** VARC (arXiv 2511.14761), data pipeline of the code release of 2025-11-26.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from arcrep.evaluation.decoding import BOUNDARY as BOUNDARY
from arcrep.settings import check_whole, check_yes_or_no

SIDE = 64  # cells
PATCH = 2  # cells
PATCHES_PER_SIDE = SIDE // PATCH
N_PATCHES = PATCHES_PER_SIDE**2
BACKGROUND = 10  # on inputs: no grid here; on targets: not scored

USABLE = SIDE - 2  # the largest extent of a scaled grid: row and column 0 stay free

_RAW_PER_ITEM = 4  # a Philox block holds four numbers: scale, y, x and a spare one
_PLACEMENT_STREAM = 1


@dataclass(frozen=True)
class Placed:
    """Scales and offsets of a batch: `scales` (batch,), `offsets` (batch, 2) as (y, x) in cells."""

    scales: Int[np.ndarray, "batch"]
    offsets: Int[np.ndarray, "batch 2"]


class Placement:
    """The rule by which examples are scaled and moved on the canvas.

    Args:
        scales: The scales to choose from with equal chance, as far as they fit; or "random" for
            every scale from 1 to the largest that fits (the published training default).
        translate: Draw the offset uniformly from what leaves the grid inside; else it is (1, 1).

    **Source:** VARC data pipeline; scales (1, 2) follow the words of arXiv 2611.06732, C.2.
    """

    def __init__(self, scales: Sequence[int] | str = (1, 2), translate: bool = True) -> None:
        if isinstance(scales, str):
            if scales != "random":
                raise ValueError(f'scales is "random" or a list of whole numbers, got {scales!r}')
            self.scales = np.arange(1, USABLE + 1)
        else:
            for scale in scales:
                check_whole("scales: each", scale)
            self.scales = np.unique(np.asarray(list(scales), dtype=np.int64))
            if len(self.scales) == 0:
                raise ValueError('scales must be "random" or name a scale, got []')
        check_yes_or_no("translate", translate)
        self.translate = translate

    def draw(self, seed: int, first_item: int, extents: Int[np.ndarray, "batch 2"]) -> Placed:
        """Place a batch of stream items; item i depends on (seed, i) only.

        Args:
            seed: Seed of the run.
            first_item: Position of the batch's first item in the stream; the others follow it.
            extents: Largest height and width of each example, unscaled.

        Raises:
            ValueError: No scale lets an example fit on the canvas.
        """
        uniform = uniform_numbers(seed, _PLACEMENT_STREAM, first_item, len(extents))
        fitting = np.searchsorted(self.scales, USABLE // extents.max(axis=1), side="right")
        if not fitting.all():
            side = int(extents[fitting == 0].max())
            raise ValueError(
                f"a grid with a side of {side} fits on the canvas at none of the scales "
                f"{self.scales.tolist()}: {side} x {self.scales[0]} is over {USABLE} cells"
            )
        scales = self.scales[(uniform[:, 0] * fitting).astype(np.int64)]
        offsets = np.ones((len(extents), 2), dtype=np.int64)
        if self.translate:
            room = np.maximum(USABLE - extents * scales[:, None], 1)
            offsets += (uniform[:, 1:3] * room).astype(np.int64)
        return Placed(scales, offsets)


def uniform_numbers(seed: int, stream: int, first_item: int, n_items: int) -> np.ndarray:
    """Draw four numbers in [0, 1) for each of consecutive stream items, (n_items, 4).

    The generator is counter based (Philox), so an item's numbers depend on nothing before it.
    """
    key = np.array([seed % 2**64, stream], dtype=np.uint64)
    counter = np.array([first_item, 0, 0, 0], dtype=np.uint64)
    raw = np.random.Philox(key=key, counter=counter).random_raw(_RAW_PER_ITEM * n_items)
    return (raw >> np.uint64(11)).reshape(n_items, _RAW_PER_ITEM) * 2.0**-53
