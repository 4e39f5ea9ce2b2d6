"""Slots that carry an example from step to step, against a slow simulation of the rules."""

import io
import math

import numpy as np
import pytest
import torch

import arcrep.training.deep_supervision as module
from arcrep.data import TaskOrder, TokenCanvas, TokenPlacement, support_table
from arcrep.models import Trm
from arcrep.training import (
    AdamATan2,
    Ema,
    Halting,
    RowSignSGD,
    TrmObjective,
    initialised,
    log_stablemax,
    sample_losses,
)
from tests.data.test_token_canvas import draw_slowly
from tests.training.stepping import backward

SIDE, BATCH, SEED = 5, 3, 4

STABLEMAX_CASES = {
    "zeros": [0.0] * 12,
    "negative zeros": [-0.0, 0.0, -0.0, 1.0] * 3,
    "ones": [1.0] * 12,
    "one and minus one": [1.0, -1.0] * 6,
    "large": [1e4] + [-1e4] * 11,
    "both large": [1e4, -1e4, 0.0, 1.0] * 3,
    "tiny": [1e-30, -1e-30, 1e-8, -1e-8] * 3,
    "random": (3 * np.random.default_rng(1).normal(size=12)).tolist(),
}


def stablemax(logits):
    """Return p and the derivatives d log p_i / d x_j by the definition, in float64."""
    x = np.array(logits, dtype=np.float64)
    s = np.array([v + 1 if v >= 0 else 1 / (1 - v) for v in x])
    slope = np.array([1.0 if v >= 0 else 1 / (1 - v) ** 2 for v in x])
    p = s / s.sum()
    return p, (np.eye(len(x)) - p) * slope / s


@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-12), (torch.float32, 2e-6)])
@pytest.mark.parametrize("case", STABLEMAX_CASES)
def test_log_stablemax_and_its_gradient_are_those_of_the_definition(case, dtype, tolerance):
    """In float32 too, where the published form has no gradient at 1."""
    logits = torch.tensor(STABLEMAX_CASES[case], dtype=dtype)
    p, slopes = stablemax(logits.tolist())
    logs = log_stablemax(logits)
    assert logs.dtype == dtype
    np.testing.assert_allclose(logs.double().numpy(), np.log(p), rtol=tolerance, atol=tolerance)
    found = torch.autograd.functional.jacobian(log_stablemax, logits)
    np.testing.assert_allclose(found.double().numpy(), slopes, rtol=tolerance, atol=tolerance)


def random_batch(rng, batch, cells):
    """Logits that are right for about half of the cells, and labels, some of them blank."""
    labels = rng.integers(0, 12, (batch, cells)).astype(np.uint8)
    labels[rng.random(labels.shape) < 0.4] = 0
    logits = rng.normal(size=(batch, cells, 12))
    right = rng.random(labels.shape) < 0.5
    np.put_along_axis(logits, np.where(right, labels, 0)[..., None], 9.0, axis=-1)
    return torch.from_numpy(logits), torch.from_numpy(labels)


def test_sample_losses_are_those_of_a_loop_over_cells():
    rng = np.random.default_rng(2)
    logits, labels = random_batch(rng, 8, 7)
    labels[0] = 0  # nothing labelled
    labels[1] = 1  # border alone
    for sample in (1, 2, 3):  # exact where it counts, wrong elsewhere
        logits[sample].scatter_(-1, labels[sample].long()[:, None], 20.0)
        logits[sample, labels[sample] == 0, 5] = 30.0
    logits[3, int(labels[3].argmax()), 0] = 30.0  # one labelled cell is wrong
    halt_logits = torch.from_numpy(rng.normal(size=(8, 2)))
    found = sample_losses(logits, halt_logits, labels)
    for sample in range(8):
        losses, exact = [], True
        for cell in range(7):
            label = int(labels[sample, cell])
            if label == 0:
                continue
            losses.append(-math.log(stablemax(logits[sample, cell].tolist())[0][label]))
            exact = exact and int(np.argmax(logits[sample, cell].numpy())) == label
        q = 1 / (1 + math.exp(-float(halt_logits[sample, 0])))
        assert float(found.cells[sample]) == pytest.approx(sum(losses) / max(1, len(losses)))
        assert float(found.halt[sample]) == pytest.approx(-math.log(q if exact else 1 - q))
        assert bool(found.exact[sample]) == exact
    assert found.exact[:4].tolist() == [True, True, True, False]
    assert not found.exact[4:].all()


class Slots:
    """The published rules for slots, one at a time in plain Python."""

    def __init__(self, objective):
        self.of, self.position = objective, 0
        n = objective.batch_size
        self.examples, self.offsets, self.n_steps = [None] * n, [None] * n, [0] * n
        self.halted, self.begun = [True] * n, []

    def step(self, number, wants):
        """Make a step; `wants` are the halting head's logits."""
        of = self.of
        least = of.halting.least_steps(of.seed, number, of.batch_size)
        for slot in range(of.batch_size):
            if self.halted[slot]:
                (example,) = of.order.items(self.position, 1)
                (place,) = of.placement.offsets(
                    of.table, of.canvas.side, of.seed, self.position, np.array([example])
                )
                self.examples[slot], self.offsets[slot] = int(example), place.tolist()
                self.n_steps[slot], self.position = 0, self.position + 1
                self.begun.append(int(example))
            self.n_steps[slot] += 1
            at_end = self.n_steps[slot] >= of.halting.max_steps
            halts = at_end
            if of.halting.max_steps > 1:
                halts = (at_end or wants[slot] > 0) and self.n_steps[slot] >= least[slot]
            self.halted[slot] = halts


def build(tasks, halting=None, placement="each_start", ema=None, batch=BATCH, **settings):
    """A run on tasks, with random rows in the table, for each to have an answer of its own."""
    model = initialised(
        lambda: Trm(tasks.ids, d_model=16, n_heads=2, h_cycles=2, l_cycles=1, side=SIDE, prefix=2),
        SEED,
        torch.device("cpu"),
    )
    rng = np.random.default_rng(SEED)
    model.task_table.weight.data.copy_(torch.from_numpy(rng.normal(size=(len(tasks), 16))))
    table = support_table(tasks, range(len(tasks)))
    return TrmObjective(
        model,
        TokenCanvas(table, SIDE),
        TaskOrder(table.task_rows, SEED),
        TokenPlacement(placement, keep_one=placement == "once"),
        RowSignSGD(model.task_table.weight, lr=0.02),
        halting or Halting(),
        batch,
        SEED,
        Ema(model.network_parameters(), ema) if ema else None,
        **settings,
    )


def speaking(objective, wants, monkeypatch):
    """Let the halting head say what is planned: `wants` (steps, slots), call by call."""
    planned = iter(wants)

    def halt(answer):
        logits = torch.tensor(next(planned), dtype=torch.float32)
        return torch.stack((logits, torch.zeros_like(logits)), dim=-1)

    monkeypatch.setattr(objective.model, "halt", halt)


def answering(objective, right, monkeypatch):
    """Let the answers of planned slots be exact: `right` (steps, slots), call by call."""
    planned = iter(right)

    def read(answer):
        labels = objective.canvas.tokens(objective.examples, objective.offsets, outputs=True)
        wrong = ~torch.from_numpy(next(planned))[:, None]
        return torch.nn.functional.one_hot((labels.long() + wrong) % 12, 12).float()

    monkeypatch.setattr(objective.model, "read", read)


def plan(n_steps, seed=0):
    """Logits of a halting head that halts one time in three; 0 itself does not halt."""
    return np.random.default_rng(seed).choice([-1.0, 0.0, 0.5], (n_steps, BATCH))


@pytest.mark.parametrize(
    "halting",
    [
        Halting(exploration=0.0),
        Halting(exploration=0.5, max_steps=6),
        Halting(exploration=1.0, max_steps=3),
        Halting(max_steps=2, exploration=0.3),
        Halting(max_steps=1, exploration=0.5),
    ],
    ids=lambda of: f"{of.max_steps}-{of.exploration}",
)
def test_slots_follow_the_published_rules(recall, monkeypatch, halting):
    objective, wants, right = build(recall, halting), plan(40), plan(40, seed=1) > 0
    slots = Slots(objective)
    speaking(objective, wants, monkeypatch)
    answering(objective, right, monkeypatch)
    finished, lasted = 0, set()
    for step in range(40):
        (drawn,) = objective.parts(step)
        sums = drawn.sums
        slots.step(step, wants[step])
        assert objective.examples.tolist() == slots.examples
        assert objective.offsets.tolist() == slots.offsets
        assert objective.n_steps.tolist() == slots.n_steps
        assert objective.halted.tolist() == slots.halted
        assert int(objective.started) == slots.position
        done = [n for n, halted in zip(slots.n_steps, slots.halted, strict=True) if halted]
        assert int(sums["finished"]) == len(done)
        assert int(sums["finished_steps"]) == sum(done)
        assert int(sums["finished_exact"]) == sum(right[step] & slots.halted)
        finished, lasted = finished + len(done), lasted | set(done)
    # Nothing of the stream is skipped, nothing comes twice.
    assert slots.begun == objective.order.items(0, slots.position).tolist()
    assert finished == slots.position - BATCH + sum(slots.halted)
    assert max(lasted) <= halting.max_steps
    assert len(lasted) == 1 if halting.max_steps == 1 else len(lasted) > 1


def test_a_head_that_never_halts_ends_at_max_steps(recall):
    """The head as it is initialised."""
    objective = build(recall, Halting(max_steps=4, exploration=0.0))
    seen = []
    for step in range(9):
        list(objective.parts(step))
        seen.append((objective.n_steps.tolist(), int(objective.started)))
    assert seen == [([step % 4 + 1] * BATCH, BATCH * (1 + step // 4)) for step in range(9)]


def test_the_states_are_those_of_each_example_alone(recall, monkeypatch):
    """Whatever begins and ends beside it; the loss is that of the answers at that step."""
    objective, wants = build(recall, Halting(max_steps=5)), plan(14, seed=1)
    speaking(objective, wants, monkeypatch)
    model, table = objective.model, objective.table
    examples = [example for task in recall for example in task.support]
    for step in range(14):
        (drawn,) = objective.parts(step)
        expected = []
        for slot in range(BATCH):
            number, offset = int(objective.examples[slot]), objective.offsets[slot].tolist()
            tokens, labels = (
                torch.from_numpy(draw_slowly(grid, SIDE, offset).reshape(1, -1))
                for grid in (examples[number].input, examples[number].output)
            )
            row = model.task_table.weight[int(table.task_rows[number])][None].detach()
            inputs = model.embed(tokens, row)
            carry = model.initial(1, torch.float32)
            for _ in range(int(objective.n_steps[slot])):
                carry = model.supervision_step(carry.detached(), inputs.detach())
            for name in ("answer", "latent"):
                found = getattr(objective.carry, name)[slot : slot + 1]
                torch.testing.assert_close(found, getattr(carry, name).detach(), rtol=0, atol=2e-5)
            halt_logits = torch.tensor([[wants[step][slot], 0.0]], dtype=torch.float32)
            losses = sample_losses(model.read(carry.answer).detach(), halt_logits, labels)
            expected.append(float(losses.cells + 0.5 * losses.halt))
        assert drawn.loss.item() == pytest.approx(sum(expected) / BATCH, rel=1e-4)
    assert not objective.carry.answer.requires_grad


def test_gradients_are_those_of_the_step_alone(recall):
    """They reach every weight and the looked-up rows, and end at the states carried over."""
    objective = build(recall)
    list(objective.parts(0))
    (drawn,) = objective.parts(1)
    drawn.loss.backward()
    for name, p in objective.model.named_parameters():
        assert (p.grad is None) == (name == "task_table.weight"), name
    before = objective.model.task_table.weight.detach().clone()
    objective.table_optimizer.step()
    moved = (objective.model.task_table.weight != before).any(dim=1).nonzero().flatten().tolist()
    assert moved == sorted({int(objective.table.task_rows[n]) for n in objective.examples})
    assert drawn.n_examples == BATCH
    examples = [example for task in recall for example in task.support]
    labels = [
        draw_slowly(examples[number].output, SIDE, offset)
        for number, offset in zip(objective.examples, objective.offsets, strict=True)
    ]
    assert int(drawn.n_targets) == np.count_nonzero(labels)


def test_what_exploration_demands():
    halting = Halting(max_steps=5, exploration=0.25)
    drawn = np.concatenate([halting.least_steps(0, step, 40) for step in range(200)])
    assert set(drawn) == {0, 2, 3, 4, 5}
    counts = np.bincount(drawn)[2:]
    assert counts.sum() / len(drawn) == pytest.approx(0.25, abs=0.02)
    assert np.abs(counts / counts.sum() - 0.25).max() < 0.05
    assert not Halting(exploration=0.0).least_steps(0, 3, 500).any()
    assert (Halting(exploration=1.0).least_steps(0, 3, 500) >= 2).all()
    assert Halting(exploration=1.0).least_steps(0, 3, 500).max() == 16
    assert halting.least_steps(0, 7, 40).tolist() == drawn[7 * 40 : 8 * 40].tolist()
    assert halting.least_steps(1, 7, 40).tolist() != drawn[7 * 40 : 8 * 40].tolist()


@pytest.mark.parametrize(
    "settings",
    [
        *({"max_steps": steps} for steps in (0, True, 10**20)),
        *({"exploration": share} for share in (1.5, -0.1, math.nan)),
        *({"weight": weight} for weight in (-1.0, math.nan, math.inf)),
    ],
)
def test_halting_that_does_not_do(settings):
    ((name, value),) = settings.items()
    with pytest.raises(ValueError, match=rf"halting\.{name} must be .*, got {value!r}"):
        Halting(**settings)


class Training:
    """An objective with its optimisers, whose halting head wants to halt half of the time."""

    def __init__(self, tasks, **settings):
        halting = Halting(max_steps=4, exploration=0.3)
        self.objective = build(tasks, halting, ema=0.9, **settings)
        self.model = self.objective.model
        self.model.halt_head.bias.data.zero_()
        self.model.halt_head.weight.data.normal_(generator=torch.Generator().manual_seed(SEED))
        self.optimizer = AdamATan2(self.model.network_parameters(), lr=3e-3)

    @property
    def parts(self):
        return self.model, self.optimizer, self.objective.table_optimizer, self.objective

    def steps(self, first, last):
        """Train from a step to before another; return the losses and what was started."""
        found = []
        for step in range(first, last):
            whole = backward(self.objective, step)
            for optimizer in (self.optimizer, self.objective.table_optimizer):
                optimizer.step()
                optimizer.zero_grad()
            self.objective.after_step()
            found.append((whole.loss.item(), int(self.objective.started)))
        return found

    def saved(self):
        """All states, as a checkpoint holds them."""
        buffer = io.BytesIO()
        torch.save([part.state_dict() for part in self.parts], buffer)
        return buffer.getvalue()

    def restore(self, saved):
        states = torch.load(io.BytesIO(saved), weights_only=True)
        for part, state in zip(self.parts, states, strict=True):
            part.load_state_dict(state)


@pytest.fixture(scope="module")
def unbroken(recall):
    training = Training(recall)
    found = training.steps(0, 40)
    started = [n for _, n in found]
    assert len(set(np.diff(started))) > 2  # none, some or all of the slots start
    return found, training.saved()


@pytest.mark.parametrize("ahead", [1, 5, 32, 100])
def test_how_far_the_host_looks_ahead_changes_nothing(recall, unbroken, monkeypatch, ahead):
    monkeypatch.setattr(module, "LOOK_AHEAD", ahead)
    training = Training(recall)
    assert training.steps(0, 40) == unbroken[0]
    assert training.saved() == unbroken[1]


@pytest.mark.parametrize("stop", [0, 1, 7, 32, 39])
def test_it_goes_on_from_its_state_to_the_bit(recall, unbroken, stop):
    begun, later = Training(recall), Training(recall)
    before = begun.steps(0, stop)
    later.steps(0, 2)  # what it did before is forgotten
    later.restore(begun.saved())
    assert before + later.steps(stop, 40) == unbroken[0]
    assert later.saved() == unbroken[1]


def test_the_average_follows_the_weights(recall):
    training = Training(recall)
    expected = [mean.clone() for mean in training.objective.ema.means]
    for step in range(5):
        training.steps(step, step + 1)
        for mean, p in zip(expected, training.model.network_parameters(), strict=True):
            mean.copy_(0.9 * mean + 0.1 * p.detach())
    for mean, found in zip(expected, training.objective.ema.means, strict=True):
        torch.testing.assert_close(found, mean, rtol=1e-5, atol=1e-7)


def test_it_is_done_when_enough_were_started(recall):
    never, counted = (
        build(recall, Halting(max_steps=2, exploration=0.0), most_started=most)
        for most in (None, 90)
    )
    asked = []
    for step in range(70):
        asked.append(counted.is_done(step))
        assert not never.is_done(step)
        list(counted.parts(step))
    assert int(counted.started) == 105
    assert asked == [step == 64 for step in range(70)]  # 48 were started before step 32, then 96
