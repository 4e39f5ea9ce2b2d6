"""How labels look: at most sixteen by name, told apart by colour and by shape."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int
from numpy.typing import NDArray

COLORS = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
    "#000000",
)
"""The palette of Okabe and Ito, which colour-blind readers can tell apart."""

GRAY = "#C8C8C8"
_SHAPES = ("o", "^")
NAMED = len(COLORS) * len(_SHAPES)
"""How many labels get a look of their own."""

_MAX_TEXT = 26


@dataclass(frozen=True, eq=False)
class LabelStyle:
    """One line of a legend, and the items it stands for."""

    text: str
    color: str
    shape: str
    hollow: bool
    members: Int[NDArray[np.intp], " members"]


def label_styles(labels: Sequence[str | None]) -> list[LabelStyle]:
    """Give the most frequent labels a look each; the others, and items without one, are gray.

    The order is that of a legend: by falling number of items, then by name, the gray ones last.
    """
    counts = Counter(label for label in labels if label is not None)
    ranked = sorted(counts, key=lambda label: (-counts[label], label))
    named, others = ranked[:NAMED], set(ranked[NAMED:])
    looks = [(color, shape) for shape in _SHAPES for color in COLORS]
    styles = [
        LabelStyle(f"{_brief(label)} ({counts[label]})", color, shape, False, _where(labels, label))
        for label, (color, shape) in zip(named, looks, strict=False)
    ]
    rest = np.array([i for i, label in enumerate(labels) if label in others], np.intp)
    if others:
        text = f"{len(others)} other labels ({len(rest)})"
        styles.append(LabelStyle(text, GRAY, "o", False, rest))
    missing = _where(labels, None)
    if len(missing):
        styles.append(LabelStyle(f"no label ({len(missing)})", GRAY, "o", True, missing))
    return styles


def _where(labels: Sequence[str | None], wanted: str | None) -> Int[NDArray[np.intp], " members"]:
    return np.array([i for i, label in enumerate(labels) if label == wanted], np.intp)


def _brief(label: str) -> str:
    """Keep a label on one line of bounded length."""
    line = " ".join(label.split())
    return line if len(line) <= _MAX_TEXT else line[: _MAX_TEXT - 3] + "..."
