"""Recipes of CompleteShape: what is missing from figures is added."""

from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec


def _key(name: str) -> Spec:
    return {"op": "measure", "key": name}


def _longer(key: str, other: str) -> Spec:
    holds = {"op": "compare", "left": _key(key), "how": "more", "right": _key(other)}
    return {"op": "where", "holds": holds}


def _extreme(key: str, which: str = "most") -> Spec:
    node = {"op": "extreme", "key": _key(key)}
    return node if which == "most" else {**node, "which": which}


def _selected(label: str, select: Spec, one: bool = True, **layout: Spec) -> Selection:
    rest = {"op": "others", "than": select}
    return Selection(label, select, one=one, rest=rest, layout=layout)


def _do(select: Spec, act: Spec) -> Spec:
    return {"select": select, "act": act}


_ALL = (Selection("all", "all"),)
_COLORED = (_selected("color", {"op": "of_color", "color": "$ref"}, one=False, color="$ref"),)
_SIZED = (
    _selected("largest", _extreme("area"), contrast="largest"),
    _selected("smallest", _extreme("area", "least"), contrast="smallest"),
)
_LONG = (
    _selected("tall", _longer("height", "width"), contrast="tall"),
    _selected("wide", _longer("width", "height"), contrast="wide"),
)
_PLACED = (
    _selected("topmost", _extreme("top", "least"), contrast="up"),
    _selected("bottommost", _extreme("bottom"), contrast="down"),
    _selected("leftmost", _extreme("left", "least"), contrast="left"),
    _selected("rightmost", _extreme("right"), contrast="right"),
)
_ANY = (*_ALL, *_COLORED, *_SIZED, *_LONG, *_PLACED)


def _paint(region: Spec, color: Spec = None) -> Spec:
    node = {"op": "paint", "region": region}
    return node if color is None else {**node, "color": color}


def _missing(region: str) -> Spec:
    return {"op": "difference", "region": region, "without": "it"}


def _completions(label: str, region: str) -> tuple[Deed, ...]:
    """Deeds that add what is missing from a region of each object, the label says of which."""
    done = _do("$selection", _paint(region))
    box = {"op": "for_each", "of": "$selection", "region": region}
    return (
        Deed(label, "complete", (done,)),
        Deed(
            f"{label}_in_color", "complete", (_do("$selection", _paint(_missing(region), "$ink")),)
        ),
        Deed(f"{label}_and_recolor", "recolor", (_do("$selection", _paint(region, "$ink")),)),
        Deed(f"{label}_and_remove", "remove", (done, _do("$rest", "erase"))),
        Deed(f"{label}_and_crop", "crop", (done, _do(box, "crop")), one=True),
    )


_FILL_BBOX = _completions("fill_bbox", "bounding_box")
_OUTLINE = _completions("complete_outline", "outline")
_LINE = _completions("complete_line", "bounding_box")
_BY_COLOR = {"dots", "corners", "middles"}
"""Kinds of which the cells do not hang together, each in a colour of its own."""


def _rectangles(
    label: str, missing: str, sides: tuple[int, int] = (11, 28), **layout: Spec
) -> Scenery:
    given = {"op": "incomplete_rectangles", "missing": missing, **layout}
    if missing in _BY_COLOR:
        return Scenery(label, {"count": {"any": [2, 3, 3, 4]}, **given}, "by_color", sides)
    return Scenery(label, {"count": {"any": [2, 3, 3, 4]}, "colors": "few", **given}, sides=sides)


_FULL = (
    _rectangles("notched_rectangles", "notches"),
    _rectangles("pitted_rectangles", "pits"),
)
_BOTH = (
    _rectangles("corner_marks", "corners"),
    _rectangles("dotted_outlines", "dots", sides=(13, 28), smallest=5),
    _rectangles("bent_corners", "bent"),
    _rectangles("open_boxes", "side"),
)
_OUTLINES = (
    _rectangles("gapped_outlines", "gap"),
    _rectangles("outline_middles", "middles", sides=(13, 28), smallest=5),
)
_SOME_WHOLE = (
    _rectangles("notched_and_whole", "notches", count=2, whole={"between": [1, 2]}),
    _rectangles("pitted_and_whole", "pits", count=2, whole={"between": [1, 2]}),
)
_ROWS = (
    _rectangles(
        "row_of_notched", "notches", sides=(14, 28), arrangement={"any": ["row", "column"]}
    ),
    _rectangles(
        "lattice_of_notched",
        "notches",
        sides=(14, 28),
        arrangement="lattice",
        count={"between": [3, 6]},
    ),
)

_BARS = tuple(
    Scenery(
        label,
        {"op": "gapped_bars", "shown": shown, "count": {"between": [3, 4]}},
        "by_color",
        (10, 28),
        largest=1.8,
    )
    for label, shown in (
        ("gapped_bars", "gap"),
        ("dotted_bars", "dots"),
        ("bar_ends", "ends"),
    )
)

_CROSSED = tuple(
    Scenery(label, {"op": "crossing_dotted_lines", "gap": gap}, parse, (9, 24))
    for parse in ({"op": "lines", "dotted": True},)
    for label, gap in (("crossing_dotted_lines", 1), ("crossing_sparse_lines", {"between": [2, 3]}))
)


def _through(axis: str, color: Spec = None) -> Spec:
    line = {"op": "through", "at": "center_of", "axis": axis}
    return _paint({"op": "difference", "region": line, "without": "it"}, color)


def _along(axis: str) -> Spec:
    return {"op": "where", "holds": {"op": "oriented", "axis": axis}}


_LINES = tuple(
    (
        Selection(axis, _along(axis), one=True, rest=_along(other)),
        (
            Deed("complete_line", "complete", (_do("$selection", _through(axis)),)),
            Deed(
                "complete_line_in_color", "complete", (_do("$selection", _through(axis, "$ink")),)
            ),
            Deed(
                "complete_line_and_remove",
                "remove",
                (_do("$rest", "erase"), _do("$selection", _through(axis))),
            ),
        ),
    )
    for axis, other in (("horizontal", "vertical"), ("vertical", "horizontal"))
)
_BOTH_LINES = (
    Deed(
        "complete_line_in_color",
        "complete",
        tuple(_do(_along(axis), _through(axis, "$ink")) for axis in ("vertical", "horizontal")),
    ),
)
"""In one colour: else it would be left open whose colour the crossing has."""

_DENTED = Scenery(
    "dented_shapes",
    {"op": "dented_figures", "count": {"between": [2, 3]}},
    "by_color",
    (14, 28),
    largest=2.4,
)
_DENTED_ONE = tuple(
    Scenery(label, {"op": op, **layout}, "by_color", sides)
    for label, op, layout, sides in (
        ("dented_figure", "dented_figure", {}, (10, 22)),
        ("dented_shape", "dented_figures", {"count": 1, "largest": {"between": [6, 10]}}, (8, 20)),
    )
)
_BROKEN = Scenery("broken_figure", {"op": "broken_figure"}, "components", (8, 20))


def _mirror(axes: str) -> tuple[Deed, ...]:
    done = _do("$selection", {"op": "symmetrize", "axes": axes})
    return (
        Deed("complete_symmetry", "complete", (done,)),
        Deed("complete_symmetry_and_keep", "remove", (done, _do("$rest", "erase"))),
    )


_TEMPLATE = Scenery(
    "template_parts",
    {"op": "template_parts"},
    {"op": "components", "gap": 2},
    (9, 22),
    largest=4.0,
)
_MODEL = _extreme("size")
_PARTS = (Selection("others", {"op": "others", "than": _MODEL}, rest=_MODEL),)
_LACKING = {
    "op": "difference",
    "region": {"op": "of_color", "of": "by_color", "color": "color_of"},
    "without": _MODEL,
}
_AT = {
    "op": "fitting",
    "source": _MODEL,
    "onto": _LACKING,
    "match": "cells",
    "prefer": "last",
}


def _stamped(recolored: bool) -> Spec:
    return {"op": "stamp", "source": _MODEL, "at": _AT, "recolored": recolored}


_FROM_TEMPLATE = (
    Deed("complete_from_template", "complete", (_do("$selection", _stamped(True)),)),
    Deed("complete_from_template_in_color", "complete", (_do("$selection", _stamped(False)),)),
    Deed(
        "complete_from_template_and_remove",
        "remove",
        (_do("$rest", "erase"), _do("$selection", _stamped(True))),
    ),
)

COMPLETE_SHAPE: tuple[Cross, ...] = (
    Cross((*_FULL, *_BOTH), _ANY, _FILL_BBOX),
    Cross((*_BOTH, *_OUTLINES), _ANY, _OUTLINE),
    Cross(_SOME_WHOLE, (*_ALL, *_COLORED), _FILL_BBOX),
    Cross(_ROWS, (*_ALL, *_COLORED), _FILL_BBOX),
    Cross(_BARS, _ANY, _LINE),
    Cross((_DENTED,), (*_COLORED, *_SIZED, *_PLACED), _mirror("best")),
    Cross(_DENTED_ONE, _ALL, _mirror("best")),
    *(Cross(_CROSSED, (selection,), deeds) for selection, deeds in _LINES),
    Cross(_CROSSED, _ALL, _BOTH_LINES),
    Cross((_TEMPLATE,), _PARTS, _FROM_TEMPLATE),
    Cross((_BROKEN,), (Selection("all", "colored"),), _mirror("both")),
)
"""Recipes of CompleteShape."""
