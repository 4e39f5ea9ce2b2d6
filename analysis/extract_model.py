"""Read the hidden states of a trained model at its task token, by layer and task.

    python analysis/extract_model.py run=results/train/varc/varc_small/FOLDER out=VECTORS
    python analysis/extract_model.py run=results/train/trm/trm_small/FOLDER steps=16

Writes vectors.npy (layers, tasks, d_model), items.csv with the tasks' labels, and vectors.json.
analysis/separation.py and analysis/projection.py read the folder.

Hardware: any CPU or GPU. Duration: seconds for 160 tasks of varc_small.
Expect: layer 0 is the task embedding itself; varc_small gives 4 layers of 64 numbers per task.
"""

from dataclasses import dataclass

import hydra
from hydra.core.config_store import ConfigStore
from omegaconf import MISSING, DictConfig

from arcrep.activations import extract_model
from arcrep.doors import door, user_errors


@dataclass
class ExtractModelConfig:
    """What this script takes."""

    run: str = MISSING  # a finished training run
    batch_size: int = 64  # inputs computed together
    device: str = "auto"
    steps: int | None = None  # of TRM; default: the run's test.steps
    precision: str | None = None  # of TRM, fp32 or bf16; default: that of the run's answers
    name: str = "default"
    out: str | None = None  # default: results/analysis/extract_model/<name>/<time>_seed0
    dry_run: bool = False  # say what would be read, write nothing


ConfigStore.instance().store(name="extract_model_schema", node=ExtractModelConfig)


@hydra.main(version_base="1.3", config_path="../configs", config_name="analysis/extract_model")
@user_errors
def main(config: DictConfig) -> None:
    """Extract from the run that the command line names."""
    extract_model(**config)


if __name__ == "__main__":
    door(main, text_keys=("run", "name", "out"))()
