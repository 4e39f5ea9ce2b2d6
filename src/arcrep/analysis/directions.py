"""Vectors as directions: centred, of unit length, with the cosine distances between them."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Float, Int
from numpy.typing import NDArray

MAX_DROPPED = 0.1
"""Share of unusable vectors above which a layer gets no number at all."""

_MIN_RELATIVE_NORM = 1e-5  # below this a centred float32 vector is rounding noise
_ROWS_AT_ONCE = 256
_DISTANCES_AT_ONCE = 2**20
_DECIMALS = 12  # float64 has 16: what differs less is a tie


@dataclass(frozen=True, eq=False)
class Directions:
    """The usable vectors of a layer as unit vectors.

    `usable` says for each item given whether it has a direction, `reason` why nothing can be
    measured ("" if all is well).
    """

    unit: Float[NDArray[np.float64], "usable d"]
    usable: Bool[NDArray[np.bool_], " items"]
    reason: str

    @property
    def dropped(self) -> int:
        """How many of the items have no direction."""
        return int(np.count_nonzero(~self.usable))


def as_vectors(given: object) -> Float[NDArray[np.floating], "items d"]:
    """Take what a caller holds for vectors as an array; whole numbers become float64.

    Raises:
        ValueError: They are no (items, d) real numbers in main memory.
    """
    wanted = "vectors are (items, d) numbers"
    try:
        array: NDArray[Any] = np.asarray(given)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{wanted}, got a {type(given).__name__}: {error}") from None
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{wanted}, got a {type(given).__name__} of {array.dtype}")
    if array.ndim != 2:
        hint = "; take one layer" if array.ndim == 3 else ""
        raise ValueError(f"{wanted}, got {array.shape}{hint}")
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def directions(vectors: Float[NDArray[np.floating], "items d"], center: bool = True) -> Directions:
    """Scale vectors to unit length, after subtracting their mean if `center` is set.

    Rows with NaN or infinity are left out before the mean is taken, and then rows that lie at the
    mean up to rounding (a zero vector has no direction). When more than `MAX_DROPPED` of the rows
    go that way, `reason` says so: that layer is broken or constant, and a number from what is left
    of it would mislead.
    """
    usable = np.asarray(np.isfinite(vectors).all(axis=1), np.bool_)
    broken = int(np.count_nonzero(~usable))
    finite = vectors if broken == 0 else vectors[usable]
    mean = np.zeros(vectors.shape[1])
    if center and len(finite):
        mean = finite.mean(axis=0, dtype=np.float64)
    unit, pointing = _unit(finite, mean)
    usable[usable] = pointing
    reason = _reason(len(vectors), broken, len(unit) - int(np.count_nonzero(pointing)))
    return Directions(unit if pointing.all() else unit[pointing], usable, reason)


def _unit(
    vectors: NDArray[np.floating], mean: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    unit = np.zeros(vectors.shape)
    pointing = np.zeros(len(vectors), np.bool_)
    for start in range(0, len(vectors), _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        raw = np.asarray(vectors[rows], np.float64)
        centered = raw - mean
        norm = np.linalg.norm(centered, axis=1)
        pointing[rows] = (norm > 0) & (norm >= _MIN_RELATIVE_NORM * np.linalg.norm(raw, axis=1))
        unit[rows] = centered / np.where(norm > 0, norm, 1.0)[:, None]
    return unit, pointing


def _reason(items: int, broken: int, still: int) -> str:
    if items == 0:
        return "there are no vectors"
    if broken > MAX_DROPPED * items:
        return f"{broken} of {items} vectors hold NaN or infinity"
    if broken + still > MAX_DROPPED * items:
        return f"{still} of {items} vectors lie at their mean: the layer is constant"
    return ""


def distance_blocks(
    unit: Float[NDArray[np.float64], "items d"],
) -> Iterator[tuple[slice, Float[NDArray[np.float64], "rows items"]]]:
    """Yield the cosine distances from a few items at a time to all items.

    Distances that are equal but for the rounding of float64 are equal: a matrix product alone
    breaks ties at random. Equal vectors are exactly equally far from any other. A block holds at
    most 2**20 distances (one row if there are more items), so memory stays bounded.
    """
    first, copy_of = _distinct_rows(unit)
    columns = unit if len(first) == len(unit) else unit[first]
    step = max(1, _DISTANCES_AT_ONCE // max(1, len(unit)))
    for start in range(0, len(unit), step):
        rows = slice(start, min(start + step, len(unit)))
        distances = np.round(1 - unit[rows] @ columns.T, _DECIMALS)
        yield rows, distances if columns is unit else distances[:, copy_of]


def _distinct_rows(
    unit: NDArray[np.float64],
) -> tuple[Int[NDArray[np.intp], " distinct"], Int[NDArray[np.intp], " items"]]:
    """Find the first item of each distinct vector, and for each item which of these it equals."""
    number: dict[bytes, int] = {}
    first: list[int] = []
    copy_of = np.empty(len(unit), np.intp)
    for item, row in enumerate(unit):
        content = row + 0.0  # -0.0 becomes 0.0: they are equal
        digest = hashlib.blake2b(content.tobytes(), digest_size=16).digest()
        copy_of[item] = number.setdefault(digest, len(first))
        if copy_of[item] == len(first):
            first.append(item)
    return np.array(first, np.intp), copy_of
