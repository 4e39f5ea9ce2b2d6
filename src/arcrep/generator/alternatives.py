"""What could stand in the place of a node: other words of the same type.

Rival explanations of a task are made of these: a rule with another selector, relation, action,
colour, direction or number in one place. Each list is short and general; the colours are those that
occur in the task's examples.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from arcrep.generator.nodes import AXES, DIRECTIONS, Node
from arcrep.generator.signatures import ValueType

Spec = Any
_STRAIGHT = ("up", "down", "left", "right")
_EXTREMES = (
    ("size", "most"),
    ("size", "least"),
    ("top", "least"),
    ("bottom", "most"),
    ("left", "least"),
    ("right", "most"),
    ("height", "most"),
    ("width", "most"),
    ("colors", "most"),
    ("holes", "most"),
)


def _measure(key: str) -> Spec:
    return {"op": "measure", "key": key}


def _extreme(key: str, which: str = "most") -> Spec:
    node = {"op": "extreme", "key": _measure(key)}
    return node if which == "most" else {**node, "which": which}


def _not(relation: Spec) -> Spec:
    return {"op": "negate", "holds": relation}


_LARGEST, _OTHERS = _extreme("size"), {"op": "others", "than": "it"}
_NEAR_CENTER = {"op": "distance", "to": {"op": "center_of", "of": "grid"}}
_INSIDE = {"op": "within", "region": {"op": "interior", "of": _OTHERS}}

RELATIONS: tuple[Spec, ...] = (
    "hollow",
    "solid",
    *({"op": "oriented", "axis": axis} for axis in AXES),
    *({"op": "repeated", "key": key} for key in ("shape_of", "color_of", _measure("size"))),
    _INSIDE,
    {"op": "touching", "ref": "all"},
    *({"op": "compare", "left": _measure("size"), "how": "more", "right": n} for n in (1, 2, 4)),
    {"op": "compare", "left": _measure("colors"), "how": "more", "right": 1},
    {"op": "compare", "left": _measure("height"), "how": "more", "right": _measure("width")},
    *({"op": "beyond", "side": side, "ref": _LARGEST} for side in _STRAIGHT),
)
"""What may hold for an object, without a colour being named; each is tried negated too."""


def relations(colors: Sequence[int]) -> Iterator[Spec]:
    """Yield relations that an object may have or lack."""
    for relation in RELATIONS:
        yield relation
        yield _not(relation)
    for color in colors:
        reference = {"op": "of_color", "color": color}
        for side in _STRAIGHT:
            yield {"op": "beyond", "side": side, "ref": reference}


def selections(colors: Sequence[int]) -> Iterator[Spec]:
    """Yield selectors over whatever the parse gives: generic ones first."""
    yield "all"
    for key, which in _EXTREMES:
        yield _extreme(key, which)
        yield {"op": "others", "than": _extreme(key, which)}
    yield {"op": "extreme", "key": _NEAR_CENTER, "which": "least"}
    for color in colors:
        yield {"op": "of_color", "color": color}
        yield {"op": "others", "than": {"op": "of_color", "color": color}}
    for relation in relations(colors):
        yield {"op": "where", "holds": relation}


def actions(colors: Sequence[int]) -> Iterator[Spec]:
    """Yield actions that keep the size of the grid, and crops."""
    yield from ("erase", "keep_only", "crop", "redraw")
    regions: list[Spec] = ["it", "interior", "bounding_box", "outline", "center_cells", "hull"]
    regions += [{"op": "resized", "how": how} for how in ("grow", "shrink")]
    regions += [{"op": "edge", "side": side} for side in _STRAIGHT]
    for region in regions:
        for color in ("color_of", *colors):
            paint = {"op": "paint", "color": color, "region": region}
            yield {key: value for key, value in paint.items() if value not in ("color_of", "it")}
    for side in _STRAIGHT:
        for until in ("contact", "edge"):
            yield {"op": "slide", "toward": side, "until": until}
        yield {"op": "extend", "toward": side}


def alternatives(node: Node, colors: Sequence[int], bound: bool) -> Iterator[Spec]:
    """Yield what could stand in the place of a node.

    Args:
        colors: Those that occur in the examples.
        bound: Whether `it` means something in its place.
    """
    wanted = node.wanted
    if wanted == ValueType.COLOR:
        yield from colors
        if bound:
            yield "color_of"
        yield {"op": "color_of", "of": _LARGEST}
    elif wanted == ValueType.DIRECTION or wanted == ValueType.DIRECTIONS:
        yield from DIRECTIONS
    elif wanted == ValueType.AXIS:
        yield from AXES
    elif wanted == ValueType.NUMBER:
        yield from _numbers(node, bound)
    elif wanted == ValueType.TRUTH and bound:
        yield from relations(colors)
    elif wanted in (ValueType.OBJECT, ValueType.OBJECTS, ValueType.GROUP, ValueType.REGION):
        yield from selections(colors)
    elif wanted == ValueType.TRAIT and bound:
        yield from ("shape_of", "color_of", "pattern_of", _measure("size"), _measure("height"))
    elif wanted == ValueType.ACTION:
        yield from actions(colors)


def _numbers(node: Node, bound: bool) -> Iterator[Spec]:
    if isinstance(node.value, int | float):
        yield node.value - 1
        yield node.value + 1
    if bound:
        for key in ("size", "height", "width", "top", "left", "colors", "holes"):
            yield _measure(key)
