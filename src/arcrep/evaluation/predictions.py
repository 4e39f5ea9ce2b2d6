"""What a model answered, query by query, in a file that can be scored again at will.

A file of predictions is JSON lines. The first line says which task set was asked, by name, digest
and revision, and how many predictions follow; each further line is one prediction. Keys that this
module does not know are kept with the prediction, so a model may store what it likes beside it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast, get_args

from jaxtyping import Integer
from numpy.typing import NDArray

from arcrep.arc import MAX_SIDE, N_COLORS, Grid, TaskSet, as_grid
from arcrep.arc.strict_json import parse_json, read_file
from arcrep.runs import write_atomic

FORMAT = "arcrep predictions 1"

Status = Literal["ok", "unparsed", "truncated", "provider_error", "missing"]
STATUSES: tuple[str, ...] = get_args(Status)


@dataclass(frozen=True)
class Prediction:
    """What came back for one test input; there is a grid exactly when the status is "ok"."""

    task: str
    test: int
    status: Status
    grid: Grid | None = None
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        if (self.status == "ok") != (self.grid is not None):
            having = "no grid" if self.grid is None else "a grid"
            raise ValueError(f"{self.task}, test {self.test}: status {self.status} with {having}")


@dataclass(frozen=True)
class Origin:
    """The task set that a file of predictions answers."""

    name: str
    digest: str
    revision: str | None
    ids: tuple[str, ...]


def prediction_from_grid(task: str, test: int, array: Integer[NDArray[Any], "h w"]) -> Prediction:
    """Make a prediction of what a decoder read; what no grid can be is "unparsed"."""
    if array.size == 0:
        reason = "empty"
    elif array.min() < 0 or array.max() >= N_COLORS:
        reason = "a cell that is no colour"
    elif max(array.shape) > MAX_SIDE:
        reason = f"over {MAX_SIDE} cells a side"
    else:
        return Prediction(task, test, "ok", as_grid(array, f"{task}, test {test}"))
    return Prediction(task, test, "unparsed", extra={"reason": reason})


def write_predictions(
    path: Path | str,
    predictions: Iterable[Prediction],
    task_set: TaskSet,
    revision: str | None = None,
) -> None:
    """Write the predictions for a task set.

    Raises:
        ValueError: Two predictions answer one query, or extra keys clash with a prediction's own.
    """
    records = [_to_record(prediction) for prediction in predictions]
    _refuse_twins(path, [(record["task"], record["test"]) for record in records])
    header = {
        "format": FORMAT,
        "task_set": task_set.name,
        "digest": task_set.digest,
        "revision": revision,
        "tasks": list(task_set.ids),
        "predictions": len(records),
    }
    lines = [json.dumps(line, ensure_ascii=False) for line in (header, *records)]
    write_atomic(path, "\n".join(lines) + "\n")


def read_origin(path: Path | str) -> Origin:
    """Read which task set a file of predictions answers."""
    with Path(path).open("rb") as file:
        header = _read_header(path, file.readline())
    return Origin(
        header["task_set"], header["digest"], header.get("revision"), tuple(header["tasks"])
    )


def read_predictions(path: Path | str, task_set: TaskSet | None = None) -> list[Prediction]:
    """Read a file of predictions, whole or not at all.

    Raises:
        ValueError: The file answers another task set than the given one, was cut, answers a query
            twice, or has a line that is no prediction.
    """
    lines = read_file(Path(path)).split(b"\n")
    header = _read_header(path, lines[0])
    if task_set is not None and header["digest"] != task_set.digest:
        raise ValueError(
            f"{path} answers task set {header['task_set']} with digest {header['digest']}, not "
            f"{task_set.name} with digest {task_set.digest}: score it against its own task set"
        )
    if len(lines) != header["predictions"] + 2 or lines[-1]:
        raise ValueError(
            f"{path} was cut or added to: its first line promises {header['predictions']} "
            f"predictions, and {max(len(lines) - 2, 0)} whole lines follow: write it again"
        )
    found = [_read_line(f"{path}, line {n}", line) for n, line in enumerate(lines[1:-1], start=2)]
    _refuse_twins(path, [(prediction.task, prediction.test) for prediction in found])
    return found


def _to_record(prediction: Prediction) -> dict[str, Any]:
    record = {
        "task": prediction.task,
        "test": prediction.test,
        "status": prediction.status,
        "grid": None if prediction.grid is None else prediction.grid.tolist(),
    }
    clash = record.keys() & prediction.extra.keys()
    if clash:
        raise ValueError(f"{prediction.task}: extra keys {sorted(clash)} are the prediction's own")
    return record | dict(prediction.extra)


def _read_header(path: Path | str, line: bytes) -> dict[str, Any]:
    header = _read_object(f"{path}, line 1", line)
    if header.get("format") != FORMAT:
        raise ValueError(f"{path} is no file of predictions: its first line is not {FORMAT!r}")
    types = {"task_set": str, "digest": str, "tasks": list, "predictions": int}
    for key, kind in types.items():
        if not isinstance(header.get(key), kind):
            raise ValueError(f"{path}, line 1: {key} is {header.get(key)!r}")
    return header


def _read_line(where: str, line: bytes) -> Prediction:
    record = _read_object(where, line)
    task, test = record.pop("task", None), record.pop("test", None)
    status, grid = record.pop("status", None), record.pop("grid", None)
    if not isinstance(task, str) or type(test) is not int or status not in STATUSES:
        raise ValueError(
            f"{where}: a prediction needs a task (text), a test (whole number) and a status of "
            f"{', '.join(STATUSES)}; got {task!r}, {test!r}, {status!r}"
        )
    try:
        parsed = None if grid is None else as_grid(grid, f"{task}, test {test}")
        return Prediction(task, test, cast("Status", status), parsed, record)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _read_object(where: str, line: bytes) -> dict[str, Any]:
    value = parse_json(line, where)
    if not isinstance(value, dict):
        raise ValueError(f"{where}: not a JSON object")
    return cast("dict[str, Any]", value)


def _refuse_twins(path: Path | str, queries: list[tuple[str, int]]) -> None:
    """Refuse two predictions of one query; predictions start on line 2."""
    lines: dict[tuple[str, int], int] = {}
    for line, query in enumerate(queries, start=2):
        if query in lines:
            raise ValueError(
                f"{path}: lines {lines[query]} and {line} both answer test {query[1]} of {query[0]}"
            )
        lines[query] = line
