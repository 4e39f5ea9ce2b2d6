"""Labels and groups as integers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from jaxtyping import Int
from numpy.typing import NDArray

Labels = Sequence[str | None]
"""One label for each item; None where the item has none."""

MISSING = -1


@dataclass(frozen=True, eq=False)
class Coded:
    """Labels as codes into their sorted names, `MISSING` where there is none."""

    names: tuple[str, ...]
    codes: Int[NDArray[np.intp], " items"]


def code(labels: Labels, items: int, what: str) -> Coded:
    """Number the labels of `items` items.

    Raises:
        ValueError: Another number of labels, or a label that is neither text nor None.
    """
    if len(labels) != items:
        raise ValueError(f"{what}: {len(labels)} labels for {items} vectors; give one per vector")
    for label in cast("Sequence[object]", labels):  # callers may not check types
        if label is not None and not isinstance(label, str):
            raise ValueError(
                f"{what}: a label is text, or None where it is missing, got {label!r}; "
                "use str(label)"
            )
    names = tuple(sorted({label for label in labels if label is not None}))
    number: dict[str | None, int] = {name: index for index, name in enumerate(names)}
    return Coded(names, np.array([number.get(label, MISSING) for label in labels], np.intp))


def code_units(groups: Labels | None, items: int) -> Int[NDArray[np.intp], " items"]:
    """Number the unit (group of items that belong together) of each item; alone without groups."""
    if groups is None:
        return np.arange(items)
    units = code(groups, items, "groups").codes
    if np.any(units == MISSING):
        raise ValueError("groups: every vector belongs to a group, got None")
    return units


def label_of_units(
    coded: Coded, units: Int[NDArray[np.intp], " items"], what: str
) -> Int[NDArray[np.intp], " units"]:
    """Give the label code of each unit.

    Raises:
        ValueError: Two items of one unit differ in their label.
    """
    of_unit = np.full(units.max(initial=-1) + 1, MISSING, np.intp)
    of_unit[units] = coded.codes
    differing = np.flatnonzero(of_unit[units] != coded.codes)
    if len(differing):
        item = int(differing[0])
        names = [None, *coded.names]
        raise ValueError(
            f"{what}: vector {item} is labelled {names[coded.codes[item] + 1]!r} but another one "
            f"of its group {names[of_unit[units[item]] + 1]!r}; a label belongs to the whole group"
        )
    return of_unit


def as_mapping(labels: Labels | Mapping[str, Labels]) -> dict[str, Labels]:
    """Wrap a single label set as {"labels": ...}."""
    return dict(labels) if isinstance(labels, Mapping) else {"labels": labels}
