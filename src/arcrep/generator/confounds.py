"""Confounds: simpler ideas that single out the same things in an example as the rule does.

If one holds in every example of a support set, a reader may take it for the rule. The search for
rivals (`rivals`) applies other rules to the grids, and one that ties is refuted. Here a tie speaks
for the confound: an object that is one of the two largest may well be meant as the largest.
**Source:** the idea is that of shortcuts in ConceptARC at Scale, section 3.1; the list is our own.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from arcrep.generator.errors import RuleError, TieError
from arcrep.generator.features import PLACES, kinds, layers, numbers, tallies
from arcrep.generator.geometry import components
from arcrep.generator.interpreter import evaluate
from arcrep.generator.lookalikes import (
    either_ends,
    extents,
    is_able,
    phases,
    reflections,
    turns,
)
from arcrep.generator.nodes import Node, Reader
from arcrep.generator.objects import Canvas, Obj, Objects
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene
from arcrep.generator.vocabulary.selectors import content

UNRESTRICTED = "unrestricted "
"""How confounds begin that leave out among which things the rule chooses."""

ALONE = "alone "
"""How confounds begin that hold without a tie."""

STAIRCASE = "steps of one"
"""Numbers in order that go down to one, as a count of things does."""

_LIMITED = frozenset({"slide", "extend", "stamp"})
"""Actions that things may be unable to do for want of free cells."""

_OFF = 2
"""By how much a number of other things may differ, if always by the same."""


class Confounds:
    """Tells which confounds of a rule there are in an example."""

    def __init__(self, program: Program) -> None:
        reader, nodes = Reader(program.parse), list(program.walk())
        used = {node.name for node in nodes}
        self._firsts = [
            replace(node, wanted=node.gives)
            for node in nodes
            if node.name == "extreme" and not node.free
        ]
        self._restricted = [
            (replace(node, wanted=node.gives), reader.read(spec, node.gives, "confound"))
            for node in nodes
            if node.name in ("extreme", "where") and "of" in node.given and not node.free
            for spec in _unrestricted(node)
        ]
        self._keys = [node.arguments["key"] for node in nodes if node.name in ("sort", "sorted_by")]
        self._counts, self._lays = "count" in used, "lay_bar" in used
        self._skips, self._flips = "every_other" in used, "flip" in used
        self._is_about_depth = "hidden" in used
        self._has_panels = program.parse.name == "panels"
        self._act, select = program.clauses[0].act, program.clauses[0].select
        self._named = select.colors if select else frozenset[int]()

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
        # A crop does not show from where it is: things that are alike in all may be any of them.
        loose = output.shape != scene.shape
        names = {*self._of_choice(scene, objects, changed, loose)}
        names.update(name for key in self._keys for name in _orders(key, scene, chosen))
        if self._counts:
            names.update(_counts(objects, len(chosen)))
            names.update(_counts_by_color(objects, len(chosen)))
            names.update(f"counted {name}" for name in _counts(chosen, len(chosen)))
        if self._act.name in _LIMITED:
            names.update(self._of_ability(scene, objects, chosen))
        if self._flips:
            names.update((*turns(chosen), *reflections(scene, objects, chosen, output)))
        if not loose:
            new = output != scene.grid
            if self._lays:
                names.update(extents(new, objects))
            if self._skips:
                names.update((*phases(new), *either_ends(new, changed)))
        return frozenset(names)

    def _of_choice(
        self, scene: Scene, objects: Objects, changed: Objects, loose: bool
    ) -> Iterator[str]:
        """Yield what else singles out what is changed."""
        yield from _alone(scene, objects, changed, loose)
        if self._has_panels:
            yield from _contents(scene, objects, changed)
        if self._is_about_depth:
            yield from _levels(objects, changed)
        if self._named:  # what the rule refers to is no thing that it might be about
            yield from _places(scene, objects, changed, self._named)
        for number, node in enumerate(self._firsts):
            if "of" in node.given:
                among = evaluate(node.arguments["of"], scene)
                for name in _alone(scene, among, changed, loose):
                    yield f"{name} among {number}"
                if self._is_about_depth:
                    for name in _of_pile(node, scene, among):
                        yield f"in the pile that is {name} {number}"
        for number, (node, free) in enumerate(self._restricted):
            if _agree(node, free, scene):
                yield f"{UNRESTRICTED}{number}"

    def _of_ability(self, scene: Scene, objects: Objects, chosen: Objects) -> Iterator[str]:
        """Yield in what it singles out what is chosen that not all objects could act so."""
        others = [obj for obj in objects if obj not in chosen]
        able = [obj for obj in others if is_able(self._act, scene, obj)]
        if others and not able:
            yield "the others are unable"
        able += chosen  # whose move or growth was seen to be clear
        for number, node in enumerate(self._firsts):
            if _is_first(node, scene, evaluate(node, scene), able):
                yield f"of those able the first by {number}"


def _is_first(node: Node, scene: Scene, chosen: Obj, objects: Sequence[Obj]) -> bool:
    """Whether a thing is also among other objects what a rank chooses, ties included."""
    try:
        values = {obj: evaluate(node.arguments["key"], scene, obj, obj) for obj in objects}
    except RuleError:
        return False
    best = max if node.arguments["which"] == "most" else min
    return chosen in values and values[chosen] == best(values.values())


def _of_pile(node: Node, scene: Scene, among: Objects) -> Iterator[str]:
    """Yield in what the pile is first in which the thing lies that a rank chooses: it may be that.

    That is what the rank itself would choose, or the side where the pile is.
    """
    piles = scene.objects(components(scene.colored, 8))
    mine = evaluate(node, scene).mask
    own = [next(pile for pile in piles if (pile.mask & obj.mask).any()) for obj in among]
    chosen = next(pile for pile in piles if (pile.mask & mine).any())
    if _is_first(node, scene, chosen, own):
        yield "first by"
    if len(set(own)) > 1:
        for side, place in _FORWARD.items():
            if place(chosen) == max(map(place, own)):
                yield f"first to the {side} by"


_FORWARD: Mapping[str, Callable[[Obj], int]] = {
    "top": lambda obj: -obj.top,
    "bottom": lambda obj: obj.bottom,
    "left": lambda obj: -obj.left,
    "right": lambda obj: obj.right,
}
_SIZED: Mapping[str, Callable[[Obj], int]] = {
    "largest": lambda obj: obj.size,
    "smallest": lambda obj: -obj.size,
}


def _alone(scene: Scene, objects: Objects, chosen: Objects, loose: bool) -> Iterator[str]:
    """Yield what tells the chosen ones of some objects from the others."""
    are_chosen = [obj in chosen for obj in objects]
    if any(are_chosen) and not all(are_chosen):
        yield from _ranks(numbers(objects, scene), are_chosen, loose)
        yield from _kinds(kinds(objects, scene), are_chosen)
        yield from _ends(objects, [obj for obj in objects if obj in chosen])
        yield from _of_each_color(objects, are_chosen)


def _levels(objects: Objects, chosen: Objects) -> Iterator[str]:
    """Yield how many layers there are over and under the chosen ones, where it is the same."""
    of_each = [pair for obj, pair in zip(objects, layers(objects), strict=True) if obj in chosen]
    for name, levels in zip(("over", "under"), zip(*of_each, strict=True), strict=False):
        if len(set(levels)) == 1:
            yield f"{levels[0]} layers {name} it"


def _places(
    scene: Scene, objects: Objects, chosen: Objects, named: frozenset[int]
) -> Iterator[str]:
    """Yield in which part of the grid the chosen ones lie, and nothing else but what is named."""
    rest = [obj for obj in objects if not named & obj.color_counts.keys()]
    are_chosen = [obj in chosen for obj in rest]
    if any(are_chosen) and not all(are_chosen):
        for name, lies_there in PLACES.items():
            if [lies_there(obj, *scene.shape) for obj in rest] == are_chosen:
                yield f"{name} but for what is named"


def _contents(scene: Scene, panels: Objects, chosen: Objects) -> Iterator[str]:
    """Yield what tells what the chosen panels hold from what the others do."""
    held = {panel: content(scene, (panel,)) for panel in panels}
    everything = tuple(obj for panel in panels for obj in held[panel])
    mine = tuple(obj for panel in chosen if panel in held for obj in held[panel])
    for name in _alone(scene, everything, mine, loose=True):
        yield f"content {name}"


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


def _counts_by_color(objects: Objects, number: int) -> Iterator[str]:
    """Yield of which object, first in something, there are so many objects of its colour."""
    colors = [next(iter(obj.color_counts)) for obj in objects]
    for name, place in {**_FORWARD, **_SIZED}.items() if objects else ():
        first = max(map(place, objects))
        if any(
            place(obj) == first and colors.count(color) == number
            for obj, color in zip(objects, colors, strict=True)
        ):
            yield f"of the colour of the {name} one"


def _of_each_color(objects: Objects, are_chosen: Sequence[bool]) -> Iterator[str]:
    """Yield of which size the chosen ones are in their colour, where some have the same colour."""
    colors = [next(iter(obj.color_counts)) for obj in objects]
    if len(set(colors)) == len(colors):
        return
    for name, size in _SIZED.items():
        best = {
            color: max(size(obj) for obj, own in zip(objects, colors, strict=True) if own == color)
            for color in colors
        }
        firsts = [size(obj) == best[color] for obj, color in zip(objects, colors, strict=True)]
        yield from _kinds({f"{name} of each colour": firsts}, are_chosen)


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
