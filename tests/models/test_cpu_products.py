"""Products by oneDNN, and what takes their place where its operator is not what it was."""

import pytest
import torch
from torch.nn import functional

from arcrep.models import cpu_products
from arcrep.models.cpu_products import product, product_and_sum


class Operator:
    """In the place of torch's, whose calls it counts."""

    def __init__(self, multiply, add):
        self.multiply, self.add, self.calls = multiply, add, 0

    def __call__(self, x, weight, *_):
        self.calls += 1
        return self.multiply(x, weight)

    def binary(self, x, residual, weight, *_):
        self.calls += 1
        return self.add(x, weight, residual)


def added(x, weight, residual):
    return functional.linear(x, weight) + residual


def refused(*_):
    raise RuntimeError("mkldnn::_linear_pointwise() is missing value for argument")


def gone(*_):
    raise AttributeError("The underlying op of 'mkldnn._linear_pointwise' has no overload 'binary'")


def other_arguments(*_):
    raise TypeError("takes 5 positional arguments")


OTHERS = {
    "none": None,
    "refused": Operator(refused, added),
    "other arguments": Operator(other_arguments, added),
    "no sum": Operator(functional.linear, gone),
    "other numbers": Operator(lambda x, weight: 1.01 * functional.linear(x, weight), added),
    "another sum": Operator(functional.linear, lambda x, weight, _: functional.linear(x, weight)),
    "another shape": Operator(lambda x, weight: functional.linear(x, weight)[:1], added),
    "not a number": Operator(lambda x, weight: functional.linear(x, weight) * torch.nan, added),
}


@pytest.fixture
def operator(monkeypatch):
    """Put something in the operator's place, and forget what was tried before and after."""

    def put(value):
        monkeypatch.setattr(cpu_products, "_ONEDNN", value)
        cpu_products._onednn_multiplies.cache_clear()

    yield put
    cpu_products._onednn_multiplies.cache_clear()


def check(dtype=torch.float32):
    """Compare both products, and their gradients, with those of torch."""
    generator = torch.Generator().manual_seed(0)
    given = [torch.randn(shape, generator=generator) for shape in ((2, 3, 6), (4, 6), (2, 3, 4))]
    x, weight, residual = (part.to(dtype).requires_grad_() for part in given)
    for ours, theirs in (
        (product(x, weight), functional.linear(x, weight)),
        (product_and_sum(x, weight, residual), added(x, weight, residual)),
    ):
        torch.testing.assert_close(ours, theirs)
        leaves = [x, weight, residual] if ours.grad_fn is not None else []
        for found, expected in zip(
            torch.autograd.grad(ours.sum(), leaves, allow_unused=True),
            torch.autograd.grad(theirs.sum(), leaves, allow_unused=True),
            strict=True,
        ):
            assert (found is None) == (expected is None)
            if found is not None:
                torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("name", OTHERS)
def test_an_operator_that_is_not_what_it_was_is_left_alone(operator, name):
    operator(OTHERS[name])
    check()
    assert not cpu_products._onednn_multiplies()


def test_it_is_tried_once_and_then_used(operator):
    working = Operator(functional.linear, added)
    operator(working)
    check(torch.float64)
    assert working.calls == 0  # nor in another type
    with torch.autocast("cpu", torch.bfloat16):
        product(torch.ones(2, 3), torch.ones(4, 3))
    assert working.calls == 3  # a trial of both, in float32 whatever is around it, then this
    product(torch.ones(2, 3), torch.ones(4, 3))
    assert working.calls == 4
    check()


def test_it_is_what_this_torch_has():
    """With the pinned torch the fast product is used: figures were measured with it."""
    if not torch.backends.mkldnn.is_available():
        pytest.skip("this torch was built without oneDNN")
    assert cpu_products._onednn_multiplies()
    check()
