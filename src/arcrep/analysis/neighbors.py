"""Exact nearest neighbours by cosine distance."""

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import NDArray

from arcrep.analysis.directions import Directions, as_vectors, directions, distance_blocks


def cosine_neighbors(
    vectors: Float[NDArray[np.floating], "items d"], k: int, center: bool = True
) -> tuple[Int[NDArray[np.int64], "items k"], Float[NDArray[np.float32], "items k"]]:
    """Find the `k` nearest items of each item, itself first at distance 0.

    Equally near items come in their own order. Distances are never negative.

    Raises:
        ValueError: `vectors` are no (items, d) numbers, one has no direction (NaN, or at the mean),
            or `k` is not in 1..items.
    """
    vectors = as_vectors(vectors)
    if not 1 <= k <= len(vectors):
        raise ValueError(f"k={k} neighbours of {len(vectors)} items: choose k in 1..{len(vectors)}")
    return neighbors_of(all_directions(vectors, center), k)


def all_directions(
    vectors: Float[NDArray[np.floating], "items d"], center: bool = True
) -> Float[NDArray[np.float64], "items d"]:
    """Scale all vectors to unit length (see `directions`).

    Raises:
        ValueError: A vector has no direction.
    """
    found = directions(vectors, center)
    if found.dropped:
        raise ValueError(_complaint(found))
    return found.unit


def neighbors_of(
    unit: Float[NDArray[np.float64], "items d"], k: int
) -> tuple[Int[NDArray[np.int64], "items k"], Float[NDArray[np.float32], "items k"]]:
    """Find neighbours as `cosine_neighbors` does, of vectors that have unit length."""
    indices = np.empty((len(unit), k), np.int64)
    nearest = np.empty((len(unit), k), np.float32)
    for rows, distances in distance_blocks(unit):
        own = np.arange(rows.start, rows.stop)[:, None]
        np.put_along_axis(distances, own, -1, axis=1)  # before any copy of it
        some = np.sort(np.argpartition(distances, k - 1, axis=1)[:, :k], axis=1)
        order = np.argsort(np.take_along_axis(distances, some, axis=1), axis=1, kind="stable")
        indices[rows] = np.take_along_axis(some, order, axis=1)
        nearest[rows] = np.take_along_axis(distances, indices[rows], axis=1)
    nearest[:, 0] = 0
    return indices, nearest


def _complaint(found: Directions) -> str:
    first = int(np.flatnonzero(~found.usable)[0])
    why = found.reason or f"{found.dropped} of {len(found.usable)} vectors have no direction"
    return f"no neighbours: {why} (first: vector {first}); leave such vectors out"
