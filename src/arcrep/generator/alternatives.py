"""What could stand in the place of a node: other words of the same type.

Rival explanations of a task are made of these: a rule with another selector, relation, action,
colour, direction or number. The lists are short and general, each entry one plain idea that comes
to mind when a few examples are seen.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from arcrep.generator.nodes import AXES, DIRECTIONS, Node
from arcrep.generator.signatures import ValueType

Spec = Any
"""A node as JSON."""

SELECTIONS = frozenset({ValueType.OBJECT, ValueType.OBJECTS, ValueType.GROUP})
_STRAIGHT = ("up", "down", "left", "right")
_EXTREMES = (
    ("size", "most"),
    ("size", "least"),
    ("top", "least"),
    ("bottom", "most"),
    ("left", "least"),
    ("right", "most"),
    ("height", "most"),
    ("height", "least"),
    ("width", "most"),
    ("width", "least"),
    ("colors", "most"),
    ("holes", "most"),
)
_STEPS = range(2, 7)
_FAR_FETCHED = frozenset({"area", "density", "pieces", "row", "column"})
"""Keys of `measure` that nobody would think of first."""


def _measure(key: str) -> Spec:
    return {"op": "measure", "key": key}


def _extreme(key: Spec, which: str = "most") -> Spec:
    node = {"op": "extreme", "key": key}
    return node if which == "most" else {**node, "which": which}


def _others(than: Spec) -> Spec:
    return {"op": "others", "than": than}


_LARGEST = _extreme(_measure("size"))


def _distance(to: Spec) -> Spec:
    return {"op": "distance", "to": {"op": "center_of", "of": to}}


_RELATIONS: tuple[Spec, ...] = (
    "hollow",
    "solid",
    *({"op": "oriented", "axis": axis} for axis in AXES),
    *({"op": "repeated", "key": key} for key in ("shape_of", "color_of", _measure("size"))),
    {"op": "within", "region": {"op": "interior", "of": _others("it")}},
    {"op": "touching", "ref": "all"},
    *({"op": "compare", "left": _measure("size"), "how": "more", "right": n} for n in (1, 2, 4, 8)),
    {"op": "compare", "left": _measure("colors"), "how": "more", "right": 1},
)
"""What may hold for an object, without a colour being named."""


def relations(color: int | None) -> Iterator[tuple[Spec, Spec]]:
    """Yield relations that an object may have, each with its contrary.

    Args:
        color: All that they yield name this colour, or none.
    """
    for relation in _RELATIONS if color is None else ():
        yield relation, {"op": "negate", "holds": relation}
    reference = _LARGEST if color is None else {"op": "of_color", "color": color}
    for side, other in (("up", "down"), ("left", "right")):
        beside = {"op": "beyond", "side": side, "ref": reference}
        yield beside, {**beside, "side": other}


def extremes(of: Spec = None) -> Iterator[Spec]:
    """Yield selectors of the object with the most or the least of something, among some."""
    for key, which in _EXTREMES:
        yield _extreme(_measure(key), which) | ({} if of is None else {"of": of})


def questions(color: int | None) -> Iterator[tuple[Spec, Spec]]:
    """Yield what a selector may ask, as the selectors of those that answer yes, and no.

    Args:
        color: All that they yield name this colour, or none.
    """
    if color is None:
        picked = list(extremes())
        picked.append(_extreme(_distance("grid"), "least"))
    else:
        named = {"op": "of_color", "color": color}
        picked = [named, {**_extreme(_distance(named), "least"), "of": _others(named)}]
    for selector in picked:
        yield selector, _others(selector)
    for relation, contrary in relations(color):
        yield {"op": "where", "holds": relation}, {"op": "where", "holds": contrary}


_REGIONS: tuple[Spec, ...] = (
    "it",
    "interior",
    "bounding_box",
    "outline",
    "center_cells",
    "hull",
    *({"op": "resized", "how": how} for how in ("grow", "shrink")),
    *({"op": "resized", "how": how, "connectivity": 8} for how in ("grow", "shrink")),
    *({"op": "edge", "side": side} for side in _STRAIGHT),
    *({"op": "every_other", "of_its": what} for what in ("cells", "rows", "columns")),
)
"""Cells that go with an object."""


def actions(color: int | None) -> Iterator[Spec]:
    """Yield actions: those that paint a colour, or those that name none."""
    for region in _REGIONS:
        paint = {"op": "paint", "color": color, "region": region}
        if color is not None or region != "it":
            yield {k: v for k, v in paint.items() if v is not None and v != "it"}
    if color is not None:
        return
    yield from ("erase", "keep_only", "crop")
    for side in _STRAIGHT:
        for until in ("contact", "edge"):
            yield {"op": "slide", "toward": side, "until": until}
        for steps in _STEPS:
            yield {"op": "slide", "toward": side, "steps": steps}
        yield {"op": "extend", "toward": side}
        yield {"op": "stamp", "source": "it", "at": {"op": "beside", "side": side}}
    for axis in ("horizontal", "vertical"):
        yield {"op": "extend", "toward": {"op": "along", "axis": axis}}
        yield {"op": "flip", "axis": axis}


def alternatives(node: Node, colors: Sequence[int], bound: bool) -> Iterator[Spec]:
    """Yield what could stand in the place of a node, but for other selections of objects.

    Args:
        node: The node as it is.
        colors: Those that a rival may name.
        bound: Whether `it` means something in its place.
    """
    wanted = node.wanted
    if wanted in (ValueType.COLOR, ValueType.COLORS):
        yield from colors
        yield from ("color_of",) if bound else ()
        yield {"op": "color_of", "of": _LARGEST}
    elif wanted in (ValueType.DIRECTION, ValueType.DIRECTIONS):
        yield from DIRECTIONS
    elif wanted == ValueType.AXIS:
        yield from AXES
    elif wanted == ValueType.NUMBER:
        yield from _numbers(node, bound)
    elif wanted == ValueType.TRUTH and bound:
        for color in (None, *colors):
            for pair in relations(color):
                yield from pair
    elif wanted == ValueType.REGION and bound:
        yield from _REGIONS
    elif wanted == ValueType.TRAIT and bound:
        yield from ("shape_of", "color_of", "pattern_of", *map(_measure, ("size", "height")))


def _numbers(node: Node, bound: bool) -> Iterator[Spec]:
    if isinstance(node.value, int | float):
        yield from (node.value - 1, node.value + 1)
    elif bound:
        for key in ("size", "height", "width", "top", "left", "colors", "holes"):
            yield _measure(key)
    else:
        yield from range(1, 10)
        yield from _tallies(node)


def _tallies(node: Node) -> Iterator[Spec]:
    """Yield other ways to count what a node counts."""
    everything: dict[str, Spec] = {}
    among = [everything, {"of": node.arguments["of"].spec}] if "of" in node.given else [everything]
    for of in among:
        yield {"op": "count", **of}
        yield {"op": "count_cells", "of": of.get("of", "all")}
        for key in ("color_of", "shape_of"):
            yield {"op": "count_distinct", "key": key, **of}


def choices(name: str, values: Sequence[Any]) -> Sequence[Any]:
    """Return the choices of a parameter that come to mind."""
    return [v for v in values if v not in _FAR_FETCHED] if name == "key" else values
