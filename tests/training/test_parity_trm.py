"""scripts/check_published.py on TRM: the fixture, and a checkpoint of other widths."""

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from arcrep.models import Trm
from tests.models.plain_trm import PlainTrm, plain_losses

CHECK = "scripts/check_published.py"
CONFIG = {"num_heads": 3, "expansion": 2, "H_cycles": 2, "L_cycles": 3, "seq_len": 49}


@pytest.fixture(scope="module")
def other_widths(tmp_path_factory):
    """A checkpoint of the published layout, written and computed by the plain transcription."""
    folder = tmp_path_factory.mktemp("other")
    torch.manual_seed(0)
    sizes = {"d_model": 24, "n_layers": 2, "n_heads": 3, "expansion": 2, "side": 7}
    model = Trm(["a", "b", "c"], **sizes, h_cycles=2, l_cycles=3)
    for block in model.blocks.parameters():
        block.data *= 0.5  # at full size such a small model magnifies rounding
    torch.nn.init.normal_(model.task_table.weight)
    plain = PlainTrm(model)
    tokens = torch.randint(0, 12, (2, 49))
    labels, rows = torch.randint(0, 12, (2, 49)), torch.tensor([3, 1])
    computed = {**losses(plain, tokens, labels, rows), **logits(plain, tokens, rows)}
    given = {"inputs": tokens, "puzzle_identifiers": rows}
    given["labels"] = torch.where(labels == 0, -100, labels)
    save_file({**given, **computed}, folder / "expected.safetensors")
    state = {f"_orig_mod.model.inner.{name}": value for name, value in plain.state_dict().items()}
    torch.save(state, folder / "step_7")
    (folder / "about.json").write_text(json.dumps({"what": "TRM, other widths", "config": CONFIG}))
    return folder


def losses(plain, tokens, labels, rows):
    """Return losses and gradients of the first step, under the expected names."""
    vectors = plain.puzzle_emb.weights.detach()[rows].requires_grad_()
    answer, _ = plain.step(*plain.initial(2), plain.embed(tokens, vectors))
    cells, halt = (
        part.sum() for part in plain_losses(plain.read(answer), plain.halt(answer), labels)
    )
    (cells + 0.5 * halt).backward()
    norms = {
        f"grad_norm.model.inner.{name}": parameter.grad.norm().reshape(1)
        for name, parameter in plain.named_parameters()
        if parameter.grad is not None
    }
    parts = {"lm_loss": cells, "q_halt_loss": halt, "train_loss": cells + 0.5 * halt}
    found = {f"{name}.step1": value.detach().reshape(1) for name, value in parts.items()}
    return {**found, **norms, "puzzle_embedding_grad": vectors.grad}


@torch.no_grad()
def logits(plain, tokens, rows):
    """Return the logits of two carried steps, under the expected names."""
    inputs, states = plain.embed(tokens, plain.puzzle_emb.weights[rows]), plain.initial(2)
    found = {}
    for step in (1, 2):
        states = plain.step(*states, inputs)
        found[f"logits.step{step}"] = plain.read(states[0]).contiguous()
        found[f"q_halt_logits.step{step}"] = plain.halt(states[0])[:, 0].contiguous()
    return found


def test_every_tensor_of_the_fixture_holds(script, shared):
    result = script(CHECK, shared / "fixtures" / "trm_small")
    assert result.code == 0, result.out
    assert result.out.splitlines()[-1] == "22 tensors, 0 of them beyond 2e-04"


def test_other_widths_hold_too(script, other_widths):
    result = script(CHECK, other_widths)
    assert result.code == 0, result.out
    assert result.out.splitlines()[-1].startswith("20 tensors, 0 of them")


@pytest.mark.parametrize("name", ["L_level.layers.1.mlp.down_proj.weight", "H_init"])
def test_one_changed_weight_fails(script, other_widths, tmp_path, name):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    saved = torch.load(folder / "step_7", weights_only=True)
    saved[f"_orig_mod.model.inner.{name}"].view(-1)[0] += 0.5
    torch.save(saved, folder / "step_7")
    result = script(CHECK, folder)
    assert result.code == 1
    assert any("! logits" in line for line in result.out.splitlines())


def with_expected(folder, **changes):
    expected = {**load_file(folder / "expected.safetensors"), **changes}
    save_file(expected, folder / "expected.safetensors")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"inputs": torch.full((2, 49), 12)}, "inputs is from 12 to 12, it may be from 0 up to 11"),
        ({"inputs": torch.full((2, 49), -1)}, "inputs is from -1 to -1"),
        ({"inputs": torch.zeros(2, 48)}, "inputs is (2, 48), for this checkpoint"),
        ({"inputs": torch.tensor(3)}, "inputs is ()"),
        ({"inputs": torch.zeros(0, 49)}, "inputs is (0, 49)"),
        ({"labels": torch.full((2, 49), 12)}, "labels is from 12 to 12"),
        ({"labels": torch.zeros(3, 49)}, "labels is (3, 49)"),
        ({"puzzle_identifiers": torch.tensor([0, 1])}, "puzzle_identifiers is from 0 to 1"),
        ({"puzzle_identifiers": torch.tensor([1, 4])}, "puzzle_identifiers is from 1 to 4"),
        ({"puzzle_identifiers": torch.tensor([1])}, "puzzle_identifiers is (1,)"),
        ({"logits.step1": torch.zeros(2, 9)}, "logits.step1: expected (2, 9)"),
    ],
)
def test_expected_values_that_do_not_do_are_one_line(script, other_widths, tmp_path, changes, told):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    with_expected(folder, **changes)
    assert told in script(CHECK, folder).mistake


def test_a_damaged_checkpoint_is_one_line(script, other_widths, tmp_path):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    saved = torch.load(folder / "step_7", weights_only=True)
    for value in (torch.zeros(24), "text"):
        saved["_orig_mod.model.inner.L_level.layers.0.mlp.down_proj.weight"] = value
        torch.save(saved, folder / "step_7")
        assert "down_proj.weight is no tensor of numbers" in script(CHECK, folder).mistake
    about = {"what": "TRM", "config": {**CONFIG, "expansion": "inf"}}
    shutil.copy(other_widths / "step_7", folder / "step_7")
    (folder / "about.json").write_text(json.dumps(about))
    assert "expansion must be a finite number over 0, got inf" in script(CHECK, folder).mistake


def test_other_cycles_are_other_numbers(script, other_widths, tmp_path):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    about = {"what": "TRM, other cycles", "config": {**CONFIG, "L_cycles": 4}}
    (folder / "about.json").write_text(json.dumps(about))
    assert script(CHECK, folder).code == 1
