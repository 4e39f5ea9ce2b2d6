"""The VARC model: its size, its published computation, its settings."""

import numpy as np
import pytest
import torch

from arcrep.arc import load
from arcrep.data import GridTable, Placed, Tokenizer
from arcrep.models import Varc, load_model, n_parameters, save_model
from tests.data.plain_canvas import paint
from tests.models.plain_varc import plain_of


@pytest.fixture(scope="module")
def placed_examples():
    support = [example for task in load("starter") for example in task.support][:4]
    return support, Placed(np.array([1, 2, 3, 1]), np.array([[1, 1], [7, 2], [10, 30], [50, 52]]))


def test_18_million_parameters_with_1600_tasks():
    model = Varc([f"task {number}" for number in range(1600)])
    assert n_parameters(model) == 18_204_208
    assert n_parameters(model) - n_parameters(model.task_table) == 17_385_008


@pytest.mark.parametrize("tokens", ["needed", "all"])
def test_logits_and_states_are_those_of_the_plain_transcription(placed_examples, tokens):
    """Needed tokens against an implementation that shares nothing with them."""
    examples, placed = placed_examples
    torch.manual_seed(0)
    model = Varc(["a", "b", "c"], d_model=32, n_layers=2, n_heads=2, d_mlp=48).double().eval()
    rows = [2, 0, 1, 1]
    table = GridTable(examples, rows)
    batch = Tokenizer(table, 32, tokens).for_training(np.arange(4), placed)
    output = model(batch, hidden_states=True)
    canvases = map(torch.from_numpy, paint(examples, placed.scales, placed.offsets))
    inputs, mask, targets = canvases
    logits, states = plain_of(model).all_states(inputs, mask, torch.tensor(rows))
    patches = batch.patches[batch.outputs]
    for cell in range(4):
        row, column = 2 * (patches // 32) + cell // 2, 2 * (patches % 32) + cell % 2
        expected = logits[batch.output_samples, :, row, column]
        torch.testing.assert_close(output.logits[:, cell], expected, rtol=0, atol=1e-9)
        assert torch.equal(batch.labels[:, cell], targets[batch.output_samples, row, column])
    for found, expected in zip(output.hidden_states, states, strict=True):
        at_task = found[batch.task_slots]
        torch.testing.assert_close(at_task, expected[:, 0], rtol=0, atol=1e-9)


def test_asking_for_states_changes_no_logit(placed_examples):
    examples, placed = placed_examples
    model = Varc(["a"], d_model=32, n_layers=2, n_heads=2, d_mlp=48).double().eval()
    batch = Tokenizer(GridTable(examples, [0] * 4), 32).for_training(np.arange(4), placed)
    plain, with_states = model(batch), model(batch, hidden_states=True)
    assert plain.hidden_states is None
    assert len(with_states.hidden_states) == 3
    torch.testing.assert_close(plain.logits, with_states.logits, rtol=0, atol=1e-12)
    embedded = with_states.hidden_states[0][batch.task_slots]
    assert torch.equal(embedded, model.task_table.weight.expand_as(embedded))


def test_dropout_acts_in_training_only(placed_examples):
    examples, placed = placed_examples
    model = Varc(["a"], d_model=32, n_layers=2, n_heads=2, d_mlp=48, dropout=0.0).double()
    batch = Tokenizer(GridTable(examples, [0] * 4), 32).for_training(np.arange(4), placed)
    assert torch.equal(model.train()(batch).logits, model.eval()(batch).logits)
    model.dropout = 0.1
    assert not torch.allclose(model.train()(batch).logits, model.eval()(batch).logits)


def test_saved_and_loaded_is_the_same_model(tmp_path):
    model = Varc(["007", "1e5"], d_model=32, n_layers=1, n_heads=2, d_mlp=16, dropout=0.3)
    save_model(tmp_path / "model.pt", model)
    loaded = load_model(tmp_path / "model.pt")
    assert loaded.settings == model.settings
    assert loaded.task_table.task_ids == ("007", "1e5")
    assert not loaded.training
    for name, weight in model.named_parameters():
        assert torch.equal(loaded.get_parameter(name), weight), name


@pytest.mark.parametrize("left", [0, 3, 40, 9000])
def test_a_cut_model_is_refused(tmp_path, left):
    path = tmp_path / "model.pt"
    save_model(path, Varc(["a"], d_model=32, n_layers=1, n_heads=2))
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(ValueError, match=r"model.pt cannot be read"):
        load_model(path)


def test_initial_weights_are_as_published():
    torch.manual_seed(0)
    model = Varc([f"{number}" for number in range(400)], n_layers=1)
    for weight in (model.task_table.weight, model.position_embedding, model.color_embedding):
        assert weight.std().item() == pytest.approx(0.02, rel=0.05)
    assert not model.head.bias.any()
    assert model.patch_embedding.weight.std().item() == pytest.approx(0.0128, rel=0.02)
    assert model.head.weight.std().item() == pytest.approx(0.0255, rel=0.02)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"d_model": 36, "n_heads": 8}, "d_model=36, n_heads=8"),
        ({"dropout": 1.0}, "dropout"),
        ({"n_layers": 0}, r"model\.n_layers must be a whole number of at least 1, got 0"),
        ({"d_mlp": True}, r"model\.d_mlp must be a whole number of at least 1, got True"),
        ({"tokens": "some"}, "needed or all, got 'some'"),
    ],
)
def test_settings_that_do_not_do(settings, message):
    with pytest.raises(ValueError, match=message):
        Varc(["a"], **settings)


def test_ids_that_repeat_are_refused():
    with pytest.raises(ValueError, match="must differ"):
        Varc(["a", "a"], d_model=32, n_heads=2)
