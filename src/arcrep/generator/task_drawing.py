"""From a composed program to a task: its examples, support sets and tests, and no rival."""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from arcrep.arc import Example, Task, format_covariates
from arcrep.generator.clarity import unclear
from arcrep.generator.composing import Composed
from arcrep.generator.confounds import STAIRCASE, UNRESTRICTED, Confounds
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import RuleError, SampleError
from arcrep.generator.features import PLACES
from arcrep.generator.gates import GATES
from arcrep.generator.novelty import Families, gives, is_official
from arcrep.generator.programs import Program
from arcrep.generator.rivals import Rival, find_rival
from arcrep.generator.scene import Scene
from arcrep.generator.support import (
    ALMOST,
    EQUIVALENT,
    N_SETS,
    N_TESTS,
    Pool,
    check_sets,
    new_support_set,
    set_ranges,
)
from arcrep.generator.tally import Tally
from arcrep.generator.traces import Traced, trace, unhindered

_FIRST, _EARLY, _TRIAL = 4, 12, 24
"""Examples before the rule is looked at closer, before it is asked whether any set can be made of
them, and before sets are made."""
_FIRST_MOST, _TRIAL_MOST, _MOST = 26, 150, 400
"""How many are drawn at most for the first ones, for the trial, and for all."""
_SEARCHES = 6
"""How often rivals are searched for, before the program counts as ambiguous."""
_SAME_ANSWER = 0.7
"""The largest share of the examples that may have the same output, but for its colours."""
_SAME_NUMBER = 0.65
"""The largest share of the examples in which a rule about several things selects as many."""
_SAME_IN_TESTS = 0.8
"""The same of the tests, which are few."""
_IMMATERIAL = 0.9
"""The largest share of them in which it may not matter among which things the rule chooses."""
_LOOKS = 30
"""Examples drawn at most for tests in which it matters among which things the rule chooses."""
_ENOUGH = 5
"""Rivals with which a search stops, to draw support sets that refute them."""
_KEEPING = frozenset({"keep_only", "redraw", "crop"})
"""Actions that may come to the same without being another idea."""


class RejectedError(ValueError):
    """A program that makes no good task; `reason` is short, the message says more."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason

    def add_recipe(self, labels: str) -> None:
        """Say of which recipe the program was."""
        self.args = (f"{labels}: {self}",)


class NotNewError(RejectedError):
    """A rule that there is already."""


class ExampleSource:
    """Draws the examples of a composed program, each from its index alone."""

    def __init__(self, composed: Composed, key: Sequence[int]) -> None:
        self.program, self._composed, self._key = composed.program, composed, list(key)
        self._free, self._confounds = unhindered(composed.program), Confounds(composed.program)
        self.failures: Counter[str] = Counter()

    def make(self, index: int) -> Traced | None:
        """Draw an example, or return None where that one would not do."""
        program, layout = self.program, self.program.layout
        assert layout
        draw = Draw(np.random.default_rng([*self._key, 2, index]))
        try:
            drawn = layout.draw_arguments(draw)
            scene = Scene(layout.draw_with(draw, drawn), program.background)
            output = program.apply_to(scene)
            reason = (
                self._out_of_bounds(scene, output)
                or unsuitable(scene, output)
                or unclear(program, scene, output)
            )
            if not reason:
                return trace(program, scene, drawn, output, self._free, self._confounds)
        except (RuleError, SampleError) as error:
            reason = str(error)
        self.failures[reason] += 1
        return None

    def _out_of_bounds(self, scene: Scene, output: np.ndarray) -> str:
        """Say why an example is not what the recipe means, if so."""
        if max(scene.shape) > self._composed.max_side:
            return "the input is too large"
        if self._composed.recipe.deed.keeps:
            was = scene.colored
            same_size = output.shape == scene.grid.shape
            if not same_size or (output[was] != scene.grid[was]).any():
                return "things meet that should not"
        return ""


def unsuitable(scene: Scene, output: np.ndarray) -> str:
    """Say why no task would have an example, if so."""
    if np.array_equal(output, scene.grid):
        return "the output repeats the input"
    if not (output != scene.blank).any():
        return "the output is blank"
    return ""


def draw_task(
    composed: Composed, key: Sequence[int], known: Families, tally: Tally, most_alike: int = 1
) -> tuple[Task, int]:
    """Draw the examples of a program, and search for rivals, both counted.

    Args:
        composed: The program.
        key: What its random choices depend on.
        known: Rules that there are already.
        tally: Where it is counted.
        most_alike: How many tasks may have one rule.

    Returns:
        The task, and how many rivals were tried.

    Raises:
        RejectedError: It makes no good task.
    """
    draw, source = Draw(np.random.default_rng([*key, 1])), ExampleSource(composed, key)
    pool = Pool(source.make, _FIRST_MOST)
    try:
        pool.survey(_FIRST)
        pool.most = _TRIAL_MOST
        first = _examples(pool.spare)
        alike = known.alike(composed.program, first)
        if sum(1 for _ in islice(alike, most_alike)) == most_alike:
            raise NotNewError("same behaviour as another task")
        pool.survey(_EARLY)
        check_sets(pool, 1)
        pool.survey(_TRIAL)
        _check(composed, pool)
        check_sets(pool)
        pool.most = _MOST
        sets = [new_support_set(draw, pool) for _ in range(N_SETS)]
        tests = _take_tests(draw, pool)
        check_tests(composed, tests)
        tried = _settle(draw, composed.program, pool, sets, tests, tally)
        everything = [traced for members in (*sets, tests) for traced in members]
        if is_official(composed.program, _examples(everything)):  # it takes long to say
            raise NotNewError("official rule")
    except SampleError as error:
        common = "; ".join(f"{reason} ({n})" for reason, n in source.failures.most_common(2))
        raise RejectedError("examples", f"{error}: {common}") from None
    return _task(composed, sets, tests), tried


def _check(composed: Composed, pool: Pool) -> None:
    """Refuse a program whose examples show one case, or in which the concept seldom decides."""
    answers = Counter(traced.properties["answer"] for traced in pool.spare)
    if max(answers.values()) > _SAME_ANSWER * answers.total():
        raise RejectedError("mostly the same output")
    numbers = Counter(traced.properties["selected"] for traced in pool.spare)
    if composed.recipe.deed.many and max(numbers.values()) > _SAME_NUMBER * numbers.total():
        raise RejectedError("always as many")
    if layout_tells(pool.kinds):
        raise RejectedError("the layout says as much")
    if pool.shares.get(STAIRCASE, 0) > ALMOST:
        raise RejectedError("numbers in order that a count would give")
    ranks = any(node.name == "extreme" for node in composed.program.walk())
    for name, share in sorted(pool.shares.items()):
        if name.startswith(UNRESTRICTED) and _IMMATERIAL < share <= EQUIVALENT:
            raise RejectedError("what the choice is among seldom matters")
        if name in PLACES and share > ALMOST and not ranks:
            raise RejectedError("the place says as much")


def check_tests(composed: Composed, tests: Sequence[Traced]) -> None:
    """Refuse tests that nearly all ask for the same number, where the number is what is asked."""
    numbers = Counter(traced.properties["selected"] for traced in tests)
    if composed.recipe.deed.many and max(numbers.values()) > _SAME_IN_TESTS * len(tests):
        raise RejectedError("tests of always as many")


def layout_tells(kinds: frozenset[tuple[Any, ...]]) -> bool:
    """Whether the variant of the layout says which of several things happens in an example."""
    happens: defaultdict[Any, set[Any]] = defaultdict(set)
    for variant, *rest in kinds:
        happens[variant].add(tuple(rest))
    several = len(set[Any]().union(*happens.values())) > 1
    return several and all(len(things) == 1 for things in happens.values())


def _take_tests(draw: Draw, pool: Pool) -> list[Traced]:
    """Take tests, in half of which it matters, if possible, among which things the rule chooses.

    And in which numbers in order are no mere count of things.
    """
    seldom = frozenset(
        name for name in pool.confounds if name.startswith(UNRESTRICTED) or name == STAIRCASE
    )
    for _ in range(_LOOKS):  # support sets have taken many of those in which it matters
        if sum(not traced.confounds & seldom for traced in pool.spare) >= N_TESTS // 2:
            break
        pool.widen()
    telling = pool.take(draw, N_TESTS // 2, without=seldom)
    return draw.shuffled([*telling, *pool.take(draw, N_TESTS - len(telling))])


def _settle(
    draw: Draw,
    program: Program,
    pool: Pool,
    sets: list[list[Traced]],
    tests: Sequence[Traced],
    tally: Tally,
) -> int:
    """Draw support sets again that a rival explains, until none is left; returns rivals tried."""
    queries = _examples(tests)
    last: Rival | None = None
    open_sets, tried = list(range(len(sets))), 0
    known: list[Program] = []

    def misled(members: Sequence[Traced]) -> bool:
        return any(gives(rival, _examples(members)) for rival in known)

    for search_number in range(1, _SEARCHES + 1):
        support = [traced.example for number in open_sets for traced in sets[number]]
        groups = set_ranges(len(support))
        begin = time.process_time()
        search = find_rival(program, support, groups, queries, enough=_ENOUGH)
        tally.search_seconds += time.process_time() - begin
        tried = max(tried, search.tried)
        for equal in search.equals:
            if _misleads(program, equal) and all(gives(equal, _examples(s)) for s in sets):
                raise RejectedError("another rule does the same")
        rivals = [rival for rival in search.explained if rival]
        if not rivals:
            return tried
        tally.rivals.update(rival.kind for rival in rivals)
        last = rivals[0]
        known += [rival.program for rival in rivals if rival.program]
        found = [n for n, rival in zip(open_sets, search.explained, strict=True) if rival]
        if search_number == _SEARCHES:
            break
        if len(rivals) < _ENOUGH:  # else there was no look for rivals of the others
            open_sets = found
        try:
            for number in open_sets:
                if number in found or misled(sets[number]):
                    sets[number] = new_support_set(draw, pool, misled)
        except SampleError:
            break
    assert last
    tally.decisive[last.kind] += 1
    raise RejectedError("ambiguous", last.says)


def _examples(members: Sequence[Traced]) -> list[Example]:
    return [traced.example for traced in members]


def _misleads(program: Program, equal: Program) -> bool:
    """Whether a rule that does the same on all examples is of another concept or another action."""
    if program.concept and not GATES[program.concept](equal):
        return True
    if len(program.clauses) != len(equal.clauses):
        return True
    pairs = zip(program.clauses, equal.clauses, strict=True)
    changed = ({ours.act.name, theirs.act.name} for ours, theirs in pairs)
    return any(len(names) > 1 and not names <= _KEEPING for names in changed)


def _task(composed: Composed, sets: Sequence[Sequence[Traced]], tests: Sequence[Traced]) -> Task:
    program, recipe = composed.program, composed.recipe
    layout, selector, action = recipe.labels
    support = tuple(traced.example for members in sets for traced in members)
    metadata: Mapping[str, Any] = {
        "concept": program.concept,
        "layout": layout,
        "selector": selector,
        "action": action,
        "action_family": recipe.deed.family,
        "program": program.spec,
        "sentence": program.sentence,
        "covariates": format_covariates(support),
    }
    groups = tuple(map(tuple, set_ranges(len(support))))
    return Task(program.id, support, tuple(t.example for t in tests), metadata, groups)
