"""What new programs are composed of: sceneries, selections and deeds, crossed by concept."""

from collections.abc import Iterator

from arcrep.generator.recipes.concepts import CROSSES
from arcrep.generator.recipes.parts import Recipe


def recipes_of(concept: str) -> Iterator[Recipe]:
    """Yield the recipes of a concept, in a fixed order."""
    for cross in CROSSES[concept]:
        yield from cross.recipes()
