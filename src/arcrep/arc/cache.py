"""The cache: a folder for each source, with its tasks and a note of where they came from.

The tasks lie in a file named by their digest, which is never written again; the note `source.json`
says which file counts, and is replaced in one step. So a reader never sees a part, whoever writes.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcrep.arc.reading import read_tasks
from arcrep.arc.strict_json import parse_json, read_file
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.writing import file_text
from arcrep.runs import write_atomic

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
    if not (folder / ORIGIN).exists():
        return None
    advice = f"remove {folder} and fetch {name} again"
    try:
        origin = parse_json(read_file(folder / ORIGIN), str(folder / ORIGIN))
        if not isinstance(origin, dict) or not isinstance(origin.get("digest"), str):
            raise ValueError(f"{folder / ORIGIN}: names no digest")
        task_set = read_tasks(_tasks_file(folder, origin["digest"]), name)
    except ValueError as error:
        raise ValueError(f"{error}; {advice}") from None
    if origin["digest"] != task_set.digest:
        raise ValueError(f"{folder}: its digest is not the recorded one; {advice}")
    return Cached(task_set, origin)


def store(task_set: TaskSet, origin: dict[str, Any]) -> None:
    """Put a source in the cache, in place of what was there; of two at once the later counts."""
    folder = cache_folder() / task_set.name
    note = {"name": task_set.name, **origin, "digest": task_set.digest}
    write_atomic(_tasks_file(folder, task_set.digest), file_text(task_set))
    write_atomic(folder / ORIGIN, json.dumps(note, indent=1) + "\n")


def _tasks_file(folder: Path, digest: str) -> Path:
    return folder / f"tasks_{Path(digest).name[:16]}.json"
