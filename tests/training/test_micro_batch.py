"""A batch that is computed in parts: the same step as of the whole."""

import pytest
import torch

from arcrep.models import Trm
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
        expected = whole.objective.loss(number)
        expected.loss.backward()
        with monkeypatch.context() as patch:
            patch.setattr(Trm, "supervision_step", spy)
            found = parts.objective.loss(number)
        found.loss.backward()
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


def test_half_precision_stays_near_the_whole_batch(recall):
    """Sums of a part's gradients are in float32, whatever it computes in."""
    losses = []
    for micro_batch in (None, 2):
        training = Training(recall, batch=BATCH, micro_batch=micro_batch)
        with torch.autocast("cpu", torch.bfloat16):
            loss = training.objective.loss(0).loss
        loss.backward()
        losses.append(loss.item())
        found = gradients(training)
        assert {gradient.dtype for gradient in found.values()} == {torch.float32}
        assert training.objective.carry.answer.dtype == torch.bfloat16
    assert losses[0] == pytest.approx(losses[1], rel=1e-5)


@pytest.mark.parametrize("stop", [1, 7])
def test_it_goes_on_from_its_state_to_the_bit(recall, stop):
    unbroken, begun, later = (Training(recall, batch=BATCH, micro_batch=2) for _ in range(3))
    expected = unbroken.steps(0, 12)
    before = begun.steps(0, stop)
    later.restore(begun.saved())
    assert before + later.steps(stop, 12) == expected
    assert later.saved() == unbroken.saved()
