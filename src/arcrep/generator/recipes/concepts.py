"""The recipes of all sixteen concepts."""

from collections.abc import Mapping

from arcrep.generator.recipes.actions import ACTIONS
from arcrep.generator.recipes.cleaning import CLEAN_UP
from arcrep.generator.recipes.completing import COMPLETE_SHAPE
from arcrep.generator.recipes.copying import COPY_CROSSES
from arcrep.generator.recipes.ordering import ORDER
from arcrep.generator.recipes.parts import Cross
from arcrep.generator.recipes.predicates import PREDICATES

CROSSES: Mapping[str, tuple[Cross, ...]] = {
    **PREDICATES,
    **ACTIONS,
    "CleanUp": CLEAN_UP,
    "CompleteShape": COMPLETE_SHAPE,
    "Copy": COPY_CROSSES,
    "Order": ORDER,
}
"""The crosses of each concept."""
