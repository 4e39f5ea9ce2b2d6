"""How much of the neighbourhood of an item survives in the plane."""

from typing import Any

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import NDArray
from scipy.spatial import KDTree


def neighbors_kept(
    true: Int[NDArray[np.integer], "items k"],
    coordinates: Float[NDArray[np.floating], "items 2"],
) -> Float[NDArray[np.float64], " items"]:
    """Compute the share of each item's `k` true nearest items that are its `k` nearest in a map.

    Neither side counts an item as its own neighbour. A map at random keeps k / (items - 1).
    """
    items, k = true.shape
    near: Any = KDTree(coordinates).query(coordinates, k=k + 1)[1]
    own = near == np.arange(items)[:, None]
    own[~own.any(axis=1), -1] = True  # many at one place: the item itself is not among them
    near = near[~own].reshape(items, k)
    return (true[:, :, None] == near[:, None, :]).any(axis=2).mean(axis=1)
