"""Score finished runs on their task set: accuracies, solved tasks, intervals, spread over seeds.

    python analysis/score.py runs=[results/train/varc/a,results/train/varc/b] out=FOLDER

Each run is a finished run folder with predictions.jsonl; several are taken as seeds of one
experiment and must answer the same task set. Prints the table and writes scores.csv, scores.md,
scores.tex, scores.txt and outcomes.csv (what became of each query).

Hardware: any CPU. Duration: seconds for 16,000 queries.
Expect: copying the input solves 2.71% of the queries of the official ConceptARC.
"""

from dataclasses import asdict, dataclass, field
from typing import cast

import hydra
from hydra.core.config_store import ConfigStore
from omegaconf import DictConfig, OmegaConf

from arcrep.doors import door, user_errors
from arcrep.evaluation import run_score


@dataclass
class ScoreConfig:
    """What this script takes."""

    runs: list[str] = field(default_factory=list)  # folders of finished runs with predictions.jsonl
    source: str | None = None  # task set by name or path; default: the name the predictions give
    name: str = "default"
    out: str | None = None  # default: results/analysis/score/<name>/<time>_seed0
    dry_run: bool = False  # score and print, write nothing


ConfigStore.instance().store(name="score_schema", node=ScoreConfig)


@hydra.main(version_base="1.3", config_path="../configs", config_name="analysis/score")
@user_errors
def main(config: DictConfig) -> None:
    """Score the runs that the command line names."""
    run_score(**asdict(cast("ScoreConfig", OmegaConf.to_object(config))))


if __name__ == "__main__":
    door(main, text_keys=("runs", "source", "name", "out"))()
