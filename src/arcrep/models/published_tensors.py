"""Tensors of published checkpoints: looked at, and put into a model of ours."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import nn

M = TypeVar("M", bound=nn.Module)
AGAIN = "fetch the checkpoint again from where it was published"


def check_tensor(name: str, value: Any, n_dimensions: int, file: Path) -> None:
    """Refuse what is no tensor of numbers with so many dimensions.

    Raises:
        ValueError: It is not.
    """
    is_tensor = isinstance(value, torch.Tensor) and value.is_floating_point()
    if not is_tensor or value.ndim != n_dimensions:
        raise ValueError(
            f"{file} is damaged: {name} is no tensor of numbers with {n_dimensions} dimensions: "
            f"{AGAIN}"
        )


def loaded(model: M, named: Mapping[str, torch.Tensor], file: Path) -> M:
    """Put the tensors, under our names, into a model in float32; return it in eval mode.

    Raises:
        ValueError: A tensor is missing, not known to the model, or of another shape.
    """
    named = {name: value.float() for name, value in named.items()}
    own = model.state_dict()
    wrong = [
        f"{name} {tuple(value.shape)}, not {tuple(own[name].shape)}"
        for name, value in named.items()
        if name in own and value.shape != own[name].shape
    ]
    if wrong:
        raise ValueError(f"{file}: tensors do not fit each other: {'; '.join(wrong)}: {AGAIN}")
    missing, unexpected = model.load_state_dict(named, strict=False)
    missing = [name for name in missing if not name.endswith("_extra_state")]
    if missing or unexpected:
        raise ValueError(f"{file}: tensors missing {missing}, not understood {unexpected}: {AGAIN}")
    return model.eval()
