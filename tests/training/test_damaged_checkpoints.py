"""Checkpoints that can be read, and hold something else than the run they are of would write."""

import shutil
import signal

import pytest
import torch

from arcrep.arc import write_tasks
from arcrep.training import TrmObjective, VarcObjective
from arcrep.training.checkpoints import first_misfit
from tests.training.test_trm_door import TINY

TRM, VARC = "train/trm.py", "train/varc.py"
SHORT = ("loop.max_steps=6", "loop.checkpoint_every_steps=3", "test.steps=1", "ema=0.9")
OF_VARC = ("data=starter", "experiment=varc_small", "debug=smoke", "loop.max_steps=6")


def stopped(run_script, folder, objective, at_step, door, *given):
    """A run that SIGTERM stopped in a step, and its twin that nothing stopped."""
    parts = objective.parts

    def stopping(self, step):
        if step == at_step:
            signal.raise_signal(signal.SIGTERM)
        return parts(self, step)

    assert run_script(folder, door, *given, "out=whole").code == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objective, "parts", stopping)
        assert run_script(folder, door, *given, "out=stopped").code == 143
    return folder


@pytest.fixture(scope="module")
def trm(run_script, recall, tmp_path_factory):
    folder = tmp_path_factory.mktemp("trm")
    write_tasks(recall, folder / "tasks.json", form="file")
    return stopped(run_script, folder, TrmObjective, 4, TRM, *TINY, *SHORT)


@pytest.fixture(scope="module")
def varc(run_script, tmp_path_factory):
    every = "loop.checkpoint_every_steps=2"
    folder = tmp_path_factory.mktemp("varc")
    return stopped(run_script, folder, VarcObjective, 2, VARC, *OF_VARC, every)


def damage(run, change, which=-1):
    """Change what one of a run's checkpoints holds, and return its name."""
    path = sorted((run / "checkpoints").iterdir())[which]
    saved = torch.load(path, weights_only=True)
    change(saved)
    torch.save(saved, path)
    return path.name


def goes_on_from_the_one_before(run_script, folder, door, change, told):
    run = folder / "run"
    shutil.rmtree(run, ignore_errors=True)
    shutil.copytree(folder / "stopped", run)
    name = damage(run, change)
    result = run_script(folder, door, "resume=run")
    assert result.code == 0, result.err
    (line,) = (line for line in result.err.splitlines() if line.startswith("warning: "))
    assert name in line
    assert told in line
    assert line.endswith("; trying the one before")
    assert (run / "model.pt").read_bytes() == (folder / "whole/model.pt").read_bytes()


def put(*path, value):
    """Return a change: what lies at the path of keys becomes the value, or what it makes of it."""

    def change(saved):
        for key in path[:-1]:
            saved = saved[key]
        saved[path[-1]] = value(saved[path[-1]]) if callable(value) else value

    return change


def drop(*path):
    def change(saved):
        for key in path[:-1]:
            saved = saved[key]
        del saved[path[-1]]

    return change


OF_ANOTHER_KIND = {
    "objective.answer has the dtype int32 instead of float32": put(
        "objective", "answer", value=torch.Tensor.int
    ),
    "objective.answer is NoneType instead of a tensor": put("objective", "answer", value=None),
    "objective.halted has the dtype int32 instead of bool": put(
        "objective", "halted", value=torch.Tensor.int
    ),
    "objective.examples has the dtype float32 instead of int64": put(
        "objective", "examples", value=torch.Tensor.float
    ),
    "objective.offsets has the shape [3] instead of [3, 2]": put(
        "objective", "offsets", value=lambda of: of[:, 0]
    ),
    "objective.ema.means.0 is missing": put("objective", "ema", "means", value=[]),
    "objective.ema is NoneType instead of a dict": put("objective", "ema", value=None),
    "optimizers.0.state.0 is missing": put("optimizers", 0, "state", value={}),
    "optimizers.0.state.0.mean is missing": drop("optimizers", 0, "state", 0, "mean"),
    "optimizers.0.state.0.mean has the shape [2, 2] instead of [": put(
        "optimizers", 0, "state", 0, "mean", value=torch.zeros(2, 2)
    ),
    "optimizers.0.state.99 is unknown": put("optimizers", 0, "state", 99, value={}),
    "optimizers.0.param_groups.0.betas is missing": drop(
        "optimizers", 0, "param_groups", 0, "betas"
    ),
    "optimizers.0.param_groups.0.params.0 is missing": put(
        "optimizers", 0, "param_groups", 0, "params", value=[]
    ),
    "has optimizers with params=[": put(
        "optimizers", 0, "param_groups", 0, "params", value=lambda of: of[::-1]
    ),
    "has optimizers with weight_decay=": put(
        "optimizers", 0, "param_groups", 0, "weight_decay", value=7.5
    ),
    "optimizers.1 is missing": drop("optimizers", 1),
    "window.sums is missing": drop("window", "sums"),
    "window.sums.started is missing": put("window", "sums", value={}),
    "window.n_steps is missing": drop("window", "n_steps"),
    "window.n_steps is str instead of a number": put("window", "n_steps", value=str),
    "model.state is missing": drop("model", "state"),
    "model.state.head has the dtype float64 instead of float32": put(
        "model", "state", "head", value=torch.Tensor.double
    ),
    "scaler is a list instead of a dict": put("scaler", value=[]),
    "lacks config": drop("config"),
    "holds no settings of a run": put("config", value=torch.zeros(2)),
    "holds step -5, which is not what its name says": put("step", value=-5),
}


@pytest.mark.filterwarnings("default:.*trying the one before")
@pytest.mark.parametrize("told", OF_ANOTHER_KIND)
def test_a_checkpoint_of_trm_of_another_kind(run_script, trm, told):
    goes_on_from_the_one_before(run_script, trm, TRM, OF_ANOTHER_KIND[told], told)


@pytest.mark.filterwarnings("default:.*trying the one before")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            put("optimizers", 0, "state", 0, "exp_avg", value=torch.zeros(2, 2)),
            "optimizers.0.state.0.exp_avg has the shape [2, 2] instead of [",
        ),
        (put("optimizers", 0, "state", value={}), "optimizers.0.state.0 is missing"),
        (
            put("window", "sums", value={"started": torch.zeros(2)}),
            "window.sums.started is unknown",
        ),
    ],
)
def test_a_checkpoint_of_varc_of_another_kind(run_script, varc, change, told):
    goes_on_from_the_one_before(run_script, varc, VARC, change, told)


@pytest.mark.filterwarnings("default:.*trying the one before")
def test_where_none_is_left_the_file_is_named(run_script, varc):
    shutil.copytree(varc / "stopped", varc / "lost")
    emptied = put("optimizers", 0, "state", value={})
    newest, oldest = (damage(varc / "lost", emptied, which) for which in (-1, -2))
    before = sorted(path for path in (varc / "lost").rglob("*") if path.name != ".lock")
    result = run_script(varc, VARC, "resume=lost")
    assert f"{newest} is not as this version of arcrep writes it" in result.err
    assert "none of the 2 checkpoints in lost/checkpoints can be read" in result.mistake
    assert f"{oldest} is not as this version of arcrep writes it: optimizers.0" in result.mistake
    assert result.mistake.endswith("put back a copy, or begin a new run")
    assert sorted(path for path in (varc / "lost").rglob("*") if path.name != ".lock") == before


def test_what_a_state_is_made_of_is_compared():
    made = {"a": [torch.zeros(2), None], "b": {"lr": 1, "on": True}}
    assert first_misfit({"a": (torch.ones(2), None), "b": {"lr": 0.5, "on": False}}, made) is None
    for other, told in (
        ({"a": [torch.zeros(2)], "b": made["b"]}, "a.1 is missing"),
        ({"a": [*made["a"], 1], "b": made["b"]}, "a.2 is unknown"),
        ({"a": [torch.zeros(1), None], "b": made["b"]}, "a.0 has the shape [1] instead of [2]"),
        ({"a": made["a"], "b": {"lr": True, "on": True}}, "b.lr is a truth value instead of a"),
        ({"a": made["a"], "b": {"lr": 1, "on": 1}}, "b.on is a number instead of a truth value"),
        ([], " is a list instead of a dict"),
    ):
        assert first_misfit(other, made).startswith(told)


def test_a_state_in_half_precision_is_as_it_should_be(script, recall, tmp_path, monkeypatch):
    """That of TRM is made under autocast."""
    write_tasks(recall, tmp_path / "tasks.json", form="file")
    with monkeypatch.context() as patch:
        patch.setattr("arcrep.training.jobs.write_predictions", interrupted)
        given = (*TINY, *SHORT, "loop.precision=bf16", "out=run")
        assert script(TRM, *given).code == 130
    saved = torch.load(tmp_path / "run/checkpoints/step_00000006.pt", weights_only=True)
    assert saved["objective"]["answer"].dtype == torch.bfloat16
    result = script(TRM, "resume=run")
    assert result.code == 0, result.err
    assert "warning" not in result.err


def interrupted(*_):
    raise KeyboardInterrupt
