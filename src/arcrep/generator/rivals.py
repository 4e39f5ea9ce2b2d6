"""Rival explanations: other rules that explain the support of a task and yet disagree on a test.

Rivals are the variants of the rule (`variants`) and shortcuts that look at cells alone
(`shortcuts`). A task is ambiguous if one of them, which is no more complex, gives the output of
every example of a support set and another output for a test input; or the outputs of all tests,
too, if the concept of the task has no part in it. Left out is what nobody would think of: a colour
that the rule does not name and some example of the set does not show; a selector that takes every
object of the set, other than `all`; clauses that take different or overlapping things where those
of the rule take the same, or things apart.
**Source:** the paper's reviewers judge by the same question (ConceptARC at Scale, section 3.1).
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from arcrep.arc import PREDICATE_CONCEPTS, Example, Grid, as_grid
from arcrep.generator import shortcuts
from arcrep.generator.alternatives import SELECTIONS
from arcrep.generator.clauses import Clause, named_colors
from arcrep.generator.errors import RuleError
from arcrep.generator.gates import GATES
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Node
from arcrep.generator.objects import Canvas, Region
from arcrep.generator.programs import Program
from arcrep.generator.scene import BackgroundRule, Scene
from arcrep.generator.signatures import ValueType
from arcrep.generator.variants import Variant, complexity, variants

KINDS = (
    "selector",
    "relation",
    "action",
    "region",
    "color",
    "direction",
    "choice",
    "number",
    "shortcut",
)
"""In what a rival differs from the rule."""

_DECIDING = frozenset(PREDICATE_CONCEPTS) - {"TopBottom3D"}

_FAILED: Any = object()
"""The selection of a selector that finds nothing clear."""


@dataclass(frozen=True)
class Rival:
    """Another explanation of a support set.

    Attributes:
        kind: One of `KINDS`.
        says: The explanation in words.
        support_set: The set that it explains, counted from 0.
        test: The first test example on which it disagrees, counted from 0; None where there is none
            (on some it may say nothing), and it is not about the concept of the task.
        program: The explanation as a program; None for a shortcut.
    """

    kind: str
    says: str
    support_set: int
    test: int | None
    program: Program | None = None


@dataclass(frozen=True)
class RivalSearch:
    """What a search found.

    Attributes:
        tried: How many explanations were tried, at least until each set had a rival.
        explained: The first rival of every support set, None where there is none.
        equals: Rules with another selector or action word, no more complex, that give the output of
            every support and test example: the labels of the task may mislead.
    """

    tried: int
    explained: tuple[Rival | None, ...]
    equals: tuple[Program, ...]

    @property
    def rival(self) -> Rival | None:
        """The first rival, if there is any."""
        return next(filter(None, self.explained), None)


def find_rival(
    program: Program,
    support: Sequence[Example],
    support_sets: Sequence[Sequence[int]],
    tests: Sequence[Example],
    enough: int | None = None,
) -> RivalSearch:
    """Look for rivals of a program on its own examples, which all have outputs.

    Args:
        program: The rule that gave the outputs.
        support: All support examples.
        tests: All test examples.
        support_sets: Indices into the support examples, at least one each.
        enough: No more variants are tried once so many sets have a rival; by default once all have.
    """
    search = _Search(program, support, support_sets, tests)
    fewest = max(0, len(support_sets) - enough) if enough else 0
    for variant in variants(program, search.colors, search.may_be_among, search.may_be_two):
        if len(search.open) <= fewest:
            break
        search.try_variant(variant)
    for name in shortcuts.SHORTCUTS:
        search.try_shortcut(name)
    return RivalSearch(search.tried, tuple(search.explained), tuple(search.equals))


class _Search:
    """A search under way."""

    def __init__(
        self,
        program: Program,
        support: Sequence[Example],
        support_sets: Sequence[Sequence[int]],
        tests: Sequence[Example],
    ) -> None:
        self.program = program
        self.support = [_Case(example, program.background) for example in support]
        self.tests = [_Case(example, program.background) for example in tests]
        self.sets = [[self.support[index] for index in members] for members in support_sets]
        self.shown = [frozenset.intersection(*(c.colors for c in cases)) for cases in self.sets]
        self.explained: list[Rival | None] = [None] * len(self.sets)
        self.equals: list[Program] = []
        self.tried = 0

    @property
    def open(self) -> list[int]:
        """The sets for which there is no rival yet."""
        return [number for number, rival in enumerate(self.explained) if rival is None]

    @property
    def colors(self) -> list[int]:
        """The colours but black that all examples of some set show."""
        return sorted(frozenset().union(*self.shown) - {0})

    def may_be_among(self, among: Node, own: Node) -> bool:
        """Whether a selection takes what another one takes in all examples of some open set."""
        return any(all(c.is_among(among, own) for c in self.sets[n]) for n in self.open)

    def may_be_two(self, select: Node) -> bool:
        """Whether a selection takes two objects in all examples of some open set."""
        return any(all(c.takes_two(select) for c in self.sets[n]) for n in self.open)

    def try_shortcut(self, name: str) -> None:
        """Fit a shortcut to every support set."""
        self.tried += 1
        for number in self.open:
            answer = shortcuts.fit(name, [case.pair for case in self.sets[number]])
            if answer is None:
                continue
            wrong = (k for k, c in enumerate(self.tests) if shortcuts.disagrees(answer, c.pair))
            test = next(wrong, None)
            if test is not None:
                self.explained[number] = Rival("shortcut", name, number, test)

    def try_variant(self, variant: Variant) -> None:
        """Ask which sets a variant explains, and whether it disagrees on a test."""
        self.tried += 1
        new = named_colors(variant.clauses) - named_colors(self.program.clauses)
        explained = [
            number
            for number in self.open
            if (not new or new <= self.shown[number])
            and _explains(variant.clauses, self.sets[number])
            and not self._restricts_nothing(variant.clauses, self.sets[number])
            and not self._breaks_up(variant.clauses, self.sets[number])
        ]
        if not explained:
            return
        program = replace(self.program, clauses=variant.clauses, layout=None)
        test = next((k for k, c in enumerate(self.tests) if c.disagrees(variant.clauses)), None)
        if test is None:
            self._note_equal(variant, program)
            if self._keeps_concept(program):
                return
        for number in explained:
            says = program.sentence
            self.explained[number] = Rival(variant.kind, says, number, test, program)

    def _keeps_concept(self, other: Program) -> bool:
        """Whether another rule is about the concept of the task, too, where that is what decides.

        An action that does the same is no other idea; and depth is seen by what a covered thing
        lacks, so that it is no full rectangle says the same.
        """
        concept = self.program.concept
        return concept not in _DECIDING or GATES[concept](other)

    def _note_equal(self, variant: Variant, program: Program) -> None:
        own = self.program.clauses
        if _size(variant.clauses) > _size(own) or _words(variant.clauses) == _words(own):
            return
        if all(case.agrees(variant.clauses) for case in [*self.support, *self.tests]):
            self.equals.append(program)

    def _restricts_nothing(self, clauses: Sequence[Clause], cases: Sequence["_Case"]) -> bool:
        """Whether a clause has another selector than the program, which takes all objects."""
        known = {clause.select.key for clause in self.program.clauses if clause.select}
        selectors = [clause.select for clause in clauses if clause.select]
        return any(
            select.key not in known
            and select.name != "all"
            and select.gives in SELECTIONS
            and all(case.takes_all(select, self.program.parse) for case in cases)
            for select in selectors
        )

    def _breaks_up(self, clauses: Sequence[Clause], cases: Sequence["_Case"]) -> bool:
        """Whether the program's clauses take the same things, or things apart, and these do not."""
        own = self.program.clauses
        return len(clauses) > 1 and any(
            case.division(own) not in ("mixed", case.division(clauses)) for case in cases
        )


class _Case:
    """An example, and what is known of rules on it."""

    def __init__(self, example: Example, background: BackgroundRule) -> None:
        assert example.output is not None
        self.pair = example.input, example.output
        self.colors = frozenset(example.input.tobytes() + example.output.tobytes())
        self._wanted = example.output.shape, example.output.tobytes()
        self._background: BackgroundRule = background
        self._selections: dict[tuple[str, ValueType], Any] = {}
        self._results: dict[Hashable, Canvas | None] = {}

    @cached_property
    def scene(self) -> Scene:
        """The input as programs see it; many cases are never asked for it."""
        return Scene(self.pair[0], self._background)

    def agrees(self, clauses: Iterable[Clause]) -> bool:
        """Say whether a rule gives the output."""
        outcome = self._outcome(clauses)
        return outcome is not None and self._is_output(outcome)

    def disagrees(self, clauses: Iterable[Clause]) -> bool:
        """Say whether a rule gives another output; having none is no output."""
        outcome = self._outcome(clauses)
        return outcome is not None and not self._is_output(outcome) and _is_grid(outcome)

    def takes_all(self, select: Node, parse: Node) -> bool:
        """Say whether a selector takes all objects."""
        taken, everything = self._selected(select), self._selected(parse)
        if taken is _FAILED or everything is _FAILED:
            return False
        return bool((_cells(taken, self.scene) == _cells(everything, self.scene)).all())

    def is_among(self, among: Node, own: Node) -> bool:
        """Say whether a selection takes what another one takes."""
        objects, taken = self._selected(among), self._selected(own)
        if objects is _FAILED or taken is _FAILED:
            return False
        return not (_cells(taken, self.scene) & ~_cells(objects, self.scene)).any()

    def takes_two(self, select: Node) -> bool:
        """Say whether a selection takes two objects."""
        taken = self._selected(select)
        return isinstance(taken, tuple) and len(taken) == 2

    def division(self, clauses: Iterable[Clause]) -> Literal["apart", "same", "mixed"]:
        """Say whether clauses take the same cells of the input, or cells apart, or neither."""
        chosen = [self._selected(clause.select) for clause in clauses if clause.select]
        regions = [_cells(taken, self.scene) for taken in chosen if taken is not _FAILED]
        if len(regions) < 2 or np.sum(regions, axis=0).max() < 2:
            return "apart"
        same = all((region == regions[0]).all() for region in regions)
        return "same" if same else "mixed"

    def _is_output(self, canvas: Canvas) -> bool:
        return (canvas.shape, canvas.tobytes()) == self._wanted

    def _outcome(self, clauses: Iterable[Clause]) -> Canvas | None:
        self.scene.start()
        canvas: Canvas | None = self.scene.grid
        for clause in clauses:
            canvas = self._after(clause, canvas)
            if canvas is None:
                return None
        return canvas

    def _after(self, clause: Clause, canvas: Canvas) -> Canvas | None:
        """Return what a clause makes of a canvas.

        Many selectors take the same objects: what an action does with these is kept.
        """
        before = b"" if canvas is self.scene.grid else (canvas.shape, canvas.tobytes())
        if clause.when or clause.reads == "result":
            key = before, clause.key
        else:
            taken = self._selected(clause.select) if clause.select else None
            if taken is _FAILED:
                return None
            taken = taken.tobytes() if isinstance(taken, np.ndarray) else taken
            key = before, clause.act.key, taken, clause.if_none
        if key not in self._results:
            self._results[key] = self._run(clause, canvas)
        return self._results[key]

    def _run(self, clause: Clause, canvas: Canvas) -> Canvas | None:
        try:
            if clause.reads == "result":
                return clause.run(Scene(as_grid(canvas), self._background), canvas)
            return clause.run(self.scene, canvas)
        except ValueError:  # of the rule, or what the clauses before it left is no grid
            return None

    def _selected(self, select: Node) -> Any:
        key = select.key, select.wanted
        if key not in self._selections:
            try:
                self._selections[key] = evaluate(select, self.scene)
            except RuleError:
                self._selections[key] = _FAILED
        return self._selections[key]


def _explains(clauses: tuple[Clause, ...], cases: list[_Case]) -> bool:
    """Say whether a rule gives the outputs of all cases; the one that refutes it comes first then.

    What refutes one rule is likely to refute the next.
    """
    for place, case in enumerate(cases):
        if not case.agrees(clauses):
            cases.insert(0, cases.pop(place))
            return False
    return True


def _size(clauses: Iterable[Clause]) -> int:
    return sum(complexity(node) for clause in clauses for node in clause.nodes)


def _words(clauses: Iterable[Clause]) -> list[tuple[str, ...]]:
    """Return the words of selectors and actions, by which tasks are labelled."""
    return [tuple(node.name for node in clause.nodes) for clause in clauses]


def _cells(selection: Any, scene: Scene) -> Region:
    if isinstance(selection, np.ndarray):
        return selection
    return scene.union(selection if isinstance(selection, tuple) else (selection,))


def _is_grid(canvas: Grid) -> bool:
    try:
        as_grid(canvas)
    except ValueError:
        return False
    return True
