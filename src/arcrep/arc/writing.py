"""Writing tasks: JSON in a file of `{id: task}` or a folder with a file per task, or Parquet."""

import contextlib
import json
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any, Literal

from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import Example, Task
from arcrep.runs import write_atomic


def write_tasks(
    task_set: TaskSet, path: Path | str, form: Literal["folder", "file", "parquet"] = "folder"
) -> None:
    """Write a task set so that reading it back gives the same tasks and the same digest.

    Args:
        task_set: What to write.
        path: Its place, which must be free (or, for a folder, an empty one).
        form: `folder` has a JSON file for each task, `file` is one JSON file, `parquet` is a folder
            that the library `datasets` loads too: see `write_data_set`.

    Raises:
        ValueError: Something is there already, metadata is not JSON, or (form `folder`) an id
            cannot be the name of a file.
    """
    path = Path(path)
    if form not in ("folder", "file", "parquet"):
        raise ValueError(f"form is {form!r}: choose folder, file or parquet")
    if form == "parquet":
        from arcrep.arc.data_set import write_data_set  # it builds on this module

        write_data_set(task_set, path)
    elif form == "folder":
        _write_folder(task_set, path)
    elif path.exists():
        raise ValueError(f"{path} exists already: remove it or choose another name")
    else:
        write_atomic(path, file_text(task_set))


@contextlib.contextmanager
def new_folder(folder: Path) -> Generator[Path]:
    """Yield an empty folder that becomes `folder` when the block ends well, and vanishes otherwise.

    Raises:
        ValueError: Something is there already, other than an empty folder.
    """
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ValueError(f"{folder} exists already: remove it or choose another name")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as temporary:
        built = Path(temporary) / "tasks"  # an ordinary folder: the temporary one is private
        built.mkdir()
        yield built
        try:
            built.replace(folder)
        except OSError as error:
            reason = f"{error.strerror}: somebody else may have written it just now"
            raise ValueError(f"{folder}: cannot be put in place: {reason}") from None


def file_text(task_set: TaskSet) -> str:
    """Return the JSON text of `{id: task}`, one task a line."""
    lines = [f"{json.dumps(task.id)}: {_task_text(task)}" for task in task_set]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def task_to_json(task: Task) -> dict[str, Any]:
    """Return the JSON object of a task, its metadata first."""
    value: dict[str, Any] = dict(task.metadata)
    if task.has_own_sets:
        value["support_sets"] = [list(members) for members in task.support_sets]
    value["train"] = [_example_to_json(example) for example in task.support]
    value["test"] = [_example_to_json(example) for example in task.test]
    return value


def _example_to_json(example: Example) -> dict[str, Any]:
    pair = {**example.metadata, "input": example.input.tolist()}
    if example.output is not None:
        pair["output"] = example.output.tolist()
    return pair


_GRIDS = ("train", "test")  # which hold many numbers, and no keys but those of the format


def json_text(value: dict[str, Any], task_id: str) -> str:
    """Return compact JSON text of something of a task, or refuse metadata that is not JSON."""
    try:
        _check_keys({key: part for key, part in value.items() if key not in _GRIDS})
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"the metadata of task {task_id!r} is not JSON: {error}") from None


def _check_keys(value: Any) -> None:
    """Refuse keys that are not text: JSON would make text of them, and two could become one."""
    if isinstance(value, dict):
        parts: dict[Any, Any] = value
        for key, part in parts.items():
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is no text")
            _check_keys(part)
    elif isinstance(value, list | tuple):
        for part in value:
            _check_keys(part)


def _task_text(task: Task) -> str:
    return json_text(task_to_json(task), task.id)


def _write_folder(task_set: TaskSet, folder: Path) -> None:
    _check_file_names(task_set)
    with new_folder(folder) as built:
        for task in task_set:
            path = built / f"{task.id}.json"
            try:
                path.write_text(_task_text(task) + "\n", encoding="utf-8")
            except OSError as error:
                error.filename = error.filename or str(folder)  # a full disk does not say where
                raise


def _check_file_names(task_set: TaskSet) -> None:
    seen: dict[str, str] = {}
    for task_id in task_set.ids:
        advice = 'use form="file"'
        if "/" in task_id or "\\" in task_id or task_id.startswith("."):
            raise ValueError(f"the id {task_id!r} cannot be a file name: {advice}")
        other = seen.setdefault(task_id.casefold(), task_id)
        if other != task_id:
            raise ValueError(f"{other!r} and {task_id!r} differ in case only: {advice}")
