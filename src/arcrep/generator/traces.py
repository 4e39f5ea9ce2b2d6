"""What happens in an example: the layout variant, the branches taken, how much is selected.

A test may show only what the support shows (ConceptARC at Scale, section 3.1: "configurations of
test examples must be demonstrated"); two examples are of one configuration if all this agrees.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from arcrep.arc import Example
from arcrep.generator.clauses import named_colors
from arcrep.generator.confounds import Confounds
from arcrep.generator.errors import RuleError
from arcrep.generator.features import PLACES, is_off_edge
from arcrep.generator.geometry import core, grow, spans
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Node
from arcrep.generator.objects import Canvas, Obj, Objects, Region
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene


@dataclass(frozen=True)
class Traced:
    """An example with what is known of how it came about.

    Attributes:
        configuration: Equal for examples in which the same kinds of things happen.
        shown: What kinds of things the rule is about; a test has only those that the support has.
        properties: What should vary within a support set, by name.
        confounds: The simpler ideas that single out the same things here.
    """

    example: Example
    configuration: tuple[Any, ...]
    shown: frozenset[str]
    properties: Mapping[str, Any]
    confounds: frozenset[str] = frozenset()

    @cached_property
    def key(self) -> bytes:
        """Equal for equal inputs."""
        return self.example.input.tobytes() + bytes(self.example.input.shape)


def trace(
    program: Program,
    scene: Scene,
    drawn: Mapping[str, Any],
    output: Canvas,
    free: Program | None = None,
    confounds: Confounds | None = None,
) -> Traced:
    """Say what happens in an example, whose scene the program was applied to.

    Args:
        program: The rule.
        scene: The input.
        output: What the rule gives for it.
        drawn: The arguments of the layout that were drawn for it.
        free: What `unhindered` makes of the rule.
        confounds: Those of the rule.
    """
    variants = tuple(v for v in drawn.values() if isinstance(v, str | bool))
    objects, chosen = evaluate(program.parse, scene), selected(program, scene)
    changed = _changed(scene, chosen, output)
    taken = *_taken(program, scene), *_groups(program, chosen)
    if program.clauses[0].select is None:  # what is counted, say, is one thing or several, too
        taken += (_amount(chosen),)
    crossed = _is_crossed(scene, chosen, output)
    lacking = _lacking(free, scene, output) if free else np.zeros(output.shape, bool)
    stopped = lacking is None or bool(lacking.any())
    properties = {
        "sides": scene.shape,
        "objects": len(objects),
        "colors": tuple(sorted(set(scene.grid.tobytes()))),
        "selected": len(chosen),
        "places": tuple((obj.top, obj.left) for obj in changed),
        "quarters": tuple(_quarter(scene, obj) for obj in changed),
        **_ranks(objects, changed),
        "heights": tuple(obj.height for obj in changed),
        "widths": tuple(obj.width for obj in changed),
        "shapes": tuple((obj.height, obj.width, obj.size) for obj in chosen),
        "gaps": _gaps(chosen),
        "answer": pattern(output),
    }
    shown = frozenset(map(_figure, chosen))
    if program.clauses[0].act.name == "paint":
        shown |= set(_of_painted(program, scene, chosen))
    if program.clauses[0].act.name in _LAYING and output.shape == scene.shape:
        covered = (output != scene.grid) & (output != scene.blank)
        shown |= {
            "drawn over" if (covered & obj.mask).any() else "not drawn over" for obj in chosen
        }
    if _has_free_rest(program, scene, chosen):
        shown |= {"free rest"}
    if program.clauses[0].act.name in _FREE_WAYS and output.shape == scene.shape:
        shown |= set(_on_its_way(program, scene, chosen, output))
        if program.clauses[0].act.name == "extend" and lacking is not None:
            shown |= set(_stops(program, scene, chosen, lacking))
    configuration = variants, taken, crossed, stopped
    found = frozenset[str]()
    if confounds:
        found = confounds.find(scene, objects, chosen, changed, output)
    return Traced(Example(scene.grid, output), configuration, shown, properties, found)


def _changed(scene: Scene, chosen: Objects, output: Canvas) -> Objects:
    """Return those of the selected objects whose cells change, or all where none's do.

    Sorting selects a whole row, of which some may stay; rings around objects change none of these.
    """
    if output.shape != scene.grid.shape:
        return chosen
    new = output != scene.grid
    return tuple(obj for obj in chosen if (new & obj.mask).any()) or chosen


def pattern(grid: Canvas) -> tuple[Any, ...]:
    """Return what is equal for grids that differ in their colours alone."""
    inks: dict[int, int] = {}
    return grid.shape, bytes(inks.setdefault(cell, len(inks)) for cell in grid.tobytes())


def _lacking(free: Program, scene: Scene, output: Canvas) -> Region | None:
    """Return where the output would differ if nothing were in the way of what moves, or grows.

    None if then it would not be clear what to do, or the output would be of another size.
    """
    try:
        unhindered_output = free.apply_to(scene)
    except RuleError:
        return None
    return unhindered_output != output if unhindered_output.shape == output.shape else None


def _stops(program: Program, scene: Scene, chosen: Objects, lacking: Region) -> Iterator[str]:
    """Yield what is in the way of things that grow: what they lie in, or something else."""
    if any(_is_uneven(lacking, obj) for obj in chosen):
        yield "stopped unevenly"
    for obj in evaluate(program.parse, scene):
        if obj not in chosen and (lacking & obj.mask).any():
            around = any(_lies_in(own, obj) for own in chosen)
            yield "stopped by what is around it" if around else "stopped by another thing"


def _lies_in(obj: Obj, other: Obj) -> bool:
    """Whether the box of a thing lies in that of another one, off its edges."""
    return (
        other.top < obj.top
        and other.left < obj.left
        and obj.bottom < other.bottom
        and obj.right < other.right
    )


def _is_uneven(lacking: Region, obj: Obj) -> bool:
    """Whether something stops some rows, or columns, of a thing that grows before others."""
    rows = lacking[obj.top : obj.bottom + 1].sum(axis=1)
    columns = lacking[:, obj.left : obj.right + 1].sum(axis=0)
    return bool(np.ptp(rows) or np.ptp(columns))


def unhindered(program: Program) -> Program | None:
    """Return the rule with nothing in the way of what it moves, if it moves anything."""
    changed = False
    clauses: list[Any] = []
    for clause in program.clauses:
        spec = clause.spec
        way = _FREE_WAYS.get(clause.act.name)
        if way and not way.keys() & set(clause.act.given):
            act = spec["act"] if isinstance(spec["act"], dict) else {"op": spec["act"]}
            spec, changed = {**spec, "act": {**act, **way}}, True
        clauses.append(spec)
    if not changed:
        return None
    return Program.from_spec({**program.spec, "clauses": clauses})


_LAYING = ("lay_bar", "stamp")
"""Actions that draw over whatever is there: what they are about may lie under it, or not."""

_NOWHERE = {"op": "difference", "region": "it", "without": "it"}
_FREE_WAYS: Mapping[str, Mapping[str, Any]] = {
    "slide": {"until": "edge"},
    "extend": {"stops": _NOWHERE},
}


def _on_its_way(program: Program, scene: Scene, chosen: Objects, output: Canvas) -> Iterator[str]:
    """Yield what happens to things that move, or grow: where they get to, and what they meet."""
    new = (output != scene.grid) & (output != scene.blank)
    rows, columns = np.nonzero(new)
    if len(chosen) == 1 and len(rows):
        top, left, bottom, right = chosen[0].box
        ways = rows.min() < top, columns.min() < left, rows.max() > bottom, columns.max() > right
        yield from (f"goes {way}" for way, goes in zip(_WAYS, ways, strict=True) if goes)
    for obj in chosen:
        if (new & ~obj.mask)[obj.top : obj.bottom + 1, obj.left : obj.right + 1].any():
            yield "fills its box"
        if (new & (spans(obj.mask, "rows") | spans(obj.mask, "columns"))).any():
            yield "fills a gap"
    near, named = grow(new, 4), named_colors(program.clauses)
    for obj in evaluate(program.parse, scene):
        if obj not in chosen and (near & obj.mask).any():
            yield "meets a reference" if named & obj.color_counts.keys() else "meets another thing"


_WAYS = ("up", "left", "down", "right")


def _has_free_rest(program: Program, scene: Scene, chosen: Objects) -> bool:
    """Whether something that is left alone might have been moved or changed, too.

    That is an object with free cells between it and the edges, of no colour that the rule names.
    """
    named = named_colors(program.clauses)
    return any(
        is_off_edge(obj, *scene.shape) and not named & obj.color_counts.keys()
        for obj in evaluate(program.parse, scene)
        if obj not in chosen
    )


def _figure(obj: Obj) -> str:
    """Say what an object looks like, roughly."""
    if obj.shape.all():
        return "full"
    return "holed" if obj.enclosed.any() else "open"


def _of_painted(program: Program, scene: Scene, chosen: Objects) -> Iterator[str]:
    """Yield of what kinds things are where a rule paints a part of each, or cells around it.

    Where nothing has inner cells the rim is all of it; the middle of an even side is two cells; and
    at the edge of the grid what grows is cut off.
    """
    nodes = list(program.walk())
    words = {node.name for node in nodes}
    for obj in chosen:
        yield "inner cells" if _has_inner_cells(obj) else "a rim alone"
    if "every_other" in words:
        yield from map(_inside, chosen)
    if "center_cells" in words:
        yield from (f"middle of {2 - obj.height % 2} x {2 - obj.width % 2}" for obj in chosen)
    if any(node.name == "resized" and node.arguments["how"] == "grow" for node in nodes):
        for obj in chosen:
            yield "off the edge" if is_off_edge(obj, *scene.shape) else "at the edge"


def _has_inner_cells(obj: Obj) -> bool:
    """Whether some cell of an object has others of it on all four sides."""
    if min(obj.height, obj.width) < 3:
        return False
    return bool(core(obj.shape).any())


def _inside(obj: Obj) -> str:
    """Say whether what an object encloses has corners, from which its cells can be counted."""
    rows, columns = np.nonzero(obj.enclosed)
    if not len(rows):
        return "nothing inside"
    height, width = (int(np.ptp(cells)) + 1 for cells in (rows, columns))
    return "a rectangle inside" if len(rows) == height * width else "something else inside"


def _ranks(objects: Objects, chosen: Objects) -> dict[str, Any]:
    """Say the how manieth from each side the chosen objects are."""
    sides: dict[str, Callable[[Obj], int]] = {
        "from left": lambda obj: obj.left,
        "from right": lambda obj: -obj.right,
        "from top": lambda obj: obj.top,
        "from bottom": lambda obj: -obj.bottom,
    }
    places = {name: sorted(map(place, objects)) for name, place in sides.items()}
    return {
        name: tuple(bisect_left(places[name], place(obj)) for obj in chosen)
        for name, place in sides.items()
    }


def _gaps(objects: Objects) -> tuple[int, ...]:
    """Say how many free cells there are between neighbours of a row or column, each number once."""
    rows, columns = ([obj.box[side::2] for obj in objects] for side in (0, 1))
    lines = max(rows, columns, key=lambda ends: max(ends)[0] - min(ends)[0] if ends else 0)
    places = sorted(lines)
    return tuple(sorted({after[0] - before[1] - 1 for before, after in pairwise(places)}))


def _quarter(scene: Scene, obj: Obj) -> tuple[bool, bool]:
    """Say in which quarter of the grid an object lies."""
    upper, left = PLACES["upper half"], PLACES["left half"]
    return upper(obj, *scene.shape), left(obj, *scene.shape)


def _is_crossed(scene: Scene, chosen: Objects, output: Canvas) -> bool:
    """Whether something else than what is selected changes from one colour to another."""
    if output.shape != scene.grid.shape:
        return False
    changed = (output != scene.grid) & scene.colored & (output != scene.blank)
    return bool((changed & ~scene.union(chosen)).any())


def selected(program: Program, scene: Scene) -> Objects:
    """Return the objects that the first clause selects, as far as it selects objects."""
    clause = program.clauses[0]
    # What an action counts may be left to its default.
    for part in (clause.select or clause.act).walk(defaults=clause.select is None):
        if part.name != "all" and not _gives_value(part):
            continue
        value = evaluate(replace(part, wanted=part.gives), scene)  # a crop wants a region of it
        if isinstance(value, Obj):
            return (value,)
        if isinstance(value, tuple) and all(isinstance(obj, Obj) for obj in value):
            return value
    return ()


def _gives_value(node: Node) -> bool:
    """Whether a node can be evaluated by itself: no action, and about no object in particular."""
    return node.component is not None and not node.free and node.component.kind != "action"


def _taken(program: Program, scene: Scene) -> Iterator[Any]:
    """Yield the branches that the rule takes here, and whether it selects one thing or several."""
    for clause in program.clauses:
        if clause.reads == "result":  # what it reads is not this scene
            continue
        if clause.when:
            yield bool(evaluate(clause.when, scene))
        for top in clause.nodes:
            for node in top.walk():
                if node.name == "if" and not node.arguments["when"].free:
                    yield bool(evaluate(node.arguments["when"], scene))
        if clause.select:
            yield _amount(evaluate(clause.select, scene))


def _groups(program: Program, chosen: Objects) -> Iterator[tuple[bool, bool]]:
    """Yield, for a rule about what recurs, whether several kinds of things do, and in threes."""
    for node in program.walk():
        trait = _TRAITS.get(node.arguments["key"].name) if node.name == "repeated" else None
        if trait:
            sizes = Counter(map(trait, chosen)).values()
            yield len(sizes) > 1, max(sizes, default=0) > 2


_TRAITS: Mapping[str, Callable[[Obj], Any]] = {
    "shape_of": lambda obj: (obj.shape.shape, obj.shape.tobytes()),
    "color_of": lambda obj: tuple(obj.color_counts),
}


def _amount(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return int(value.any())
    return min(2, len(value)) if isinstance(value, tuple) else 1
