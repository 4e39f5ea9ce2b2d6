"""Many tasks in a fixed order, with a digest of their content."""

import difflib
import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast, overload

import numpy as np

from arcrep.arc.grid import brief
from arcrep.arc.tasks import LABEL_KINDS, Task
from arcrep.settings import check_whole


@dataclass(frozen=True)
class TaskSet:
    """Tasks with unique ids; `ignored` names the files beside them that hold no tasks."""

    name: str
    tasks: tuple[Task, ...]
    ignored: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.tasks:
            raise ValueError(f"{self.name}: holds no tasks")
        if len(self._by_id) != len(self.tasks):
            seen: set[str] = set()
            twice = next(i for i in self.ids if i in seen or seen.add(i))
            raise ValueError(f"{self.name}: the id {twice!r} occurs twice: rename one of the tasks")

    def __len__(self) -> int:
        return len(self.tasks)

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks)

    def __repr__(self) -> str:
        count = f"{len(self)} task{'s' if len(self) > 1 else ''}"
        return f"TaskSet({self.name!r}, {count}, digest {self.digest[:8]})"

    @overload
    def __getitem__(self, key: str | int | np.integer) -> Task: ...

    @overload
    def __getitem__(self, key: slice) -> "TaskSet": ...

    def __getitem__(self, key: object) -> "Task | TaskSet":
        """Return the task of an id or at a position, or a task set of the tasks of a slice."""
        if isinstance(key, slice):
            return replace(self, tasks=self.tasks[key])
        if isinstance(key, int | np.integer) and not isinstance(key, bool):
            return self._at(int(key))
        return self._by_id[self._known(key)]

    def _at(self, position: int) -> Task:
        count = len(self.tasks)
        if not -count <= position < count:
            raise IndexError(f"{self.name} has no task at {position}: its length is {count}")
        return self.tasks[position]

    @cached_property
    def _by_id(self) -> dict[str, Task]:
        return {task.id: task for task in self.tasks}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        return tuple(task.id for task in self.tasks)

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts that occur, sorted."""
        return tuple(sorted({task.concept for task in self.tasks if task.concept}))

    @cached_property
    def digest(self) -> str:
        """SHA-256 over ids, labels, support sets and grids; other metadata does not count.

        It does not depend on the order of the tasks, on the order of keys, or on the form they were
        read from; it does depend on the order of the examples of a task.
        """
        digests = sorted(task.digest for task in self.tasks)
        return hashlib.sha256("\n".join(digests).encode()).hexdigest()

    def labels(self, kind: str) -> list[str | None]:
        """Return one label of each task, in order; `kind` is one of `LABEL_KINDS`."""
        if kind not in LABEL_KINDS:
            raise ValueError(f"no label kind {kind!r}: choose from {', '.join(LABEL_KINDS)}")
        return [task.metadata.get(kind) for task in self.tasks]

    def select(
        self,
        ids: Collection[object] | None = None,
        concepts: Collection[object] | None = None,
        limit: int | None = None,
    ) -> "TaskSet":
        """Keep the tasks named by id and by concept, then the first `limit`; order stays.

        Raises:
            ValueError: An id or a concept does not occur (the nearest are named) or is not text, or
                nothing is left.
        """
        tasks: Iterable[Task] = self.tasks
        if ids is not None:
            wanted = {self._known(task_id) for task_id in _several(ids, "ids")}
            tasks = [task for task in tasks if task.id in wanted]
        if concepts is not None:
            names = _several(concepts, "concepts")
            known = dict.fromkeys(self.concepts)
            kept = {_check_name(name, "concept", known, self.name) for name in names}
            tasks = [task for task in tasks if task.concept in kept]
        if limit is not None:
            check_whole("limit", limit)
        return replace(self, tasks=tuple(tasks)[:limit])

    def instances(self) -> "TaskSet":
        """Make a task of each support set: id `<id>/s<k>`, metadata `instance_of` the old id."""
        tasks = [
            Task(
                id=f"{task.id}/{name}",
                support=task.support_examples(name),
                test=task.test,
                metadata={**task.metadata, "instance_of": task.id},
            )
            for task in self.tasks
            for name in task.set_names
        ]
        return replace(self, tasks=tuple(tasks))

    def _known(self, task_id: object) -> str:
        return _check_name(task_id, "task", self._by_id, self.name)


def _several(names: object, what: str) -> Collection[object]:
    if isinstance(names, str) or not isinstance(names, Collection):
        raise ValueError(f"{what} must be a list of names, got {names!r}")
    return cast("Collection[object]", names)


def _check_name(name: object, what: str, known: Collection[str], where: str) -> str:
    if not isinstance(name, str):
        raise ValueError(
            f"{brief(name)} names no {what}: names are text, put it in quotes where it is written"
        )
    if name not in known:
        raise ValueError(f"{where} has no {what} {name!r}{nearest(name, known)}")
    return name


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which known names look like a name that is not known."""
    close = difflib.get_close_matches(name, list(known), n=3)
    return f": did you mean {', '.join(map(repr, close))}?" if close else ""
