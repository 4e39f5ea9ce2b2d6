"""Selectors as program JSON, and the selections that many concepts share."""

from collections.abc import Mapping
from dataclasses import replace

from arcrep.generator.recipes.parts import Selection, Spec, Things


def measure(key: str) -> Spec:
    """Return a property of an object."""
    return {"op": "measure", "key": key}


def where(holds: Spec, of: Spec = None) -> Spec:
    """Return the objects for which a relation holds."""
    return {"op": "where", "holds": holds} | _of(of)


def extreme(key: Spec, which: str = "most", of: Spec = None) -> Spec:
    """Return the object with the most or the least of something."""
    node = {"op": "extreme", "key": _number(key)} | _of(of)
    return node if which == "most" else {**node, "which": which}


def others(than: Spec, of: Spec = None) -> Spec:
    """Return all objects but some."""
    return {"op": "others", "than": than} | _of(of)


def of_color(color: Spec, of: Spec = None) -> Spec:
    """Return the objects of a colour."""
    return {"op": "of_color", "color": color} | _of(of)


def along(axis: str, of: Spec = None) -> Spec:
    """Return the objects that are longer in the direction of an axis."""
    return where({"op": "oriented", "axis": axis}, of)


def beyond(side: str, ref: Spec, of: Spec = None) -> Spec:
    """Return the objects that lie on one side of another."""
    return where({"op": "beyond", "side": side, "ref": ref}, of)


def foremost(of: Spec = None) -> Mapping[str, tuple[str, Spec]]:
    """Return by label a side, and the object that lies furthest towards it."""
    return {
        "topmost": ("up", extreme("top", "least", of)),
        "bottommost": ("down", extreme("bottom", "most", of)),
        "leftmost": ("left", extreme("left", "least", of)),
        "rightmost": ("right", extreme("right", "most", of)),
    }


def compare(left: Spec, how: str, right: Spec) -> Spec:
    """Return that one number is more or less than another, or equal to it."""
    return {"op": "compare", "left": _number(left), "how": how, "right": _number(right)}


def inside(of: Spec) -> Spec:
    """Return that an object lies inside of others."""
    return {"op": "within", "region": {"op": "interior", "of": of}}


def negate(holds: Spec) -> Spec:
    """Return that a relation does not hold."""
    return {"op": "negate", "holds": holds}


def repeated(key: str, among: Spec = None) -> Spec:
    """Return that another object agrees with it in a property."""
    return {"op": "repeated", "key": key} | ({} if among is None else {"among": among})


def _of(of: Spec) -> dict[str, Spec]:
    return {} if of is None else {"of": of}


def _number(value: Spec) -> Spec:
    """Return what a number is: a name means a property."""
    return measure(value) if isinstance(value, str) else value


def some(
    label: str, select: Spec, of: Spec = None, things: Things = "free", **layout: Spec
) -> Selection:
    """Return a selection that leaves all other objects."""
    return Selection(label, select, things, rest=others(select, of), layout=layout)


def single(
    label: str, select: Spec, of: Spec = None, things: Things = "free", **layout: Spec
) -> Selection:
    """Return a selection of one object, which leaves all others."""
    return replace(some(label, select, of, things, **layout), one=True)


ALL = Selection("all", "all")
OF_COLOR = Selection(
    "color",
    of_color("$ref"),
    rest=others(of_color("$ref")),
    layout={"with": ["$ref"], "colors": "few"},
)
LARGEST = single("largest", extreme("size"))
SMALLEST = single("smallest", extreme("size", "least"))
TOPMOST, BOTTOMMOST, LEFTMOST, RIGHTMOST = (
    single(label, select) for label, (_, select) in foremost().items()
)
ALL_BUT_TOPMOST = Selection("all_but_topmost", TOPMOST.rest)
ALL_BUT_BOTTOMMOST = Selection("all_but_bottommost", BOTTOMMOST.rest)
