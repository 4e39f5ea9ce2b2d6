"""Published checkpoints against what their authors' code computes from them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch

from arcrep.models import Trm, load_published
from arcrep.training import parity_trm, parity_varc
from arcrep.training.parity_expected import FILE, read_expected

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
            `arcrep.training.parity_varc` and `parity_trm`.

    Raises:
        ValueError: A file is missing or not what it should be.
    """
    folder = Path(folder)
    what, model = _read_about(folder), load_published(folder)
    kind = "TRM" if isinstance(model, Trm) else "VARC"
    if kind not in what:
        raise ValueError(
            f"{folder}: about.json speaks of no {kind}, which the checkpoint is: one of the two "
            "belongs to another folder"
        )
    if isinstance(model, Trm):
        expected = read_expected(folder, parity_trm.NEEDED)
        return _compared(folder, parity_trm.computed(model, expected), expected)
    expected = read_expected(folder, parity_varc.NEEDED)
    return _compared(folder, parity_varc.computed(model, expected), expected)


def _compared(
    folder: Path, found: Mapping[str, torch.Tensor], expected: Mapping[str, torch.Tensor]
) -> list[Difference]:
    """Compare what was computed with what is expected of it: logits, losses, gradients."""
    names = [name for name in expected if any(kind in name for kind in ("logits", "loss", "grad"))]
    missing = sorted(set(names) ^ set(found))
    if missing:
        raise ValueError(
            f"{folder}: {FILE} and the checkpoint differ in what there is: {', '.join(missing)}: "
            "one of the two belongs to another folder"
        )
    return [_difference(name, found[name], expected[name]) for name in names]


def _difference(name: str, found: torch.Tensor, expected: torch.Tensor) -> Difference:
    if found.shape != expected.shape:
        raise ValueError(
            f"{FILE}: {name}: expected {tuple(expected.shape)}, got {tuple(found.shape)}: it is of "
            "another checkpoint"
        )
    expected = expected.double()
    difference, largest = (found.detach() - expected).abs().max(), expected.abs().max()
    # Where all that is expected is 0, any difference is too large, and none is none.
    return Difference(name, (difference / largest).item() if difference else 0.0)


def _read_about(folder: Path) -> str:
    """Return what the folder says it holds."""
    path = folder / "about.json"
    try:
        about: Any = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ValueError(
            f"{path} cannot be read: {reason}: copy it again from where the folder came from"
        ) from None
    what = cast("dict[str, Any]", about).get("what") if isinstance(about, dict) else None
    if not isinstance(what, str):
        raise ValueError(f'{path} does not say what the folder holds: it needs a text as "what"')
    return what
