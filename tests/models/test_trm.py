"""The TRM model: its published computation, what it starts from, what it leaves alone."""

import copy
import math
from contextlib import nullcontext

import pytest
import torch
from scipy.stats import truncnorm
from torch.nn import functional

from arcrep.models import Trm, load_model, n_parameters, save_model
from arcrep.models.cpu_products import product, product_and_sum
from arcrep.models.trm_layers import Rotary, gated, rms_norm, rotary_angles, scaled_normal
from arcrep.training.deep_supervision import sample_losses
from tests.models.plain_trm import IN_BLOCK, TOP_LEVEL, PlainTrm, plain_losses

SMALL = {"d_model": 16, "n_heads": 2, "h_cycles": 2, "l_cycles": 2, "side": 5, "prefix": 3}
SETTINGS = [
    {"d_model": 16, "n_heads": 2, "side": 5, "prefix": 4},
    {"d_model": 24, "n_heads": 3, "n_layers": 1, "h_cycles": 1, "l_cycles": 2, "side": 6}
    | {"prefix": 1},
    {"d_model": 32, "n_heads": 4, "n_layers": 3, "h_cycles": 2, "l_cycles": 1, "side": 7}
    | {"expansion": 13},
]
ROWS = torch.tensor([2, 0, 2])


@pytest.fixture(params=["onednn", "torch"])
def products(request, monkeypatch):
    """Both ways of multiplying matrices on a CPU."""
    if request.param == "torch":
        monkeypatch.setattr("arcrep.models.cpu_products._onednn_multiplies", lambda: False)


def drawn(settings):
    """A model none of whose weights is zero, and tokens of three samples.

    Its blocks have half the usual weights: at full size one tiny model in three magnifies
    rounding a thousandfold in three steps, and another machine rounds in another way.
    """
    torch.manual_seed(0)
    model = Trm(["a", "b", "c"], **settings)
    with torch.no_grad():
        for parameter in model.blocks.parameters():
            parameter.mul_(0.5)
    torch.nn.init.normal_(model.task_table.weight)
    torch.nn.init.normal_(model.halt_head.weight, std=0.1)
    return model, torch.randint(0, 12, (2, 3, model.side**2), dtype=torch.uint8)


def our_parameter(model, theirs):
    if theirs in TOP_LEVEL or theirs == "puzzle_emb.weights":
        return model.get_parameter(TOP_LEVEL.get(theirs, "task_table.weight"))
    _, _, layer, *part = theirs.split(".")
    return model.get_parameter(f"blocks.{layer}.{IN_BLOCK['.'.join(part)]}")


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("n_steps", [1, 3])
def test_three_carried_steps_are_those_of_the_plain_transcription(products, settings, n_steps):
    """In float32 against float64: up to 126 blocks in a row, of values of about 1.

    The plain one is as far off in float32: by 1e-6, gradients by 1e-6 of their size.
    """
    model, (tokens, labels) = drawn(settings)
    plain = PlainTrm(model).double()
    inputs, carry = model.embed(tokens, model.task_table(ROWS)), model.initial(3, torch.float32)
    plain_inputs, states = plain.embed(tokens, plain.puzzle_emb.weights[ROWS + 1]), plain.initial(3)
    torch.testing.assert_close(inputs.double(), plain_inputs, rtol=1e-6, atol=1e-6)
    for _ in range(n_steps):
        carry = model.supervision_step(carry.detached(), inputs)
        states = plain.step(*(state.detach() for state in states), plain_inputs)
        found = (carry.answer, carry.latent, model.read(carry.answer), model.halt(carry.answer))
        expected = (*states, plain.read(states[0]), plain.halt(states[0]))
        for ours, theirs in zip(found, expected, strict=True):
            torch.testing.assert_close(ours.double(), theirs, rtol=0, atol=1e-5)
    losses = sample_losses(*found[2:], labels)
    loss, plain_loss = (losses.cells + 0.5 * losses.halt).sum(), plain.loss(*expected[2:], labels)
    torch.testing.assert_close(loss.double(), plain_loss, rtol=1e-5, atol=0)
    loss.backward()
    plain_loss.backward()
    for name, parameter in plain.named_parameters():
        of_plain = parameter.grad[1:] if name == "puzzle_emb.weights" else parameter.grad
        difference = our_parameter(model, name).grad.double() - of_plain
        assert of_plain.norm() > 1e-3, name
        assert difference.norm() < 1e-5 * of_plain.norm(), name


def test_losses_are_stablemax_over_scored_cells_and_halting_on_exact_answers():
    torch.manual_seed(0)
    labels = torch.randint(0, 12, (4, 9), dtype=torch.uint8)
    labels[1] = 0  # nothing is scored: exact, and a loss of zero
    logits = torch.randn(4, 9, 12) * 5
    logits[0].scatter_(-1, labels[0].long()[:, None], 40.0)
    logits[0, labels[0] == 0, 5] = 50.0  # wrong where it does not count
    logits[2, 0, :4] = torch.tensor([1.0, 0.0, -0.0, -1.0])
    halt_logits = torch.randn(4, 2)
    found = sample_losses(logits, halt_logits, labels)
    cells, halt = plain_losses(logits, halt_logits, labels)
    assert found.exact.tolist() == [True, True, False, False]
    assert cells[1] == found.cells[1] == 0
    torch.testing.assert_close(found.cells.double(), cells, rtol=1e-5, atol=0)
    torch.testing.assert_close(found.halt, halt, rtol=1e-6, atol=0)


def test_6_829_058_parameters_and_what_they_start_from():
    torch.manual_seed(0)
    model = Trm(["a", "b"])
    assert n_parameters(model) - n_parameters(model.task_table) == 6_829_058
    assert sum(p.numel() for p in model.network_parameters()) == 6_829_058
    assert not model.task_table.weight.any()
    assert not model.halt_head.weight.any()
    assert model.halt_head.bias.tolist() == [-5, -5]
    expected = {"token_embedding": 512**-0.5, "head": 512**-0.5, "answer_init": 1, "latent_init": 1}
    for name in ("qkv", "out", "gate_up"):
        expected |= {f"blocks.{layer}.{name}": 512**-0.5 for layer in (0, 1)}
    expected |= {f"blocks.{layer}.down": 1536**-0.5 for layer in (0, 1)}
    state = model.state_dict()
    for name, std in expected.items():
        check_cut_normal(state[name], std)
    assert not {"answer_init", "latent_init"} & {name for name, _ in model.named_parameters()}


def test_a_scaled_normal_has_the_deviation_that_was_asked_for():
    torch.manual_seed(0)
    values = scaled_normal(400, 1000, std=0.3)
    check_cut_normal(values.detach(), 0.3)
    assert values.abs().max().item() > 0.999 * 0.6 / truncnorm(-2, 2).std()


def check_cut_normal(values, std):
    """Four standard errors; torch's own truncated normal would be 12 % too narrow."""
    unit = truncnorm(-2, 2)
    kurtosis = unit.moment(4) / unit.var() ** 2
    error = ((kurtosis - 1) / (4 * values.numel())) ** 0.5
    assert values.std().item() == pytest.approx(std, rel=4 * error)
    assert abs(values.mean().item()) < 4 * std * values.numel() ** -0.5
    assert values.abs().max().item() <= 2 * std / unit.std() * (1 + 1e-6)


@pytest.mark.parametrize("mode", [nullcontext, torch.no_grad, torch.inference_mode])
@pytest.mark.parametrize("h_cycles", [1, 2])
def test_a_step_changes_neither_its_carry_nor_its_inputs_nor_a_weight(products, mode, h_cycles):
    model, (tokens, _) = drawn({**SMALL, "h_cycles": h_cycles})
    weights = {
        name: value.clone() for name, value in model.state_dict().items() if "_extra" not in name
    }
    with mode():
        vectors = model.task_table(ROWS)
        inputs = model.embed(tokens, vectors)
        first = model.supervision_step(model.initial(3, torch.float32), inputs).detached()
        given = (tokens, vectors, inputs, first.answer, first.latent)
        before = [value.clone() for value in given]
        for _ in range(2):
            after = model.supervision_step(first, inputs)
            kept = (after.answer.clone(), after.latent.clone())
            model.read(after.answer)
            model.halt(after.answer)
    for value, old in zip((*given, after.answer, after.latent), (*before, *kept), strict=True):
        assert torch.equal(value, old)
    for name, value in weights.items():
        assert torch.equal(model.state_dict()[name], value), name


def test_numbers_do_not_depend_on_whether_gradients_are_kept(products):
    model, (tokens, _) = drawn(SMALL)
    output = model(tokens, ROWS, steps=2)
    for mode in (torch.no_grad, torch.inference_mode):
        with mode():
            other = model(tokens, ROWS, steps=2)
        torch.testing.assert_close(other.logits, output.logits, rtol=0, atol=1e-5)
        torch.testing.assert_close(other.halt_logits, output.halt_logits, rtol=0, atol=1e-5)


def test_gradients_are_the_same_where_only_some_weights_are_trained(products):
    model, (tokens, _) = drawn(SMALL)
    for name in ("task_table.weight", "blocks.1.gate_up", "blocks.0.qkv"):
        parameter = model.requires_grad_(True).get_parameter(name)
        (expected,) = torch.autograd.grad(scalar(model(tokens, ROWS, steps=2)), parameter)
        model.requires_grad_(False)
        parameter.requires_grad_(True)
        (found,) = torch.autograd.grad(scalar(model(tokens, ROWS, steps=2)), parameter)
        assert expected.any()
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-6)


def scalar(output):
    return output.logits.square().mean() + output.halt_logits.square().mean()


def test_hidden_states_are_position_0_of_both_states_step_by_step():
    model, (tokens, _) = drawn(SMALL)
    output, silent = model(tokens, ROWS, steps=3, hidden_states=True), model(tokens, ROWS, steps=3)
    names = ["0"] + [f"{state} {step}" for step in (1, 2, 3) for state in ("answer", "latent")]
    assert list(output.hidden_states) == names
    assert silent.hidden_states is None
    assert torch.equal(output.logits, silent.logits)
    assert torch.equal(output.hidden_states["0"], model.task_table.weight[ROWS])
    plain = PlainTrm(model).double()
    inputs, (answer, latent) = (
        plain.embed(tokens, plain.puzzle_emb.weights[ROWS + 1]),
        plain.initial(3),
    )
    for step in (1, 2, 3):
        answer, latent = plain.step(answer, latent, inputs)
        for name, state in (("answer", answer), ("latent", latent)):
            found = output.hidden_states[f"{name} {step}"]
            assert found.shape == (3, 16)
            torch.testing.assert_close(found.double(), state[:, 0], rtol=0, atol=1e-5)
    torch.testing.assert_close(output.logits.double(), plain.read(answer), rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"d_model": 36, "n_heads": 8}, "multiple of 2 . n_heads .*got 36 and 8 heads"),
        ({"d_model": 24, "n_heads": 8}, "got 24 and 8 heads"),
        *(
            ({name: value}, rf"model\.{name} must be a whole number of at least 1, got {value}")
            for name in ("d_model", "n_heads", "n_layers", "h_cycles", "l_cycles", "side", "prefix")
            for value in (0, -1, True)
        ),
        *(
            ({"expansion": value}, r"model\.expansion must be a finite number over 0")
            for value in (0, -1, math.inf, math.nan, 0.0)
        ),
    ],
)
def test_settings_that_do_not_do(settings, message):
    with pytest.raises(ValueError, match=message):
        Trm(["a"], **{**SMALL, **settings})


@pytest.mark.parametrize("steps", [0, -1])
def test_no_steps_are_no_answer(steps):
    model, (tokens, _) = drawn(SMALL)
    with pytest.raises(
        ValueError, match=f"steps must be a whole number of at least 1, got {steps}"
    ):
        model(tokens, ROWS, steps=steps)


def test_ids_that_repeat_are_refused():
    with pytest.raises(ValueError, match="must differ"):
        Trm(["a", "a"], **SMALL)


def test_saved_and_loaded_is_the_same_model(tmp_path):
    settings = {**SMALL, "n_layers": 3, "expansion": 13.5, "l_cycles": 1}
    model, (tokens, _) = drawn(settings)
    assert model.settings == settings
    save_model(tmp_path / "model.pt", model)
    loaded = load_model(tmp_path / "model.pt")
    assert loaded.settings == settings
    assert loaded.task_table.task_ids == ("a", "b", "c")
    assert not loaded.training
    state, of_loaded = model.state_dict(), loaded.state_dict()
    assert state.keys() == of_loaded.keys()
    for name in state.keys() - {"task_table._extra_state"}:
        assert torch.equal(of_loaded[name], state[name]), name
    assert torch.equal(loaded(tokens, ROWS, steps=2).logits, model(tokens, ROWS, steps=2).logits)


def test_a_copy_is_independent():
    model, (tokens, _) = drawn(SMALL)
    before = model(tokens, ROWS, steps=1).logits
    other = copy.deepcopy(model)
    assert torch.equal(other(tokens, ROWS, steps=1).logits, before)
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.mul_(0.5)
    assert torch.equal(model(tokens, ROWS, steps=1).logits, before)
    assert not torch.allclose(other(tokens, ROWS, steps=1).logits, before)


@pytest.mark.parametrize("whole", [True, False])
def test_what_works_in_place_has_the_gradients_of_the_plain_formula(whole):
    """Rows from 0 to 1e3 times the usual size; `whole`: each gradient has memory of its own."""
    torch.manual_seed(0)
    x = torch.randn(2, 5, 12) * torch.tensor([0, 1e-3, 1, 30, 1e3])[:, None]
    weights = torch.randn(2, 5, 12) if whole else torch.randn(12).expand(2, 5, 12)
    compare(rms_norm, plain_norm, x, weights)
    compare(gated, lambda x: functional.silu(x[..., :6]) * x[..., 6:], x, weights[..., :6])


def plain_norm(x):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5)


def compare(ours, plain, x, weights):
    results = []
    for function, dtype in ((ours, torch.float32), (plain, torch.float64)):
        leaf = x.to(dtype, copy=True).requires_grad_()
        value = function(leaf * 1)  # what is overwritten is no leaf
        (value * weights).sum().backward()
        results.append((value.double(), leaf.grad.double()))
        with torch.no_grad():
            torch.testing.assert_close(function(leaf * 1), value.detach(), rtol=1e-6, atol=0)
    for found, expected in zip(*results, strict=True):
        # A norm's gradient is a difference that may cancel: relative to the largest of a row.
        scale = expected.abs().amax(-1, keepdim=True).clamp(min=1e-30)
        torch.testing.assert_close(found / scale, expected / scale, rtol=0, atol=1e-5)


@pytest.mark.parametrize("in_place", [True, False])
def test_a_block_in_its_two_forms_is_the_plain_one(products, in_place):
    """In place with pairs as complex numbers, and as torch's compiler and other devices get it.

    There rotation is in float32 even where all else, as here, is in float64.
    """
    model, _ = drawn(SMALL)
    dtype = torch.float32 if in_place else torch.float64
    x = torch.randn(2, 28, 16, dtype=dtype, requires_grad=True)
    seed = torch.randn(2, 28, 16, dtype=dtype)
    angles = rotary_angles(28, 8)
    cos, sin = angles.cos(), angles.sin()
    rotary = Rotary(cos, sin, torch.complex(cos, sin) if in_place else None)
    found = model.blocks[1](x, model.blocks[1].weights(dtype, in_place), rotary)
    plain = PlainTrm(model).double()
    expected = plain.L_level.layers[1](x.double(), plain.cos, plain.sin)
    torch.testing.assert_close(found.double(), expected, rtol=0, atol=1e-5)
    pairs = []
    for value, weight, layer in (
        (found, "qkv", model.blocks[1]),
        (expected, "weight", plain.L_level.layers[1].self_attn.qkv_proj),
    ):
        gradients = torch.autograd.grad((value * seed).sum(), (x, getattr(layer, weight)))
        pairs.append([gradient.double() for gradient in gradients])
    for ours, theirs in zip(*pairs, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=0, atol=2e-5 * theirs.abs().max().item())


@pytest.mark.parametrize("shape", [(7,), (2, 7), (2, 3, 5)])
@pytest.mark.parametrize("cut", [False, True])
def test_products_and_their_gradients_are_those_of_linear(products, shape, cut):
    """Also of a part of a tensor, and of gradients that are one number in memory."""
    torch.manual_seed(0)
    x = torch.randn(*shape[:-1], shape[-1] + cut, 6, requires_grad=True)
    weight = torch.randn(4, 6, requires_grad=True)
    residual = torch.randn(*shape, 4, requires_grad=True)
    part = x[..., cut:, :]
    of_linear = functional.linear(part, weight)
    for found, expected, inputs in (
        (product(part, weight), of_linear, (x, weight)),
        (product_and_sum(part, weight, residual), of_linear + residual, (x, weight, residual)),
    ):
        torch.testing.assert_close(found, expected)
        for reduce in (torch.sum, lambda value: value.square().mean()):
            ours = torch.autograd.grad(reduce(found), inputs, retain_graph=True)
            theirs = torch.autograd.grad(reduce(expected), inputs, retain_graph=True)
            torch.testing.assert_close(ours, theirs)
