"""Losses of a few steps, recorded: they change only when a computation is meant to change.

To record them anew, delete tests/golden/varc_starter.json and run this file once.
"""

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
import torch

from arcrep.data import EpochOrder, Placement, Tokenizer, support_table
from arcrep.models import Varc
from arcrep.training import CorrectedSchedule, VarcObjective, initialised
from tests.data.plain_canvas import paint
from tests.models.plain_varc import plain_loss, plain_of

GOLDEN = Path(__file__).parents[1] / "golden" / "varc_starter.json"
N_STEPS, SEED = 8, 0


@pytest.fixture
def objective(starter):
    return build(starter, SEED)


def build(tasks, model_seed):
    """A run on tasks, as train/varc.py sets it up."""
    model = initialised(
        lambda: Varc(tasks.ids, d_model=32, n_layers=2, n_heads=2, d_mlp=32, dropout=0.0),
        model_seed,
        torch.device("cpu"),
    )
    table = support_table(tasks, range(len(tasks)))
    order = EpochOrder(len(table), 8, SEED)
    return VarcObjective(model, Tokenizer(table, 32), order, Placement([1, 2]), SEED)


def losses(objective):
    optimizer = torch.optim.AdamW(objective.model.parameters(), lr=1, weight_decay=0.0)
    found = []
    for step in range(N_STEPS):
        optimizer.param_groups[0]["lr"] = 3e-3 * CorrectedSchedule().factor(step, 3, 10)
        (whole,) = objective.parts(step)
        loss = whole.loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(objective.model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        found.append(loss.item())
    return found


def first_loss(objective):
    (whole,) = objective.parts(0)
    return whole.loss.item()


def test_losses_are_those_recorded(objective):
    found = losses(objective)
    if not GOLDEN.exists():
        GOLDEN.write_text(json.dumps({"losses": found}, indent=1) + "\n")
        pytest.fail(f"{GOLDEN} was not there; it was recorded")
    recorded = json.loads(GOLDEN.read_text())["losses"]
    # Instruction sets and numbers of threads were seen to change 2e-7 of it.
    assert found == pytest.approx(recorded, rel=2e-6)
    # The steps say something: they differ by far more than the tolerance.
    assert min(abs(later - earlier) for earlier, later in itertools.pairwise(found)) > 1e-3


def test_the_first_loss_is_that_of_a_guess(starter):
    """12 classes and a head without bias.

    Weights uniform within 1/sqrt(d) on normalised inputs give logits of variance 1/3, which add
    half of it to ln 12.
    """
    models = [build(starter, seed) for seed in range(20)]
    first = np.mean([first_loss(objective) for objective in models])
    assert first == pytest.approx(math.log(12) + 1 / 6, abs=0.1)
    models[0].model.head.weight.data.zero_()
    assert first_loss(models[0]) == pytest.approx(math.log(12), abs=1e-6)


def test_the_first_loss_is_that_of_the_plain_transcription(objective, starter):
    batch = objective.order.batch(0)
    support = [(example, row) for row, task in enumerate(starter) for example in task.support]
    examples, rows = zip(*(support[number] for number in batch.examples), strict=True)
    extents = np.array([np.maximum(of.input.shape, of.output.shape) for of in examples])
    placed = objective.placement.draw(SEED, 0, extents)
    inputs, masks, targets = map(torch.from_numpy, paint(examples, placed.scales, placed.offsets))
    logits = plain_of(objective.model)(inputs, masks, torch.tensor(rows))
    assert first_loss(objective) == pytest.approx(plain_loss(logits, targets).item(), 1e-6)
