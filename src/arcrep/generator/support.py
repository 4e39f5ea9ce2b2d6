"""Which examples demonstrate a task, and which ask for it.

Every support set shows each configuration that a test has, and within it what may vary does.
**Source:** ConceptARC at Scale, section 3.1; how much has to vary is our own choice.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from arcrep.generator.confounds import UNRESTRICTED
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.traces import Traced

N_SETS, SET_SIZE, N_TESTS = 8, 3, 10
_RARE = 0.12
"""A configuration that is in no more of the examples is left out; so is a kind of thing, below."""
_SELDOM = 0.25
_SAME = 0.8
"""A property that is the same in more of the examples need not vary."""
EQUIVALENT, ALMOST = 0.98, 0.85
"""A confound that is in more of the examples says the same as the rule, or nearly so."""
_TRIES, _LOOKS = 60, 4
"""How many sets are looked at, and after how many of them there is one more example."""
_CHOICE = 4
FITTING = 10
"""How many of the sets that the surveyed examples make have to do, of about two thousand."""
_TOO_LITTLE = "its examples differ too little within a support set"


def set_ranges(n: int) -> list[range]:
    """Return the places of each support set in a list of `n` examples, set behind set."""
    return [range(at, at + SET_SIZE) for at in range(0, n, SET_SIZE)]


@dataclass
class Pool:
    """Different examples of one program, drawn as they are needed.

    Attributes:
        make: Draws the example of an index; None where that one would not do.
        most: How many indices may be asked for in all.
        shares: In which share of the examples each confound holds, after a survey; where nearly
            always, an example where it does not is left out, for no set could tell of that.
    """

    make: Callable[[int], Traced | None]
    most: int
    asked: int = 0

    def __post_init__(self) -> None:
        self._inputs: set[bytes] = set()
        self.spare: list[Traced] = []
        self.kinds: frozenset[tuple[Any, ...]] = frozenset()
        self.shown: frozenset[str] = frozenset()
        self.varying: frozenset[str] = frozenset()
        self.shares: Mapping[str, float] = {}
        self.confounds: frozenset[str] = frozenset()
        self.always: frozenset[str] = frozenset()

    def _next(self) -> Traced:
        while self.asked < self.most:
            self.asked += 1
            traced = self.make(self.asked - 1)
            if traced is not None and traced.key not in self._inputs:
                self._inputs.add(traced.key)
                return traced
        raise SampleError(f"gives too few different examples of {self.most} drawn")

    def survey(self, n: int) -> None:
        """Have so many examples, and see what there is in them and what varies.

        Raises:
            SampleError: There are too few.
        """
        self.spare += [self._next() for _ in range(n - len(self.spare))]
        counts = Counter(traced.configuration for traced in self.spare)
        common = [kind for kind, count in counts.most_common(SET_SIZE) if count > _RARE * n]
        self.kinds = frozenset(common)
        things = Counter(thing for traced in self.spare for thing in traced.shown)
        self.shown = frozenset(thing for thing, count in things.items() if count > _SELDOM * n)
        self.varying = frozenset(
            name
            for name in self.spare[0].properties
            if max(Counter(t.properties[name] for t in self.spare).values()) <= _SAME * n
        )
        confounds = Counter(name for traced in self.spare for name in traced.confounds)
        self.shares = {name: count / n for name, count in confounds.items()}
        self.confounds = frozenset(
            name
            for name, share in self.shares.items()
            if share <= (EQUIVALENT if name.startswith(UNRESTRICTED) else ALMOST)
        )

        self.always = frozenset(
            name
            for name, share in self.shares.items()
            if share > ALMOST and not name.startswith(UNRESTRICTED)
        )

    def take(
        self,
        draw: Draw,
        n: int,
        kinds: frozenset[object] | None = None,
        without: frozenset[str] = frozenset(),
    ) -> list[Traced]:
        """Take examples of some configurations; by default of all that a set of three shows.

        Args:
            draw: Where the random choices come from.
            n: How many.
            kinds: The configurations.
            without: Confounds of which each had better have few.

        Raises:
            SampleError: There are too few.
        """
        kinds = self.kinds if kinds is None else kinds
        fitting = [traced for traced in self.spare if self._fits(traced, kinds)]
        others = [traced for traced in self.spare if not self._fits(traced, kinds)]
        while len(fitting) < max(n, _CHOICE):
            traced = self._next()
            (fitting if self._fits(traced, kinds) else others).append(traced)
        fitting = sorted(draw.shuffled(fitting), key=lambda t: len(t.confounds & without))
        self.spare = fitting[n:] + [traced for traced in others if self.is_usual(traced)]
        return fitting[:n]

    def widen(self) -> None:
        """Draw one example more: those that are left over may be much alike.

        Raises:
            SampleError: There are no more.
        """
        traced = self._next()
        if self.is_usual(traced):
            self.spare.append(traced)

    def is_usual(self, traced: Traced) -> bool:
        """Whether an example shows nothing rare."""
        return self._fits(traced, self.kinds)

    def _fits(self, traced: Traced, kinds: frozenset[object]) -> bool:
        usual = traced.shown <= self.shown and self.always <= traced.confounds
        return usual and traced.configuration in kinds


def check_sets(pool: Pool, least: int = FITTING) -> None:
    """Refuse a pool that makes support sets hardly ever, before many examples are drawn for them.

    Args:
        pool: The pool, after a survey.
        least: How many of the sets that its examples make have to do.

    Raises:
        SampleError: Of all sets that its examples make too few would do.
    """
    usual = [traced for traced in pool.spare if pool.is_usual(traced)]
    fitting = (members for members in combinations(usual, SET_SIZE) if _demonstrates(members, pool))
    if sum(1 for _ in islice(fitting, least)) < least:
        raise SampleError(_TOO_LITTLE)


def new_support_set(
    draw: Draw, pool: Pool, misled: Callable[[Sequence[Traced]], bool] = lambda _: False
) -> list[Traced]:
    """Take the examples of one support set.

    Args:
        draw: Where the random choices come from.
        pool: Where the examples come from.
        misled: Says of examples that they would mislead.

    Raises:
        SampleError: The pool has none that would do.
    """
    for look in range(1, _TRIES + 1):
        members = pool.take(draw, 1)
        while len(members) < SET_SIZE:
            shown = {member.configuration for member in members}
            kinds, again = pool.kinds - shown or pool.kinds, _unwanted(members) & pool.confounds
            members += pool.take(draw, 1, kinds, again)
        if _demonstrates(members, pool) and not misled(members):
            return members
        pool.spare += members
        if look % _LOOKS == 0:
            pool.widen()
    raise SampleError(_TOO_LITTLE)


def _unwanted(members: Sequence[Traced]) -> frozenset[str]:
    """Return the confounds that another member of a set had better not have."""
    anywhere = frozenset[str]().union(*(m.confounds for m in members))
    always = frozenset.intersection(*(m.confounds for m in members))
    return always | {name for name in anywhere if name.startswith(UNRESTRICTED)}


def _demonstrates(members: Sequence[Traced], pool: Pool) -> bool:
    if frozenset[object](m.configuration for m in members) != pool.kinds:
        return False
    if frozenset[str]().union(*(m.shown for m in members)) != pool.shown:
        return False
    if any(len({m.properties[name] for m in members}) == 1 for name in pool.varying):
        return False
    counts = Counter(name for m in members for name in m.confounds & pool.confounds)
    return all(
        count < (SET_SIZE - 1 if name.startswith(UNRESTRICTED) else SET_SIZE)
        for name, count in counts.items()
    )
