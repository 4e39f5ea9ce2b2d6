"""Reading tasks from every form people have them in.

A file may hold one task, a mapping from id to task, a list of records, or the challenges half of a
Kaggle pair whose solutions lie beside it; a folder may hold any number of such files. A task in a
file of its own has the file's stem as its id. Tasks come out sorted by id, whatever the form.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from arcrep.arc.folders import JSON_SUFFIX, PARQUET_SUFFIX, list_folder
from arcrep.arc.grid import as_grid, brief
from arcrep.arc.strict_json import parse_json, read_file
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import Example, Task, check_id
from arcrep.runs import MANIFEST, read_run

RECORD_IDS = ("id", "task_id", "name")
"""The keys that may hold the id of a record; the first one present does."""

CHALLENGES = "_challenges.json"
SOLUTIONS = "_solutions.json"
_PARTS = ("train", "test")
_TASK_KEYS = (*_PARTS, "support_sets")

Found = tuple[Task, str]
"""A task and the place it was read from."""


def read_tasks(path: Path | str, name: str | None = None) -> TaskSet:
    """Read a JSON or Parquet file, a folder of them, or the folder of a run that generated tasks.

    Args:
        path: Where.
        name: That of the task set; by default that of the run, the file or the folder.

    Raises:
        ValueError: Something in it is wrong; the message names file, pair and cell.
    """
    path = Path(path).expanduser()
    if (path / MANIFEST).is_file():
        return _read_run(path, name)
    name = name or path.stem or path.resolve().name
    if path.is_dir():
        return _read_folder(path, name)
    return collect(_read_path(path), name)


def collect(found: Iterable[Found], name: str, ignored: Sequence[Path] = ()) -> TaskSet:
    """Make a task set, sorted by id, of tasks from several places."""
    places: dict[str, str] = {}
    tasks: list[Task] = []
    for task, where in found:
        if task.id in places:
            both = f"{places[task.id]} and {where}"
            raise ValueError(f"the id {task.id!r} occurs in {both}: rename one of the tasks")
        places[task.id] = where
        tasks.append(task)
    tasks.sort(key=lambda task: _natural(task.id))
    return TaskSet(name, tuple(tasks), tuple(str(path) for path in ignored))


def task_from_json(task_id: str, value: object, where: str) -> Task:
    """Build a task from a JSON object; keys other than the format's become metadata.

    Raises:
        ValueError: The object is no task; the message opens with `where`.
    """
    if not isinstance(value, dict):
        raise ValueError(f'{where}: is {brief(value)}, not a task with "train" and "test"')
    item: dict[str, Any] = value
    support, test = (_examples(item, part, where) for part in _PARTS)
    metadata = {key: entry for key, entry in item.items() if key not in _TASK_KEYS}
    sets = _support_sets(item["support_sets"], where) if "support_sets" in item else ()
    try:
        return Task(task_id, support, test, metadata, sets)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _read_run(folder: Path, name: str | None) -> TaskSet:
    """Read the tasks that a run has generated, once it is finished."""
    made = read_run(folder)
    config: Any = made.get("config")
    given: Any = config.get("name") if isinstance(config, dict) else None
    places = [folder / "tasks", folder / "tasks.json"]
    place = next((place for place in places if place.exists()), None)
    if place is None:
        raise ValueError(f"{folder}: is a run of {made['door']}, and holds no tasks")
    tasks = read_tasks(place, name or (given if isinstance(given, str) else "") or folder.name)
    if made.get("digest") not in (None, tasks.digest):
        warnings.warn(
            f"{folder}: these are not the tasks that the run made ({MANIFEST}): some were changed "
            "or removed",
            stacklevel=3,
        )
    return tasks


def _read_folder(folder: Path, name: str) -> TaskSet:
    listing = list_folder(folder)
    if listing.json and listing.parquet:
        raise ValueError(f"{folder}: holds JSON and Parquet files: name one of them")
    paths = listing.json or listing.parquet
    if not paths:
        raise ValueError(f"{folder}: holds no {JSON_SUFFIX} or {PARQUET_SUFFIX} files")
    paths = [path for path in paths if not _is_read_with_challenges(path)]
    found = (item for path in paths for item in _read_path(path))
    return collect(found, name, listing.ignored)


def _read_path(path: Path) -> Iterable[Found]:
    suffix = path.suffix.lower()
    if suffix == PARQUET_SUFFIX:
        from arcrep.arc.parquet import read_parquet  # it builds on this module

        return read_parquet(path)
    if suffix != JSON_SUFFIX and path.exists():
        raise ValueError(f"{path}: is no {JSON_SUFFIX} or {PARQUET_SUFFIX} file, nor a folder")
    return tasks_from_bytes(read_file(path), path)


def tasks_from_bytes(raw: bytes, path: Path) -> Iterable[Found]:
    """Read the tasks in the bytes of a JSON file whose path gives ids and messages."""
    where = str(path)
    value = parse_json(raw, where)
    if isinstance(value, list):
        return _from_records(value, where)
    if not isinstance(value, dict):
        raise ValueError(f"{where}: is {brief(value)}, not a task, {{id: task}} or a list of tasks")
    if any(isinstance(value.get(part), list) for part in _PARTS):
        return [(named_task(path.stem, value, where), where)]
    if path.name.endswith(SOLUTIONS):
        raise ValueError(f"{where}: holds solutions only: name the *{CHALLENGES} file beside it")
    if path.name.endswith(CHALLENGES) and _solutions_of(path).exists():
        return _from_pair(value, path, _solutions_of(path))
    return _from_mapping(value, where)


def named_task(task_id: object, value: object, where: str) -> Task:
    """Build a task as `task_from_json` does, from an id that is not yet checked."""
    try:
        checked = check_id(task_id)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    return task_from_json(checked, value, where)


def _from_mapping(value: dict[str, Any], where: str) -> Iterator[Found]:
    if not value:
        raise ValueError(f"{where}: holds no tasks")
    for task_id, entry in value.items():
        place = f"{where}: task {brief(task_id)}" if len(task_id) > 80 else f"{where}: {task_id!r}"
        yield named_task(task_id, entry, place), place


def _from_records(records: list[Any], where: str) -> Iterator[Found]:
    if not records:
        raise ValueError(f"{where}: holds no tasks")
    for number, record in enumerate(records):
        place = f"{where}: record {number}"
        key = next((key for key in RECORD_IDS if isinstance(record, dict) and key in record), None)
        if key is None:
            names = ", ".join(RECORD_IDS)
            raise ValueError(f"{place}: is {brief(record)}: a record is a task with one of {names}")
        rest = {name: entry for name, entry in record.items() if name != key}
        yield named_task(record[key], rest, place), place


def _from_pair(challenges: dict[str, Any], path: Path, solutions_path: Path) -> Iterator[Found]:
    solutions = parse_json(read_file(solutions_path), str(solutions_path))
    known: set[str] = set(solutions) if isinstance(solutions, dict) else set()
    if known != set(challenges):
        some = sorted(known.symmetric_difference(challenges))[:3]
        raise ValueError(f"{path} and {solutions_path} hold different tasks, such as {some}")
    for task, place in _from_mapping(challenges, str(path)):
        yield _solved(task, solutions[task.id], f"{solutions_path}: {task.id!r}"), place


def _solved(task: Task, outputs: object, where: str) -> Task:
    if not isinstance(outputs, list) or len(outputs) != len(task.test):
        count = len(outputs) if isinstance(outputs, list) else brief(outputs)
        raise ValueError(f"{where}: holds {count} outputs, the task has {len(task.test)} tests")
    if any(example.output is not None for example in task.test):
        raise ValueError(f"{where}: the challenges hold outputs too: remove one of the two")
    grids = [as_grid(output, f"{where}[{number}]") for number, output in enumerate(outputs)]
    tests = (replace(example, output=grid) for example, grid in zip(task.test, grids, strict=True))
    return replace(task, test=tuple(tests))


def _examples(item: dict[str, Any], part: str, where: str) -> tuple[Example, ...]:
    if part not in item:
        raise ValueError(f'{where}: has no "{part}": a task needs "train" and "test"')
    entries = item[part]
    if not isinstance(entries, list):
        raise ValueError(f"{where}: {part}: is {brief(entries)}, not a list of pairs")
    return tuple(
        _example(entry, f"{where}: {part}[{number}]") for number, entry in enumerate(entries)
    )


def _example(entry: object, where: str) -> Example:
    if not isinstance(entry, dict) or "input" not in entry:
        raise ValueError(f'{where}: is {brief(entry)}, not a pair with "input" and "output"')
    pair: dict[str, Any] = entry
    output = pair.get("output")
    return Example(
        input=as_grid(pair["input"], f"{where}.input"),
        output=None if output is None else as_grid(output, f"{where}.output"),
        metadata={key: value for key, value in pair.items() if key not in {"input", "output"}},
    )


def _support_sets(value: object, where: str) -> tuple[tuple[int, ...], ...]:
    where = f"{where}: support_sets"
    if not isinstance(value, list) or not value:
        raise ValueError(f"{where}: is {brief(value)}, not a list of lists of indices")
    sets: list[tuple[int, ...]] = []
    for number, members in enumerate(value):
        if not isinstance(members, list) or any(type(index) is not int for index in members):
            raise ValueError(f"{where}[{number}]: is {brief(members)}, not a list of indices")
        sets.append(tuple(members))
    return tuple(sets)


def _solutions_of(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(CHALLENGES) + SOLUTIONS)


def _is_read_with_challenges(path: Path) -> bool:
    if not path.name.endswith(SOLUTIONS):
        return False
    return path.with_name(path.name.removesuffix(SOLUTIONS) + CHALLENGES).exists()


def _natural(task_id: str) -> tuple[str, int, str]:
    """Order by text, but a number at the end by its value: Center2 before Center10."""
    match = re.fullmatch(r"(.*[^0-9])([0-9]{1,18})", task_id)
    return (match[1], int(match[2]), task_id) if match else (task_id, -1, task_id)
