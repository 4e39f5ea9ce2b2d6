"""VARC: a vision transformer that reads a task's input from a canvas and paints its output.

**Source:** VARC (arXiv 2511.14761), architecture of the code release of 2025-11-26.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch
from einops import rearrange
from jaxtyping import Float, Int64, UInt8
from torch import nn
from torch.nn import functional

from arcrep.models.layers import (
    Block,
    Segments,
    TaskTable,
    axial_rotary,
    check_heads,
    dropout,
    trunc_normal,
)
from arcrep.settings import check_number, check_whole


@runtime_checkable
class VarcTokens(Protocol):
    """The packed batch that a VARC model reads; `arcrep.data.Tokens` is one."""

    @property
    def cells(self) -> UInt8[torch.Tensor, "tokens 4"]:
        """The ids (0-11) of each patch's cells, row by row."""
        ...

    @property
    def patches(self) -> Int64[torch.Tensor, "tokens"]:
        """Patch numbers, row by row; the number of patches stands for the task token."""
        ...

    @property
    def task_rows(self) -> Int64[torch.Tensor, "batch"]:
        """The row of the task table of each sample."""
        ...

    @property
    def task_slots(self) -> Int64[torch.Tensor, "batch"]:
        """The place of each sample's task token."""
        ...

    @property
    def buckets(self) -> Sequence[Segments]:
        """The samples' segments, packed behind each other."""
        ...

    @property
    def outputs(self) -> Int64[torch.Tensor, "outputs"]:
        """The tokens whose logits are wanted."""
        ...


@dataclass(frozen=True)
class VarcOutput:
    """What a VARC model computed.

    Attributes:
        logits: Of the four cells of each wanted patch, row by row.
        hidden_states: On request, the residual stream of all tokens: layer 0 is the embedding
            output, layer i follows block i, before the final norm.
    """

    logits: Float[torch.Tensor, "outputs 4 colors"]
    hidden_states: tuple[Float[torch.Tensor, "tokens d_model"], ...] | None


class Varc(nn.Module):
    """The VARC vision transformer with one learned embedding per task.

    Args:
        task_ids: The tasks, one row of the task table each.
        d_model: Width of the residual stream.
        n_layers: Number of blocks.
        n_heads: Attention heads per block.
        d_mlp: Width of the MLP.
        dropout: Dropout probability (attention weights, branches, embedding output).
        patches_per_side: Patches of 2 x 2 cells along a side of the canvas.
        colors: Number of cell ids.
        tokens: What whoever feeds the model should compute: `needed` (see `arcrep.data.Tokens`)
            or `all` 1,025, as published; the numbers are the same.

    **Source:** VARC (arXiv 2511.14761); the defaults are those of its ViT training script.
    """

    def __init__(
        self,
        task_ids: Sequence[str],
        d_model: int = 512,
        n_layers: int = 10,
        n_heads: int = 8,
        d_mlp: int = 512,
        dropout: float = 0.1,
        patches_per_side: int = 32,
        colors: int = 12,
        tokens: str = "needed",
    ) -> None:
        super().__init__()
        whole = {"d_model": d_model, "n_layers": n_layers, "n_heads": n_heads, "d_mlp": d_mlp}
        for name, value in {**whole, "patches_per_side": patches_per_side}.items():
            check_whole(f"model.{name}", value)
        check_heads(d_model, n_heads)
        check_number("model.dropout", dropout, most=1, without_most=True)
        if tokens not in ("needed", "all"):  # YAML may bring a list
            raise ValueError(f"model.tokens is needed or all, got {tokens!r}")
        self.d_model, self.n_layers, self.n_heads = d_model, n_layers, n_heads
        self.d_mlp, self.dropout = d_mlp, dropout
        self.patches_per_side, self.colors, self.tokens = patches_per_side, colors, tokens
        self.task_table = TaskTable(task_ids, d_model)
        self.color_embedding = trunc_normal(colors, d_model)
        # The convolution only holds weights, with their published initial values: see patch_table.
        self.patch_embedding = nn.Conv2d(d_model, d_model, kernel_size=2, stride=2)
        self.position_embedding = trunc_normal(patches_per_side**2, d_model)
        self.blocks = nn.ModuleList(
            Block(d_model, n_heads, d_mlp, dropout) for _ in range(n_layers)
        )
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, 4 * colors)
        nn.init.zeros_(self.head.bias)
        cos, sin = axial_rotary(patches_per_side, d_model // n_heads)
        self.register_buffer("rotary_cos", cos.float(), persistent=False)
        self.register_buffer("rotary_sin", sin.float(), persistent=False)

    @property
    def settings(self) -> dict[str, Any]:
        """The constructor's arguments other than the task ids."""
        names = ("d_model", "n_layers", "n_heads", "d_mlp", "dropout", "tokens")
        names += ("patches_per_side", "colors")
        return {name: getattr(self, name) for name in names}

    def forward(self, tokens: VarcTokens, hidden_states: bool = False) -> VarcOutput:
        """Compute the logits of the wanted patches."""
        x = self.embed(tokens)
        states = [x]
        x = dropout(x, self.dropout, self.training)
        turn = (self.get_buffer(f"rotary_{part}")[tokens.patches] for part in ("cos", "sin"))
        rotary = tuple(rearrange(part, "tokens half -> tokens 1 1 half") for part in turn)
        last = len(self.blocks) - 1
        for index, block in enumerate(self.blocks):
            # Behind the last block only the wanted patches are read.
            wanted = tokens.outputs if index == last and not hidden_states else None
            x = block(x, rotary, tokens.buckets, wanted)
            states.append(x)
        if hidden_states:
            x = x.index_select(0, tokens.outputs)
        logits = self.head(self.norm(x)).unflatten(-1, (4, self.colors))
        return VarcOutput(logits, tuple(states) if hidden_states else None)

    def compile_blocks(self) -> None:
        """Compile what each block does token by token; attention over segments stays eager.

        The number of tokens differs from batch to batch, so it is dynamic.
        """
        for block in self.modules():
            if isinstance(block, Block):
                block.compiled = True

    def embed(self, tokens: VarcTokens) -> Float[torch.Tensor, "tokens d_model"]:
        """Return the embedding output: patches with their positions, task tokens."""
        cells = functional.one_hot(tokens.cells.long(), self.colors).flatten(1)
        table = self.patch_table()
        patches = cells.to(table.dtype) @ table + self.patch_embedding.get_parameter("bias")
        is_patch = tokens.patches.clamp(max=len(self.position_embedding) - 1)
        patches = patches + functional.embedding(is_patch, self.position_embedding)
        tasks = self.task_table(tokens.task_rows)
        return patches.index_copy(0, tokens.task_slots, tasks.to(patches.dtype))

    def patch_table(self) -> Float[torch.Tensor, "cells_times_colors d_model"]:
        """Return what each colour at each cell of a patch adds to the patch's embedding.

        The patch convolution is linear and a cell takes one of few colours, so it is a look-up.
        """
        table = torch.einsum("ci,oirs->rsco", self.color_embedding, self.patch_embedding.weight)
        return rearrange(table, "row column color d_model -> (row column color) d_model")
