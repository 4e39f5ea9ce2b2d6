"""Products with weight matrices: oneDNN's on a CPU in float32, torch's own elsewhere.

On CPUs that are not Intel's, torch multiplies float32 matrices by MKL, at half the speed of oneDNN
(docs/performance.md). torch offers oneDNN's product to its compiler alone, so that this is the one
place that calls it, after a trial: where it is missing, or not what it was, `functional.linear`
computes the same.
"""

import functools
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
    return on_cpu and not torch.compiler.is_compiling() and _onednn_multiplies()


@functools.cache
def _onednn_multiplies() -> bool:
    """Try once whether the operator is there, takes what it is given here, and multiplies."""
    x = torch.arange(15, dtype=torch.float32).reshape(3, 5) / 7 - 1
    weight = torch.arange(20, dtype=torch.float32).reshape(5, 4).t() / 9 - 1
    residual = torch.arange(12, dtype=torch.float32).reshape(3, 4) / 5
    with torch.no_grad(), torch.autocast("cpu", enabled=False):
        try:
            found = _multiply(x, weight), _multiply_and_add(x, weight, residual)
        except (RuntimeError, TypeError, AttributeError):
            return False
        expected = functional.linear(x, weight)
        pairs = zip(found, (expected, expected + residual), strict=True)
        return all(one.shape == other.shape and torch.allclose(one, other) for one, other in pairs)


def _multiply(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return _ONEDNN(x, weight, None, "none", [], "")


def _multiply_and_add(
    x: torch.Tensor, weight: torch.Tensor, residual: torch.Tensor
) -> torch.Tensor:
    return _ONEDNN.binary(x, residual, weight, None, "add")


class _Product(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, x: torch.Tensor, weight: torch.Tensor, residual: torch.Tensor | None
    ) -> torch.Tensor:
        ctx.save_for_backward(x, weight)
        if residual is None:
            return _multiply(x, weight)
        return _multiply_and_add(x, weight, residual)

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
