"""The residual stream of a VARC model at its task token."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from arcrep.data import GridTable, Placement, Tokenizer
from arcrep.models import Varc


class VarcStates:
    """Reads a model: layer 0 is the task's embedding, layer i follows block i.

    The inputs lie at scale 2 and offset (1, 1), as tests do by default.
    """

    about: Mapping[str, Any]

    def __init__(self, model: Varc) -> None:
        self.model = model
        self.layers = tuple(str(layer) for layer in range(model.n_layers + 1))
        self.about = {"token": "task token", "scale": 2, "offset": [1, 1]}

    def read(self, table: GridTable, batch_size: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield numbers of examples, and their vectors (layers, batch, d_model) in float64."""
        placement = Placement(scales=[2], translate=False)
        tokenizer = Tokenizer(table, self.model.d_model, self.model.tokens)
        for first in range(0, len(table), batch_size):
            examples = np.arange(first, min(first + batch_size, len(table)))
            placed = placement.draw(0, first, table.sizes[examples, 0])
            tokens = tokenizer.for_inputs(examples, placed)
            with torch.no_grad():
                states = self.model(tokens, hidden_states=True).hidden_states
                vectors = torch.stack([x[tokens.task_slots] for x in states])
            yield examples, vectors.double().cpu().numpy()
