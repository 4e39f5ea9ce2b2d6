"""scripts/check_published.py on the parity fixture, on other widths, and on what is damaged."""

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from arcrep.arc import load
from arcrep.models import load_published
from tests.data.plain_canvas import paint
from tests.models.plain_varc import PlainVarc, plain_loss

CHECK = "scripts/check_published.py"


@pytest.fixture
def published(shared, tmp_path):
    """A private copy of the fixture."""
    return shutil.copytree(
        shared / "fixtures" / "varc_small", tmp_path / "copy", copy_function=shutil.copyfile
    )


@pytest.fixture(scope="module")
def other_widths(tmp_path_factory):
    """A checkpoint of the published layout, written and computed by the plain transcription."""
    folder = tmp_path_factory.mktemp("other")
    torch.manual_seed(0)
    plain = PlainVarc(7, d_model=96, depth=3, heads=4, d_mlp=64)
    support = [task.support[0] for task in load("starter")][:2]
    inputs, mask, targets = map(torch.from_numpy, paint(support, [1, 3], [(1, 1), (13, 4)]))
    task_ids = torch.tensor([6, 3])
    logits = plain(inputs, mask, task_ids)
    loss = plain_loss(logits, targets)
    loss.backward()
    norms = {f"grad_norm.{name}": p.grad.norm().reshape(1) for name, p in plain.named_parameters()}
    given = {"inputs": inputs, "attention_mask": mask, "targets": targets, "task_ids": task_ids}
    computed = {"logits": logits.detach().contiguous(), "loss": loss.detach().reshape(1), **norms}
    save_file({**given, **computed}, folder / "expected.safetensors")
    state = {f"_orig_mod.{name}": value for name, value in plain.state_dict().items()}
    torch.save({"model_state": state, "config": {"dropout": 0.1}}, folder / "checkpoint_final.pt")
    (folder / "about.json").write_text(json.dumps({"what": "VARC, other widths"}))
    return folder


def change(folder, name, by):
    """Add to one weight of the checkpoint."""
    path = next(folder.glob("checkpoint_*.pt"))
    saved = torch.load(path, weights_only=True)
    saved["model_state"][f"_orig_mod.{name}"].view(-1)[0] += by
    torch.save(saved, path)


def test_every_tensor_of_the_fixture_holds(script, published):
    result = script(CHECK, published)
    assert result.code == 0, result.out
    lines = result.out.splitlines()
    expected = load_file(published / "expected.safetensors")
    names = {name for name in expected if name.startswith("grad_norm")} | {"logits", "loss"}
    assert {line.split()[-1] for line in lines[:-1]} == names
    assert max(float(line.split()[0]) for line in lines[:-1]) <= 2e-4
    assert lines[-1] == f"{len(names)} tensors, 0 of them beyond 2e-04"


def test_other_widths_hold_too(script, other_widths):
    result = script(CHECK, other_widths)
    assert result.code == 0, result.out
    assert result.out.splitlines()[-1].startswith("47 tensors, 0 of them")


@pytest.mark.parametrize(
    ("name", "by"),
    [("encoder.layers.1.self_attn.qkv.weight", 0.5), ("norm.weight", float("nan"))],
)
def test_one_changed_weight_fails(script, other_widths, tmp_path, name, by):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    change(folder, name, by)
    result = script(CHECK, folder)
    assert result.code == 1
    assert any("! logits" in line for line in result.out.splitlines())


def test_an_expected_tensor_more_or_less_is_a_mistake(script, other_widths, tmp_path):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    expected = load_file(folder / "expected.safetensors")
    del expected["grad_norm.norm.bias"]
    save_file(expected, folder / "expected.safetensors")
    assert "norm.bias" in script(CHECK, folder).mistake


@pytest.mark.parametrize("name", ["about.json", "expected.safetensors", "checkpoint_final.pt"])
@pytest.mark.parametrize("left", [None, 0, 40, 5000])
def test_a_missing_or_cut_file_is_one_line(script, other_widths, tmp_path, name, left):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    path = folder / name
    if left is None:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:left] if name != "about.json" else b"{")
    assert str(folder) in script(CHECK, folder).mistake


def test_a_missing_folder_is_one_line(script):
    assert "nowhere" in script(CHECK, "nowhere").mistake


@pytest.mark.parametrize("text", ['{"what": "GPT"}', "[]", "{}", '{"what": 3}', "\ufeff{}"])
def test_about_must_speak_of_varc(script, other_widths, tmp_path, text):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    (folder / "about.json").write_text(text)
    assert "about.json" in script(CHECK, folder).mistake


@pytest.mark.parametrize(
    "damage",
    [
        lambda saved: saved.pop("model_state"),
        lambda saved: saved["model_state"].pop("_orig_mod.norm.weight"),
        lambda saved: saved["model_state"].pop("_orig_mod.encoder.layers.1.norm1.bias"),
        lambda saved: saved["model_state"].update(extra=torch.zeros(1)),
        lambda saved: saved["model_state"].update(extra=torch.zeros(1, 1)),
        lambda saved: saved["model_state"].update({"encoder.layers.7": torch.zeros(1, 1)}),
        lambda saved: saved.update(model_state=[1]),
        lambda saved: saved.update(config={"dropout": "much"}),
        lambda saved: saved.update(config={"dropout": float("nan")}),
        *(
            lambda saved, name=name, value=value: saved["model_state"].update(
                {f"_orig_mod.{name}": value}
            )
            for name in ("positional_embed", "encoder.layers.1.linear1.weight", "norm.bias")
            for value in ("text", 5, None, torch.zeros(3), torch.zeros(3, 3), torch.zeros(1, 4, 4))
        ),
        *(
            lambda saved, d_head=d_head: saved["model_state"].update(
                {
                    f"_orig_mod.encoder.layers.{layer}.self_attn.rotary.freqs_{part}": torch.zeros(
                        1024, d_head
                    )
                    for layer in range(3)
                    for part in ("cos", "sin")
                }
            )
            for d_head in (0, 1, 24)
        ),
        lambda saved: saved["model_state"][
            "_orig_mod.encoder.layers.2.self_attn.rotary.freqs_sin"
        ].mul_(1.01),
    ],
)
def test_a_checkpoint_of_another_layout_is_one_line(script, other_widths, tmp_path, damage):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    saved = torch.load(folder / "checkpoint_final.pt", weights_only=True)
    damage(saved)
    torch.save(saved, folder / "checkpoint_final.pt")
    assert str(folder / "checkpoint_final.pt") in script(CHECK, folder).mistake


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"inputs": torch.full((2, 64, 64), 12)}, "inputs is from 12 to 12, it may be from 0 up"),
        ({"inputs": torch.zeros(2, 64, 63)}, "inputs is (2, 64, 63), for this checkpoint"),
        ({"inputs": torch.tensor(3)}, "inputs is ()"),
        ({"inputs": torch.zeros(0, 64, 64)}, "inputs is (0, 64, 64)"),
        ({"attention_mask": torch.full((2, 64, 64), 2)}, "attention_mask is from 2 to 2"),
        ({"attention_mask": torch.zeros(2, 4096)}, "attention_mask is (2, 4096)"),
        ({"targets": torch.full((2, 64, 64), -1)}, "targets is from -1 to -1"),
        ({"task_ids": torch.tensor([0, 7])}, "task_ids is from 0 to 7, it may be from 0 up to 6"),
        ({"task_ids": torch.tensor([1])}, "task_ids is (1,)"),
        ({"logits": torch.zeros(2, 9)}, "logits: expected (2, 9)"),
    ],
)
def test_expected_values_that_do_not_do_are_one_line(script, other_widths, tmp_path, changes, told):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    expected = {**load_file(folder / "expected.safetensors"), **changes}
    save_file(expected, folder / "expected.safetensors")
    assert told in script(CHECK, folder).mistake


def test_a_folder_of_another_model_than_it_says_is_one_line(script, other_widths, tmp_path):
    folder = shutil.copytree(other_widths, tmp_path / "copy")
    (folder / "about.json").write_text(json.dumps({"what": "TRM, other widths"}))
    assert "about.json speaks of no VARC, which the checkpoint is" in script(CHECK, folder).mistake
    (folder / "step_5").write_bytes(b"")
    told = script(CHECK, folder).mistake
    assert "holds checkpoints of VARC and of TRM (checkpoint_final.pt, step_5): name one" in told


def test_a_pickle_with_code_is_not_run(other_widths, tmp_path):
    torch.save({"model_state": {}, "config": print}, tmp_path / "checkpoint_best.pt")
    with pytest.raises(ValueError, match="cannot be read as a checkpoint"):
        load_published(tmp_path)


def test_rows_can_be_named(other_widths):
    ids = [f"task_{row}" for row in range(7)]
    model = load_published(other_widths, ids)
    saved = torch.load(other_widths / "checkpoint_final.pt", weights_only=True)["model_state"]
    row = model.task_table.rows(["task_3"])
    assert torch.equal(model.task_table(row)[0], saved["_orig_mod.task_token_embed.weight"][3])
    assert load_published(other_widths).task_table.task_ids[:2] == ("row_0", "row_1")
    with pytest.raises(ValueError, match="7 task embeddings, got 6 ids"):
        load_published(other_widths, ids[:6])
