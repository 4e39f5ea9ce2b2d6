"""Separation probability at the size of the paper, beside its floor.

The floor is what no implementation avoids: centre, normalise, one symmetric product of the vectors
with themselves, one sort of every row. Vectors and labels are random.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from arcrep.analysis import separation_probability
from arcrep.benchmarks.timing import interleaved

N_LABELS = {"layout": 20, "selector": 40, "action": 30, "concept": 16}


def run_separation_benchmark(
    items: int = 1_600, d: int = 5_120, repeats: int = 3, say: Callable[[str], None] = print
) -> dict[str, Any]:
    """Time four label sets on random vectors; returns the figures by name."""
    generator = np.random.default_rng(0)
    vectors = generator.standard_normal((items, d), dtype=np.float32)
    labels = {
        name: [str(label) for label in generator.integers(0, count, items)]
        for name, count in N_LABELS.items()
    }
    times = interleaved(
        {
            "measure": lambda: separation_probability(vectors, labels),
            "floor": lambda: _floor(vectors),
        },
        repeats,
        torch.device("cpu"),
    )
    ratio = times["measure"] / times["floor"]
    say(
        f"{items:,} x {d:,}, {len(labels)} label sets with intervals: {times['measure']:.2f} s, "
        f"{ratio:.1f} times the floor ({times['floor']:.2f} s)"
    )
    return {"items": items, "d": d, "ratio": ratio} | {
        f"{name}_seconds": value for name, value in times.items()
    }


def _floor(vectors: np.ndarray) -> np.ndarray:
    centred = vectors - vectors.mean(axis=0)
    unit = centred / np.linalg.norm(centred, axis=1, keepdims=True)
    return np.argsort(1 - unit @ unit.T, axis=1)
