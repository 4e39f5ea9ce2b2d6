"""What a model answers: the needed tokens suffice, and the target gives nothing away."""

import dataclasses

import numpy as np
import pytest
import torch

from arcrep.arc import TaskSet
from arcrep.data import Placement, Tokenizer
from arcrep.evaluation import score
from arcrep.models import Varc
from arcrep.training import Predictor, TestSettings
from arcrep.training.predict import most_frequent
from tests.data.plain_canvas import paint
from tests.models.plain_varc import plain_of

FIXED = Placement([2], translate=False)


def without_outputs(tasks):
    blind = [
        dataclasses.replace(
            task, test=tuple(dataclasses.replace(example, output=None) for example in task.test)
        )
        for task in tasks
    ]
    return TaskSet(tasks.name, tuple(blind))


def answers(model, tasks, settings, seed=0):
    predictions = Predictor(model, tasks, settings, seed).predict(progress=False)
    return [
        (p.task, p.test, p.status, None if p.grid is None else p.grid.tolist()) for p in predictions
    ]


@pytest.fixture
def erratic(starter):
    """A model whose answers have all sizes: it draws a boundary here and there."""
    torch.manual_seed(3)
    model = Varc(starter.ids, d_model=32, n_layers=2, n_heads=2, d_mlp=32).double()
    with torch.no_grad():
        for weight in (model.position_embedding, model.color_embedding):
            weight.mul_(50)  # else patches hardly differ
        model.head.weight.mul_(20)
        model.head.bias.view(4, 12)[:, 10] -= 50
        model.head.bias.view(4, 12)[:, 11] -= 4
    return model.eval()


@pytest.mark.parametrize("placement", [FIXED, Placement("random")])
def test_needed_tokens_answer_as_all_do(erratic, starter, placement, monkeypatch):
    boxes = []
    for_box = Tokenizer.for_box

    def spy(self, examples, placed, sizes):
        boxes.append(len(examples))
        return for_box(self, examples, placed, sizes)

    monkeypatch.setattr(Tokenizer, "for_box", spy)
    settings = TestSettings(placement, batch_size=7)
    erratic.tokens = "needed"
    needed = answers(erratic, starter, settings)
    assert sum(boxes) > 4  # answers reach beyond what tells their size
    grids = [np.array(grid) for *_, grid in needed if grid is not None]
    assert len({grid.shape for grid in grids}) > 4
    inputs = [example.input for task in starter for example in task.test]
    larger = [
        (np.array(grid).shape > np.array(of.shape)).any()
        for (*_, grid), of in zip(needed, inputs, strict=True)
        if grid is not None
    ]
    assert any(larger)
    erratic.tokens = "all"
    assert answers(erratic, starter, settings) == needed


@pytest.mark.parametrize("placement", [FIXED, Placement("random")])
def test_the_target_gives_nothing_away(erratic, starter, placement):
    settings = TestSettings(placement, batch_size=7, passes=2)
    seen = answers(erratic, starter, settings)
    assert answers(erratic, without_outputs(starter), settings) == seen


def test_larger_targets_give_nothing_away_either(trained, recall):
    """Outputs are taller than inputs here, so they would move the canvas."""
    settings = TestSettings(Placement("random"))
    assert answers(trained, without_outputs(recall), settings) == answers(trained, recall, settings)


def test_answers_come_in_the_order_of_the_task_set(trained, recall):
    found = answers(trained, recall, TestSettings(FIXED, batch_size=3))
    assert [(task, test) for task, test, *_ in found] == [
        (task.id, test) for task in recall for test in range(2)
    ]
    for (*_, grid), example in zip(found[::2], (task.test[0] for task in recall), strict=True):
        assert grid == example.output.tolist()  # known by heart


def test_a_table_in_another_order_answers_alike(trained, recall):
    settings = TestSettings(FIXED)
    backward = TaskSet(recall.name, recall.tasks[::-1])
    assert sorted(answers(trained, backward, settings)) == answers(trained, recall, settings)


def test_the_batch_size_changes_no_answer(trained, recall):
    settings = [TestSettings(Placement("random"), batch_size=size) for size in (1, 3, 64)]
    first, *others = (answers(trained, recall, of) for of in settings)
    assert others == [first, first]


def test_passes_vote(trained, recall, monkeypatch):
    """The grid of two passes beats that of one, whichever came first."""
    spoken = {0: [1, 2, 2], 1: [3, 4, 5]}  # by test: what each pass answers
    heard = []

    def answer(self, first_item, queries):
        heard.append(first_item)
        passed = (first_item) // len(self.table)
        return [np.full((1, 1), spoken[query % 2][passed], np.uint8) for query in queries]

    monkeypatch.setattr(Predictor, "_answer", answer)
    found = answers(trained, recall, TestSettings(FIXED, batch_size=3, passes=3))
    assert [grid for *_, grid in found] == [[[2]], [[3]]] * 4
    assert heard == [0, 3, 6, 8, 11, 14, 16, 19, 22]  # each pass draws places of its own


def test_passes_of_one_placement_say_the_same(trained, recall):
    once, often = (answers(trained, recall, TestSettings(FIXED, passes=n)) for n in (1, 3))
    assert once == often


def test_most_frequent_takes_the_first_of_equals():
    a, b, flat = np.array([[1, 2]]), np.array([[1], [2]]), np.zeros((0, 4), np.uint8)
    assert most_frequent([a, b, b]) is b
    assert most_frequent([b, a]) is b
    assert most_frequent([a, b, b, a]) is a
    assert most_frequent([flat, a]) is flat


def test_canvas_accuracy_is_that_of_a_hand_count(trained, recall):
    """The plain VARC on painted canvases, every labelled cell compared."""
    plain, right = plain_of(trained), 0
    for row, task in enumerate(recall):
        for example in task.test:
            inputs, masks, targets = map(torch.from_numpy, paint([example], [2], [(1, 1)]))
            classes = plain(inputs, masks, torch.tensor([row])).argmax(dim=1)
            right += bool((classes == targets)[targets != 10].all())
    assert 0 < right < 8
    predictor = Predictor(trained, recall, TestSettings(FIXED, batch_size=3), 0)
    assert predictor.canvas_accuracy() == right / 8
    decoded = score(recall, predictor.predict(progress=False)).accuracy
    assert decoded >= right / 8  # what is right on the canvas is right when decoded


def test_canvas_accuracy_leaves_out_queries_without_an_output(trained, recall):
    whole = Predictor(trained, recall, TestSettings(FIXED), 0).canvas_accuracy()
    halved = TaskSet(
        "halved", (*recall.tasks[:2], *without_outputs(TaskSet("rest", recall.tasks[2:])).tasks)
    )
    first_two = TaskSet("two", recall.tasks[:2])
    model_of_two = Predictor(trained, first_two, TestSettings(FIXED), 0).canvas_accuracy()
    assert Predictor(trained, halved, TestSettings(FIXED), 0).canvas_accuracy() == model_of_two
    assert whole > 0
    blind = Predictor(trained, without_outputs(recall), TestSettings(FIXED), 0)
    assert np.isnan(blind.canvas_accuracy())


@pytest.mark.parametrize("settings", [{"batch_size": 0}, {"passes": 0}, {"passes": True}])
def test_settings_that_do_not_do(settings):
    with pytest.raises(ValueError, match=f"test.{next(iter(settings))} must be"):
        TestSettings(FIXED, **settings)


def test_a_task_that_the_model_does_not_know_is_named(trained, starter):
    with pytest.raises(ValueError, match="no embedding for 6 of 6 tasks"):
        Predictor(trained, starter, TestSettings(FIXED), 0)
