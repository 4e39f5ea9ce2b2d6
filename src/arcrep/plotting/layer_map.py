"""One layer as a map: laid out, drawn, and with what it keeps of the neighbourhoods."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Int
from matplotlib.figure import Figure
from numpy.typing import NDArray

from arcrep.analysis import VectorSet, cosine_neighbors, project_umap
from arcrep.analysis.directions import directions
from arcrep.analysis.projection import MIN_ITEMS
from arcrep.plotting.maps import draw_map
from arcrep.plotting.neighbors_kept import neighbors_kept

TRUE_NEIGHBORS = 15
"""How many nearest items are looked for again in the map."""


@dataclass(frozen=True)
class Settings:
    """What maps of the layers of one run have in common (see `project_umap`)."""

    label_sets: tuple[str, ...]
    n_neighbors: int
    min_dist: float
    seed: int
    center: bool

    def __post_init__(self) -> None:
        if not self.label_sets:
            raise ValueError("label_sets=[] leaves no panel to draw")
        if self.n_neighbors < 2:
            raise ValueError(f"n_neighbors={self.n_neighbors}: choose 2 or more")
        if not 0 <= self.min_dist <= 1:
            raise ValueError(f"min_dist={self.min_dist}: choose 0 to 1")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"seed={self.seed}: choose 0 to {2**32 - 1}")


@dataclass(frozen=True)
class LayerSummary:
    """What is known of the map of one layer; `reason` says why there is none.

    `kept` is the share of the `true_neighbors` nearest items that are nearest in the map too,
    `by_chance` what a map at random would keep. `left_out` vectors have no direction.
    """

    layer: str
    picture: str = ""
    items: int = 0
    left_out: int = 0
    n_neighbors: int = 0
    true_neighbors: int = 0
    kept: float | None = None
    by_chance: float | None = None
    reason: str = ""

    @property
    def trust(self) -> str:
        """How far the map can be trusted, as a sentence."""
        kept, by_chance = 100 * (self.kept or 0), 100 * (self.by_chance or 0)
        return (
            f"The map keeps {kept:.1f}% of the {self.true_neighbors} true nearest neighbours "
            f"(by chance {by_chance:.1f}%)."
        )


@dataclass(frozen=True, eq=False)
class LayerMap:
    """The items of one layer in the plane; `items` are indices into the vector set."""

    summary: LayerSummary
    items: Int[NDArray[np.intp], " points"]
    coordinates: Float[NDArray[np.float32], "points 2"]
    kept: Float[NDArray[np.float64], " points"]

    def rows(self, vector_set: VectorSet, settings: Settings) -> list[dict[str, Any]]:
        """Give one row per item: its place, its labels, and the neighbours it keeps."""
        return [
            {
                "layer": self.summary.layer,
                "item": vector_set.items[item],
                "task": vector_set.groups[item],
                "x": round(float(x), 5),
                "y": round(float(y), 5),
                **{name: vector_set.labels[name][item] for name in settings.label_sets},
                "neighbors_kept": float(kept),
            }
            for item, (x, y), kept in zip(self.items, self.coordinates, self.kept, strict=True)
        ]

    def draw(self, vector_set: VectorSet, settings: Settings) -> Figure:
        """Draw the map with a title and a caption that say what it is worth."""
        about = self.summary
        left_out = f" ({about.left_out} without a direction left out)" if about.left_out else ""
        title = (
            f"UMAP of layer {about.layer}: n = {about.items}{left_out}, {about.n_neighbors} "
            f"neighbours, min_dist {settings.min_dist:g}, seed {settings.seed}"
        )
        caption = f"The axes mean nothing, and distances between groups little. {about.trust}"
        labels = {
            name: [vector_set.labels[name][item] for item in self.items]
            for name in settings.label_sets
        }
        return draw_map(self.coordinates, labels, title, caption)


def lay_out(vector_set: VectorSet, layer: str, settings: Settings) -> LayerMap | LayerSummary:
    """Lay out one layer, or say why that cannot be done."""
    vectors = vector_set.layer(layer)
    found = directions(vectors, settings.center)
    items = np.flatnonzero(found.usable)
    if found.reason or len(items) < MIN_ITEMS:
        few = f"{len(items)} vectors are too few for a map, which needs {MIN_ITEMS}"
        return LayerSummary(layer, reason=found.reason or few)
    usable = vectors[items]
    coordinates = project_umap(
        usable, settings.n_neighbors, settings.min_dist, settings.seed, settings.center
    )
    k = min(TRUE_NEIGHBORS, len(items) - 1)
    true, _ = cosine_neighbors(usable, k + 1, settings.center)
    kept = neighbors_kept(true[:, 1:], coordinates)
    index = vector_set.layers.index(layer)
    summary = LayerSummary(
        layer,
        picture=f"umap_{index:02}_{re.sub('[^A-Za-z0-9]+', '_', layer).strip('_')}",
        items=len(items),
        left_out=found.dropped,
        n_neighbors=min(settings.n_neighbors, len(items) - 1),
        true_neighbors=k,
        kept=float(kept.mean()),
        by_chance=k / (len(items) - 1),
    )
    return LayerMap(summary, items, coordinates, kept)
