"""Draw UMAP maps of representations, coloured by layout, selector, action and concept.

    python analysis/projection.py run=FOLDER out=FOLDER
    python analysis/projection.py run=FOLDER layers=all

FOLDER is a finished run with vectors (analysis/extract_model.py). UMAP gets exact cosine
neighbours. Writes a map per layer as PNG, PDF and SVG, coordinates.csv, and projection.json with
the share of true nearest neighbours that each map keeps.

Hardware: any CPU. Duration: about 12 s for the first layer (UMAP compiles itself), then 2 to 5 s
for each further layer of 1,600 vectors.
Expect: a map keeps about 70% of 15 nearest neighbours where labels form clear clusters, and less
than 30% where they hardly do; the number stands below each map.
"""

from dataclasses import asdict, dataclass, field
from typing import Any, cast

import hydra
from hydra.core.config_store import ConfigStore
from omegaconf import DictConfig, OmegaConf

from arcrep.doors import door, user_errors
from arcrep.plotting import run_projection


@dataclass
class ProjectionConfig:
    """What this script takes."""

    run: str | None = None  # a finished run with vectors
    layers: Any = "few"  # few (first, middle, last), all, or a list of names
    label_sets: list[str] = field(default_factory=list)
    n_neighbors: int = 30
    min_dist: float = 0.1
    seed: int = 0  # of UMAP
    center: bool = True  # subtract the mean of each layer, as analysis/separation.py does
    name: str = "default"
    out: str | None = None  # default: results/analysis/projection/<name>/<time>_seed<k>
    dry_run: bool = False  # say what would be drawn, write nothing


ConfigStore.instance().store(name="projection_schema", node=ProjectionConfig)


@hydra.main(version_base="1.3", config_path="../configs", config_name="analysis/projection")
@user_errors
def main(config: DictConfig) -> None:
    """Draw the vectors that the command line names."""
    run_projection(**asdict(cast("ProjectionConfig", OmegaConf.to_object(config))))


if __name__ == "__main__":
    door(main, text_keys=("run", "layers", "label_sets", "name", "out"))()
