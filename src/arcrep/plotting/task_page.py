"""A page on which a task set can be looked through, in one file that needs no network.

Grids lie in the page as bytes, packed together; the page draws what is looked at. Foreign text
reaches it as JSON alone, and its policy lets no script run but its own.
"""

import hashlib
import json
import zlib
from base64 import b64encode
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

from arcrep.arc import ARC_COLORS, LABEL_KINDS, Example, Grid, Task, TaskSet
from arcrep.runs import write_atomic

TITLE = "<title>arcrep: tasks</title>"
"""How a page says that it is one, near its beginning."""


def write_task_page(path: Path | str, tasks: TaskSet) -> Path:
    """Write the page of a task set."""
    write_atomic(path, render_task_page(tasks))
    return Path(path)


def render_task_page(tasks: TaskSet, review: dict[str, Any] | None = None) -> str:
    """Put the page together.

    Args:
        tasks: What it shows: of each task the support set s1, the tests, program and sentence.
        review: What the page needs to take verdicts, where a server serves it.
    """
    here = resources.files("arcrep.plotting")
    scripts = ["task_page.js", "task_grids.js", *(["task_review.js"] if review else [])]
    script = "\n".join([*((here / name).read_text("utf-8") for name in scripts), "start();\n"])
    style = (here / "task_page.css").read_text("utf-8")
    template = Template((here / "task_page.html").read_text("utf-8"))
    return template.substitute(
        policy=_policy(script, style, "'self'" if review else "'none'"),
        style=style,
        data=_as_script(_page_data(tasks) | {"review": review}),
        script=script,
    )


def _policy(script: str, style: str, connect: str) -> str:
    """Say what a page may do: run this script, in this style, and ask for nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {_hash(script)}",
            f"style-src {_hash(style)}",
            f"connect-src {connect}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _as_script(value: object) -> str:
    """Write JSON that cannot end the element it stands in."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)  # ASCII: no U+2028 either
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _page_data(tasks: TaskSet) -> dict[str, Any]:
    cells = bytearray()
    entries: list[dict[str, Any]] = []
    for task in tasks:
        entries.append(_entry(task, len(cells)))
        for example in (*task.support_examples(), *task.test):
            cells += _example_bytes(example)
    return {
        "name": tasks.name,
        "digest": tasks.digest,
        "colors": ARC_COLORS,
        "tasks": entries,
        "cells": b64encode(zlib.compress(cells, 9)).decode(),
    }


def _entry(task: Task, at: int) -> dict[str, Any]:
    sentence = task.metadata.get("sentence")
    return {
        "id": task.id,
        "digest": task.digest,
        "labels": {kind: task.metadata.get(kind) for kind in LABEL_KINDS},
        "program": task.metadata.get("program"),
        "sentence": None if sentence is None else str(sentence),
        "support": len(task.support_examples()),
        "sets": len(task.support_sets),
        "tests": len(task.test),
        "at": at,
    }


def _example_bytes(example: Example) -> bytes:
    return _grid_bytes(example.input) + _grid_bytes(example.output)


def _grid_bytes(grid: Grid | None) -> bytes:
    """Write height, width and cells, a byte each; sides of 0 where there is no grid."""
    return bytes(2) if grid is None else bytes(grid.shape) + grid.tobytes()
