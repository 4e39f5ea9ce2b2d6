"""What a report is made of, read from the folders of finished runs."""

import json
import struct
import warnings
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from arcrep.analysis import read_separation
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
    p_over_layers: float
    items: int
    labels: int
    singletons: int
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
        separations=[_separation_row(row) for row in read_separation(separation)],
        maps=_read_maps(projection),
    )


def _check_chain(
    train: Path, separation: Path, projection: Path, manifests: dict[Path, dict[str, Any]]
) -> None:
    """Refuse measurements of other vectors, or of vectors of another training run."""
    measured, drawn = manifests[separation]["reads"], manifests[projection]["reads"]
    if len(measured) != len(drawn) or not all(map(_same_run, measured, drawn)):
        raise ValueError(f"{separation} and {projection} were not made from the same vectors")
    for vectors in measured:
        folder = Path(vectors["folder"])
        if not folder.is_dir():
            warnings.warn(
                f"{folder} is gone: whether its vectors were extracted from {train} is not checked",
                stacklevel=3,
            )
            continue
        manifest = read_run(folder)
        if manifest["started"] != vectors["started"]:
            raise ValueError(f"{folder} is another run by now than the one in {separation}")
        own = {"folder": str(train), "started": manifests[train]["started"]}
        if not any(_same_run(origin, own) for origin in manifest["reads"]):
            origins = ", ".join(origin["folder"] for origin in manifest["reads"]) or "no run"
            raise ValueError(f"the vectors in {folder} were extracted from {origins}, not {train}")


def _same_run(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether two records name one run; a folder that is gone may have been moved."""
    folders = {Path(record["folder"]).resolve() for record in (one, other)}
    there = [folder for folder in folders if folder.is_dir()]
    return one["started"] == other["started"] and len(there) < 2


def _duration(folder: Path, manifest: dict[str, Any]) -> timedelta:
    finished = json.loads((folder / COMPLETE).read_text())["finished"]
    return datetime.fromisoformat(finished) - datetime.fromisoformat(manifest["started"])


def _separation_row(row: dict[str, Any]) -> SeparationRow:
    shown = {field.name: row[field.name] for field in fields(SeparationRow)}
    if row["given"]:
        shown["label_set"] += f" | {row['given']}"
    return SeparationRow(**shown)


def _read_maps(folder: Path) -> list[Map]:
    layers = json.loads((folder / SUMMARY).read_text())["layers"]
    summaries = [LayerSummary(**layer) for layer in layers]
    return [
        Map(one, (folder / f"{one.picture}.png").read_bytes() if one.picture else b"")
        for one in summaries
    ]
