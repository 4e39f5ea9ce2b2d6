"""Building blocks: task embeddings by id, axial rotary positions, blocks over packed segments."""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float, Int64
from torch import nn
from torch.nn import functional


@runtime_checkable
class Segments(Protocol):
    """A view of a packed batch: segments of equal length behind each other."""

    @property
    def start(self) -> int:
        """The first token."""
        ...

    @property
    def stop(self) -> int:
        """The first token after the segments."""
        ...

    @property
    def samples(self) -> int:
        """The number of segments."""
        ...

    @property
    def keys(self) -> int:
        """How many tokens at the start of each segment can be attended to."""
        ...

    @property
    def key_mask(self) -> Bool[torch.Tensor, "samples 1 1 keys"] | None:
        """Which of the `keys` tokens can be attended to; None: all of them."""
        ...


class TaskTable(nn.Module):
    """One learned embedding per task; a row belongs to a task id, whatever the order.

    The ids are part of the state dict. Loading a state with the same ids in another order puts
    each row where its task is; a state with other ids is refused.

    Attributes:
        weight: The embeddings, (tasks, d_model).
    """

    weight: Float[torch.Tensor, "tasks d_model"]

    def __init__(self, task_ids: Sequence[str], d_model: int) -> None:
        super().__init__()
        if len(set(task_ids)) < len(task_ids):
            raise ValueError("task ids must differ: a row of the table belongs to one task")
        self.task_ids = tuple(task_ids)
        self._rows = {task_id: row for row, task_id in enumerate(self.task_ids)}
        self.weight = nn.Parameter(torch.empty(len(self.task_ids), d_model))
        nn.init.trunc_normal_(self.weight, std=0.02)

    def rows(self, task_ids: Sequence[str]) -> Int64[torch.Tensor, "batch"]:
        """Return the rows of tasks.

        Raises:
            ValueError: A task is not in the table.
        """
        unknown = [task_id for task_id in task_ids if task_id not in self._rows]
        if unknown:
            raise ValueError(
                f"the model has no embedding for {len(unknown)} of {len(task_ids)} tasks "
                f"({', '.join(unknown[:3])}); it knows {len(self.task_ids)} tasks "
                f"({', '.join(self.task_ids[:3])})"
            )
        return torch.tensor([self._rows[task_id] for task_id in task_ids], dtype=torch.int64)

    def forward(self, rows: Int64[torch.Tensor, "batch"]) -> Float[torch.Tensor, "batch d_model"]:
        """Look up rows."""
        # An embedding's gradient is summed in a fixed order; that of plain indexing is not.
        return functional.embedding(rows, self.weight)

    def get_extra_state(self) -> dict[str, list[str]]:
        """Return the ids, for the state dict."""
        return {"task_ids": list(self.task_ids)}

    def set_extra_state(self, state: Any) -> None:
        """Accept the ids of a state dict; the rows were put in place before."""

    def _load_from_state_dict(
        self, state_dict: dict[str, Any], prefix: str, *args: Any, **kwargs: Any
    ) -> None:
        extra: Mapping[str, list[str]] = state_dict.get(f"{prefix}_extra_state", {})
        saved = extra.get("task_ids", list(self.task_ids))
        if sorted(saved) != sorted(self.task_ids):
            raise ValueError(
                f"the saved task table is for other tasks: it has {len(saved)}, the model "
                f"{len(self.task_ids)}, {len(set(saved) & set(self.task_ids))} of them the same"
            )
        place = {task_id: row for row, task_id in enumerate(saved)}
        rows = torch.tensor([place[task_id] for task_id in self.task_ids])
        state_dict = {**state_dict, f"{prefix}weight": state_dict[f"{prefix}weight"][rows]}
        super()._load_from_state_dict(state_dict, prefix, *args, **kwargs)  # pyright: ignore[reportPrivateUsage]


def axial_rotary(
    patches_per_side: int, d_head: int
) -> tuple[
    Float[torch.Tensor, "patches_and_task half_head"],
    Float[torch.Tensor, "patches_and_task half_head"],
]:
    """Return cosines and sines of 2-D rotary positions, one row per patch, then the task token.

    The first half of the pairs turns by the patch row, the second by the patch column, with
    frequencies 10000^(-2i / (d_head / 2)); the task token does not turn.

    **Source:** VARC (arXiv 2511.14761), rotary buffers of the code release.
    """
    half = d_head // 2
    frequencies = 10000.0 ** (-torch.arange(0, half, 2, dtype=torch.float64) / half)
    angle = torch.arange(patches_per_side, dtype=torch.float64)[:, None] * frequencies
    by_row = angle.repeat_interleave(patches_per_side, dim=0)
    by_column = angle.repeat(patches_per_side, 1)
    angles = torch.cat((by_row, by_column), dim=1)
    angles = torch.cat((angles, torch.zeros(1, half, dtype=torch.float64)))
    return angles.cos(), angles.sin()


def rotate(
    x: Float[torch.Tensor, "tokens ... d_head"],
    cos: Float[torch.Tensor, "tokens ... half_head"],
    sin: Float[torch.Tensor, "tokens ... half_head"],
) -> Float[torch.Tensor, "tokens ... d_head"]:
    """Turn interleaved pairs (a, b) to (a cos - b sin, b cos + a sin)."""
    a, b = x.unflatten(-1, (-1, 2)).unbind(-1)
    return torch.stack((a * cos - b * sin, b * cos + a * sin), dim=-1).flatten(-2)


def dropout(
    x: Float[torch.Tensor, "tokens d"], probability: float, training: bool
) -> Float[torch.Tensor, "tokens d"]:
    """Zero elements with a probability in training and scale up the rest."""
    if not training or probability == 0:
        return x
    if x.device.type != "cpu":
        return functional.dropout(x, probability)
    # Half the time of torch's own, which draws its mask in double precision on a CPU.
    kept = torch.rand_like(x) >= probability
    return x * (kept / (1 - probability)).to(x.dtype)


class Block(nn.Module):
    """A post-norm transformer block over packed segments.

    **Source:** VARC (arXiv 2511.14761), encoder layer of the code release: dropout 0.1 on attention
    weights, twice in a row after the out-projection, after GELU and on the MLP branch.
    """

    def __init__(self, d_model: int, n_heads: int, d_mlp: int, dropout: float) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.dropout = dropout
        self.compiled = False  # see Varc.compile_blocks
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.out = nn.Linear(d_model, d_model)
        self.norm1 = nn.LayerNorm(d_model)
        self.mlp_in = nn.Linear(d_model, d_mlp)
        self.mlp_out = nn.Linear(d_mlp, d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(
        self,
        x: Float[torch.Tensor, "tokens d_model"],
        rotary: tuple[torch.Tensor, torch.Tensor],
        buckets: Sequence[Segments],
        wanted: Int64[torch.Tensor, "outputs"] | None = None,
    ) -> Float[torch.Tensor, "computed d_model"]:
        """Return the next residual stream: of all tokens, or of the `wanted` ones only."""
        project, update = Block.project, Block.update
        if self.compiled:  # functions of the class: a copy of a block computes with its own weights
            project, update = _compiled(project), _compiled(update)
        qkv = project(self, x, *rotary)
        parts = qkv.split([bucket.stop - bucket.start for bucket in buckets])
        mixed = torch.cat([self._attend(*pair) for pair in zip(parts, buckets, strict=True)])
        if wanted is not None:
            x, mixed = x.index_select(0, wanted), mixed.index_select(0, wanted)
        return update(self, x, mixed)

    def project(
        self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor
    ) -> Float[torch.Tensor, "tokens 3 n_heads d_head"]:
        """Return queries, keys (both rotated) and values."""
        qkv = self.qkv(x).unflatten(-1, (3, self.n_heads, -1))
        turning, value = qkv.split((2, 1), dim=1)
        return torch.cat((rotate(turning, cos, sin).to(qkv.dtype), value), dim=1)

    def update(self, x: torch.Tensor, mixed: torch.Tensor) -> torch.Tensor:
        """Add what attention mixed, then the MLP, each normalised."""
        # Two dropouts in a row are one with the product of their keep probabilities.
        twice = 1 - (1 - self.dropout) ** 2
        x = self.norm1(x + dropout(self.out(mixed), twice, self.training))
        hidden = functional.gelu(self.mlp_in(x))
        hidden = dropout(hidden, self.dropout, self.training)
        branch = dropout(self.mlp_out(hidden), self.dropout, self.training)
        return self.norm2(x + branch)

    def _attend(self, qkv: torch.Tensor, bucket: Segments) -> torch.Tensor:
        segments = qkv.unflatten(0, (bucket.samples, -1))
        query, key, value = segments.permute(2, 0, 3, 1, 4).unbind(0)
        mixed = functional.scaled_dot_product_attention(
            query,
            key[:, :, : bucket.keys],
            value[:, :, : bucket.keys],
            attn_mask=bucket.key_mask,
            dropout_p=self.dropout if self.training else 0.0,
        )
        return mixed.transpose(1, 2).flatten(2).flatten(0, 1)


@functools.cache
def _compiled(function: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    return torch.compile(function, dynamic=True)


def check_heads(d_model: int, n_heads: int) -> None:
    """Refuse widths that axial rotary positions cannot be built for."""
    if d_model < 1 or n_heads < 1 or d_model % (4 * n_heads):
        raise ValueError(
            f"d_model must be a multiple of 4 * n_heads (rotary pairs on two axes), "
            f"got d_model={d_model}, n_heads={n_heads}"
        )


def trunc_normal(*shape: int) -> nn.Parameter:
    """Return a parameter drawn from a normal distribution with standard deviation 0.02."""
    return nn.Parameter(nn.init.trunc_normal_(torch.empty(*shape), std=0.02))


def side_of(n_patches: int) -> int:
    """Return the side of a square of patches.

    Raises:
        ValueError: The patches form no square.
    """
    side = math.isqrt(n_patches)
    if side * side != n_patches:
        raise ValueError(f"{n_patches} patches form no square")
    return side
