"""What a published VARC checkpoint computes here, under the names of the expected tensors."""

from collections.abc import Mapping

import torch
from jaxtyping import UInt8

from arcrep.data import PATCH, Bucket, Tokens
from arcrep.models import Varc
from arcrep.models.published_varc import published_name
from arcrep.training.objectives import cell_cross_entropy
from arcrep.training.parity_expected import check_expected

NEEDED = ("inputs", "attention_mask", "targets", "task_ids", "logits", "loss")


def computed(model: Varc, expected: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return logits, the loss and the norm of each parameter's gradient.

    `inputs`, `attention_mask` and `targets` (batch, side, side) are canvases, `task_ids` (batch,)
    rows of the table; `logits` are (batch, colors, side, side).

    Raises:
        ValueError: They are of another size than the model, or out of range.
    """
    n, side = len(expected["inputs"]) if expected["inputs"].ndim else 0, model.patches_per_side
    canvases, most = (n, side * PATCH, side * PATCH), model.colors - 1
    check_expected(expected, "inputs", canvases, 0, most)
    check_expected(expected, "attention_mask", canvases, 0, 1)
    check_expected(expected, "targets", canvases, 0, most)
    check_expected(expected, "task_ids", (n,), 0, len(model.task_table.task_ids) - 1)
    inputs, mask, targets = (expected[name].to(torch.uint8) for name in NEEDED[:3])
    tokens = tokens_of_canvases(inputs, mask, targets, expected["task_ids"].long())
    assert tokens.labels is not None
    logits = model(tokens).logits
    loss = cell_cross_entropy(logits, tokens.labels)
    loss.backward()
    found = {"logits": to_canvases(logits, n), "loss": loss.reshape(1)}
    return found | gradient_norms(model)


def tokens_of_canvases(
    inputs: UInt8[torch.Tensor, "batch side side"],
    mask: UInt8[torch.Tensor, "batch side side"],
    targets: UInt8[torch.Tensor, "batch side side"],
    task_rows: torch.Tensor,
) -> Tokens:
    """Return all tokens of ready-made canvases; a patch with any cell in the mask is a key."""
    cells, labels = _patches(inputs), _patches(targets)
    n_batch, n_patches, _ = cells.shape
    task_cells = torch.zeros(n_batch, 1, PATCH * PATCH, dtype=torch.uint8)
    is_key = _patches(mask).bool().any(dim=-1)
    keys = torch.cat((torch.ones(n_batch, 1, dtype=torch.bool), is_key), dim=1)
    length = n_patches + 1
    slots = torch.arange(n_batch) * length
    numbers = torch.cat((torch.tensor([n_patches]), torch.arange(n_patches)))
    outputs = (slots[:, None] + torch.arange(1, length)).flatten()
    return Tokens(
        cells=torch.cat((task_cells, cells), dim=1).flatten(0, 1),
        patches=numbers.repeat(n_batch),
        task_rows=task_rows,
        task_slots=slots,
        buckets=(Bucket(0, n_batch, length, length, keys[:, None, None, :]),),
        outputs=outputs,
        output_samples=torch.arange(n_batch).repeat_interleave(n_patches),
        labels=labels.flatten(0, 1),
    )


def to_canvases(logits: torch.Tensor, n_batch: int) -> torch.Tensor:
    """Return logits of all patches (batch * patches, 4, colors) as (batch, colors, side, side)."""
    colors = logits.shape[-1]
    side = int((len(logits) // n_batch) ** 0.5)
    patches = logits.reshape(n_batch, side, side, PATCH, PATCH, colors)
    return patches.permute(0, 5, 1, 3, 2, 4).reshape(n_batch, colors, side * PATCH, side * PATCH)


def gradient_norms(model: Varc) -> dict[str, torch.Tensor]:
    """Return the norm of each parameter's gradient under the parameter's published name."""
    return {
        f"grad_norm.{published_name(name)}": parameter.grad.norm().reshape(1)
        for name, parameter in model.named_parameters()
        if parameter.grad is not None
    }


def _patches(canvases: torch.Tensor) -> torch.Tensor:
    """Cut canvases (batch, side, side) into patches (batch, patches, 4), row by row."""
    n_batch, side, _ = canvases.shape
    cut = canvases.reshape(n_batch, side // PATCH, PATCH, side // PATCH, PATCH)
    return cut.permute(0, 1, 3, 2, 4).reshape(n_batch, -1, PATCH * PATCH)
