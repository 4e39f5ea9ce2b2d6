"""Published TRM checkpoints as models of ours.

**Source:** checkpoint layout of the TRM code release at commit e7b6871: a plain state dict, file
`step_<N>`, whose keys carry `_orig_mod.` where the model was compiled, beside `all_config.yaml`.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
import yaml

from arcrep.models.published_tensors import AGAIN, check_tensor, loaded
from arcrep.models.trm import VOCABULARY, Trm
from arcrep.models.trm_layers import mlp_width
from arcrep.settings import check_number

PREFIX = "model.inner."
_COMPILED = "_orig_mod."
_TABLE = "puzzle_emb.weights"
_TOP_LEVEL = {
    "H_init": "answer_init",
    "L_init": "latent_init",
    "embed_tokens.embedding_weight": "token_embedding",
    "lm_head.weight": "head",
    "q_head.weight": "halt_head.weight",
    "q_head.bias": "halt_head.bias",
    _TABLE: "task_table.weight",
}
_IN_BLOCK = {
    "self_attn.qkv_proj.weight": "qkv",
    "self_attn.o_proj.weight": "out",
    "mlp.gate_up_proj.weight": "gate_up",
    "mlp.down_proj.weight": "down",
}
_LAYERS = "L_level.layers."
_DIMENSIONS = {"H_init": 1, "L_init": 1, "q_head.bias": 1}  # of all others: 2
_BUILT = {
    "mlp_t": False,
    "causal": False,
    "pos_encodings": "rope",
    "rope_theta": 10_000.0,
    "rms_norm_eps": 1e-5,
}


def is_trm(saved: Mapping[Any, Any]) -> bool:
    """Whether this is the state of a TRM model, or what is left of one."""
    names = [_bare(name) for name in saved]
    return any(name in _TOP_LEVEL or name.startswith(_LAYERS) for name in names)


def trm_of(saved: Mapping[Any, Any], file: Path, task_ids: Sequence[str] | None) -> Trm:
    """Build the model of a checkpoint that was read from a file, in eval mode.

    Raises:
        ValueError: It is damaged, its settings are missing or of a variant that is not built here,
            or the ids do not fit its table.
    """
    state, config = _checked(saved, file), _read_config(file.parent)
    try:
        model = _build(state, config, task_ids)
        named = {our_name(theirs): value for theirs, value in state.items()}
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    named["task_table.weight"] = named["task_table.weight"][1:]
    return loaded(model, named, file)


def our_name(theirs: str) -> str:
    """Return our name of a published tensor, given without what stands before `model.inner.`."""
    if theirs in _TOP_LEVEL:
        return _TOP_LEVEL[theirs]
    layer, _, part = theirs.removeprefix(_LAYERS).partition(".")
    if not theirs.startswith(_LAYERS) or part not in _IN_BLOCK:
        raise ValueError(f"{theirs} is no tensor of a TRM checkpoint")
    return f"blocks.{layer}.{_IN_BLOCK[part]}"


def published_name_of(name: str) -> str:
    """Return the published name of one of our TRM parameters, without what stands before it."""
    for theirs, ours in _TOP_LEVEL.items():
        if name == ours:
            return theirs
    _, layer, part = name.split(".")
    theirs = next(theirs for theirs, ours in _IN_BLOCK.items() if ours == part)
    return f"{_LAYERS}{layer}.{theirs}"


def _bare(name: Any) -> str:
    return str(name).removeprefix(_COMPILED).removeprefix(PREFIX)


def _checked(saved: Mapping[Any, Any], file: Path) -> dict[str, torch.Tensor]:
    """Return the tensors by their published names, with numbers in as many dimensions as meant."""
    state = {_bare(name): value for name, value in saved.items()}
    absent = [
        name for name in (*_TOP_LEVEL, f"{_LAYERS}0.mlp.down_proj.weight") if name not in state
    ]
    if absent:
        raise ValueError(
            f"{file} is no published TRM checkpoint: it lacks {', '.join(absent)}: {AGAIN}"
        )
    for name, value in state.items():
        check_tensor(name, value, _DIMENSIONS.get(name, 2), file)
    return state


def _read_config(folder: Path) -> Mapping[str, Any]:
    """Read the settings that no shape tells, from beside a checkpoint."""
    for name, key in (("all_config.yaml", "arch"), ("about.json", "config")):
        path = folder / name
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
            found: Any = yaml.safe_load(text) if path.suffix == ".yaml" else json.loads(text)
            config: Mapping[str, Any] = dict(found[key])
        except (yaml.YAMLError, ValueError, KeyError, TypeError) as error:
            reason = " ".join(str(error).split())
            raise ValueError(f"{path} does not say how the model is built: {reason}") from None
        for setting, built in _BUILT.items():
            said = config.get(setting, built)
            if said != built:
                raise ValueError(f"{path}: TRM with {setting}={said} is not built here")
        return config
    raise ValueError(
        f"{folder} holds neither all_config.yaml nor about.json: heads and cycles unknown, put "
        "the one of the published run there"
    )


def _build(
    state: Mapping[str, torch.Tensor], config: Mapping[str, Any], task_ids: Sequence[str] | None
) -> Trm:
    n_rows, d_table = state[_TABLE].shape
    vocabulary, d_model = state["embed_tokens.embedding_weight"].shape
    if (vocabulary, d_table) != (VOCABULARY, d_model):
        raise ValueError(
            f"a TRM for {VOCABULARY} tokens with task embeddings as wide as itself is built here, "
            f"the checkpoint has {vocabulary} tokens, width {d_model} and embeddings of {d_table}"
        )
    if task_ids is None:
        task_ids = [f"row_{row}" for row in range(1, n_rows)]
    if len(task_ids) != n_rows - 1:
        raise ValueError(
            f"the checkpoint has embeddings of {n_rows - 1} tasks (and one of none), "
            f"got {len(task_ids)} ids"
        )
    try:
        n_heads, expansion = int(config["num_heads"]), float(config["expansion"])
        h_cycles, l_cycles = int(config["H_cycles"]), int(config["L_cycles"])
        side, prefix = _side(config), int(config.get("puzzle_emb_len", 16)) or 1
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"the settings of the checkpoint lack or misspell {error}") from None
    check_number("expansion", expansion, without_least=True)
    d_mlp = state[f"{_LAYERS}0.mlp.down_proj.weight"].shape[1]
    if mlp_width(d_model, expansion) != d_mlp:
        raise ValueError(f"expansion {expansion} does not give an MLP of {d_mlp}")
    return Trm(
        task_ids,
        d_model=d_model,
        n_layers=len({name.split(".")[2] for name in state if name.startswith(_LAYERS)}),
        n_heads=n_heads,
        expansion=expansion,
        h_cycles=h_cycles,
        l_cycles=l_cycles,
        side=side,
        prefix=prefix,
    )


def _side(config: Mapping[str, Any]) -> int:
    """Return the side of the canvas; all_config.yaml does not say it, and 30 is published."""
    cells = int(config.get("seq_len", 900))
    side = round(cells**0.5)
    if side * side != cells:
        raise ValueError(f"seq_len={cells}, which is no square")
    return side
