"""The card of a data set: the README.md that people and the hub read."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from arcrep.arc.extras import extra
from arcrep.arc.task_sets import TaskSet

SPLIT = "train"

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))

_ABOUT_COLUMNS = {
    "id": "the task's id, unique",
    "train": "demonstrations: pairs of an `input` and an `output` grid",
    "test": "queries: pairs of the same kind; `output` is null where it is not known",
    "support_sets": "lists of indices into `train`, each a way to choose demonstrations",
    "concept": "the concept that the task is about",
    "layout": "how its scenes are laid out",
    "selector": "what its rule is about",
    "action": "what its rule does",
    "program": "the task program: layout, selector, action and their parameters",
    "sentence": "the program in words",
    "metadata": "what fits no other column",
}

_TEXT = """\
# {name}

{about}

{count} in the format of ARC: each shows what its rule does in a few pairs of grids, and asks
for the outputs of others. A grid is a list of rows; a cell is a colour from 0 to 9.

```python
from datasets import load_dataset

tasks = load_dataset(NAME_OR_FOLDER, split="{split}")
```

There is one split. It is called `{split}` because that is what `datasets` calls data that are not
divided, and so what loading code asks for; it says nothing about training. Each row is a whole
task with demonstrations (`train`) and queries (`test`) of its own.

## Columns

{columns}

Null means that a task has no such value.

## Concepts

{concepts}

## How it was made

Written by `arcrep.arc.write_data_set`. `arcrep.arc.read_tasks` gives the same tasks back; their
digest, SHA-256 over ids, labels, support sets and grids, is
`{digest}`.

## Licence

{license}
"""


def data_card(
    task_set: TaskSet, columns: Mapping[str, str], about: str = "", license: str = "mit"
) -> str:
    """Return the card of a task set.

    Args:
        task_set: What the data set holds.
        columns: The type of each column, for people.
        about: What it is and how it was made, as Markdown.
        license: The hub's identifier of a licence.
    """
    text = _TEXT.format(
        name=_plain(task_set.name),
        about=about or f"The task set {_plain(task_set.name)}.",
        count="1 task" if len(task_set) == 1 else f"{len(task_set):,} tasks",
        split=SPLIT,
        columns="\n".join(_column_lines(columns)),
        concepts="\n".join(_concept_lines(task_set)),
        digest=task_set.digest,
        license=_plain(license),
    )
    return f"---\n{_front_matter(task_set, license)}---\n\n{text}"


def _front_matter(task_set: TaskSet, license: str) -> str:
    size = next((name for end, name in _SIZES if len(task_set) < end), "n>100K")
    values: dict[str, Any] = {
        "license": license,
        "pretty_name": task_set.name,
        "size_categories": [size],
        "tags": ["arc", "abstraction", "reasoning"],
        "configs": [
            {
                "config_name": "default",
                "data_files": [{"split": SPLIT, "path": f"data/{SPLIT}-*"}],
            }
        ],
    }
    return extra("yaml").safe_dump(values, sort_keys=False)


def _column_lines(columns: Mapping[str, str]) -> Iterator[str]:
    yield from ("| column | type | what |", "| --- | --- | --- |")
    for name, kind in columns.items():
        yield f"| `{name}` | {kind} | {_ABOUT_COLUMNS.get(name, 'metadata of the task')} |"


def _concept_lines(task_set: TaskSet) -> Iterator[str]:
    counts = Counter(task.concept for task in task_set)
    yield from ("| concept | tasks |", "| --- | --- |")
    for concept in task_set.concepts:
        yield f"| {_plain(concept)} | {counts[concept]} |"
    if counts[None]:
        yield f"| (none) | {counts[None]} |"


def _plain(text: str) -> str:
    """Keep text from being Markdown, in a table too, and on one line."""
    escaped = "".join(f"\\{char}" if char in "\\`*_{}[]<>#|" else char for char in text)
    return " ".join(escaped.split())
