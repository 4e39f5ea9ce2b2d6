"""The cache: a folder for each source, with its tasks and a note of where they came from."""

import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcrep.arc.reading import read_tasks
from arcrep.arc.strict_json import parse_json, read_file
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.writing import file_text

TASKS = "tasks.json"
ORIGIN = "source.json"


@dataclass(frozen=True)
class Cached:
    """A source in the cache; `origin` says where it came from, and `commit` if the hub did."""

    task_set: TaskSet
    origin: dict[str, Any]


def cache_folder() -> Path:
    """Return the folder named by ARCREP_DATA, or arcrep's folder in the user's cache."""
    if named := os.environ.get("ARCREP_DATA"):
        return Path(named).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arcrep"


def read_cached(name: str) -> Cached | None:
    """Read a source from the cache, or return None when it is not there.

    Raises:
        ValueError: What is there is not what was stored.
    """
    folder = cache_folder() / name
    if not folder.exists():
        return None
    advice = f"remove {folder} and fetch {name} again"
    try:
        origin = parse_json(read_file(folder / ORIGIN), str(folder / ORIGIN))
        task_set = read_tasks(folder / TASKS, name)
    except ValueError as error:
        raise ValueError(f"{error}; {advice}") from None
    if not isinstance(origin, dict) or origin.get("digest") != task_set.digest:
        raise ValueError(f"{folder}: its digest is not the recorded one; {advice}")
    return Cached(task_set, origin)


def store(task_set: TaskSet, origin: dict[str, Any]) -> None:
    """Put a source in the cache in one step, in place of what was there.

    Of two processes that store at once the later one counts; a reader never sees a part.
    """
    root = cache_folder()
    root.mkdir(parents=True, exist_ok=True)
    target = root / task_set.name
    with tempfile.TemporaryDirectory(dir=root, prefix=f".{target.name}.") as temporary:
        built = Path(temporary) / "new"
        built.mkdir()
        (built / TASKS).write_text(file_text(task_set), encoding="utf-8")
        note = {"name": task_set.name, **origin, "digest": task_set.digest}
        (built / ORIGIN).write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
        _put(built, target, Path(temporary) / "old")


def _put(built: Path, target: Path, old: Path) -> None:
    while True:
        try:
            built.replace(target)
        except OSError:  # a folder that is not empty is in the way: ours of before, or a winner's
            if not target.exists():
                raise
            shutil.rmtree(old, ignore_errors=True)
            try:
                target.replace(old)
            except FileNotFoundError:
                continue  # another process has just moved it away
        else:
            return
