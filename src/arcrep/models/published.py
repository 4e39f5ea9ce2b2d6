"""Published checkpoints as models of ours.

**Source:** checkpoint layout of the VARC code release of 2025-11-26 (torch.save dict with
`model_state`; keys carry `_orig_mod.` because the model was compiled).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from arcrep.models.layers import axial_rotary, side_of
from arcrep.models.saved import read_saved
from arcrep.models.varc import Varc

_FILES = ("checkpoint_best.pt", "checkpoint_final.pt")
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
_IN_BLOCK = {
    "self_attn.qkv": "qkv",
    "self_attn.proj": "out",
    "norm1": "norm1",
    "linear1": "mlp_in",
    "linear2": "mlp_out",
    "norm2": "norm2",
}


def load_published(path: Path | str, task_ids: Sequence[str] | None = None) -> Varc:
    """Load a published VARC checkpoint, in eval mode.

    Args:
        path: The checkpoint, or a folder that holds one under its published name.
        task_ids: The tasks in the order of the checkpoint's table, which stores no names;
            without them the rows are called `row_0`, `row_1`, ...

    Raises:
        ValueError: The file is no such checkpoint, or the ids do not fit its table.
    """
    state, config = _read(_checkpoint_file(Path(path)))
    model = _build(state, config, task_ids)
    named = {ours: state[theirs] for theirs, ours in _names(state).items()}
    named["position_embedding"] = named["position_embedding"].squeeze(0)
    missing, unexpected = model.load_state_dict(named, strict=False)
    missing = [name for name in missing if not name.endswith("_extra_state")]
    if missing or unexpected:
        raise ValueError(f"{path}: tensors missing {missing}, not understood {unexpected}")
    return model.eval()


def published_name(name: str) -> str:
    """Return the published name of one of our VARC parameters."""
    for theirs, ours in _TOP_LEVEL.items():
        if name == ours:
            return theirs
    _, layer, part, kind = name.split(".")
    theirs = next(theirs for theirs, ours in _IN_BLOCK.items() if ours == part)
    return f"encoder.layers.{layer}.{theirs}.{kind}"


def _checkpoint_file(path: Path) -> Path:
    if not path.is_dir():
        return path
    found = [path / name for name in _FILES if (path / name).is_file()]
    if not found:
        raise ValueError(f"{path} holds no published checkpoint ({' or '.join(_FILES)})")
    return found[0]


def _read(path: Path) -> tuple[dict[str, torch.Tensor], Mapping[str, Any]]:
    saved = read_saved(path)
    if not isinstance(saved, dict) or not isinstance(saved.get("model_state"), dict):
        raise ValueError(f"{path} is no published VARC checkpoint: it has no model_state")
    state = {name.removeprefix(_COMPILED): value for name, value in saved["model_state"].items()}
    needed = (*_TOP_LEVEL, f"encoder.layers.0{_ROTARY}freqs_cos", "encoder.layers.0.linear1.weight")
    absent = [name for name in needed if name not in state]
    if absent:
        raise ValueError(f"{path} is no published VARC checkpoint: it lacks {', '.join(absent)}")
    return state, saved.get("config", {})


def _build(
    state: Mapping[str, torch.Tensor], config: Mapping[str, Any], task_ids: Sequence[str] | None
) -> Varc:
    n_tasks, d_model = state["task_token_embed.weight"].shape
    if task_ids is None:
        task_ids = [f"row_{row}" for row in range(n_tasks)]
    if len(task_ids) != n_tasks:
        raise ValueError(f"the checkpoint has {n_tasks} task embeddings, got {len(task_ids)} ids")
    side = side_of(state["positional_embed"].shape[1])
    n_layers = len({name.split(".")[2] for name in state if name.startswith("encoder.layers.")})
    d_head = _check_rotary(state, side)
    return Varc(
        task_ids,
        d_model=d_model,
        n_layers=n_layers,
        n_heads=d_model // d_head,
        d_mlp=state["encoder.layers.0.linear1.weight"].shape[0],
        dropout=float(config.get("dropout", 0.1)),
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
            _, _, layer, *part, kind = name.split(".")
            names[name] = f"blocks.{layer}.{_IN_BLOCK.get('.'.join(part), '?')}.{kind}"
    return names
