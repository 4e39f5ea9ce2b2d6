"""Composing programs: a recipe with its slots filled becomes a task program."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arcrep.arc import MAX_SIDE
from arcrep.generator.components import find_component
from arcrep.generator.drawing import Draw
from arcrep.generator.programs import VERSION, Program
from arcrep.generator.recipes.parts import Recipe
from arcrep.generator.recipes.templates import draw_values, filled, slots

_SIDES = ((8, 11), (9, 12), (9, 13), (10, 14), (10, 14), (11, 15), (11, 15), (12, 16), (13, 17))
_LARGE = ((18, 24), (21, 28))
"""Ranges of the longer side of a task's grids."""

_ONE_IN = 8
"""One in so many tasks has large grids, of those that can have them."""

_ROOM = 3
"""By how much the ends of a range of sides differ at least."""


@dataclass(frozen=True)
class Composed:
    """A program, the recipe that it comes from, and the longest side that its inputs may have."""

    program: Program
    recipe: Recipe
    max_side: int


def compose(
    draw: Draw, recipe: Recipe, task_id: str, concept: str, max_side: int = MAX_SIDE
) -> Composed:
    """Fill the slots of a recipe.

    Raises:
        ProgramError: The parts do not go together.
    """
    values: dict[str, Any] = {
        "$selection": recipe.selection.select,
        "$rest": recipe.selection.rest,
    }
    layout = _layout(draw, recipe, max_side)
    rule = {"parse": recipe.scenery.parse, "clauses": recipe.deed.clauses}
    open_slots = [layout, rule, recipe.selection.select]
    if recipe.deed.two_sided:
        open_slots.append(recipe.selection.rest)
    named = [name for name in slots(open_slots) if name not in values]
    values |= draw_values(draw, named)
    inks = [values[name] for name in sorted(set(named)) if name.startswith("$ink")]
    layout = filled(layout, values)
    if inks:
        layout["without"] = inks
    spec = {"version": VERSION, "id": task_id, "concept": concept, "layout": layout}
    return Composed(Program.from_spec({**spec, **filled(rule, values)}), recipe, max_side)


def _layout(draw: Draw, recipe: Recipe, max_side: int) -> dict[str, Any]:
    """Return the layout: what the scenery says, then what action and size ask for."""
    scenery, deed = recipe.scenery, recipe.deed
    layout = {**scenery.layout, **recipe.selection.layout}
    component = find_component(str(layout["op"]), "layout")
    sides = scenery.sides[0] + deed.room, min(scenery.sides[1], max_side)
    wanted = _by_size(draw, sides, scenery.largest)
    wanted |= deed.layout
    if "smallest" in wanted and "largest" in wanted:
        wanted["largest"] = _raised(wanted["largest"], wanted["smallest"])
    taken = {key: value for key, value in wanted.items() if key in component.parameters}
    return {**taken, **layout}


def _raised(largest: Any, smallest: int) -> Any:
    """Return a largest size that leaves room above the smallest one."""
    if isinstance(largest, Mapping):
        low, high = largest["between"]
        return {"between": [max(low, smallest + 1), max(high, smallest + 2)]}
    return max(largest, smallest)


def _within(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    return max(low, least), min(high, most)


def _by_size(draw: Draw, sides: tuple[int, int], ratio: float) -> dict[str, Any]:
    """Draw a range of sides, and say how large and how many things suit it.

    Where none of the usual ranges has room between the bounds, as with small grids, it is a narrow
    one near the lower bound, which itself gives way to the upper one.
    """
    most = sides[1]
    least = min(sides[0], most - 2)
    wanted = _LARGE if draw.integer(1, _ONE_IN) == 1 else _SIDES
    ranges = [_within(low, high, least, most) for low, high in wanted]
    fitting = [(low, high) for low, high in ranges if high - low >= _ROOM]
    low, high = draw.choice(fitting or [(min(least + 1, most - 2), min(least + 5, most))])
    largest = max(3, int(low / ratio))
    return {
        "side": {"between": [low, high]},
        "largest": {"between": [max(3, largest - 1), largest + 1]},
        "count": {"between": [3, 5] if low < 16 else [4, 7]},
    }
