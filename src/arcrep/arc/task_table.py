"""Tasks as Arrow tables, one task a row, from which they can be read back exactly."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from arcrep.arc.extras import extra
from arcrep.arc.grid_columns import pair_column
from arcrep.arc.parquet import COLUMNS, FORMAT_VERSION, MARK
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import Task
from arcrep.arc.writing import json_text

Kind = Literal["string", "bool", "int64", "double", "json"]
"""What a column of metadata holds; `json` is any JSON value, as text."""

GROUP = 256
"""Tasks in a table, which becomes a row group: so memory does not grow with their number."""

ALWAYS: Mapping[str, Kind] = {
    "concept": "string",
    "layout": "string",
    "selector": "string",
    "action": "string",
    "program": "json",
    "sentence": "string",
}
"""The metadata that has a column even where no task has it."""

_TAKEN = {name for names in COLUMNS.values() for name in names} - set(ALWAYS) | {"metadata"}


def task_tables(task_set: TaskSet) -> Iterator[Any]:
    """Yield the tasks in tables of the same schema, `GROUP` tasks in each.

    A key of the metadata is a column of its own if it can be: see `column_kinds`. What no column
    keeps lies in the column `metadata`, as JSON text.

    Raises:
        ValueError: Metadata is not JSON.
    """
    noted = any(pair.metadata for task in task_set for pair in (*task.support, *task.test))
    entries = [_as_json(task) for task in task_set]
    kinds = column_kinds(entries)
    spare = any(_left_over(entry, kinds) for entry in entries)
    for start in range(0, len(task_set), GROUP):
        part = slice(start, start + GROUP)
        columns = {
            **_task_columns(task_set.tasks[part], noted),
            **_metadata_columns(entries[part], kinds, spare),
        }
        mark = json.dumps({"version": FORMAT_VERSION, "json": _json_columns(kinds, spare)})
        yield extra("pyarrow").table(columns).replace_schema_metadata({MARK: mark})


def column_kinds(entries: Sequence[Mapping[str, Any]]) -> dict[str, Kind]:
    """Return the columns that metadata needs and what each holds, in their order.

    A column holds numbers, text or truth values where all tasks agree, and JSON text otherwise. A
    key has none when it is no plain name or is one that readers take for a part of the task.
    """
    found: dict[str, set[Kind]] = {name: set() for name in ALWAYS}
    for entry in entries:
        for name, value in entry.items():
            if value is not None and _may_be_column(name):
                found.setdefault(name, set()).add(_kind(value))
    others = sorted(set(found) - set(ALWAYS))
    return {name: _common(found[name], ALWAYS.get(name)) for name in (*ALWAYS, *others)}


def _as_json(task: Task) -> dict[str, Any]:
    """Return the metadata as it is after being JSON, and check that of the pairs."""
    for pair in (*task.support, *task.test):
        if pair.metadata:
            json_text(dict(pair.metadata), task.id)
    return json.loads(json_text(dict(task.metadata), task.id))


def _may_be_column(name: str) -> bool:
    return name.isidentifier() and name.isascii() and name not in _TAKEN


def _kind(value: Any) -> Kind:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, float):
        return "double"
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return "int64"
    if isinstance(value, str) and value.encode("utf-8", "replace").decode() == value:
        return "string"
    return "json"  # a list, an object, a larger number, or text that UTF-8 does not hold


def _common(kinds: set[Kind], default: Kind | None) -> Kind:
    if default is not None and (default == "json" or not kinds):
        return default
    if kinds == {"int64", "double"}:
        return "double"
    return next(iter(kinds)) if len(kinds) == 1 else "json"


def _left_over(entry: Mapping[str, Any], kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """Return what the columns do not say: odd names, nulls, and integers that no double holds."""
    return {
        name: value
        for name, value in entry.items()
        if name not in kinds or value is None or (kinds[name] == "double" and float(value) != value)
    }


def _task_columns(tasks: Sequence[Task], noted: bool) -> dict[str, Any]:
    arrow = extra("pyarrow")
    sets = [[list(members) for members in task.support_sets] for task in tasks]
    return {
        "id": arrow.array([task.id for task in tasks], arrow.string()),
        "train": pair_column([task.support for task in tasks], noted),
        "test": pair_column([task.test for task in tasks], noted),
        "support_sets": arrow.array(sets, arrow.list_(arrow.list_(arrow.int32()))),
    }


def _metadata_columns(
    entries: Sequence[Mapping[str, Any]], kinds: Mapping[str, Kind], spare: bool
) -> dict[str, Any]:
    arrow = extra("pyarrow")
    columns = {
        name: arrow.array(
            [_cell(entry.get(name), kind) for entry in entries],
            "string" if kind == "json" else kind,
        )
        for name, kind in kinds.items()
    }
    if spare:
        left = [_left_over(entry, kinds) for entry in entries]
        columns["metadata"] = arrow.array([json.dumps(e) if e else None for e in left], "string")
    return columns


def _cell(value: Any, kind: Kind) -> Any:
    if value is None:
        return None
    return json.dumps(value) if kind == "json" else float(value) if kind == "double" else value


def _json_columns(kinds: Mapping[str, Kind], spare: bool) -> list[str]:
    return [name for name, kind in kinds.items() if kind == "json"] + ["metadata"] * spare
