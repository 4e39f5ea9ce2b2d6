"""What is in a task set, and what is odd about it, in a few lines of text."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

import numpy as np

from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import Example, Task

_SHOWN = 5


def describe(task_set: TaskSet) -> str:
    """Say what a task set holds: counts, sizes, colours, concepts, digest, and oddities."""
    lines = [*_counts(task_set), *_oddities(task_set)]
    width = max(len(name) for name, _ in lines)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in lines)


def _counts(task_set: TaskSet) -> Iterator[tuple[str, str]]:
    yield "task set", task_set.name
    yield "digest", task_set.digest
    yield "tasks", str(len(task_set))
    yield "demonstrations", _spread([len(task.support) for task in task_set], "a task")
    yield "tests", _spread([len(task.test) for task in task_set], "a task")
    grids = [grid for task in task_set for grid in _grids(task)]
    yield "sides", _spread([side for grid in grids for side in grid.shape], "", total=False)
    yield "colours", " ".join(map(str, np.unique(np.concatenate([g.ravel() for g in grids]))))
    counts = Counter(task.concept for task in task_set if task.concept)
    if counts:
        yield "concepts", ", ".join(f"{name} {counts[name]}" for name in sorted(counts))
    sets = [len(task.support_sets) for task in task_set if task.has_own_sets]
    if sets:
        yield "support sets", f"{_spread(sets, 'a task')}, in {len(sets)} tasks"


def _oddities(task_set: TaskSet) -> Iterator[tuple[str, str]]:
    found = [(name, list(places(task_set))) for name, places in _KINDS]
    odd = [(name, _some(places)) for name, places in found if places]
    yield from odd or [("oddities", "none")]


def _repeated_tests(task_set: TaskSet) -> Iterator[str]:
    for task in task_set:
        shown = {example.content: number for number, example in enumerate(task.support)}
        for number, example in enumerate(task.test):
            if example.content in shown:
                yield f"{task.id} test[{number}] = train[{shown[example.content]}]"


def _identities(task_set: TaskSet) -> Iterator[str]:
    return _places(task_set, lambda pair: pair.is_identity and not _is_placeholder(pair))


def _placeholders(task_set: TaskSet) -> Iterator[str]:
    return _places(task_set, _is_placeholder)


def _without_output(task_set: TaskSet) -> Iterator[str]:
    return _places(task_set, lambda pair: pair.output is None)


def _equal_tasks(task_set: TaskSet) -> Iterator[str]:
    """Name the tasks that hold the same pairs, in whatever order."""
    groups: dict[tuple[tuple[bytes, ...], ...], list[str]] = defaultdict(list)
    for task in task_set:
        parts = (task.support, task.test)
        groups[tuple(tuple(sorted(p.content for p in part)) for part in parts)].append(task.id)
    return (" = ".join(ids) for ids in groups.values() if len(ids) > 1)


def _shared_pairs(task_set: TaskSet) -> Iterator[str]:
    """Name the groups of tasks that share pairs, with the number of pairs."""
    owners: dict[bytes, list[str]] = defaultdict(list)
    for task in task_set:
        for content in {pair.content for _, pair in _pairs(task) if not _is_placeholder(pair)}:
            owners[content].append(task.id)
    groups = Counter(tuple(ids) for ids in owners.values() if len(ids) > 1)
    return (f"{' and '.join(ids)} ({count})" for ids, count in groups.items())


_KINDS: Sequence[tuple[str, Callable[[TaskSet], Iterable[str]]]] = (
    ("tests that repeat a demonstration", _repeated_tests),
    ("pairs whose output is their input", _identities),
    ("placeholder tests ([[0]] -> [[0]])", _placeholders),
    ("tasks with the same pairs", _equal_tasks),
    ("tasks that share pairs", _shared_pairs),
    ("tests without an output", _without_output),
    ("files ignored", lambda task_set: task_set.ignored),
)


def _places(task_set: TaskSet, is_odd: Callable[[Example], bool]) -> Iterator[str]:
    for task in task_set:
        yield from (f"{task.id} {place}" for place, pair in _pairs(task) if is_odd(pair))


def _pairs(task: Task) -> Iterator[tuple[str, Example]]:
    for part, examples in (("train", task.support), ("test", task.test)):
        yield from ((f"{part}[{number}]", pair) for number, pair in enumerate(examples))


def _grids(task: Task) -> Iterator[np.ndarray]:
    for _, pair in _pairs(task):
        yield from (grid for grid in (pair.input, pair.output) if grid is not None)


def _is_placeholder(pair: Example) -> bool:
    return pair.is_identity and pair.input.shape == (1, 1) and not pair.input.any()


def _spread(values: Sequence[int], per: str, total: bool = True) -> str:
    low, middle, high = min(values), median(values), max(values)
    spread = f"{low} to {high}, median {middle:g} {per}".rstrip()
    return f"{sum(values)} ({spread})" if total else spread


def _some(places: Sequence[str]) -> str:
    more = f", and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    return f"{len(places)}: {', '.join(places[:_SHOWN])}{more}"
