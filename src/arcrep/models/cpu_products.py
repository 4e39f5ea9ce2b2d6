"""Products with weight matrices: oneDNN's on a CPU in float32, torch's own elsewhere.

On CPUs that are not Intel's, torch multiplies float32 matrices by MKL, at half the speed of oneDNN
(docs/performance.md). torch offers oneDNN's product to its compiler alone, so that this is the one
place that calls it; where it is missing, `functional.linear` computes the same.
"""

from typing import Any

import torch
from jaxtyping import Float
from torch.nn import functional

_ONEDNN: Any = getattr(torch.ops.mkldnn, "_linear_pointwise", None)


def product(
    x: Float[torch.Tensor, "... d_in"], weight: Float[torch.Tensor, "d_out d_in"]
) -> Float[torch.Tensor, "... d_out"]:
    """Return `x @ weight.T`, differentiable in both."""
    if not _uses_onednn(x):
        return functional.linear(x, weight)
    return _Product.apply(x, weight, None)


def product_and_sum(
    x: Float[torch.Tensor, "... d_in"],
    weight: Float[torch.Tensor, "d_out d_in"],
    residual: Float[torch.Tensor, "... d_out"],
) -> Float[torch.Tensor, "... d_out"]:
    """Return `x @ weight.T + residual`, in one pass over memory where that can be had."""
    if not _uses_onednn(x):
        return functional.linear(x, weight) + residual
    return _Product.apply(x, weight, residual)


def _uses_onednn(x: torch.Tensor) -> bool:
    on_cpu = x.device.type == "cpu" and x.dtype == torch.float32
    return _ONEDNN is not None and on_cpu and not torch.compiler.is_compiling()


def _multiply(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return _ONEDNN(x, weight, None, "none", [], "")


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, x: torch.Tensor, weight: torch.Tensor, residual: torch.Tensor | None
    ) -> torch.Tensor:
        ctx.save_for_backward(x, weight)
        if residual is None:
            return _multiply(x, weight)
        return _ONEDNN.binary(x, residual, weight, None, "add")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        (gradient,) = grad_outputs
        x, weight = ctx.saved_tensors
        of_x = of_weight = None
        if ctx.needs_input_grad[0]:
            of_x = _multiply(gradient, weight.t())
        if ctx.needs_input_grad[1]:
            rows, columns = gradient.flatten(0, -2), x.flatten(0, -2)
            of_weight = _multiply(rows.t(), columns.t())
        return of_x, of_weight, gradient if ctx.needs_input_grad[2] else None
