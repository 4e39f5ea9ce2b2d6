import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arcrep.arc import Example, Task, TaskSet, as_grid


def pair(color: int, answer: int | None = 0) -> Example:
    output = None if answer is None else as_grid([[answer]])
    return Example(as_grid([[color]]), output)


def task(task_id: str = "a", sets: Any = (), **metadata: Any) -> Task:
    return Task(task_id, (pair(1), pair(2), pair(3)), (pair(4), pair(5)), metadata, sets)


def test_without_sets_s1_is_all_support() -> None:
    assert task().set_names == ("s1",)
    assert task().support_examples() == task().support_examples("all") == task().support


def test_support_sets_choose_examples_in_their_order() -> None:
    one = task(sets=((2, 0), (1,)))
    assert one.set_names == ("s1", "s2")
    assert one.support_examples() == (pair(3), pair(1))
    assert one.support_examples("s2") == (pair(2),)
    assert one.support_examples("all") == one.support
    with pytest.raises(ValueError, match="no support set 's3': it has s1, s2, all"):
        one.support_examples("s3")


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        (((0, 3),), r"support_sets\[0\]: names train\[3\], but the last is train\[2\]"),
        (((0,), (-1,)), r"support_sets\[1\]: names train\[-1\]"),
        (((1, 1),), r"support_sets\[0\]: is \[1, 1\]: it needs indices, each once"),
        (((),), r"support_sets\[0\]: is \[\]"),
    ],
)
def test_support_sets_are_checked(sets: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        task(sets=sets)


def test_only_a_test_may_lack_its_output() -> None:
    assert Task("a", (pair(1),), (pair(2, None),)).test[0].output is None
    with pytest.raises(ValueError, match=r"train\[1\]: has no output"):
        Task("a", (pair(1), pair(2, None)), (pair(3),))


def test_instances_make_a_task_of_each_set() -> None:
    both = TaskSet("x", (task("a", ((0, 1), (2,)), layout="l", concept="c"), task("b")))
    instances = both.instances()
    assert instances.ids == ("a/s1", "a/s2", "b/s1")
    second = instances["a/s2"]
    assert second.support == (pair(3),)
    assert second.support_examples() == (pair(3),)
    assert second.test == both["a"].test
    assert second.metadata == {"layout": "l", "concept": "c", "instance_of": "a"}


def test_labels_are_text_or_absent() -> None:
    tasks = TaskSet("x", (task("a", layout="l"), task("b", concept="c")))
    assert tasks.labels("layout") == ["l", None]
    assert tasks["a"].layout == "l"
    assert (tasks["b"].selector, tasks["b"].action, tasks["b"].concept) == (None, None, "c")
    with pytest.raises(ValueError, match="'colour': choose from layout, selector, action, concept"):
        tasks.labels("colour")
    for label in ("a\0b", "a\x1bb", "\ud800c", "a\nb"):  # what figures and tables cannot hold
        with pytest.raises(ValueError, match="a label has printable characters only"):
            task(concept=label)
    with pytest.raises(ValueError, match=r"action: is 3 \(int\): a label is text"):
        task(action=3)


@pytest.mark.parametrize("task_id", ["007", "1e5", "00576224", "null", "on", "a b", "x/s1", "1_0"])
def test_ids_stay_text(task_id: str) -> None:
    tasks = TaskSet("x", (task(task_id), task("other")))
    assert tasks.ids[0] == task_id
    assert tasks.select(ids=[task_id]).ids == (task_id,)


@pytest.mark.parametrize("task_id", ["", " a", "a\n", "a\x00b", "\ud800", "x" * 201])
def test_ids_that_no_table_keeps_are_refused(task_id: str) -> None:
    with pytest.raises(ValueError, match="printable characters"):
        task(task_id)


def test_selecting_keeps_the_order_of_the_set() -> None:
    tasks = TaskSet("x", (task("c", concept="C"), task("a", concept="A"), task("b", concept="A")))
    assert tasks.select(ids=["b", "c"]).ids == ("c", "b")
    assert tasks.select(concepts=["A"]).ids == ("a", "b")
    assert tasks.select(concepts=["A"], limit=1).ids == ("a",)
    assert tasks.select(ids=["b", "c"], concepts=["A"]).ids == ("b",)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"ids": ["Center11"]}, "x has no task 'Center11': did you mean 'Center1'"),
        ({"ids": [7]}, r"7 \(int\) names no task: names are text, put it in quotes"),
        ({"ids": "Center1"}, "ids must be a list of names, got 'Center1'"),
        ({"concepts": ["center"]}, "x has no concept 'center': did you mean 'Center'"),
        ({"limit": 0}, "limit must be a whole number of at least 1, got 0"),
        ({"ids": []}, "x: holds no tasks"),
    ],
)
def test_selecting_what_is_not_there(arguments: dict[str, Any], message: str) -> None:
    tasks = TaskSet("x", (task("Center1", concept="Center"), task("b")))
    with pytest.raises(ValueError, match=message):
        tasks.select(**arguments)


def test_a_task_is_found_by_id() -> None:
    tasks = TaskSet("x", (task("a"), task("b")))
    assert tasks["b"].id == "b"
    assert len(tasks) == len(list(tasks)) == 2
    for key in (True, 1.0, None, np.True_, np.array([0])):
        with pytest.raises(ValueError, match="names no task: names are text"):
            tasks[key]
    with pytest.raises(ValueError, match="the id 'a' occurs twice"):
        TaskSet("x", (task("a"), task("b"), task("a")))


@pytest.mark.parametrize("number", [int, np.int64, np.uint8], ids=["int", "int64", "uint8"])
def test_a_task_is_found_by_position(number: Callable[[int], Any]) -> None:
    tasks = TaskSet("x", (task("1"), task("0"), task("b")))
    assert [tasks[number(i)].id for i in range(3)] == ["1", "0", "b"]
    assert tasks["0"].id == "0"
    with pytest.raises(IndexError, match="x has no task at 3: its length is 3"):
        tasks[number(3)]


def test_positions_count_back_from_the_end() -> None:
    tasks = TaskSet("x", (task("a"), task("b")))
    assert (tasks[-1].id, tasks[np.int64(-2)].id) == ("b", "a")
    assert [one.id for one in reversed(tasks)] == ["b", "a"]
    with pytest.raises(IndexError, match="x has no task at -3: its length is 2"):
        tasks[-3]


def test_a_slice_is_a_task_set_in_its_order() -> None:
    tasks = TaskSet("x", (task("c"), task("a"), task("b")), ignored=("note.txt",))
    assert tasks[1:] == TaskSet("x", tasks.tasks[1:], ignored=("note.txt",))
    assert tasks[::-1].ids == ("b", "a", "c")
    assert tasks[: np.int64(2)].ids == ("c", "a")
    with pytest.raises(ValueError, match="x: holds no tasks"):
        tasks[3:]


def test_each_shows_itself_in_one_short_line() -> None:
    one = task("Center1", concept="Center")
    tasks = TaskSet("conceptarc", (one, task("b")))
    assert repr(tasks) == f"TaskSet('conceptarc', 2 tasks, digest {tasks.digest[:8]})"
    assert repr(tasks[:1]).startswith("TaskSet('conceptarc', 1 task, digest ")
    assert repr(one) == "Task('Center1', concept 'Center', 3 support, 2 test)"
    assert repr(task("b")) == "Task('b', 3 support, 2 test)"
    example = Example(as_grid([[1, 2, 3], [4, 5, 6]]), as_grid([[1]]))
    assert repr(example) == "Example(2x3 -> 1x1)"
    assert repr(pair(1, None)) == "Example(1x1 -> none)"


class Counted(dict[str, Any]):
    """Metadata that counts how often they are looked at."""

    looks = 0

    def get(self, *arguments: Any) -> Any:
        Counted.looks += 1
        return super().get(*arguments)


def test_selecting_many_concepts_looks_at_each_task_a_few_times() -> None:
    examples = (pair(1),)
    metadata = [Counted(concept=f"C{number}") for number in range(100)]
    tasks = TaskSet("x", tuple(Task(m["concept"], examples, examples, m) for m in metadata))
    before = Counted.looks
    assert tasks.select(concepts=tasks.concepts).ids == tasks.ids
    assert Counted.looks - before < 10 * len(tasks)


def test_the_digest_ignores_task_order_and_other_metadata() -> None:
    tasks = TaskSet("x", (task("a"), task("b")))
    assert TaskSet("y", tasks.tasks[::-1]).digest == tasks.digest
    assert TaskSet("x", (task("a", note="new"), task("b"))).digest == tasks.digest
    assert TaskSet("x", (task("a", ((0, 1, 2),)), task("b"))).digest == tasks.digest


def test_the_digest_sees_every_change_of_content() -> None:
    base = task("a")
    changed = [
        task("b"),
        *(task("a", **{kind: "l"}) for kind in ("layout", "selector", "action", "concept")),
        task("a", ((0, 1),)),
        task("a", ((1, 0, 2),)),
        replace(base, support=(pair(2), pair(1), pair(3))),
        replace(base, support=(pair(1), pair(2), pair(9))),
        replace(base, support=(pair(1), pair(2), pair(3, 1))),
        replace(base, support=base.support[:2], support_sets=()),
        replace(base, test=(pair(5), pair(4))),
        replace(base, test=(pair(4), pair(5, None))),
        replace(base, support=(*base.support, pair(4)), test=(pair(5),), support_sets=()),
    ]
    digests = {TaskSet("x", (one,)).digest for one in (base, *changed)}
    assert len(digests) == len(changed) + 1


def test_the_digest_tells_shapes_apart() -> None:
    def flat(rows: list[list[int]]) -> str:
        example = Example(as_grid(rows), as_grid([[0]]))
        return Task("a", (example,), (example,)).digest

    assert len({flat([[1, 2, 3, 4]]), flat([[1, 2], [3, 4]]), flat([[1], [2], [3], [4]])}) == 3


def test_tasks_travel_between_processes() -> None:
    tasks = TaskSet("x", (task("a", concept="c"),))
    assert pickle.loads(pickle.dumps(tasks)) == tasks
