"""Write one self-contained page about a training run: report.html.

    python analysis/report.py run=FOLDER separation=FOLDER projection=FOLDER out=FOLDER

The folders are finished runs of train/varc.py, analysis/separation.py and analysis/projection.py
that belong together. The page shows what was run, accuracies beside the copy baseline, test inputs
with predictions and targets, the learning curve, separation with null and interval, and the maps.
It opens in any browser without a network and runs no script.

Hardware: any CPU. Duration: seconds.
Expect: a page of 1 to 3 MB; its numbers are those of scores.csv and separation.csv.
"""

from dataclasses import asdict, dataclass
from typing import cast

import hydra
from hydra.core.config_store import ConfigStore
from omegaconf import MISSING, DictConfig, OmegaConf

from arcrep.data import TaskChoice
from arcrep.doors import door, user_errors
from arcrep.plotting import write_report


@dataclass
class ReportConfig:
    """What this script takes."""

    run: str = MISSING  # a finished run of train/varc.py
    separation: str = MISSING  # the measurement of its vectors
    projection: str = MISSING  # the maps of its vectors
    name: str = "default"
    out: str | None = None  # default: results/analysis/report/<name>/<time>_seed0
    dry_run: bool = False  # read and check everything, write nothing


ConfigStore.instance().store(name="report_schema", node=ReportConfig)


@hydra.main(version_base="1.3", config_path="../configs", config_name="analysis/report")
@user_errors
def main(config: DictConfig) -> None:
    """Report on the runs that the command line names."""
    settings = cast("ReportConfig", OmegaConf.to_object(config))
    write_report(tasks=TaskChoice.of_run(settings.run).load(), **asdict(settings))


if __name__ == "__main__":
    door(main, text_keys=("run", "separation", "projection", "name", "out"))()
