"""Where VARC drops out, by varc.md: the tests of numbers all run without dropout."""

import numpy as np
import torch
from torch.nn import functional

from arcrep.arc import load
from arcrep.data import Placement, Tokenizer, support_table
from arcrep.models import Varc, layers, varc
from arcrep.models.layers import dropout


def drawn(monkeypatch, training):
    """Run one batch; return the probabilities of dropout, in order, and those of attention."""
    tasks = load("starter")
    model = Varc(tasks.ids, d_model=32, n_layers=2, n_heads=2, d_mlp=48, dropout=0.1)
    model.train(training)
    table = support_table(tasks, range(len(tasks)))
    examples = np.arange(1)
    placed = Placement([1]).draw(0, 0, table.extents(examples))
    tokens = Tokenizer(table, model.d_model).for_training(examples, placed)
    seen, attention = [], []
    attend = functional.scaled_dot_product_attention

    def drop(x, p, on):
        seen.append((round(p, 6), x.shape[-1]) if on else None)
        return x

    def attending(*arguments, dropout_p, **others):
        attention.append(dropout_p)
        return attend(*arguments, dropout_p=dropout_p, **others)

    monkeypatch.setattr(layers, "dropout", drop)
    monkeypatch.setattr(varc, "dropout", drop)
    monkeypatch.setattr(functional, "scaled_dot_product_attention", attending)
    model(tokens)
    return seen, attention


def test_dropout_stands_where_it_is_published(monkeypatch):
    seen, attention = drawn(monkeypatch, training=True)
    # Embedding output; then in each block twice in a row behind the out-projection (as one with
    # 1 - 0.9 * 0.9), after GELU (48 wide), and on the MLP branch.
    assert seen == [(0.1, 32), *([(0.19, 32), (0.1, 48), (0.1, 32)] * 2)]
    assert attention == [0.1, 0.1]


def test_no_dropout_in_eval_mode(monkeypatch):
    seen, attention = drawn(monkeypatch, training=False)
    assert set(seen) == {None}
    assert attention == [0.0, 0.0]


def test_two_dropouts_in_a_row_are_one():
    torch.manual_seed(0)
    x = torch.ones(400, 1000)
    twice, once = dropout(dropout(x, 0.1, True), 0.1, True), dropout(x, 0.19, True)
    for dropped in (twice, once):
        assert abs((dropped > 0).float().mean() - 0.81) < 0.003
        assert torch.allclose(dropped[dropped > 0], torch.tensor(1 / 0.81))
    assert dropout(x, 0.5, False) is x
