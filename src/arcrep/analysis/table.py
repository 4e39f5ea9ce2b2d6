"""Separation of every layer by every label set, as tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray
from tqdm import tqdm

from arcrep.analysis.csv_files import COLUMNS, LABEL_COLUMNS
from arcrep.analysis.results import Separation, permutation_p
from arcrep.analysis.separation import separation_probability
from arcrep.analysis.vectors import VectorSet, choose_labels


@dataclass(frozen=True)
class Measured:
    """The separation of one layer by one label set (given another one, if that is not "")."""

    layer: str
    label_set: str
    given: str
    separation: Separation


def measure(
    vector_set: VectorSet,
    label_sets: Sequence[str],
    permutations: int = 1000,
    seed: int = 0,
    given: str | None = None,
    center: bool = True,
) -> list[Measured]:
    """Measure every layer; all layers see the same permutations.

    Items of one task are kept apart as groups. A layer that cannot be measured is in the result
    with its reason.

    Raises:
        ValueError: A label set that the vectors lack.
    """
    labels = choose_labels(vector_set, label_sets)
    condition = choose_labels(vector_set, [given])[given] if given else None
    groups = vector_set.groups if vector_set.grouped else None
    measured: list[Measured] = []
    for layer in tqdm(vector_set.layers, desc="layers", disable=None):
        vectors = vector_set.layer(layer)
        found = separation_probability(
            vectors, labels, groups, condition, center, permutations, seed
        )
        measured += [Measured(layer, name, given or "", found[name]) for name in labels]
    return measured


def summary_rows(measured: Iterable[Measured]) -> list[dict[str, Any]]:
    """Give one row per layer and label set, with the keys `COLUMNS`.

    `p_over_layers` compares a layer with the best layer of each permutation, among the layers
    given here of its label set. It holds whichever layer one picks after looking at all of them
    (at the best layer it is the p-value of `peak`); `p` holds for a layer chosen beforehand.

    **Source:** single-step maxT, Westfall and Young (1993), Resampling-Based Multiple Testing.
    """
    measured = list(measured)
    by_set: dict[tuple[str, str], list[Measured]] = {}
    for one in measured:
        by_set.setdefault((one.label_set, one.given), []).append(one)
    nulls = {key: _null_of_best(layers) for key, layers in by_set.items()}
    return [_row(one, nulls[one.label_set, one.given]) for one in measured]


def _row(one: Measured, null_of_best: NDArray[np.float64]) -> dict[str, Any]:
    found = one.separation
    known = {
        **{"layer": one.layer, "label_set": one.label_set, "given": one.given},
        "p_over_layers": permutation_p(found.macro, null_of_best),
    }
    return {key: known[key] if key in known else getattr(found, key) for key in COLUMNS}


def _null_of_best(layers: Sequence[Measured]) -> Float[NDArray[np.float64], " permutations"]:
    """Give the value of the best layer of each permutation; all layers see the same ones."""
    nulls = [one.separation.null for one in layers if not np.isnan(one.separation.macro)]
    return np.max(nulls, axis=0) if nulls else np.zeros(0)


def label_rows(measured: Iterable[Measured]) -> list[dict[str, Any]]:
    """Give one row per layer, label set and label, with the keys `LABEL_COLUMNS`."""
    return [
        dict(
            zip(
                LABEL_COLUMNS,
                (one.layer, one.label_set, one.given, name, of.value, of.anchors, of.items),
                strict=True,
            )
        )
        for one in measured
        for name, of in one.separation.per_label.items()
    ]


def peak(measured: Sequence[Measured]) -> tuple[Measured, float]:
    """Find the layer of one label set that separates best, and the p-value of being best.

    That p-value compares with the best layer of each permutation, so looking at many layers is
    paid for.

    Raises:
        ValueError: No layer has a value.
    """
    defined = [one for one in measured if not np.isnan(one.separation.macro)]
    if not defined:
        raise ValueError("no layer has a value")
    best = max(defined, key=lambda one: one.separation.macro)
    return best, permutation_p(best.separation.macro, _null_of_best(defined))


def as_text(measured: Sequence[Measured]) -> str:
    """Lay out the best layer of each label set for a terminal, and what its number rests on."""
    measures = ("macro", "95% interval", "null (sd)", "p over layers", "micro")
    header = ("label set", "layer", *measures, "items", "labels", "of one item")
    lines = [
        header,
        *(_line(measured, name) for name in dict.fromkeys(m.label_set for m in measured)),
    ]
    widths = [max(len(line[i]) for line in lines if i < len(line)) for i in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)).rstrip()
        for line in lines
    )


def _line(measured: Sequence[Measured], label_set: str) -> tuple[str, ...]:
    layers = [one for one in measured if one.label_set == label_set]
    title = label_set + (f" | {layers[0].given}" if layers[0].given else "")
    reasons = dict.fromkeys(one.separation.reason for one in layers if one.separation.reason)
    if all(one.separation.reason for one in layers):
        return title, "-", "; ".join(reasons)
    best, p = peak(layers)
    found = best.separation
    return (
        title,
        best.layer,
        f"{found.macro:.4f}",
        f"{found.low:.4f}..{found.high:.4f}",
        f"{found.null_mean:.4f} ({found.null_sd:.4f})",
        f"{p:.4f}",
        f"{found.micro:.4f}",
        str(found.items),
        str(found.labels),
        str(found.singletons),
    )
