"""How the labels of a task set cross: counts, shared actions, and mutual information."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log2

import numpy as np

from arcrep.arc import LABEL_KINDS, Grid, Task, TaskSet

SHARED_CONCEPTS, SHARED_TASKS = 5, 5
LARGE_SIDE, MANY_COLORS = 20, 3


def mutual_information(a: Sequence[str], b: Sequence[str]) -> float:
    """Return the mutual information of two labels over the tasks, in bits."""
    n = len(a)
    first, second, both = Counter(a), Counter(b), Counter(zip(a, b, strict=True))
    return max(0.0, sum(k / n * log2(k * n / (first[x] * second[y])) for (x, y), k in both.items()))


def entropy(labels: Sequence[str]) -> float:
    """Return the entropy of a label over the tasks, in bits."""
    return sum(k / len(labels) * log2(len(labels) / k) for k in Counter(labels).values())


def shared_actions(tasks: TaskSet) -> list[str]:
    """Return the actions with at least five tasks in at least five concepts each."""
    counts = Counter((task.action, task.concept) for task in tasks)
    concepts: defaultdict[str, int] = defaultdict(int)
    for (action, _), n in counts.items():
        concepts[str(action)] += n >= SHARED_TASKS
    return sorted(action for action, n in concepts.items() if n >= SHARED_CONCEPTS)


@dataclass(frozen=True)
class Format:
    """How the grids of a task set look, beside what they mean.

    Attributes:
        median_side: Of the longer sides of all grids.
        large: The share of grids with a side over `LARGE_SIDE`.
        colorful: The share of grids with at least `MANY_COLORS` colours, black included.
    """

    median_side: float
    large: float
    colorful: float


def format_of(tasks: TaskSet) -> Format:
    """Measure the grids of a task set, inputs and outputs."""
    grids = list(_grids(tasks))
    sides = np.array([max(grid.shape) for grid in grids])
    colors = np.array([len(set(grid.tobytes())) for grid in grids])
    large, colorful = float(np.mean(sides > LARGE_SIDE)), float(np.mean(colors >= MANY_COLORS))
    return Format(float(np.median(sides)), large, colorful)


def _grids(tasks: Iterable[Task]) -> Iterator[Grid]:
    for task in tasks:
        for example in (*task.support, *task.test):
            yield example.input
            if example.output is not None:
                yield example.output


def crossing_lines(tasks: TaskSet) -> Iterator[str]:
    """Say how the labels of a task set cross, for people.

    Of each concept also how many tasks the most frequent triple has, and the median of the longer
    sides: where concepts differ in that much, size alone tells some of them apart.
    """
    columns = f"{'layouts':>9}{'selectors':>11}{'actions':>9}{'triples':>9}{'most':>6}{'side':>6}"
    yield f"{'concept':<20}{'tasks':>6}{columns}"
    for concept in tasks.concepts:
        mine = [task for task in tasks if task.concept == concept]
        triples = Counter(map(_triple, mine))
        kinds = [len({task.metadata.get(kind) for task in mine}) for kind in LABEL_KINDS[:3]]
        counts = f"{kinds[0]:>9}{kinds[1]:>11}{kinds[2]:>9}{len(triples):>9}"
        side = np.median([max(grid.shape) for grid in _grids(mine)])
        yield f"{concept:<20}{len(mine):>6}{counts}{max(triples.values()):>6}{side:>6g}"
    labels = {kind: [str(label) for label in tasks.labels(kind)] for kind in LABEL_KINDS}
    yield "labels: " + ", ".join(
        f"{len(set(values))} {kind}s ({entropy(values):.2f} bits)"
        for kind, values in labels.items()
    )
    for a, b in combinations(LABEL_KINDS, 2):
        shared = mutual_information(labels[a], labels[b])
        part = shared / max(min(entropy(labels[a]), entropy(labels[b])), 1e-9)
        yield f"mutual information {a}-{b}: {shared:.2f} bits ({part:.0%} of the smaller entropy)"
    actions = shared_actions(tasks)
    named = f": {', '.join(actions)}" if actions else ""
    yield (
        f"{len(actions)} actions with {SHARED_TASKS} tasks or more in {SHARED_CONCEPTS} concepts "
        f"or more{named}"
    )
    shape = format_of(tasks)
    yield (
        f"grids: median longer side {shape.median_side:g}, {shape.large:.0%} over {LARGE_SIDE}, "
        f"{shape.colorful:.0%} with {MANY_COLORS} colours or more"
    )


def _triple(task: Task) -> tuple[str | None, str | None, str | None]:
    return task.layout, task.selector, task.action
