"""Recipes of CompleteShape: what is missing from figures is added."""

from arcrep.generator.recipes.acts import difference, do, for_each, paint, stamp, through
from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec
from arcrep.generator.recipes.selections import (
    ALL,
    along,
    compare,
    extreme,
    foremost,
    of_color,
    others,
    single,
    some,
    where,
)

_COLORED = some("color", of_color("$ref"), color="$ref")
_SIZED = (
    single("largest", extreme("area"), contrast="largest"),
    single("smallest", extreme("area", "least"), contrast="smallest"),
)
_LONG = (
    single("tall", where(compare("height", "more", "width")), contrast="tall"),
    single("wide", where(compare("width", "more", "height")), contrast="wide"),
)
_PLACED = tuple(
    single(label, select, contrast=side) for label, (side, select) in foremost().items()
)
_ANY = (ALL, _COLORED, *_SIZED, *_LONG, *_PLACED)


def _completions(label: str, region: str) -> tuple[Deed, ...]:
    """Deeds that add what is missing from a region of each object, the label says of which."""
    done = do(paint(region=region))
    missing = difference(region, "it")
    return (
        Deed(label, "complete", (done,)),
        Deed(f"{label}_in_color", "complete", (do(paint("$ink", missing)),)),
        Deed(f"{label}_and_recolor", "recolor", (do(paint("$ink", region)),)),
        Deed(f"{label}_and_remove", "remove", (done, do("erase", "$rest"))),
        Deed(f"{label}_and_crop", "crop", (done, do("crop", for_each(region))), one=True),
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
    Scenery(
        label,
        {"op": "crossing_dotted_lines", "gap": gap},
        {"op": "lines", "dotted": True},
        (9, 24),
    )
    for label, gap in (("crossing_dotted_lines", 1), ("crossing_sparse_lines", {"between": [2, 3]}))
)


def _completed(axis: str, color: Spec = None) -> Spec:
    return paint(color, difference(through(axis), "it"))


_LINES = tuple(
    (
        Selection(axis, along(axis), one=True, rest=along(other)),
        (
            Deed("complete_line", "complete", (do(_completed(axis)),)),
            Deed("complete_line_in_color", "complete", (do(_completed(axis, "$ink")),)),
            Deed(
                "complete_line_and_remove", "remove", (do("erase", "$rest"), do(_completed(axis)))
            ),
        ),
    )
    for axis, other in (("horizontal", "vertical"), ("vertical", "horizontal"))
)
_BOTH_LINES = (
    Deed(
        "complete_line_in_color",
        "complete",
        tuple(do(_completed(axis, "$ink"), along(axis)) for axis in ("vertical", "horizontal")),
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
    done = do({"op": "symmetrize", "axes": axes})
    return (
        Deed("complete_symmetry", "complete", (done,)),
        Deed("complete_symmetry_and_keep", "remove", (done, do("erase", "$rest"))),
    )


_TEMPLATE = Scenery(
    "template_parts",
    {"op": "template_parts"},
    {"op": "components", "gap": 2},
    (9, 22),
    largest=4.0,
)
_MODEL = extreme("size")
_PARTS = Selection("others", others(_MODEL), rest=_MODEL)
_LACKING = difference(of_color("color_of", "by_color"), _MODEL)
_AT = {
    "op": "fitting",
    "source": _MODEL,
    "onto": _LACKING,
    "match": "cells",
    "prefer": "last",
}

_ADDED = do(stamp(_MODEL, _AT, recolored=True))
_FROM_TEMPLATE = (
    Deed("complete_from_template", "complete", (_ADDED,)),
    Deed("complete_from_template_in_color", "complete", (do(stamp(_MODEL, _AT)),)),
    Deed(
        "complete_from_template_and_remove",
        "remove",
        (do("erase", "$rest"), _ADDED),
    ),
)

COMPLETE_SHAPE: tuple[Cross, ...] = (
    Cross((*_FULL, *_BOTH), _ANY, _FILL_BBOX),
    Cross((*_BOTH, *_OUTLINES), _ANY, _OUTLINE),
    Cross(_SOME_WHOLE, (ALL, _COLORED), _FILL_BBOX),
    Cross(_ROWS, (ALL, _COLORED), _FILL_BBOX),
    Cross(_BARS, _ANY, _LINE),
    Cross((_DENTED,), (_COLORED, *_SIZED, *_PLACED), _mirror("best")),
    Cross(_DENTED_ONE, (ALL,), _mirror("best")),
    *(Cross(_CROSSED, (selection,), deeds) for selection, deeds in _LINES),
    Cross(_CROSSED, (ALL,), _BOTH_LINES),
    Cross((_TEMPLATE,), (_PARTS,), _FROM_TEMPLATE),
    Cross((_BROKEN,), (Selection("all", "colored"),), _mirror("both")),
)
"""Recipes of CompleteShape."""
