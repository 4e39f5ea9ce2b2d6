"""What happens in an example: the layout variant, the branches taken, how much is selected.

A test may show only what the support shows (ConceptARC at Scale, section 3.1: "configurations of
test examples must be demonstrated"); two examples are of one configuration if all this agrees.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arcrep.arc import Example
from arcrep.generator.geometry import holes
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Node
from arcrep.generator.objects import Canvas, Obj, Objects
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene

_SIZE = 'measure(of=it,key="size")'
_CLEAR = 0.15


@dataclass(frozen=True)
class Traced:
    """An example with what is known of how it came about.

    Attributes:
        configuration: Equal for examples in which the same kinds of things happen.
        shown: What kinds of things the rule is about; a test has only those that the support has.
        properties: What should vary within a support set, by name.
    """

    example: Example
    configuration: tuple[Any, ...]
    shown: frozenset[str]
    properties: Mapping[str, Any]

    @cached_property
    def key(self) -> bytes:
        """Equal for equal inputs."""
        return self.example.input.tobytes() + bytes(self.example.input.shape)


def trace(program: Program, scene: Scene, drawn: Mapping[str, Any], output: Canvas) -> Traced:
    """Say what happens in an example, whose scene the program was applied to.

    Args:
        program: The rule.
        scene: The input.
        output: What the rule gives for it.
        drawn: The arguments of the layout that were drawn for it.
    """
    variants = tuple(v for v in drawn.values() if isinstance(v, str | bool))
    taken = tuple(_taken(program, scene))
    chosen = selected(program, scene)
    crossed = _is_crossed(scene, chosen, output)
    properties = {
        "sides": scene.shape,
        "objects": len(evaluate(program.parse, scene)),
        "colors": tuple(sorted(set(scene.grid.tobytes()))),
        "selected": len(chosen),
        "places": tuple((obj.top, obj.left) for obj in chosen),
        "quarters": tuple(_quarter(scene, obj) for obj in chosen),
        "shapes": tuple((obj.height, obj.width, obj.size) for obj in chosen),
    }
    shown = frozenset(map(_figure, chosen))
    return Traced(Example(scene.grid, output), (variants, taken, crossed), shown, properties)


def _figure(obj: Obj) -> str:
    """Say what an object looks like, roughly."""
    if obj.shape.all():
        return "full"
    return "holed" if holes(obj.shape).any() else "open"


def _quarter(scene: Scene, obj: Obj) -> tuple[bool, bool]:
    """Say in which quarter of the grid an object lies."""
    (height, width), (row, column) = scene.shape, obj.center
    return 2 * row < height - 1, 2 * column < width - 1


def _is_crossed(scene: Scene, chosen: Objects, output: Canvas) -> bool:
    """Whether something else than what is selected changes from one colour to another."""
    if output.shape != scene.grid.shape:
        return False
    changed = (output != scene.grid) & scene.colored & (output != scene.blank)
    return bool((changed & ~scene.union(chosen)).any())


def has_near_tie(program: Program, scene: Scene) -> bool:
    """Whether an object is the largest or the smallest by so little that one has to count cells."""
    for node in program.walk():
        if node.name != "extreme" or node.free or node.arguments["key"].key != _SIZE:
            continue
        sizes = sorted(obj.size for obj in evaluate(node.arguments["of"], scene))
        if node.arguments["which"] == "most":
            sizes = sizes[::-1]
        if len(sizes) > 1 and abs(sizes[0] - sizes[1]) < max(2, _CLEAR * max(sizes[:2])):
            return True
    return False


def selected(program: Program, scene: Scene) -> Objects:
    """Return the objects that the first clause selects, as far as it selects objects."""
    node = program.clauses[0].select or program.clauses[0].act
    for part in node.walk():
        if part.name != "all" and not _gives_value(part):
            continue
        value = evaluate(part, scene)
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
        if clause.when:
            yield bool(evaluate(clause.when, scene))
        for top in clause.nodes:
            for node in top.walk():
                if node.name == "if" and not node.arguments["when"].free:
                    yield bool(evaluate(node.arguments["when"], scene))
                if node.name == "extreme" and not node.free:
                    yield len(evaluate(node.arguments["of"], scene)) > 1
        if clause.select:
            yield _amount(evaluate(clause.select, scene))


def _amount(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return int(value.any())
    return min(2, len(value)) if isinstance(value, tuple) else 1
