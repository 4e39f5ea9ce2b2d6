"""Confounds: simpler ideas that single out the same things in an example as the rule does.

If one holds in every example of a support set, a reader may take it for the rule. The search for
rivals (`rivals`) applies other rules to the grids, and one that ties is refuted. Here a tie speaks
for the confound: an object that is one of the two largest may well be meant as the largest.
**Source:** the idea is that of shortcuts in ConceptARC at Scale, section 3.1; the list is our own.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from arcrep.generator.errors import RuleError, TieError
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Node, Reader
from arcrep.generator.objects import Obj, Objects
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene

UNRESTRICTED = "unrestricted "
"""How confounds begin that leave out among which things the rule chooses."""

_NUMBERS: Mapping[str, Callable[[Obj], int]] = {
    "size": lambda obj: obj.size,
    "height": lambda obj: obj.height,
    "width": lambda obj: obj.width,
    "length": lambda obj: max(obj.height, obj.width),
    "top": lambda obj: obj.top,
    "bottom": lambda obj: obj.bottom,
    "left": lambda obj: obj.left,
    "right": lambda obj: obj.right,
}

_PLACES: Mapping[str, Callable[[Obj, int, int], bool]] = {
    "upper half": lambda obj, height, _: obj.top + obj.bottom < height - 1,
    "lower half": lambda obj, height, _: obj.top + obj.bottom > height - 1,
    "left half": lambda obj, _, width: obj.left + obj.right < width - 1,
    "right half": lambda obj, _, width: obj.left + obj.right > width - 1,
    "at the edge": lambda obj, height, width: not _is_off_edge(obj, height, width),
    "off the edge": lambda obj, height, width: _is_off_edge(obj, height, width),
}


class Confounds:
    """Tells which confounds of a rule there are in an example."""

    def __init__(self, program: Program) -> None:
        reader, nodes = Reader(program.parse), list(program.walk())
        self._restricted = [
            (
                replace(node, wanted=node.gives),
                reader.read(_without_of(node), node.gives, "confound"),
            )
            for node in nodes
            if node.name in ("extreme", "where") and "of" in node.given and not node.free
        ]
        sorts = [node for node in nodes if node.name in ("sort", "sorted_by")]
        self._keys = [node.arguments["key"] for node in sorts]

    def find(self, scene: Scene, objects: Objects, chosen: Objects) -> frozenset[str]:
        """Return the names of those that single out the same objects, or put them in that order."""
        names = {name for key in self._keys for name in _orders(key, scene, chosen)}
        if 0 < len(chosen) < len(objects):
            names.update(_places(scene, objects, chosen))
            if len(chosen) == 1:
                names.update(_ranks(objects, chosen[0]))
        for number, (node, free) in enumerate(self._restricted):
            if _agree(node, free, scene):
                names.add(f"{UNRESTRICTED}{number}")
        return frozenset(names)


def _without_of(node: Node) -> dict[str, Any]:
    return {name: part for name, part in node.spec.items() if name != "of"}


def _agree(node: Node, free: Node, scene: Scene) -> bool:
    """Whether two selections take the same, or the second one leaves open which."""
    try:
        return bool(evaluate(node, scene) == evaluate(free, scene))
    except TieError:
        return True
    except RuleError:
        return False


def _ranks(objects: Objects, chosen: Obj) -> Iterator[str]:
    """Yield of which numbers an object has the most or the least, alone or not."""
    for name, number in _NUMBERS.items():
        own, numbers = number(chosen), [number(obj) for obj in objects]
        if min(numbers) < max(numbers) and own in (min(numbers), max(numbers)):
            yield f"{'most' if own == max(numbers) else 'least'} {name}"


def _places(scene: Scene, objects: Objects, chosen: Objects) -> Iterator[str]:
    """Yield the places at which the chosen objects lie, and no other."""
    for name, is_there in _PLACES.items():
        if all(is_there(obj, *scene.shape) == (obj in chosen) for obj in objects):
            yield name


def _is_off_edge(obj: Obj, height: int, width: int) -> bool:
    return 0 < obj.top <= obj.bottom < height - 1 and 0 < obj.left <= obj.right < width - 1


def _orders(key: Node, scene: Scene, chosen: Objects) -> Iterator[str]:
    """Yield the numbers that order objects as a key does, or the other way round."""
    objects = sorted(chosen, key=lambda obj: evaluate(key, scene, obj, obj))
    for name, number in _NUMBERS.items():
        steps = [number(after) - number(before) for before, after in pairwise(objects)]
        if any(steps) and (min(steps) >= 0 or max(steps) <= 0):
            yield f"order by {name}"
