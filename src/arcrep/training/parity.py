"""Published checkpoints against what their authors' code computes from them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from jaxtyping import UInt8
from safetensors import SafetensorError
from safetensors.torch import load_file

from arcrep.data import PATCH, Bucket, Tokens
from arcrep.models import Varc, load_published, load_published_trm, published_name
from arcrep.training.objectives import cell_cross_entropy
from arcrep.training.parity_trm import NEEDED, computed

TOLERANCE = 2e-4  # of the largest expected value of a tensor, float32


@dataclass(frozen=True)
class Difference:
    """The largest difference in a tensor, relative to the largest expected value."""

    name: str
    relative: float

    @property
    def holds(self) -> bool:
        """Whether the difference is within the tolerance."""
        return self.relative <= TOLERANCE  # False for NaN


def check_published(folder: Path | str) -> list[Difference]:
    """Compute logits, losses and gradients of a checkpoint and compare with the expected ones.

    Args:
        folder: Holds a published VARC or TRM checkpoint, `about.json` (what it is) and
            `expected.safetensors`, with inputs and what the published code makes of them: see
            `_check_varc` and `arcrep.training.parity_trm`.

    Raises:
        ValueError: A file is missing or not what it should be.
    """
    folder = Path(folder)
    what = _read_about(folder)
    if "TRM" in what:
        expected = _read_expected(folder, NEEDED)
        return _compared(folder, computed(load_published_trm(folder), expected), expected)
    return _check_varc(folder)


def _check_varc(folder: Path) -> list[Difference]:
    """Compare a VARC checkpoint.

    Expected are `inputs`, `attention_mask`, `targets` (batch, side, side), `task_ids` (batch,),
    `logits` (batch, colors, side, side), `loss` and `grad_norm.<published name>` of each parameter.
    """
    needed = ("inputs", "attention_mask", "targets", "task_ids", "logits", "loss")
    expected = _read_expected(folder, needed)
    model = load_published(folder)
    tokens = tokens_of_canvases(
        expected["inputs"], expected["attention_mask"], expected["targets"], expected["task_ids"]
    )
    assert tokens.labels is not None
    logits = model(tokens).logits
    loss = cell_cross_entropy(logits, tokens.labels)
    loss.backward()
    found = {"logits": to_canvases(logits, len(expected["inputs"])), "loss": loss.reshape(1)}
    return _compared(folder, found | gradient_norms(model), expected)


def _compared(
    folder: Path, found: Mapping[str, torch.Tensor], expected: Mapping[str, torch.Tensor]
) -> list[Difference]:
    """Compare what was computed with what is expected of it: logits, losses, gradients."""
    names = [name for name in expected if any(kind in name for kind in ("logits", "loss", "grad"))]
    missing = sorted(set(names) ^ set(found))
    if missing:
        raise ValueError(f"{folder}: expected and computed tensors differ: {', '.join(missing)}")
    return [_difference(name, found[name], expected[name]) for name in names]


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


def _difference(name: str, found: torch.Tensor, expected: torch.Tensor) -> Difference:
    if found.shape != expected.shape:
        raise ValueError(f"{name}: expected {tuple(expected.shape)}, got {tuple(found.shape)}")
    difference, largest = (found.detach() - expected).abs().max(), expected.abs().max()
    # Where all that is expected is 0, any difference is too large, and none is none.
    return Difference(name, (difference / largest).item() if difference else 0.0)


def _read_about(folder: Path) -> str:
    try:
        about = json.loads((folder / "about.json").read_text())
    except (OSError, ValueError) as error:
        raise ValueError(f"{folder}: about.json cannot be read: {error}") from None
    what = str(cast("Any", about).get("what")) if isinstance(about, dict) else ""
    if not ("VARC" in what or "TRM" in what):
        raise ValueError(f"{folder}: about.json speaks of no VARC or TRM checkpoint")
    return what


def _read_expected(folder: Path, needed: Sequence[str]) -> dict[str, torch.Tensor]:
    path = folder / "expected.safetensors"
    try:
        expected = load_file(path)
    except (OSError, SafetensorError) as error:
        raise ValueError(f"{path} cannot be read: {error}") from None
    absent = [name for name in needed if name not in expected]
    if absent:
        raise ValueError(f"{path} lacks {', '.join(absent)}")
    return expected
