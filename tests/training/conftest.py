"""Small tasks and models to train, and the official tasks where the parity data are."""

import numpy as np
import pytest
import torch

from arcrep.arc import Example, Task, TaskSet, as_grid, load
from arcrep.data import EpochOrder, Placement, Tokenizer, support_table
from arcrep.models import Varc
from arcrep.training import VarcObjective


@pytest.fixture(scope="session")
def starter():
    """Six of the package's own tasks, with three support examples and three tests each."""
    return load("starter").select(limit=6)


@pytest.fixture
def official(shared, monkeypatch):
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    return load("conceptarc")


@pytest.fixture(scope="session")
def recall():
    """Four tasks whose first test repeats a support example and whose second is new."""
    rng = np.random.default_rng(0)

    def grid(height, width):
        return as_grid(rng.integers(0, 10, (height, width)).tolist(), "test")

    def example():
        return Example(grid(2, 3), grid(3, 2))

    tasks = []
    for number in range(4):
        support = (example(), example())
        tasks.append(Task(f"00{number}", support, (support[0], example()), {"concept": "Copy"}))
    return TaskSet("recall", tuple(tasks))


@pytest.fixture(scope="session")
def trained(recall):
    """A model that knows the support of `recall` by heart, as it lies at test."""
    torch.manual_seed(0)
    model = Varc(recall.ids, d_model=32, n_layers=2, n_heads=2, d_mlp=64, dropout=0.0)
    table = support_table(recall, range(len(recall)))
    objective = VarcObjective(
        model,
        Tokenizer(table, 32),
        EpochOrder(len(table), 8, seed=0),
        Placement([2], translate=False),
        seed=0,
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step in range(250):
        (whole,) = objective.parts(step)
        loss = whole.loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss.item() < 0.05
    return model.eval()
