"""The official ConceptARC tasks as programs, and how exactly they give the official outputs.

**Source:** the corpus of Moskvichev et al. 2023 (ConceptARC); its rules in our own words.
"""

import importlib.resources
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from arcrep.arc import CONCEPTS, Example, Grid, Task, TaskSet
from arcrep.arc.strict_json import parse_json
from arcrep.generator.errors import RuleError
from arcrep.generator.programs import Program

ERRATA = (("Order5", "train", 1), ("InsideOutside10", "train", 1))
"""Pairs whose official output contradicts all other pairs of its task in one cell."""

OFFICIAL = tuple(CONCEPTS)
MINIMAL = ("Minimal",)


def official_programs(groups: Iterable[str] = OFFICIAL) -> Iterator[Program]:
    """Yield the programs of concepts (or of the minimal tasks), in their order.

    Raises:
        ProgramError: A program in the package is none.
    """
    folder = importlib.resources.files("arcrep.generator") / "official"
    for group in groups:
        name = f"official/{group}.json"
        specs = parse_json((folder / f"{group}.json").read_bytes(), name)
        for spec in specs:
            yield Program.from_spec(spec, name)


@dataclass(frozen=True)
class Pair:
    """One official pair beside what the program gives for its input.

    Attributes:
        answer: The program's output, or the reason why it has none.
    """

    task: str
    side: Literal["train", "test"]
    index: int
    example: Example
    answer: Grid | str

    @property
    def exact(self) -> bool:
        """Whether both outputs are equal in size and cells."""
        output = self.example.output
        assert output is not None
        return isinstance(self.answer, np.ndarray) and np.array_equal(self.answer, output)

    @property
    def erratum(self) -> bool:
        """Whether the official output is known to contradict its own task."""
        return (self.task, self.side, self.index) in ERRATA


def check_programs(programs: Iterable[Program], tasks: TaskSet) -> list[Pair]:
    """Apply each program to all inputs of the task of its id.

    Raises:
        ValueError: The task set has no task of a program's id.
    """
    by_id = {task.id: task for task in tasks}
    pairs: list[Pair] = []
    for program in programs:
        if program.id not in by_id:
            raise ValueError(f"the task set has no task {program.id}: check it with conceptarc")
        pairs += _check(program, by_id[program.id])
    return pairs


def _check(program: Program, task: Task) -> Iterator[Pair]:
    sides: tuple[tuple[Any, tuple[Example, ...]], ...] = (
        ("train", task.support),
        ("test", task.test),
    )
    for side, examples in sides:
        for index, example in enumerate(examples):
            if example.output is None:
                raise ValueError(f"{task.id} {side}[{index}] has no output to compare with")
            try:
                answer = program.apply(example.input)
            except RuleError as error:
                answer = str(error)
            yield Pair(task.id, side, index, example, answer)


def count_primitives(programs: Iterable[Program]) -> Counter[str]:
    """Count, for every component, the programs that spell it out."""
    used: Counter[str] = Counter()
    for program in programs:
        names = {node.name for node in program.walk() if node.component}
        used.update(names | ({program.layout.component.name} if program.layout else set()))
    return used
