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


def half_precision_loss(training):
    with torch.autocast("cpu", torch.bfloat16):
        return training.objective.loss(0).loss


def test_parts_in_half_precision_add_up_in_float32(recall, monkeypatch):
    """To the sum of the gradients that each part has alone, which in bfloat16 would be another."""
    whole, parts, apart = (Training(recall, batch=BATCH, micro_batch=size) for size in (None, 2, 2))
    backward, alone = torch.Tensor.backward, []

    def spy(loss):
        backward(loss)
        alone.append(gradients(apart))
        for p in apart.model.parameters():
            p.grad = None
        apart.objective.table_optimizer._looked_up.grad = None

    with monkeypatch.context() as patch:
        patch.setattr(torch.Tensor, "backward", spy)
        half_precision_loss(apart).backward()
    assert len(alone) == 3
    loss = half_precision_loss(parts)
    loss.backward()
    for name, found in gradients(parts).items():
        of_parts = [part[name] for part in alone]
        expected, rough = sum(g.double() for g in of_parts), sum(g.bfloat16() for g in of_parts)
        assert (found - expected).norm() < 1e-6 * expected.norm(), name
        if name != "looked-up rows":  # each is of one part
            assert (rough - expected).norm() > 1e-4 * expected.norm(), name
    assert parts.objective.carry.answer.dtype == torch.bfloat16
    assert half_precision_loss(whole).item() == pytest.approx(loss.item(), rel=1e-5)


@pytest.mark.parametrize("stop", [1, 7])
def test_it_goes_on_from_its_state_to_the_bit(recall, stop):
    unbroken, begun, later = (Training(recall, batch=BATCH, micro_batch=2) for _ in range(3))
    expected = unbroken.steps(0, 12)
    before = begun.steps(0, stop)
    later.restore(begun.saved())
    assert before + later.steps(stop, 12) == expected
    assert later.saved() == unbroken.saved()
