"""One change in or below a node: the same rule with another part in one place."""

from collections.abc import Iterator, Sequence
from typing import Any

from arcrep.generator.alternatives import (
    SELECTIONS,
    Spec,
    alternatives,
    choices,
    extremes,
    questions,
)
from arcrep.generator.nodes import FITS, Node
from arcrep.generator.signatures import REQUIRED, ValueType

_KINDS = {
    ValueType.COLOR: "color",
    ValueType.COLORS: "color",
    ValueType.DIRECTION: "direction",
    ValueType.DIRECTIONS: "direction",
    ValueType.AXIS: "direction",
    ValueType.NUMBER: "number",
    ValueType.INTEGER: "number",
    ValueType.TRUTH: "relation",
    ValueType.TRAIT: "relation",
    ValueType.REGION: "region",
    ValueType.POSITION: "region",
    ValueType.OBJECT: "selector",
    ValueType.OBJECTS: "selector",
    ValueType.GROUP: "selector",
    ValueType.ACTION: "action",
    ValueType.CANVAS: "action",
    ValueType.CHOICE: "choice",
    ValueType.CHOICES: "choice",
    ValueType.FLAG: "choice",
}
"""What a variant is called that differs in a place of this type."""


def single_changes(
    node: Node, colors: Sequence[int], bound: bool, whole: bool
) -> Iterator[tuple[str, Spec]]:
    """Yield the specs of a node with one change in or below it, with the kind of each.

    Other objects take the place of a whole selection only, not of every part of a rule.
    """
    kind = _KINDS[node.wanted]
    selects = node.wanted in SELECTIONS or node.gives in SELECTIONS
    if whole and selects and not node.free and node.name != "all":
        for color in (None, *colors):
            for pair in questions(color):
                yield from ((kind, selector) for selector in pair)
        yield kind, "all"
        if node.name in ("where", "extreme") and "of" in node.given:
            yield from ((kind, spec) for spec in extremes(node.arguments["of"].spec))
    for spec in alternatives(node, colors, bound):
        yield kind, spec
    if not node.name:
        return
    yield from ((kind, argument.spec) for argument in _nodes(node) if _fits(argument, node))
    yield from _left_out(node)
    yield from _below(node, colors, bound, whole and node.wanted not in SELECTIONS)


def _below(
    node: Node, colors: Sequence[int], bound: bool, whole: bool
) -> Iterator[tuple[str, Spec]]:
    given = given_to(node)
    absolute = node.name == "compare" and any(not argument.name for argument in _nodes(node))
    for name, argument in node.arguments.items():
        parameter = node.component.parameters[name] if node.component else None
        if not isinstance(argument, Node):
            assert parameter
            changes = _plain_changes(name, argument, parameter.type, parameter.choices)
        elif name in given or argument.wanted == ValueType.COLOR:
            each = parameter is not None and parameter.each
            changes = single_changes(argument, colors, bound or each, whole)
        else:
            continue
        for kind, change in changes:
            if absolute and change in _PLACES:
                continue  # nobody counts rows from the edge
            # The largest or the topmost, the largest or the smallest: two selectors.
            ranks = node.wanted in SELECTIONS and kind in ("number", "choice")
            yield "selector" if ranks else kind, {"op": node.name, **given, name: change}


_PLACES = tuple(
    {"op": "measure", "key": key} for key in ("top", "bottom", "left", "right", "row", "column")
)


def _plain_changes(
    name: str, value: Any, value_type: ValueType, values: Sequence[Any]
) -> Iterator[tuple[str, Any]]:
    kind = _KINDS[value_type]
    if value_type == ValueType.CHOICE:
        yield from ((kind, choice) for choice in choices(name, values) if choice != value)
    elif value_type == ValueType.FLAG:
        yield kind, not value
    elif value_type == ValueType.INTEGER:
        yield from ((kind, number) for number in (0, value - 1, value + 1) if number != value)


def _nodes(node: Node) -> list[Node]:
    return [node.arguments[name] for name in node.given if isinstance(node.arguments[name], Node)]


def _fits(argument: Node, node: Node) -> bool:
    """Whether an argument can stand in the place of the node that it is a part of."""
    return argument.gives == node.wanted or (argument.gives, node.wanted) in FITS


def _left_out(node: Node) -> Iterator[tuple[str, Spec]]:
    """Yield a component without one of the arguments that it need not be given."""
    given = given_to(node)
    for name, parameter in node.component.parameters.items() if node.component else ():
        if name in given and parameter.default is not REQUIRED:
            rest = {key: given[key] for key in given if key != name}
            yield _KINDS[parameter.type], {"op": node.name, **rest}


def given_to(node: Node) -> dict[str, Spec]:
    """Return the arguments that a node is given, as specs."""
    arguments = {name: node.arguments[name] for name in node.given}
    return {n: a.spec if isinstance(a, Node) else a for n, a in arguments.items()}
