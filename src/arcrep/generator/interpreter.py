"""The values of nodes on a scene."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from arcrep.generator.errors import NothingSelectedError, RuleError, TieError
from arcrep.generator.nodes import Node
from arcrep.generator.objects import Canvas, Obj, Objects
from arcrep.generator.scene import Scene
from arcrep.generator.signatures import ValueType


def evaluate(node: Node, scene: Scene, it: Obj | None = None, subject: Obj | None = None) -> Any:
    """Work out what a node gives, as the type that its place wants.

    Values that depend on neither `it` nor `subject` are kept in the scene's memo, under a key that
    programs share.

    Raises:
        RuleError: The scene leaves the node without a clear value; the error names the node.
    """
    if not node.name and node.gives == node.wanted:
        return node.value
    try:
        value = _value(node, scene, it, subject)
        return value if node.gives == node.wanted else _convert(value, node, scene)
    except RuleError as error:
        error.path = error.path or node.path
        raise


def _value(node: Node, scene: Scene, it: Obj | None, subject: Obj | None) -> Any:
    if not node.name:
        return node.value
    if node.name == "it":
        return it
    if node.name == "subject":
        return subject
    if node.name == "all":
        return evaluate(node.arguments["by"], scene)
    if node.name == "if":
        when = evaluate(node.arguments["when"], scene, it, subject)
        return evaluate(node.arguments["then" if when else "else"], scene, it, subject)
    if node.free:
        return _call(node, scene, it, subject)
    if node.key not in scene.memo:
        value = _call(node, scene, it, subject)
        if isinstance(value, np.ndarray):
            value.flags.writeable = False  # many programs share it
        scene.memo[node.key] = value
    return scene.memo[node.key]


def _call(node: Node, scene: Scene, it: Obj | None, subject: Obj | None) -> Any:
    assert node.component
    scene.step()
    arguments = _arguments(node, scene, it, subject)
    if "scene" in node.component.given:
        arguments["scene"] = scene
    return _run(node, arguments)


def _run(node: Node, arguments: Mapping[str, Any]) -> Any:
    """Call a component; what is wrong with the component itself is told with its place."""
    assert node.component
    try:
        return node.component.function(**arguments)
    except RuleError:
        raise
    except Exception as error:  # whatever a user's component may raise: it goes on, with a note
        error.add_note(f"in the component {node.name} at {node.path}")
        raise


def _arguments(node: Node, scene: Scene, it: Obj | None, subject: Obj | None) -> dict[str, Any]:
    assert node.component
    values: dict[str, Any] = {}
    for name, argument in node.arguments.items():
        if not isinstance(argument, Node):
            values[name] = argument
        elif node.component.parameters[name].each:
            values[name] = _for_each(argument, scene, subject)
        else:
            values[name] = evaluate(argument, scene, it, subject)
    return values


def _for_each(node: Node, scene: Scene, subject: Obj | None) -> Callable[[Obj], Any]:
    return lambda obj: evaluate(node, scene, obj, subject or obj)


def act(node: Node, scene: Scene, canvas: Canvas, selection: Any) -> Canvas:
    """Let an action do its work on a canvas that is its own to write on.

    Raises:
        RuleError: As for `evaluate`.
    """
    try:
        if node.name == "if":
            when = evaluate(node.arguments["when"], scene)
            return act(node.arguments["then" if when else "else"], scene, canvas, selection)
        assert node.component
        arguments = _arguments(node, scene, None, None)
        offered = {"scene": scene, "canvas": canvas, "selection": selection}
        arguments |= {name: offered[name] for name in node.component.given}
        return _run(node, arguments)
    except RuleError as error:
        error.path = error.path or node.path
        raise


def _convert(value: Any, node: Node, scene: Scene) -> Any:
    gives, wanted = node.gives, node.wanted
    if wanted == ValueType.OBJECT:
        return _only(value)
    if wanted == ValueType.GROUP:
        return value
    if wanted == ValueType.REGION:
        return value.mask if gives == ValueType.OBJECT else scene.union(value)
    if wanted == ValueType.AXIS:
        rows, columns = value
        return max((rows, columns), (-rows, -columns))
    return (value,)


def _only(objects: Objects) -> Obj:
    if len(objects) == 1:
        return objects[0]
    if not objects:
        raise NothingSelectedError("nothing is found where one object is needed")
    raise TieError(f"{len(objects)} objects are found where one is needed")
