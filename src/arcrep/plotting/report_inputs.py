"""What a report is made of, read from the folders of finished runs."""

import csv
import json
import struct
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from arcrep.arc import TaskSet
from arcrep.evaluation import (
    Prediction,
    Row,
    Scores,
    Table,
    from_csv,
    read_predictions,
    score,
)
from arcrep.plotting.layer_map import LayerSummary
from arcrep.plotting.run_projection import SUMMARY
from arcrep.runs import COMPLETE, read_metrics, read_run


@dataclass(frozen=True)
class SeparationRow:
    """A line of separation.csv: one layer by one label set, as shares of 1."""

    layer: str
    label_set: str
    macro: float
    low: float
    high: float
    null_mean: float
    null_sd: float
    p: float
    items: int
    labels: int
    reason: str


@dataclass(frozen=True)
class Map:
    """The map of a layer as it was drawn."""

    summary: LayerSummary
    png: bytes

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, from the header of the file."""
        width, height = struct.unpack(">II", self.png[16:24])
        return width, height


@dataclass(frozen=True, eq=False)
class ReportInputs:
    """A training run on a task set, and the measurements of its representations."""

    tasks: TaskSet
    train: dict[str, Any]
    separation: dict[str, Any]
    projection: dict[str, Any]
    duration: timedelta
    metrics: list[dict[str, Any]]
    table: Table
    scores: Scores
    predictions: dict[tuple[str, int], Prediction]
    separations: list[SeparationRow]
    maps: list[Map]

    def row(self, metric: str, group: str) -> Row:
        """Return one row of the table of scores."""
        return next(row for row in self.table.rows if (row.metric, row.group) == (metric, group))

    def train_lines(self, kind: str) -> list[dict[str, Any]]:
        """Return the lines of metrics of one kind."""
        return [line for line in self.metrics if line.get("kind") == kind]


def read_inputs(train: Path, separation: Path, projection: Path, tasks: TaskSet) -> ReportInputs:
    """Read all that a report shows.

    Raises:
        ValueError: A run is unfinished, the runs do not belong together, or the scores are of
            another task set.
    """
    manifests = {folder: read_run(folder) for folder in (train, separation, projection)}
    _check_chain(train, separation, projection, manifests)
    table = from_csv((train / "scores.csv").read_text())
    if table.digest != tasks.digest:
        raise ValueError(
            f"{train / 'scores.csv'} scores {table.task_set} with digest {table.digest}, but the "
            f"task set {tasks.name} has digest {tasks.digest}"
        )
    predictions = read_predictions(train / "predictions.jsonl", tasks)
    return ReportInputs(
        tasks=tasks,
        train=manifests[train],
        separation=manifests[separation],
        projection=manifests[projection],
        duration=_duration(train, manifests[train]),
        metrics=read_metrics(train),
        table=table,
        scores=score(tasks, predictions),
        predictions={(one.task, one.test): one for one in predictions},
        separations=_read_separations(separation / "separation.csv"),
        maps=_read_maps(projection),
    )


def _check_chain(
    train: Path, separation: Path, projection: Path, manifests: dict[Path, dict[str, Any]]
) -> None:
    """Refuse measurements of other vectors, or of vectors of another training run."""
    measured, drawn = manifests[separation]["reads"], manifests[projection]["reads"]
    if [one["started"] for one in measured] != [one["started"] for one in drawn]:
        raise ValueError(f"{separation} and {projection} were not made from the same vectors")
    for one in measured:
        folder = Path(one["folder"])
        if not folder.is_dir():  # it was moved or thrown away: nothing to compare
            continue
        origins = [origin["started"] for origin in read_run(folder)["reads"]]
        if origins and manifests[train]["started"] not in origins:
            raise ValueError(f"the vectors in {folder} were not extracted from {train}")


def _duration(folder: Path, manifest: dict[str, Any]) -> timedelta:
    finished = json.loads((folder / COMPLETE).read_text())["finished"]
    return datetime.fromisoformat(finished) - datetime.fromisoformat(manifest["started"])


def _read_separations(path: Path) -> list[SeparationRow]:
    with path.open(newline="", encoding="utf-8") as file:
        return [_separation_row(record) for record in csv.DictReader(file, strict=True)]


def _separation_row(record: dict[str, str]) -> SeparationRow:
    numbers = {
        key: float(record[key]) for key in ("macro", "low", "high", "null_mean", "null_sd", "p")
    }
    given = record["given"]
    return SeparationRow(
        layer=record["layer"],
        label_set=f"{record['label_set']} | {given}" if given else record["label_set"],
        items=int(record["items"]),
        labels=int(record["labels"]),
        reason=record["reason"],
        **numbers,
    )


def _read_maps(folder: Path) -> list[Map]:
    layers = json.loads((folder / SUMMARY).read_text())["layers"]
    summaries = [LayerSummary(**layer) for layer in layers]
    return [
        Map(one, (folder / f"{one.picture}.png").read_bytes() if one.picture else b"")
        for one in summaries
    ]
