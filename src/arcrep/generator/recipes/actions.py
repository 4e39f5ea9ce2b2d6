"""The action concepts that go with any selection: count, extend, extract, move."""

from arcrep.generator.recipes.arrangements import arranged
from arcrep.generator.recipes.deeds import COUNT, CROP, EXTEND, TRANSLATE
from arcrep.generator.recipes.parts import Cross, Deed, Spec
from arcrep.generator.recipes.predicates import PREDICATES
from arcrep.generator.recipes.selections import (
    ALL,
    LARGEST,
    LEFTMOST,
    OF_COLOR,
    RIGHTMOST,
    SMALLEST,
)

_GENERIC = (
    *(cross for crosses in PREDICATES.values() for cross in crosses),
    Cross(arranged("none"), (ALL, OF_COLOR, LEFTMOST, RIGHTMOST), ()),
    Cross(arranged("size"), (LARGEST, SMALLEST), ()),
)
"""Scenes and selections of all kinds."""


def _with_deeds(*deeds: Deed) -> tuple[Cross, ...]:
    return tuple(Cross(cross.sceneries, cross.selections, deeds) for cross in _GENERIC)


def _select(act: Spec) -> tuple[Spec, ...]:
    return ({"select": "$selection", "act": act},)


MOVE = tuple(deed for deed in TRANSLATE if deed.label == "translate_to_edge")
_EXTRACT = (
    *CROP,
    Deed(
        "crop_recolored",
        "crop",
        (*_select({"op": "paint", "color": "$ink"}), *_select("crop")),
        one=True,
    ),
    *(
        Deed(
            label,
            "crop",
            (*_select({"op": "paint", "color": "$ink", "region": region}), *_select("crop")),
            one=True,
            on=frozenset({"free", "blocks"}),
            layout={"shapes": ["square", "rectangle"], "smallest": 3, "thickness": 3},
        )
        for label, region in (
            ("crop_checkered", "every_other"),
            ("crop_edged", {"op": "edge", "side": "$side"}),
        )
    ),
    Deed(
        "crop_flipped",
        "crop",
        (
            *_select({"op": "flip", "axis": "$axis"}),
            {"select": {"op": "bounding_box", "of": "$selection"}, "act": "crop"},
        ),
        on=frozenset({"free"}),
        one=True,
        layout={"shapes": ["ell", "stairs", "wedge"], "smallest": 3},
    ),
)
_EXTEND_MORE = (
    *EXTEND,
    Deed(
        "extend_ray",
        "extend",
        _select({"op": "extend", "toward": "$side", "color": "$ink"}),
        keeps=True,
    ),
    Deed(
        "extend_cross",
        "extend",
        _select({"op": "extend", "toward": "directions"}),
        layout={"shapes": ["dot"], "smallest": 1},
        on=frozenset({"free"}),
        keeps=True,
    ),
    Deed(
        "extend_diagonal",
        "extend",
        _select({"op": "extend", "toward": {"op": "directions", "which": "diagonal"}}),
        layout={"shapes": ["dot"], "smallest": 1},
        on=frozenset({"free"}),
        keeps=True,
    ),
)

ACTIONS: dict[str, tuple[Cross, ...]] = {
    "Count": _with_deeds(*COUNT),
    "ExtendToBoundary": _with_deeds(*_EXTEND_MORE),
    "ExtractObjects": _with_deeds(*_EXTRACT),
    "MoveToBoundary": _with_deeds(*MOVE),
}
