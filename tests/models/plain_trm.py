"""TRM written down a second time, as plainly as its description reads.

Weights as they are stored, rotary tables and half-turned halves, norms by mean and root, the sum of
answer and input anew in each update, stablemax in float64, and weights cast at each use where it
computes in half precision. It shares no line with `arcrep.models`
and holds its weights under the published names, so it says what our model must compute and writes
checkpoints of the published layout.
"""

import torch
from torch import nn
from torch.nn import functional

EPSILON, THETA, IGNORED = 1e-5, 10000.0, -100
IN_BLOCK = {
    "self_attn.qkv_proj.weight": "qkv",
    "self_attn.o_proj.weight": "out",
    "mlp.gate_up_proj.weight": "gate_up",
    "mlp.down_proj.weight": "down",
}
TOP_LEVEL = {
    "H_init": "answer_init",
    "L_init": "latent_init",
    "embed_tokens.embedding_weight": "token_embedding",
    "lm_head.weight": "head",
    "q_head.weight": "halt_head.weight",
    "q_head.bias": "halt_head.bias",
}


class PlainTrm(nn.Module):
    """A model's settings, and copies of its weights; it computes in `dtype`, or in theirs."""

    def __init__(self, model, dtype=None):
        super().__init__()
        self.dtype = dtype
        d_model, self.prefix = model.d_model, model.prefix
        self.h_cycles, self.l_cycles = model.h_cycles, model.l_cycles
        state = _published(model)
        d_mlp = state["L_level.layers.0.mlp.down_proj.weight"].shape[1]
        self.register_buffer("H_init", torch.empty(d_model))
        self.register_buffer("L_init", torch.empty(d_model))
        self.embed_tokens = nn.Module()
        self.embed_tokens.embedding_weight = nn.Parameter(torch.empty(12, d_model))
        self.lm_head = _Linear(d_model, 12, bias=False)
        self.q_head = _Linear(d_model, 2)
        self.puzzle_emb = nn.Module()
        self.puzzle_emb.weights = nn.Parameter(torch.empty_like(state["puzzle_emb.weights"]))
        self.L_level = nn.Module()
        self.L_level.layers = nn.ModuleList(
            _Block(d_model, model.n_heads, d_mlp) for _ in range(model.n_layers)
        )
        cos, sin = _rotary_tables(self.prefix + model.side**2, d_model // model.n_heads)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        self.load_state_dict(state)

    def embed(self, tokens, vectors):
        """Return the scaled input of tokens (batch, cells) and task vectors (batch, d_model)."""
        batch, d_model = vectors.shape
        dtype = self.dtype or vectors.dtype
        padded = functional.pad(vectors.to(dtype), (0, (self.prefix - 1) * d_model))
        cells = functional.embedding(tokens.long(), self.embed_tokens.embedding_weight.to(dtype))
        together = torch.cat((padded.view(batch, self.prefix, d_model), cells), dim=1)
        return d_model**0.5 * together

    def initial(self, batch):
        """Return the states (answer, latent) that every example begins with."""
        shape = (batch, len(self.cos), len(self.H_init))
        dtype = self.dtype or self.H_init.dtype
        return self.H_init.to(dtype).expand(shape), self.L_init.to(dtype).expand(shape)

    def step(self, answer, latent, inputs):
        """Return (answer, latent) after a supervision step; it is for callers to detach them."""
        with torch.no_grad():
            for _ in range(self.h_cycles - 1):
                for _ in range(self.l_cycles):
                    latent = self._level(latent, answer + inputs)
                answer = self._level(answer, latent)
        for _ in range(self.l_cycles):
            latent = self._level(latent, answer + inputs)
        return self._level(answer, latent), latent

    def read(self, answer):
        """Return the logits (batch, cells, 12) of the cells."""
        return self.lm_head(answer)[:, self.prefix :].to(self.H_init.dtype)

    def halt(self, answer):
        """Return the logits (batch, 2) of halting and of going on."""
        return self.q_head(answer[:, 0]).to(self.H_init.dtype)

    def loss(self, logits, halt_logits, labels):
        """Return the training loss, the sum over the batch; labels are tokens, 0 is not scored."""
        cells, halt = plain_losses(logits, halt_logits, labels)
        return (cells + 0.5 * halt).sum()

    def _level(self, x, injected):
        x = x + injected
        for layer in self.L_level.layers:
            x = layer(x, self.cos, self.sin)
        return x


class _Linear(nn.Linear):
    def forward(self, x):
        bias = None if self.bias is None else self.bias.to(x.dtype)
        return functional.linear(x, self.weight.to(x.dtype), bias)


class _Block(nn.Module):
    def __init__(self, d_model, heads, d_mlp):
        super().__init__()
        self.self_attn = _Attention(d_model, heads)
        self.mlp = nn.Module()
        self.mlp.gate_up_proj = _Linear(d_model, 2 * d_mlp, bias=False)
        self.mlp.down_proj = _Linear(d_mlp, d_model, bias=False)

    def forward(self, x, cos, sin):
        x = _rms_norm(x + self.self_attn(x, cos, sin))
        gate, up = self.mlp.gate_up_proj(x).chunk(2, dim=-1)
        return _rms_norm(x + self.mlp.down_proj(functional.silu(gate) * up))


class _Attention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.qkv_proj = _Linear(d_model, 3 * d_model, bias=False)
        self.o_proj = _Linear(d_model, d_model, bias=False)

    def forward(self, x, cos, sin):
        batch, seq, d_model = x.shape
        qkv = self.qkv_proj(x).view(batch, seq, 3 * self.heads, d_model // self.heads)
        query, key, value = qkv.split(self.heads, dim=2)
        query, key = _turn(query, cos, sin), _turn(key, cos, sin)
        query, key, value = (part.transpose(1, 2) for part in (query, key, value))
        mixed = functional.scaled_dot_product_attention(query, key, value)
        return self.o_proj(mixed.transpose(1, 2).reshape(batch, seq, d_model))


def _turn(x, cos, sin):
    first, second = x.chunk(2, dim=-1)
    half_turned = torch.cat((-second, first), dim=-1)
    return (x * cos[:, None] + half_turned * sin[:, None]).to(x.dtype)  # the tables are not half


def _rotary_tables(seq, d_head):
    frequencies = 1.0 / THETA ** (torch.arange(0, d_head, 2, dtype=torch.float32) / d_head)
    angles = torch.outer(torch.arange(seq, dtype=torch.float32), frequencies)
    angles = torch.cat((angles, angles), dim=-1)
    return angles.cos(), angles.sin()


def _rms_norm(x):
    wide = x.to(torch.promote_types(x.dtype, torch.float32))
    return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + EPSILON)).to(x.dtype)


def plain_losses(logits, halt_logits, labels):
    """Return the losses (batch,) of the cells and of the halting head."""
    labels = torch.where(labels == 0, IGNORED, labels.long())
    scored = labels != IGNORED
    n_scored = scored.sum(-1)
    likely = _log_stablemax(logits.double())
    likely = likely.gather(-1, torch.where(scored, labels, 0)[..., None]).squeeze(-1)
    cells = -torch.where(scored, likely, 0) / n_scored.clamp(min=1)[:, None]
    right = scored & (logits.argmax(-1) == labels)
    exact = right.sum(-1) == n_scored
    halt = functional.binary_cross_entropy_with_logits(
        halt_logits[:, 0], exact.to(halt_logits.dtype), reduction="none"
    )
    return cells.sum(-1), halt


def _log_stablemax(x):
    size = torch.where(x < 0, 1 / (1 - x + 1e-30), x + 1)
    return torch.log(size / size.sum(-1, keepdim=True))


def _published(model):
    """Return a model's state under the published names; row 0 of the table stands for no task."""
    ours = model.state_dict()
    names = dict(TOP_LEVEL)
    for layer in range(model.n_layers):
        for theirs, own in IN_BLOCK.items():
            names[f"L_level.layers.{layer}.{theirs}"] = f"blocks.{layer}.{own}"
    state = {theirs: ours[own].clone() for theirs, own in names.items()}
    table = ours["task_table.weight"]
    state["puzzle_emb.weights"] = torch.cat((torch.zeros_like(table[:1]), table))
    return state
