"""The TRM model in bfloat16: near float32, and its gradients as those of the published code."""

import torch
from torch.nn import functional

from arcrep.models import Carry
from arcrep.models.trm_layers import BlockWeights, Rotary
from arcrep.training.deep_supervision import sample_losses
from tests.models.test_trm import ROWS, SMALL, drawn, scalar


def test_bfloat16_is_near_float32():
    """A weight has 8 bits, which is 0.4 %; some 20 blocks add up what is lost."""
    model, (tokens, _) = drawn(SMALL)
    exact = model(tokens, ROWS, steps=1)
    gradient = torch.autograd.grad(scalar(exact), model.blocks[0].qkv)[0]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert model.embed(tokens, model.task_table(ROWS)).dtype == torch.bfloat16
        rough = model(tokens, ROWS, steps=1, hidden_states=True)
    assert rough.logits.dtype == rough.halt_logits.dtype == torch.float32
    assert rough.hidden_states["answer 1"].dtype == torch.bfloat16
    difference = (rough.logits - exact.logits).detach()
    assert 1e-4 < difference.std() < 0.03 * exact.logits.std()
    torch.testing.assert_close(rough.halt_logits, exact.halt_logits, rtol=0, atol=0.05)
    of_rough = torch.autograd.grad(scalar(rough), model.blocks[0].qkv)[0]
    assert of_rough.dtype == torch.float32
    assert functional.cosine_similarity(of_rough.flatten(), gradient.flatten(), dim=0) > 0.99


def test_in_bfloat16_gradients_of_all_uses_of_a_weight_are_summed_in_float32():
    """As if each use had cast the weight anew, as the published code does."""
    model, (tokens, labels) = drawn({**SMALL, "l_cycles": 6})
    weights = [
        p for block in model.blocks for p in (block.qkv, block.out, block.gate_up, block.down)
    ]
    found = []
    for step in (model.supervision_step, lambda *of: cast_at_each_use(model, *of)):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            inputs = model.embed(tokens, model.task_table(ROWS))
            answer = step(model.initial(3, inputs.dtype), inputs).answer
            loss = sample_losses(model.read(answer), model.halt(answer), labels).cells.sum()
        found.append((answer.detach(), *torch.autograd.grad(loss, weights)))
    (answer, *ours), (expected, *theirs) = found
    assert torch.equal(answer, expected)
    for gradient, of_reference in zip(ours, theirs, strict=True):
        assert (gradient - of_reference).norm() < 1e-6 * of_reference.norm()
        rounded = of_reference.bfloat16().float()
        assert (rounded - of_reference).norm() > 1e-3 * of_reference.norm()


def cast_at_each_use(model, carry, inputs):
    rotary = Rotary(model.rotary_cos, model.rotary_sin, None)

    def update(x):
        for block in model.blocks:
            own = (block.qkv, block.out, block.gate_up, block.down)
            cast = BlockWeights(*(weight.to(torch.bfloat16) for weight in own))
            with torch.autocast("cpu", enabled=False):
                x = block.apply_weights(x, cast, rotary)
        return x

    answer, latent = carry.answer, carry.latent
    for cycle in range(model.h_cycles):
        with torch.set_grad_enabled(cycle == model.h_cycles - 1):
            context = answer + inputs
            for _ in range(model.l_cycles):
                latent = update(latent + context)
            answer = update(answer + latent)
    return Carry(answer, latent)
