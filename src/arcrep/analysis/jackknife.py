"""Delete-one values of a separation probability in closed form, and the interval they give."""

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import NDArray

from arcrep.analysis.labels import MISSING
from arcrep.analysis.ranks import Units

_Z95 = 1.959963984540054


class Jackknife:
    """The separation probability of one label set without each unit in turn.

    Deleting a unit takes away its items as anchors and as what other anchors are compared with.
    The vectors keep their centre. Memory: two float64 arrays of labels x units.
    """

    def __init__(self, units: Units, label: Int[NDArray[np.intp], " units"], labels: int) -> None:
        self._units = units
        self._label = label
        self._sums = np.zeros((labels, len(label)))
        self._anchors = np.zeros((labels, len(label)), np.int64)

    def add(
        self,
        unit: Int[NDArray[np.intp], " anchors"],
        same: Int[NDArray[np.int64], " anchors"],
        different: Int[NDArray[np.int64], " anchors"],
        twice_wins: Int[NDArray[np.integer], "anchors units"],
    ) -> None:
        """Take in anchors.

        Args:
            unit: Their units.
            same: With how many items of their label they are compared.
            different: With how many items of other labels.
            twice_wins: Twice the wins (ties half) that each unit has a part in: as the closer one
                of the same label, or as the farther one of another label.
        """
        label = self._label[unit]
        alike = self._label == label[:, None]
        gone = np.where(self._units.block == self._units.block[unit, None], 0, self._units.size)
        pairs = (same[:, None] - np.where(alike, gone, 0)) * (
            different[:, None] - np.where(alike, 0, gone)
        )
        pairs[np.arange(len(unit)), unit] = 0  # an anchor goes with its unit
        total = np.where(alike, twice_wins, 0).sum(axis=1, dtype=np.int64)[:, None]
        value = np.divide(
            total - twice_wins, 2.0 * pairs, out=np.zeros(pairs.shape), where=pairs > 0
        )
        order = np.argsort(label, kind="stable")
        present, starts = np.unique(label[order], return_index=True)
        self._sums[present] += np.add.reduceat(value[order], starts, axis=0)
        self._anchors[present] += np.add.reduceat(pairs[order] > 0, starts, axis=0, dtype=np.int64)

    def values(self) -> Float[NDArray[np.float64], " units"]:
        """Give the value without each unit; NaN where none is defined or the unit has no label."""
        counted = self._anchors > 0
        means = np.divide(self._sums, self._anchors, out=np.zeros(self._sums.shape), where=counted)
        averaged = counted.sum(axis=0)
        defined = (averaged > 0) & (self._label != MISSING)
        return np.where(defined, means.sum(axis=0) / np.maximum(averaged, 1), np.nan)


def standard_error(values: Float[NDArray[np.float64], " units"]) -> float:
    """Compute the jackknife standard error from delete-one values; NaN if one is NaN."""
    if len(values) < 2:
        return float("nan")
    return float(np.sqrt((len(values) - 1) * np.mean((values - values.mean()) ** 2)))


def interval95(value: float, error: float) -> tuple[float, float]:
    """Give the normal 95% interval of a probability, cut at 0 and 1."""
    if np.isnan(error):
        return float("nan"), float("nan")
    return max(0.0, value - _Z95 * error), min(1.0, value + _Z95 * error)
