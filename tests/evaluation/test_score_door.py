"""analysis/score.py as a user runs it."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from arcrep.arc import Example, Task, TaskSet, as_grid, load, write_tasks
from arcrep.evaluation import Prediction, from_csv, run_score, write_predictions
from arcrep.runs import Run

DOOR = Path(__file__).parents[2] / "analysis" / "score.py"
ONE, TWO = as_grid([[1]]), as_grid([[2]])
TURN, KEEP = Example(ONE, TWO), Example(ONE, ONE)
SETS = ((0,), (1,))
TASKS = TaskSet(
    "tasks",
    (
        Task("007", (TURN, KEEP), (TURN, KEEP), {"concept": "Copy"}, SETS),
        Task("1e5", (TURN, KEEP), (TURN, TURN), {"concept": "=cmd()"}, SETS),
        Task("1e6", (TURN, KEEP), (TURN, TURN), {"concept": "Copy"}, SETS),
    ),
)


@pytest.fixture
def data(tmp_path):
    write_tasks(TASKS, tmp_path / "tasks.json", form="file")
    assert load(tmp_path / "tasks.json").digest == TASKS.digest
    return tmp_path / "tasks.json"


def finished_run(folder, predictions, task_set=TASKS, complete=True):
    with Run.create(folder, door="train/varc.py", config={}) as run:
        write_predictions(folder / "predictions.jsonl", predictions, task_set)
        if complete:
            run.complete()
    return folder


def call(folder, *overrides):
    """Run the door in a folder of its own."""
    return subprocess.run(
        [sys.executable, str(DOOR), *map(str, overrides)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def here(tmp_path):
    """The folder the user is in, so that whatever is left behind is seen."""
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


RIGHT = [Prediction("007", 0, "ok", TWO), Prediction("1e5", 1, "ok", TWO)]


def test_two_seeds_are_scored_together(tmp_path, here, data):
    finished_run(tmp_path / "s1", RIGHT[:1])
    runs = f"runs=[{tmp_path / 's1'},../s1b]"
    finished_run(tmp_path / "s1b", RIGHT)
    done = call(here, runs, f"source={data}", "out=scored")
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in here.iterdir()] == ["scored"]
    assert {path.name for path in (here / "scored").iterdir()} == {
        *("run.json", "scores.csv", "scores.md", "scores.tex", "scores.txt"),
        *("outcomes.csv", "COMPLETE"),
    }
    assert done.stdout.startswith((here / "scored" / "scores.txt").read_text())

    table = from_csv((here / "scored" / "scores.csv").read_text())
    percents = {row.group: (row.percent, row.sd) for row in table.rows if row.metric == "concept"}
    assert percents["Copy"] == (25.0, 0.0)
    assert percents["=cmd()"] == (25.0, pytest.approx(100 * 0.125**0.5))

    manifest = json.loads((here / "scored" / "run.json").read_text())
    assert [Path(origin["folder"]).name for origin in manifest["reads"]] == ["s1", "s1b"]
    assert manifest["inputs"] == {"task_set": "tasks", "digest": TASKS.digest}
    assert manifest["config"]["dry_run"] is False

    with (here / "scored" / "outcomes.csv").open(newline="") as file:
        outcomes = list(csv.DictReader(file))
    assert len(outcomes) == 12
    second = {(o["task"], o["test"]): o for o in outcomes if o["run"] == "../s1b"}
    found = {query: (o["concept"], o["outcome"], o["copied"]) for query, o in second.items()}
    assert found == {
        ("007", "0"): ("Copy", "correct", "no"),
        ("007", "1"): ("Copy", "missing", "yes"),
        ("1e5", "0"): ("'=cmd()", "missing", "no"),
        ("1e5", "1"): ("'=cmd()", "correct", "no"),
        ("1e6", "0"): ("Copy", "missing", "no"),
        ("1e6", "1"): ("Copy", "missing", "no"),
    }


def test_a_dry_run_prints_the_table_and_writes_nothing(tmp_path, here, data):
    run = finished_run(tmp_path / "s0", RIGHT)
    done = call(here, f"runs=[{run}]", f"source={data}", "dry_run=true")
    assert (done.returncode, done.stderr) == (0, "")
    assert "mean over queries" in done.stdout
    assert "nothing written" in done.stdout
    assert list(here.iterdir()) == []


def test_the_default_place_is_below_results(tmp_path, here, data):
    run = finished_run(tmp_path / "s0", RIGHT)
    assert call(here, f"runs=[{run}]", f"source={data}").returncode == 0
    (marker,) = here.rglob("COMPLETE")
    assert marker.relative_to(here).parts[:4] == ("results", "analysis", "score", "default")


@pytest.mark.parametrize(
    "part", [TASKS.select(ids=["007", "1e6"]), TASKS.instances(), TASKS.instances().select(limit=3)]
)
def test_runs_on_a_part_of_a_task_set_are_scored_on_that_part(tmp_path, here, data, part):
    run = finished_run(tmp_path / "s0", [Prediction(part.ids[0], 0, "ok", TWO)], part)
    done = call(here, f"runs=[{run}]", f"source={data}", "out=scored")
    assert (done.returncode, done.stderr) == (0, "")
    table = from_csv((here / "scored" / "scores.csv").read_text())
    (queries,) = (row for row in table.rows if row.group == "queries")
    assert (queries.tasks, queries.queries) == (len(part), 2 * len(part))
    assert table.digest == part.digest


def test_runs_that_cannot_be_scored_are_refused(tmp_path, data):
    run = finished_run(tmp_path / "s0", RIGHT)
    other = finished_run(tmp_path / "s1", [], TaskSet("tasks", TASKS.tasks[:1]))
    unfinished = finished_run(tmp_path / "s2", RIGHT, complete=False)
    cases = {
        (): "no run to score: name finished runs with runs=",
        (run, other): "s1/predictions.jsonl answers task set tasks",
        (run, run / "."): "is named twice",
        (unfinished,): r"is not finished .COMPLETE is missing.",
        (tmp_path,): "is no run folder",
    }
    for runs, message in cases.items():
        with pytest.raises(ValueError, match=message):
            run_score([str(folder) for folder in runs], str(data), out=str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_mistakes_are_one_line_and_leave_nothing(tmp_path, here, data):
    run = finished_run(tmp_path / "s0", RIGHT)
    (here / "used").mkdir()
    (here / "used" / "note.txt").touch()
    cases = {
        (): "say where the task set is with source=NAME_OR_PATH",
        (f"source={data}", "dryrun=true"): "dryrun",
        (f"source={data}", "dry_run=perhaps"): "perhaps",
        (f"source={data}", "out=used"): "already holds files",
    }
    for overrides, message in cases.items():
        done = call(here, f"runs=[{run}]", *overrides)
        assert done.returncode == 2, overrides
        assert "Traceback" not in done.stderr, overrides
        last = done.stderr.splitlines()[-1]
        assert last.startswith("error: "), overrides
        assert message in last, overrides
    assert [path.name for path in here.iterdir()] == ["used"]


def run_with(folder, config, door="train/varc.py"):
    with Run.create(folder, door=door, config=config) as run:
        write_predictions(folder / "predictions.jsonl", RIGHT, TASKS)
        run.complete()
    return str(folder)


def test_runs_of_more_than_one_experiment_have_no_mean(tmp_path, data):
    config = {"seed": 0, "name": "a", "device": "cuda", "loop": {"epochs": 3, "log_every_steps": 2}}
    first = run_with(tmp_path / "first", config)
    like = {**config, "seed": 1, "name": "b", "device": "cpu", "compile": True}
    like["loop"] = {"epochs": 3, "log_every_steps": 9, "micro_batch": None}
    alike = run_with(tmp_path / "alike", like)
    run_score([first, alike], str(data), dry_run=True)
    for name, other, told in (
        ("epochs", {**like, "loop": {"epochs": 4}}, r"first has loop.epochs=3 and .*epochs has 4"),
        ("more", {**like, "ema": 0.9}, "has ema=None and .*more has 0.9"),
    ):
        with pytest.raises(ValueError, match=told):
            run_score([first, run_with(tmp_path / name, other)], str(data), dry_run=True)
    of_trm = run_with(tmp_path / "trm", like, "train/trm.py")
    with pytest.raises(ValueError, match=r"has door=train/varc.py and .*trm has train/trm.py: a"):
        run_score([first, of_trm], str(data), dry_run=True)


def test_runs_of_one_seed_are_no_spread(tmp_path, here, data):
    for name in ("a", "b"):
        with Run.create(tmp_path / name, door="train/varc.py", config={"seed": 3}) as run:
            write_predictions(tmp_path / name / "predictions.jsonl", RIGHT, TASKS)
            run.complete()
    done = call(here, f"runs=[{tmp_path / 'a'},{tmp_path / 'b'}]", f"source={data}", "out=scored")
    assert done.returncode == 2
    assert "the runs have seeds [3, 3]: runs of one seed are no spread" in done.stderr
    assert not (here / "scored").exists()
