"""The optimisers of TRM against loops over single numbers, and what bounds their steps."""

import copy
import io
import math

import numpy as np
import pytest
import torch
from torch import nn

from arcrep.models import Trm
from arcrep.training import AdamATan2, Ema, RowSignSGD

N_STEPS = 60


def parameters(rng, *shapes):
    return [nn.Parameter(torch.from_numpy(rng.normal(size=shape))) for shape in shapes]


def numbers(tensors):
    """Lay tensors out as one flat list."""
    return [value for tensor in tensors for value in tensor.detach().flatten().tolist()]


def take_step(optimizer, tensors, gradients):
    for tensor, gradient in zip(tensors, gradients, strict=True):
        tensor.grad = gradient.clone()
    optimizer.step()
    optimizer.zero_grad()


def saved_and_read(state):
    """Return a state as a checkpoint gives it back."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    buffer.seek(0)
    return torch.load(buffer, weights_only=True)


def slow_adam(p, gradients, rates, betas, decay):
    """Follow one number; both moments are corrected on their own, as published."""
    m = v = 0.0
    for t, (g, lr) in enumerate(zip(gradients, rates, strict=True), start=1):
        m = betas[0] * m + (1 - betas[0]) * g
        v = betas[1] * v + (1 - betas[1]) * g * g
        p *= 1 - lr * decay
        p -= lr * math.atan2(m / (1 - betas[0] ** t), math.sqrt(v / (1 - betas[1] ** t)))
    return p


@pytest.mark.parametrize("betas", [(0.9, 0.95), (0.0, 0.0), (0.99, 0.5)])
@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_adam_atan2_is_the_rule_for_every_number(betas, decay):
    rng = np.random.default_rng(0)
    tensors = parameters(rng, (3, 4), (5,))
    before = numbers(tensors)
    optimizer = AdamATan2(tensors, lr=1.0, betas=betas, weight_decay=decay)
    rates = [0.05 * (1 + math.sin(step)) for step in range(N_STEPS)]
    seen = []
    for lr in rates:
        optimizer.param_groups[0]["lr"] = lr
        sizes = 10.0 ** rng.integers(-6, 6)
        gradients = [torch.from_numpy(rng.normal(size=p.shape) * sizes) for p in tensors]
        gradients[0][0] = 0  # a row that never has a gradient
        take_step(optimizer, tensors, gradients)
        seen.append(numbers(gradients))
    expected = [
        slow_adam(p, gradients, rates, betas, decay)
        for p, gradients in zip(before, zip(*seen, strict=True), strict=True)
    ]
    np.testing.assert_allclose(numbers(tensors), expected, rtol=1e-11, atol=1e-11)


def test_a_step_is_never_over_half_pi_times_the_rate_and_can_come_near_it():
    """After a spike the square is forgotten sooner than the mean: Adam itself would run away."""
    lr, decay = 0.01, 0.1
    (p,) = parameters(np.random.default_rng(1), (6,))
    optimizer = AdamATan2([p], lr=lr, betas=(0.99, 0.5), weight_decay=decay)
    scale = 10.0 ** torch.tensor([-150, -30, -3, 0, 30, 150]).double()
    largest = torch.zeros(6, dtype=torch.float64)
    for step in range(N_STEPS):
        before = p.detach().clone()
        take_step(optimizer, [p], [scale * (step == 5)])
        moved = (p.detach() - before * (1 - lr * decay)).abs()
        assert (moved <= lr * math.pi / 2 * (1 + 1e-9)).all()
        assert (moved < 1e-15).all() or step >= 5
        largest = torch.maximum(largest, moved)
    assert (largest > 0.999 * lr * math.pi / 2).all()


def test_a_steady_gradient_moves_by_a_quarter_of_pi_whatever_its_size():
    p = nn.Parameter(torch.zeros(5, dtype=torch.float64))
    optimizer = AdamATan2([p], lr=0.01, weight_decay=0.0)
    gradient = torch.tensor([1e-100, -1e-8, 1.0, -1e8, 1e100], dtype=torch.float64)
    for step in range(1, 11):
        take_step(optimizer, [p], [gradient])
        expected = -0.01 * math.pi / 4 * step * gradient.sign()
        torch.testing.assert_close(p.detach(), expected, rtol=1e-10, atol=0)


def test_without_any_gradient_all_parameters_only_decay_the_bias_too():
    model = Trm(["a", "b"], d_model=8, n_layers=1, n_heads=2, side=3, prefix=1)
    parts = {name: p for name, p in model.named_parameters() if p is not model.task_table.weight}
    assert {id(p) for p in parts.values()} == {id(p) for p in model.network_parameters()}
    assert "halt_head.bias" in parts
    before = {name: p.detach().clone() for name, p in parts.items()}
    optimizer = AdamATan2(model.network_parameters(), lr=0.5, weight_decay=0.1)
    take_step(optimizer, list(parts.values()), [torch.zeros_like(p) for p in parts.values()])
    for name, p in parts.items():
        assert torch.equal(p.detach(), before[name] * (1 - 0.5 * 0.1)), name


def test_a_parameter_that_was_not_used_stays():
    used, unused = parameters(np.random.default_rng(2), (3,), (3,))
    before = unused.detach().clone()
    optimizer = AdamATan2([used, unused], lr=0.1)
    used.grad = torch.ones_like(used)
    optimizer.step()
    assert torch.equal(unused.detach(), before)


def test_adam_atan2_goes_on_from_its_state_to_the_bit():
    rng = np.random.default_rng(3)
    tensors = parameters(rng, (3, 4), (5,))
    optimizer = AdamATan2(tensors, lr=0.1, betas=(0.8, 0.7), weight_decay=0.3)
    steps = [[torch.from_numpy(rng.normal(size=p.shape)) for p in tensors] for _ in range(12)]
    for gradients in steps[:7]:
        take_step(optimizer, tensors, gradients)
    others = [nn.Parameter(p.detach().clone()) for p in tensors]
    later = AdamATan2(others)
    later.load_state_dict(saved_and_read(optimizer.state_dict()))
    for gradients in steps[7:]:
        take_step(optimizer, tensors, gradients)
        take_step(later, others, gradients)
    assert numbers(others) == numbers(tensors)


@pytest.mark.parametrize(
    "settings",
    [
        *({name: value} for name in ("lr", "weight_decay") for value in (-1.0, math.nan, math.inf)),
        *({"betas": betas} for betas in ((1.0, 0.9), (0.9, -0.1), (0.9,), (0.9, math.nan))),
    ],
)
def test_settings_of_adam_atan2_that_do_not_do(settings):
    with pytest.raises(ValueError, match=rf"optimizer\.{next(iter(settings))}"):
        AdamATan2(parameters(np.random.default_rng(0), (2,)), **settings)


def look_up_and_step(optimizer, rows, gradients):
    vectors = optimizer.look_up(torch.tensor(rows))
    (vectors * torch.tensor(gradients, dtype=vectors.dtype)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()


def slow_rows(table, lookups, rates, decay):
    """Follow a table, a list of lists, number by number."""
    for (rows, gradients), lr in zip(lookups, rates, strict=True):
        for row in set(rows):
            for column in range(len(table[row])):
                places = [g[column] for r, g in zip(rows, gradients, strict=True) if r == row]
                total = math.fsum(places)
                sign = (total > 0) - (total < 0)
                table[row][column] = table[row][column] * (1 - lr * decay) - lr * sign
    return table


def test_rows_follow_the_sign_of_their_summed_gradients():
    """Whole gradients from -2 to 2, so that many sums cancel."""
    rng = np.random.default_rng(4)
    (table,) = parameters(rng, (7, 3))
    before = table.detach().tolist()
    optimizer = RowSignSGD(table, lr=1.0, weight_decay=0.1)
    lookups, rates = [], [0.05 * (1 + math.sin(step)) for step in range(N_STEPS)]
    for lr in rates:
        rows = rng.integers(0, 5, 8).tolist()
        gradients = rng.integers(-2, 3, (8, 3)).tolist()
        optimizer.param_groups[0]["lr"] = lr
        look_up_and_step(optimizer, rows, gradients)
        lookups.append((rows, gradients))
    assert any(len(set(rows)) < 8 for rows, _ in lookups)
    expected = slow_rows(copy.deepcopy(before), lookups, rates, 0.1)
    np.testing.assert_allclose(table.detach().numpy(), expected, rtol=0, atol=1e-13)
    assert table[5:].tolist() == before[5:]  # never looked up


def test_gradients_that_cancel_leave_one_decay():
    (table,) = parameters(np.random.default_rng(5), (4, 2))
    before = table.detach().clone()
    optimizer = RowSignSGD(table, lr=0.5, weight_decay=0.1)
    rows, gradients = [2, 0, 2, 2], [[0.3, 1e-9], [0.0, 0.0], [-0.3, 5.0], [0.0, -5.0]]
    look_up_and_step(optimizer, rows, gradients)
    expected = before.clone()
    expected[[0, 2]] *= 0.95
    expected[2, 1] -= 0.5
    torch.testing.assert_close(table.detach(), expected, rtol=0, atol=1e-15)
    assert torch.equal(table[[1, 3]], before[[1, 3]])


def test_many_places_of_a_row_count_as_one_step():
    table = nn.Parameter(torch.ones(3, 4, dtype=torch.float64))
    look_up_and_step(RowSignSGD(table, lr=0.25, weight_decay=0.0), [1] * 50, [[1.0] * 4] * 50)
    assert table[1].tolist() == [0.75] * 4


def test_a_table_is_bounded_by_its_decay():
    table = nn.Parameter(torch.zeros(2, 3))
    optimizer = RowSignSGD(table, lr=0.5, weight_decay=0.1)
    for _ in range(200):
        look_up_and_step(optimizer, [0, 0], [[1e6, -1e-20, 1e6], [1e6, 0.0, -1e6]])
    assert table.abs().max() <= 10
    assert table[0, :2].tolist() == pytest.approx([-10, 10], rel=1e-3)
    assert table[0, 2] == 0
    assert not table[1].any()


def test_the_last_of_two_look_ups_is_the_one_that_counts():
    """An evaluation in between may look up whatever it likes, too."""
    tables = [nn.Parameter(torch.ones(4, 2)) for _ in range(2)]
    twice, once = (RowSignSGD(table, lr=0.1, weight_decay=0.5) for table in tables)
    unwanted = twice.look_up(torch.tensor([0, 1]))
    vectors = twice.look_up(torch.tensor([1, 3]))
    (unwanted.sum() - vectors.sum()).backward()
    twice.step()
    look_up_and_step(once, [1, 3], [[-1.0, -1.0]] * 2)
    assert torch.equal(tables[0], tables[1])
    assert tables[0][0].tolist() == [1, 1]
    assert (tables[0][1] > 1).all()


def test_without_a_gradient_nothing_moves():
    table = nn.Parameter(torch.ones(4, 2))
    optimizer = RowSignSGD(table)
    optimizer.step()  # before any look-up
    vectors = optimizer.look_up(torch.tensor([1, 2]))
    optimizer.step()  # before the backward pass
    vectors.sum().backward()
    optimizer.zero_grad()
    optimizer.step()  # what was looked up is forgotten
    assert torch.equal(table, torch.ones(4, 2))


def test_what_is_looked_up_are_the_rows_and_the_table_has_no_dense_gradient():
    (table,) = parameters(np.random.default_rng(6), (4, 2))
    vectors = RowSignSGD(table).look_up(torch.tensor([3, 0, 3]))
    assert torch.equal(vectors, table[[3, 0, 3]])
    vectors.sum().backward()
    assert table.grad is None


@pytest.mark.parametrize("settings", [{"lr": -1.0}, {"weight_decay": -0.1}, {"lr": math.nan}])
def test_settings_of_row_sign_sgd_that_do_not_do(settings):
    with pytest.raises(ValueError, match=rf"table_optimizer\.{next(iter(settings))}"):
        RowSignSGD(nn.Parameter(torch.zeros(1, 1)), **settings)


def test_the_mean_is_that_of_every_number():
    rng = np.random.default_rng(7)
    tensors = parameters(rng, (3, 2), (4,))
    expected = numbers(tensors)
    ema = Ema(iter(tensors), 0.9)
    assert numbers(ema.means) == expected  # it starts there
    for _ in range(N_STEPS):
        for p in tensors:
            p.data += torch.from_numpy(rng.normal(size=p.shape))  # in place, as optimisers do
        ema.update()
        pairs = zip(expected, numbers(tensors), strict=True)
        expected = [0.9 * mean + (1 - 0.9) * value for mean, value in pairs]
    np.testing.assert_allclose(numbers(ema.means), expected, rtol=0, atol=1e-12)
    others = parameters(rng, (3, 2), (4,))
    ema.copy_to(others)
    assert numbers(others) == numbers(ema.means)
    assert numbers(others) != numbers(tensors)


def test_a_mean_goes_on_from_its_state_to_the_bit():
    rng = np.random.default_rng(8)
    tensors = parameters(rng, (3, 2), (4,))
    ema = Ema(tensors, 0.7)
    tensors[0].data += 1
    ema.update()
    later = Ema(tensors, 0.7)
    assert numbers(later.means) != numbers(ema.means)
    later.load_state_dict(saved_and_read(ema.state_dict()))
    tensors[1].data -= 2
    ema.update()
    later.update()
    assert numbers(later.means) == numbers(ema.means)


def test_a_rate_of_0_follows_at_once():
    (p,) = parameters(np.random.default_rng(9), (5,))
    ema = Ema([p], 0.0)
    p.data += 3
    ema.update()
    assert numbers(ema.means) == pytest.approx(numbers([p]), rel=1e-15)


@pytest.mark.parametrize("rate", [1.0, -0.1, 2.0, math.nan])
def test_rates_that_do_not_do(rate):
    with pytest.raises(ValueError, match="ema must be a finite number of at least 0 and under 1"):
        Ema([], rate)
