"""New rules: none that an official task has, and none twice, but for other colours.

Rules are compared by structure (colours count by where they recur, not by which they are) and by
behaviour (each gives the other's outputs for the other's inputs, and both make the same of some
scenes of the official programs: what differs there counts as another rule).
**Source:** ConceptARC at Scale, section 3 and appendix B, for the two ways of comparing.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from arcrep.arc import Example, Grid
from arcrep.generator.errors import RuleError
from arcrep.generator.nodes import Node
from arcrep.generator.official import official_programs
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene
from arcrep.generator.signatures import ValueType

_N_PROBES = 12
_N_EXAMPLES = 3


def signature(program: Program) -> str:
    """Return text that is equal for rules that differ in their colours alone."""
    colors: dict[int, str] = {}
    parts = [str(program.background)]
    for clause in program.clauses:
        parts += [_signature(node, colors) for node in clause.nodes]
        parts += [clause.if_none, clause.reads]
    return "|".join(parts)


def names_color(rule: str) -> bool:
    """Whether rules of a signature differ in colours."""
    return "color0" in rule


def _signature(node: Node, colors: dict[int, str]) -> str:
    if not node.name and node.wanted in (ValueType.COLOR, ValueType.COLORS):
        if node.value == 0:  # to paint something black is not to paint it in any colour
            return "black"
        return colors.setdefault(node.value, f"color{len(colors)}")
    if not node.arguments:
        return node.key
    arguments: Mapping[str, Any] = node.arguments
    inner = ",".join(
        _signature(argument, colors) if isinstance(argument, Node) else repr(argument)
        for argument in arguments.values()
    )
    return f"{node.name}({inner})"


@dataclass(frozen=True)
class Known:
    """A rule with some of its examples."""

    program: Program
    examples: tuple[Example, ...]

    def same_as(self, other: "Known") -> bool:
        """Whether each of two rules gives the outputs of the other's examples."""
        return gives(self.program, other.examples) and gives(other.program, self.examples)


def gives(program: Program, examples: Iterable[Example]) -> bool:
    """Whether a rule gives the outputs of examples."""
    return all(
        e.output is not None and _outcome(program, e.input) == _bytes(e.output) for e in examples
    )


def _outcome(program: Program, grid: Grid) -> bytes | None:
    try:
        return _bytes(program.apply_to(Scene(grid, program.background)))
    except RuleError:
        return None


def _bytes(grid: Grid) -> bytes:
    return bytes(grid.shape) + grid.tobytes()


@cache
def _official() -> tuple[Program, ...]:
    return tuple(official_programs())


@cache
def _official_signatures() -> frozenset[str]:
    return frozenset(map(signature, _official()))


def is_official(program: Program, examples: Sequence[Example]) -> bool:
    """Whether a rule is that of an official task: by structure, or as that gives its outputs, too.

    That the official rule gives other outputs elsewhere does not matter: to ask for things inside
    grey ones is no new idea where the task asks for things inside others.

    Args:
        program: The rule.
        examples: All that it has; those that agree with an official rule by chance are few.
    """
    if signature(program) in _official_signatures():
        return True
    first, *rest = sorted(examples, key=lambda example: example.input.size)  # quickly refuted
    scenes: dict[object, Scene] = {}
    for known in _official():
        background = known.background
        scene = scenes.setdefault(background, Scene(first.input, background))
        try:
            answer = known.apply_to(scene)
        except RuleError:
            continue
        if first.output is None or _bytes(answer) != _bytes(first.output):
            continue
        if gives(known, rest):
            return True
    return False


@cache
def _probes() -> tuple[Grid, ...]:
    """Return scenes of many kinds, the same for all programs."""
    programs = [program for program in _official() if program.layout]
    grids: list[Grid] = []
    for index, program in enumerate(programs[:: max(1, len(programs) // _N_PROBES)]):
        grids.append(program.example(1, index).input)
    return tuple(grids)


@dataclass
class Families:
    """The rules of a task set so far."""

    known: dict[str, list[Known]] = field(default_factory=dict[str, list[Known]])

    def find(self, program: Program, examples: Sequence[Example]) -> Program | None:
        """Return a rule that is the same as this one, if there is one."""
        return next(self.alike(program, examples), None)

    def alike(self, program: Program, examples: Sequence[Example]) -> Iterator[Program]:
        """Yield the rules that are the same as this one."""
        mine = Known(program, tuple(examples[:_N_EXAMPLES]))
        for other in self.known.get(fingerprint(program), []):
            if mine.same_as(other):
                yield other.program

    def add(self, program: Program, examples: Sequence[Example]) -> None:
        """Take in a rule."""
        mine = Known(program, tuple(examples[:_N_EXAMPLES]))
        self.known.setdefault(fingerprint(program), []).append(mine)


def fingerprint(program: Program) -> str:
    """Return what a rule makes of the probes, in short; rules that behave alike have the same.

    To say nothing about a scene, to leave it and to clear it count as one: two spellings of a rule
    differ in this where nothing, or everything, is what it is about.
    """
    digest = hashlib.sha256()
    for grid in _probes():
        outcome = _outcome(program, grid)
        said = outcome != _bytes(grid) and outcome is not None and any(outcome[2:])
        digest.update(outcome if said and outcome else b"nothing")
    return digest.hexdigest()
