"""Clauses: what is selected, and what is done with it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from arcrep.generator.components import Component
from arcrep.generator.errors import NothingSelectedError, ProgramError, RuleError
from arcrep.generator.interpreter import act, evaluate
from arcrep.generator.nodes import Node, Reader
from arcrep.generator.objects import Canvas
from arcrep.generator.phrases import phrase
from arcrep.generator.scene import Scene
from arcrep.generator.signatures import ValueType

_KEYS = ("when", "select", "act", "if_none", "reads")


@dataclass(frozen=True)
class Clause:
    """What is selected, and what is done with it.

    Attributes:
        when: The clause does its work only where this holds.
        if_none: Whether an empty selection is an error, or leaves the grid as it is.
        reads: Whether it sees the input, or what the clauses before it made of it.
    """

    act: Node
    select: Node | None = None
    when: Node | None = None
    if_none: Literal["error", "keep"] = "error"
    reads: Literal["input", "result"] = "input"

    @property
    def spec(self) -> dict[str, Any]:
        """The clause as JSON, defaults left out."""
        nodes = {"when": self.when, "select": self.select, "act": self.act}
        spec = {name: node.spec for name, node in nodes.items() if node}
        if self.if_none != "error":
            spec["if_none"] = self.if_none
        if self.reads != "input":
            spec["reads"] = self.reads
        return spec

    @property
    def key(self) -> str:
        """Equal for clauses of equal meaning, whatever program they stand in."""
        keys = (self.when and self.when.key, self.select and self.select.key, self.act.key)
        return f"{keys}{self.if_none}{self.reads}"

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes at the top of the clause."""
        return tuple(node for node in (self.when, self.select, self.act) if node)

    @property
    def phrase(self) -> str:
        """The clause in words."""
        selection = phrase(self.select) if self.select else ""
        text = phrase(self.act, selection=selection)
        if self.reads == "result":
            text = f"in what that gives, {text}"
        if self.if_none == "keep":
            text = f"{text}, if there is any"
        return f"{text}, if {phrase(self.when)}" if self.when else text

    def run(self, scene: Scene, canvas: Canvas) -> Canvas:
        """Return what the clause makes of a canvas, which stays as it is.

        Raises:
            RuleError: The scene leaves it open what to do; the error names the node.
        """
        if self.when and not evaluate(self.when, scene):
            return canvas
        if canvas.shape != scene.grid.shape:
            size = f"{canvas.shape[0]} x {canvas.shape[1]}"
            raise _at(self.act, RuleError(f"reads the input, but the grid is {size} by now"))
        selection = None
        if self.select:
            selection = evaluate(self.select, scene)
            if _is_empty(selection) and self.if_none == "keep":
                return canvas
            if _is_empty(selection):
                raise _at(
                    self.select,
                    NothingSelectedError(
                        "nothing here is what it selects ('if_none': 'keep' would leave the grid)"
                    ),
                )
        return act(self.act, scene, canvas.copy(), selection)


def _at(node: Node, error: RuleError) -> RuleError:
    error.path = node.path
    return error


def _is_empty(selection: Any) -> bool:
    if isinstance(selection, np.ndarray):
        return not selection.any()
    return selection == ()


def read_clause(spec: Any, path: str, reader: Reader) -> Clause:
    """Read a clause from JSON.

    Raises:
        ProgramError: It is none; the message names the node.
    """
    if not isinstance(spec, dict) or "act" not in spec:
        raise ProgramError(f"{path}: a clause is an object with 'act' and mostly 'select'")
    unknown = [key for key in spec if key not in _KEYS]
    if unknown:
        raise ProgramError(
            f"{path}: has the unknown key {unknown[0]!r}: it may have {', '.join(_KEYS)}"
        )
    action = reader.read(spec["act"], ValueType.ACTION, f"{path}.act")
    when = reader.read(spec["when"], ValueType.TRUTH, f"{path}.when") if "when" in spec else None
    select = _read_selection(spec, action, path, reader)
    if_none, reads = spec.get("if_none", "error"), spec.get("reads", "input")
    if if_none not in ("error", "keep"):
        raise ProgramError(f"{path}.if_none: {if_none!r} is neither 'error' nor 'keep'")
    if reads not in ("input", "result"):
        raise ProgramError(f"{path}.reads: {reads!r} is neither 'input' nor 'result'")
    return Clause(action, select, when, if_none, reads)


def _read_selection(
    spec: Mapping[str, Any], action: Node, path: str, reader: Reader
) -> Node | None:
    wanted = {c.selection for c in _actions(action)} - {None}
    if not wanted and "select" in spec:
        raise ProgramError(f"{path}.select: {action.name} acts on no selection")
    if not wanted:
        return None
    if "select" not in spec:
        raise ProgramError(f"{path}: {action.name} needs a 'select'")
    if len(wanted) > 1:
        raise ProgramError(f"{path}.act: the actions of 'if' act on different kinds of things")
    (kind,) = wanted
    assert kind
    return reader.read(spec["select"], kind, f"{path}.select")


def _actions(node: Node) -> Iterator[Component]:
    if node.name == "if":
        yield from _actions(node.arguments["then"])
        yield from _actions(node.arguments["else"])
    elif node.component:
        yield node.component


def named_colors(clauses: Iterable[Clause]) -> frozenset[int]:
    """Return the colours that clauses spell out."""
    return frozenset[int]().union(*(node.colors for clause in clauses for node in clause.nodes))
