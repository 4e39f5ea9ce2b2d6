"""The optimisers of TRM: AdamATan2 for the network, sign-SGD for the rows of the task table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import torch
from jaxtyping import Float, Int64
from torch import nn

from arcrep.settings import check_number


def check_rates(what: str, given: Mapping[str, Any]) -> None:
    """Refuse settings of an optimiser that are no rates: torch lets infinity pass.

    Args:
        what: The optimiser, as the user calls it.
        given: Settings by name; what an optimiser has beside rates is its own affair.

    Raises:
        ValueError: It names the setting.
    """
    for name in ("lr", "weight_decay", "eps"):
        if name in given:
            check_number(f"{what}.{name}", given[name])
    betas = given.get("betas", (0.0, 0.0))
    if not isinstance(betas, list | tuple) or len(cast("Sequence[Any]", betas)) != 2:
        raise ValueError(f"{what}.betas must be two numbers, got {betas!r}")
    for beta in cast("Sequence[Any]", betas):
        check_number(f"{what}.betas: each", beta, most=1, without_most=True)


def state_after_a_step(optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """Take a step with gradients of 0 and return the state: many make theirs in the first one."""
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            parameter.grad = torch.zeros_like(parameter)
    optimizer.step()
    optimizer.zero_grad()
    return optimizer.state_dict()


class AdamATan2(torch.optim.Optimizer):
    """Adam whose step is an arc tangent of the two moments: no epsilon, and a bounded step.

    p <- p (1 - lr wd) - lr atan2(m / (1 - b1^t), sqrt(v / (1 - b2^t))), at most lr pi / 2.

    **Source:** Everett et al. (2024), arXiv 2407.05872; without extra factors, as the package
    adam-atan2 0.0.3, which TRM (arXiv 2510.04871) uses, has it.

    Raises:
        ValueError: A setting is out of range.
    """

    def __init__(
        self,
        params: Iterable[nn.Parameter],
        lr: float = 1e-4,
        betas: Sequence[float] = (0.9, 0.95),
        weight_decay: float = 0.1,
    ) -> None:
        check_rates("optimizer", {"lr": lr, "betas": betas, "weight_decay": weight_decay})
        super().__init__(
            params, {"lr": lr, "betas": tuple(betas), "weight_decay": weight_decay, "step": 0}
        )

    @torch.no_grad()
    def step(self, closure: Any = None) -> Any:
        """Take a step along the gradients."""
        assert closure is None  # nothing here evaluates a loss again
        for group in self.param_groups:
            group["step"] += 1
            (beta1, beta2), t, lr = group["betas"], group["step"], group["lr"]
            # Both corrections in one factor: atan2(c m, sqrt v) is atan2(m / c1, sqrt(v / c2)).
            correction = (1 - beta2**t) ** 0.5 / (1 - beta1**t)
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["mean"], state["square"] = torch.zeros_like(p), torch.zeros_like(p)
                mean, square = state["mean"], state["square"]
                mean.lerp_(p.grad, 1 - beta1)
                square.mul_(beta2).addcmul_(p.grad, p.grad, value=1 - beta2)
                p.mul_(1 - lr * group["weight_decay"])
                p.sub_(torch.atan2(mean * correction, square.sqrt()), alpha=lr)


class RowSignSGD(torch.optim.Optimizer):
    """Sign descent on those rows of a table that were looked up, with their decay.

    p <- p (1 - lr wd) - lr sign(g), where g is the sum over all places where the row was looked up;
    rows that were not looked up stay. It waits for no number from the device.

    **Source:** TRM (arXiv 2510.04871), sparse embedding of the code release at commit e7b6871.

    Raises:
        ValueError: A setting is out of range.
    """

    def __init__(self, table: torch.Tensor, lr: float = 1e-2, weight_decay: float = 0.1) -> None:
        check_rates("table_optimizer", {"lr": lr, "weight_decay": weight_decay})
        super().__init__([table], {"lr": lr, "weight_decay": weight_decay})
        self._table = table
        self._rows: torch.Tensor | None = None
        self._looked_up: torch.Tensor | None = None

    def look_up(self, rows: Int64[torch.Tensor, "batch"]) -> Float[torch.Tensor, "batch d_model"]:
        """Return rows of the table, whose gradients the next step takes."""
        self._rows = rows
        self._looked_up = self._table.detach()[rows].requires_grad_()
        return self._looked_up

    @torch.no_grad()
    def step(self, closure: Any = None) -> Any:
        """Take a step on the rows that were looked up last."""
        assert closure is None  # nothing here evaluates a loss again
        if self._rows is None or self._looked_up is None or self._looked_up.grad is None:
            return
        (group,) = self.param_groups
        rows, gradient = self._rows, self._looked_up.grad
        # Equal rows give equal sums, bit for bit: each takes that of its first place.
        same = rows[:, None] == rows
        first = same.int().argmax(dim=1)
        total = (same.to(gradient.dtype) @ gradient)[first]
        old = self._table[rows]
        new = old * (1 - group["lr"] * group["weight_decay"]) - group["lr"] * total.sign()
        self._table[rows] = new

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget what was looked up."""
        self._rows = self._looked_up = None
        super().zero_grad(set_to_none)


class Ema:
    """A running mean of parameters: s <- rate s + (1 - rate) p after every step, from the start.

    **Source:** TRM (arXiv 2510.04871), EMA of the code release: no warm-up, no correction.

    Raises:
        ValueError: The rate is out of range.
    """

    def __init__(self, parameters: Iterable[nn.Parameter], rate: float = 0.999) -> None:
        check_number("ema", rate, most=1, without_most=True)
        self._parameters, self.rate = list(parameters), rate
        self.means = [p.detach().clone() for p in self._parameters]

    @torch.no_grad()
    def update(self) -> None:
        """Take in the parameters as they are."""
        for mean, parameter in zip(self.means, self._parameters, strict=True):
            mean.lerp_(parameter, 1 - self.rate)

    @torch.no_grad()
    def copy_to(self, parameters: Iterable[nn.Parameter]) -> None:
        """Put the means into the parameters of another model of the kind."""
        for parameter, mean in zip(parameters, self.means, strict=True):
            parameter.copy_(mean)

    def state_dict(self) -> dict[str, Any]:
        """Return the means, for a checkpoint."""
        return {"means": self.means}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on from saved means."""
        for mean, saved in zip(self.means, state["means"], strict=True):
            mean.copy_(saved)
