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
from arcrep.generator.interpreter import evaluate
from arcrep.generator.objects import Obj
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene


@dataclass(frozen=True)
class Traced:
    """An example with what is known of how it came about.

    Attributes:
        configuration: Equal for examples in which the same kinds of things happen.
        properties: What should vary within a support set, by name.
    """

    example: Example
    configuration: tuple[Any, ...]
    properties: Mapping[str, Any]

    @cached_property
    def key(self) -> bytes:
        """Equal for equal inputs."""
        return self.example.input.tobytes() + bytes(self.example.input.shape)


def trace(program: Program, scene: Scene, drawn: Mapping[str, Any], output: Any) -> Traced:
    """Say what happens in an example, whose scene the program was applied to.

    Args:
        program: The rule.
        scene: The input.
        output: What the rule gives for it.
        drawn: The arguments of the layout that were drawn for it.
    """
    example = Example(scene.grid, output)
    variants = tuple(v for v in drawn.values() if isinstance(v, str | bool))
    taken = tuple(_taken(program, scene))
    objects = evaluate(program.parse, scene)
    chosen = _selected(program, scene)
    properties = {
        "sides": scene.shape,
        "objects": len(objects),
        "colors": tuple(sorted(set(scene.grid.tobytes()))),
        "selected": len(chosen),
        "places": tuple((obj.top, obj.left) for obj in chosen),
        "shapes": tuple((obj.height, obj.width, obj.size) for obj in chosen),
    }
    return Traced(example, (variants, taken), properties)


def _selected(program: Program, scene: Scene) -> tuple[Obj, ...]:
    """Return the objects that the first clause selects, as far as it selects objects."""
    node = program.clauses[0].select or program.clauses[0].act
    for part in node.walk():
        if part.component is None or part.free or part.component.kind == "action":
            continue
        value = evaluate(part, scene)
        if isinstance(value, Obj):
            return (value,)
        if isinstance(value, tuple) and all(isinstance(obj, Obj) for obj in value):
            return value
    return ()


def _taken(program: Program, scene: Scene) -> Iterator[Any]:
    """Yield the branches that the rule takes here, and whether it selects one thing or several."""
    for clause in program.clauses:
        if clause.when:
            yield bool(evaluate(clause.when, scene))
        for top in clause.nodes:
            for node in top.walk():
                if node.name == "if" and not node.arguments["when"].free:
                    yield bool(evaluate(node.arguments["when"], scene))
        if clause.select:
            yield _amount(evaluate(clause.select, scene))


def _amount(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return int(value.any())
    return min(2, len(value)) if isinstance(value, tuple) else 1
