"""Items ranked by their distance from each item: one sort that serves every label set."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int
from numpy.typing import NDArray

from arcrep.analysis.directions import distance_blocks


@dataclass(frozen=True, eq=False)
class Units:
    """The units (groups) that items belong to; the items of a unit follow each other.

    `block` numbers what an item is never compared within: its own unit, or all that share its
    value of another label set.
    """

    of_item: Int[NDArray[np.intp], " items"]
    starts: Int[NDArray[np.intp], " units"]
    size: Int[NDArray[np.intp], " units"]
    block: Int[NDArray[np.intp], " units"]

    @classmethod
    def from_items(
        cls, unit: Int[NDArray[np.intp], " items"], block: Int[NDArray[np.intp], " items"]
    ) -> "Units":
        """Describe the units of items that are sorted by unit."""
        _, starts, of_item, size = np.unique(
            unit, return_index=True, return_inverse=True, return_counts=True
        )
        return cls(of_item, starts, size, block[starts])

    def sum_items(
        self, values: Int[NDArray[np.int32], "rows items"]
    ) -> Int[NDArray[np.integer], "rows units"]:
        """Sum the columns of each unit."""
        if len(self.starts) == len(self.of_item):
            return values
        return np.add.reduceat(values, self.starts, axis=1, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class RankedRows:
    """For a few items (anchors): all items from near to far, with their runs of equal distance.

    `outside` says for each place in that order whether the item there lies outside the anchor's
    own block; what lies inside comes last.
    """

    rows: slice
    order: Int[NDArray[np.intp], "rows items"]
    outside: Bool[NDArray[np.bool_], "rows items"]
    run_start: Int[NDArray[np.intp], "rows items"]
    run_end: Int[NDArray[np.intp], "rows items"]

    def twice_closer(
        self, chosen: Bool[NDArray[np.bool_], "rows items"]
    ) -> Int[NDArray[np.int32], "rows items"]:
        """Count at each place 2 for each chosen item closer than it, 1 for each equally far."""
        counts = np.zeros((chosen.shape[0], chosen.shape[1] + 1), np.int32)
        np.cumsum(chosen, axis=1, dtype=np.int32, out=counts[:, 1:])
        return counts.ravel()[self.run_start] + counts.ravel()[self.run_end]

    def by_item(
        self, values: Int[NDArray[np.int32], "rows items"]
    ) -> Int[NDArray[np.int32], "rows items"]:
        """Bring values at the places of the order back to the order of the items."""
        result = np.empty_like(values)
        np.put_along_axis(result, self.order, values, axis=1)
        return result


def ranked_rows(
    unit_vectors: Float[NDArray[np.float64], "items d"], block: Int[NDArray[np.intp], " items"]
) -> Iterator[RankedRows]:
    """Yield all items ranked from a few items at a time."""
    for rows, distances in distance_blocks(unit_vectors):
        distances[block[rows, None] == block] = np.inf
        order = np.argsort(distances, axis=1)
        distances = np.take_along_axis(distances, order, axis=1)
        start, end = _runs(distances)
        yield RankedRows(rows, order, np.isfinite(distances), start, end)


def _runs(
    ascending: NDArray[np.float64],
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Find where the run of equal values around each place starts, and where it has ended.

    The places are indices into flattened rows that are one longer than `ascending`, as running
    counts with a leading zero are.
    """
    height, width = ascending.shape
    place = np.arange(width)
    opens = np.ones(ascending.shape, np.bool_)
    opens[:, 1:] = ascending[:, 1:] != ascending[:, :-1]
    start = np.maximum.accumulate(np.where(opens, place, 0), axis=1)
    closes = np.ones(ascending.shape, np.bool_)
    closes[:, :-1] = opens[:, 1:]
    end = np.where(closes, place + 1, width)[:, ::-1]
    end = np.minimum.accumulate(end, axis=1)[:, ::-1]
    row = np.arange(height)[:, None] * (width + 1)
    return start + row, end + row
