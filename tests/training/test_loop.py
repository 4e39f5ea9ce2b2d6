"""The loop: precisions, clipping, and what it does when a step goes wrong."""

import json
import math
from pathlib import Path

import pytest
import torch

from arcrep.data import EpochOrder, Placement, Tokenizer, support_table
from arcrep.models import Varc
from arcrep.runs import Run, read_metrics
from arcrep.training import (
    CorrectedSchedule,
    Loop,
    LoopSettings,
    NoLogger,
    PartLoss,
    PublishedSchedule,
    VarcObjective,
    initialised,
)

CPU = torch.device("cpu")


class Faulty:
    """An objective that goes wrong at a step: its loss is multiplied, its targets vanish."""

    def __init__(self, inner, at, factor=1.0, targets=None, gradient=1.0):
        self.inner, self.at, self.factor, self.targets = inner, at, factor, targets
        self.gradient = gradient

    def parts(self, step):
        for drawn in self.inner.parts(step):
            if step != self.at:
                yield drawn
                continue
            loss = drawn.loss * self.factor
            loss.register_hook(lambda gradient: gradient * self.gradient)
            n_targets = drawn.n_targets if self.targets is None else torch.tensor(self.targets)
            yield PartLoss(loss, n_targets, drawn.n_examples)

    def after_step(self):
        pass

    def is_done(self, step):
        return False

    sum_names = ()

    def state_dict(self):
        return {}

    def form_of_state(self):
        return {}

    def load_state_dict(self, state):
        pass


@pytest.fixture
def loop(starter, tmp_path):
    """Build the loop of a small run; keyword arguments are those of its settings."""
    runs = []

    def build(wrap=lambda objective: objective, lr=1e-3, schedule=None, fused=None, **settings):
        settings = {"epochs": 5, "batch_size": 8, "checkpoint_every_steps": 2, **settings}
        if not runs:
            runs.append(Run.create(tmp_path / "run", door="test", config={}))
        table = support_table(starter, range(len(starter)))
        order = EpochOrder(len(table), settings["batch_size"], seed=0)
        model = initialised(
            lambda: Varc(starter.ids, d_model=32, n_layers=1, n_heads=2, d_mlp=32), 0, CPU
        )
        objective = VarcObjective(model, Tokenizer(table, 32), order, Placement([1, 2]), seed=0)
        return Loop(
            model=model,
            objective=wrap(objective),
            optimizers=[torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0, fused=fused)],
            schedule=schedule or CorrectedSchedule(),
            settings=LoopSettings(**settings),
            steps_per_epoch=order.steps_per_epoch,
            seed=0,
            run=runs[0],
            logger=NoLogger(),
            evaluate=lambda: {"accuracy": 0.25},
            identity={},
        )

    yield build
    for run in runs:
        run.__exit__(None, None, None)


def weights(model):
    return {name: weight.detach().clone() for name, weight in model.named_parameters()}


def test_steps_are_logged_and_the_loss_falls(loop):
    trained = loop(log_every_steps=4, evaluate_every_steps=6, epochs=8, lr=1e-2)
    trained.fit()
    lines = read_metrics(trained.run.folder)
    train = [line for line in lines if line["kind"] == "train"]
    assert [line["step"] for line in train] == [4, 8, 12, 16, 20, 24]
    assert [(line["step"], line["accuracy"]) for line in lines if line["kind"] == "eval"] == [
        (step, 0.25) for step in (6, 12, 18, 24)
    ]
    assert train[-1]["loss"] < train[0]["loss"] - 0.3
    assert sum(line["examples"] for line in train) == 8 * 18
    assert [line["epoch"] for line in train][-1] == 8
    factor = CorrectedSchedule().factor(3, 3, 8)
    assert train[0]["lr"] == pytest.approx(1e-2 * factor)


def test_max_steps_stops_early_with_the_schedule_of_all_epochs(loop):
    short = loop(max_steps=4, epochs=1000, log_every_steps=4)
    short.fit()
    (line,) = read_metrics(short.run.folder)
    assert line["step"] == 4
    assert line["lr"] == pytest.approx(1e-3 * 4 / 30)


def test_a_step_at_rate_0_changes_nothing(loop):
    """The first epoch of the published schedule."""
    still = loop(schedule=PublishedSchedule(), epochs=5, max_steps=3)
    before = weights(still.model)
    still.fit()
    for name, weight in weights(still.model).items():
        assert torch.equal(weight, before[name]), name


@pytest.mark.parametrize("clip", [None, 1e-6])
def test_clipping_bounds_the_step(loop, clip):
    """Adam divides a gradient by its size, so the clip is seen against eps only."""
    clipped = loop(clip_norm=clip, max_steps=1, epochs=1)
    before = weights(clipped.model)
    for group in clipped.optimizers[0].param_groups:
        group["eps"] = 1.0
    clipped.fit()
    moved = max(float((w - before[n]).abs().max()) for n, w in weights(clipped.model).items())
    assert (moved < 2e-9) == (clip is not None)
    assert moved > 0


@pytest.mark.parametrize("precision", ["fp16", "bf16"])
def test_half_precisions_train_and_stay_near_full(loop, precision):
    half = loop(precision=precision, epochs=3, lr=3e-3, log_every_steps=9)
    half.fit()
    assert half.scaler.is_enabled() == (precision == "fp16")
    assert {weight.dtype for weight in half.model.parameters()} == {torch.float32}
    rough = read_metrics(half.run.folder)[0]["loss"]
    for path in (*half.checkpoints.folder.iterdir(), half.run.folder / "metrics.jsonl"):
        path.unlink()
    full = loop(precision="fp32", epochs=3, lr=3e-3, log_every_steps=9)
    full.fit()
    exact = read_metrics(full.run.folder)[0]["loss"]
    assert rough == pytest.approx(exact, rel=2e-2)
    assert rough != exact  # it did compute in another precision


def test_a_gradient_that_overflows_is_skipped_with_a_scaler(loop):
    skipping = loop(
        wrap=lambda of: Faulty(of, at=2, gradient=math.inf), precision="fp16", max_steps=3, epochs=1
    )
    scale = skipping.scaler.get_scale()
    skipping.fit()
    assert skipping.scaler.get_scale() == scale / 2
    assert all(weight.isfinite().all() for weight in skipping.model.parameters())


@pytest.mark.parametrize("clip", [1.0, None])
@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ({"factor": math.nan}, "the loss is not finite in steps 0 to 5"),
        ({"gradient": math.inf}, "not finite in steps 0 to 5"),
        ({"targets": 0}, "steps 0 to 5 has no labelled cell: nothing to learn from"),
    ],
)
def test_a_fault_stops_and_never_overwrites_good_checkpoints(loop, fault, message, clip):
    faulty = loop(wrap=lambda of: Faulty(of, at=5, **fault), clip_norm=clip)
    with pytest.raises(ValueError, match=message):
        faulty.fit()
    kept = sorted(path.name for path in faulty.checkpoints.folder.iterdir())
    assert kept == ["step_00000002.pt", "step_00000004.pt"]
    saved = faulty.checkpoints.newest()[1]["model"]["state"]
    assert all(torch.isfinite(value).all() for value in saved.values() if torch.is_tensor(value))


class Full:
    """The base rates as they are."""

    def factor(self, step, steps_per_epoch, epochs):
        return 1.0

    def warmup(self, steps_per_epoch, epochs):
        return 0


def test_weights_that_the_last_step_blew_up_are_no_end(loop):
    with pytest.raises(ValueError, match=r"weights grew to .* by step 1: training diverged"):
        loop(max_steps=1, lr=1e9, schedule=Full()).fit()
    assert not list(loop().checkpoints.folder.glob("*"))


@pytest.mark.parametrize("place", [0, -1])
def test_weights_that_are_no_numbers_are_not_saved(loop, place):
    begun = loop(max_steps=1)
    begun.fit()
    weight = list(begun.model.parameters())[place]
    weight.data.view(-1)[-1] = math.nan
    with pytest.raises(ValueError, match=r"weights grew to nan by step 1: training diverged"):
        begun.save()


def test_a_run_whose_steps_were_all_skipped_goes_on(loop):
    """Its optimiser holds nothing yet, and only then may it."""
    half = {"precision": "fp16", "epochs": 5}
    loop(lambda of: Faulty(of, at=0, gradient=math.inf), **half, max_steps=1).fit()
    _, saved = loop().checkpoints.newest()
    assert saved["optimizers"][0]["state"] == {}
    on = loop(**half, max_steps=2)
    on.fit()
    _, saved = on.checkpoints.newest()
    assert saved["step"] == 2
    assert saved["optimizers"][0]["state"]
    saved["optimizers"][0]["state"] = {}
    for path in on.checkpoints.folder.iterdir():
        path.unlink()
    on.checkpoints.save(2, saved)
    with pytest.raises(ValueError, match=r"step_00000002.pt is not .*: optimizers.0.state.0 is"):
        loop(**half, max_steps=3).fit()


def test_a_fused_optimiser_has_a_state_even_where_all_steps_were_skipped(loop):
    """It is called by the loss scaler, which tells it to do nothing."""
    half = {"precision": "fp16", "epochs": 5, "fused": True}
    loop(lambda of: Faulty(of, at=0, gradient=math.inf), **half, max_steps=1).fit()
    _, saved = loop().checkpoints.newest()
    assert saved["optimizers"][0]["state"]
    on = loop(**half, max_steps=2)
    on.fit()
    assert on.step == 2


def test_a_checkpoint_of_skipped_steps_is_good_behind_a_damaged_one(loop):
    half = {"precision": "fp16", "epochs": 5, "checkpoint_every_steps": 1}
    first = loop(lambda of: Faulty(of, at=0, gradient=math.inf), **half, max_steps=1)
    first.fit()
    _, saved = first.checkpoints.newest()
    first.checkpoints.save(2, {**saved, "window": {}})
    on = loop(**half, max_steps=2)
    with pytest.warns(UserWarning, match=r"step_00000002.pt is not .*; trying the one before"):
        on.fit()
    assert on.step == 2


def test_checkpoints_that_cannot_be_listed_are_not_taken_for_none(loop, monkeypatch):
    first = loop(max_steps=4, log_every_steps=2)
    first.fit()
    lines = read_metrics(first.run.folder)

    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(PermissionError):
        loop(max_steps=6, log_every_steps=2).fit()
    assert read_metrics(first.run.folder) == lines


@pytest.mark.parametrize("kept", [0, 1])
def test_metrics_that_lack_lines_from_before_a_checkpoint_are_told(loop, kept):
    settings = {"log_every_steps": 2, "evaluate_every_steps": 3}
    first = loop(max_steps=6, **settings)
    first.fit()
    path = first.run.folder / "metrics.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:kept]))
    with pytest.warns(UserWarning, match=f"lacks lines of steps {[2, 3][kept]} to 4: they are"):
        loop(max_steps=8, **settings).fit()


def test_global_randomness_is_given_back(loop):
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    loop(max_steps=2).fit()
    assert torch.equal(torch.rand(3), expected)


def test_a_checkpoint_of_other_data_is_refused(loop):
    loop(max_steps=2).fit()
    other = loop(max_steps=4)
    other.identity = {**other.identity, "tasks": "other"}
    with pytest.raises(ValueError, match="a run goes on with the data it began with"):
        other.fit()


@pytest.mark.filterwarnings("default:.*metrics.jsonl is missing")
def test_lost_metrics_are_told(loop):
    loop(max_steps=2, log_every_steps=1).fit()
    (loop().run.folder / "metrics.jsonl").unlink()
    with pytest.warns(UserWarning, match=r"metrics.jsonl is missing: the metrics up to step 2"):
        loop(max_steps=3, log_every_steps=1).fit()


def test_other_settings_are_named(loop):
    begun = loop(max_steps=2)
    begun.config = {"optimizer": {"lr": 0.1, "betas": (0.9, 0.99)}, "data": {"source": "a"}}
    begun.fit()
    same = loop(max_steps=3)
    same.config = {"optimizer": {"lr": 0.1, "betas": [0.9, 0.99]}, "data": {"source": "moved"}}
    same.fit()
    other = loop(max_steps=4)
    other.config = {"optimizer": {"lr": 0.2, "betas": [0.9, 0.99]}, "data": {"source": "a"}}
    with pytest.raises(
        ValueError, match=r"optimizer.lr=0.1, the settings of its run say 0.2: run.json was"
    ):
        other.fit()


def test_every_line_of_metrics_is_json(loop):
    done = loop(max_steps=2, log_every_steps=1)
    done.fit()
    lines = (done.run.folder / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == [1, 2]


@pytest.mark.parametrize(
    "settings",
    [
        {"precision": "fp8"},
        {"epochs": 0},
        {"batch_size": 0},
        {"log_every_steps": 0},
        {"checkpoint_every_steps": 0},
        {"clip_norm": 0.0},
        {"clip_norm": math.nan},
        *({"micro_batch": n} for n in (0, 2, True)),
    ],
)
def test_settings_that_do_not_do(settings):
    with pytest.raises(ValueError, match=f"loop.{next(iter(settings))}"):
        LoopSettings(**{"epochs": 1, "batch_size": 1, **settings})
