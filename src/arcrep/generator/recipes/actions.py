"""The action concepts that go with any selection: count, extend, extract, move."""

from arcrep.generator.recipes.acts import CROP_BOX, do, paint
from arcrep.generator.recipes.arrangements import arranged
from arcrep.generator.recipes.deeds import BLOCKS, COUNT, CROP, EXTEND, LOPSIDED, THICK, TRANSLATE
from arcrep.generator.recipes.parts import Cross, Deed
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


MOVE = tuple(deed for deed in TRANSLATE if deed.label == "translate_to_edge")
_EXTRACT = (
    *CROP,
    Deed("crop_recolored", "crop", (do(paint("$ink")), do("crop")), one=True),
    *(
        Deed(
            label,
            "crop",
            (do(paint("$ink", region)), do("crop")),
            one=True,
            on=THICK,
            layout=BLOCKS,
        )
        for label, region in (
            ("crop_checkered", "every_other"),
            ("crop_edged", {"op": "edge", "side": "$side"}),
        )
    ),
    Deed(
        "crop_flipped",
        "crop",
        (do({"op": "flip", "axis": "$axis"}), CROP_BOX),
        on=frozenset({"free"}),
        one=True,
        layout=LOPSIDED,
    ),
)
_EXTEND_MORE = (
    *EXTEND,
    Deed(
        "extend_ray",
        "extend",
        (do({"op": "extend", "toward": "$side", "color": "$ink"}),),
        keeps=True,
    ),
    *(
        Deed(
            label,
            "extend",
            (do({"op": "extend", "toward": toward}),),
            layout={"shapes": ["dot"], "smallest": 1},
            on=frozenset({"free"}),
            keeps=True,
        )
        for label, toward in (
            ("extend_cross", "directions"),
            ("extend_diagonal", {"op": "directions", "which": "diagonal"}),
        )
    ),
)

ACTIONS: dict[str, tuple[Cross, ...]] = {
    "Count": _with_deeds(*COUNT),
    "ExtendToBoundary": _with_deeds(*_EXTEND_MORE),
    "ExtractObjects": _with_deeds(*_EXTRACT),
    "MoveToBoundary": _with_deeds(*MOVE),
}
