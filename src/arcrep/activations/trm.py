"""The two states of a TRM model at the position of its task, by supervision step."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from arcrep.data import GridTable, TokenCanvas
from arcrep.models import Trm

STEPS, PRECISION = 16, "fp32"
_PRECISIONS = {PRECISION: torch.float32, "bf16": torch.bfloat16}


class TrmStates:
    """Reads a model: the row of the task table, then both states after every supervision step.

    The inputs lie at (0, 0), as tests do by default; position 0 of the prefix is read.

    Raises:
        ValueError: The steps or the precision do not do.
    """

    about: Mapping[str, Any]

    def __init__(self, model: Trm, steps: int = STEPS, precision: str = PRECISION) -> None:
        if steps < 1:
            raise ValueError(f"steps must be at least 1, got {steps}")
        if precision not in _PRECISIONS:
            raise ValueError(f"precision is {' or '.join(_PRECISIONS)}, got {precision!r}")
        self.model, self.steps, self.dtype = model, steps, _PRECISIONS[precision]
        # In this order first, middle and last, which analysis/projection.py draws, are the task's
        # embedding, the last answer and the last latent state.
        both = [f"{state} {step}" for state in ("answer", "latent") for step in range(1, steps + 1)]
        self.layers = ("0", *both)
        self.about = {
            "token": "prefix position 0",
            "offset": [0, 0],
            "steps": steps,
            "precision": precision,
        }

    def read(self, table: GridTable, batch_size: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield numbers of examples, and their vectors (layers, batch, d_model) in float64."""
        canvas = TokenCanvas(table, self.model.side)
        device = canvas.task_rows.device
        for first in range(0, len(table), batch_size):
            examples = np.arange(first, min(first + batch_size, len(table)))
            chosen = torch.from_numpy(examples).to(device)
            corner = torch.zeros(len(examples), 2, dtype=torch.int64, device=device)
            half = torch.autocast(device.type, self.dtype, enabled=self.dtype != torch.float32)
            with torch.no_grad(), half:
                tokens, rows = canvas.tokens(chosen, corner), canvas.task_rows[chosen]
                states = self.model(tokens, rows, self.steps, hidden_states=True).hidden_states
                vectors = torch.stack([states[name].double() for name in self.layers])
            yield examples, vectors.cpu().numpy()
