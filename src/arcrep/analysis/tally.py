"""Counting, label set by label set, how often an item of the same label is closer."""

from dataclasses import replace

import numpy as np
from jaxtyping import Bool, Int
from numpy.typing import NDArray

from arcrep.analysis.directions import Directions
from arcrep.analysis.jackknife import Jackknife, interval95, standard_error
from arcrep.analysis.labels import MISSING, Coded, label_of_units
from arcrep.analysis.null import RankSums, permuted_labels
from arcrep.analysis.ranks import RankedRows, Units
from arcrep.analysis.results import LabelSeparation, Separation


class Design:
    """Which vectors are compared, and with which: shared by all label sets."""

    def __init__(
        self, unit: Int[NDArray[np.intp], " items"], stratum: Coded, found: Directions, given: bool
    ) -> None:
        kept = np.flatnonzero(found.usable)
        by_unit = np.argsort(unit[kept], kind="stable")
        self.unit = unit
        self.stratum = label_of_units(stratum, unit, "given")
        self.found = found
        self.kept = kept[by_unit]
        self.vectors = found.unit[by_unit]
        self.block = stratum.codes[self.kept] if given else unit[self.kept]
        self.units = Units.from_items(unit[self.kept], self.block)


class Tally:
    """The counts of one label set, gathered from a few anchors at a time."""

    def __init__(self, name: str, coded: Coded, design: Design) -> None:
        self._coded = coded
        self._design = design
        self._label = coded.codes[design.kept]
        self.label_of_unit = label_of_units(coded, design.unit, name)
        self._kept_units = self._label[design.units.starts]
        self._jackknife = Jackknife(design.units, self._kept_units, len(coded.names))
        self._scores = np.full(len(self._label), np.nan)
        self._null = np.zeros(0)

    @property
    def present(self) -> Bool[NDArray[np.bool_], " kept"]:
        """Which of the items kept take part in this label set."""
        return self._label != MISSING

    def add(
        self,
        ranked: RankedRows,
        eligible: Bool[NDArray[np.bool_], "rows items"],
        twice_closer: Int[NDArray[np.int32], "rows items"],
    ) -> None:
        """Take in the items ranked from a few anchors."""
        alike = eligible & (self._label[ranked.order] == self._label[ranked.rows, None])
        same = alike.sum(axis=1)
        different = eligible.sum(axis=1) - same
        twice_same_closer = ranked.twice_closer(alike)
        farther = 2 * different[:, None].astype(np.int32) - (twice_closer - twice_same_closer)
        wins = np.where(alike, farther, np.where(eligible, twice_same_closer, 0))
        anchor = (same > 0) & (different > 0)
        total = np.where(alike, wins, 0).sum(axis=1, dtype=np.int64)
        pairs = np.maximum(same * different, 1)
        self._scores[ranked.rows] = np.where(anchor, total / (2 * pairs), np.nan)
        units = self._design.units
        by_unit = units.sum_items(ranked.by_item(wins))[anchor]
        if anchor.any():
            unit = units.of_item[ranked.rows][anchor]
            self._jackknife.add(unit, same[anchor], different[anchor], by_unit)

    def permute(self, sums: RankSums, permutations: int, seed: int) -> None:
        """Compute the null from the summed ranks of all units."""
        design = self._design
        permuted = permuted_labels(self.label_of_unit, design.stratum, permutations, seed)
        kept = np.unique(design.unit[design.kept])
        self._null = sums.distribution(permuted[:, kept], len(self._coded.names))

    def result(self) -> Separation:
        """Average the scores of the anchors within each label, then over labels."""
        design = self._design
        per_label = {name: self._of_label(i) for i, name in enumerate(self._coded.names)}
        values = [label.value for label in per_label.values() if label.anchors]
        known = Separation(
            per_label=per_label,
            items=int(np.count_nonzero(self.present)),
            labels=len(values),
            singletons=self._singletons(),
            missing=int(np.count_nonzero(self._coded.codes == MISSING)),
            dropped=design.found.dropped,
            reason=design.found.reason or ("" if values else self._why_undefined()),
        )
        if known.reason:
            return known
        macro = float(np.mean(values))
        without = self._jackknife.values()
        error = standard_error(without[self._kept_units != MISSING])
        low, high = interval95(macro, error)
        scores = np.full(len(design.unit), np.nan)
        scores[design.kept] = self._scores
        return replace(
            known,
            macro=macro,
            micro=float(np.nanmean(self._scores)),
            low=low,
            high=high,
            standard_error=error,
            scores=scores,
            without_unit=without,
            null=self._null,
        )

    def _of_label(self, index: int) -> LabelSeparation:
        scores = self._scores[self._label == index]
        anchors = scores[~np.isnan(scores)]
        value = float(anchors.mean()) if len(anchors) else float("nan")
        return LabelSeparation(value, len(anchors), len(scores))

    def _singletons(self) -> int:
        labelled = self._kept_units[self._kept_units != MISSING]
        return int(np.count_nonzero(np.bincount(labelled) == 1))

    def _why_undefined(self) -> str:
        used = len(np.unique(self._label[self.present]))
        if used == 0:
            return "no item has a label"
        if used == 1:
            return "all items have one label"
        return "no item can be compared with both its own label and another"
