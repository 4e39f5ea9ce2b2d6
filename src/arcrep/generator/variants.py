"""Variants of a rule: what else it could be, a part changed, left out or taken for another."""

import functools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arcrep.generator.alternatives import (
    SELECTIONS,
    Spec,
    actions,
    alternatives,
    choices,
    extremes,
    questions,
)
from arcrep.generator.clauses import Clause
from arcrep.generator.errors import ProgramError
from arcrep.generator.nodes import FITS, Node, Reader
from arcrep.generator.programs import Program
from arcrep.generator.signatures import REQUIRED, ValueType

_KINDS = {
    ValueType.COLOR: "color",
    ValueType.COLORS: "color",
    ValueType.DIRECTION: "direction",
    ValueType.DIRECTIONS: "direction",
    ValueType.AXIS: "direction",
    ValueType.NUMBER: "number",
    ValueType.INTEGER: "number",
    ValueType.TRUTH: "relation",
    ValueType.TRAIT: "relation",
    ValueType.REGION: "region",
    ValueType.POSITION: "region",
    ValueType.OBJECT: "selector",
    ValueType.OBJECTS: "selector",
    ValueType.GROUP: "selector",
    ValueType.ACTION: "action",
    ValueType.CANVAS: "action",
    ValueType.CHOICE: "choice",
    ValueType.CHOICES: "choice",
    ValueType.FLAG: "choice",
}
"""What a variant is called that differs in a place of this type."""

_PARTS = ("when", "select", "act")


@dataclass(frozen=True)
class Variant:
    """Another rule over the same parse.

    Attributes:
        kind: In what it differs, such as "selector", "action" or "color".
    """

    kind: str
    clauses: tuple[Clause, ...]


def variants(program: Program, colors: Sequence[int]) -> Iterator[Variant]:
    """Yield the variants of a rule that are no more complex, all different.

    Of each clause another selector (with another colour, too), another action, or a change in one
    place; of two clauses one alone, or both with the same other question. A selector of the lists
    is one idea, however many words it takes, and more than `all`.

    Args:
        program: The rule, and its parse.
        colors: Those that a variant may name.
    """
    seen = {tuple(clause.key for clause in program.clauses)}
    builder = _Builder(program, tuple(colors))
    for variant in builder.all():
        key = tuple(clause.key for clause in variant.clauses)
        if key not in seen:
            seen.add(key)
            yield variant


def complexity(node: Node) -> int:
    """Count the words that a node spells out; colours, numbers, directions and `it` are none."""
    return sum(1 for part in node.walk() if part.component or part.name == "if")


class _Builder:
    def __init__(self, program: Program, colors: tuple[int, ...]) -> None:
        self.program = program
        self.colors = colors
        self.parse_text = json.dumps(program.parse.spec)

    def all(self) -> Iterator[Variant]:
        shared = _shared_selection(self.program.clauses)
        if shared:
            yield from self._in_all(shared.of)
        elif len(self.program.clauses) == 2:
            yield from self._both()
        for number, clause in enumerate(self.program.clauses):
            for kind, changed in self._clauses(clause):
                variant = Variant(kind, self._with(number, changed))
                # To take different things, where the rule takes the same, is more complex.
                if shared is None or shared.is_like(_shared_selection(variant.clauses)):
                    yield variant
        if len(self.program.clauses) > 1:
            yield from self._fewer()

    def _with(self, number: int, clause: Clause) -> tuple[Clause, ...]:
        clauses = self.program.clauses
        return (*clauses[:number], clause, *clauses[number + 1 :])

    def _clauses(self, clause: Clause) -> Iterator[tuple[str, Clause]]:
        if clause.select:
            yield from self._other_selectors(clause, clause.select)
        for part in _PARTS:
            node: Node | None = getattr(clause, part)
            if node:
                for kind, changed in self._neighbours(node):
                    yield kind, replace(clause, **{part: changed})
        if clause.select:
            yield from self._other_actions(clause, clause.select)

    def _other_selectors(self, clause: Clause, own: Node) -> Iterator[tuple[str, Clause]]:
        """Yield a clause with other selectors, for its own action and for that in other colours."""
        if own.name == "all":
            return
        acts = [clause.act]
        acts += [changed for kind, changed in self._neighbours(clause.act) if kind == "color"]
        for color in (None, *self.colors):
            for select in _selectors(self.parse_text, own.wanted, color):
                for act in acts:
                    yield "selector", replace(clause, select=select, act=act)
        if own.name in ("where", "extreme") and "of" in own.given:
            for spec in extremes(own.arguments["of"].spec):
                select = self._read(spec, own.wanted)
                if select:
                    yield "selector", replace(clause, select=select)

    def _other_actions(self, clause: Clause, own: Node) -> Iterator[tuple[str, Clause]]:
        least = complexity(clause.act)
        for color in (None, *self.colors):
            for act in _actions(self.parse_text, color):
                select = self._fitted(own, act)
                if select and complexity(act) <= least:
                    yield "action", replace(clause, select=select, act=act)

    def _fitted(self, select: Node, act: Node) -> Node | None:
        """Return a selection as what an action wants, if it can be that."""
        wanted = act.component.selection if act.component else None
        if wanted is None or wanted == select.wanted:
            return select if wanted else None
        if select.name == "if":
            return self._read(select.spec, wanted)
        fits = select.gives == wanted or (select.gives, wanted) in FITS
        return replace(select, wanted=wanted) if fits else None

    def _neighbours(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Yield a part of a clause with one change in or below its top."""
        most = complexity(node)
        for kind, spec in _changes(node, self.colors, bound=False, whole=True):
            changed = self._read(spec, node.wanted)
            if changed and (kind in ("selector", "relation") or complexity(changed) <= most):
                yield kind, changed

    def _read(self, spec: Spec, wanted: ValueType) -> Node | None:
        return _node(self.parse_text, json.dumps(spec), wanted)

    def _fewer(self) -> Iterator[Variant]:
        clauses = self.program.clauses
        for number in range(len(clauses)):
            yield Variant("action", clauses[:number] + clauses[number + 1 :])

    def _in_all(self, shared: Node) -> Iterator[Variant]:
        """Yield the clauses with another selection in the place of one that all share."""
        for spec in self._selections(shared):
            clauses = [self._exchanged(clause, shared, spec) for clause in self.program.clauses]
            if all(clauses):
                yield Variant("selector", tuple(clause for clause in clauses if clause))

    def _selections(self, own: Node) -> Iterator[Spec]:
        for color in (None, *self.colors):
            for pair in questions(color):
                yield from pair
        if own.name in ("where", "extreme") and "of" in own.given:
            yield from extremes(own.arguments["of"].spec)
        yield from (changed.spec for _, changed in self._neighbours(own))

    def _exchanged(self, clause: Clause, own: Node, spec: Spec) -> Clause | None:
        assert clause.select
        select, act = (
            self._read(_exchanged(node.spec, own.spec, spec), node.wanted)
            for node in (clause.select, clause.act)
        )
        return replace(clause, select=select, act=act) if select and act else None

    def _both(self) -> Iterator[Variant]:
        """Yield two clauses with one other question for both.

        Clauses that are about the same objects both ask it; else the other one negates it.
        """
        first, second = (clause.select and clause.select.key for clause in self.program.clauses)
        for color in (None, *self.colors):
            for question in questions(color):
                yes, no = question
                for pair in ((yes, yes), (no, no)) if first == second else ((yes, no), (no, yes)):
                    clauses = [
                        self._asking(clause, selector)
                        for clause, selector in zip(self.program.clauses, pair, strict=True)
                    ]
                    if all(clauses):
                        yield Variant("selector", tuple(c for c in clauses if c))

    def _asking(self, clause: Clause, selector: Spec) -> Clause | None:
        """Return a clause with another selector in the place of its outermost one."""
        if clause.select is None:
            return None
        spec = _asking(clause.select, selector)
        select = self._read(spec, clause.select.wanted)
        return select and replace(clause, select=select)


@dataclass(frozen=True)
class _Shared:
    """The objects that all clauses of a rule turn on; which of these take all other ones."""

    of: Node
    others: tuple[bool, ...]

    def is_like(self, other: "_Shared | None") -> bool:
        if other is None:
            return False
        return len({a == b for a, b in zip(self.others, other.others, strict=True)}) == 1


def _shared_selection(clauses: Sequence[Clause]) -> _Shared | None:
    """Return the objects that all of several clauses turn on, if they are the same."""
    selects = [clause.select for clause in clauses if clause.select]
    if len(clauses) < 2 or len(selects) < len(clauses):
        return None
    cores = [_core(select) for select in selects]
    if any(core.key != cores[0][0].key for core, _ in cores[1:]):
        return None
    return _Shared(cores[0][0], tuple(others for _, others in cores))


def _core(select: Node, others: bool = False) -> tuple[Node, bool]:
    """Return the objects from which a selection starts, and whether it takes all but these."""
    name = _AROUND.get(select.name)
    return _core(select.arguments[name], others != (name == "than")) if name else (select, others)


_AROUND = {"for_each": "of", "bounding_box": "of", "others": "than"}


def _exchanged(spec: Spec, old: Spec, new: Spec) -> Spec:
    """Return a spec with a part of it exchanged, wherever it occurs."""
    if spec == old:
        return new
    if isinstance(spec, dict):
        parts: dict[str, Spec] = spec
        return {name: _exchanged(part, old, new) for name, part in parts.items()}
    return spec


@functools.cache
def _selectors(parse: str, wanted: ValueType, color: int | None) -> tuple[Node, ...]:
    """Read the generic selectors over a parse; many tasks share them."""
    specs = [selector for pair in questions(color) for selector in pair]
    return _read_all(parse, wanted, ["all", *specs] if color is None else specs)


@functools.cache
def _actions(parse: str, color: int | None) -> tuple[Node, ...]:
    """Read the generic actions, among them those that take their colour from a parse."""
    return _read_all(parse, ValueType.ACTION, list(actions(color)))


def _read_all(parse: str, wanted: ValueType, specs: Sequence[Spec]) -> tuple[Node, ...]:
    nodes = (_node(parse, json.dumps(spec), wanted) for spec in specs)
    return tuple(node for node in nodes if node)


@functools.lru_cache(maxsize=1 << 13)
def _node(parse: str, spec: str, wanted: ValueType) -> Node | None:
    """Read a node over a parse; many searches share it. None where it gives something else."""
    try:
        return Reader(_parse(parse)).read(json.loads(spec), wanted, "rival")
    except ProgramError:
        return None


@functools.cache
def _parse(spec: str) -> Node:
    return Reader().read(json.loads(spec), ValueType.OBJECTS, "parse")


def _asking(node: Node, selector: Spec) -> Spec:
    """Return a selection with its outermost selection of objects replaced."""
    if node.name == "for_each":
        return {"op": node.name, **_given(node), "of": selector}
    return selector


def _changes(
    node: Node, colors: Sequence[int], bound: bool, whole: bool
) -> Iterator[tuple[str, Spec]]:
    """Yield the specs of a node with one change in or below it, with the kind of each.

    Other objects take the place of a whole selection only, not of every part of a rule.
    """
    kind = _KINDS[node.wanted]
    selects = node.wanted in SELECTIONS or node.gives in SELECTIONS
    if whole and selects and not node.free and node.name != "all":
        for color in (None, *colors):
            for pair in questions(color):
                yield from ((kind, selector) for selector in pair)
        yield kind, "all"
        if node.name in ("where", "extreme") and "of" in node.given:
            yield from ((kind, spec) for spec in extremes(node.arguments["of"].spec))
    for spec in alternatives(node, colors, bound):
        yield kind, spec
    if not node.name:
        return
    yield from ((kind, argument.spec) for argument in _nodes(node) if _fits(argument, node))
    yield from _left_out(node)
    yield from _below(node, colors, bound, whole and node.wanted not in SELECTIONS)


def _below(
    node: Node, colors: Sequence[int], bound: bool, whole: bool
) -> Iterator[tuple[str, Spec]]:
    given = _given(node)
    absolute = node.name == "compare" and any(not argument.name for argument in _nodes(node))
    for name, argument in node.arguments.items():
        parameter = node.component.parameters[name] if node.component else None
        if not isinstance(argument, Node):
            assert parameter
            changes = _plain_changes(name, argument, parameter.type, parameter.choices)
        elif name in given or argument.wanted == ValueType.COLOR:
            each = parameter is not None and parameter.each
            changes = _changes(argument, colors, bound or each, whole)
        else:
            continue
        for kind, change in changes:
            if absolute and change in _PLACES:
                continue  # nobody counts rows from the edge
            # The largest or the topmost, the largest or the smallest: two selectors.
            ranks = node.wanted in SELECTIONS and kind in ("number", "choice")
            yield "selector" if ranks else kind, {"op": node.name, **given, name: change}


_PLACES = tuple(
    {"op": "measure", "key": key} for key in ("top", "bottom", "left", "right", "row", "column")
)


def _plain_changes(
    name: str, value: Any, value_type: ValueType, values: Sequence[Any]
) -> Iterator[tuple[str, Any]]:
    kind = _KINDS[value_type]
    if value_type == ValueType.CHOICE:
        yield from ((kind, choice) for choice in choices(name, values) if choice != value)
    elif value_type == ValueType.FLAG:
        yield kind, not value
    elif value_type == ValueType.INTEGER:
        yield from ((kind, number) for number in (0, value - 1, value + 1) if number != value)


def _nodes(node: Node) -> list[Node]:
    return [node.arguments[name] for name in node.given if isinstance(node.arguments[name], Node)]


def _fits(argument: Node, node: Node) -> bool:
    """Whether an argument can stand in the place of the node that it is a part of."""
    return argument.gives == node.wanted or (argument.gives, node.wanted) in FITS


def _left_out(node: Node) -> Iterator[tuple[str, Spec]]:
    """Yield a component without one of the arguments that it need not be given."""
    given = _given(node)
    for name, parameter in node.component.parameters.items() if node.component else ():
        if name in given and parameter.default is not REQUIRED:
            rest = {key: given[key] for key in given if key != name}
            yield _KINDS[parameter.type], {"op": node.name, **rest}


def _given(node: Node) -> dict[str, Spec]:
    arguments = {name: node.arguments[name] for name in node.given}
    return {n: a.spec if isinstance(a, Node) else a for n, a in arguments.items()}
