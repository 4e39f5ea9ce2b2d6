"""Published VARC checkpoints as models of ours.

**Source:** checkpoint layout of the VARC code release of 2025-11-26 (torch.save dict with
`model_state`; keys carry `_orig_mod.` because the model was compiled).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import torch

from arcrep.models.layers import axial_rotary, side_of
from arcrep.models.published_tensors import AGAIN, check_tensor, loaded
from arcrep.models.varc import Varc
from arcrep.settings import check_number

_COMPILED = "_orig_mod."
_ROTARY = ".self_attn.rotary."
_TOP_LEVEL = {
    "positional_embed": "position_embedding",
    "color_embed.weight": "color_embedding",
    "task_token_embed.weight": "task_table.weight",
    "patch_embed.proj.weight": "patch_embedding.weight",
    "patch_embed.proj.bias": "patch_embedding.bias",
    "norm.weight": "norm.weight",
    "norm.bias": "norm.bias",
    "head.weight": "head.weight",
    "head.bias": "head.bias",
}
_DIMENSIONS = {"positional_embed": 3, "patch_embed.proj.weight": 4}
_IN_BLOCK = {
    "self_attn.qkv": "qkv",
    "self_attn.proj": "out",
    "norm1": "norm1",
    "linear1": "mlp_in",
    "linear2": "mlp_out",
    "norm2": "norm2",
}


def is_varc(saved: Mapping[Any, Any]) -> bool:
    """Whether this is what a VARC run saves."""
    return "model_state" in saved


def varc_of(saved: Mapping[Any, Any], file: Path, task_ids: Sequence[str] | None) -> Varc:
    """Build the model of a checkpoint that was read from a file, in eval mode.

    Raises:
        ValueError: It is damaged, or the ids do not fit its table.
    """
    state = _checked(saved["model_state"], file)
    try:
        model = _build(state, _dropout(saved), task_ids)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    named = {ours: state[theirs] for theirs, ours in _names(state).items()}
    named["position_embedding"] = named["position_embedding"].squeeze(0)
    return loaded(model, named, file)


def published_name(name: str) -> str:
    """Return the published name of one of our VARC parameters."""
    for theirs, ours in _TOP_LEVEL.items():
        if name == ours:
            return theirs
    _, layer, part, kind = name.split(".")
    theirs = next(theirs for theirs, ours in _IN_BLOCK.items() if ours == part)
    return f"encoder.layers.{layer}.{theirs}.{kind}"


def _checked(state: Any, file: Path) -> dict[str, torch.Tensor]:
    """Return the tensors by their published names, with numbers in as many dimensions as meant."""
    if not isinstance(state, dict):
        raise ValueError(f"{file} is damaged: model_state is no state dict: {AGAIN}")
    named = {
        str(name).removeprefix(_COMPILED): value
        for name, value in cast("dict[Any, Any]", state).items()
    }
    needed = (*_TOP_LEVEL, f"encoder.layers.0{_ROTARY}freqs_cos", "encoder.layers.0.linear1.weight")
    absent = [name for name in needed if name not in named]
    if absent:
        raise ValueError(
            f"{file} is no published VARC checkpoint: it lacks {', '.join(absent)}: {AGAIN}"
        )
    for name, value in named.items():
        of_one = name.endswith(".bias") or "norm" in name
        check_tensor(name, value, _DIMENSIONS.get(name, 1 if of_one else 2), file)
    return named


def _dropout(saved: Mapping[Any, Any]) -> float:
    config = saved.get("config", {})
    dropout = (
        cast("dict[Any, Any]", config).get("dropout", 0.1) if isinstance(config, dict) else 0.1
    )
    check_number("config.dropout", dropout, most=1, without_most=True)
    return float(dropout)


def _build(
    state: Mapping[str, torch.Tensor], dropout: float, task_ids: Sequence[str] | None
) -> Varc:
    n_tasks, d_model = state["task_token_embed.weight"].shape
    if task_ids is None:
        task_ids = [f"row_{row}" for row in range(n_tasks)]
    if len(task_ids) != n_tasks:
        raise ValueError(f"the checkpoint has {n_tasks} task embeddings, got {len(task_ids)} ids")
    side = side_of(state["positional_embed"].shape[1])
    n_layers = len({name.split(".")[2] for name in state if name.startswith("encoder.layers.")})
    d_head = _check_rotary(state, side)
    if not d_head or d_model % d_head:
        raise ValueError(f"a width of {d_model} does not divide into heads of {d_head}")
    return Varc(
        task_ids,
        d_model=d_model,
        n_layers=n_layers,
        n_heads=d_model // d_head,
        d_mlp=state["encoder.layers.0.linear1.weight"].shape[0],
        dropout=dropout,
        patches_per_side=side,
        colors=state["color_embed.weight"].shape[0],
    )


def _check_rotary(state: Mapping[str, torch.Tensor], side: int) -> int:
    """Return the head width, which only the rotary buffers tell, after checking their content."""
    d_head = state[f"encoder.layers.0{_ROTARY}freqs_cos"].shape[1]
    cos, sin = (part[:-1].repeat_interleave(2, dim=1) for part in axial_rotary(side, d_head))
    for name, buffer in state.items():
        if _ROTARY in name:
            expected = cos if name.endswith("cos") else sin
            if buffer.shape != expected.shape or not torch.allclose(
                buffer.double(), expected, atol=1e-4
            ):
                raise ValueError(f"{name} does not hold the 2-D rotary positions of VARC")
    return d_head


def _names(state: Mapping[str, torch.Tensor]) -> dict[str, str]:
    """Map the published names of weights to ours; names not understood stay as they are."""
    names = dict[str, str]()
    for name in state:
        if _ROTARY in name:
            continue
        names[name] = _TOP_LEVEL.get(name, name)
        if name.startswith("encoder.layers."):
            layer, _, rest = name.removeprefix("encoder.layers.").partition(".")
            part, _, kind = rest.rpartition(".")
            names[name] = f"blocks.{layer}.{_IN_BLOCK.get(part, '?')}.{kind}"
    return names
