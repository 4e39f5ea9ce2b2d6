"""VARC written down a second time, as plainly as its description reads.

All 1,025 tokens, one embedding per cell, a patch convolution, attention spelled out. It shares no
line with `arcrep.models` and holds its weights under the published names, so it says what our model
must compute and writes checkpoints of the published layout.
"""

import math

import torch
from torch import nn

from arcrep.models.published_varc import published_name

SIDE, PATCH, COLORS, IGNORED = 64, 2, 12, 10
PATCHES_PER_SIDE = SIDE // PATCH
N_PATCHES = PATCHES_PER_SIDE**2


class PlainVarc(nn.Module):
    def __init__(self, n_tasks, d_model=512, depth=10, heads=8, d_mlp=512):
        super().__init__()
        self.positional_embed = nn.Parameter(torch.randn(1, N_PATCHES, d_model) * 0.02)
        self.color_embed = nn.Embedding(COLORS, d_model)
        self.task_token_embed = nn.Embedding(n_tasks, d_model)
        self.patch_embed = nn.Module()
        self.patch_embed.proj = nn.Conv2d(d_model, d_model, PATCH, PATCH)
        self.encoder = nn.Module()
        self.encoder.layers = nn.ModuleList(_Layer(d_model, heads, d_mlp) for _ in range(depth))
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, PATCH * PATCH * COLORS)

    def forward(self, inputs, mask, task_ids):
        """Return logits (batch, colors, 64, 64) of canvases (batch, 64, 64) of ids and 0/1."""
        return self.all_states(inputs, mask, task_ids)[0]

    def all_states(self, inputs, mask, task_ids):
        """Return the logits, and the residual stream (batch, 1025, d_model) layer by layer."""
        cells = self.color_embed(inputs.long())
        patches = self.patch_embed.proj(cells.permute(0, 3, 1, 2)).flatten(2).transpose(1, 2)
        task = self.task_token_embed(task_ids)[:, None]
        x = torch.cat([task, patches + self.positional_embed], dim=1)
        keys = _valid_keys(mask)
        states = [x]
        for layer in self.encoder.layers:
            x = layer(x, keys)
            states.append(x)
        x = self.head(self.norm(x)[:, 1:])
        logits = x.new_empty(len(x), COLORS, SIDE, SIDE)
        for row in range(PATCH):
            for column in range(PATCH):
                first = (row * PATCH + column) * COLORS
                of_cell = x[:, :, first : first + COLORS].transpose(1, 2)
                shape = (len(x), COLORS, PATCHES_PER_SIDE, PATCHES_PER_SIDE)
                logits[:, :, row::PATCH, column::PATCH] = of_cell.reshape(shape)
        return logits, states


class _Layer(nn.Module):
    def __init__(self, d_model, heads, d_mlp):
        super().__init__()
        self.self_attn = _Attention(d_model, heads)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.linear1, self.linear2 = nn.Linear(d_model, d_mlp), nn.Linear(d_mlp, d_model)

    def forward(self, x, keys):
        x = self.norm1(x + self.self_attn(x, keys))
        hidden = self.linear1(x)
        gelu = hidden * 0.5 * (1 + torch.erf(hidden / math.sqrt(2)))
        return self.norm2(x + self.linear2(gelu))


class _Attention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads, self.d_head = heads, d_model // heads
        self.qkv, self.proj = nn.Linear(d_model, 3 * d_model), nn.Linear(d_model, d_model)
        self.rotary = _Rotary(self.d_head)

    def forward(self, x, keys):
        batch, length, d_model = x.shape
        parts = self.qkv(x).split(d_model, dim=-1)
        q, k, v = (p.view(batch, length, self.heads, -1).transpose(1, 2) for p in parts)
        scores = self.rotary(q) @ self.rotary(k).transpose(2, 3) * self.d_head**-0.5
        scores = scores.masked_fill(~keys[:, None, None], torch.finfo(scores.dtype).min)
        mixed = scores.softmax(dim=-1) @ v
        return self.proj(mixed.transpose(1, 2).reshape(batch, length, d_model))


class _Rotary(nn.Module):
    """Positions of the patches; the token in front of them does not turn."""

    def __init__(self, d_head):
        super().__init__()
        angle = torch.empty(N_PATCHES, d_head, dtype=torch.float64)
        for patch in range(N_PATCHES):
            for dim in range(d_head):
                by_row = dim < d_head // 2
                position = patch // PATCHES_PER_SIDE if by_row else patch % PATCHES_PER_SIDE
                pair = dim % (d_head // 2) // 2
                angle[patch, dim] = position * 10000 ** (-2 * pair / (d_head / 2))
        self.register_buffer("freqs_cos", angle.cos().float())
        self.register_buffer("freqs_sin", angle.sin().float())

    def forward(self, x):
        task, patches = x[:, :, :1], x[:, :, 1:]
        a, b = patches[..., 0::2], patches[..., 1::2]
        turned = torch.empty_like(patches)
        turned[..., 0::2] = a * self.freqs_cos[:, 0::2] - b * self.freqs_sin[:, 0::2]
        turned[..., 1::2] = b * self.freqs_cos[:, 0::2] + a * self.freqs_sin[:, 0::2]
        return torch.cat([task, turned], dim=2)


def _valid_keys(mask):
    """Say which of the 1,025 tokens can be attended to: the task, and patches with grid cells."""
    keys = torch.ones(len(mask), 1 + N_PATCHES, dtype=torch.bool)
    for patch in range(N_PATCHES):
        row, column = divmod(patch, PATCHES_PER_SIDE)
        cells = mask[:, 2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
        keys[:, 1 + patch] = cells.flatten(1).bool().any(dim=1)
    return keys


def plain_loss(logits, targets):
    """Mean cross entropy over all cells whose target is not 10."""
    likely = logits.log_softmax(dim=1).gather(1, targets.long()[:, None])[:, 0]
    return -likely[targets != IGNORED].mean()


def plain_of(model):
    """Return the plain VARC with a model's weights."""
    plain = PlainVarc(
        len(model.task_table.task_ids), model.d_model, model.n_layers, model.n_heads, model.d_mlp
    ).to(model.head.weight.dtype)
    state = plain.state_dict()
    for name, weight in model.named_parameters():
        state[published_name(name)] = weight.detach().reshape(state[published_name(name)].shape)
    plain.load_state_dict(state)
    return plain
