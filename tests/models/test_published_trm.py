"""Published TRM checkpoints: the parity fixture, other widths, and what is refused."""

import json
import math

import pytest
import torch
import yaml
from safetensors.torch import load_file

from arcrep.models import Trm, load_published
from arcrep.models.published_trm import our_name
from arcrep.training.deep_supervision import sample_losses
from tests.models.plain_trm import PlainTrm, plain_losses

WHERE = "_orig_mod.model.inner."
ARCH = {
    "name": "recursive_reasoning.trm@TinyRecursiveReasoningModel_ACTV1",
    "loss": {"name": "losses@ACTLossHead", "loss_type": "stablemax_cross_entropy"},
    "halt_exploration_prob": 0.1,
    "halt_max_steps": 16,
    "H_cycles": 2,
    "L_cycles": 3,
    "H_layers": 0,
    "L_layers": 3,
    "hidden_size": 24,
    "num_heads": 3,
    "expansion": 4,
    "puzzle_emb_ndim": 24,
    "pos_encodings": "rope",
    "forward_dtype": "bfloat16",
    "mlp_t": False,
    "puzzle_emb_len": 5,
    "no_ACT_continue": True,
}
"""As the settings of a published run name it, with other numbers."""


@pytest.fixture(scope="module")
def fixture(shared):
    folder = shared / "fixtures" / "trm_small"
    assert folder.is_dir()
    return folder


@pytest.fixture(scope="module")
def expected(fixture):
    return load_file(fixture / "expected.safetensors")


@pytest.fixture(scope="module")
def plain():
    """The plain transcription that the made checkpoint holds; its states are rounded to bf16.

    Of half the usual weights, so that rounding stays what it is.
    """
    torch.manual_seed(0)
    model = Trm(
        [f"task {number}" for number in range(4)],
        d_model=24,
        n_layers=3,
        n_heads=3,
        expansion=4.0,
        h_cycles=2,
        l_cycles=3,
        side=6,
        prefix=5,
    )
    plain = PlainTrm(model)
    for weight in plain.parameters():
        torch.nn.init.normal_(weight, std=0.5 * weight.shape[-1] ** -0.5)
    plain.H_init.copy_(plain.H_init.bfloat16())
    plain.L_init.copy_(plain.L_init.bfloat16())
    return plain


@pytest.fixture
def made(plain, tmp_path):
    """A folder with what a published run leaves: weights of 36 cells and their settings."""
    return write(tmp_path / "run", state_of(plain), arch={**ARCH, "seq_len": 36})


def state_of(plain, where=WHERE):
    state = {f"{where}{name}": value.clone() for name, value in plain.state_dict().items()}
    for name in ("H_init", "L_init"):
        state[f"{where}{name}"] = state[f"{where}{name}"].bfloat16()
    return state


def write(folder, state, arch=None, step=1000):
    folder.mkdir(exist_ok=True)
    torch.save(state, folder / f"step_{step}")
    if arch is not None:
        settings = {"arch": arch, "global_batch_size": 768, "seed": 0, "ema": True}
        (folder / "all_config.yaml").write_text(yaml.dump(settings))
    return folder


def refusal(path, **options):
    """The one line that refuses a checkpoint."""
    with pytest.raises(ValueError) as caught:
        load_published(path, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def steps_of(model, tokens, rows):
    """Logits and halting logits after each of three carried steps."""
    inputs = model.embed(tokens, model.task_table(rows))
    carry = model.initial(len(tokens), torch.float32)
    for _ in range(3):
        carry = model.supervision_step(carry.detached(), inputs)
        yield model.read(carry.answer), model.halt(carry.answer)


def test_the_fixture_gives_the_published_numbers(fixture, expected):
    """Rounding grows fourfold in each step of this model (measured: 3e-6, 1.1e-5, 4.2e-5)."""
    model = load_published(fixture)
    assert not model.training
    tokens, rows = expected["inputs"].to(torch.uint8), expected["puzzle_identifiers"].long() - 1
    with torch.no_grad():
        for step, (logits, halt_logits) in enumerate(steps_of(model, tokens, rows), start=1):
            tolerance = 3e-5 * 4 ** (step - 1)
            close(logits, expected[f"logits.step{step}"], tolerance)
            close(halt_logits[:, 0], expected[f"q_halt_logits.step{step}"], tolerance)


def test_what_was_not_compiled_lacks_a_prefix_and_is_the_same(fixture, tmp_path):
    state = torch.load(fixture / "step_1000")
    assert all(name.startswith("_orig_mod.") for name in state)
    state = {name.removeprefix("_orig_mod."): value for name, value in state.items()}
    folder = write(tmp_path / "run", state)
    (folder / "about.json").write_bytes((fixture / "about.json").read_bytes())
    compiled, plain = load_published(fixture), load_published(folder)
    assert compiled.settings == plain.settings
    for name, value in compiled.named_parameters():
        assert torch.equal(plain.get_parameter(name), value), name


def close(found, expected, tolerance=1e-4):
    torch.testing.assert_close(found, expected, rtol=0, atol=tolerance)


def test_the_fixture_gives_the_published_losses_and_gradients(fixture, expected):
    model = load_published(fixture)
    vectors = model.task_table.weight.detach().clone().requires_grad_()
    inputs = model.embed(expected["inputs"].to(torch.uint8), vectors)
    answer = model.supervision_step(model.initial(3, torch.float32), inputs).answer
    labels = expected["labels"].clamp(min=0).to(torch.uint8)
    losses = sample_losses(model.read(answer), model.halt(answer), labels)
    total = (losses.cells + 0.5 * losses.halt).sum()
    assert losses.cells.sum().item() == pytest.approx(expected["lm_loss.step1"].item(), rel=1e-5)
    assert losses.halt.sum().item() == pytest.approx(expected["q_halt_loss.step1"].item(), rel=1e-4)
    assert total.item() == pytest.approx(expected["train_loss.step1"].item(), rel=1e-5)
    total.backward()
    norms = {name: norm for name, norm in expected.items() if name.startswith("grad_norm.")}
    for name, norm in norms.items():
        ours = model.get_parameter(our_name(name.removeprefix("grad_norm.model.inner.")))
        assert ours.grad.norm().item() == pytest.approx(norm.item(), rel=1e-4), name
    assert len(norms) == len(model.network_parameters())
    gradient = expected["puzzle_embedding_grad"]
    close(vectors.grad, gradient, tolerance=1e-3 * gradient.abs().max().item())


def test_the_plain_transcription_gives_the_published_numbers_too(fixture, expected):
    """It is the reference of every other test, with its weights as the fixture names them."""
    plain = PlainTrm(load_published(fixture))
    for weight in plain.state_dict().values():
        weight.fill_(7)
    state = torch.load(fixture / "step_1000")
    plain.load_state_dict({name.removeprefix(WHERE): value for name, value in state.items()})
    inputs = plain.embed(
        expected["inputs"], plain.puzzle_emb.weights[expected["puzzle_identifiers"]]
    )
    answer, latent = plain.step(*plain.initial(3), inputs)
    logits, halt_logits = plain.read(answer), plain.halt(answer)
    close(logits.detach(), expected["logits.step1"])
    labels = expected["labels"].clamp(min=0)
    cells, halt = plain_losses(logits, halt_logits, labels)
    assert cells.sum().item() == pytest.approx(expected["lm_loss.step1"].item(), rel=1e-6)
    assert halt.sum().item() == pytest.approx(expected["q_halt_loss.step1"].item(), rel=1e-5)
    loss = plain.loss(logits, halt_logits, labels)
    assert loss.item() == pytest.approx(expected["train_loss.step1"].item(), rel=1e-6)
    with torch.no_grad():
        answer, latent = plain.step(answer, latent, inputs)
        close(plain.read(answer), expected["logits.step2"])


def test_other_widths_give_the_numbers_of_the_plain_transcription(made, plain):
    model = load_published(made, ["007", "b", "c", "d"])
    assert model.settings == {
        "d_model": 24,
        "n_layers": 3,
        "n_heads": 3,
        "expansion": 4.0,
        "h_cycles": 2,
        "l_cycles": 3,
        "side": 6,
        "prefix": 5,
    }
    assert {value.dtype for value in (*model.parameters(), *model.buffers())} == {torch.float32}
    tokens = torch.randint(0, 12, (3, 36), dtype=torch.uint8)
    rows = model.task_table.rows(["d", "007", "c"])
    inputs = plain.embed(tokens, plain.puzzle_emb.weights[[4, 1, 3]])
    states = plain.initial(3)
    for logits, halt_logits in steps_of(model, tokens, rows):
        states = plain.step(*(state.detach() for state in states), inputs)
        close(logits, plain.read(states[0]))
        close(halt_logits, plain.halt(states[0]))


def test_settings_may_lie_in_about_json_and_a_file_be_named(made, plain):
    tokens, rows = torch.randint(0, 12, (2, 36), dtype=torch.uint8), torch.tensor([0, 3])
    logits = load_published(made)(tokens, rows, steps=1).logits
    (made / "all_config.yaml").rename(made / "elsewhere.yaml")
    (made / "about.json").write_text(json.dumps({"config": {**ARCH, "seq_len": 36}}))
    model = load_published(made / "step_1000")
    assert torch.equal(model(tokens, rows, steps=1).logits, logits)
    assert model.task_table.task_ids == ("row_1", "row_2", "row_3", "row_4")


def test_published_settings_do_not_say_the_canvas_which_has_900_cells(plain, tmp_path):
    model = load_published(write(tmp_path / "run", state_of(plain), ARCH))
    assert (model.side, model.prefix) == (30, 5)


@pytest.mark.parametrize(("said", "prefix"), [({"puzzle_emb_len": 0}, 1), ({}, 16)])
def test_a_prefix_of_0_is_as_long_as_the_embedding_takes(plain, tmp_path, said, prefix):
    arch = {name: value for name, value in ARCH.items() if name != "puzzle_emb_len"}
    folder = write(tmp_path / "run", state_of(plain), {**arch, "seq_len": 36, **said})
    assert load_published(folder).prefix == prefix


def test_of_several_steps_the_last_by_number_is_taken(made, plain):
    for step in (9, 10_000, 2_000):
        state = state_of(plain)
        state[f"{WHERE}q_head.bias"].fill_(step)
        write(made, state, step=step)
    (made / "step_20000.partial").write_bytes(b"")
    (made / "step_last").write_bytes(b"")
    assert load_published(made).halt_head.bias.tolist() == [10_000, 10_000]


def test_a_folder_or_file_that_is_no_checkpoint_is_refused(made, tmp_path):
    assert "step_<N> of TRM): put it there, or name the file" in refusal(tmp_path)
    assert "cannot be read" in refusal(tmp_path / "nowhere")
    whole = (made / "step_1000").read_bytes()
    (made / "step_1000").write_bytes(whole[: len(whole) // 2])
    assert "step_1000 cannot be read" in refusal(made)
    torch.save([1, 2], made / "step_1000")
    assert "neither VARC's model_state nor tensors of TRM" in refusal(made)
    torch.save({f"{WHERE}lm_head.weight": torch.zeros(2, 2)}, made / "step_1000")
    assert "it lacks H_init, L_init" in refusal(made)


@pytest.mark.parametrize(
    "name",
    [
        "H_init",
        "embed_tokens.embedding_weight",
        "lm_head.weight",
        "q_head.bias",
        "puzzle_emb.weights",
        "L_level.layers.0.mlp.down_proj.weight",
    ],
)
def test_missing_tensors_are_named(made, plain, name):
    state = state_of(plain)
    del state[f"{WHERE}{name}"]
    assert f"it lacks {name}" in refusal(write(made, state))


def test_missing_and_foreign_tensors_of_a_block_are_named(made, plain):
    state = state_of(plain)
    weight = state.pop(f"{WHERE}L_level.layers.1.self_attn.o_proj.weight")
    assert "blocks.1.out" in refusal(write(made, state))
    state[f"{WHERE}L_level.layers.1.self_attn.o_proj.bias"] = weight
    assert "self_attn.o_proj.bias is no tensor of a TRM" in refusal(write(made, state))


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("L_level.layers.1.self_attn.qkv_proj.weight", (70, 24)),
        ("L_level.layers.2.mlp.down_proj.weight", (24, 128)),
        ("lm_head.weight", (11, 24)),
        ("L_init", (1, 23)),
        ("puzzle_emb.weights", (24,)),
        ("L_level.layers.0.mlp.down_proj.weight", (24,)),
        ("embed_tokens.embedding_weight", ()),
    ],
)
def test_tensors_of_a_wrong_shape_are_refused(made, plain, name, shape):
    state = {**state_of(plain), f"{WHERE}{name}": torch.zeros(shape)}
    refusal(write(made, state))


@pytest.mark.parametrize("name", ["H_init", "L_level.layers.1.self_attn.o_proj.weight"])
@pytest.mark.parametrize("value", [5, None, "text", [1.0], torch.zeros(24, dtype=torch.int64)])
def test_entries_that_are_no_tensors_of_numbers_are_named(made, plain, name, value):
    state = {**state_of(plain), f"{WHERE}{name}": value}
    assert f"damaged: {name} is no tensor" in refusal(write(made, state))


@pytest.mark.parametrize("n_ids", [0, 3, 5])
def test_a_wrong_number_of_ids_is_refused(made, n_ids):
    ids = [f"task {number}" for number in range(n_ids)]
    assert f"embeddings of 4 tasks (and one of none), got {n_ids} ids" in refusal(
        made, task_ids=ids
    )


def test_a_table_of_another_width_and_other_vocabularies_are_refused(made, plain):
    state = state_of(plain)
    wide = {**state, f"{WHERE}puzzle_emb.weights": torch.zeros(5, 48)}
    assert "width 24 and embeddings of 48" in refusal(write(made, wide))
    sudoku = {**state, f"{WHERE}embed_tokens.embedding_weight": torch.zeros(11, 24)}
    assert "the checkpoint has 11 tokens" in refusal(write(made, sudoku))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mlp_t": True}, "mlp_t=True is not built here"),
        ({"pos_encodings": "learned"}, "pos_encodings=learned is not built here"),
        ({"pos_encodings": "none"}, "pos_encodings=none is not built here"),
        ({"causal": True}, "causal=True is not built here"),
        ({"seq_len": 35}, "seq_len=35, which is no square"),
        ({"expansion": 30}, "expansion 30.0 does not give an MLP of 256"),
        ({"num_heads": 5}, "got 24 and 5 heads"),
        ({"H_cycles": 0}, "h_cycles must be a whole number of at least 1, got 0"),
        ({"expansion": math.inf}, "expansion must be a finite number over 0, got inf"),
        ({"L_cycles": math.inf}, "settings of the checkpoint"),
        ({"H_cycles": None}, "settings of the checkpoint"),
        ({"num_heads": "three"}, "three"),
    ],
)
def test_other_variants_and_wrong_settings_are_refused(plain, tmp_path, change, message):
    arch = {**ARCH, "seq_len": 36, **change}
    assert message in refusal(write(tmp_path / "run", state_of(plain), arch))


@pytest.mark.parametrize("name", ["num_heads", "expansion", "H_cycles", "L_cycles"])
def test_a_setting_that_is_not_there_is_named(plain, tmp_path, name):
    arch = {key: value for key, value in ARCH.items() if key != name}
    assert f"'{name}'" in refusal(write(tmp_path / "run", state_of(plain), arch))


@pytest.mark.parametrize("text", ["arch: [", "", "- 1\n", "arch: 5\n", "other: {}\n"])
def test_settings_that_cannot_be_read_are_refused(made, text):
    (made / "all_config.yaml").write_text(text)
    assert "all_config.yaml does not say how the model is built" in refusal(made)


def test_without_settings_heads_and_cycles_are_unknown(made):
    (made / "all_config.yaml").unlink()
    assert "holds neither all_config.yaml nor about.json" in refusal(made)
