"""A batch that is computed in parts: the same step as of the whole."""

import pytest
import torch

from arcrep.data import EpochOrder, Placement, Tokenizer, support_table
from arcrep.models import Trm, Varc
from arcrep.runs import Run, read_metrics
from arcrep.training import (
    CorrectedSchedule,
    Loop,
    LoopSettings,
    NoLogger,
    VarcObjective,
    initialised,
)
from tests.training.stepping import backward
from tests.training.test_deep_supervision import Training

BATCH = 6


def gradients(training):
    """Backward has been called: what the optimisers are about to take, by name."""
    found = {name: p.grad for name, p in training.model.named_parameters() if p.grad is not None}
    return {**found, "looked-up rows": training.objective.table_optimizer._looked_up.grad}


@pytest.mark.parametrize("micro_batch", [1, 2, 3, 6])
def test_losses_gradients_and_carry_are_those_of_the_whole_batch(recall, micro_batch, monkeypatch):
    """Step by step from the same state, for signs of small gradients would lead apart."""
    whole = Training(recall, batch=BATCH)
    parts = Training(recall, batch=BATCH, micro_batch=micro_batch)
    step, sizes = Trm.supervision_step, set()

    def spy(self, carry, inputs):
        sizes.add(len(inputs))
        return step(self, carry, inputs)

    repeated = 0
    for number in range(12):
        parts.restore(whole.saved())
        expected = backward(whole.objective, number)
        with monkeypatch.context() as patch:
            patch.setattr(Trm, "supervision_step", spy)
            found = backward(parts.objective, number)
        torch.testing.assert_close(found.loss, expected.loss, rtol=1e-6, atol=0)
        assert (found.n_examples, found.n_targets) == (expected.n_examples, expected.n_targets)
        assert found.sums == expected.sums
        ours, theirs = gradients(parts), gradients(whole)
        assert ours.keys() == theirs.keys()
        assert len(ours) > 8
        for name, gradient in theirs.items():
            assert gradient.norm() > 0, name
            assert (ours[name] - gradient).norm() < 1e-5 * gradient.norm(), name
        rows = whole.objective.table.task_rows[whole.objective.examples]
        repeated += len(rows) - len(set(rows.tolist()))
        for training in (whole, parts):
            for optimizer in (training.optimizer, training.objective.table_optimizer):
                optimizer.step()
                optimizer.zero_grad()
        states = [training.objective.state_dict() for training in (whole, parts)]
        for name in ("examples", "offsets", "n_steps", "halted", "started"):
            assert torch.equal(states[0][name], states[1][name]), name
        for name in ("answer", "latent"):
            torch.testing.assert_close(states[1][name], states[0][name], rtol=0, atol=1e-5)
        torch.testing.assert_close(
            parts.model.task_table.weight, whole.model.task_table.weight, rtol=0, atol=1e-6
        )
    assert sizes == {micro_batch}
    assert repeated > 0  # rows that several parts look up


@pytest.mark.parametrize("micro_batch", [None, 2])
def test_states_stay_where_they_are_and_those_given_stay_as_they_were(recall, micro_batch):
    """They are large: each step writes over those of the last one."""
    begun, later = (Training(recall, batch=BATCH, micro_batch=micro_batch) for _ in range(2))
    begun.steps(0, 3)
    given = begun.objective.state_dict()
    before = {name: given[name].clone() for name in ("answer", "latent")}
    later.objective.load_state_dict(given)
    at = {name: getattr(later.objective.carry, name).data_ptr() for name in before}
    later.steps(3, 6)
    for name, state in before.items():
        assert getattr(later.objective.carry, name).data_ptr() == at[name], name
        assert not torch.equal(getattr(later.objective.carry, name), state), name
        assert torch.equal(given[name], state), name


def test_parts_in_half_precision_add_up_in_float32(recall):
    """To the sum of the gradients that each part has alone, which in bfloat16 would be another."""
    whole, parts, apart = (Training(recall, batch=BATCH, micro_batch=size) for size in (None, 2, 2))
    alone = []

    def take():
        alone.append(gradients(apart))
        for p in apart.model.parameters():
            p.grad = None
        apart.objective.table_optimizer._looked_up.grad = None

    with torch.autocast("cpu", torch.bfloat16):
        backward(apart.objective, 0, take)
        loss, expected = (backward(of.objective, 0).loss for of in (parts, whole))
    assert len(alone) == 3
    assert loss.item() == pytest.approx(expected.item(), rel=1e-5)
    for name, found in gradients(parts).items():
        of_parts = [part[name] for part in alone]
        expected, rough = sum(g.double() for g in of_parts), sum(g.bfloat16() for g in of_parts)
        assert (found - expected).norm() < 1e-6 * expected.norm(), name
        if name != "looked-up rows":  # each is of one part
            assert (rough - expected).norm() > 1e-4 * expected.norm(), name
    assert parts.objective.carry.answer.dtype == torch.bfloat16


@pytest.mark.parametrize("stop", [1, 7])
def test_it_goes_on_from_its_state_to_the_bit(recall, stop):
    unbroken, begun, later = (Training(recall, batch=BATCH, micro_batch=2) for _ in range(3))
    expected = unbroken.steps(0, 12)
    before = begun.steps(0, stop)
    later.restore(begun.saved())
    assert before + later.steps(stop, 12) == expected
    assert later.saved() == unbroken.saved()


# VARC


def varc_loop(tasks, folder, mean="cells", micro_batch=None, **settings):
    """Build a run in batches of 8 of 18 examples, in float64 where parts differ by rounding."""
    settings = {"epochs": 2, "batch_size": 8, "log_every_steps": 1, **settings}
    model = initialised(
        lambda: Varc(tasks.ids, d_model=32, n_layers=2, n_heads=2, d_mlp=32, dropout=0.0),
        0,
        torch.device("cpu"),
    )
    if "precision" not in settings:
        model = model.double()
    table = support_table(tasks, range(len(tasks)))
    order = EpochOrder(len(table), settings["batch_size"], seed=0)
    objective = VarcObjective(
        model, Tokenizer(table, 32), order, Placement([1, 2]), 0, mean, micro_batch
    )
    return Loop(
        model=model,
        objective=objective,
        optimizers=[torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.0)],
        schedule=CorrectedSchedule(),
        settings=LoopSettings(**settings),
        steps_per_epoch=order.steps_per_epoch,
        seed=0,
        run=Run.create(folder, door="test", config={}),
        logger=NoLogger(),
        evaluate=dict,
        identity={},
    )


def fitted(*args, **settings):
    """Train; return the loop, how far each weight has moved, and the metrics."""
    loop = varc_loop(*args, **settings)
    begun = {name: weight.detach().clone() for name, weight in loop.model.named_parameters()}
    with loop.run:
        loop.fit()
    moved = {name: weight.detach() - begun[name] for name, weight in loop.model.named_parameters()}
    lines = read_metrics(loop.run.folder)
    names = ("step", "epoch", "lr", "examples", "loss")
    return loop, moved, [{name: line[name] for name in names} for line in lines]


@pytest.mark.parametrize("mean", ["cells", "examples"])
@pytest.mark.parametrize("micro_batch", [3, 1])
def test_varc_in_parts_learns_the_same(starter, tmp_path, mean, micro_batch):
    """In parts of unlike sizes, with unlike numbers of cells, for both means."""
    whole, theirs, expected = fitted(starter, tmp_path / "whole", mean)
    parts, ours, found = fitted(starter, tmp_path / "parts", mean, micro_batch)
    assert parts.n_steps == whole.n_steps == 6
    sizes = [part.n_examples for part in parts.objective.parts(0)]
    assert sizes == ([3, 3, 2] if micro_batch == 3 else [1] * 8)
    assert len({int(part.n_targets) for part in parts.objective.parts(0)}) > 1
    for line, other in zip(found, expected, strict=True):
        assert line == pytest.approx(other, rel=1e-6)
    for name, moved in ours.items():
        torch.testing.assert_close(moved, theirs[name], rtol=0, atol=1e-9)
        assert moved.abs().max() > 1e-4, name


@pytest.mark.parametrize("precision", ["fp16", "bf16"])
def test_varc_in_parts_in_half_precision(starter, tmp_path, precision):
    """With a loss scaler, too, which scales every part."""
    _, _, expected = fitted(starter, tmp_path / "whole", precision=precision)
    parts, _, found = fitted(starter, tmp_path / "parts", "cells", 2, precision=precision)
    assert parts.scaler.is_enabled() == (precision == "fp16")
    assert len(found) == 6
    for ours, theirs in zip(found, expected, strict=True):
        assert ours["loss"] == pytest.approx(theirs["loss"], rel=1e-2)
        assert ours["examples"] == theirs["examples"]
