"""Rival explanations: other rules that explain the support of a task and yet disagree on a test.

A rival has another selector or another action in one clause, or another relation, region, colour,
direction, choice or number in one place (`alternatives`). Colours that it names occur in every
example of the support set that it explains, and a selector that takes everything there is no
restriction: nobody would think of either. A task is ambiguous if a
rival that is no more complex (but for `MARGIN`) gives the output of every example of a support set, and another output for a test input.
**Source:** the paper's reviewers judge by the same question (ConceptARC at Scale, section 3.1).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcrep.arc import Example, Grid
from arcrep.generator.alternatives import alternatives
from arcrep.generator.errors import ProgramError, RuleError
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Node
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene
from arcrep.generator.signatures import ValueType


MARGIN = 4
"""Nodes by which a rival may be larger: one plain idea (its size is 1) takes up to so many more."""


@dataclass(frozen=True)
class Rival:
    """Another rule that explains a support set.

    Attributes:
        support_set: The set that it explains, counted from 0.
        test: The first test example on which it disagrees.
    """

    program: Program
    support_set: int
    test: int


@dataclass(frozen=True)
class RivalSearch:
    """What a search found: the first rival, if any, and how many were tried."""

    rival: Rival | None
    tried: int


def find_rival(
    program: Program,
    support: Sequence[Example],
    support_sets: Sequence[Sequence[int]],
    tests: Sequence[Example],
) -> RivalSearch:
    """Look for a rival of a program on its own examples, which all have outputs."""
    colors = _colors([*support, *tests])
    scenes = [Scene(example.input, program.background) for example in support]
    test_scenes = [Scene(example.input, program.background) for example in tests]
    own = _named_colors(program)
    common = [
        frozenset.intersection(*(frozenset(_colors([support[index]])) for index in members)) | {0}
        for members in support_sets
    ]
    tried = 0
    for rival in neighbours(program, colors):
        tried += 1
        new = _named_colors(rival) - own
        open_sets = [
            k
            for k, shared in enumerate(common)
            if new <= shared
            and not _restricts_nothing(rival, program, [scenes[index] for index in support_sets[k]])
        ]
        explained = _explained(rival, support, scenes, {k: support_sets[k] for k in open_sets})
        if explained is None:
            continue
        test = _disagreement(rival, tests, test_scenes)
        if test is not None:
            return RivalSearch(Rival(rival, explained, test), tried)
    return RivalSearch(None, tried)


def neighbours(program: Program, colors: Sequence[int]) -> Iterator[Program]:
    """Yield the programs that differ from a program in one place and are no more complex."""
    seen = {program.rule_key}
    spec = {key: value for key, value in program.spec.items() if key != "layout"}
    for number, clause in enumerate(program.clauses):
        for part in ("when", "select", "act"):
            node: Node | None = getattr(clause, part)
            if node is None:
                continue
            for changed in _changed(node, colors, bound=False, whole=True):
                clauses = list(spec["clauses"])
                clauses[number] = {**clauses[number], part: changed}
                try:
                    rival = Program.from_spec({**spec, "clauses": clauses})
                except ProgramError:
                    continue
                small = rival.n_nodes <= program.n_nodes + MARGIN
                if small and rival.rule_key not in seen:
                    seen.add(rival.rule_key)
                    yield rival


_SELECTIONS = (ValueType.OBJECT, ValueType.OBJECTS, ValueType.GROUP)


def _changed(node: Node, colors: Sequence[int], bound: bool, whole: bool) -> Iterator[Any]:
    """Yield the specs of a node with one change in or below it.

    Other objects take the place of a whole selection only, not of every part of a rule.
    """
    if whole or node.wanted not in _SELECTIONS:
        yield from alternatives(node, colors, bound)
    if not node.name or node.component is None:
        return
    given = {key: _spec(node.arguments[key]) for key in node.given}
    for name, argument in node.arguments.items():
        parameter = node.component.parameters[name]
        if isinstance(argument, Node):
            changes = _changed(argument, colors, bound or parameter.each, whole=False)
        elif parameter.type == ValueType.CHOICE:
            changes = (choice for choice in parameter.choices if choice != argument)
        elif parameter.type == ValueType.FLAG:
            changes = iter([not argument])
        else:
            changes = iter(())
        for change in changes:
            yield {"op": node.name, **given, name: change}


def _spec(argument: Any) -> Any:
    return argument.spec if isinstance(argument, Node) else argument


def _restricts_nothing(rival: Program, program: Program, scenes: Sequence[Scene]) -> bool:
    """Whether a rival has another selector than the program, which takes all objects there are."""
    for ours, theirs in zip(rival.clauses, program.clauses, strict=True):
        select = ours.select
        if select is None or theirs.select is None or select.key == theirs.select.key:
            continue
        if select.name == "all" or select.gives not in _SELECTIONS:
            continue
        return all(_takes_all(rival, select, scene) for scene in scenes)
    return False


def _takes_all(rival: Program, select: Node, scene: Scene) -> bool:
    try:
        taken, everything = evaluate(select, scene), evaluate(rival.parse, scene)
    except RuleError:
        return False
    return len(_objects(taken)) == len(_objects(everything))


def _objects(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _named_colors(program: Program) -> frozenset[int]:
    """Return the colours that a rule names."""
    color = (ValueType.COLOR, ValueType.COLORS)
    nodes = (node for node in program.walk() if not node.name and node.wanted in color)
    return frozenset(node.value for node in nodes)


def _colors(examples: Sequence[Example]) -> list[int]:
    """Return the colours of all grids but black, in their order."""
    present: set[int] = set()
    for example in examples:
        present.update(np.unique(example.input).tolist())
        if example.output is not None:
            present.update(np.unique(example.output).tolist())
    return sorted(present - {0})


def _explained(
    rival: Program,
    support: Sequence[Example],
    scenes: Sequence[Scene],
    support_sets: Mapping[int, Sequence[int]],
) -> int | None:
    """Return the first support set of which the rival gives every output."""
    known: dict[int, bool] = {}
    for number, members in support_sets.items():
        for index in members:
            if index not in known:
                known[index] = _agrees(_outcome(rival, scenes[index]), support[index])
            if not known[index]:
                break
        else:
            return number
    return None


def _disagreement(rival: Program, tests: Sequence[Example], scenes: Sequence[Scene]) -> int | None:
    """Return the first test for which the rival has another output; having none is no output."""
    for index, (test, scene) in enumerate(zip(tests, scenes, strict=True)):
        outcome = _outcome(rival, scene)
        if outcome is not None and not _agrees(outcome, test):
            return index
    return None


def _outcome(program: Program, scene: Scene) -> Grid | None:
    try:
        return program.apply_to(scene)
    except RuleError:
        return None


def _agrees(outcome: Grid | None, example: Example) -> bool:
    return outcome is not None and example.output is not None and np.array_equal(
        outcome, example.output
    )
