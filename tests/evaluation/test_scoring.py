"""Outcomes and metrics: hand-worked sets, invariances, the official tasks, the printed means."""

import csv
import json
from collections import Counter
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcrep.arc import ACTION_CONCEPTS, PREDICATE_CONCEPTS, Example, Task, TaskSet, as_grid, load
from arcrep.evaluation import (
    OUTCOMES,
    Prediction,
    QueryScore,
    Scores,
    clustered_interval,
    from_csv,
    score,
    summarize,
    to_csv,
    wilson_interval,
)

ONE, TWO, ROW = as_grid([[1]]), as_grid([[2]]), as_grid([[1, 1]])
TURN = Example(ONE, TWO)  # copying the input is wrong
KEEP = Example(ONE, ONE)  # copying the input is right
OPEN = Example(ONE, None)


def task(name, tests, concept=None):
    return Task(name, (TURN,), tuple(tests), {"concept": concept} if concept else {})


TASKS = TaskSet(
    "hand",
    (
        task("a", [TURN, TURN, KEEP], "Center"),
        task("b", [TURN, OPEN], "Center"),
        task("c", [TURN, TURN, TURN], "Copy"),
        task("d", [KEEP]),
    ),
)
ANSWERS = [
    Prediction("a", 0, "ok", TWO),
    Prediction("a", 1, "ok", ROW),  # a size of its own
    Prediction("a", 2, "ok", ONE),
    Prediction("b", 0, "ok", TWO),
    Prediction("b", 1, "ok", TWO),  # nothing to compare with
    Prediction("c", 0, "unparsed"),
    Prediction("c", 1, "truncated"),
    Prediction("c", 2, "provider_error"),
]


def rows(table, metric):
    return {row.group: row for row in table.rows if row.metric == metric}


def test_outcomes_are_counted_apart():
    scores = score(TASKS, ANSWERS)
    assert [query.outcome for query in scores.queries] == [
        *("correct", "wrong", "correct"),
        "correct",
        *("unparsed", "truncated", "provider_error"),
        "missing",
    ]
    assert scores.counts == {
        "correct": 3,
        "wrong": 1,
        "unparsed": 1,
        "truncated": 1,
        "provider_error": 1,
        "missing": 1,
    }
    assert scores.unscorable == 1
    assert [query.copied for query in scores.queries] == [False, False, True] + [False] * 4 + [True]


def test_a_cell_or_a_size_that_differs_is_wrong():
    target = as_grid([[1, 2], [3, 4]])
    tasks = TaskSet("one", (task("t", [Example(ONE, target)]),))
    for answer in ([[1, 2], [3, 5]], [[1, 2]], [[1, 2, 3, 4]], [[1, 2, 0], [3, 4, 0]]):
        assert score(tasks, [Prediction("t", 0, "ok", as_grid(answer))]).counts["wrong"] == 1
    same = np.array(target)
    assert score(tasks, [Prediction("t", 0, "ok", same)]).counts["correct"] == 1


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (Prediction("e", 0, "missing"), "task 'e', not in hand"),
        (Prediction("d", 1, "missing"), "test 1 of d, which has 1"),
        (Prediction("d", -1, "missing"), "test -1 of d"),
        (Prediction("a", 0, "missing"), "two predictions for test 0 of a"),
    ],
)
def test_a_prediction_of_no_query_or_a_second_one_is_refused(extra, message):
    with pytest.raises(ValueError, match=message):
        score(TASKS, [*ANSWERS, extra])


def test_metrics_by_hand():
    table = summarize([score(TASKS, ANSWERS)])
    concepts, means = rows(table, "concept"), rows(table, "mean")
    assert list(concepts) == ["Center", "Copy"]
    center = concepts["Center"]
    assert (center.percent, center.copy, center.tasks, center.queries) == (75.0, 25.0, 2, 4)
    assert (concepts["Copy"].percent, concepts["Copy"].copy) == (0.0, 0.0)
    assert "1 task" in concepts["Copy"].reason
    assert isnan(concepts["Copy"].low)
    assert (means["predicate"].percent, means["predicate"].concepts) == (75.0, 1)
    assert means["action"].percent == 0.0
    assert (means["concepts"].percent, means["concepts"].copy) == (37.5, 12.5)
    assert (means["queries"].percent, means["queries"].copy) == (37.5, 25.0)
    assert (means["queries"].tasks, means["queries"].queries) == (4, 8)
    assert isnan(means["queries"].sd)


def test_solved_tasks_by_hand():
    solved = rows(summarize([score(TASKS, ANSWERS)]), "solved")
    shares = {x: (row.percent, row.tasks, row.queries) for x, row in solved.items()}
    assert shares == {
        "1": (50.0, 4, 8),  # a and b of all four
        "2": (50.0, 2, 6),  # a, of a and c, which have three queries
        "3": (0.0, 2, 6),
        "all": (25.0, 4, 8),  # b
    }
    assert (solved["1"].copy, solved["2"].copy, solved["all"].copy) == (50.0, 0.0, 25.0)
    expected = wilson_interval(2, 4)
    assert (solved["1"].low, solved["1"].high) == (100 * expected.low, 100 * expected.high)


def test_outcome_rows_by_hand():
    outcomes = rows(summarize([score(TASKS, ANSWERS)]), "outcome")
    percents = {name: row.percent for name, row in outcomes.items()}
    assert percents.pop("unscorable") is not None
    assert percents == {"correct": 37.5, **dict.fromkeys(OUTCOMES[1:], 12.5)}
    assert (outcomes["correct"].copy, outcomes["wrong"].copy) == (25.0, 75.0)
    assert outcomes["missing"].copy == 0.0
    assert isnan(outcomes["unscorable"].percent)
    assert outcomes["unscorable"].queries == 1


def test_several_runs_give_mean_and_sample_sd():
    half = [answer for answer in ANSWERS if answer.task != "b"]
    none = []
    table = summarize([score(TASKS, answers) for answers in (ANSWERS, half, none)])
    center = rows(table, "concept")["Center"]
    assert center.percent == pytest.approx(100 * (0.75 + 0.5 + 0) / 3)
    assert center.sd == pytest.approx(np.std([75, 50, 0], ddof=1))
    first = rows(table, "solved")["1"]
    assert first.percent == pytest.approx(100 * (0.5 + 0.25 + 0) / 3)
    assert rows(table, "outcome")["missing"].percent == pytest.approx(100 * (1 + 2 + 8) / 24)
    assert table.runs == 3


def test_runs_on_different_task_sets_are_refused():
    other = TaskSet("other", TASKS.tasks[:2])
    with pytest.raises(ValueError, match=f"{TASKS.digest} and other with digest {other.digest}"):
        summarize([score(TASKS, []), score(other, [])])
    with pytest.raises(ValueError, match="no run"):
        summarize([])


def test_the_order_of_the_tasks_does_not_mix_up_runs():
    backwards = TaskSet("hand", TASKS.tasks[::-1])
    assert backwards.digest == TASKS.digest
    mixed = summarize([score(TASKS, ANSWERS), score(backwards, ANSWERS)])
    single = summarize([score(TASKS, ANSWERS)])
    assert [row.percent for row in mixed.rows[:-1]] == [row.percent for row in single.rows[:-1]]
    assert all(row.sd == 0 for row in mixed.rows if row.group != "unscorable")


@given(st.permutations(ANSWERS))
def test_the_order_of_predictions_changes_nothing(answers):
    assert score(TASKS, answers) == score(TASKS, ANSWERS)


@given(st.sets(st.sampled_from(range(len(ANSWERS)))))
def test_leaving_out_predictions_only_moves_them_to_missing(kept):
    part = score(TASKS, [ANSWERS[n] for n in kept])
    whole = score(TASKS, ANSWERS)
    moved = Counter(query.outcome for query in whole.queries)
    moved.subtract(part.counts)
    assert len(part.queries) == len(whole.queries) == sum(part.counts.values())
    assert all(count >= 0 for outcome, count in moved.items() if outcome != "missing")
    assert moved["missing"] == -sum(c for outcome, c in moved.items() if outcome != "missing")
    assert part.unscorable == whole.unscorable
    copies = [[r.copy for r in summarize([s]).rows[:-1]] for s in (part, whole)]
    assert copies[0] == copies[1]


def test_instances_of_a_task_are_one_cluster():
    sets = ((0,), (1,))
    pair = (TURN, KEEP)
    tasks = tuple(Task(n, pair, pair, {"concept": "Copy"}, sets) for n in ("p", "q"))
    instances = TaskSet("x2", tasks).instances()
    right = [Prediction(f"{n}/s{k}", 0, "ok", TWO) for n in ("p", "q") for k in (1, 2)]
    twice = rows(summarize([score(instances, right)]), "solved")["1"]
    once = rows(summarize([score(TaskSet("x1", tasks), [])]), "solved")["1"]
    assert (twice.tasks, once.tasks) == (4, 2)
    # Two tasks, however many instances: the interval of 2 of 2, not of 4 of 4.
    assert twice.low == pytest.approx(100 * wilson_interval(2, 2).low)
    clusters = {query.cluster for query in score(instances, right).queries}
    assert clusters == {"p", "q"}


def percents(interval):
    return (pytest.approx(100 * interval.low), pytest.approx(100 * interval.high))


def test_intervals_are_over_tasks_within_concepts():
    pair, sets = (TURN, TURN), ((0,), (1,))
    named = {"a": "Copy", "b": "Copy", "c": "Order", "d": "Order", "e": "Order"}
    tasks = [Task(n, pair, pair, {"concept": c}, sets) for n, c in named.items()]
    instances = TaskSet("x2", tuple(tasks)).instances()
    right = [("a/s1", 0), ("a/s1", 1), ("a/s2", 0), ("b/s2", 1), ("c/s1", 0)]
    table = summarize([score(instances, [Prediction(t, n, "ok", TWO) for t, n in right])])
    # Four queries of each of a, b (Copy) and c, d, e (Order).
    correct = np.array([1, 1, 1, 0, 1, 0, 0, 0] + [1, 0, 0, 0] + 8 * [0], dtype=float)
    task_of, concept_of = np.repeat(np.arange(5), 4), np.repeat([0, 1], [8, 12])
    copy, means = rows(table, "concept")["Copy"], rows(table, "mean")
    assert (copy.low, copy.high) == percents(clustered_interval(correct[:8], task_of[:8]))
    assert (means["concepts"].low, means["concepts"].high) == percents(
        clustered_interval(correct, task_of, concept_of)
    )
    assert (means["queries"].low, means["queries"].high) == percents(
        clustered_interval(correct, task_of)
    )


def test_a_set_without_any_output_has_rows_but_no_numbers():
    table = summarize([score(TaskSet("blind", (task("t", [OPEN, OPEN], "Copy"),)), [])])
    means = rows(table, "mean")
    assert isnan(means["queries"].percent)
    assert means["queries"].reason == "no queries"
    assert rows(table, "outcome")["unscorable"].queries == 2
    assert from_csv(to_csv(table)).rows[0].queries == 0


def test_copying_on_the_official_tasks_is_counted_independently(shared, monkeypatch):
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    table = summarize([score(load("conceptarc"), [])])
    pairs, tasks = Counter(), Counter()
    for path in (shared / "data" / "conceptarc" / "corpus").glob("*/*.json"):
        tests = json.loads(path.read_text())["test"]
        copied = sum(pair["input"] == pair["output"] for pair in tests)
        pairs[path.parent.name] += copied
        tasks[path.parent.name] += copied > 0
    concepts = rows(table, "concept")
    assert len(concepts) == 16
    for concept, row in concepts.items():
        assert (row.tasks, row.queries, row.percent) == (10, 30, 0.0)
        assert row.copy == pytest.approx(100 * pairs[concept] / 30)
    assert rows(table, "mean")["queries"].copy == pytest.approx(100 * pairs.total() / 480)
    assert rows(table, "solved")["1"].copy == pytest.approx(100 * tasks.total() / 160)
    assert rows(table, "outcome")["missing"].percent == 100.0


def scores_with(correct_of, run):
    """One of three runs over 100 tasks x 10 queries a concept that add up to so many correct."""
    queries = []
    for concept, total in correct_of.items():
        share = total // 3 + (run < total % 3)
        for n in range(1000):
            outcome = "correct" if n < share else "wrong"
            name = f"{concept}{n // 10}"
            queries.append(QueryScore(name, n % 10, name, concept, outcome, False))
    return Scores("paper", "", tuple(queries), 0)


@pytest.mark.parametrize("model", ["VARC", "TRM", "Qwen3.5-27B", "GPT-OSS-20B"])
def test_the_papers_means_follow_from_its_concepts(shared, model):
    path = shared / "design" / "paper_tables.csv"
    with path.open(newline="") as file:
        printed = {
            row["concept"]: float(row["accuracy_percent"])
            for row in csv.DictReader(file)
            if row["model"] == model and row["data"] == "conceptarc_100"
        }
    # Printed with two decimals, the accuracies of 3 x 1,000 queries are exact counts of 3,000.
    concepts = PREDICATE_CONCEPTS + ACTION_CONCEPTS
    correct_of = {concept: round(printed[concept] * 30) for concept in concepts}
    table = summarize([scores_with(correct_of, run) for run in range(3)])
    for concept, row in rows(table, "concept").items():
        assert row.percent == pytest.approx(printed[concept], abs=0.0051)
    means = rows(table, "mean")
    names = {"predicate": "predicate_mean", "action": "action_mean", "concepts": "mean"}
    for group, name in names.items():
        assert means[group].percent == pytest.approx(printed.get(name, nan), abs=0.006)
