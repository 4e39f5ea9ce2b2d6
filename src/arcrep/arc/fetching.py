"""How a named source gets into the cache, and what happens when it has changed since."""

import contextlib
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from arcrep.arc.cache import Cached, read_cached, store
from arcrep.arc.task_sets import TaskSet


class SourceUnavailableError(ValueError):
    """A source is not in the cache, not below `ARCREP_DATA_FROM`, and cannot be fetched."""


@dataclass(frozen=True)
class Source:
    """How one named task set is found.

    Attributes:
        name: What it is asked for by, and the name of its folder in the cache.
        about: One line for people.
        from_folder: Reads it below a folder, or returns None where it is not.
        from_network: Fetches it; is given the commit when the source has one.
        commit: Asks for the commit the source is at now, for a source that may change.
        finish: Adds what the cache does not hold, such as labels of our own.
    """

    name: str
    about: str
    from_folder: Callable[[Path], TaskSet | None]
    from_network: Callable[[str | None], TaskSet]
    commit: Callable[[], str] | None = None
    finish: Callable[[TaskSet], TaskSet] = lambda task_set: task_set


def fetch_source(source: Source, folder: Path | None = None, accept_new: bool = False) -> TaskSet:
    """Put a source in the cache, from below a folder or from the network.

    Raises:
        SourceUnavailableError: The network does not give it.
        ValueError: The folder does not hold it, or it is not what was fetched before and
            `accept_new` is false.
    """
    cached = read_cached(source.name)
    if folder is not None:
        return _from_folder(source, cached, folder, accept_new)
    if cached is not None and source.commit is None:
        return cached.task_set
    return _from_network(source, cached, accept_new)


def look_below(source: Source, folder: Path) -> TaskSet | None:
    """Read a source below a folder, or return None where the folder does not hold it."""
    if not folder.is_dir():
        raise ValueError(f"{folder}: is no folder: name one that holds {source.name}")
    return source.from_folder(folder)


def _from_folder(source: Source, cached: Cached | None, folder: Path, accept_new: bool) -> TaskSet:
    task_set = look_below(source, folder)
    if task_set is None:
        raise ValueError(f"{folder}: holds no {source.name} ({source.about})")
    if cached is not None and cached.task_set.digest == task_set.digest:
        return cached.task_set
    if cached is not None and not accept_new:
        _refuse_change(source, "digest", cached.task_set.digest, task_set.digest)
    store(task_set, {"from": str(folder.resolve())})
    return task_set


def _from_network(source: Source, cached: Cached | None, accept_new: bool) -> TaskSet:
    commit = _commit_now(source, cached)
    if cached is not None:
        recorded = cached.origin.get("commit")
        if recorded == commit:
            return cached.task_set
        if recorded is not None and not accept_new:
            _refuse_change(source, "commit", recorded, commit)
    with _advice(source):
        task_set = source.from_network(commit)
    if cached is not None and cached.task_set.digest != task_set.digest and not accept_new:
        _refuse_change(source, "digest", cached.task_set.digest, task_set.digest)
    origin = {"from": "network"} if commit is None else {"from": "network", "commit": commit}
    store(task_set, origin)
    return task_set


def _commit_now(source: Source, cached: Cached | None) -> str | None:
    if source.commit is None:
        return None
    try:
        with _advice(source):
            return source.commit()
    except SourceUnavailableError:
        if cached is None:
            raise
        return cached.origin.get("commit")  # offline, what was fetched before is what there is


def _refuse_change(source: Source, what: str, before: object, now: object) -> NoReturn:
    raise ValueError(
        f"{source.name} has changed: its {what} was {before} when it was first fetched and is "
        f"{now} now; give --accept-new to take the new content"
    )


@contextlib.contextmanager
def _advice(source: Source) -> Generator[None]:
    try:
        yield
    except ValueError as error:
        raise SourceUnavailableError(
            f"{source.name}: {error}; without a network use `get_data.py {source.name} "
            "--from FOLDER`, or let ARCREP_DATA_FROM name a folder that holds it"
        ) from error
