"""The folder of a generated set: what a command finds there, and opening it."""

import warnings
from pathlib import Path
from typing import Any, Literal

from arcrep.arc import TaskSet, read_tasks
from arcrep.runs import (
    COMPLETE,
    MANIFEST,
    Run,
    check_new,
    check_writable,
    code_version,
    read_manifest,
    read_run,
)

DOOR = "scripts/generate_tasks.py"
_LONG = 60

State = Literal["new", "begun", "complete"]


def look(out: Path, config: dict[str, Any]) -> State:
    """Say what a folder holds of the set of some settings; nothing is written.

    Raises:
        ValueError: It holds something else, was begun by another version, or cannot be written.
    """
    if not (out / MANIFEST).exists():
        check_new(out)
        return "new"
    manifest, complete = read_manifest(out, DOOR), (out / COMPLETE).exists()
    _refuse_others(out, manifest["config"], config, complete)
    if complete:
        return "complete"
    if manifest.get("code") != code_version():
        raise ValueError(
            f"{out} was begun by another version of arcrep, whose tasks may be others: choose "
            "another folder (out=FOLDER)"
        )
    check_writable(out)
    return "begun"


def open_run(out: Path, config: dict[str, Any]) -> Run:
    """Open a folder to begin a set, or to go on with it."""
    if look(out, config) == "new":
        return Run.create(out, door=DOOR, config=config)
    print("going on with what was begun there")
    return Run.resume(out)


def read_complete(out: Path) -> TaskSet:
    """Read a set that is complete, and check that it still is what was made.

    Raises:
        ValueError: Tasks were changed or removed.
    """
    made = read_run(out)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other tasks: refused below
        tasks = read_tasks(out)
    if tasks.digest != made.get("digest"):
        raise ValueError(
            f"{out} is finished, but its tasks were changed or removed since (digest "
            f"{tasks.digest}, not {made.get('digest')}): choose another folder (out=FOLDER)"
        )
    if made.get("code") != code_version():
        warnings.warn(
            f"{out} was made by another version of arcrep; this one may make other tasks (in "
            "another folder, out=FOLDER)",
            stacklevel=2,
        )
    return tasks


def _refuse_others(
    out: Path, begun: dict[str, Any], config: dict[str, Any], complete: bool
) -> None:
    changed = [key for key in config if begun.get(key) != config[key]]
    if not changed:
        return
    key = changed[0]
    was, now = (_short(value) for value in (begun.get(key), config[key]))
    if complete:
        raise ValueError(
            f"{out} is finished, and was made with {key}={was}, not {now}: choose another folder "
            "(out=FOLDER)"
        )
    raise ValueError(
        f"{out} was begun with {key}={was}, not {now}: go on with that, or choose another folder "
        "(out=FOLDER)"
    )


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < _LONG else f"{text[:_LONG]}..."
