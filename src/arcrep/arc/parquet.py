"""Tasks in tables: Parquet files, and data sets of the Hugging Face hub.

`COLUMNS` is the one place that knows how other people name their columns. A file that `task_table`
made carries a mark, and its columns are what they are called.
"""

import contextlib
import json
from collections.abc import Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from arcrep.arc.extras import extra
from arcrep.arc.grid import brief
from arcrep.arc.grid_columns import column_values
from arcrep.arc.reading import Found, collect, named_task
from arcrep.arc.strict_json import parse_json
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import LABEL_KINDS

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "task_id", "uid", "task_name", "name"),
    "train": ("train", "support", "support_examples", "train_examples", "demonstrations"),
    "test": ("test", "test_examples", "queries", "query_examples", "tests"),
    "support_sets": ("support_sets",),
    "concept": ("concept", "concept_name", "concept_group", "category"),
    "layout": ("layout", "layout_label", "layout_name", "layout_type"),
    "selector": ("selector", "selector_label", "selector_name", "selector_type"),
    "action": ("action", "action_label", "action_name", "action_type"),
    "program": ("program", "task_program", "specification", "spec"),
}
"""Our field -> the columns it may come from, the first one present counts.

A column `metadata` (an object, or its JSON text) is opened first, as if its keys were columns.
Columns that are not named here are kept as metadata under their own name.
"""

REQUIRED = ("id", "train", "test")
"""The fields without which a row is no task."""

LABELLED = (*REQUIRED, *LABEL_KINDS)
"""The fields of a row that also says what its task is about."""

MARK = b"arcrep"
"""The key of a file's metadata that says how its tasks can be read back exactly."""

FORMAT_VERSION = 1

_STRUCTURED = ("train", "test", "support_sets", "program")
_BATCH = 256
_PARTS = ("train", "test")


def read_parquet(path: Path, required: Iterable[str] = REQUIRED) -> Iterator[Found]:
    """Read the tasks of a Parquet file, one task a row."""
    with _opened_file(path) as file:
        rows = _rows(file)
        if MARK in (file.schema_arrow.metadata or {}):
            texts = json_columns(file.schema_arrow, str(path))
            yield from _own_tasks(rows, str(path), texts, tuple(required))
        else:
            yield from tasks_from_rows(rows, str(path), required)


def json_columns(schema: Any, where: str) -> frozenset[str]:
    """Return the columns of a marked file that hold JSON text."""
    mark = parse_json(schema.metadata[MARK], where)
    if not isinstance(mark, dict) or not isinstance(cast("Any", mark).get("json"), list):
        raise ValueError(f"{where}: its mark {MARK.decode()!r} is {brief(mark)}, none of ours")
    if mark.get("version") != FORMAT_VERSION:
        raise ValueError(
            f"{where}: has version {mark.get('version')} of the table format, "
            f"this arcrep reads {FORMAT_VERSION}: install a newer one"
        )
    return frozenset(mark["json"])


def tasks_from_rows(
    rows: Iterable[Mapping[str, Any]], where: str, required: Iterable[str] = REQUIRED
) -> Iterator[Found]:
    """Build a task of each row of a table.

    Raises:
        ValueError: A required field is in none of its columns, or a row is no task.
    """
    for number, row in enumerate(rows):
        place = f"{where}: row {number}"
        fields = _fields(row, place, tuple(required))
        _check_json({key: value for key, value in fields.items() if key not in _PARTS}, place)
        yield named_task(fields.pop("id"), fields, place), place


def read_hub(repository: str, commit: str, name: str) -> TaskSet:
    """Read all splits of a hub data set at one commit; each task has all four labels."""
    datasets = extra("datasets")
    try:
        splits = datasets.load_dataset(repository, revision=commit)
    except Exception as error:  # its errors come from many libraries and change with versions
        raise ValueError(f"{repository} at {commit}: cannot be fetched: {error}") from error
    found = (
        item
        for split, rows in splits.items()
        for item in tasks_from_rows(rows, f"{repository}[{split}]", LABELLED)
    )
    return collect(found, name)


def hub_commit(repository: str) -> str:
    """Ask the hub for the commit a data set is at now."""
    hub = extra("huggingface_hub")
    try:
        return hub.HfApi().dataset_info(repository, timeout=30).sha
    except Exception as error:  # its errors come from many libraries and change with versions
        raise ValueError(f"{repository}: the hub does not answer: {error}") from error


@contextlib.contextmanager
def _opened_file(path: Path) -> Generator[Any]:
    parquet = extra("pyarrow.parquet")
    arrow = extra("pyarrow")
    try:
        with parquet.ParquetFile(path) as file:
            yield file
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: is no readable Parquet file: {error}") from None


def _rows(file: Any) -> Iterator[dict[str, Any]]:
    names = file.schema_arrow.names
    for batch in file.iter_batches(_BATCH):
        columns = [column_values(column) for column in batch.columns]
        yield from (dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True))


def _own_tasks(
    rows: Iterable[Mapping[str, Any]], where: str, texts: frozenset[str], required: tuple[str, ...]
) -> Iterator[Found]:
    for number, row in enumerate(rows):
        place = f"{where}: row {number}"
        fields = {
            name: _parsed(value, place) if name in texts else value
            for name, value in row.items()
            if value is not None
        }
        missing = [name for name in required if name not in fields]
        if missing:
            raise ValueError(
                f"{place}: has no {missing[0]}: it is null, or its column is not there"
            )
        task_id, spare = fields.pop("id"), fields.pop("metadata", {})
        if not isinstance(spare, dict):
            raise ValueError(f"{place}: metadata is {brief(spare)}, not an object")
        # Last, so that metadata of the same name takes no part's place.
        parts = {name: fields[name] for name in (*_PARTS, "support_sets") if name in fields}
        for part in _PARTS:
            if not isinstance(parts[part], list):
                raise ValueError(f"{place}: {part} is {brief(parts[part])}, not a list of pairs")
            parts[part] = [_own_pair(pair, place) for pair in parts[part]]
        yield named_task(task_id, {**fields, **spare, **parts}, place), place


def _own_pair(pair: Any, place: str) -> Any:
    if not isinstance(pair, dict) or "metadata" not in pair:
        return pair
    fields: dict[str, Any] = pair
    rest = {name: value for name, value in fields.items() if name != "metadata"}
    notes = _parsed(fields["metadata"] or "{}", place)
    if not isinstance(notes, dict):
        raise ValueError(f"{place}: the metadata of a pair is {brief(notes)}, not an object")
    return {**notes, **rest}


def _parsed(value: Any, place: str) -> Any:
    return parse_json(value.encode(), place) if isinstance(value, str) else value


def _fields(row: Mapping[str, Any], place: str, required: tuple[str, ...]) -> dict[str, Any]:
    columns = _opened(row, place)
    fields: dict[str, Any] = {}
    for field, candidates in COLUMNS.items():
        column = next((name for name in candidates if name in columns), None)
        if column is not None:
            value = columns.pop(column)
            fields[field] = _plain(value, place) if field in _STRUCTURED else value
        elif field in required:
            raise ValueError(
                f"{place}: no column for {field} (looked for {', '.join(candidates)}); "
                f"columns found: {', '.join(sorted(_opened(row, place)))}; "
                "add the right one to COLUMNS in arcrep/arc/parquet.py"
            )
    for part in _PARTS:
        fields[part] = _pairs(fields[part])
    return {**columns, **fields}


def _opened(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return what is not null in a row, with the keys of `metadata` among its columns."""
    columns = {name: value for name, value in row.items() if value is not None}
    inner = _plain(columns.pop("metadata", {}), place)
    if not isinstance(inner, dict):
        raise ValueError(f"{place}: metadata is {brief(inner)}, not an object")
    return {**{name: value for name, value in inner.items() if value is not None}, **columns}


def _plain(value: Any, place: str) -> Any:
    """Parse JSON text at any depth; a null entry of an object counts as absent."""
    if isinstance(value, str) and value.lstrip()[:1] in {"[", "{"}:
        return parse_json(value.encode(), place)
    if isinstance(value, dict):
        return {key: _plain(item, place) for key, item in value.items() if item is not None}
    if isinstance(value, list) and value and isinstance(value[0], dict | str):
        return [_plain(item, place) for item in value]
    return value


def _check_json(notes: Mapping[str, Any], place: str) -> None:
    """Refuse what a table may hold and JSON may not: times, bytes, numbers that are none."""
    for name, value in notes.items():
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            raise ValueError(f"{place}: {name} is {brief(value)}, which is not JSON") from None


def _pairs(value: Any) -> Any:
    """Turn an object of lists, as older data sets store pairs, into a list of objects."""
    if not isinstance(value, dict) or not all(isinstance(item, list) for item in value.values()):
        return value
    lists: dict[str, list[Any]] = value
    length = max(map(len, lists.values()), default=0)
    return [
        {key: items[number] for key, items in lists.items() if number < len(items)}
        for number in range(length)
    ]
