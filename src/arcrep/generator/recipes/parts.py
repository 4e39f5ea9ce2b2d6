"""The parts that new programs are composed of, and what goes together.

Parts are pieces of program JSON in which names that begin with `$` are slots: the same slot has the
same value everywhere in a program, and different colour slots have different colours.

    $ink, $ink2           colours that the rule brings in; no input has them
    $ref                  a colour that a layout or a selection names
    $side, $axis          a direction, "horizontal" or "vertical"
    $steps                1 or 2 cells
    $selection, $rest     what a selection takes, and what it leaves; set by `Recipe`
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from arcrep.generator.recipes.templates import slots

Spec = Any
"""A piece of program JSON."""

Things = Literal["free", "blocks", "hollow", "other"]
"""What selected objects look like: kinds that the action may choose; full rectangles, whose least
thickness it may choose; outlines with one empty inside; or anything else."""


@dataclass(frozen=True)
class Scenery:
    """A layout with what it leaves open.

    Attributes:
        label: The layout label of its tasks.
        layout: The layout, with slots.
        parse: The parse under which its objects are objects.
        sides: Longer sides for which it is made; a task gets a range within.
        largest: By what a side is divided for the largest object, where the layout asks for it.
    """

    label: str
    layout: Mapping[str, Spec]
    parse: Spec = "components"
    sides: tuple[int, int] = (8, 28)
    largest: float = 3.5


@dataclass(frozen=True)
class Selection:
    """What a rule is about.

    Attributes:
        label: The selector label of its tasks.
        select: The selector, with slots.
        things: What the selected objects look like.
        one: It gives a single object in every scene.
        rest: The selector of the objects that it leaves, for rules of two clauses; None for none.
        layout: Arguments of the layout without which it would not be clear.
    """

    label: str
    select: Spec
    things: Things = "free"
    one: bool = False
    rest: Spec = None
    layout: Mapping[str, Spec] = field(default_factory=dict[str, Spec])


@dataclass(frozen=True)
class Deed:
    """What a rule does with what it selects.

    Attributes:
        label: The action label of its tasks, a fine one.
        family: The family of actions to which it belongs.
        clauses: The clauses, with slots.
        on: The things that it can be done with.
        one: It needs a single object.
        many: It makes sense only where several objects may be selected.
        layout: Arguments that it sets where a layout takes them and the scenery leaves them open:
            which shapes show what it does, and how much room it needs.
        room: By how much longer than its least the side of a grid has to be for it.
        keeps: Coloured cells of the input keep their colour; where they would not, things meet that
            should not, and the example is drawn again.
    """

    label: str
    family: str
    clauses: tuple[Spec, ...]
    on: frozenset[Things] = frozenset({"free", "blocks", "hollow", "other"})
    one: bool = False
    many: bool = False
    layout: Mapping[str, Spec] = field(default_factory=dict[str, Spec])
    room: int = 0
    keeps: bool = False

    @cached_property
    def two_sided(self) -> bool:
        """Whether it does something with the rest, too."""
        return "$rest" in slots(self.clauses)


@dataclass(frozen=True)
class Recipe:
    """One layout, one selection and one action that go together."""

    scenery: Scenery
    selection: Selection
    deed: Deed

    @property
    def labels(self) -> tuple[str, str, str]:
        """The labels of layout, selector and action."""
        return self.scenery.label, self.selection.label, self.deed.label

    @property
    def fits(self) -> bool:
        """Whether the action can be done with what is selected."""
        selection, deed = self.selection, self.deed
        if (deed.one and not selection.one) or (deed.many and selection.one):
            return False
        if deed.two_sided and selection.rest is None:
            return False
        return selection.things in deed.on


@dataclass(frozen=True)
class Cross:
    """Sceneries, selections and deeds, each of which goes with each as far as they fit."""

    sceneries: tuple[Scenery, ...]
    selections: tuple[Selection, ...]
    deeds: tuple[Deed, ...]

    def recipes(self) -> Iterator[Recipe]:
        """Yield the recipes, in a fixed order."""
        for scenery in self.sceneries:
            for selection in self.selections:
                for deed in self.deeds:
                    recipe = Recipe(scenery, selection, deed)
                    if recipe.fits:
                        yield recipe
