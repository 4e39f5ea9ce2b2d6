"""Selectors as program JSON, and the selections that many concepts share."""

from arcrep.generator.recipes.parts import Selection, Spec


def measure(key: str) -> Spec:
    """Return a property of an object."""
    return {"op": "measure", "key": key}


def where(holds: Spec, of: Spec = None) -> Spec:
    """Return the objects for which a relation holds."""
    return {"op": "where", "holds": holds} | _of(of)


def extreme(key: Spec, which: str = "most", of: Spec = None) -> Spec:
    """Return the object with the most or the least of something."""
    node = {"op": "extreme", "key": measure(key) if isinstance(key, str) else key} | _of(of)
    return node if which == "most" else {**node, "which": which}


def others(than: Spec, of: Spec = None) -> Spec:
    """Return all objects but some."""
    return {"op": "others", "than": than} | _of(of)


def of_color(color: Spec, of: Spec = None) -> Spec:
    """Return the objects of a colour."""
    return {"op": "of_color", "color": color} | _of(of)


def negate(holds: Spec) -> Spec:
    """Return that a relation does not hold."""
    return {"op": "negate", "holds": holds}


def _of(of: Spec) -> dict[str, Spec]:
    return {} if of is None else {"of": of}


ALL = Selection("all", "all")
OF_COLOR = Selection(
    "color",
    of_color("$ref"),
    rest=others(of_color("$ref")),
    layout={"with": ["$ref"], "colors": "few"},
)
LARGEST = Selection("largest", extreme("size"), one=True, rest=others(extreme("size")))
SMALLEST = Selection(
    "smallest", extreme("size", "least"), one=True, rest=others(extreme("size", "least"))
)
TOPMOST = Selection(
    "topmost", extreme("top", "least"), one=True, rest=others(extreme("top", "least"))
)
BOTTOMMOST = Selection("bottommost", extreme("bottom"), one=True, rest=others(extreme("bottom")))
LEFTMOST = Selection(
    "leftmost", extreme("left", "least"), one=True, rest=others(extreme("left", "least"))
)
RIGHTMOST = Selection("rightmost", extreme("right"), one=True, rest=others(extreme("right")))
ALL_BUT_LARGEST = Selection("all_but_largest", others(extreme("size")))
ALL_BUT_TOPMOST = Selection("all_but_topmost", others(extreme("top", "least")))
ALL_BUT_BOTTOMMOST = Selection("all_but_bottommost", others(extreme("bottom")))
