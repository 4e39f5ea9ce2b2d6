"""Scoring the predictions of finished runs: what `analysis/score.py` calls."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arcrep.arc import TaskSet, load
from arcrep.evaluation.metrics import summarize
from arcrep.evaluation.predictions import Origin, read_origin, read_predictions
from arcrep.evaluation.scoring import Scores, score
from arcrep.evaluation.table_csv import guard, to_csv, write_rows
from arcrep.evaluation.tables import Table, to_latex, to_markdown, to_text
from arcrep.runs import Run, new_folder, read_run
from arcrep.settings import first_difference

PREDICTIONS = "predictions.jsonl"
ROOT = Path("results/analysis/score")
# What seeds of one experiment may differ in: names, the machine, and what changes no more than the
# last bits on it. The task set is known by its digest, which every file of predictions has.
_FREE = (
    *("seed", "name", "out", "device", "compile", "logger", "data.source", "model.tokens"),
    *("loop.log_every_steps", "loop.checkpoint_every_steps", "loop.micro_batch"),
    "test.batch_size",
)


def run_score(
    runs: Sequence[str],
    source: str | None = None,
    name: str = "default",
    out: str | None = None,
    dry_run: bool = False,
) -> Table:
    """Score finished runs (the seeds of one experiment) on one task set and print the table.

    Args:
        runs: Folders of finished runs that hold predictions.jsonl.
        source: Name or path of the task set, if not the name that the predictions give.
        name: Folder in results/analysis/score that a new run folder is made in.
        out: Folder to write to instead.
        dry_run: Read and score everything, write nothing.

    Raises:
        ValueError: A run is unfinished or named twice, or its predictions are for another task set.
    """
    config = {"runs": list(runs), "source": source, "name": name, "out": out, "dry_run": dry_run}
    folders = _finished(runs)
    task_set = _task_set(read_origin(folders[0] / PREDICTIONS), source or _recorded(folders[0]))
    scores = [score(task_set, read_predictions(f / PREDICTIONS, task_set)) for f in folders]
    table = summarize(scores)
    print(to_text(table), end="")
    if dry_run:
        print(f"dry run: nothing written; out={out or ROOT}")
        return table
    target = Path(out) if out else new_folder(ROOT, name, seed=0)
    inputs = {"task_set": task_set.name, "digest": task_set.digest}
    with Run.create(
        target, door="analysis/score.py", config=config, reads=folders, inputs=inputs
    ) as run:
        write_scores(run, table)
        run.write_text("outcomes.csv", _outcomes_csv(folders, scores))
        run.complete()
    print(f"written to {target}")
    return table


def write_scores(run: Run, table: Table) -> None:
    """Write a table into a run folder as scores.csv, scores.md, scores.tex and scores.txt."""
    run.write_text("scores.csv", to_csv(table))
    run.write_text("scores.md", to_markdown(table))
    run.write_text("scores.tex", to_latex(table))
    run.write_text("scores.txt", to_text(table))


def _finished(runs: Sequence[str]) -> list[Path]:
    if not runs:
        raise ValueError("no run to score: name finished runs with runs=[FOLDER,...]")
    folders = [Path(run) for run in runs]
    twice = [f for n, f in enumerate(folders) if f.resolve() in {g.resolve() for g in folders[:n]}]
    if twice:
        raise ValueError(f"{twice[0]} is named twice: the spread over runs would be too small")
    manifests = [read_run(folder) for folder in folders]
    for folder, manifest in zip(folders, manifests, strict=True):
        _check_like(folders[0], manifests[0], folder, manifest)
    seeds = [manifest["config"].get("seed") for manifest in manifests]
    known = [seed for seed in seeds if seed is not None]
    if len(set(known)) < len(known):
        raise ValueError(f"the runs have seeds {seeds}: runs of one seed are no spread over seeds")
    return folders


def _check_like(
    one: Path, first: Mapping[str, Any], folder: Path, other: Mapping[str, Any]
) -> None:
    """Refuse runs that differ in more than their seed: their mean would be of nothing."""
    whole = [{"door": manifest["door"], **manifest["config"]} for manifest in (first, other)]
    choosing = first["config"].get("keep") == "best_on_test"
    free = _FREE if choosing else (*_FREE, "loop.evaluate_every_steps")
    differs = first_difference(whole[0], whole[1], free)
    if differs:
        name, value, others = differs
        raise ValueError(
            f"{one} has {name}={value} and {folder} has {others}: a mean is over seeds of one "
            "experiment, score the two apart"
        )


def _recorded(folder: Path) -> str | None:
    """Return the source that a training run recorded, if it did."""
    return read_run(folder)["config"].get("data", {}).get("source")


def _task_set(origin: Origin, source: str | None) -> TaskSet:
    """Load the task set that was asked, or the part of it that was.

    Predictions can be for some tasks of a source, or for one task per support set. The digest,
    which the reader of the predictions compares, then vouches for the ids in their file.
    """
    try:
        task_set = load(source or origin.name)
    except ValueError as error:
        raise ValueError(f"{error}; say where the task set is with source=NAME_OR_PATH") from error
    if task_set.digest == origin.digest:
        return task_set
    for candidate in (task_set, task_set.instances()):
        if set(origin.ids) <= set(candidate.ids):
            return candidate.select(ids=origin.ids)
    return task_set


def _outcomes_csv(folders: Sequence[Path], scores: Sequence[Scores]) -> str:
    """List what became of every query of every run."""
    rows = [
        [
            guard(str(folder)),
            guard(query.task),
            str(query.test),
            guard(query.concept or ""),
            query.outcome,
            "yes" if query.copied else "no",
        ]
        for folder, of_run in zip(folders, scores, strict=True)
        for query in of_run.queries
    ]
    return write_rows(["run", "task", "test", "concept", "outcome", "copied"], rows)
