"""Task vectors of a TRM model, against a loop over its supervision steps."""

import numpy as np
import pytest
import torch

from arcrep.activations import task_vectors
from arcrep.arc import Example, Task, TaskSet
from arcrep.models import Trm
from tests.data.test_token_canvas import draw_slowly, random_grid

SIDE = 5
LAYERS = (
    "0",
    *(f"answer {step}" for step in range(1, 17)),
    *(f"latent {step}" for step in range(1, 17)),
)


@pytest.fixture(scope="module")
def tasks():
    """Three tasks; the second has sets of two, one and three examples."""
    rng = np.random.default_rng(0)

    def example():
        return Example(*(random_grid(rng, SIDE) for _ in "io"))

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
    model = Trm(ids, d_model=16, n_heads=2, h_cycles=2, l_cycles=1, side=SIDE, prefix=3)
    with torch.no_grad():
        model.task_table.weight.normal_()
        model.halt_head.bias.fill_(5.0)  # no wish to halt ends the 16 steps
    return model


@torch.no_grad()
def by_hand(model, task, support):
    """Return (layers, d_model): the mean over sets of the mean over their inputs."""
    row = model.task_table.weight[[model.task_table.task_ids.index(task.id)]]
    of_sets = []
    for name in task.set_names if support == "all" else [support]:
        of_inputs = []
        for example in task.support_examples(name):
            tokens = torch.from_numpy(draw_slowly(example.input, SIDE, (0, 0)).reshape(1, -1))
            inputs, carry = model.embed(tokens, row), model.initial(1, torch.float32)
            answers, latents = [], []
            for _ in range(16):
                carry = model.supervision_step(carry, inputs)
                answers.append(carry.answer[0, 0].numpy())
                latents.append(carry.latent[0, 0].numpy())
            of_inputs.append([row[0].numpy(), *answers, *latents])
        of_sets.append(np.mean(of_inputs, axis=0))
    return np.mean(of_sets, axis=0)


@pytest.mark.parametrize("support", ["s1", "all"])
def test_means_over_inputs_then_sets(model, tasks, support):
    found = task_vectors(model, tasks, support, batch_size=4)
    assert found.vectors.shape == (33, 3, 16)
    assert found.layers == LAYERS
    assert found.items == tasks.ids
    for index, task in enumerate(tasks):
        expected = by_hand(model, task, support)
        np.testing.assert_allclose(found.vectors[:, index], expected, rtol=0, atol=2e-5)
        # They differ by far more than the tolerance, until steps near a fixed point.
        early = expected[[0, *range(1, 6), *range(17, 22)]]
        apart = np.abs(early[:, None] - early[None]).max(-1) + np.eye(11)
        assert apart.min() > 1e-3


def test_support_sets_make_a_difference(model, tasks):
    one, all_sets = (task_vectors(model, tasks, of).vectors for of in ("s1", "all"))
    assert np.abs(one - all_sets)[1:, 1:].max(axis=-1).min() > 1e-4
    assert np.array_equal(one[:, 0], all_sets[:, 0])  # a task with a single set


def test_layer_0_is_the_row_of_the_table(model, tasks):
    found = task_vectors(model, tasks, "s1").vectors[0]  # a mean of two equal vectors
    rows = model.task_table.weight[model.task_table.rows(tasks.ids)]
    assert np.array_equal(found, rows.detach().numpy())


def test_the_batch_size_changes_nothing(model, tasks):
    one, many = (task_vectors(model, tasks, "all", size).vectors for size in (1, 64))
    np.testing.assert_allclose(one, many, rtol=0, atol=2e-5)


def test_labels_and_what_was_read(model, tasks):
    found = task_vectors(model, tasks)
    assert found.groups == tasks.ids
    assert found.labels["action"] == ("007", "1e5", "a")
    assert found.about["offset"] == [0, 0]
    assert (found.about["steps"], found.about["precision"]) == (16, "fp32")
    assert found.about["support"] == "s1"


def test_fewer_steps_are_the_first_of_many(model, tasks):
    few, many = (task_vectors(model, tasks, steps=steps) for steps in (2, 16))
    assert few.layers == ("0", "answer 1", "answer 2", "latent 1", "latent 2")
    for vectors, layer in zip(few.vectors, few.layers, strict=True):
        of_many = many.vectors[many.layers.index(layer)]
        np.testing.assert_allclose(vectors, of_many, rtol=0, atol=2e-5)


def test_half_precision_is_rough_but_near_and_leaves_the_table(model, tasks):
    rough, exact = (task_vectors(model, tasks, steps=1, precision=of) for of in ("bf16", "fp32"))
    assert np.array_equal(rough.vectors[0], exact.vectors[0])
    difference = np.abs(rough.vectors - exact.vectors)[1:]
    assert 1e-4 < difference.mean() < 0.05


@pytest.mark.parametrize(
    ("settings", "told"),
    [({"steps": 0}, "steps must be .* got 0"), ({"precision": "fp16"}, "bf16, got 'fp16'")],
)
def test_settings_that_do_not_do(model, tasks, settings, told):
    with pytest.raises(ValueError, match=told):
        task_vectors(model, tasks, **settings)
