"""What a TRM model answers, against putting each query to it alone."""

import dataclasses

import numpy as np
import pytest
import torch

from arcrep.arc import Example, Task, TaskSet
from arcrep.data import TokenCanvas, support_table
from arcrep.models import Trm
from arcrep.training import TrmPredictor, TrmTestSettings
from tests.data.test_token_canvas import draw_slowly, random_grid
from tests.evaluation.test_crop_tokens import slow_crop

SIDE, STEPS = 5, 4


@pytest.fixture(scope="module")
def tasks():
    """Five tasks with four tests and six support examples of all sizes."""
    rng = np.random.default_rng(0)

    def examples(n):
        return tuple(Example(*(random_grid(rng, SIDE) for _ in "io")) for _ in range(n))

    return TaskSet("random", tuple(Task(f"t{n}", examples(6), examples(4)) for n in range(5)))


@pytest.fixture
def model(tasks):
    """An untrained model whose answers have all sizes: it draws borders here and there."""
    torch.manual_seed(1)
    ids = tasks.ids[::-1]  # the order of the table must not matter
    model = Trm(ids, d_model=16, n_heads=2, h_cycles=2, l_cycles=1, side=SIDE, prefix=2)
    with torch.no_grad():
        model.task_table.weight.normal_()
        model.head[:2] *= torch.tensor([[0.5], [2.0]])
    return model.eval()


@torch.no_grad()
def alone(model, task_id, grid, steps=STEPS, offset=(0, 0)):
    """Put one input to the model; return its tokens (side, side) and its halting logit."""
    tokens = torch.from_numpy(draw_slowly(grid, SIDE, offset).reshape(1, -1))
    row = torch.tensor([model.task_table.task_ids.index(task_id)])
    output = model(tokens, row, steps)
    answer = output.logits.argmax(-1).view(SIDE, SIDE).numpy().astype(np.uint8)
    return answer, float(output.halt_logits[0, 0])


def queries(tasks):
    return [(task.id, number, of.input) for task in tasks for number, of in enumerate(task.test)]


def as_answer(grid):
    return None if grid.size == 0 else grid.tolist()


def answers(model, tasks, seed=0, **settings):
    settings = TrmTestSettings(**{"steps": STEPS, "batch_size": 7, **settings})
    predictor = TrmPredictor(model, tasks, settings, seed, "fp32")
    found = predictor.predict(progress=False)
    assert [(p.task, p.test) for p in found] == [(name, n) for name, n, _ in queries(tasks)]
    assert {p.status for p in found if p.grid is None} <= {"unparsed"}
    return [None if p.grid is None else p.grid.tolist() for p in found]


def expected(model, tasks, **arguments):
    return [
        as_answer(slow_crop(alone(model, name, grid, **arguments)[0], 0, 0))
        for name, _, grid in queries(tasks)
    ]


@pytest.mark.parametrize("steps", [1, STEPS])
def test_answers_are_those_of_each_query_alone(model, tasks, steps):
    found = answers(model, tasks, steps=steps)
    assert found == expected(model, tasks, steps=steps)
    shapes = {None if grid is None else np.array(grid).shape for grid in found}
    assert None in shapes  # a border in the corner: no grid at all
    assert len(shapes) > 4


def test_more_steps_are_other_answers(model, tasks):
    assert len({str(answers(model, tasks, steps=steps)) for steps in (1, 2, STEPS)}) == 3


def test_published_settings_are_16_steps_for_all(model, tasks):
    two = TaskSet("two", tasks.tasks[:2])
    found = TrmPredictor(model, two, TrmTestSettings(), 0, "fp32").predict(progress=False)
    grids = [None if p.grid is None else p.grid.tolist() for p in found]
    assert grids == expected(model, two, steps=16)


@pytest.mark.parametrize("early_exit", [False, True])
def test_the_batch_size_changes_no_answer(model, tasks, early_exit):
    halting_at_times(model)
    sizes = [answers(model, tasks, batch_size=n, early_exit=early_exit) for n in (1, 3, 64)]
    assert sizes[1:] == [sizes[0], sizes[0]]


def test_early_exit_is_the_full_run_where_nothing_halts(model, tasks):
    assert answers(model, tasks, early_exit=True) == answers(model, tasks)


def halting_at_times(model):
    """Let the halting head, which is 0 at first, say yes now and then."""
    torch.manual_seed(2)
    with torch.no_grad():
        model.halt_head.weight.normal_()
        model.halt_head.bias.fill_(-1.0)


def test_with_early_exit_each_answer_is_that_of_its_own_step(model, tasks):
    halting_at_times(model)
    wanted, last = [], []
    for name, _, grid in queries(tasks):
        for step in range(1, STEPS + 1):
            tokens, halt = alone(model, name, grid, step)
            if halt > 0 or step == STEPS:
                break
        wanted.append(as_answer(slow_crop(tokens, 0, 0)))
        last.append(step)
    assert len(set(last)) == STEPS  # some leave at every step
    assert answers(model, tasks, early_exit=True) == wanted
    assert answers(model, tasks) != wanted


def test_all_may_leave_at_the_first_step(model, tasks):
    model.halt_head.bias.data.fill_(1.0)
    assert answers(model, tasks, early_exit=True) == answers(model, tasks, steps=1)


@pytest.mark.parametrize("batch_size", [8, 20, 64])
def test_a_batch_that_shrinks_has_one_of_a_few_sizes(model, tasks, monkeypatch, batch_size):
    """For each is compiled for itself, and a compiler gives up after eight."""
    halting_at_times(model)
    expected = answers(model, tasks, batch_size=1, early_exit=True)
    seen, step = [], Trm.supervision_step

    def spy(self, carry, inputs):
        seen.append(len(carry.answer))
        return step(self, carry, inputs)

    monkeypatch.setattr(Trm, "supervision_step", spy)
    found = answers(model, tasks, batch_size=batch_size, early_exit=True)
    assert found == expected
    first = {min(batch_size, 20), 20 % batch_size} - {0}  # of whole batches, and what is left
    assert set(seen) <= first | {batch_size >> halvings for halvings in (1, 2, 3)}
    assert min(seen) < min(first)
    assert sum(seen) < 20 * STEPS


def with_outputs(tasks, output):
    tests = [
        tuple(dataclasses.replace(example, output=output) for example in task.test)
        for task in tasks
    ]
    changed = [
        dataclasses.replace(task, test=test) for task, test in zip(tasks, tests, strict=True)
    ]
    return TaskSet(tasks.name, tuple(changed))


@pytest.fixture
def places(monkeypatch):
    """The offsets at which inputs are drawn, in order."""
    seen, tokens = [], TokenCanvas.tokens

    def spy(self, examples, offsets, outputs=False):
        seen.extend(offsets.tolist())
        return tokens(self, examples, offsets, outputs=outputs)

    monkeypatch.setattr(TokenCanvas, "tokens", spy)
    return seen


def test_translated_inputs_are_answered_where_they_lie(model, tasks, places):
    found = answers(model, tasks, translate=True)
    assert len(places) == len(found) == 20
    moved = 0
    for (name, _, grid), (y, x), answer in zip(queries(tasks), places, found, strict=True):
        assert 0 <= y <= SIDE - grid.shape[0]
        assert 0 <= x <= SIDE - grid.shape[1]
        tokens, _ = alone(model, name, grid, offset=(y, x))
        assert answer == as_answer(slow_crop(tokens, y, x))
        moved += (y, x) != (0, 0)
    assert moved > 10
    assert found != answers(model, tasks)


def test_the_place_depends_on_seed_and_input_alone(model, tasks, places):
    """Targets of any size give nothing away, and the batch size is no matter."""
    huge = random_grid(np.random.default_rng(0), 30)
    for of in (tasks, with_outputs(tasks, huge), with_outputs(tasks, None)):
        answers(model, of, translate=True)
    answers(model, tasks, translate=True, batch_size=64)
    assert places[20:] == places[:20] * 3
    answers(model, tasks, translate=True, seed=1)
    assert places[80:] != places[:20]


def test_every_place_that_fits_is_drawn(model, tasks, places):
    narrow = Example(random_grid(np.random.default_rng(3), 1), None)  # 1 x 1
    many = TaskSet("many", (dataclasses.replace(tasks.tasks[0], test=(narrow,) * 300),))
    answers(model, many, translate=True, steps=1, batch_size=300)
    counts = np.unique(places, axis=0, return_counts=True)[1]
    assert len(counts) == SIDE**2  # 12 each, with a deviation of 3.4
    assert counts.max() < 30


@pytest.mark.parametrize("early_exit", [False, True])
def test_the_share_that_is_exact_is_that_of_a_loop_over_cells(model, tasks, early_exit):
    """Outputs are made of the model's own answers where these have the border of a cell."""
    halting_at_times(model)
    planted = []
    for number, task in enumerate(tasks):
        support = []
        for example in task.support:
            for step in range(1, STEPS + 1) if early_exit else [STEPS]:
                tokens, halt = alone(model, task.id, example.input, step)
                if halt > 0:
                    break
            color = max(int(tokens[0, 0]) - 2, 0)
            output = np.array([[(color + (number == 4)) % 10]], np.uint8)  # the last task: wrong
            labels = draw_slowly(output, SIDE, (0, 0))
            cells = [
                (t, wanted) for t, wanted in zip(tokens.flat, labels.flat, strict=True) if wanted
            ]
            assert len(cells) == 3
            support.append(
                (Example(example.input, output), all(t == wanted for t, wanted in cells))
            )
        planted.append(support)
    right = [exact for support in planted for _, exact in support]
    assert 1 < sum(right) < 24
    assert not any(right[24:])
    changed = TaskSet(
        "planted",
        tuple(
            dataclasses.replace(task, support=tuple(example for example, _ in support))
            for task, support in zip(tasks, planted, strict=True)
        ),
    )
    settings = TrmTestSettings(steps=STEPS, batch_size=7, early_exit=early_exit, translate=True)
    predictor = TrmPredictor(model, changed, settings, 0, "fp32")
    table = support_table(changed, model.task_table.rows(changed.ids))
    assert predictor.exact_share(table) == sum(right) / 30


@pytest.mark.parametrize(
    ("training", "own", "used"),
    [
        ("fp32", None, torch.float32),
        ("bf16", None, torch.bfloat16),
        ("bf16", "fp32", torch.float32),
        ("fp32", "bf16", torch.bfloat16),
    ],
)
@pytest.mark.parametrize("early_exit", [False, True])
def test_the_precision_is_that_of_the_training_unless_another_is_set(
    model, tasks, monkeypatch, training, own, used, early_exit
):
    seen, step = set(), Trm.supervision_step

    def spy(self, carry, inputs):
        seen.update((carry.answer.dtype, inputs.dtype))
        return step(self, carry, inputs)

    monkeypatch.setattr(Trm, "supervision_step", spy)
    settings = TrmTestSettings(steps=2, early_exit=early_exit, precision=own)
    TrmPredictor(model, tasks, settings, 0, training).predict(progress=False)
    assert seen == {used}


def test_what_was_training_is_put_to_rest(model, tasks):
    assert answers(model.train(), tasks) == expected(model, tasks)
    assert not model.training


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in ("batch_size", "steps") for value in (0, True)]
)
def test_settings_that_do_not_do(name, value):
    with pytest.raises(ValueError, match=rf"test\.{name} must be .*, got {value!r}"):
        TrmTestSettings(**{name: value})


def test_a_precision_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"test\.precision is fp32, bf16 or null, got 'fp16'"):
        TrmTestSettings(precision="fp16")


def test_a_task_that_the_model_does_not_know_is_named(model, recall):
    with pytest.raises(ValueError, match="no embedding for 4 of 4 tasks"):
        TrmPredictor(model, recall, TrmTestSettings(), 0, "fp32")
