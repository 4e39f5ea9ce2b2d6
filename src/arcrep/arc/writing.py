"""Writing tasks as JSON: a file of `{id: task}`, or a folder with a file per task."""

import json
import tempfile
from pathlib import Path
from typing import Any, Literal

from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import Example, Task
from arcrep.runs import write_atomic


def write_tasks(
    task_set: TaskSet, path: Path | str, form: Literal["folder", "file"] = "folder"
) -> None:
    """Write a task set so that reading it back gives the same tasks and the same digest.

    Raises:
        ValueError: Something is there already, metadata is not JSON, or (form `folder`) an id
            cannot be the name of a file.
    """
    path = Path(path)
    if form not in ("folder", "file"):
        raise ValueError(f"form is {form!r}: choose folder or file")
    if path.exists() and not (path.is_dir() and form == "folder" and not any(path.iterdir())):
        raise ValueError(f"{path} exists already: remove it or choose another name")
    if form == "file":
        write_atomic(path, file_text(task_set))
    else:
        _write_folder(task_set, path)


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


def _task_text(task: Task) -> str:
    try:
        return json.dumps(task_to_json(task), separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"the metadata of task {task.id!r} is not JSON: {error}") from None


def _write_folder(task_set: TaskSet, folder: Path) -> None:
    _check_file_names(task_set)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as temporary:
        built = Path(temporary) / "tasks"  # an ordinary folder: the temporary one is private
        built.mkdir()
        for task in task_set:
            (built / f"{task.id}.json").write_text(_task_text(task) + "\n", encoding="utf-8")
        built.replace(folder)


def _check_file_names(task_set: TaskSet) -> None:
    seen: dict[str, str] = {}
    for task_id in task_set.ids:
        advice = 'use form="file"'
        if "/" in task_id or "\\" in task_id or task_id.startswith("."):
            raise ValueError(f"the id {task_id!r} cannot be a file name: {advice}")
        other = seen.setdefault(task_id.casefold(), task_id)
        if other != task_id:
            raise ValueError(f"{other!r} and {task_id!r} differ in case only: {advice}")
