"""What a published TRM checkpoint computes here, under the names of the expected tensors."""

from collections.abc import Mapping

import torch

from arcrep.models import Trm
from arcrep.models.published_trm import PREFIX, published_name_of
from arcrep.models.trm import VOCABULARY
from arcrep.training.deep_supervision import Halting, sample_losses
from arcrep.training.parity_expected import check_expected

NEEDED = ("inputs", "labels", "puzzle_identifiers", "logits.step1", "train_loss.step1")


def computed(model: Trm, expected: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return logits of carried supervision steps, and losses and gradients of the first one.

    `inputs` and `labels` (batch, cells) hold tokens, labels below 0 where nothing is scored;
    `puzzle_identifiers` (batch,) count the rows of the published table, whose row 0 is no task.
    Losses are sums over the batch.

    Raises:
        ValueError: They are of another size than the model, or out of range.
    """
    n = len(expected["inputs"]) if expected["inputs"].ndim else 0
    cells, n_tasks = (n, model.side**2), len(model.task_table.task_ids)
    check_expected(expected, "inputs", cells, 0, VOCABULARY - 1)
    check_expected(expected, "labels", cells, None, VOCABULARY - 1)
    check_expected(expected, "puzzle_identifiers", (n,), 1, n_tasks)
    tokens = expected["inputs"].to(torch.uint8)
    rows = expected["puzzle_identifiers"].long() - 1
    steps = sum(name.startswith("logits.step") for name in expected)
    return _inferred(model, tokens, rows, steps) | _trained(model, tokens, rows, expected["labels"])


@torch.no_grad()
def _inferred(
    model: Trm, tokens: torch.Tensor, rows: torch.Tensor, steps: int
) -> dict[str, torch.Tensor]:
    inputs = model.embed(tokens, model.task_table(rows))
    carry, found = model.initial(len(tokens), inputs.dtype), dict[str, torch.Tensor]()
    for step in range(1, steps + 1):
        carry = model.supervision_step(carry, inputs)
        found[f"logits.step{step}"] = model.read(carry.answer)
        found[f"q_halt_logits.step{step}"] = model.halt(carry.answer)[:, 0]
    return found


def _trained(
    model: Trm, tokens: torch.Tensor, rows: torch.Tensor, labels: torch.Tensor
) -> dict[str, torch.Tensor]:
    vectors = model.task_table.weight.detach()[rows].requires_grad_()
    inputs = model.embed(tokens, vectors)
    answer = model.supervision_step(model.initial(len(tokens), inputs.dtype), inputs).answer
    losses = sample_losses(
        model.read(answer), model.halt(answer), labels.clamp(min=0).to(torch.uint8)
    )
    cells, halt = losses.cells.sum(), losses.halt.sum()
    total = cells + Halting().weight * halt
    total.backward()
    assert vectors.grad is not None
    found = {
        "lm_loss.step1": cells.reshape(1),
        "q_halt_loss.step1": halt.reshape(1),
        "train_loss.step1": total.reshape(1),
        "puzzle_embedding_grad": vectors.grad,
    }
    for name, parameter in model.named_parameters():
        if parameter.grad is not None:
            theirs = f"grad_norm.{PREFIX}{published_name_of(name)}"
            found[theirs] = parameter.grad.norm().reshape(1)
    return found
