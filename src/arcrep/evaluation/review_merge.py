"""Reviews of several people side by side: agreement, and which tasks are invalid."""

import itertools
import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isnan, nan
from pathlib import Path
from typing import Any, cast

import numpy as np

from arcrep.arc import TaskSet
from arcrep.arc.strict_json import parse_json, read_file
from arcrep.evaluation.intervals import wilson_interval
from arcrep.evaluation.reviews import FORMAT as LOG_FORMAT
from arcrep.evaluation.reviews import Review, ReviewFile, read_reviews
from arcrep.runs import write_atomic

FORMAT = "arcrep merged reviews 1"


@dataclass(frozen=True)
class Agreement:
    """How often two reviewers agree, and Cohen's kappa, or NaN with the reason why not."""

    n: int
    share: float
    kappa: float
    reason: str = ""


@dataclass(frozen=True)
class MergedReviews:
    """What each reviewer says of the tasks as they are now; stale verdicts are told apart.

    A verdict is stale where its task has changed since, or is gone.
    """

    tasks: TaskSet
    verdicts: dict[str, dict[str, Review]]
    stale: dict[str, tuple[str, ...]]

    @property
    def in_common(self) -> tuple[str, ...]:
        """The tasks that every reviewer judged."""
        return tuple(i for i in self.tasks.ids if all(i in said for said in self.verdicts.values()))

    @property
    def disagreements(self) -> tuple[str, ...]:
        """The tasks of which two reviewers say different things."""
        return tuple(
            task
            for task in self.tasks.ids
            if len({said[task].verdict for said in self.verdicts.values() if task in said}) > 1
        )

    @property
    def invalid(self) -> tuple[str, ...]:
        """The tasks that at least one reviewer calls invalid."""
        return tuple(task for task in self.tasks.ids if self.n_against(task))

    def n_against(self, task: str) -> int:
        """Count the reviewers who call a task invalid."""
        return sum(task in said and said[task].invalid for said in self.verdicts.values())


def merge_reviews(tasks: TaskSet, files: Sequence[ReviewFile]) -> MergedReviews:
    """Put the verdicts of reviewers side by side.

    Raises:
        ValueError: Two logs are of one reviewer.
    """
    names = [file.reviewer for file in files]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two logs are of the reviewer {twice[0]!r}: give one for each")
    digests = {task.id: task.digest for task in tasks}
    fresh = {
        file.reviewer: {
            task: review
            for task, review in file.latest.items()
            if digests.get(task) == review.digest
        }
        for file in files
    }
    stale = {
        file.reviewer: tuple(task for task in file.latest if task not in fresh[file.reviewer])
        for file in files
    }
    return MergedReviews(tasks, fresh, stale)


def agreement(first: Sequence[Hashable], second: Sequence[Hashable]) -> Agreement:
    """Compare two reviewers' judgments of the same tasks.

    **Source:** Cohen (1960), Educational and Psychological Measurement 20.
    """
    n = len(first)
    if n == 0:
        return Agreement(0, nan, nan, "no task in common")
    classes = {name: code for code, name in enumerate(dict.fromkeys((*first, *second)))}
    codes = [np.array([classes[name] for name in said], np.int64) for said in (first, second)]
    observed = float(np.mean(codes[0] == codes[1]))
    by_class = [np.bincount(said, minlength=len(classes)) for said in codes]
    by_chance = int(by_class[0] @ by_class[1])
    if by_chance == n * n:  # whole numbers: exact
        return Agreement(n, observed, nan, "both give one and the same answer to everything")
    expected = by_chance / n**2
    return Agreement(n, observed, (observed - expected) / (1 - expected))


def run_merge(
    tasks: TaskSet, paths: Sequence[Path | str], out: Path | str | None = None
) -> MergedReviews:
    """Print how reviewers agree, and write their merged reviews to `out`.

    Raises:
        ValueError: A log cannot be read, or two are of one reviewer.
    """
    if out and Path(out).exists() and FORMAT.encode() not in read_file(Path(out)):
        raise ValueError(f"{out} is there and holds no merged reviews: choose another name (--out)")
    merged = merge_reviews(tasks, [read_reviews(path) for path in paths])
    print("\n".join(summary_lines(merged)))
    if out is not None:
        write_merged(out, merged)
        print(f"merged: {Path(out).resolve()}")
    return merged


def write_merged(path: Path | str, merged: MergedReviews) -> None:
    """Write merged reviews, from which `excluded_tasks` reads what not to use."""
    entries = {
        task.id: {
            "digest": task.digest,
            "invalid": merged.n_against(task.id) > 0,
            "verdicts": {
                name: {"verdict": said[task.id].verdict, "note": said[task.id].note}
                for name, said in merged.verdicts.items()
                if task.id in said
            },
        }
        for task in merged.tasks
    }
    value = {
        "format": FORMAT,
        "task_set": merged.tasks.name,
        "digest": merged.tasks.digest,
        "reviewers": list(merged.verdicts),
        "stale": merged.stale,
        "tasks": {task: entry for task, entry in entries.items() if entry["verdicts"]},
    }
    write_atomic(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def excluded_tasks(*paths: Path | str) -> dict[str, str]:
    """Read the tasks that at least one reviewer calls invalid from merged reviews: digests by id.

    Several files are several rounds: what one of them calls invalid stays so.

    Raises:
        ValueError: A file holds no merged reviews, or two are of different tasks with one id.
    """
    found: dict[str, str] = {}
    for path in paths:
        for task, digest in _invalid_tasks(path).items():
            if found.setdefault(task, digest) != digest:
                raise ValueError(f"{path}: {task} is another task there than in the file before")
    return found


def _invalid_tasks(path: Path | str) -> dict[str, str]:
    content = read_file(Path(path))
    if LOG_FORMAT.encode() in content.partition(b"\n")[0]:
        raise ValueError(
            f"{path}: is the log of one reviewer: merge it first (view_tasks.py --merge)"
        )
    value = parse_json(content, str(path).replace("\n", " "))
    merged = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    if merged.get("format") != FORMAT or not isinstance(merged.get("tasks"), dict):
        raise ValueError(f"{path}: holds no merged reviews: make them with view_tasks.py --merge")
    entries: dict[str, Any] = merged["tasks"]
    for task, entry in entries.items():
        if not isinstance(entry, dict) or type(cast("Any", entry).get("invalid")) is not bool:
            raise ValueError(f'{path}: {task!r} does not say "invalid": true or false')
        if not isinstance(cast("Any", entry).get("digest"), str):
            raise ValueError(f"{path}: {task!r} does not say of which task (its digest)")
    return {task: entry["digest"] for task, entry in entries.items() if entry["invalid"]}


def summary_lines(merged: MergedReviews) -> list[str]:
    """Say what reviewers found and how they agree, for the terminal."""
    n_tasks = len(merged.tasks)
    lines = [f"{merged.tasks.name}: {n_tasks:,} task{'s' if n_tasks > 1 else ''}"]
    for name, said in merged.verdicts.items():
        against = sum(review.invalid for review in said.values())
        blind = sum(review.blind for review in said.values())
        lines.append(f"{name}: {len(said):,} judged, {blind:,} of them blind")
        lines.append(f"  invalid: {_share(against, len(said))}")
        if merged.stale[name]:
            some = ", ".join(merged.stale[name][:5])
            lines.append(f"  {len(merged.stale[name]):,} stale, left out: {some}")
    if len(merged.verdicts) > 1:
        lines += _agreement_lines(merged)
    return lines


def _agreement_lines(merged: MergedReviews) -> list[str]:
    lines: list[str] = []
    for first, second in itertools.combinations(merged.verdicts, 2):
        one, other = merged.verdicts[first], merged.verdicts[second]
        both = [task for task in merged.tasks.ids if task in one and task in other]
        invalid = agreement([one[i].invalid for i in both], [other[i].invalid for i in both])
        classes = agreement([one[i].verdict for i in both], [other[i].verdict for i in both])
        lines.append(f"{first} and {second}: {len(both):,} judged by both")
        lines.append(f"  valid or invalid: {_agreement(invalid)}")
        lines.append(f"  four verdicts: {_agreement(classes)}")
    against = [merged.n_against(task) for task in merged.in_common]
    everyone = sum(count == len(merged.verdicts) for count in against)
    lines += [
        f"judged by everyone: {len(against):,}",
        f"  invalid for everyone: {_share(everyone, len(against))}",
        f"  invalid for someone: {_share(sum(map(bool, against)), len(against))}",
        f"disagreements: {len(merged.disagreements):,}",
        *(f"  {task}: {_sayings(merged, task)}" for task in merged.disagreements),
    ]
    return lines


def _sayings(merged: MergedReviews, task: str) -> str:
    # A note goes out as its repr: control characters in it do not reach the terminal.
    return ", ".join(
        f"{name} {str(said[task].verdict).replace('_', ' ')}"
        + (f" {said[task].note!r}" if said[task].note else "")
        for name, said in merged.verdicts.items()
        if task in said
    )


def _agreement(found: Agreement) -> str:
    if isnan(found.share):
        return f"undefined ({found.reason})"
    kappa = f"undefined ({found.reason})" if isnan(found.kappa) else f"{found.kappa:.3f}"
    return f"{100 * found.share:.1f}% agree, Cohen's kappa {kappa}"


def _share(count: int, n: int) -> str:
    if n == 0:
        return "nothing judged"
    interval = wilson_interval(count, n)
    limits = f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
    return f"{count:,} of {n:,}, {100 * count / n:.1f}% (95% interval {limits})"
