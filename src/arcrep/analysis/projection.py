"""UMAP of cosine distances, from exact neighbours."""

import warnings
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray

from arcrep.analysis.directions import as_vectors
from arcrep.analysis.neighbors import all_directions, neighbors_of

MIN_ITEMS = 4


def project_umap(
    vectors: Float[NDArray[np.floating], "items d"],
    n_neighbors: int = 30,
    min_dist: float = 0.1,
    seed: int = 0,
    center: bool = True,
) -> Float[NDArray[np.float32], "items 2"]:
    """Lay out vectors in the plane by their cosine distances.

    The same seed gives the same coordinates on one machine with the same versions; elsewhere the
    picture may differ, so keep the coordinates. The first call of a process compiles for about
    12 s. An item counts as its own neighbour. With too few items `n_neighbors` is lowered, and a
    warning says so.

    Raises:
        ValueError: `vectors` are no (items, d) numbers, fewer than `MIN_ITEMS`, one has no
            direction, or `n_neighbors` < 2.
    """
    vectors = as_vectors(vectors)
    items = len(vectors)
    if items < MIN_ITEMS:
        raise ValueError(f"a projection needs at least {MIN_ITEMS} vectors, got {items}")
    if n_neighbors < 2:
        raise ValueError(f"n_neighbors={n_neighbors}: choose 2 or more (an item counts as its own)")
    if n_neighbors >= items:  # the most that UMAP takes is one less than there are items
        warnings.warn(
            f"n_neighbors={n_neighbors} lowered to {items - 1}: there are only {items} vectors",
            stacklevel=2,
        )
        n_neighbors = items - 1
    unit = all_directions(vectors, center)
    with warnings.catch_warnings():
        # It says that a seed means one thread, that new points cannot be added, that an optional
        # part is not installed: all intended.
        warnings.simplefilter("ignore")
        import umap  # takes seconds: only where it is used

        reducer: Any = umap.UMAP(
            n_neighbors=n_neighbors,
            min_dist=min_dist,
            metric="cosine",
            random_state=seed,
            precomputed_knn=neighbors_of(unit, n_neighbors),
        )
        return np.asarray(reducer.fit_transform(unit), np.float32)
