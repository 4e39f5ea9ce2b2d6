"""Predictions against their targets: what became of each query."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from arcrep.arc import Example, Task, TaskSet
from arcrep.evaluation.predictions import Prediction

Outcome = Literal["correct", "wrong", "unparsed", "truncated", "provider_error", "missing"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(frozen=True)
class QueryScore:
    """What became of one query.

    `cluster` is the task that a task made from one of its support sets comes from (else the task
    itself): queries of one cluster are not independent. `copied` says whether the target is the
    input, so that an answer that repeats the input is right.
    """

    task: str
    test: int
    cluster: str
    concept: str | None
    outcome: Outcome
    copied: bool


@dataclass(frozen=True)
class Scores:
    """What became of every query of a task set, in the order of the task set.

    `unscorable` counts the test inputs that have no output; they are not among the queries.
    """

    task_set: str
    digest: str
    queries: tuple[QueryScore, ...]
    unscorable: int

    @property
    def counts(self) -> dict[Outcome, int]:
        """How many queries came to each outcome."""
        found = [query.outcome for query in self.queries]
        return {outcome: found.count(outcome) for outcome in OUTCOMES}

    @property
    def accuracy(self) -> float:
        """The share of queries that are correct; NaN where no query can be scored."""
        return self.counts["correct"] / len(self.queries) if self.queries else float("nan")


def score(task_set: TaskSet, predictions: Iterable[Prediction]) -> Scores:
    """Score predictions by exact match in size and in every cell.

    The task set alone decides what is counted: a query without a prediction is "missing", and a
    test input without an output is left out and counted apart.

    Raises:
        ValueError: A prediction answers a query that the task set does not have, or one that
            another prediction answers.
    """
    by_query = _by_query(task_set, predictions)
    queries: list[QueryScore] = []
    unscorable = 0
    for task in task_set:
        for test, example in enumerate(task.test):
            if example.output is None:
                unscorable += 1
            else:
                queries.append(_score_query(task, test, example, by_query.get((task.id, test))))
    return Scores(task_set.name, task_set.digest, tuple(queries), unscorable)


def _by_query(
    task_set: TaskSet, predictions: Iterable[Prediction]
) -> dict[tuple[str, int], Prediction]:
    n_tests = {task.id: len(task.test) for task in task_set}
    found: dict[tuple[str, int], Prediction] = {}
    for prediction in predictions:
        query = (prediction.task, prediction.test)
        if prediction.task not in n_tests:
            raise ValueError(f"a prediction for task {prediction.task!r}, not in {task_set.name}")
        if not 0 <= prediction.test < n_tests[prediction.task]:
            raise ValueError(
                f"a prediction for test {prediction.test} of {prediction.task}, which has "
                f"{n_tests[prediction.task]} (counted from 0)"
            )
        if query in found:
            raise ValueError(f"two predictions for test {prediction.test} of {prediction.task}")
        found[query] = prediction
    return found


def _score_query(
    task: Task, test: int, example: Example, prediction: Prediction | None
) -> QueryScore:
    return QueryScore(
        task=task.id,
        test=test,
        cluster=task.metadata.get("instance_of", task.id),
        concept=task.concept,
        outcome=_outcome(example, prediction),
        copied=example.is_identity,
    )


def _outcome(example: Example, prediction: Prediction | None) -> Outcome:
    if prediction is None:
        return "missing"
    if prediction.status != "ok":
        return prediction.status
    assert prediction.grid is not None  # a prediction that is "ok" has one
    assert example.output is not None  # without one it is no query
    return "correct" if np.array_equal(prediction.grid, example.output) else "wrong"
