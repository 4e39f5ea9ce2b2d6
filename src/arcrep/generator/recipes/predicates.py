"""The eight predicate concepts."""

from arcrep.generator.recipes.depth import TOP_BOTTOM_3D
from arcrep.generator.recipes.places import ABOVE_BELOW, CENTER, INSIDE_OUTSIDE
from arcrep.generator.recipes.properties import (
    FILLED_NOT_FILLED,
    HORIZONTAL_VERTICAL,
    SAME_DIFFERENT,
    TOP_BOTTOM_2D,
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
"""The recipes of each."""
