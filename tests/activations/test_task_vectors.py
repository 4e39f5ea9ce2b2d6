"""Task vectors, against a direct loop over the plain transcription of VARC."""

import dataclasses

import numpy as np
import pytest
import torch

from arcrep.activations import task_vectors
from arcrep.arc import Example, Task, TaskSet, as_grid
from arcrep.models import Varc
from tests.data.plain_canvas import paint_input
from tests.models.plain_varc import plain_of


@pytest.fixture(scope="module")
def tasks():
    """Three tasks; the second has sets of two, one and three examples."""
    rng = np.random.default_rng(0)

    def example():
        height, width = rng.integers(1, 9, 2)
        return Example(*(as_grid(rng.integers(0, 10, (height, width)).tolist(), "") for _ in "io"))

    sets = {"007": ((0, 1),), "1e5": ((0, 1), (2,), (3, 4, 5)), "a": ((2, 0), (1,))}
    return TaskSet(
        "sets",
        tuple(
            Task(name, tuple(example() for _ in range(6)), (example(),), {"action": name}, of)
            for name, of in sets.items()
        ),
    )


@pytest.fixture(scope="module")
def model(tasks):
    torch.manual_seed(0)
    ids = tasks.ids[::-1]  # the order of the table must not matter
    return Varc(ids, d_model=32, n_layers=2, n_heads=2, d_mlp=32, dropout=0.2).double()


def by_hand(model, task, support):
    """Return (layers, d_model): the mean over sets of the mean over their inputs."""
    plain = plain_of(model)
    row = torch.tensor([model.task_table.task_ids.index(task.id)])
    names = task.set_names if support == "all" else [support]
    of_sets = []
    for name in names:
        of_inputs = []
        for example in task.support_examples(name):
            canvas, mask = (
                torch.from_numpy(part)[None] for part in paint_input(example.input, 2, (1, 1))
            )
            _, states = plain.all_states(canvas, mask, row)
            of_inputs.append([state[0, 0].detach().numpy() for state in states])
        of_sets.append(np.mean(of_inputs, axis=0))
    return np.mean(of_sets, axis=0)


@pytest.mark.parametrize("support", ["s1", "all"])
def test_means_over_inputs_then_sets(model, tasks, support):
    found = task_vectors(model, tasks, support, batch_size=4)
    assert found.vectors.shape == (3, 3, 32)
    assert found.layers == ("0", "1", "2")
    assert found.items == tasks.ids
    for index, task in enumerate(tasks):
        expected = by_hand(model, task, support)
        np.testing.assert_allclose(found.vectors[:, index], expected, rtol=0, atol=1e-6)


def test_sets_of_unlike_size_weigh_alike(model, tasks):
    """A mean over all inputs at once is another number."""
    sets, flat = (
        task_vectors(model, of, "all").vectors[2, 1]
        for of in (tasks, TaskSet("flat", tuple(replace_sets(task) for task in tasks)))
    )
    assert np.abs(sets - flat).max() > 1e-3


def replace_sets(task):
    return dataclasses.replace(task, support_sets=(tuple(range(6)),))


def test_layer_0_is_the_embedding_itself(tasks):
    model = Varc(tasks.ids[::-1], d_model=32, n_layers=1, n_heads=2, d_mlp=32)
    found = task_vectors(model, tasks, "all").vectors[0]
    rows = model.task_table.weight[model.task_table.rows(tasks.ids)]
    assert np.array_equal(found, rows.detach().numpy())


def test_the_batch_size_changes_nothing(model, tasks):
    one, many = (task_vectors(model, tasks, "all", size).vectors for size in (1, 64))
    np.testing.assert_allclose(one, many, rtol=0, atol=1e-6)


def test_labels_and_groups(model, tasks):
    found = task_vectors(model, tasks)
    assert found.groups == tasks.ids
    assert found.labels["action"] == ("007", "1e5", "a")
    assert found.labels["concept"] == (None, None, None)
    assert found.about["scale"] == 2


def test_instances_are_grouped_by_their_task(tasks):
    instances = tasks.instances()
    assert len(instances) == 6
    model = Varc(instances.ids, d_model=32, n_layers=1, n_heads=2, d_mlp=32)
    found = task_vectors(model, instances, "all")
    assert found.items == ("007/s1", "1e5/s1", "1e5/s2", "1e5/s3", "a/s1", "a/s2")
    assert found.groups == ("007", "1e5", "1e5", "1e5", "a", "a")
