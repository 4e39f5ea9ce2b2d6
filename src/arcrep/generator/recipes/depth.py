"""The concept of depth: what lies in front, and what behind."""

from arcrep.generator.recipes.deeds import SHARED
from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec, Things
from arcrep.generator.recipes.selections import negate, where

_STACKINGS: dict[str, Spec] = {
    "pair": "pair",
    "pairs": "pairs",
    "chain": "chain",
    "cross": "cross",
    "pair_or_cross": {"any": ["pair", "cross"]},
    "pair_or_plate": {"any": ["pair", "on_plate"]},
    "pairs_or_chain": {"any": ["pairs", "chain"]},
    "bridges_or_pile": {"any": ["bridges", "pile"]},
    "bars_or_pile": {"any": ["crossing_bars", "pile"]},
}
"""By label; where one thing lies on several, or several on one, a task has both: else which is in
the middle would tell as much as what lies in front."""

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
            {"op": "layered", "stacking": _STACKINGS[name]},
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
        _stacked("pair", "cross", "pair_or_cross"),
        (Selection("in_front", _FRONT, "blocks", one=True, layout={"loose": 0}),),
        _labelled("crop_object", "draw_indicator"),
    ),
    Cross(
        _stacked("pair", "cross", "pair_or_plate", "pair_or_cross"),
        (Selection("behind", _BEHIND, "other", one=True, layout={"loose": 0}),),
        (*_labelled("crop_object", "draw_indicator"), *_LAYERS),
    ),
)
