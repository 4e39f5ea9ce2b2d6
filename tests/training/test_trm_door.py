"""train/trm.py as a user runs it: to its end, stopped, and told what does not do."""

import json
import signal
from pathlib import Path

import numpy as np
import pytest
import torch

import arcrep.models.trm
from arcrep.arc import load, write_tasks
from arcrep.evaluation import read_predictions
from arcrep.models import load_model
from arcrep.runs import read_metrics, read_run
from tests.training.killing import process

DOOR = "train/trm.py"
TINY = (
    "data.source=tasks.json",
    "experiment=trm_small",
    "ema=null",
    "model.h_cycles=2",
    "loop.evaluate_every_steps=0",
    *(f"model.{size}" for size in ("d_model=16", "n_heads=2", "l_cycles=1", "side=4", "prefix=2")),
    "data.support=s1",
    "halting.max_steps=3",
    "schedule.warmup_steps=2",
    "loop.batch_size=3",
    "test.steps=3",
    "device=cpu",
)
LENGTH = ("loop.max_steps=24", "loop.log_every_steps=7", "loop.checkpoint_every_steps=10")
GOLDEN = Path(__file__).parents[1] / "golden" / "trm_tiny.json"
RENEW = "delete this file and run tests/training/test_trm_door.py once"


@pytest.fixture(scope="module")
def trained(run_script, recall, tmp_path_factory):
    """A folder with tasks.json and a finished run with an average of weights."""
    folder = tmp_path_factory.mktemp("trained")
    write_tasks(recall, folder / "tasks.json", form="file")
    result = run_script(folder, DOOR, *TINY, *LENGTH, "ema=0.9", "out=run")
    assert result.code == 0, result.err
    assert "written to run" in result.out
    return folder


@pytest.fixture
def tasks_file(recall, tmp_path):
    write_tasks(recall, tmp_path / "tasks.json", form="file")


def metrics(run, kind="train"):
    lines = [line for line in read_metrics(run) if line["kind"] == kind]
    return [{k: v for k, v in line.items() if k != "examples_per_second"} for line in lines]


def checkpoint(run, step):
    return torch.load(run / f"checkpoints/step_{step:08d}.pt", weights_only=True)


def test_a_run_leaves_model_answers_and_scores(trained):
    run = trained / "run"
    manifest = read_run(run)
    assert manifest["inputs"]["tasks"]["support_examples"] == 8
    assert manifest["inputs"]["tasks"]["queries"] == 8
    assert manifest["inputs"]["model"]["task_table"] == 4 * 16
    assert manifest["config"]["halting"]["max_steps"] == 3
    model = load_model(run / "model.pt")
    assert (model.d_model, model.side, model.task_table.task_ids) == (
        16,
        4,
        load(trained / "tasks.json").ids,
    )
    predictions = read_predictions(run / "predictions.jsonl", load(trained / "tasks.json"))
    assert [(p.task, p.test) for p in predictions] == [
        (f"00{n}", k) for n in range(4) for k in (0, 1)
    ]
    assert (run / "scores.csv").stat().st_size > 100
    exact = json.loads((run / "support_exact.json").read_text())
    assert exact["examples"] == 8
    assert 0 <= exact["share"] <= 1
    lines = metrics(run)
    assert [line["step"] for line in lines] == [7, 14, 21, 24]
    assert [line["examples"] for line in lines] == [21, 21, 21, 9]
    # Nothing halts before its third step at first: each slot finishes 8 examples in 24 steps.
    assert sum(line["finished"] for line in lines) == 3 * 8
    assert sum(line["finished_steps"] for line in lines) == 3 * 24
    assert lines[-1]["epoch"] == 9  # 24 steps of 3 examples, of which there are 8


def test_with_an_average_of_weights_it_is_the_average_that_answers(trained):
    """The task table and the buffers are those of the end."""
    last = checkpoint(trained / "run", 24)
    raw, means = last["model"]["state"], last["objective"]["ema"]["means"]
    model = load_model(trained / "run/model.pt")
    names = [n for n, p in model.named_parameters() if p is not model.task_table.weight]
    kept = model.state_dict()
    assert len(names) == len(means) > 5
    for name, mean in zip(names, means, strict=True):
        assert torch.equal(kept[name], mean), name
        assert not torch.equal(kept[name], raw[name]), name
    for name in ("task_table.weight", "answer_init", "latent_init"):
        assert torch.equal(kept[name], raw[name]), name
    assert kept["task_table.weight"].any()


def test_without_one_it_is_the_weights_of_the_end(script, tasks_file, tmp_path):
    assert script(DOOR, *TINY, "loop.max_steps=4", "out=run").code == 0
    last = checkpoint(tmp_path / "run", 4)
    assert last["objective"]["ema"] is None
    for name, weight in load_model(tmp_path / "run/model.pt").named_parameters():
        assert torch.equal(weight.detach(), last["model"]["state"][name]), name


def assert_equal_states(found, expected, where="state"):
    """Compare nested states to the bit."""
    if isinstance(expected, torch.Tensor):
        assert torch.equal(found, expected), where
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys(), where
        for key, value in expected.items():
            assert_equal_states(found[key], value, f"{where}.{key}")
    elif isinstance(expected, list | tuple):
        assert len(found) == len(expected), where
        for number, value in enumerate(expected):
            assert_equal_states(found[number], value, f"{where}.{number}")
    else:
        assert found == expected, where


@pytest.mark.parametrize("micro_batch", ["null", "1"])
def test_killed_by_sigkill_it_goes_on_to_the_same_bits(tasks_file, tmp_path, micro_batch):
    """With slots in the middle of their examples."""
    run, whole = tmp_path / "run", tmp_path / "whole"
    given = [*TINY, *LENGTH, "ema=0.9", f"loop.micro_batch={micro_batch}"]
    killed = process(tmp_path, DOOR, "TrmObjective", 17, [*given, "out=run"])
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert [path.name for path in (run / "checkpoints").iterdir()] == ["step_00000010.pt"]
    assert [line["step"] for line in metrics(run)] == [7, 14]  # beyond the checkpoint
    resumed = process(tmp_path, DOOR, "TrmObjective", None, ["resume=run"], [*given, "out=whole"])
    assert resumed.returncode == 0, resumed.stderr
    for name in ("model.pt", "predictions.jsonl", "scores.csv", "support_exact.json"):
        assert (run / name).read_bytes() == (whole / name).read_bytes(), name
    assert metrics(run) == metrics(whole)
    for step in (20, 24):
        found, expected = checkpoint(run, step), checkpoint(whole, step)
        for part in ("model", "optimizers", "objective"):
            assert_equal_states(found[part], expected[part], part)
    assert found["objective"]["answer"].any()
    assert len(found["objective"]["ema"]["means"]) > 5
    assert set(checkpoint(run, 20)["objective"]["n_steps"].tolist()) == {2}
    read_run(run)


@pytest.mark.filterwarnings("default:the run ends within the warm-up")
def test_a_run_that_counts_started_examples_ends_when_enough_were(
    script, tasks_file, tmp_path, monkeypatch
):
    """With a head that says yes from the first step on, all slots start anew at every step."""
    monkeypatch.setattr(arcrep.models.trm, "_HALT_BIAS", 5.0)
    length = ("loop.epochs=20", "loop.count=started", "halting.exploration=0.0")
    assert script(DOOR, *TINY, *length, "schedule.warmup_steps=1000", "out=run").code == 0
    (path,) = (tmp_path / "run/checkpoints").iterdir()
    # 160 of them; 32 steps start 96, 64 steps 192.
    assert path.name == "step_00000064.pt"
    assert int(checkpoint(tmp_path / "run", 64)["objective"]["started"]) == 192
    assert metrics(tmp_path / "run")[-1]["step"] == 64
    read_run(tmp_path / "run")


@pytest.mark.parametrize("count", ["drawn", "started"])
def test_epochs_in_the_log_are_of_what_is_counted(script, tasks_file, tmp_path, count):
    """Each example takes three steps at first: a third as many are started as are drawn."""
    given = ("loop.epochs=5", f"loop.count={count}", "loop.log_every_steps=4", "out=run")
    result = script(DOOR, *TINY, *given, "loop.max_steps=12", "loop.evaluate_every_steps=6")
    assert result.code == 0, result.err
    lines, n_started = metrics(tmp_path / "run"), 0
    assert [line["step"] for line in lines] == [4, 8, 12]
    for line in lines:
        n_started += line["started"]
        counted = n_started if count == "started" else 3 * line["step"]
        assert line["epoch"] == round(counted / 8, 4)
    assert n_started == 12
    evaluated = [line["epoch"] for line in metrics(tmp_path / "run", "eval")]
    assert evaluated == ([0.75, 1.5] if count == "started" else [2.25, 4.5])
    assert f"epoch {lines[-1]['epoch']:.1f} of 5" in result.err


@pytest.mark.parametrize(("count", "steps"), [("drawn", "53"), ("started", "at most 194")])
def test_how_many_steps_there_are_at_most(script, tasks_file, count, steps):
    result = script(DOOR, *TINY, "loop.epochs=20", f"loop.count={count}", "dry_run=true")
    assert f"{steps} steps of 3 examples" in result.out  # 20 * 8 / 3; 3 for each of 54, and 32


def test_a_dry_run_writes_nothing(script, tasks_file, tmp_path):
    result = script(DOOR, *TINY, "dry_run=true")
    assert result.code == 0, result.err
    assert "4 tasks, 8 support examples, 8 queries" in result.out
    assert "dry run: nothing written" in result.out
    assert [path.name for path in tmp_path.iterdir()] == ["tasks.json"]


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("loop.precision=fp16", "loop.precision is fp32 or bf16 for TRM"),
        ("model.side=2", "does not fit on a canvas of 2 cells: take a larger model.side"),
        ("model.side=10000000", "this does not fit into memory"),
        ("model.h_cycles=true", "model.h_cycles must be a whole number of at least 1, got True"),
        ("model.expansion=inf", "model.expansion must be a finite number over 0, got inf"),
        *(
            (f"model.expansion={n}", f"model.expansion={n} makes an MLP of")
            for n in ("1e-300", "0.001", "1e+17", "1e+300", "1e+308")
        ),
        ("loop.count=all", "loop.count is drawn or started, got 'all'"),
        *(
            (f"loop.micro_batch={n}", f"divides loop.batch_size=3, got {n}")
            for n in (2, 0, -1, 6, True)
        ),
        ("model.n_heads=3", "d_model must be a multiple of 2 * n_heads"),
        ("model.width=7", "width"),
        ("optimizer.eps=1e-8", "eps"),
        ("optimizer.lr=nan", "optimizer.lr must be a finite number of at least 0, got nan"),
        ("optimizer.lr=fast", "optimizer.lr must be a finite number of at least 0, got 'fast'"),
        ("optimizer.betas=[0.9]", "optimizer.betas must be two numbers, got [0.9]"),
        ("table_optimizer.weight_decay=inf", "table_optimizer.weight_decay must be a finite"),
        (f"halting.max_steps={'9' * 20}", "halting.max_steps must be a whole number of at most"),
        ("placement.drawn=often", "once, each_start or never"),
        ("ema=1.0", "ema must be a finite number of at least 0 and under 1, got 1.0"),
        ("test.steps=0", "test.steps must be a whole number of at least 1, got 0"),
        ("keep=best_on_test", "loop.evaluate_every_steps over 0"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_written(script, tasks_file, tmp_path, override, told):
    assert told in script(DOOR, *TINY, override, "out=run").mistake
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("loop.micro_batch=null", "take loop.micro_batch=3, which gives the same step in parts"),
        ("loop.micro_batch=3", "take loop.micro_batch=2,"),
        ("loop.micro_batch=1", "loop.batch_size=6: take a smaller loop.batch_size"),
    ],
)
def test_a_step_without_memory_is_one_line(script, tasks_file, monkeypatch, given, told):
    """As a card says it that has too little, and where is left to go."""

    def supervision_step(*_):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")

    monkeypatch.setattr(arcrep.models.Trm, "supervision_step", supervision_step)
    line = script(DOOR, *TINY, "loop.batch_size=6", given, "out=run").mistake
    assert "cpu has no memory for a step with loop.batch_size=6: " in line
    assert told in line


def test_the_best_on_test_is_kept(script, tasks_file, tmp_path):
    """Of equals the first; the evaluations score the support examples too."""
    best = ("keep=best_on_test", "loop.evaluate_every_steps=2", "loop.checkpoint_every_steps=2")
    assert script(DOOR, *TINY, *best, "loop.max_steps=4", "ema=0.5", "out=run").code == 0
    run = tmp_path / "run"
    lines = metrics(run, "eval")
    assert [line["step"] for line in lines] == [2, 4]
    assert all(0 <= line["support_exact"] <= 1 for line in lines)
    first = max(lines, key=lambda line: line["accuracy"])["step"]
    kept = load_model(run / "model.pt").state_dict()
    for step in (2, 4):
        mean = checkpoint(run, step)["objective"]["ema"]["means"][0]
        assert torch.equal(kept["token_embedding"], mean) == (step == first)
    assert (run / "best_on_test.pt").exists()


def test_half_precision_trains_and_stays_near_full(script, tasks_file, tmp_path):
    for precision in ("bf16", "fp32"):
        given = (f"loop.precision={precision}", "loop.max_steps=6", f"out={precision}")
        assert script(DOOR, *TINY, *given).code == 0
    rough, exact = (metrics(tmp_path / name)[0]["loss"] for name in ("bf16", "fp32"))
    assert rough == pytest.approx(exact, rel=0.05)
    assert rough != exact


def test_the_smoke_test_shrinks_it_to_seconds(script, tmp_path):
    """On the package's own tasks."""
    result = script(DOOR, "data=starter", "debug=smoke_trm", "out=run")
    assert result.code == 0, result.err
    read_run(tmp_path / "run")


def test_losses_are_those_recorded(script, tasks_file, tmp_path):
    """Of 8 steps in float32: they change only when a computation is meant to change."""
    length = ("loop.max_steps=8", "loop.log_every_steps=1")
    assert script(DOOR, *TINY, *length, "out=run").code == 0
    found = [line["loss"] for line in metrics(tmp_path / "run")]
    if not GOLDEN.exists():
        GOLDEN.write_text(json.dumps({"renewed": RENEW, "losses": found}, indent=1) + "\n")
        pytest.fail(f"{GOLDEN} was not there; it was recorded")
    recorded = json.loads(GOLDEN.read_text())["losses"]
    # Instruction sets and numbers of threads were seen to change 2e-7 of it.
    assert found == pytest.approx(recorded, rel=2e-6)
    # The steps say something: they differ by far more than the tolerance.
    assert np.abs(np.diff(found)).min() > 1e-3
