"""Composing: what a recipe leaves open is filled once, and its layout serves its rule."""

from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from arcrep.arc import CONCEPTS
from arcrep.generator import ProgramError, SampleError, passed_gates
from arcrep.generator.composing import compose
from arcrep.generator.drawing import Draw
from arcrep.generator.recipes import recipes_of
from arcrep.generator.recipes.parts import Deed, Recipe, Scenery, Selection

EVERY_CONCEPT = pytest.mark.parametrize("concept", CONCEPTS)
OWN = ("$selection", "$rest")


def draw(*key):
    return Draw(np.random.default_rng(key))


def composed(recipe, seed=0, max_side=30):
    return compose(draw(seed), recipe, "t", "Order", max_side).program


PAINT = Deed("recolor", "recolor", ({"select": "$selection", "act": {"op": "paint", "color": 5}},))


def scattered(scenery=(), selection=(), deed=(), room=0, sides=(8, 28)):
    """Return a recipe on scattered objects, whose parts give it some arguments each."""
    return Recipe(
        Scenery("scatter", {"op": "scatter", **dict(scenery)}, sides=sides),
        Selection("all", "all", layout=dict(selection)),
        Deed("recolor", "recolor", PAINT.clauses, layout=dict(deed), room=room),
    )


# Arguments of the layout


def test_a_selection_overrides_a_scenery_which_overrides_an_action_which_overrides_the_size():
    recipe = scattered(
        scenery={"colors": "few", "smallest": 4, "count": 6},
        selection={"colors": "one", "count": 7},
        deed={"colors": "own", "smallest": 5, "count": 8, "largest": 9, "margin": 2},
    )
    arguments = composed(recipe).layout.arguments
    assert (arguments["colors"], arguments["count"]) == ("one", 7)
    assert arguments["smallest"] == 4
    assert (arguments["largest"], arguments["margin"]) == (9, 2)


def test_what_a_layout_does_not_take_is_left_out_unless_the_scenery_itself_says_it():
    assert "walls" not in composed(scattered(deed={"walls": 3})).layout.arguments
    with pytest.raises(ProgramError, match="walls"):
        composed(scattered(scenery={"walls": 3}))


@pytest.mark.parametrize("seed", range(10))
def test_the_largest_is_raised_above_the_smallest_that_an_action_asks_for(seed):
    arguments = composed(scattered(deed={"smallest": 8}), seed).layout.arguments
    low, high = arguments["largest"]["between"]
    assert 8 < low <= high
    assert composed(scattered(deed={"smallest": 8, "largest": 3})).layout.arguments["largest"] == 8


@pytest.mark.parametrize("max_side", [10, 12, 17, 30])
def test_sides_keep_to_scenery_room_and_the_longest(max_side):
    for seed in range(40):
        layout = composed(scattered(room=2, sides=(9, 20)), seed, max_side).layout
        low, high = layout.arguments["side"]["between"]
        assert min(11, max_side - 2) <= low <= high - 2
        assert high <= min(20, max_side)


def test_a_scenery_too_large_for_the_longest_side_is_drawn_smaller_or_refused():
    for seed in range(20):
        try:
            layout = composed(scattered(sides=(26, 28)), seed, 12).layout
        except SampleError:
            continue
        assert layout.arguments["side"]["between"][1] <= 12


# Slots


def bindings(template, spec, recipe, found):
    """Collect what a program has where its template has slots; defaults are left out of it."""
    if isinstance(template, str) and template in OWN:
        part = recipe.selection.select if template == "$selection" else recipe.selection.rest
        bindings(part, spec, recipe, found)
    elif isinstance(template, str) and template.startswith("$"):
        assert found.setdefault(template, spec) == spec, template
    elif isinstance(template, dict):
        given = {"op": spec} if isinstance(spec, str) else spec
        for key in template.keys() & given.keys():
            bindings(template[key], given[key], recipe, found)
    elif isinstance(template, (list, tuple)) and isinstance(spec, list):
        for inner, part in zip(template, spec, strict=True):
            bindings(inner, part, recipe, found)
    return found


@cache
def some_composed(concept):
    """Compose recipes of a concept; those whose parts do not go together are counted."""
    recipes = list(recipes_of(concept))
    made, refused = [], 0
    for number in range(0, len(recipes), 1 + len(recipes) // 60):
        try:
            made.append(compose(draw(number), recipes[number], "t", concept))
        except (ProgramError, SampleError):
            refused += 1
    return made, refused


@pytest.mark.slow
@EVERY_CONCEPT
def test_nearly_every_recipe_composes_and_expresses_its_concept(concept):
    recipes = list(recipes_of(concept))
    composed = faithful = 0
    for number, recipe in enumerate(recipes):
        try:
            made = compose(draw(number), recipe, "t", concept)
        except ProgramError:
            continue
        composed += 1
        faithful += concept in passed_gates(made.program)
    assert composed >= 0.9 * len(recipes)
    assert faithful >= 0.98 * composed


@EVERY_CONCEPT
def test_a_slot_has_one_value_and_colours_differ(concept):
    made, refused = some_composed(concept)
    assert refused <= 0.1 * len(made)
    for one in made:
        found = {}
        bindings(one.recipe.deed.clauses, one.program.spec["clauses"], one.recipe, found)
        layout = {**one.recipe.scenery.layout, **one.recipe.selection.layout}
        bindings(layout, one.program.spec["layout"], one.recipe, found)
        colors = [value for name, value in found.items() if name.startswith(("$ink", "$ref"))]
        assert len(set(colors)) == len(colors)
        inks = {value for name, value in found.items() if name.startswith("$ink")}
        assert inks == set(one.program.layout.without)
        assert "$" not in one.program.to_json()


@EVERY_CONCEPT
def test_no_input_has_an_ink(concept):
    inked = [one.program for one in some_composed(concept)[0] if one.program.layout.without]
    for number, program in enumerate(inked[::5]):
        try:
            grid = program.layout.draw(draw(number))
        except SampleError:
            continue
        assert not set(program.layout.without) & set(grid.ravel().tolist())


def longest_sides(concept, max_side):
    """Yield the longer sides of inputs of each scenery of a concept."""
    sceneries = {}
    for recipe in recipes_of(concept):
        sceneries.setdefault(repr(recipe.scenery), recipe)
    for number, recipe in enumerate(sceneries.values()):
        try:
            layout = compose(draw(number), recipe, "t", concept, max_side).program.layout
            yield max(layout.draw(draw(number, 1)).shape)
        except (ProgramError, SampleError):
            continue


@EVERY_CONCEPT
def test_every_scenery_stays_within_the_grids_that_there_are(concept):
    assert all(side <= 30 for side in longest_sides(concept, 30))


def test_an_action_is_of_one_family():
    families = defaultdict(set)
    for concept in CONCEPTS:
        for recipe in recipes_of(concept):
            families[recipe.deed.label].add(recipe.deed.family)
    assert {label for label, names in families.items() if len(names) > 1} == set()
