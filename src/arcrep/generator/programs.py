"""Task programs: a layout, and a rule made of (selector, action) clauses, as plain JSON."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arcrep.arc import CONCEPTS, Example, Grid, as_grid
from arcrep.arc.grid import brief
from arcrep.arc.strict_json import parse_json
from arcrep.arc.tasks import check_id
from arcrep.generator.clauses import Clause, read_clause
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import ProgramError, RuleError, SampleError
from arcrep.generator.layout_node import Layout
from arcrep.generator.nodes import Node, Reader
from arcrep.generator.objects import Canvas
from arcrep.generator.scene import BackgroundRule, Scene
from arcrep.generator.signatures import ValueType

VERSION = 1
MAX_SPELLED_OUT = 200
"""Nodes that a rule may spell out, defaults left out."""

_KEYS = ("version", "id", "concept", "background", "layout", "parse", "clauses")


@dataclass(frozen=True)
class Program:
    """A task as a program; equal programs have equal JSON.

    Attributes:
        background: The rule that says which colour of an input is its background.
        layout: What draws new inputs; None where the program only applies.
    """

    id: str
    concept: str | None
    parse: Node
    clauses: tuple[Clause, ...]
    layout: Layout | None = None
    background: BackgroundRule = 0

    @classmethod
    def from_json(cls, text: str | bytes, where: str = "program") -> "Program":
        """Read a program from its JSON text.

        Raises:
            ProgramError: It is no program; the message names the node.
            ValueError: It is no JSON.
        """
        raw = text.encode() if isinstance(text, str) else text
        return cls.from_spec(parse_json(raw, where), where)

    @classmethod
    def from_spec(cls, spec: Any, where: str = "program") -> "Program":
        """Read a program from its JSON value.

        Raises:
            ProgramError: It is no program; the message names the node.
        """
        if not isinstance(spec, dict):
            raise ProgramError(
                f"{where}: a program is a JSON object with the keys {', '.join(_KEYS)}"
            )
        named = isinstance(spec.get("id"), str) and spec["id"].isprintable()
        where = f"{where} {spec['id'][:80]}" if named else where
        try:
            return _read_program(spec)
        except ProgramError as error:
            raise ProgramError(f"{where}: {error}") from None

    @property
    def spec(self) -> dict[str, Any]:
        """The program as a JSON value, defaults left out."""
        spec: dict[str, Any] = {"version": VERSION, "id": self.id}
        if self.concept is not None:
            spec["concept"] = self.concept
        if self.background != 0:
            spec["background"] = self.background
        if self.layout:
            spec["layout"] = self.layout.spec
        spec["parse"] = self.parse.spec
        spec["clauses"] = [clause.spec for clause in self.clauses]
        return spec

    def to_json(self) -> str:
        """Return the program as JSON text, which `from_json` reads back to an equal program."""
        return json.dumps(self.spec, indent=1) + "\n"

    def __repr__(self) -> str:
        return f"Program({self.id}: {self.sentence})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def walk(self, defaults: bool = False) -> Iterator[Node]:
        """Yield the nodes of the rule, the parse first: all, or only those that it spells out."""
        yield from self.parse.walk(defaults)
        for clause in self.clauses:
            for node in clause.nodes:
                yield from node.walk(defaults)

    @cached_property
    def rule_key(self) -> str:
        """Equal for programs with the same rule, whatever their ids, concepts and layouts."""
        return f"{self.background}|" + "|".join(clause.key for clause in self.clauses)

    @property
    def n_nodes(self) -> int:
        """Nodes that the rule spells out, defaults left out."""
        return sum(1 for _ in self.walk())

    @property
    def n_numbers(self) -> int:
        """Numbers (colours included) that the whole program spells out."""
        parts = (self.background, self.layout and self.layout.spec, self.parse.spec)
        clauses = [clause.spec for clause in self.clauses]
        return _count_numbers([*parts, clauses]) - (self.background == 0)

    @cached_property
    def sentence(self) -> str:
        """The rule in one plain sentence, put together from its parts."""
        clauses = [clause.phrase for clause in self.clauses]
        text = "; then ".join(clauses)
        return text[:1].upper() + text[1:] + "."

    @property
    def foresees_no_change(self) -> bool:
        """Whether the rule says itself that some inputs stay as they are."""
        return all(clause.if_none == "keep" or clause.when for clause in self.clauses)

    def apply(self, grid: object) -> Grid:
        """Return the output that the rule gives for an input.

        Raises:
            RuleError: The rule says nothing clear about this grid: nothing is selected, candidates
                tie, or the output would be no grid. The message names the node.
            ValueError: The input is no grid.
        """
        return self.apply_to(Scene(as_grid(grid), self.background))

    def apply_to(self, scene: Scene) -> Grid:
        """Return the output for a scene, which many programs may share.

        Raises:
            RuleError: As for `apply`.
        """
        scene.start()
        canvas = scene.grid
        for clause in self.clauses:
            reading = scene
            if clause.reads == "result":
                reading = Scene(_finished(canvas, clause.act.path), scene.background)
            canvas = clause.run(reading, canvas)
        return _finished(canvas, "output")

    def sample(self, rng: np.random.Generator, attempts: int = 100) -> Example:
        """Draw a new input with the layout, and apply the rule to it.

        Inputs on which the rule says nothing clear are drawn again, and so are those that it leaves
        as they are, unless it foresees that (`foresees_no_change`).

        Raises:
            SampleError: There is no layout, or no attempt succeeded; the message says why.
        """
        if self.layout is None:
            raise SampleError(f"{self.id}: has no layout that draws inputs")
        draw, reason = Draw(rng), ""
        for _ in range(attempts):
            try:
                grid = self.layout.draw(draw)
                output = self.apply_to(Scene(grid, self.background))
            except (RuleError, SampleError) as error:
                reason = str(error)
                continue
            if self.foresees_no_change or not np.array_equal(grid, output):
                return Example(grid, output)
            reason = "the output repeats the input"
        raise SampleError(f"{self.id}: none of {attempts} inputs would do; the last: {reason}")

    def example(self, seed: int, index: int) -> Example:
        """Return one example of an endless stream, which depends on seed and index alone.

        Raises:
            SampleError: As for `sample`.
        """
        return self.sample(np.random.default_rng([seed, index]))


def _count_numbers(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_count_numbers, value.values()))
    if isinstance(value, list):
        return sum(map(_count_numbers, value))
    return type(value) in (int, float)


def _finished(canvas: Canvas, path: str) -> Grid:
    try:
        return as_grid(canvas, "the result")
    except ValueError as problem:
        error = RuleError(str(problem))
        error.path = path
        raise error from None


def _read_program(spec: Mapping[str, Any]) -> Program:
    _check_head(spec)
    reader = Reader()
    parse = reader.read(spec["parse"], ValueType.OBJECTS, "parse")
    if not parse.component or parse.component.kind != "parse":
        raise ProgramError(f"parse: {parse.name} is no parse")
    layout = Layout.read(spec["layout"]) if "layout" in spec else None
    clauses = spec["clauses"]
    if not isinstance(clauses, list) or not clauses:
        raise ProgramError("clauses: a program needs a list of at least one clause")
    read = tuple(
        read_clause(clause, f"clauses[{number}]", Reader(parse, reader.room))
        for number, clause in enumerate(clauses)
    )
    background = spec.get("background", 0)
    program = Program(spec["id"], spec.get("concept"), parse, read, layout, background)
    if program.n_nodes > MAX_SPELLED_OUT:
        raise ProgramError(
            f"spells out {program.n_nodes} nodes: at most {MAX_SPELLED_OUT} are read"
        )
    _check_tags(program)
    return program


def _check_head(spec: Mapping[str, Any]) -> None:
    unknown = [key for key in spec if key not in _KEYS]
    if unknown:
        raise ProgramError(f"has the unknown key {unknown[0]!r}: a program has {', '.join(_KEYS)}")
    missing = [key for key in ("version", "id", "parse", "clauses") if key not in spec]
    if missing:
        raise ProgramError(f"has no {missing[0]!r}")
    if type(spec["version"]) is not int or spec["version"] != VERSION:
        raise ProgramError(
            f"version: is {brief(spec['version'])}, but version {VERSION} is read here"
        )
    try:
        check_id(spec["id"])
    except ValueError as problem:
        raise ProgramError(str(problem)) from None
    if spec.get("concept") is not None and spec["concept"] not in CONCEPTS:
        raise ProgramError(f"concept: {brief(spec['concept'])} is none of {', '.join(CONCEPTS)}")
    background = spec.get("background", 0)
    color = type(background) is int and 0 <= background <= 9
    if not (color or background in ("mode", "border", None)):
        raise ProgramError(
            f"background: {brief(background)} is no colour, 'mode', 'border' or null"
        )


def _check_tags(program: Program) -> None:
    if program.layout is None:
        return
    provided = set(program.layout.provided)
    for node in program.walk(defaults=True):
        required = node.component.required(node.arguments) if node.component else ()
        missing = sorted(set(required) - provided)
        if missing:
            raise ProgramError(
                f"{node.path}: {node.name} requires {missing[0]!r}, which the layout "
                f"{program.layout.component.name} does not provide"
            )
