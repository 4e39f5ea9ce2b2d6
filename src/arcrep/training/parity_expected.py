"""The file expected.safetensors: what a published checkpoint was given, and what came of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

FILE = "expected.safetensors"


def read_expected(folder: Path, needed: Sequence[str]) -> dict[str, torch.Tensor]:
    """Read the tensors by their names.

    Raises:
        ValueError: The file cannot be read, or lacks one that is needed.
    """
    path = folder / FILE
    try:
        expected = load_file(path)
    except (OSError, SafetensorError) as error:
        reason = "there is no such file" if isinstance(error, FileNotFoundError) else error
        raise ValueError(
            f"{path} cannot be read: {reason}: copy it again from where the folder came from"
        ) from None
    absent = [name for name in needed if name not in expected]
    if absent:
        raise ValueError(f"{path} lacks {', '.join(absent)}: it is no file of this checkpoint")
    return expected


def check_expected(
    expected: Mapping[str, torch.Tensor],
    name: str,
    shape: tuple[int, ...],
    low: int | None,
    high: int,
) -> None:
    """Refuse what a model was given if it is empty, of another shape or out of range.

    Raises:
        ValueError: It is.
    """
    values = expected[name]
    if values.shape != shape or not values.numel():
        raise ValueError(
            f"{FILE}: {name} is {tuple(values.shape)}, for this checkpoint and these inputs it has "
            f"to be {shape}, and not empty"
        )
    lowest, highest = values.min().item(), values.max().item()
    if not (low is None or lowest >= low) or not highest <= high:
        raise ValueError(
            f"{FILE}: {name} is from {lowest:g} to {highest:g}, it may be "
            f"{'' if low is None else f'from {low} '}up to {high}"
        )
