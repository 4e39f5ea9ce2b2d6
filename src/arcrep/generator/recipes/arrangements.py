"""Scenes of objects in every arrangement, which many concepts share."""

from dataclasses import replace

from arcrep.generator.recipes.parts import Scenery, Selection, Spec
from arcrep.generator.recipes.selections import others

ARRANGEMENTS = (
    "scatter",
    "row",
    "column",
    "diagonal",
    "lattice",
    "ring",
    "two_rows",
    "two_columns",
    "corners",
    "cross",
)
_SHAPED: dict[str, dict[str, Spec]] = {
    "diagonal": {"arrangement": {"any": ["falling", "rising"]}},
    "row": {"proportions": "wide"},
    "two_rows": {"proportions": "wide"},
    "column": {"proportions": "tall"},
    "two_columns": {"proportions": "tall"},
}
_COUNTS = {
    "scatter": (3, 6),
    "row": (3, 4),
    "column": (3, 4),
    "diagonal": (3, 4),
    "lattice": (5, 7),
    "ring": (4, 6),
    "two_rows": (4, 6),
    "two_columns": (4, 6),
    "corners": (3, 5),
    "cross": (5, 6),
    "staggered": (3, 4),
}
RANKED = ("scatter", "staggered", "column", "diagonal", "two_columns", "ring", "corners", "cross")
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


def one(label: str, select: Spec, like: Selection, **layout: Spec) -> Selection:
    """Return a selection of a single object that looks like those of another selection."""
    layout = {**like.layout, **layout}
    return replace(like, label=label, select=select, one=True, rest=others(select), layout=layout)
