"""Rows of the task table belong to ids, whatever the order."""

import pytest
import torch

from arcrep.arc import load
from arcrep.data import support_table
from arcrep.models import TaskTable, Varc

IDS = [f"task {number}" for number in range(20)]


def small(ids):
    return Varc(ids, d_model=32, n_layers=1, n_heads=2, d_mlp=16)


def test_a_state_of_shuffled_ids_goes_to_the_right_rows():
    saved = small(IDS)
    shuffled = [IDS[row] for row in torch.randperm(20, generator=torch.Generator().manual_seed(1))]
    loaded = small(shuffled)
    assert shuffled != IDS
    loaded.load_state_dict(saved.state_dict())
    for task_id in IDS:
        row, other = loaded.task_table.rows([task_id]), saved.task_table.rows([task_id])
        assert torch.equal(loaded.task_table(row), saved.task_table(other)), task_id
    assert torch.equal(loaded.head.weight, saved.head.weight)


@pytest.mark.parametrize("ids", [IDS[:-1], [*IDS, "one more"], [*IDS[:-1], "another"]])
def test_a_state_of_other_tasks_is_refused(ids):
    with pytest.raises(ValueError, match="for other tasks"):
        small(IDS).load_state_dict(small(ids).state_dict())


def test_a_task_that_is_not_there_is_named():
    table = TaskTable(["007", "1e5"], 4)
    assert table.rows(["1e5", "007"]).tolist() == [1, 0]
    with pytest.raises(ValueError, match=r"no embedding for 1 of 2 tasks \(7\)"):
        table.rows(["007", "7"])


def test_a_table_of_examples_follows_the_rows_of_the_model():
    tasks = load("starter")
    table = TaskTable(tuple(reversed(tasks.ids)), 4)
    part = tasks.select(ids=tasks.ids[:2])
    examples = support_table(part, table.rows(part.ids))
    assert sorted(set(examples.task_rows)) == [len(tasks) - 2, len(tasks) - 1]
