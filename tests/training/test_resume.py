"""Runs of train/varc.py that are stopped in every way, and go on to the same bits."""

import json
import re
import resource
import shutil
import signal
import sys

import pytest
import torch

from arcrep.arc import load, write_tasks
from arcrep.runs import Run, read_metrics, read_run
from arcrep.training import NoLogger, VarcObjective
from tests.training.killing import process

DOOR = "train/varc.py"
SMALL = ("data=starter", "experiment=varc_small", "debug=smoke", "model.dropout=0.1")
LENGTH = ("loop.epochs=20", "loop.log_every_steps=7", "loop.checkpoint_every_steps=10")
JOBS = sys.modules["arcrep.training.jobs"]


@pytest.fixture(autouse=True)
def ctrl_c():
    """Python's own handler, which a process started in the background does not have."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="module")
def whole(run_script, tmp_path_factory):
    """The same run, never stopped."""
    folder = tmp_path_factory.mktemp("whole")
    result = run_script(folder, DOOR, *SMALL, *LENGTH, "out=run")
    assert result.code == 0, result.err
    return folder / "run"


@pytest.fixture
def at_step(monkeypatch):
    """Have something happen once, while a step is computed."""
    parts, plans = VarcObjective.parts, {}

    def planned(self, step):
        plans.pop(step, lambda: None)()
        return parts(self, step)

    monkeypatch.setattr(VarcObjective, "parts", planned)
    return plans.__setitem__


@pytest.fixture
def stopped(script, at_step, tmp_path):
    """The run, stopped by SIGTERM in step 25: checkpoints of steps 20 and 26."""
    at_step(25, lambda: signal.raise_signal(signal.SIGTERM))
    assert script(DOOR, *SMALL, *LENGTH, "out=run").code == 143
    return tmp_path / "run"


def steps_kept(run):
    return sorted(int(path.stem.removeprefix("step_")) for path in (run / "checkpoints").iterdir())


def metrics(run):
    lines = read_metrics(run)
    return [{k: v for k, v in line.items() if k != "examples_per_second"} for line in lines]


def assert_same(run, whole):
    """Weights to the bit, and all that was written of them."""
    for name in ("model.pt", "predictions.jsonl", "scores.csv"):
        assert (run / name).read_bytes() == (whole / name).read_bytes(), name
    assert metrics(run) == metrics(whole)
    assert len(metrics(run)) == 9
    read_run(run)
    assert not list(run.rglob("*.tmp"))


def test_killed_by_sigkill(tmp_path):
    run = tmp_path / "run"
    killed = process(tmp_path, DOOR, "VarcObjective", 25, [*SMALL, *LENGTH, "out=run"], threads=2)
    assert killed.returncode == -signal.SIGKILL
    assert steps_kept(run) == [10, 20]
    assert [line["step"] for line in read_metrics(run)] == [7, 14, 21]  # beyond the checkpoint
    whole = process(
        tmp_path,
        DOOR,
        "VarcObjective",
        None,
        ["resume=run"],
        [*SMALL, *LENGTH, "out=whole"],
        threads=2,
    )
    assert whole.returncode == 0, whole.stderr
    assert_same(run, tmp_path / "whole")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_stopped_by_a_signal(script, at_step, whole, tmp_path, number, code):
    before = signal.getsignal(number)
    at_step(32, lambda: signal.raise_signal(number))
    result = script(DOOR, *SMALL, *LENGTH, "out=run")
    assert result.code == code
    hint = "stopped after step 33; go on with: "
    last = result.err.splitlines()[-1]
    assert last.startswith(hint)
    assert last.endswith("train/varc.py resume=run")
    assert steps_kept(tmp_path / "run") == [30, 33]
    assert not (tmp_path / "run" / "COMPLETE").exists()
    assert script(DOOR, "resume=run").code == 0
    assert_same(tmp_path / "run", whole)
    assert signal.getsignal(number) is before


def test_a_second_ctrl_c_stops_at_once(script, at_step, tmp_path):
    def twice():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    at_step(32, twice)
    result = script(DOOR, *SMALL, *LENGTH, "out=run")
    assert result.code == 130
    assert "resume=run" in result.err.splitlines()[-1]
    assert steps_kept(tmp_path / "run") == [20, 30]


@pytest.mark.filterwarnings("default:.*trying the one before")
def test_a_machine_that_died(script, stopped, whole):
    """The newest checkpoint is cut, another was being written, and so was a line of metrics."""
    (stopped / "checkpoints" / ".step_00000030.pt.4711.tmp").write_bytes(b"half")
    with (stopped / "metrics.jsonl").open("a") as file:
        file.write('{"kind": "train", "step": 28, "lo')
    path = stopped / "checkpoints" / "step_00000026.pt"
    path.write_bytes(path.read_bytes()[:20_000])
    result = script(DOOR, "resume=run")
    assert result.code == 0, result.err
    assert re.search(r"warning: \S+step_00000026.pt .* trying the one before", result.err)
    assert_same(stopped, whole)


@pytest.mark.filterwarnings("default:.*trying the one before")
def test_all_checkpoints_cut(script, stopped):
    for path in (stopped / "checkpoints").iterdir():
        path.write_bytes(path.read_bytes()[:20_000])
    told = script(DOOR, "resume=run").mistake
    assert "none of the 2 checkpoints in run/checkpoints can be read" in told


@pytest.mark.filterwarnings("default:there is no checkpoint")
def test_checkpoints_that_are_lost_are_told(script, stopped, whole):
    shutil.rmtree(stopped / "checkpoints")
    result = script(DOOR, "resume=run")
    assert result.code == 0
    (line,) = (line for line in result.err.splitlines() if line.startswith("warning: "))
    assert line == (
        "warning: there is no checkpoint in run/checkpoints: the run begins anew, and its metrics "
        "up to step 21 are dropped"
    )
    assert_same(stopped, whole)


def test_a_run_that_is_open_elsewhere_starts_no_logger(script, stopped, monkeypatch):
    monkeypatch.setattr(NoLogger, "start", lambda *_: pytest.fail("it was started"))
    with Run.resume(stopped):
        assert "another process is writing in run" in script(DOOR, "resume=run").mistake


@pytest.mark.filterwarnings("default:there is no checkpoint")
def test_the_best_weights_that_are_lost_are_told_with_a_way_out(script, monkeypatch, tmp_path):
    best = ("keep=best_on_test", "loop.evaluate_every_steps=20")
    with monkeypatch.context() as patch:
        patch.setattr(JOBS, "write_predictions", lambda *_: signal.raise_signal(signal.SIGINT))
        assert script(DOOR, *SMALL, *LENGTH, *best, "out=run").code == 130
    kept = tmp_path / "run/best_on_test.pt"
    for damage in (kept.unlink, lambda: torch.save([1], kept)):
        damage()
        told = script(DOOR, "resume=run").mistake
        assert "run/best_on_test.pt does not hold the best weights of the run" in told
        assert told.endswith(
            "put back a copy, or delete run/checkpoints to train again from the start with "
            "resume=run"
        )
    shutil.rmtree(tmp_path / "run/checkpoints")
    assert script(DOOR, "resume=run").code == 0


@pytest.mark.parametrize("name", ["a\nb", "a\tb", "a/b"])
def test_a_name_that_is_none_is_told_before_anything_is_done(script, tmp_path, name):
    told = script(DOOR, *SMALL, f"name={name}", "dry_run=true").mistake
    assert "the name of a run is one folder name" in told


def test_killed_while_answering(script, monkeypatch, whole, tmp_path):
    """Everything is trained, nothing scored."""
    with monkeypatch.context() as patch:
        patch.setattr(JOBS, "write_predictions", lambda *_: signal.raise_signal(signal.SIGINT))
        result = script(DOOR, *SMALL, *LENGTH, "out=run")
    assert result.code == 130
    assert "resume=run" in result.err.splitlines()[-1]
    assert script(DOOR, "resume=run").code == 0
    assert_same(tmp_path / "run", whole)


def test_the_best_on_test_is_the_best_of_the_whole_run(script, at_step, tmp_path):
    """What was best before the stop is not forgotten; of equals, the first is the best."""
    best = ("keep=best_on_test", "loop.evaluate_every_steps=20")
    assert script(DOOR, *SMALL, *LENGTH, *best, "out=whole").code == 0
    at_step(45, lambda: signal.raise_signal(signal.SIGTERM))
    assert script(DOOR, *SMALL, *LENGTH, *best, "out=run").code == 143
    assert script(DOOR, "resume=run").code == 0
    lines = [line for line in metrics(tmp_path / "whole") if line["kind"] == "eval"]
    assert max(lines, key=lambda line: line["accuracy"])["step"] < 45
    assert (tmp_path / "run/model.pt").read_bytes() == (tmp_path / "whole/model.pt").read_bytes()
    final = torch.load(tmp_path / "whole/checkpoints/step_00000060.pt")["model"]["state"]
    kept = torch.load(tmp_path / "whole/model.pt")["state"]
    assert not torch.equal(kept["head.weight"], final["head.weight"])


def test_the_best_on_test_needs_an_evaluation(script, tmp_path):
    late = ("keep=best_on_test", "loop.evaluate_every_steps=61")
    told = script(DOOR, *SMALL, *LENGTH, *late, "out=run").mistake
    assert "evaluation in the 60 steps of the run, got loop.evaluate_every_steps=61" in told
    assert not (tmp_path / "run").exists()


@pytest.fixture
def limit_files():
    """Let no file grow beyond a size, until the function is called again or the test ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size_bytes=soft):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))

    yield limit
    limit()


def test_a_full_disk(script, at_step, limit_files, whole, tmp_path):
    """The write of a checkpoint fails half-way; the older ones and the way on are left."""
    at_step(25, lambda: limit_files(100_000))
    result = script(DOOR, *SMALL, *LENGTH, "out=run")
    limit_files()
    assert "File too large (checkpoints are kept; go on with: " in result.mistake
    assert "resume=run" in result.mistake
    assert steps_kept(tmp_path / "run") == [10, 20]
    assert not list((tmp_path / "run").rglob("*.tmp"))
    assert script(DOOR, "resume=run").code == 0
    assert_same(tmp_path / "run", whole)


def test_refusals(script, stopped, whole, tmp_path):
    assert "finished" in script(DOOR, f"resume={whole}").mistake
    assert "nowhere is no run folder" in script(DOOR, "resume=nowhere").mistake
    (tmp_path / "foreign").mkdir()
    assert "foreign is no run folder" in script(DOOR, "resume=foreign").mistake
    with Run.create(tmp_path / "other", door="analysis/score.py", config={"runs": []}):
        pass
    assert "analysis/score.py" in script(DOOR, "resume=other").mistake
    drop = "drop seed=3 loop.epochs=7"
    assert drop in script(DOOR, "resume=run", "seed=3", "loop.epochs=7").mistake
    assert "drop name=" in script(DOOR, "resume=run", "name=resume=x").mistake
    assert "resume= gives nothing" in script(DOOR, "resume=").mistake
    with Run.resume(stopped):
        assert "another process is writing in run" in script(DOOR, "resume=run").mistake
    assert "already holds files; resume it" in script(DOOR, *SMALL, "out=run").mistake
    assert steps_kept(stopped) == [20, 26]  # nothing was touched


@pytest.mark.filterwarnings("default:run began on")
def test_a_manifest_without_its_machine_says_so(script, stopped):
    manifest = json.loads((stopped / "run.json").read_text())
    (stopped / "run.json").write_text(json.dumps({**manifest, "machine": None}))
    result = script(DOOR, "resume=run")
    assert result.code == 0
    assert "began on an unknown machine and goes on on cpu" in result.err


@pytest.mark.filterwarnings("default:run began on")
def test_a_run_that_goes_on_elsewhere_says_so(script, stopped):
    manifest = json.loads((stopped / "run.json").read_text())
    manifest["machine"]["device"] = "cpu, 99 threads"
    (stopped / "run.json").write_text(json.dumps(manifest))
    result = script(DOOR, "resume=run")
    assert result.code == 0
    assert "began on cpu, 99 threads and goes on on cpu" in result.err


def test_a_changed_manifest_is_refused(script, stopped):
    manifest = json.loads((stopped / "run.json").read_text())
    manifest["config"]["model"]["d_model"] = 64
    (stopped / "run.json").write_text(json.dumps(manifest))
    told = script(DOOR, "resume=run").mistake
    assert "with model.d_model=32, the settings of its run say 64: run.json was changed" in told
    assert "step_00000026.pt" in told


def test_the_order_of_tasks_in_a_file_changes_nothing_but_the_seed_does(script, tmp_path):
    write_tasks(load("starter").select(limit=6), tmp_path / "a.json", form="file")
    tasks = json.loads((tmp_path / "a.json").read_text())
    (tmp_path / "b.json").write_text(json.dumps(dict(reversed(tasks.items()))))
    assert list(tasks) != sorted(tasks, reverse=True)
    for name, seed in (("a", 0), ("b", 0), ("a", 1)):
        out = f"{name}{seed}"
        result = script(DOOR, *SMALL, f"data.source={name}.json", f"seed={seed}", f"out={out}")
        assert result.code == 0, result.err
    first, shuffled, other = (
        (tmp_path / run / "model.pt").read_bytes() for run in ("a0", "b0", "a1")
    )
    assert shuffled == first
    assert other != first
