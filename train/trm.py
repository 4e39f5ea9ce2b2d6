"""Train TRM from scratch on a task set, let it answer the test inputs, score the answers.

    python train/trm.py experiment=trm_small data.source=FOLDER
    python train/trm.py experiment=trm_conceptarc100 seed=1 loop.precision=bf16
    python train/trm.py resume=results/train/trm/trm_small/FOLDER

Writes checkpoints, metrics.jsonl, model.pt, predictions.jsonl and scores.* to the run folder.
Ctrl-C saves; `resume=` goes on with the run's own settings. `dry_run=true` says what would be
done, `debug=smoke_trm` shrinks any run to seconds.

Hardware: a GPU, or 2 CPU cores for trm_small. Duration and the number to expect: at the top of
each configs/experiment/*.yaml.
"""

from dataclasses import dataclass
from typing import Any

import hydra
from hydra.core.config_store import ConfigStore
from hydra.core.hydra_config import HydraConfig
from hydra.utils import instantiate
from omegaconf import MISSING, DictConfig, OmegaConf

from arcrep.doors import door, user_errors
from arcrep.training import TrmRecipe, recorded_settings, run_trm


@dataclass
class TrmConfig:
    """What this script takes; see `arcrep.training.TrmRecipe`."""

    data: Any = MISSING
    model: Any = MISSING
    placement: Any = MISSING
    test: Any = MISSING
    optimizer: Any = MISSING
    table_optimizer: Any = MISSING
    halting: Any = MISSING
    schedule: Any = MISSING
    loop: Any = MISSING
    logger: Any = MISSING
    name: str = "trm"
    seed: int = 0
    ema: float | None = None
    keep: str = "final"
    compile: Any = "auto"  # or true, false
    device: str = "auto"
    out: str | None = None  # default: results/train/trm/<name>/<time>_seed<k>
    resume: str | None = None  # an unfinished run folder; nothing else may be given then
    dry_run: bool = False


ConfigStore.instance().store(name="trm_schema", node=TrmConfig)


@hydra.main(version_base="1.3", config_path="../configs", config_name="train/trm")
@user_errors
def main(config: DictConfig) -> None:
    """Train the recipe that the command line composes, or go on with a run."""
    values = OmegaConf.to_container(config, resolve=True)
    call = {key: values.pop(key) for key in ("out", "resume", "dry_run")}
    if call["resume"]:
        given = HydraConfig.get().overrides.task
        values = recorded_settings(call["resume"], "train/trm.py", given, TrmRecipe)
    parts = {key: value for key, value in values.items() if key != "name"}
    recipe = TrmRecipe(**instantiate(parts, _convert_="all"))
    run_trm(recipe, values, values["name"], **call)


if __name__ == "__main__":
    door(main, text_keys=("data.source", "data.ids", "data.concepts", "name", "out", "resume"))()
