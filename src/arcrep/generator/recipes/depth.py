"""The concept of depth: what lies in front, and what behind."""

from dataclasses import replace
from typing import Any

from arcrep.generator.recipes.acts import CROP_BOX, difference, do, paint, resized, slide
from arcrep.generator.recipes.arrangements import one
from arcrep.generator.recipes.deeds import SHARED
from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec, Things
from arcrep.generator.recipes.selections import foremost, negate, where

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

_HIDDEN = {"op": "hidden", "test": "box"}
_COVERED = {"op": "exists", "of": _HIDDEN}
_BEHIND = where(_COVERED)
_FRONT = where(negate(_COVERED))


def _labelled(*labels: str) -> tuple[Deed, ...]:
    assert {deed.label for deed in SHARED} >= set(labels)
    return tuple(deed for deed in SHARED if deed.label in labels)


_UNCOVER = paint(region=_HIDDEN)
_COMPLETE = do(_UNCOVER, _BEHIND)
_BARE = (do("erase", _FRONT), _COMPLETE)
_OF_BEHIND = frozenset[Things]({"other"})
_OF_FRONT = frozenset[Things]({"blocks"})

_OF_COVERED = (
    Deed("swap_layers", "layer", (do(_UNCOVER),), on=_OF_BEHIND),
    Deed("recolor_overlap", "recolor", (do(paint("$ink", _HIDDEN)),), on=_OF_BEHIND),
    Deed("recolor_completed", "recolor", (do(_UNCOVER), do(paint("$ink"))), on=_OF_BEHIND),
    Deed("crop_completed", "crop", (do(_UNCOVER), CROP_BOX), on=_OF_BEHIND, one=True),
)
"""What can be done with one of the covered things as well as with all."""

_OF_COVERED_ONE = tuple(deed for deed in _OF_COVERED if deed.label != "recolor_overlap")
"""A larger overlap would be as good a reason as a place."""

_GROWN: dict[str, Any] = {"on": _OF_FRONT, "layout": {"margin": 3, "border": 1}, "room": 4}
_OF_COVERING = (
    Deed("dilate", "resize", (do(paint(region=resized("grow"))),), **_GROWN),
    Deed("dilate", "resize", (do(paint(region=resized("grow", 8))),), **_GROWN),
    Deed("surround", "draw", (do(paint("$ink", difference(resized("grow", 8), "it"))),), **_GROWN),
)
"""What can be done with one of the things in front as well as with all."""


def _slid(**steps: Spec) -> tuple[Spec, ...]:
    return (_COMPLETE, do(slide(until="edge", **steps), _FRONT))


_OF_ALL = (
    Deed("reveal_layer", "layer", _BARE, on=_OF_BEHIND),
    Deed("translate_to_edge", "translate", _slid(), on=_OF_FRONT),
    Deed(
        "translate_relative",
        "translate",
        _slid(steps="$steps"),
        on=_OF_FRONT,
        layout={"border": 2},
        room=3,
    ),
    Deed(
        "erode",
        "resize",
        (*_BARE, do(paint(region=resized("shrink")), _FRONT)),
        on=_OF_FRONT,
        layout={"thickness": 3},
        room=2,
    ),
    Deed(
        "hollow_out",
        "fill",
        (*_BARE, do(paint(region=difference("it", resized("shrink", 8))), _FRONT)),
        on=_OF_FRONT,
        layout={"thickness": 3},
        room=2,
    ),
)
"""What shows the covered things, and so has to do with all."""


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
_IN_FRONT = Selection("in_front", _FRONT, "blocks", rest=_BEHIND)
_COVERED_ONES = Selection("behind", _BEHIND, "other", rest=_FRONT)


def _each(like: Selection) -> tuple[Selection, ...]:
    """Return selections of the one that lies furthest to a side, among some."""
    return tuple(
        one(f"{label}_{like.label}", select, like)
        for label, (_, select) in foremost(like.select).items()
    )


_ALONE: dict[str, Spec] = {"loose": 0}
_SEVERAL = ("pairs", "chain", "pairs_or_chain")
TOP_BOTTOM_3D = (
    Cross(_stacked(*_STACKINGS), (_IN_FRONT,), (*_labelled(*_SHOWN), *_OF_COVERING, *_OF_ALL)),
    Cross(_stacked(*_STACKINGS), (_COVERED_ONES,), (*_labelled(*_LEFT), *_OF_COVERED, *_OF_ALL)),
    Cross(_stacked(*_SEVERAL), _each(_IN_FRONT), (*_labelled(*_SHOWN), *_OF_COVERING)),
    Cross(_stacked(*_SEVERAL), _each(_COVERED_ONES), (*_labelled(*_LEFT), *_OF_COVERED_ONE)),
    Cross(
        _stacked("pair", "cross", "pair_or_cross"),
        (replace(_IN_FRONT, one=True, layout=_ALONE),),
        _labelled("crop_object", "draw_indicator"),
    ),
    Cross(
        _stacked("pair", "cross", "pair_or_plate", "pair_or_cross"),
        (replace(_COVERED_ONES, one=True, layout=_ALONE),),
        (*_labelled("crop_object", "draw_indicator"), *_OF_COVERED),
    ),
)
