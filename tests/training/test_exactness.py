"""Computing only the needed tokens is exact: logits, loss and gradients of all 1,025."""

import numpy as np
import pytest
import torch

from arcrep.data import Placement, Tokenizer, support_table
from arcrep.models import Varc
from arcrep.training import cell_cross_entropy

BATCH = 7


def outcome(model, tokens):
    """Return logits by (sample, patch), the loss and all gradients."""
    model.zero_grad()
    logits = model(tokens).logits
    loss = cell_cross_entropy(logits, tokens.labels)
    loss.backward()
    place = tokens.output_samples * 1024 + tokens.patches[tokens.outputs]
    gradients = {name: weight.grad.clone() for name, weight in model.named_parameters()}
    return place, logits.detach(), loss.detach(), gradients


def check_batch(model, table, examples, placed):
    tokenizers = [Tokenizer(table, model.d_model, tokens) for tokens in ("needed", "all")]
    needed, whole = (outcome(model, of.for_training(examples, placed)) for of in tokenizers)
    assert len(needed[0]) < len(whole[0])
    in_whole = torch.argsort(whole[0])[needed[0]]  # place p of the whole is its p-th patch
    assert torch.equal(whole[0][in_whole], needed[0])
    torch.testing.assert_close(needed[1], whole[1][in_whole], rtol=0, atol=1e-9)
    torch.testing.assert_close(needed[2], whole[2], rtol=0, atol=1e-9)
    for name, gradient in whole[3].items():
        torch.testing.assert_close(needed[3][name], gradient, rtol=0, atol=1e-9, msg=name)
        assert gradient.any(), name


def check_task_set(tasks, scales, every=1):
    """Compare batches of every so many support examples; return how many that were."""
    torch.manual_seed(0)
    size = {"d_model": 64, "n_layers": 3, "n_heads": 4, "d_mlp": 64}
    model = Varc(tasks.ids, dropout=0.0, **size).double().train()
    table = support_table(tasks, range(len(tasks)))
    placement = Placement(scales)
    chosen = np.arange(0, len(table), every)
    for first in range(0, len(chosen), BATCH):
        examples = chosen[first : first + BATCH]
        placed = placement.draw(1, first, table.extents(examples))
        check_batch(model, table, examples, placed)
    return len(chosen)


@pytest.mark.parametrize("scales", ["random", [1, 2]])
def test_some_support_pairs(starter, scales):
    assert check_task_set(starter, scales, every=4) == 5


@pytest.mark.slow
@pytest.mark.parametrize("scales", ["random", [1, 2]])
def test_every_official_support_pair(official, scales):
    assert check_task_set(official, scales) == 427


@pytest.mark.slow
def test_one_batch_at_full_width(official):
    """512 wide and 10 deep, as published; its short sibling is the batch of the starter tasks."""
    torch.manual_seed(0)
    model = Varc(official.ids, dropout=0.0).double().train()
    table = support_table(official, range(len(official)))
    examples = np.arange(0, 427, 107)
    check_batch(model, table, examples, Placement("random").draw(0, 0, table.extents(examples)))
