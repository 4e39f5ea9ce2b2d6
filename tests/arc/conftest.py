"""Small tasks to write down, and the official ones where the parity data are."""

from pathlib import Path
from typing import Any

import pytest

from arcrep.arc import TaskSet, load


@pytest.fixture
def task_value() -> dict[str, Any]:
    """A task as JSON, with two demonstrations and one test."""
    return {
        "train": [
            {"input": [[0, 1], [2, 3]], "output": [[1]]},
            {"input": [[4, 5, 6]], "output": [[7, 8], [9, 0]]},
        ],
        "test": [{"input": [[1]], "output": [[2]]}],
    }


@pytest.fixture
def official(shared: Path, monkeypatch: pytest.MonkeyPatch) -> TaskSet:
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    return load("conceptarc")
