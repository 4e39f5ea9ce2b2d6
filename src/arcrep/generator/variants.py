"""Variants of a rule: what else it could be, a part changed, left out or taken for another."""

import functools
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from arcrep.generator.alternatives import Spec, actions, extremes, questions
from arcrep.generator.changes import given_to, single_changes
from arcrep.generator.clauses import Clause
from arcrep.generator.errors import ProgramError
from arcrep.generator.nodes import FITS, Node, Reader
from arcrep.generator.programs import Program
from arcrep.generator.signatures import ValueType

_PARTS = ("when", "select", "act")


@dataclass(frozen=True)
class Variant:
    """Another rule over the same parse.

    Attributes:
        kind: In what it differs, such as "selector", "action" or "color".
    """

    kind: str
    clauses: tuple[Clause, ...]


def variants(
    program: Program,
    colors: Sequence[int],
    may_be_among: Callable[[Node, Node], bool],
    may_be_two: Callable[[Node], bool],
) -> Iterator[Variant]:
    """Yield the variants of a rule that are no more complex, all different.

    Of each clause another selector (with another colour, too), another action, or a change in one
    place; of two clauses one alone, or both with the same other question. A selector of the lists
    is one idea, however many words it takes, and more than `all`. A selection among some of the
    objects may also be another one among others.

    Args:
        program: The rule, and its parse.
        colors: Those that a variant may name.
        may_be_among: Says of two selections whether the second may lie in the first; those among
            others are made of what may hold what the rule selects only, for they are many.
        may_be_two: Says of a selection whether it may be of two objects, of which the one with the
            most of something is all but the one with the least.
    """
    seen = {tuple(clause.key for clause in program.clauses)}
    builder = _Builder(program, tuple(colors), may_be_among, may_be_two)
    for variant in builder.all():
        key = tuple(clause.key for clause in variant.clauses)
        if key not in seen:
            seen.add(key)
            yield variant


def complexity(node: Node) -> int:
    """Count the words that a node spells out; colours, numbers, directions and `it` are none."""
    return sum(1 for part in node.walk() if part.component or part.name == "if")


class _Builder:
    def __init__(
        self,
        program: Program,
        colors: tuple[int, ...],
        may_be_among: Callable[[Node, Node], bool],
        may_be_two: Callable[[Node], bool],
    ) -> None:
        self.program = program
        self.colors = colors
        self.may_be_among, self.may_be_two = may_be_among, may_be_two
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
            if shared is None and clause.select:
                yield from self._among_others(number, clause, _core(clause.select)[0])
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
        for kind, spec in single_changes(node, self.colors, bound=False, whole=True):
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
        yield from self._nested(own)

    def _among_others(self, number: int, clause: Clause, own: Node) -> Iterator[Variant]:
        for spec in self._nested(own):
            changed = self._exchanged(clause, own, spec)
            if changed:
                yield Variant("selector", self._with(number, changed))

    def _nested(self, own: Node) -> Iterator[Spec]:
        """Yield other selections among other objects, for one that is among some already."""
        if own.name not in ("where", "extreme") or own.arguments["of"].name == "all":
            return
        some = [
            among
            for color in (None, *self.colors)
            for among in _selectors(self.parse_text, ValueType.OBJECTS, color)
            if _is_plain(among) and self.may_be_among(among, own)
        ]
        if own.name == "extreme":
            for among in some:
                ends = list(extremes(among.spec))
                yield from ends
                if self.may_be_two(among):
                    yield from ({"op": "others", "of": among.spec, "than": end} for end in ends)
            return
        for one, other in itertools.combinations(some, 2):
            outer, inner = (one, other) if one.name == "where" else (other, one)
            if outer.name == "where":
                yield outer.spec | {"of": inner.spec}

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


def _is_plain(select: Node) -> bool:
    """Whether another selection may be among what this one takes, and be two ideas, not three."""
    by = select.arguments["than"] if select.name == "others" else select
    return by.name in ("where", "of_color")


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
        return {"op": node.name, **given_to(node), "of": selector}
    return selector
