"""What train/trm.py refuses, or warns of, that takes more than one setting to bring about."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arcrep.arc import Example, Task, TaskSet, as_grid, write_tasks
from arcrep.runs import read_metrics

ROOT = Path(__file__).parents[2]
DOOR, VARC = "train/trm.py", "train/varc.py"
TINY = ("data.source=tasks.json", "debug=smoke_trm", "model.d_model=16", "model.side=4")
CALLS = """
import runpy, sys
door, calls = eval(sys.argv[1])
for call in calls:
    sys.argv[1:] = call
    try:
        runpy.run_path(door, run_name="__main__")
    except SystemExit as stop:
        print("exit code", stop.code, file=sys.stderr)
"""


@pytest.fixture
def tasks_file(recall, tmp_path):
    write_tasks(recall, tmp_path / "tasks.json", form="file")


@pytest.mark.filterwarnings("default:the run ends within the warm-up")
@pytest.mark.parametrize("schedule", ["published", "corrected"])
@pytest.mark.parametrize("experiment", [["experiment=trm_small"], []])
def test_a_cosine_goes_with_examples_that_are_drawn(
    script, tasks_file, tmp_path, schedule, experiment
):
    given = [*TINY, *experiment, f"schedule={schedule}", "loop.max_steps=3"]
    assert script(DOOR, *given, "loop.batch_size=3", "out=drawn").code == 0
    told = script(DOOR, *given, "loop.count=started", "out=started").mistake
    assert "with loop.count=started nobody knows the last step beforehand" in told
    assert "take schedule=warmup" in told
    assert not (tmp_path / "started").exists()


def refusals(folder, door, overrides):
    """What a door says to each override, in one process whose types no test looks at."""
    calls = [["data.source=tasks.json", override, "out=run"] for override in overrides]
    done = subprocess.run(
        [sys.executable, "-c", CALLS, repr((str(ROOT / door), calls))],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stderr.splitlines()
    assert lines[1::2] == ["exit code 2"] * len(overrides), done.stderr
    assert not (folder / "run").exists()
    return lines[::2]


def test_parts_of_the_other_model_are_one_line(tasks_file, tmp_path):
    cases = {
        "experiment=varc_small": "model must be Trm here, got Varc: experiment=, model=",
        "model=varc_small": "model must be Trm here, got Varc",
        "placement=times_1_or_2": "placement must be TokenPlacement here, got Placement",
        "test=times_2": "test must be TrmTestSettings here, got TestSettings",
        "loop=epochs": "loop must be TrmLoopSettings here, got LoopSettings",
        "debug=smoke": "model must be Trm here, got Varc",
    }
    for line, told in zip(refusals(tmp_path, DOOR, cases), cases.values(), strict=True):
        assert line.startswith(f"error: {told}")
        assert line.endswith("(what shrinks a run: debug=smoke, of TRM debug=smoke_trm)")
    cases = {
        "model=trm": "model must be Varc here, got Trm",
        "placement=tokens_once": "placement must be Placement here, got TokenPlacement",
        "test=trm": "test must be TestSettings here, got TrmTestSettings",
        "loop=deep_supervision": "loop must be LoopSettings here, got TrmLoopSettings",
    }
    for line, told in zip(refusals(tmp_path, VARC, cases), cases.values(), strict=True):
        assert line.startswith(f"error: {told}")
    of_trm = ["experiment=trm_small", "debug=smoke_trm"]
    for line, told in zip(refusals(tmp_path, VARC, of_trm), ("ema", "halting"), strict=True):
        assert f"sets {told}, which this script does not have" in line


def test_parts_and_words_that_cannot_be(tasks_file, tmp_path):
    groups = ("data", "model", "schedule", "optimizer", "table_optimizer", "halting", "loop")
    for line, group in zip(
        refusals(tmp_path, DOOR, [f"{group}=null" for group in groups]), groups, strict=True
    ):
        assert line == f"error: {group}=null: a part cannot be left out; --help lists the choices"
    cases = {
        "loop.count=[drawn]": "loop.count is drawn or started, got ['drawn']",
        "loop.precision=[fp32]": "loop.precision is one of fp32, fp16, bf16, got ['fp32']",
        "name=": "name= gives nothing: give a value, or drop it",
    }
    for line, told in zip(refusals(tmp_path, DOOR, cases), cases.values(), strict=True):
        assert line == f"error: {told}"
    (line,) = refusals(tmp_path, VARC, ["loss_mean=foo"])
    assert line == "error: loss_mean is cells or examples, got 'foo'"


def test_a_place_that_takes_no_folder_is_told_at_once(script, tasks_file, tmp_path):
    for out in ("tasks.json", "tasks.json/run", "/proc/run"):
        told = script(DOOR, *TINY, f"out={out}", "dry_run=true").mistake
        assert told.endswith("choose another folder (out=FOLDER)")


def test_values_of_another_type_are_one_line(tasks_file, tmp_path):
    whole = [f"model.{name}" for name in ("h_cycles", "l_cycles", "side", "prefix", "n_heads")]
    whole += ["test.steps", "test.batch_size", "halting.max_steps", "loop.epochs"]
    yes_or_no = ("test.translate", "test.early_exit", "placement.keep_one")
    cases = {f"{name}=1.5": f"{name} must be a whole number" for name in whole}
    cases |= {"halting.max_steps=nan": "halting.max_steps must be a whole number"}
    cases |= {"data.limit=1.5": "limit must be a whole number"}
    cases |= {f"{name}=maybe": f"{name} must be true or false" for name in yes_or_no}
    cases |= {"halting.weight=much": "halting.weight must be a finite number"}
    cases |= {"ema=much": "ema"}  # its type is known to the door
    for line, told in zip(refusals(tmp_path, DOOR, cases), cases.values(), strict=True):
        assert told in line
    cases = {"test.passes=2.5": "test.passes must be a whole number"}
    cases |= {"model.n_layers=1.5": "model.n_layers must be a whole number"}
    cases |= {"placement.translate=maybe": "translate must be true or false"}
    cases |= {"placement.scales=[1.5]": "scales: each must be a whole number"}
    cases |= {"optimizer.lr=inf": "optimizer.lr must be a finite number"}
    for line, told in zip(refusals(tmp_path, VARC, cases), cases.values(), strict=True):
        assert told in line


@pytest.mark.parametrize("door", [DOOR, VARC])
def test_compiling_without_a_compiler_is_one_line(script, tmp_path, monkeypatch, door):
    monkeypatch.setenv("CXX", "no-such-compiler")
    given = ("data=starter", "device=cpu", "compile=true", "out=run")
    told = script(door, *given).mistake
    assert "compile=true needs a C++ compiler, and there is no no-such-compiler" in told
    assert not (tmp_path / "run").exists()


@pytest.mark.filterwarnings("default:.*test outputs")
def test_tests_whose_answer_does_not_fit_are_counted(script, tmp_path):
    small, large = as_grid([[1, 2]]), as_grid([[1] * 5])
    tests = (Example(small, large), Example(small, small))
    task = Task("wide", (Example(small, small),), tests)
    write_tasks(TaskSet("x", (task,)), tmp_path / "tasks.json", form="file")
    result = script(DOOR, *TINY, "dry_run=true")
    assert result.code == 0, result.err
    assert "warning: 1 of 2 test outputs (the first of wide) do not fit on a canvas of 4" in (
        result.err
    )
    assert "take a larger model.side" in result.err


def test_tests_without_outputs_leave_no_accuracy(script, recall, tmp_path):
    blind = [
        Task(task.id, task.support, tuple(Example(of.input, None) for of in task.test))
        for task in recall
    ]
    write_tasks(TaskSet("blind", tuple(blind)), tmp_path / "tasks.json", form="file")
    length = ("loop.max_steps=2", "loop.evaluate_every_steps=2", "out=run")
    result = script(DOOR, *TINY, *length)
    assert result.code == 0, result.err
    text = (tmp_path / "run/metrics.jsonl").read_text()
    assert "NaN" not in text
    (line,) = (line for line in read_metrics(tmp_path / "run") if line["kind"] == "eval")
    assert "accuracy" not in line
    assert 0 <= line["support_exact"] <= 1
    assert "recalling" in result.err  # both show their progress
    assert "answering" in result.err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda of: of["config"].pop("optimizer"), "run.json of run lacks optimizer"),
        (
            lambda of: of["config"].pop("halting"),
            "the settings of its run say None: run.json was changed",
        ),
        (lambda of: of["config"].update(hlting={}), "run.json of run has unknown hlting"),
        (lambda of: of["config"]["halting"].update(weight=0.7), "with halting.weight=0.5"),
        (lambda of: of["config"]["loop"].pop("epochs"), "epochs"),
        (lambda of: of["config"].update(ema=0.5), "with ema=None, the settings of its run say 0.5"),
        (lambda of: of.pop("config"), "was cut or is no manifest"),
    ],
)
def test_a_changed_run_json_is_one_line(script, stopped, change, told):
    manifest = json.loads((stopped / "run.json").read_text())
    change(manifest)
    (stopped / "run.json").write_text(json.dumps(manifest))
    before = sorted(path for path in stopped.rglob("*") if path.name != ".lock")
    assert told in script(DOOR, "resume=run").mistake
    assert sorted(path for path in stopped.rglob("*") if path.name != ".lock") == before


@pytest.fixture
def stopped(script, tasks_file, tmp_path, monkeypatch):
    """A run that was stopped while it answered."""
    with monkeypatch.context() as patch:
        patch.setattr("arcrep.training.jobs.write_predictions", _stop)
        assert script(DOOR, *TINY, "loop.max_steps=2", "out=run").code == 130
    return tmp_path / "run"


def _stop(*_):
    raise KeyboardInterrupt
