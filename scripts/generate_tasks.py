"""Generate a task set: new tasks of the 16 concepts, each searched for second explanations.

    python scripts/generate_tasks.py per_concept=100 seed=0 processes=2 out=FOLDER
    python scripts/generate_tasks.py per_concept=2 max_side=12 concepts=[Count,Copy] out=FOLDER
    python scripts/generate_tasks.py exclude=reviews.json out=FOLDER2

Without `out` the set goes to data/conceptarc_scale_N, where data=conceptarc_scale_100 finds it. The
same settings give the same tasks on every machine, with any number of processes. Ctrl-C, or a
kill, loses the concepts in work alone: the same command goes on. Once the set is complete, it says
so. `form=file` or `form=parquet` changes the form, `push_to_hub=OWNER/NAME` uploads, `dry_run=true`
says what would be done, or why it could not be.

Hardware: any CPU. Duration: about 8 minutes on 2 cores for 1,600 tasks.
Expect: 16 x 100 tasks with 24 support and 10 test examples each, a report of how labels cross.
"""

from dataclasses import dataclass, field
from typing import Any

import hydra
from hydra.core.config_store import ConfigStore
from omegaconf import DictConfig, OmegaConf

from arcrep.arc import CONCEPTS, MAX_SIDE
from arcrep.doors import as_list, door, user_errors
from arcrep.evaluation import excluded_tasks
from arcrep.generator import Wanted, run_generate


@dataclass
class GenerateConfig:
    """What this script takes."""

    per_concept: int = 100  # tasks of each concept
    seed: int = 0
    concepts: Any = field(default_factory=lambda: list(CONCEPTS))  # one, or a list
    actions: Any = field(default_factory=list)  # labels (one, or a list); any by default
    max_side: int = MAX_SIDE  # of the input grids
    exclude: Any = None  # merged reviews (or a list of them), whose invalid tasks are left out
    processes: int = 1
    form: str = "folder"  # or file, or parquet
    push_to_hub: str | None = None  # OWNER/NAME
    name: str | None = None  # of the task set; default: conceptarc_scale_<per_concept>
    out: str | None = None  # default: data/<name>
    dry_run: bool = False


ConfigStore.instance().store(name="generate_schema", node=GenerateConfig)


@hydra.main(version_base="1.3", config_path="../configs", config_name="scripts/generate_tasks")
@user_errors
def main(config: DictConfig) -> None:
    """Generate what the command line asks for."""
    values = OmegaConf.to_container(config, resolve=True)
    excluded = excluded_tasks(*as_list(values["exclude"]))
    wanted = Wanted(
        per_concept=values["per_concept"],
        seed=values["seed"],
        concepts=tuple(as_list(values["concepts"])),
        actions=tuple(as_list(values["actions"])),
        max_side=values["max_side"],
        exclude=tuple(excluded.items()),
    )
    name = values["name"] or f"conceptarc_scale_{wanted.per_concept}"
    run_generate(
        wanted,
        values["out"] or f"data/{name}",
        name,
        processes=values["processes"],
        form=values["form"],
        hub_name=values["push_to_hub"],
        dry_run=values["dry_run"],
    )


if __name__ == "__main__":
    door(main, text_keys=("concepts", "actions", "exclude", "push_to_hub", "name", "out"))()
