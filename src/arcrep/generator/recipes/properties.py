"""Concepts that turn on what objects are like, or on their rank from top to bottom."""

from arcrep.generator.recipes.arrangements import RANKED, arranged, one
from arcrep.generator.recipes.deeds import SHARED
from arcrep.generator.recipes.parts import Cross, Selection, Things
from arcrep.generator.recipes.selections import (
    ALL_BUT_BOTTOMMOST,
    ALL_BUT_TOPMOST,
    BOTTOMMOST,
    TOPMOST,
    along,
    extreme,
    negate,
    repeated,
    where,
)

# FilledNotFilled: hollow or full decides.
HOLLOW = Selection("hollow", where("hollow"), "hollow", rest=where(negate("hollow")))
SOLID = Selection("solid", where(negate("hollow")), "blocks", rest=where("hollow"))
_FILL = Cross(
    arranged("fill", least=11),
    (
        HOLLOW,
        SOLID,
        one("largest_hollow", extreme("size", of=HOLLOW.select), HOLLOW, several="first"),
        one("smallest_solid", extreme("size", "least", of=SOLID.select), SOLID, several="second"),
        one("largest_solid", extreme("size", of=SOLID.select), SOLID, several="second"),
        one("topmost_hollow", extreme("top", "least", of=HOLLOW.select), HOLLOW, several="first"),
        one("bottommost_solid", extreme("bottom", of=SOLID.select), SOLID, several="second"),
        one("leftmost_solid", extreme("left", "least", of=SOLID.select), SOLID, several="second"),
        one("rightmost_hollow", extreme("right", of=HOLLOW.select), HOLLOW, several="first"),
        one("rightmost_solid", extreme("right", of=SOLID.select), SOLID, several="second"),
    ),
    SHARED,
)
FILLED_NOT_FILLED = (_FILL,)

# HorizontalVertical: the direction in which an object is longer decides.
LEVEL = along("horizontal")
UPRIGHT = along("vertical")


def _long(things: Things) -> tuple[Selection, ...]:
    level = Selection("horizontal", LEVEL, rest=UPRIGHT, things=things)
    upright = Selection("vertical", UPRIGHT, rest=LEVEL, things=things)
    return (
        level,
        upright,
        one("longest_horizontal", extreme("width", of=LEVEL), level, several="second"),
        one("longest_vertical", extreme("height", of=UPRIGHT), upright, several="first"),
        one("shortest_horizontal", extreme("width", "least", of=LEVEL), level, several="second"),
        one("shortest_vertical", extreme("height", "least", of=UPRIGHT), upright, several="first"),
        one("leftmost_horizontal", extreme("left", "least", of=LEVEL), level, several="second"),
        one("rightmost_vertical", extreme("right", of=UPRIGHT), upright, several="first"),
    )


HORIZONTAL_VERTICAL = (
    Cross(arranged("axis", least=13, largest={"between": [5, 7]}), _long("blocks"), SHARED),
    Cross(arranged("hollow_axis", least=15, largest={"between": [5, 7]}), _long("hollow"), SHARED),
)

# SameDifferent: whether another object agrees with it decides.
_SAME_SHAPE = where(repeated("shape_of"))
_ODD_SHAPE = where(negate(repeated("shape_of")))
_SAME_COLOR = where(repeated("color_of"))
_ODD_COLOR = where(negate(repeated("color_of")))
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
        arranged("none", RANKED),
        (TOPMOST, BOTTOMMOST, ALL_BUT_TOPMOST, ALL_BUT_BOTTOMMOST),
        SHARED,
    ),
    Cross(
        arranged("fill", RANKED),
        (
            one(
                "topmost_hollow", extreme("top", "least", of=HOLLOW.select), HOLLOW, several="first"
            ),
            one("bottommost_solid", extreme("bottom", of=SOLID.select), SOLID, several="second"),
            one("topmost_solid", extreme("top", "least", of=SOLID.select), SOLID, several="second"),
            one("bottommost_hollow", extreme("bottom", of=HOLLOW.select), HOLLOW, several="first"),
        ),
        SHARED,
    ),
)
