"""Confounds: simpler ideas that single out the same things in an example as the rule does.

If one holds in every example of a support set, a reader may take it for the rule. The search for
rivals (`rivals`) applies other rules to the grids, and one that ties is refuted. Here a tie speaks
for the confound: an object that is one of the two largest may well be meant as the largest.
**Source:** the idea is that of shortcuts in ConceptARC at Scale, section 3.1; the list is our own.
"""

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from arcrep.generator.errors import RuleError, TieError
from arcrep.generator.features import kinds, numbers, tallies
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Node, Reader
from arcrep.generator.objects import Canvas, Obj, Objects, Region
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene

UNRESTRICTED = "unrestricted "
"""How confounds begin that leave out among which things the rule chooses."""

ALONE = "alone "
"""How confounds begin that hold without a tie."""

STAIRCASE = "steps of one"
"""Numbers in order that go down to one, as a count of things does."""

_OFF = 2
"""By how much a number of other things may differ, if always by the same."""


class Confounds:
    """Tells which confounds of a rule there are in an example."""

    def __init__(self, program: Program) -> None:
        reader, nodes = Reader(program.parse), list(program.walk())
        self._among = [
            node.arguments["of"]
            for node in nodes
            if node.name == "extreme" and "of" in node.given and not node.free
        ]
        self._restricted = [
            (replace(node, wanted=node.gives), reader.read(spec, node.gives, "confound"))
            for node in nodes
            if node.name in ("extreme", "where") and "of" in node.given and not node.free
            for spec in _unrestricted(node)
        ]
        sorts = [node for node in nodes if node.name in ("sort", "sorted_by")]
        self._keys = [node.arguments["key"] for node in sorts]
        self._counts = any(node.name == "count" for node in nodes)
        self._skips = any(node.name == "every_other" for node in nodes)
        self._flips = any(node.name == "flip" for node in nodes)

    def find(
        self, scene: Scene, objects: Objects, chosen: Objects, changed: Objects, output: Canvas
    ) -> frozenset[str]:
        """Return the names of those that there are in an example.

        Args:
            scene: The input.
            objects: All that it shows.
            chosen: Those that the rule selects.
            changed: Those of them that it changes.
            output: What it gives.
        """
        names = {name for key in self._keys for name in _orders(key, scene, chosen)}
        if self._counts:
            names.update(_counts(objects, len(chosen)))
        # A crop does not show from where it is: things that are alike in all may be any of them.
        loose = output.shape != scene.shape
        names.update(_alone(scene, objects, changed, loose))
        for number, node in enumerate(self._among):
            choice = _alone(scene, evaluate(node, scene), changed, loose)
            names.update(f"{name} among {number}" for name in choice)
        for number, (node, free) in enumerate(self._restricted):
            if _agree(node, free, scene):
                names.add(f"{UNRESTRICTED}{number}")
        if self._flips:
            names.update(_turns(chosen))
        if self._skips and output.shape == scene.shape:
            names.update(_phases(output != scene.grid))
        return frozenset(names)


def _alone(scene: Scene, objects: Objects, chosen: Objects, loose: bool) -> Iterator[str]:
    """Yield what tells the chosen ones of some objects from the others."""
    are_chosen = [obj in chosen for obj in objects]
    if any(are_chosen) and not all(are_chosen):
        yield from _ranks(numbers(objects, scene), are_chosen, loose)
        yield from _kinds(kinds(objects, scene), are_chosen)
        yield from _ends(objects, [obj for obj in objects if obj in chosen])


def _unrestricted(node: Node) -> Iterator[dict[str, Any]]:
    """Yield a selection from all objects, and from all but those of a colour that it names."""
    spec = {name: part for name, part in node.spec.items() if name != "of"}
    yield spec
    for color in sorted(node.arguments["of"].colors):
        yield spec | {"of": {"op": "others", "than": {"op": "of_color", "color": color}}}


def _agree(node: Node, free: Node, scene: Scene) -> bool:
    """Whether two selections take the same, or the second one leaves open which."""
    try:
        return bool(evaluate(node, scene) == evaluate(free, scene))
    except TieError:
        return True
    except RuleError:
        return False


def _ranks(
    table: Mapping[str, Sequence[int]], are_chosen: Sequence[bool], loose: bool
) -> Iterator[str]:
    """Yield of which numbers the chosen ones have more than all others, or less, or as much.

    Where none of the others has as much, that is said, too.
    That all have as many speaks for neither, unless `loose`.
    """
    for name, values in table.items():
        mine = [value for value, own in zip(values, are_chosen, strict=True) if own]
        rest = [value for value, own in zip(values, are_chosen, strict=True) if not own]
        if loose or min(values) < max(values):
            if min(mine) >= max(rest):
                yield f"most {name}"
            if max(mine) <= min(rest):
                yield f"least {name}"
            if min(mine) > max(rest):
                yield f"{ALONE}most {name}"
            if max(mine) < min(rest):
                yield f"{ALONE}least {name}"


def _kinds(table: Mapping[str, Sequence[bool]], are_chosen: Sequence[bool]) -> Iterator[str]:
    """Yield what is so of the chosen ones alone, or of all others alone."""
    for name, values in table.items():
        if values == are_chosen:
            yield name
        elif not any(map(operator.eq, values, are_chosen)):
            yield f"not {name}"


def _counts(objects: Objects, number: int) -> Iterator[str]:
    """Yield what else there are so many of, or a few more or less."""
    for name, count in tallies(objects).items():
        if -_OFF <= number - count <= _OFF:
            yield f"{name} {number - count:+d}"


def _ends(objects: Objects, chosen: Sequence[Obj]) -> Iterator[str]:
    """Yield along which axes the chosen objects are the first and the last, or all but these."""
    for name, place in (
        ("rows", lambda obj: obj.center[0]),
        ("columns", lambda obj: obj.center[1]),
    ):
        row = sorted(objects, key=place)
        for which, there in (("ends", [row[0], row[-1]]), ("middle", row[1:-1])):
            if len(chosen) == len(there) and set(chosen) == set(there):
                yield f"{which} of {name}"


def _turns(chosen: Objects) -> Iterator[str]:
    """Yield by how many quarters to turn the chosen objects, which comes to mirroring them."""
    patches = [obj.patch() for obj in chosen]
    for turns in (1, 2, 3):
        for axis in (0, 1):
            if all(np.array_equal(np.rot90(p, turns), np.flip(p, axis)) for p in patches):
                yield f"turned {turns}"


def _phases(changed: Region) -> Iterator[str]:
    """Yield of which rows, columns or diagonals of the grid, every other, all changed cells are."""
    rows, columns = np.nonzero(changed)
    for name, lines in (("rows", rows), ("columns", columns), ("diagonals", rows + columns)):
        odd = lines % 2
        if len(odd) and odd.min() == odd.max():
            yield f"{'odd' if odd[0] else 'even'} {name}"


def _orders(key: Node, scene: Scene, chosen: Objects) -> Iterator[str]:
    """Yield where the ends of an order stand, and what else orders objects so, either way round."""
    objects = tuple(sorted(chosen, key=lambda obj: evaluate(key, scene, obj, obj)))
    for side, place in (("left", lambda obj: obj.left), ("top", lambda obj: obj.top)):
        row = sorted(chosen, key=place)
        for which, end in (("first", objects[0]), ("last", objects[-1])) if objects else ():
            yield f"the {which} is {row.index(end)} from the {side}"
            yield f"the {which} is {row.index(end) - len(row)} from the {side}"
    ordered = [evaluate(key, scene, obj, obj) for obj in objects]
    if sorted(ordered) == list(range(1, len(ordered) + 1)):
        yield STAIRCASE
    for name, values in numbers(objects, scene).items():
        steps = [after - before for before, after in pairwise(values)]
        if any(steps) and (min(steps) >= 0 or max(steps) <= 0):
            yield f"order by {name}"
