"""Relations: what may hold for an object, mostly beside others."""

from collections.abc import Mapping
from typing import Literal

import numpy as np

from arcrep.generator import geometry, nouns, wording
from arcrep.generator.components import relation
from arcrep.generator.errors import NothingSelectedError, RuleError
from arcrep.generator.objects import (
    Axis,
    Directions,
    Each,
    Group,
    Number,
    Obj,
    Objects,
    Region,
    Trait,
    Truth,
    is_level,
    orientation,
)
from arcrep.generator.scene import Scene


def _beyond_phrase(words: Mapping[str, str]) -> str:
    if words["by"] == "edge":
        reaches = nouns.verb(words["of"], "reach")
        return f"{words['of']} {reaches} further {words['side']} than {words['ref']}"
    return f"{words['of']} {nouns.verb(words['of'], 'lie')} {wording.side(words)}"


@relation(says=_beyond_phrase, of="it")
def beyond(
    of: Obj,
    side: Directions,
    ref: Obj,
    by: Literal["whole", "edge", "center"] = "whole",
) -> Truth:
    """It lies further towards a side than the reference: wholly, by its edge, or by its centre.

    Of several sides one is enough.
    """
    return any(_is_beyond(_reach(of, way), _reach(ref, way), by) for way in side)


def _is_beyond(mine: tuple[int, int], other: tuple[int, int], by: str) -> bool:
    if by == "whole":
        return mine[0] > other[1]
    if by == "edge":
        return mine[1] > other[1]
    return sum(mine) > sum(other)


def _reach(obj: Obj, side: tuple[int, int]) -> tuple[int, int]:
    """How far the bounding box reaches towards a side: its near and its far end."""
    if side[0] and side[1]:
        raise RuleError("a side to lie on is up, down, left or right")
    top, left, bottom, right = obj.box
    ends = (top, bottom) if side[0] else (left, right)
    sign = side[0] or side[1]
    return (ends[0], ends[1]) if sign > 0 else (-ends[1], -ends[0])


@relation(
    says=lambda words: f"{words['of']} {nouns.verb(words['of'], 'touch')} {words['ref']}", of="it"
)
def touching(scene: Scene, of: Obj, ref: Objects, corners: bool = False) -> Truth:
    """A cell of it is next to a cell of another object."""
    rest = np.zeros(scene.shape, bool)
    for obj in ref:
        if obj != of:
            rest |= obj.mask
    return bool((geometry.grow(of.mask, 8 if corners else 4) & rest & ~of.mask).any())


@relation(
    says=lambda words: f"{words['of']} {nouns.be(words['of'])} hollow",
    of="it",
    requires={"container"},
)
def hollow(of: Obj) -> Truth:
    """It encloses at least one cell."""
    return bool(of.enclosed.any())


def _solid_phrase(words: Mapping[str, str]) -> str:
    return f"{words['of']} {nouns.verb(words['of'], 'fill')} its {words['within']}"


@relation(says=_solid_phrase, of="it")
def solid(of: Obj, within: Literal["box", "hull"] = "box") -> Truth:
    """It fills its bounding box, or its convex hull."""
    if within == "hull":
        return of.size == int(np.count_nonzero(geometry.hull(of.mask)))
    return of.size == of.height * of.width


@relation(says=lambda words: f"{words['of']} {nouns.be(words['of'])} {words['axis']}", of="it")
def oriented(scene: Scene, of: Objects, axis: Axis) -> Truth:
    """It is longer along an axis than across it; for a diagonal: a diagonal line.

    Several objects count as one.
    """
    if not of:
        raise NothingSelectedError("there is no object that could be longer along an axis")
    whole = of[0] if len(of) == 1 else scene.obj(scene.union(of))
    return orientation(whole) == axis


def _stripes_phrase(words: Mapping[str, str]) -> str:
    return f"{words['of']} {nouns.have(words['of'])} {words['axis']} stripes"


@relation(says=_stripes_phrase, of="it", requires={"multicolored"})
def striped(scene: Scene, of: Obj, axis: Axis) -> Truth:
    """Every row (column) of it has a single colour, and it has more than one."""
    cells = np.where(of.shape, scene.grid[of.window], 255)
    lines = cells if is_level(axis) else cells.T
    return len(of.color_counts) > 1 and all(len(set(r[r < 255].tolist())) == 1 for r in lines)


@relation(
    says="{key} occurs more than once among {among}", of="it", among="all", requires={"several"}
)
def repeated(key: Each[Trait], of: Obj, among: Group) -> Truth:
    """Another object agrees with it in something."""
    mine = key(of)
    return any(obj != of and key(obj) == mine for obj in among)


@relation(says="{key} is the same in all of {among}", among="all", requires={"several"})
def all_same(key: Each[Trait], among: Group) -> Truth:
    """No two objects differ in something."""
    return len({key(obj) for obj in among}) <= 1


_COMPARISONS = {
    "more": lambda a, b: a > b,
    "less": lambda a, b: a < b,
    "equal": lambda a, b: a == b,
    "at_least": lambda a, b: a >= b,
}


@relation(says=wording.compare)
def compare(
    left: Number,
    how: Literal["more", "less", "equal", "at_least"],
    right: Number,
) -> Truth:
    """One number beside another."""
    return bool(_COMPARISONS[how](left, right))


@relation(says=lambda words: wording.not_so(words["holds"]))
def negate(holds: Truth) -> Truth:
    """It does not hold."""
    return not holds


@relation(says="{first} {how} {second}")
def combined(first: Truth, second: Truth, how: Literal["and", "or"] = "and") -> Truth:
    """Both of two things hold, or at least one of them."""
    return (first and second) if how == "and" else (first or second)


def _within_phrase(words: Mapping[str, str]) -> str:
    return f"{words['of']} {nouns.verb(words['of'], 'lie')} {wording.within(words)}"


@relation(says=_within_phrase, of="it")
def within(of: Obj, region: Region) -> Truth:
    """All its cells lie in a region."""
    return bool(region[of.mask].all())


@relation(says=wording.exists)
def exists(of: Region) -> Truth:
    """At least one cell of it is there."""
    return bool(of.any())
