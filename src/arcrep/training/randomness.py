"""What torch draws in a run depends on (seed, what for, step) only, and leaves no trace outside."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

import numpy as np
import torch
from torch import nn

_INIT_STREAM = 2


def seeded(seed: int, stream: int, step: int = 0) -> int:
    """Return a torch seed that depends on (seed, stream, step) only."""
    sequence = np.random.SeedSequence([seed % 2**64, stream, step])
    return int(sequence.generate_state(1, np.uint64)[0] >> 1)


def own_torch_randomness(device: torch.device) -> AbstractContextManager[None]:
    """Give the caller's global torch generators back, as they were, after a block.

    Dropout and initialisation take no generator of their own: here alone global state is seeded.
    """
    return torch.random.fork_rng([device] if device.type == "cuda" else [])


M = TypeVar("M", bound=nn.Module)


def initialised(build: Callable[[], M], seed: int, device: torch.device) -> M:
    """Build a model with weights drawn from the seed, on the device."""
    with own_torch_randomness(torch.device("cpu")):
        torch.manual_seed(seeded(seed, _INIT_STREAM))
        return build().to(device)
