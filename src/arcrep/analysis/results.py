"""What a measurement of separation says."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray

_NAN = float("nan")


@dataclass(frozen=True)
class LabelSeparation:
    """The separation probability of the items of one label (NaN if none is an anchor)."""

    value: float
    anchors: int
    items: int


@dataclass(frozen=True, eq=False)
class Separation:
    """A separation probability, and what it rests on.

    `macro` is the published number (mean over the anchors of a label, then over labels), `micro`
    the mean over all anchors; 0.5 is chance. `low` and `high` bound the 95% interval of `macro`,
    `null` holds `macro` of the permuted labellings. Undefined numbers are NaN, with a `reason`.

    `scores` has one number per item (NaN: no anchor). `without_unit` has `macro` without each item
    or group that was usable, in the order of items, or in the sorted order of groups. `items` took
    part, `labels` were averaged, `singletons` are labels of a single item or group (no anchors,
    but compared with), `missing` items have no label, `dropped` vectors have no direction.
    """

    macro: float = _NAN
    micro: float = _NAN
    low: float = _NAN
    high: float = _NAN
    standard_error: float = _NAN
    per_label: Mapping[str, LabelSeparation] = field(default_factory=dict[str, LabelSeparation])
    scores: Float[NDArray[np.float64], " items"] = field(default_factory=lambda: np.zeros(0))
    without_unit: Float[NDArray[np.float64], " units"] = field(default_factory=lambda: np.zeros(0))
    null: Float[NDArray[np.float64], " permutations"] = field(default_factory=lambda: np.zeros(0))
    items: int = 0
    labels: int = 0
    singletons: int = 0
    missing: int = 0
    dropped: int = 0
    reason: str = ""

    def __repr__(self) -> str:
        """Say the number and what it rests on in one line."""
        if self.reason or np.isnan(self.macro):
            return f"Separation(undefined: {self.reason or 'nothing was measured'})"
        p = "" if np.isnan(self.p) else f", p={self.p:.4g}"
        return (
            f"Separation(macro={self.macro:.4f}, 95% {self.low:.4f}..{self.high:.4f}{p}; "
            f"{self.items} items, {self.labels} labels)"
        )

    @property
    def null_mean(self) -> float:
        """The mean over permuted labellings."""
        return float(self.null.mean()) if len(self.null) else _NAN

    @property
    def null_sd(self) -> float:
        """The sample standard deviation over permuted labellings."""
        return float(self.null.std(ddof=1)) if len(self.null) > 1 else _NAN

    @property
    def p(self) -> float:
        """The one-sided permutation p-value: how often chance separates at least as well."""
        return permutation_p(self.macro, self.null)


def permutation_p(value: float, null: Float[NDArray[np.float64], " permutations"]) -> float:
    """Compute (1 + permutations that reach the value) / (1 + permutations).

    **Source:** Phipson and Smyth (2010), Permutation P-values Should Never Be Zero.
    """
    if np.isnan(value) or len(null) == 0:
        return _NAN
    reached = int(np.count_nonzero(null >= value - 1e-6))  # the null is exact to about 1e-7
    return (1 + reached) / (1 + len(null))
