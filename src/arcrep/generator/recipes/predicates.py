"""The eight predicate concepts: scenes in which they decide, and selections that go by them."""

from dataclasses import replace

from arcrep.generator.recipes.deeds import DRAW, SHARED
from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec, Things
from arcrep.generator.recipes.selections import (
    ALL,
    ALL_BUT_BOTTOMMOST,
    ALL_BUT_TOPMOST,
    BOTTOMMOST,
    LARGEST,
    OF_COLOR,
    SMALLEST,
    TOPMOST,
    extreme,
    negate,
    of_color,
    others,
    where,
)

ARRANGEMENTS = (
    "scatter",
    "row",
    "column",
    "falling",
    "rising",
    "lattice",
    "ring",
    "two_rows",
    "two_columns",
    "corners",
    "cross",
)
_SHAPED = {
    "row": {"proportions": "wide"},
    "two_rows": {"proportions": "wide"},
    "column": {"proportions": "tall"},
    "two_columns": {"proportions": "tall"},
}
_COUNTS = {
    "scatter": (3, 6),
    "row": (3, 4),
    "column": (3, 4),
    "falling": (3, 4),
    "rising": (3, 4),
    "lattice": (5, 7),
    "ring": (4, 6),
    "two_rows": (4, 6),
    "two_columns": (4, 6),
    "corners": (3, 5),
    "cross": (5, 6),
}
_RANKED = ("scatter", "column", "falling", "rising", "two_columns", "ring", "corners", "cross")
"""Arrangements in which objects mostly have rows of their own."""


def arranged(
    contrast: str, arrangements: tuple[str, ...] = ARRANGEMENTS, least: int = 9, **more: Spec
) -> tuple[Scenery, ...]:
    """Return scenes of objects that differ in one property, in every arrangement."""
    return tuple(
        Scenery(
            name,
            {"op": "arranged", "arrangement": name, "contrast": contrast}
            | {"count": {"between": list(_COUNTS[name])}}
            | _SHAPED.get(name, {})
            | more,
            sides=(least + 2 * (name not in ("scatter", "corners")), 28),
        )
        for name in arrangements
    )


def _one(label: str, select: Spec, like: Selection) -> Selection:
    return replace(like, label=label, select=select, one=True, rest=others(select))


# FilledNotFilled: hollow or full decides.
HOLLOW = Selection("hollow", where("hollow"), "hollow", rest=where(negate("hollow")))
SOLID = Selection("solid", where(negate("hollow")), "blocks", rest=where("hollow"))
_FILL = Cross(
    arranged("fill", least=11),
    (
        HOLLOW,
        SOLID,
        _one("largest_hollow", extreme("size", of=HOLLOW.select), HOLLOW),
        _one("smallest_solid", extreme("size", "least", of=SOLID.select), SOLID),
        _one("topmost_hollow", extreme("top", "least", of=HOLLOW.select), HOLLOW),
        _one("bottommost_solid", extreme("bottom", of=SOLID.select), SOLID),
        _one("leftmost_solid", extreme("left", "least", of=SOLID.select), SOLID),
        _one("rightmost_hollow", extreme("right", of=HOLLOW.select), HOLLOW),
    ),
    SHARED,
)
FILLED_NOT_FILLED = (_FILL,)

# HorizontalVertical: the direction in which an object is longer decides.
LEVEL = where({"op": "oriented", "axis": "horizontal"})
UPRIGHT = where({"op": "oriented", "axis": "vertical"})


def _along(things: Things) -> tuple[Selection, ...]:
    level = Selection("horizontal", LEVEL, rest=UPRIGHT, things=things)
    upright = Selection("vertical", UPRIGHT, rest=LEVEL, things=things)
    return (
        level,
        upright,
        _one("longest_horizontal", extreme("width", of=LEVEL), level),
        _one("longest_vertical", extreme("height", of=UPRIGHT), upright),
        _one("shortest_horizontal", extreme("width", "least", of=LEVEL), level),
        _one("shortest_vertical", extreme("height", "least", of=UPRIGHT), upright),
    )


HORIZONTAL_VERTICAL = (
    Cross(arranged("axis", least=11, largest={"between": [5, 7]}), _along("blocks"), SHARED),
    Cross(arranged("hollow_axis", least=13, largest={"between": [5, 7]}), _along("hollow"), SHARED),
)

# SameDifferent: whether another object agrees with it decides.
_SAME_SHAPE = where({"op": "repeated", "key": "shape_of"})
_ODD_SHAPE = where(negate({"op": "repeated", "key": "shape_of"}))
_SAME_COLOR = where({"op": "repeated", "key": "color_of"})
_ODD_COLOR = where(negate({"op": "repeated", "key": "color_of"}))
SAME_DIFFERENT = (
    Cross(
        arranged("shape"),
        (
            Selection("same_shape", _SAME_SHAPE, rest=_ODD_SHAPE),
            Selection("different_shape", _ODD_SHAPE, rest=_SAME_SHAPE),
        ),
        SHARED,
    ),
    Cross(
        arranged("color"),
        (
            Selection("same_color", _SAME_COLOR, rest=_ODD_COLOR),
            Selection("different_color", _ODD_COLOR, rest=_SAME_COLOR),
        ),
        SHARED,
    ),
    Cross(
        arranged("odd_shape"),
        (Selection("odd_shape", _ODD_SHAPE, rest=_SAME_SHAPE, one=True),),
        SHARED,
    ),
    Cross(
        arranged("odd_color"),
        (Selection("odd_color", _ODD_COLOR, rest=_SAME_COLOR, one=True),),
        SHARED,
    ),
)

# TopBottom2D: the vertical rank of whole objects decides.
TOP_BOTTOM_2D = (
    Cross(
        arranged("none", _RANKED),
        (TOPMOST, BOTTOMMOST, ALL_BUT_TOPMOST, ALL_BUT_BOTTOMMOST),
        SHARED,
    ),
    Cross(
        arranged("fill", _RANKED),
        (
            _one("topmost_hollow", extreme("top", "least", of=HOLLOW.select), HOLLOW),
            _one("bottommost_solid", extreme("bottom", of=SOLID.select), SOLID),
        ),
        SHARED,
    ),
)

# AboveBelow: on which side of a reference an object lies decides.
_REFERENCES = (
    "line",
    "dashed",
    "band",
    "segment",
    "block",
    "frame",
    "plus",
    "two_dots",
    "blob",
)
_REFERENCE = of_color("$ref", of="by_color")
_ABOVE = where({"op": "beyond", "side": "up", "ref": _REFERENCE})
_BELOW = where({"op": "beyond", "side": "down", "ref": _REFERENCE})
_SIDES = (
    Selection("above", _ABOVE, rest=_BELOW),
    Selection("below", _BELOW, rest=_ABOVE),
)
ABOVE_BELOW = (
    Cross(
        tuple(
            Scenery(
                f"{name}_reference",
                {"op": "beside_reference", "reference": name, "reference_color": "$ref"},
                sides=(10, 28),
            )
            for name in _REFERENCES
        ),
        (
            *_SIDES,
            _one("largest_above", extreme("size", of=_ABOVE), _SIDES[0]),
            _one("largest_below", extreme("size", of=_BELOW), _SIDES[1]),
            _one("smallest_above", extreme("size", "least", of=_ABOVE), _SIDES[0]),
            _one("smallest_below", extreme("size", "least", of=_BELOW), _SIDES[1]),
        ),
        SHARED,
    ),
)

# InsideOutside: whether an object lies within a container decides.
_WALL = of_color("$ref")
_IN_IT = {"op": "within", "region": {"op": "interior", "of": _WALL}}
_INSIDE = where(_IN_IT)
_OUTSIDE = where(negate(_IN_IT), others(_WALL))
_CONTAINERS = (
    "ring",
    "thick",
    "bevelled",
    "diamond",
    "irregular",
    "two_rings",
    "three_rings",
    "border",
)
INSIDE_OUTSIDE = (
    Cross(
        tuple(
            Scenery(
                f"{name}_container",
                {"op": "contained", "container": name, "wall_color": "$ref"},
                sides=(12, 28),
                largest=5.0,
            )
            for name in _CONTAINERS
        ),
        (
            Selection("inside", _INSIDE, rest=_OUTSIDE),
            Selection("outside", _OUTSIDE, rest=_INSIDE),
            _one("largest_inside", extreme("size", of=_INSIDE), ALL),
            _one("largest_outside", extreme("size", of=_OUTSIDE), ALL),
            _one("smallest_outside", extreme("size", "least", of=_OUTSIDE), ALL),
        ),
        SHARED,
    ),
)

# Center: the object at the centre of the grid, or the centre of objects.
_AROUND = ("scatter", "ring", "corners", "cross", "row", "column", "diagonal", "framed", "crowd")
_NEAREST = extreme({"op": "distance", "to": {"op": "center_of", "of": "grid"}}, "least")
_CENTER_DEEDS = tuple(deed for deed in DRAW if deed.label == "mark_center")
CENTER = (
    Cross(
        tuple(
            Scenery(f"centered_{name}", {"op": "centered", "around": name}, sides=(9, 28))
            for name in _AROUND
        ),
        (
            Selection("at_center", _NEAREST, one=True, rest=others(_NEAREST)),
            Selection("off_center", others(_NEAREST)),
        ),
        SHARED,
    ),
    Cross(
        arranged("size"),
        (LARGEST, SMALLEST),
        _CENTER_DEEDS,
    ),
    Cross(arranged("none"), (ALL, OF_COLOR), _CENTER_DEEDS),
)

# TopBottom3D: what lies in front, and what behind.
_STACKINGS = (
    "pair",
    "pairs",
    "chain",
    "crossing_bars",
    "cross",
    "on_plate",
    "pile",
    "bridges",
)
_COVERED = {"op": "exists", "of": {"op": "hidden", "test": "box"}}
_BEHIND = where(_COVERED)
_FRONT = where(negate(_COVERED))


def _labelled(*labels: str) -> tuple[Deed, ...]:
    return tuple(deed for deed in SHARED if deed.label in labels)


_HIDDEN = {"op": "hidden", "test": "box"}
_COMPLETE = {"select": _BEHIND, "act": {"op": "paint", "region": _HIDDEN}}
_OF_BEHIND = frozenset[Things]({"other"})
_OF_FRONT = frozenset[Things]({"blocks"})
_LAYERS = (
    Deed("swap_layers", "layer", (_COMPLETE,), on=_OF_BEHIND),
    Deed("reveal_layer", "layer", ({"select": _FRONT, "act": "erase"}, _COMPLETE), on=_OF_BEHIND),
    Deed(
        "recolor_overlap",
        "recolor",
        ({"select": _BEHIND, "act": {"op": "paint", "region": _HIDDEN, "color": "$ink"}},),
        on=_OF_BEHIND,
    ),
    Deed(
        "recolor_completed",
        "recolor",
        (_COMPLETE, {"select": _BEHIND, "act": {"op": "paint", "color": "$ink"}}),
        on=_OF_BEHIND,
    ),
    Deed(
        "translate_to_edge",
        "translate",
        (
            _COMPLETE,
            {"select": _FRONT, "act": {"op": "slide", "toward": "$side", "until": "edge"}},
        ),
        on=_OF_FRONT,
    ),
    Deed(
        "translate_relative",
        "translate",
        (
            _COMPLETE,
            {
                "select": _FRONT,
                "act": {"op": "slide", "toward": "$side", "until": "edge", "steps": "$steps"},
            },
        ),
        on=_OF_FRONT,
        layout={"border": 2},
        room=3,
    ),
    Deed(
        "surround",
        "draw",
        (
            {
                "select": _FRONT,
                "act": {
                    "op": "paint",
                    "color": "$ink",
                    "region": {
                        "op": "difference",
                        "region": {"op": "resized", "how": "grow", "connectivity": 8},
                        "without": "it",
                    },
                },
            },
        ),
        on=_OF_FRONT,
        layout={"border": 1},
        room=2,
    ),
    Deed(
        "crop_completed",
        "crop",
        (
            _COMPLETE,
            {"select": {"op": "bounding_box", "of": _BEHIND}, "act": "crop"},
        ),
        on=_OF_BEHIND,
        one=True,
    ),
)


def _stacked(*stackings: str) -> tuple[Scenery, ...]:
    return tuple(
        Scenery(
            f"{name}_stacked",
            {"op": "layered", "stacking": name},
            parse="by_color",
            sides=(11, 26),
            largest=2.2,
        )
        for name in stackings
    )


_SHOWN = (
    "recolor_object",
    "recolor_by_class",
    "remove_object",
    "keep_only",
    "mark_center",
    "fill_checkerboard",
    "fill_stripes",
    "recolor_rim",
    "recolor_edge",
    "overlay_count_bar",
    "crop_object",
    "draw_indicator",
)
_LEFT = (
    "recolor_object",
    "remove_object",
    "keep_only",
    "overlay_count_bar",
    "crop_object",
    "draw_indicator",
)
TOP_BOTTOM_3D = (
    Cross(
        _stacked(*_STACKINGS),
        (Selection("in_front", _FRONT, "blocks", rest=_BEHIND),),
        (*_labelled(*_SHOWN), *_LAYERS),
    ),
    Cross(
        _stacked(*_STACKINGS),
        (Selection("behind", _BEHIND, "other", rest=_FRONT),),
        (*_labelled(*_LEFT), *_LAYERS),
    ),
    Cross(
        _stacked("pair", "cross", "chain"),
        (Selection("in_front", _FRONT, "blocks", one=True, layout={"loose": 0}),),
        _labelled("crop_object", "draw_indicator"),
    ),
    Cross(
        _stacked("pair", "cross", "on_plate", "pile"),
        (Selection("behind", _BEHIND, "other", one=True, layout={"loose": 0}),),
        (*_labelled("crop_object", "draw_indicator"), *_LAYERS),
    ),
)

PREDICATES = {
    "AboveBelow": ABOVE_BELOW,
    "Center": CENTER,
    "FilledNotFilled": FILLED_NOT_FILLED,
    "HorizontalVertical": HORIZONTAL_VERTICAL,
    "InsideOutside": INSIDE_OUTSIDE,
    "SameDifferent": SAME_DIFFERENT,
    "TopBottom2D": TOP_BOTTOM_2D,
    "TopBottom3D": TOP_BOTTOM_3D,
}
