"""TRM: a tiny network that reads a task's input and refines its answer, step by step.

**Source:** TRM (arXiv 2510.04871), architecture of the code release at commit e7b6871.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float, Int64, UInt8
from torch import nn
from torch.nn import functional

from arcrep.models.cpu_products import product
from arcrep.models.layers import TaskTable
from arcrep.models.trm_layers import (
    BlockWeights,
    Rotary,
    TrmBlock,
    mlp_width,
    rotary_angles,
    scaled_normal,
)
from arcrep.settings import check_number, check_whole

VOCABULARY = 12
"""Token ids: 0 blank canvas, 1 the border of a grid, 2-11 its colours."""

_HALT_BIAS = -5.0


@dataclass(frozen=True)
class Carry:
    """What is refined: the answer and the latent state of each sample."""

    answer: Float[torch.Tensor, "batch seq d_model"]
    latent: Float[torch.Tensor, "batch seq d_model"]

    def detached(self) -> "Carry":
        """Return the same without its graph."""
        return Carry(self.answer.detach(), self.latent.detach())


@dataclass(frozen=True)
class TrmOutput:
    """What a TRM model computed.

    Attributes:
        logits: Of each cell's token, after the last supervision step.
        halt_logits: (halt, continue) after the last supervision step; the second is never used.
        hidden_states: On request, position 0 by name: `0` is the row of the task table, `answer n`
            and `latent n` the two states after supervision step n.
    """

    logits: Float[torch.Tensor, "batch cells 12"]
    halt_logits: Float[torch.Tensor, "batch 2"]
    hidden_states: dict[str, Float[torch.Tensor, "batch d_model"]] | None


class Trm(nn.Module):
    """The tiny recursive model with one learned embedding per task.

    A sequence is `prefix` positions, of which the first holds the task's embedding and the others
    are zero, and the cells of the canvas row by row. All attend to all.

    Args:
        task_ids: The tasks, one row of the task table each.
        d_model: Width.
        n_layers: Blocks of the one network that updates both states.
        n_heads: Attention heads.
        expansion: Of the MLP, before the two thirds of a gated one.
        h_cycles: Updates of the answer in a supervision step; the last one alone has gradients.
        l_cycles: Updates of the latent state before each.
        side: Cells along a side of the canvas.
        prefix: Positions before the cells.

    **Source:** TRM; the defaults are those of its config file (6,829,058 parameters and the table).
    """

    def __init__(
        self,
        task_ids: Sequence[str],
        d_model: int = 512,
        n_layers: int = 2,
        n_heads: int = 8,
        expansion: int | float = 4,
        h_cycles: int = 3,
        l_cycles: int = 6,
        side: int = 30,
        prefix: int = 16,
    ) -> None:
        super().__init__()
        whole = {"d_model": d_model, "n_layers": n_layers, "n_heads": n_heads}
        whole |= {"h_cycles": h_cycles, "l_cycles": l_cycles, "side": side, "prefix": prefix}
        for name, value in whole.items():
            check_whole(f"model.{name}", value)
        check_number("model.expansion", expansion, without_least=True)
        if d_model % (2 * n_heads):
            raise ValueError(
                f"d_model must be a multiple of 2 * n_heads (rotary pairs), got {d_model} and "
                f"{n_heads} heads"
            )
        self.d_model, self.n_layers, self.n_heads = d_model, n_layers, n_heads
        self.expansion, self.h_cycles, self.l_cycles = expansion, h_cycles, l_cycles
        self.side, self.prefix = side, prefix
        self.task_table = TaskTable(task_ids, d_model)
        nn.init.zeros_(self.task_table.weight)
        self.token_embedding = scaled_normal(VOCABULARY, d_model, std=d_model**-0.5)
        d_mlp = mlp_width(d_model, expansion)
        self.blocks = nn.ModuleList(TrmBlock(d_model, n_heads, d_mlp) for _ in range(n_layers))
        self.head = scaled_normal(VOCABULARY, d_model, std=d_model**-0.5)
        self.halt_head = nn.Linear(d_model, 2)
        nn.init.zeros_(self.halt_head.weight)
        nn.init.constant_(self.halt_head.bias, _HALT_BIAS)
        for name in ("answer_init", "latent_init"):  # never trained, as published
            self.register_buffer(name, scaled_normal(d_model, std=1.0).detach())
        angles = rotary_angles(prefix + side**2, d_model // n_heads)
        for name, value in (("cos", angles.cos()), ("sin", angles.sin())):
            self.register_buffer(f"rotary_{name}", value, persistent=False)

    @property
    def settings(self) -> dict[str, Any]:
        """The constructor's arguments other than the task ids."""
        names = ("d_model", "n_layers", "n_heads", "expansion", "h_cycles", "l_cycles")
        return {name: getattr(self, name) for name in (*names, "side", "prefix")}

    def compile_blocks(self) -> None:
        """Compile the blocks, one graph with gradients and one without."""
        for block in self._blocks:
            block.compiled = True

    def network_parameters(self) -> list[nn.Parameter]:
        """Return all parameters but the task table, which is trained by a rule of its own."""
        return [p for p in self.parameters() if p is not self.task_table.weight]

    def forward(
        self,
        tokens: UInt8[torch.Tensor, "batch cells"],
        task_rows: Int64[torch.Tensor, "batch"],
        steps: int = 16,
        hidden_states: bool = False,
    ) -> TrmOutput:
        """Run supervision steps from the initial states; heads read the last one alone.

        Raises:
            ValueError: There are no steps.
        """
        check_whole("steps", steps)
        vectors = self.task_table(task_rows)
        inputs = self.embed(tokens, vectors)
        carry = self.initial(len(tokens), inputs.dtype)
        states = {"0": vectors}
        for number in range(1, steps + 1):
            carry = self.supervision_step(carry.detached(), inputs)
            if hidden_states:
                states[f"answer {number}"] = carry.answer[:, 0].clone()
                states[f"latent {number}"] = carry.latent[:, 0].clone()
        logits, halt_logits = self.read(carry.answer), self.halt(carry.answer)
        return TrmOutput(logits, halt_logits, states if hidden_states else None)

    def embed(
        self,
        tokens: UInt8[torch.Tensor, "batch cells"],
        vectors: Float[torch.Tensor, "batch d_model"],
    ) -> Float[torch.Tensor, "batch seq d_model"]:
        """Return the input embedding: prefix and cells, times the root of the width."""
        dtype = self.dtype
        table = self.token_embedding.to(dtype)
        cells = functional.embedding(tokens.long(), table)
        prefix = functional.pad(vectors.to(dtype)[:, None], (0, 0, 0, self.prefix - 1))
        return torch.cat((prefix, cells), dim=1) * self.d_model**0.5

    def initial(self, batch: int, dtype: torch.dtype) -> Carry:
        """Return the states that every example begins with."""
        seq = self.prefix + self.side**2
        shape = (batch, seq, self.d_model)
        states = (self.get_buffer(f"{name}_init").to(dtype) for name in ("answer", "latent"))
        return Carry(*(state.expand(shape) for state in states))

    def supervision_step(
        self, carry: Carry, inputs: Float[torch.Tensor, "batch seq d_model"]
    ) -> Carry:
        """Refine both states; gradients reach the last cycle alone, and end at the carry."""
        with torch.autocast(inputs.device.type, enabled=False):
            rotary = self._rotary(inputs)
            weights = [
                block.weights(inputs.dtype, rotary.turns is not None) for block in self._blocks
            ]
            with torch.no_grad():
                for _ in range(self.h_cycles - 1):
                    carry = self._cycle(carry, inputs, weights, rotary)
            return self._cycle(carry, inputs, weights, rotary)

    def read(
        self, answer: Float[torch.Tensor, "batch seq d_model"]
    ) -> Float[torch.Tensor, "batch cells 12"]:
        """Return the logits of the cells, in float32."""
        with torch.autocast(answer.device.type, enabled=False):
            return product(answer[:, self.prefix :], self.head.to(answer.dtype)).float()

    def halt(
        self, answer: Float[torch.Tensor, "batch seq d_model"]
    ) -> Float[torch.Tensor, "batch 2"]:
        """Return the logits of halting and of going on, in float32."""
        weight, bias = (
            part.to(answer.dtype) for part in (self.halt_head.weight, self.halt_head.bias)
        )
        with torch.autocast(answer.device.type, enabled=False):
            return functional.linear(answer[:, 0], weight, bias).float()

    @property
    def _blocks(self) -> list[TrmBlock]:
        return [block for block in self.blocks if isinstance(block, TrmBlock)]

    def _cycle(
        self,
        carry: Carry,
        inputs: torch.Tensor,
        weights: Sequence[BlockWeights],
        rotary: Rotary,
    ) -> Carry:
        latent, context = carry.latent, carry.answer + inputs
        for _ in range(self.l_cycles):
            latent = self._update(latent + context, weights, rotary)
        return Carry(self._update(carry.answer + latent, weights, rotary), latent)

    def _update(
        self, x: torch.Tensor, weights: Sequence[BlockWeights], rotary: Rotary
    ) -> torch.Tensor:
        for block, own in zip(self._blocks, weights, strict=True):
            x = block(x, own, rotary)
        return x

    @property
    def dtype(self) -> torch.dtype:
        """The type to compute in: that of autocast, where it is on."""
        device = self.token_embedding.device.type
        on = torch.is_autocast_enabled(device)
        return torch.get_autocast_dtype(device) if on else torch.float32

    def _rotary(self, inputs: torch.Tensor) -> Rotary:
        cos, sin = self.get_buffer("rotary_cos"), self.get_buffer("rotary_sin")
        compiled = any(block.compiled for block in self._blocks)
        complex_too = inputs.device.type == "cpu" and inputs.dtype == torch.float32 and not compiled
        return Rotary(cos, sin, torch.complex(cos, sin) if complex_too else None)
