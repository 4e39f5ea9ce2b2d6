"""The values of nodes on a scene."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from arcrep.generator.errors import NothingSelectedError, RuleError, TieError
from arcrep.generator.nodes import Node
from arcrep.generator.objects import Canvas, Obj, Objects
from arcrep.generator.scene import Scene
from arcrep.generator.signatures import ValueType

_IT = frozenset({"it"})


def evaluate(node: Node, scene: Scene, it: Obj | None = None, subject: Obj | None = None) -> Any:
    """Work out what a node gives, as the type that its place wants.

    Values that depend on neither `it` nor `subject` are kept in the scene's memo, and those that
    depend on `it` alone in that object's, under a key that programs share.

    Raises:
        RuleError: The scene leaves the node without a clear value; the error names the node.
    """
    try:
        value = _value(node, scene, it, subject)
        return value if node.gives is node.wanted else _convert(value, node, scene)
    except RuleError as error:
        error.path = error.path or node.path
        raise


def _value(node: Node, scene: Scene, it: Obj | None, subject: Obj | None) -> Any:
    if not node.component:
        return _named(node, scene, it, subject)
    if not node.free:
        memo = scene.memo
    elif it is not None and node.free == _IT:
        memo = it.memo
    else:
        return _call(node, scene, it, subject)
    if node.key in memo:
        return memo[node.key]
    value = _call(node, scene, it, subject)
    if isinstance(value, np.ndarray):
        value.flags.writeable = False  # many programs share it
    memo[node.key] = value
    return value


def _named(node: Node, scene: Scene, it: Obj | None, subject: Obj | None) -> Any:
    if not node.name:
        return node.value
    if node.name == "it":
        return it
    if node.name == "subject":
        return subject
    if node.name == "all":
        return evaluate(node.arguments["by"], scene)
    when = evaluate(node.arguments["when"], scene, it, subject)
    return evaluate(node.arguments["then" if when else "else"], scene, it, subject)


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
    values = dict(node.constants)
    for name, argument, each in node.variables:
        if each:
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
