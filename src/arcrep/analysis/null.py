"""The separation probability of labels that mean nothing: the labels permuted over units."""

import numpy as np
from jaxtyping import Bool, Float, Int, Shaped
from numpy.typing import NDArray

from arcrep.analysis.labels import MISSING
from arcrep.analysis.ranks import RankedRows, Units

_ONE_HOT_AT_ONCE = 2**20


def permuted_labels(
    label: Int[NDArray[np.intp], " units"],
    stratum: Int[NDArray[np.intp], " units"],
    permutations: int,
    seed: int,
) -> Int[NDArray[np.intp], "permutations units"]:
    """Permute the labels of units within each stratum; units without a label keep none.

    They depend on the labels and the seed only, so each layer of a model sees the same ones.
    """
    rng = np.random.default_rng(seed)
    result = np.full((permutations, len(label)), MISSING, np.intp)
    labelled = label != MISSING
    for value in np.unique(stratum[labelled]):
        units = np.flatnonzero(labelled & (stratum == value))
        result[:, units] = rng.permuted(np.tile(label[units], (permutations, 1)), axis=1)
    return result


class RankSums:
    """Summed ranks of units seen from units: all that permuting their labels needs.

    Entry (u, v) sums, over items i of u and j of v, twice the midrank of j seen from i minus its
    mean. Such a sum over the units of one label is what separates its anchors from 1/2, so any
    labelling costs one matrix product. float32 holds the entries exactly up to 2**24, and sums of
    them to about 1e-7 of the result. Memory: 4 bytes x units^2 (0.66 GB for 12,800 units).
    """

    def __init__(self, units: Units) -> None:
        self._units = units
        self._sums = np.zeros((len(units.size), len(units.size)), np.float32)

    def add(
        self,
        ranked: RankedRows,
        eligible: Bool[NDArray[np.bool_], "rows items"],
        twice_closer: Int[NDArray[np.int32], "rows items"],
    ) -> None:
        """Take in the ranks among the eligible items seen from a few items."""
        reach = eligible.sum(axis=1, dtype=np.int32)[:, None]
        excess = ranked.by_item(np.where(eligible, twice_closer - reach, 0))
        unit = self._units.of_item[ranked.rows]
        present, starts = np.unique(unit, return_index=True)
        by_unit = self._units.sum_items(excess)
        self._sums[present] += np.add.reduceat(by_unit, starts, axis=0, dtype=np.int64)

    def distribution(
        self, permuted: Int[NDArray[np.intp], "permutations units"], labels: int
    ) -> Float[NDArray[np.float64], " permutations"]:
        """Compute the separation probability (macro) of each permuted labelling."""
        present = np.flatnonzero(permuted[0] != MISSING) if len(permuted) else np.arange(0)
        sums = self._sums
        if len(present) < len(sums):
            sums = sums[np.ix_(present, present)]
        step = max(1, _ONE_HOT_AT_ONCE // max(1, len(present) * labels))
        parts = [
            _macro(sums, permuted[start : start + step, present], labels, self._part(present))
            for start in range(0, len(permuted), step)
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _part(self, present: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        block = np.unique(self._units.block[present], return_inverse=True)[1]
        return self._units.size[present], block


def _macro(
    sums: Float[NDArray[np.float32], "units units"],
    label: Int[NDArray[np.intp], "batch units"],
    labels: int,
    size_and_block: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> Float[NDArray[np.float64], " batch"]:
    """Compute the macro value of a batch of labellings, each with its own range of columns."""
    size, block = size_and_block
    batch, units = label.shape
    column = label + labels * np.arange(batch)[:, None]
    one_hot = np.zeros((units, batch * labels), np.float32)
    one_hot[np.arange(units), column] = 1
    excess = (sums @ one_hot)[np.arange(units), column]

    blocks = int(block.max(initial=-1)) + 1
    weight = np.broadcast_to(size, label.shape)
    same = _count(column, weight, batch * labels)[column]
    cell = column * blocks + block
    same = same - _count(cell, weight, batch * labels * blocks)[cell]
    reach = size.sum() - _count(block, size, blocks)[block]
    pairs = same * (reach - same)

    anchor = pairs > 0
    value = weight / 2 - np.divide(excess, 2 * pairs, out=np.zeros(label.shape), where=anchor)
    totals = _count(column[anchor], value[anchor], batch * labels)
    anchors = _count(column[anchor], weight[anchor], batch * labels)
    means = np.divide(totals, anchors, out=np.zeros(totals.shape), where=anchors > 0)
    averaged = (anchors > 0).reshape(batch, labels).sum(axis=1)
    with np.errstate(invalid="ignore"):
        return means.reshape(batch, labels).sum(axis=1) / averaged


def _count(
    index: Int[NDArray[np.intp], "*shape"],
    weight: Shaped[NDArray[np.generic], "*shape"],
    length: int,
) -> Float[NDArray[np.float64], " length"]:
    return np.bincount(index.ravel(), weight.ravel(), length).astype(np.float64, copy=False)
