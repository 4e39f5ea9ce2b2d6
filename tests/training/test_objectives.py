"""The loss, against loops over cells."""

import math

import numpy as np
import pytest
import torch

from arcrep.data import EpochOrder, Placement, Tokenizer, support_table
from arcrep.models import Varc
from arcrep.training import VarcObjective, cell_cross_entropy, example_cross_entropy
from tests.data.plain_canvas import paint
from tests.models.plain_varc import plain_loss, plain_of

SAMPLES = torch.tensor([0, 0, 1, 2, 2, 2])


@pytest.fixture
def outputs():
    """Logits and labels of six patches of three examples; about a third is not scored."""
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(6, 4, 12, generator=generator, dtype=torch.float64)
    labels = torch.randint(0, 12, (6, 4), generator=generator).to(torch.uint8)
    labels[torch.rand(6, 4, generator=generator) < 0.3] = 10
    return logits, labels


def losses_by_example(logits, labels):
    """Return the losses of the scored cells of each example, one by one."""
    found = {}
    for patch in range(6):
        for cell in range(4):
            label = int(labels[patch, cell])
            if label != 10:
                scores = logits[patch, cell].tolist()
                log_sum = math.log(sum(math.exp(score) for score in scores))
                found.setdefault(int(SAMPLES[patch]), []).append(log_sum - scores[label])
    return found


def test_the_mean_over_cells(outputs):
    losses = [loss for of in losses_by_example(*outputs).values() for loss in of]
    assert cell_cross_entropy(*outputs).item() == pytest.approx(np.mean(losses), abs=1e-12)


def test_the_mean_over_examples(outputs):
    means = [np.mean(of) for of in losses_by_example(*outputs).values()]
    found = example_cross_entropy(*outputs, SAMPLES, 3).item()
    assert found == pytest.approx(np.mean(means), abs=1e-12)
    assert found != pytest.approx(cell_cross_entropy(*outputs).item(), abs=1e-3)


@pytest.mark.parametrize("mean", ["cells", "examples"])
def test_a_step_is_that_of_the_plain_transcription(starter, mean):
    """Drawn, placed and computed: the loss of the plain VARC on painted canvases."""
    torch.manual_seed(0)
    model = Varc(starter.ids, d_model=32, n_layers=2, n_heads=2, d_mlp=32, dropout=0.0).double()
    table = support_table(starter, range(len(starter)))
    order, placement = EpochOrder(len(table), 5, seed=4), Placement([1, 2])
    objective = VarcObjective(model, Tokenizer(table, 32), order, placement, seed=4, mean=mean)
    (drawn,) = objective.parts(5)
    batch = order.batch(5)
    support = [(example, row) for row, task in enumerate(starter) for example in task.support]
    examples, rows = zip(*(support[number] for number in batch.examples), strict=True)
    extents = np.array([np.maximum(of.input.shape, of.output.shape) for of in examples])
    placed = placement.draw(4, batch.first_item, extents)
    canvases = paint(examples, placed.scales, placed.offsets)
    inputs, masks, targets = map(torch.from_numpy, canvases)
    logits = plain_of(model)(inputs, masks, torch.tensor(rows))
    expected = plain_loss(logits, targets)
    if mean == "examples":
        expected = torch.stack(
            [plain_loss(logits[n : n + 1], targets[n : n + 1]) for n in range(len(rows))]
        ).mean()
    assert drawn.loss.item() == pytest.approx(expected.item(), abs=1e-9)
    assert drawn.n_targets.item() == (targets != 10).sum().item()
    assert drawn.n_examples == len(rows)


def test_another_mean_is_refused(starter):
    model, table = Varc(["a"], d_model=32, n_heads=2), support_table(starter, range(len(starter)))
    with pytest.raises(ValueError, match="cells or examples, got 'tokens'"):
        VarcObjective(
            model, Tokenizer(table, 32), EpochOrder(1, 1, 0), Placement(), 0, mean="tokens"
        )
