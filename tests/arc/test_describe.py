"""The report on hand-made tasks that hold every oddity once."""

import json
from pathlib import Path
from typing import Any

from arcrep.arc import TaskSet, describe, read_tasks


def lines(text: str) -> dict[str, str]:
    rows = (row.split("  ", 1) for row in text.splitlines())
    return {name: value.strip() for name, value in rows}


def pair(color: int, answer: int | None) -> dict[str, Any]:
    return {"input": [[color, color]]} | (
        {} if answer is None else {"output": [[answer], [answer]]}
    )


def test_every_oddity_is_named(tmp_path: Path) -> None:
    one, two = pair(1, 2), pair(3, 4)
    tasks = {
        "repeats": {"train": [one, two], "test": [two], "concept": "Copy"},
        "identity": {"train": [{"input": [[7]], "output": [[7]]}], "test": [pair(5, 6)]},
        "placeholder": {"train": [pair(5, 5)], "test": [{"input": [[0]], "output": [[0]]}]},
        "same1": {"train": [pair(6, 1), pair(6, 2)], "test": [pair(6, 3)], "concept": "Copy"},
        "same2": {"train": [pair(6, 2), pair(6, 1)], "test": [pair(6, 3)], "concept": "Order"},
        "shares": {"train": [one], "test": [pair(8, 8)], "support_sets": [[0], [0]]},
        "open": {"train": [pair(9, 9)], "test": [pair(9, None)]},
    }
    (tmp_path / "tasks.json").write_text(json.dumps(tasks))
    (tmp_path / "README.md").write_text("junk")
    told = lines(describe(read_tasks(tmp_path)))
    assert told["tasks"] == "7"
    assert told["demonstrations"] == "10 (1 to 2, median 1 a task)"
    assert told["tests"] == "7 (1 to 1, median 1 a task)"
    assert told["sides"] == "1 to 2, median 1"
    assert told["colours"] == "0 1 2 3 4 5 6 7 8 9"
    assert told["concepts"] == "Copy 2, Order 1"
    assert told["support sets"] == "2 (2 to 2, median 2 a task), in 1 tasks"
    assert told["tests that repeat a demonstration"] == "1: repeats test[0] = train[1]"
    assert told["pairs whose output is their input"] == "1: identity train[0]"
    assert told["placeholder tests ([[0]] -> [[0]])"] == "1: placeholder test[0]"
    assert told["tasks with the same pairs"] == "1: same1 = same2"
    assert told["tasks that share pairs"] == "2: repeats and shares (1), same1 and same2 (3)"
    assert told["tests without an output"] == "1: open test[0]"
    assert told["files ignored"] == f"1: {tmp_path / 'README.md'}"


def test_long_lists_are_cut(tmp_path: Path) -> None:
    tasks = {f"t{n}": {"train": [pair(n, 0)], "test": [pair(n, None)]} for n in range(1, 8)}
    (tmp_path / "tasks.json").write_text(json.dumps(tasks))
    told = lines(describe(read_tasks(tmp_path)))
    some = ", ".join(f"t{n} test[0]" for n in range(1, 6))
    assert told["tests without an output"] == f"7: {some}, and 2 more"


def test_nothing_odd_is_said_too(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({"train": [pair(1, 2)], "test": [pair(3, 4)]}))
    told = lines(describe(read_tasks(tmp_path)))
    assert told["oddities"] == "none"
    assert "concepts" not in told


def test_the_official_tasks(official: TaskSet) -> None:
    told = lines(describe(official))
    assert told["tasks"] == "160"
    assert told["demonstrations"].startswith("427 (1 to 5")
    assert told["tests"].startswith("480 (3 to 3")
    assert told["pairs whose output is their input"].startswith("24: ")
    assert told["tasks that share pairs"] == "1: MoveToBoundary9 and MoveToBoundary10 (2)"
    assert "tests that repeat a demonstration" not in told
