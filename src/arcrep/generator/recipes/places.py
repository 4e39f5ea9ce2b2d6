"""Concepts that turn on where objects lie: by a reference, in a container, at the centre."""

from collections.abc import Mapping

from arcrep.generator.recipes.arrangements import arranged, one
from arcrep.generator.recipes.deeds import DRAW, SHARED
from arcrep.generator.recipes.parts import Cross, Scenery, Selection, Spec
from arcrep.generator.recipes.selections import (
    ALL,
    LARGEST,
    OF_COLOR,
    SMALLEST,
    beyond,
    extreme,
    inside,
    negate,
    of_color,
    others,
    single,
    where,
)

_SEVERAL: Mapping[str, Spec] = {"count": {"between": [4, 5]}}
"""So many that there are often two or more on the side that the choice is among."""

_INNER, _OUTER = ({**_SEVERAL, "several": zone} for zone in ("inside", "outside"))

_UPPER, _LOWER = ({**_SEVERAL, "several": side} for side in ("before", "behind"))

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
_ABOVE = beyond("up", _REFERENCE)
_BELOW = beyond("down", _REFERENCE)
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
                sides=(17, 28),
            )
            for name in _REFERENCES
        ),
        (
            *_SIDES,
            one("largest_above", extreme("size", of=_ABOVE), _SIDES[0], **_UPPER),
            one("largest_below", extreme("size", of=_BELOW), _SIDES[1], **_LOWER),
            one("smallest_above", extreme("size", "least", of=_ABOVE), _SIDES[0], **_UPPER),
            one("smallest_below", extreme("size", "least", of=_BELOW), _SIDES[1], **_LOWER),
        ),
        SHARED,
    ),
)

# InsideOutside: whether an object lies within a container decides.
_WALL = of_color("$ref")
_INSIDE = where(inside(_WALL))
_OUTSIDE = where(negate(inside(_WALL)), others(_WALL))
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
            one("largest_inside", extreme("size", of=_INSIDE), ALL, **_INNER),
            one("largest_outside", extreme("size", of=_OUTSIDE), ALL, **_OUTER),
            one("smallest_outside", extreme("size", "least", of=_OUTSIDE), ALL, **_OUTER),
            one("leftmost_outside", extreme("left", "least", of=_OUTSIDE), ALL, **_OUTER),
            one("topmost_outside", extreme("top", "least", of=_OUTSIDE), ALL, **_OUTER),
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
            single("at_center", _NEAREST),
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
