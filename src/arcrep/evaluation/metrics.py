"""From the outcomes of one run, or of several seeds, to one table of numbers in percent."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
from jaxtyping import Bool, Float, Int, Num
from numpy.typing import NDArray

from arcrep.arc import ACTION_CONCEPTS, PREDICATE_CONCEPTS
from arcrep.evaluation.intervals import Interval, clustered_interval, sample_sd, wilson_interval
from arcrep.evaluation.scoring import OUTCOMES, Scores
from arcrep.evaluation.tables import Row, Table


def summarize(runs: Sequence[Scores]) -> Table:
    """Put the scores of runs on one task set into a table.

    The share of tasks with at least X queries solved is over the tasks that have X scorable
    queries or more, since no other task could solve X; its `tasks` says how many those are.
    Tasks without a concept count in the rows over all queries and all tasks only.

    Raises:
        ValueError: There is no run, or runs are on different task sets.
    """
    if not runs:
        raise ValueError("no run to summarize")
    first = runs[0]
    for other in runs[1:]:
        if other.digest != first.digest:
            raise ValueError(
                f"runs on different task sets: {first.task_set} with digest {first.digest} and "
                f"{other.task_set} with digest {other.digest}"
            )
    counts = _Counts.of(runs)
    rows = [*_accuracy_rows(counts), *_solved_rows(counts), *_outcome_rows(runs, counts)]
    return Table(first.task_set, first.digest, len(runs), tuple(rows))


Shares = Float[NDArray[np.float64], "answers"]
"""A number for each run, then the same number for an answer that repeats the input."""


@dataclass(frozen=True)
class _Counts:
    """Which queries each run has right, and where each query belongs."""

    correct: Float[NDArray[np.float64], "answers queries"]  # the last one repeats the input
    task: Int[NDArray[np.int64], "queries"]
    cluster: Int[NDArray[np.int64], "queries"]
    concept: Int[NDArray[np.int64], "queries"]  # index into `names`; -1 for none
    names: list[str]

    @classmethod
    def of(cls, runs: Sequence[Scores]) -> "_Counts":
        # Equal digests promise the same queries, not their order.
        ordered = [sorted(run.queries, key=lambda query: (query.task, query.test)) for run in runs]
        queries = ordered[0]
        correct = [[query.outcome == "correct" for query in run] for run in ordered]
        correct.append([query.copied for query in queries])
        present = {query.concept for query in queries if query.concept is not None}
        names = [name for name in PREDICATE_CONCEPTS + ACTION_CONCEPTS if name in present]
        names += sorted(present.difference(names))
        code = {name: index for index, name in enumerate(names)}
        return cls(
            np.array(correct, dtype=np.float64),
            _codes([query.task for query in queries]),
            _codes([query.cluster for query in queries]),
            np.array([code.get(query.concept or "", -1) for query in queries], dtype=np.int64),
            names,
        )

    @property
    def averaged(self) -> Float[NDArray[np.float64], "queries"]:
        """The share of runs that have each query right."""
        return self.correct[:-1].mean(axis=0)


def _codes(names: list[str]) -> Int[NDArray[np.int64], "queries"]:
    return np.unique(np.array(names, dtype=np.str_), return_inverse=True)[1].astype(np.int64)


def _row(
    metric: str,
    group: str,
    shares: Shares,
    interval: Interval,
    *,
    concepts: int = 0,
    tasks: int,
    queries: int,
) -> Row:
    runs = 100 * shares[:-1]
    low, high = 100 * interval.low, 100 * interval.high
    return Row(
        metric=metric,
        group=group,
        percent=float(runs.mean()),
        sd=sample_sd(runs),
        low=low,
        high=high,
        copy=100 * float(shares[-1]),
        concepts=concepts,
        tasks=tasks,
        queries=queries,
        reason=interval.reason,
    )


def _accuracy_rows(counts: _Counts) -> list[Row]:
    rows = [_concept_row(counts, name) for name in counts.names]
    groups = {
        "predicate": [name for name in counts.names if name in PREDICATE_CONCEPTS],
        "action": [name for name in counts.names if name in ACTION_CONCEPTS],
        "concepts": counts.names,
    }
    rows += [_mean_row(counts, group, names) for group, names in groups.items() if names]
    everything = np.ones(len(counts.task), dtype=bool)
    return [*rows, _accuracy_row(counts, "mean", "queries", everything)]


def _concept_row(counts: _Counts, name: str) -> Row:
    mask = counts.concept == counts.names.index(name)
    return _accuracy_row(counts, "concept", name, mask)


def _accuracy_row(
    counts: _Counts, metric: str, group: str, mask: Bool[NDArray[np.bool_], "queries"]
) -> Row:
    return _row(
        metric,
        group,
        _mean(counts.correct[:, mask]),
        clustered_interval(counts.averaged[mask], counts.cluster[mask]),
        tasks=len(np.unique(counts.task[mask])),
        queries=int(mask.sum()),
    )


def _mean_row(counts: _Counts, group: str, names: list[str]) -> Row:
    codes = [counts.names.index(name) for name in names]
    mask = np.isin(counts.concept, codes)
    shares = np.stack([_mean(counts.correct[:, counts.concept == code]) for code in codes])
    interval = clustered_interval(counts.averaged[mask], counts.cluster[mask], counts.concept[mask])
    return _row(
        "mean",
        group,
        shares.mean(axis=0),
        interval,
        concepts=len(names),
        tasks=len(np.unique(counts.task[mask])),
        queries=int(mask.sum()),
    )


def _solved_rows(counts: _Counts) -> list[Row]:
    asked = np.bincount(counts.task)
    solved = np.stack([np.bincount(counts.task, of_run) for of_run in counts.correct])
    least = {str(x): np.full_like(asked, x) for x in range(1, asked.max(initial=0) + 1)}
    least["all"] = asked
    return [_solved_row(counts, group, solved, asked, x) for group, x in least.items()]


def _solved_row(
    counts: _Counts,
    group: str,
    solved: Num[NDArray[Any], "answers tasks"],
    asked: Int[NDArray[np.int64], "tasks"],
    least: Int[NDArray[np.int64], "tasks"],
) -> Row:
    able = asked >= least
    shares = _mean((solved >= least)[:, able].astype(np.float64))
    # Tasks made from one task share its test inputs: they count as one in the interval. So do
    # the runs, whose tasks are the same ones.
    clusters = len(np.unique(counts.cluster[able[counts.task]]))
    return _row(
        "solved",
        group,
        shares,
        wilson_interval(float(shares[:-1].mean()) * clusters, clusters),
        tasks=int(able.sum()),
        queries=int(asked[able].sum()),
    )


def _outcome_rows(runs: Sequence[Scores], counts: _Counts) -> list[Row]:
    n_tasks, n_queries = len(np.unique(counts.task)), len(counts.task)
    copied = float(_mean(counts.correct)[-1])
    copies = {"correct": copied, "wrong": 1.0 - copied}
    rows: list[Row] = []
    for outcome in OUTCOMES:
        found = [run.counts[outcome] / n_queries if n_queries else nan for run in runs]
        shares = np.array([*found, copies.get(outcome, 0.0)])
        no_interval = Interval(nan, nan)
        rows.append(_row("outcome", outcome, shares, no_interval, tasks=n_tasks, queries=n_queries))
    if runs[0].unscorable:
        rows.append(_unscorable_row(runs[0].unscorable))
    return rows


def _unscorable_row(count: int) -> Row:
    return Row(
        metric="outcome",
        group="unscorable",
        percent=nan,
        sd=nan,
        low=nan,
        high=nan,
        copy=nan,
        concepts=0,
        tasks=0,
        queries=count,
        reason="no output to compare with",
    )


def _mean(values: Float[NDArray[np.float64], "answers n"]) -> Shares:
    """Average over the last axis; NaN for an empty one, without numpy's warning."""
    return values.mean(axis=1) if values.shape[1] else np.full(len(values), nan)
