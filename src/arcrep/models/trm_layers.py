"""Building blocks of TRM: norms without gain, half-split rotary positions, gated MLPs.

On a CPU in float32 each works in place on what was computed for it alone, and keeps no more than
the backward pass needs; elsewhere the plain form is left to torch and its compiler.
**Source:** TRM (arXiv 2510.04871), layers of the code release at commit e7b6871.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Complex, Float
from torch import nn
from torch.nn import functional

from arcrep.models.cpu_products import product, product_and_sum
from arcrep.settings import LARGEST

EPSILON = 1e-5
_THETA = 10_000.0
_MLP_MULTIPLE = 256
# The standard deviation of a unit normal distribution that is cut at 2.
_CUT_AT_TWO = 0.879_625_661_034_239_78


@dataclass(frozen=True)
class Rotary:
    """Cosines and sines of positions; `turns`, their complex form, serves the CPU."""

    cos: Float[torch.Tensor, "seq half_head"]
    sin: Float[torch.Tensor, "seq half_head"]
    turns: Complex[torch.Tensor, "seq half_head"] | None


@dataclass(frozen=True)
class BlockWeights:
    """The weights of a block as one supervision step computes with them: cast once.

    Attributes:
        trained: Those that gradients go to (see `for_one_use`), where these are of another type.
    """

    qkv: Float[torch.Tensor, "three_d_model d_model"]
    out: Float[torch.Tensor, "d_model d_model"]
    gate_up: Float[torch.Tensor, "two_d_mlp d_model"]
    down: Float[torch.Tensor, "d_model d_mlp"]
    trained: "BlockWeights | None" = field(default=None, kw_only=True)

    def cast(self, dtype: torch.dtype) -> "BlockWeights":
        """Return the same in a type."""
        if self.qkv.dtype == dtype:
            return self
        return BlockWeights(*(part.detach().to(dtype) for part in self._parts), trained=self)

    def for_one_use(self) -> "BlockWeights":
        """Return the same with a graph of its own: gradients of uses add up in float32.

        Without gradients it is the same without a graph, so that a compiler sees one case.
        """
        if not torch.is_grad_enabled():
            return BlockWeights(*(part.detach() for part in self._parts))
        if self.trained is None:
            return self
        pairs = zip(self.trained._parts, self._parts, strict=True)
        return BlockWeights(*(_Cast.apply(weight, cast) for weight, cast in pairs))

    @property
    def _parts(self) -> tuple[torch.Tensor, ...]:
        return self.qkv, self.out, self.gate_up, self.down


class TrmBlock(nn.Module):
    """A post-norm block: attention of all positions to all, then a gated MLP; no bias, no gain.

    Args:
        d_model: Width of the residual stream.
        n_heads: Attention heads.
        d_mlp: Inner width of the MLP.
    """

    def __init__(self, d_model: int, n_heads: int, d_mlp: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.compiled = False  # see Trm.compile_blocks
        self.qkv = scaled_normal(3 * d_model, d_model, std=d_model**-0.5)
        self.out = scaled_normal(d_model, d_model, std=d_model**-0.5)
        self.gate_up = scaled_normal(2 * d_mlp, d_model, std=d_model**-0.5)
        self.down = scaled_normal(d_model, d_mlp, std=d_mlp**-0.5)

    def weights(self, dtype: torch.dtype, turning: bool) -> BlockWeights:
        """Cast the weights; `turning` puts the two of a rotary pair of queries and keys together.

        Scores are the same, for queries and keys are put in order alike.
        """
        qkv = self.qkv
        if turning:
            parts = qkv.unflatten(0, (3, self.n_heads, 2, -1))
            pairs = parts[:2].transpose(2, 3).flatten(0, 3)
            qkv = torch.cat((pairs, parts[2].flatten(0, 2)))
        return BlockWeights(qkv, self.out, self.gate_up, self.down).cast(dtype)

    def forward(
        self, x: Float[torch.Tensor, "batch seq d_model"], weights: BlockWeights, rotary: Rotary
    ) -> Float[torch.Tensor, "batch seq d_model"]:
        """Return the next residual stream."""
        apply = TrmBlock.apply_weights
        if (
            self.compiled
        ):  # a function of the class: a copy of a block computes with its own weights
            apply = _compiled(apply)
        return apply(self, x, weights.for_one_use(), rotary)

    def apply_weights(self, x: torch.Tensor, weights: BlockWeights, rotary: Rotary) -> torch.Tensor:
        """Return the next residual stream, as plain tensor operations."""
        # Token by token: what works in place wants no view of what a product has returned.
        batch, tokens = len(x), x.flatten(0, 1)
        qkv = _turned(product(tokens, weights.qkv), batch, self.n_heads, rotary)
        query, key, value = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        mixed = functional.scaled_dot_product_attention(query, key, value)
        mixed = mixed.transpose(1, 2).flatten(0, 1).flatten(1)
        tokens = rms_norm(product_and_sum(mixed, weights.out, tokens))
        hidden = gated(product(tokens, weights.gate_up))
        tokens = rms_norm(product_and_sum(hidden, weights.down, tokens))
        return tokens.unflatten(0, (batch, -1))


@functools.cache
def _compiled(function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    return torch.compile(function, dynamic=False)  # sequences and batches have one size


def mlp_width(d_model: int, expansion: int | float) -> int:
    """Return the inner width of a gated MLP: two thirds of the expansion, a multiple of 256.

    Raises:
        ValueError: It would be 0, or beyond all that a computer holds.
    """
    width = expansion * d_model * 2 / 3
    if not 0.5 < width <= LARGEST:
        raise ValueError(
            f"model.expansion={expansion:g} makes an MLP of {width:g} units of model.d_model="
            f"{d_model}: take about 4"
        )
    return -(-round(width) // _MLP_MULTIPLE) * _MLP_MULTIPLE


def scaled_normal(*shape: int, std: float) -> nn.Parameter:
    """Return a parameter from a normal distribution that is cut at two of its own sigmas.

    Unlike `torch.nn.init.trunc_normal_` its realised standard deviation is `std`.
    """
    sigma = std / _CUT_AT_TWO
    weight = torch.empty(*shape)
    return nn.Parameter(nn.init.trunc_normal_(weight, std=sigma, a=-2 * sigma, b=2 * sigma))


def rotary_angles(seq: int, d_head: int) -> Float[torch.Tensor, "seq half_head"]:
    """Return the angle of each position and pair: position * 10000^(-2i / d_head)."""
    frequencies = _THETA ** (-torch.arange(0, d_head, 2, dtype=torch.float32) / d_head)
    return torch.outer(torch.arange(seq, dtype=torch.float32), frequencies)


def rms_norm(x: Float[torch.Tensor, "... d_model"]) -> Float[torch.Tensor, "... d_model"]:
    """Divide by the root mean square, in float32; on a CPU `x` itself may be overwritten."""
    if _is_plain(x):
        wide = x.float()
        return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + EPSILON)).to(x.dtype)
    return _Norm.apply(x)


def gated(gate_up: Float[torch.Tensor, "... two_d_mlp"]) -> Float[torch.Tensor, "... d_mlp"]:
    """Return silu(gate) * up of the two halves; on a CPU these may be overwritten."""
    if _is_plain(gate_up):
        gate, up = gate_up.chunk(2, dim=-1)
        return functional.silu(gate) * up
    if torch.is_grad_enabled() and gate_up.requires_grad:
        return _Gated.apply(gate_up)
    gate, up = gate_up.chunk(2, dim=-1)
    return functional.silu(gate, inplace=True).mul_(up)


def _turned(
    qkv: Float[torch.Tensor, "tokens three_d_model"], batch: int, n_heads: int, rotary: Rotary
) -> Float[torch.Tensor, "batch seq 3 n_heads d_head"]:
    """Turn queries and keys by their positions; values stay."""
    if rotary.turns is not None:
        qkv = _Turned.apply(qkv, n_heads, rotary.turns)
        return qkv.view(batch, -1, 3, n_heads, qkv.shape[-1] // (3 * n_heads))
    qkv = qkv.view(batch, -1, 3, n_heads, qkv.shape[-1] // (3 * n_heads))
    turning, value = qkv.split((2, 1), dim=2)
    first, second = turning.float().chunk(2, dim=-1)
    cos, sin = rotary.cos[:, None, None], rotary.sin[:, None, None]
    turned = torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1)
    return torch.cat((turned.to(qkv.dtype), value), dim=2)


def _is_plain(x: torch.Tensor) -> bool:
    on_cpu = x.device.type == "cpu" and x.dtype == torch.float32
    return not on_cpu or torch.compiler.is_compiling()


def _as_pairs(qkv: torch.Tensor, seq: int, n_heads: int) -> torch.Tensor:
    """View queries and keys as complex numbers, (batch, seq, 2 n_heads, half_head)."""
    queries_and_keys = qkv.view(-1, seq, qkv.shape[-1])[..., : qkv.shape[-1] // 3 * 2]
    return torch.view_as_complex(queries_and_keys.unflatten(-1, (2 * n_heads, -1, 2)))


class _Cast(torch.autograd.Function):
    """A weight that was cast beforehand, as if it were cast here."""

    @staticmethod
    def forward(ctx: Any, weight: torch.Tensor, cast: torch.Tensor) -> torch.Tensor:
        ctx.dtype = weight.dtype
        return cast.view_as(cast)

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        return grad_outputs[0].to(ctx.dtype), None


class _Turned(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, qkv: torch.Tensor, n_heads: int, turns: torch.Tensor) -> torch.Tensor:
        ctx.mark_dirty(qkv)
        ctx.save_for_backward(turns)
        ctx.n_heads = n_heads
        _as_pairs(qkv, len(turns), n_heads).mul_(turns[:, None])
        return qkv

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        (gradient,) = grad_outputs
        (turns,) = ctx.saved_tensors
        gradient = gradient.clone(memory_format=torch.contiguous_format)
        _as_pairs(gradient, len(turns), ctx.n_heads).mul_(turns.conj()[:, None])
        return gradient, None, None


class _Norm(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        ctx.mark_dirty(x)
        size = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
        scale = torch.rsqrt(size.square_().div_(x.shape[-1]).add_(EPSILON))
        x.mul_(scale)
        ctx.save_for_backward(x, scale)
        return x

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        (gradient,) = grad_outputs
        y, scale = ctx.saved_tensors
        along = torch.linalg.vecdot(gradient, y).unsqueeze(-1).div_(y.shape[-1])
        return torch.addcmul(gradient, y, along, value=-1).mul_(scale)


class _Gated(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, gate_up: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(gate_up)
        gate, up = gate_up.chunk(2, dim=-1)
        return functional.silu(gate).mul_(up)

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        (gradient,) = grad_outputs
        (gate_up,) = ctx.saved_tensors
        gate, up = gate_up.chunk(2, dim=-1)
        result = torch.empty_like(gate_up)
        of_gate, of_up = result.chunk(2, dim=-1)
        torch.mul(gradient, functional.silu(gate), out=of_up)
        of_gate.copy_(torch.ops.aten.silu_backward(gradient * up, gate))
        return result
