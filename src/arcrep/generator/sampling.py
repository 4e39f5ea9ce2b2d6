"""Sampling new tasks: recipes of a concept, composed, tried, demonstrated and searched for rivals.

What a concept's tasks are depends on it, how many, the seed and the limits: on no other concept.
**Source:** ConceptARC at Scale, sections 3 and 3.1, appendix B.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from arcrep.arc import CONCEPTS, MAX_SIDE, PREDICATE_CONCEPTS, Task
from arcrep.generator.composing import compose
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import ProgramError, SampleError
from arcrep.generator.gates import passed_gates
from arcrep.generator.novelty import Families, names_color, signature
from arcrep.generator.programs import Program
from arcrep.generator.recipes import recipes_of
from arcrep.generator.recipes.parts import Recipe
from arcrep.generator.recipes.templates import slots
from arcrep.generator.tally import Tally
from arcrep.generator.task_drawing import NotNewError, RejectedError, draw_task

CORE = frozenset(
    {
        "dilate",
        "duplicate_object",
        "erode",
        "extend_ray",
        "fill_checkerboard",
        "fill_stripes",
        "keep_only",
        "mark_center",
        "recolor_by_class",
        "recolor_edge",
        "recolor_object",
        "recolor_rim",
        "remove_object",
        "surround",
        "translate_to_edge",
    }
)
"""Actions that come often in every concept, so that actions can be told from concepts."""

_CORE_SHARES = ((0.05, 24), (0.065, 6))
"""How many of a concept's tasks have each of these, before more of these, and then others, come;
and after how many failures with a selection one of these does not come first with that one."""

_FEW_ACTIONS = 4

_CANDIDATES = 40
"""Recipes of which the least used one is taken."""

_PER_TRIPLE = 0.05
"""How many of a concept's tasks have the same layout, selector and action, or two."""

_SAME = 100
"""Of so many tasks of a concept one has a rule, of twice as many two, and so on."""

_FAILURE = 2.0
"""By how much a failure counts more than a use."""

_ATTEMPTS, _MORE = 100, 15
"""Programs that are tried for a task, in the mean, and for how many tasks more: few tasks on small
grids take many."""

_OTHERS = "belongs to another concept"
_SIDED = frozenset({"$side", "$axis", "$steps"})


@dataclass(frozen=True)
class Limits:
    """Which tasks are wanted.

    Attributes:
        max_side: The longest side that an input may have.
        actions: The action labels that tasks may have; any where there are none.
        exclude: The digests of tasks to leave out, by id.
        spare: How many of the tasks may be missing, where no more are found.
    """

    max_side: int = MAX_SIDE
    actions: frozenset[str] = frozenset()
    exclude: Mapping[str, str] = field(default_factory=dict[str, str])
    spare: int = 0


NO_LIMITS = Limits()


def sample_concept(
    concept: str,
    n: int,
    seed: int,
    limits: Limits = NO_LIMITS,
    on_task: Callable[[], object] = lambda: None,
) -> tuple[list[Task], Tally]:
    """Sample tasks of a concept, with others in place of those to leave out.

    Args:
        concept: The concept.
        n: How many tasks.
        seed: The seed.
        limits: Which tasks are wanted.
        on_task: Called whenever there is one more.

    Raises:
        SampleError: The recipes of the concept do not give so many.
        ValueError: A task to leave out is another one here, or none.
    """
    sampler = _Sampler(concept, n, seed, limits)
    tasks: list[Task] = []
    for task in sampler.tasks():
        tasks.append(task)
        on_task()
    return tasks, sampler.tally


def concept_of(task_id: str) -> str:
    """Return the concept of a generated task."""
    return task_id.rpartition("_")[0]


@dataclass
class _Sampler:
    concept: str
    n: int
    seed: int
    limits: Limits

    def __post_init__(self) -> None:
        self.tally = Tally()
        actions = self.limits.actions
        self._recipes = [
            recipe
            for recipe in recipes_of(self.concept)
            if not actions or recipe.deed.label in actions
        ]
        self._used: Counter[Any] = Counter()
        self._failed: defaultdict[Any, float] = defaultdict(float)
        self._signatures: Counter[str] = Counter()
        self._sceneries: set[tuple[str, str]] = set()
        self._families = Families()

    def _most_alike(self, rule: str) -> int:
        """How many tasks may have a rule, colours aside: a few with different colours.

        Of many tasks some may also have the very same rule, in different sceneries; so may two of
        the tasks of a concept that has few actions.
        """
        return max(2, self.n // 25) if names_color(rule) else self._most_same

    @property
    def _most_same(self) -> int:
        few = len(_actions_of(self.concept)) <= _FEW_ACTIONS
        return max(1, self.n // _SAME) + few

    def tasks(self) -> Iterator[Task]:
        number = done = 0
        left_out = {
            task_id for task_id in self.limits.exclude if concept_of(task_id) == self.concept
        }
        most = _ATTEMPTS * (self.n + len(left_out) + _MORE)
        for attempt in range(most):
            if done == self.n:
                break
            key = [self.seed, CONCEPTS.index(self.concept), attempt]
            try:
                task = self._attempt(key, f"{self.concept}_{number + 1:03d}")
            except RejectedError as error:
                self.tally.rejected[error.reason] += 1
                self.tally.refused.append(f"{self.concept} {attempt}: {error}")
                continue
            number += 1
            left_out.discard(task.id)
            if not self._is_excluded(task):
                done += 1
                yield task
        if done < self.n - self.limits.spare:
            common = ", ".join(f"{r} {c}" for r, c in self.tally.rejected.most_common(4))
            raise SampleError(
                f"{self.concept}: {done} tasks instead of {self.n}; rejected: {common}"
            )
        if left_out:  # a task of this set would have come up
            raise ValueError(f"exclude: {min(left_out)} is no task of a set with these settings")

    def _is_excluded(self, task: Task) -> bool:
        if task.id not in self.limits.exclude:
            return False
        if self.limits.exclude[task.id] != task.digest:
            raise ValueError(f"exclude: {task.id} is another task there than in this set")
        return True

    def _attempt(self, key: list[int], task_id: str) -> Task:
        draw = Draw(np.random.default_rng(key))
        number = self._favoured(draw)
        recipe = self._recipes[number]
        try:
            task = self._of_recipe(draw, recipe, key, task_id)
        except RejectedError as error:
            # With another side or number of steps the rule may be this concept's.
            free = _SIDED.intersection(slots(recipe.deed.clauses))
            weight = 0.25 if error.reason == _OTHERS and free else 1.0
            layout, selector, _ = recipe.labels
            for part in (number, recipe.labels[1:], (layout, selector)):
                self._failed[part] += weight
            error.add_recipe("/".join(recipe.labels))
            raise
        self._used.update(_parts(recipe))
        return task

    def _of_recipe(self, draw: Draw, recipe: Recipe, key: list[int], task_id: str) -> Task:
        try:
            composed = compose(draw, recipe, task_id, self.concept, self.limits.max_side)
        except (ProgramError, SampleError) as error:
            raise RejectedError("parts do not go together", str(error)) from None
        program = composed.program
        rule = signature(program)
        self._check_rule(recipe, program, rule)
        try:
            task, tried = draw_task(composed, key, self._families, self.tally, self._most_same)
        except NotNewError:
            if not names_color(rule):
                self._signatures[rule] = self._most_same
            raise
        self._families.add(program, task.support)
        self._signatures[rule] += 1
        self._sceneries.add((rule, recipe.scenery.label))
        self.tally.tried.append(tried)
        return task

    def _favoured(self, draw: Draw) -> int:
        """Draw some recipes, and take the one whose parts are used least, and failed least."""
        some = [draw.integer(0, len(self._recipes) - 1) for _ in range(_CANDIDATES)]
        most = max(2, round(_PER_TRIPLE * self.n))
        open_ones = [k for k in some if self._used[self._recipes[k].labels] < most] or some
        for share, hopeless in _CORE_SHARES:
            short = [k for k in open_ones if self._falls_short(self._recipes[k], share, hopeless)]
            if short:
                return min(short, key=self._load)
        return min(open_ones, key=self._load)

    def _falls_short(self, recipe: Recipe, share: float, hopeless: int) -> bool:
        """Whether there are fewer tasks of a shared action than there should be."""
        _, selector, action = recipe.labels
        used = self._used["action", action]
        hopeful = self._failed[selector, action] < hopeless
        return action in CORE and used < share * self.n and hopeful

    def _load(self, number: int) -> float:
        layout, selector, action, triple = _parts(self._recipes[number])
        weights = ((layout, 1.0), (selector, 1.0), (action, 2.0), (triple, 4.0))
        load = sum(weight * self._used[part] for part, weight in weights)
        labels = self._recipes[number].labels
        failed = sum(self._failed[part] for part in (number, labels[1:], labels[:2]))
        return load + _FAILURE * failed

    def _check_rule(self, recipe: Recipe, program: Program, rule: str) -> None:
        gates = passed_gates(program)
        if self.concept not in gates:
            raise RejectedError("gate", self.concept)
        # A rule that several concepts may come to is a task of one: which, its text decides. Shared
        # actions go to predicate concepts more often, which have fewer rules of each, unless they
        # are nearly all that another concept has.
        _, selector, action = recipe.labels
        claims = [gate for gate in gates if (selector, action) in _pairs_of(gate)]
        if action in CORE and min(len(_actions_of(gate)) for gate in claims) > _FEW_ACTIONS:
            claims += [gate for gate in claims if gate in PREDICATE_CONCEPTS]
        if claims[zlib.crc32(rule.encode()) % len(claims)] != self.concept:
            raise RejectedError(_OTHERS)
        again = not names_color(rule) and (rule, recipe.scenery.label) in self._sceneries
        if again or self._signatures[rule] >= self._most_alike(rule):
            raise RejectedError("same structure as another task")


@cache
def _pairs_of(concept: str) -> frozenset[tuple[str, str]]:
    """Return the selectors and actions that the recipes of a concept put together."""
    return frozenset(recipe.labels[1:] for recipe in recipes_of(concept))


@cache
def _actions_of(concept: str) -> frozenset[str]:
    return frozenset(recipe.deed.label for recipe in recipes_of(concept))


def _parts(recipe: Recipe) -> list[Any]:
    layout, selector, action = recipe.labels
    return [("layout", layout), ("selector", selector), ("action", action), recipe.labels]
