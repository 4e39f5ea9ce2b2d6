"""The official ConceptARC tasks: 160 in the corpus and 16 minimal ones.

Every file is held against a SHA-256 sum before anything is read from it; line endings do not count,
since git may change them. The labels are our own table (see `CONTRIBUTING.md` for the words).

**Source:** Moskvichev, Odouard and Mitchell (2023), The ConceptARC Benchmark.
"""

import csv
import hashlib
import io
import tarfile
import zlib
from collections.abc import Iterable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

from arcrep.arc.download import download
from arcrep.arc.reading import collect, tasks_from_bytes
from arcrep.arc.strict_json import read_file
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import Task

CORPUS = "conceptarc"
MINIMAL = "conceptarc_minimal"
ARCHIVE_URL = "https://github.com/victorvikram/ConceptARC/archive/HEAD.tar.gz"

_ROOTS = (".", "conceptarc", "ConceptARC", "ConceptARC-main", "ConceptARC-master")
_PLACES = ("corpus/{concept}", "{concept}", "minimal", "MinimalTasks", ".")
_MAX_BYTES = 1 << 20

Candidates = dict[str, list[tuple[str, bytes]]]
"""File name -> the places where a file of that name lies, each with its content."""


def from_folder(name: str, folder: Path) -> TaskSet | None:
    """Read the tasks below a folder that holds the repository, its corpus, or a copy of it."""
    candidates: Candidates = {}
    for row in official_files(name):
        places = (folder / root / place.format_map(row) for root in _ROOTS for place in _PLACES)
        paths = [place / row["file"] for place in places]
        candidates[row["file"]] = [(str(p), read_file(p)) for p in paths if p.is_file()]
    return _checked(name, candidates)


def from_network(name: str, url: str = ARCHIVE_URL) -> TaskSet:
    """Fetch the archive of the repository and read the tasks in it; nothing is unpacked."""
    try:
        candidates = _unpacked(download(url), {row["file"] for row in official_files(name)})
    except (tarfile.TarError, EOFError, zlib.error, OSError) as error:
        raise ValueError(f"{url}: is no whole archive: {error}") from None
    task_set = _checked(name, candidates)
    if task_set is None:
        raise ValueError(f"{url}: holds no ConceptARC tasks")
    return task_set


def with_labels(task_set: TaskSet) -> TaskSet:
    """Add concept, layout, selector, action and the list `selectors` to the metadata.

    The minimal tasks have a concept only. The selector is the entry of `selectors` that is rarest
    over the 160 tasks; of equally rare ones the first by alphabet.
    """
    concepts = {row["id"]: row["concept"] for row in _table("conceptarc_sums.csv")}
    rows = {row.pop("id"): row for row in _table("conceptarc_labels.csv")}
    tasks: list[Task] = []
    for task in task_set:
        labels: dict[str, Any] = {"concept": concepts[task.id], **rows.get(task.id, {})}
        if "selectors" in labels:
            labels["selectors"] = labels["selectors"].split()
        tasks.append(replace(task, metadata={**task.metadata, **labels}))
    return replace(task_set, tasks=tuple(tasks))


def official_files(name: str) -> list[dict[str, str]]:
    """Return the rows of the table of sums for one source: id, file, concept, sha256."""
    rows = [row for row in _table("conceptarc_sums.csv") if row["source"] == name]
    return [{**row, "file": f"{row['id']}.json"} for row in rows]


def _unpacked(archive: bytes, wanted: set[str]) -> Candidates:
    candidates: Candidates = {}
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        for member in tar:
            name = Path(member.name).name
            content = tar.extractfile(member) if name in wanted and member.isfile() else None
            if content is not None and member.size <= _MAX_BYTES:
                candidates.setdefault(name, []).append((member.name, content.read()))
    return candidates


def _checked(name: str, candidates: Candidates) -> TaskSet | None:
    """Read the tasks of one source, or return None when not one of its files is there."""
    rows = official_files(name)
    missing = [row["file"] for row in rows if not candidates.get(row["file"])]
    if len(missing) == len(rows):
        return None
    if missing:
        some = ", ".join(missing[:5])
        raise ValueError(f"{name}: {len(missing)} of {len(rows)} files are missing, such as {some}")
    contents = (_genuine(candidates[row["file"]], row["sha256"]) for row in rows)
    found = (item for where, raw in contents for item in tasks_from_bytes(raw, Path(where)))
    return collect(found, name)


def _genuine(places: list[tuple[str, bytes]], expected: str) -> tuple[str, bytes]:
    sums = [hashlib.sha256(raw.replace(b"\r\n", b"\n")).hexdigest() for _, raw in places]
    if expected not in sums:
        raise ValueError(
            f"{places[0][0]}: its SHA-256 is {sums[0]}, the official file's is {expected}: "
            "take the file from the official repository"
        )
    return places[sums.index(expected)]


def _table(name: str) -> Iterable[dict[str, str]]:
    text = resources.files("arcrep.arc").joinpath("tables", name).read_text(encoding="utf-8")
    return csv.DictReader(io.StringIO(text))
