"""Recipes of CleanUp and CompleteShape: they compose, and do what an independent look expects."""

from itertools import islice

import numpy as np
import pytest
from scipy import ndimage

from arcrep.generator import SampleError, passed_gates
from arcrep.generator.composing import compose
from arcrep.generator.drawing import Draw
from arcrep.generator.recipes.cleaning import CLEAN_UP
from arcrep.generator.recipes.completing import COMPLETE_SHAPE
from tests.generator.layouts.scenes import boxed_objects, objects

CONCEPTS = [("CleanUp", CLEAN_UP), ("CompleteShape", COMPLETE_SHAPE)]


def recipes(crosses):
    return [recipe for cross in crosses for recipe in cross.recipes()]


def program(recipe, concept, seed=0):
    draw = Draw(np.random.default_rng(seed))
    return compose(draw, recipe, "test", concept).program


def examples(concept, crosses, action, selector="all", layout=""):
    """Two examples of each recipe with these labels."""
    found = []
    for recipe in recipes(crosses):
        if recipe.labels[1:] == (selector, action) and recipe.labels[0].startswith(layout):
            rule = program(recipe, concept)
            found += [rule.sample(np.random.default_rng(seed), attempts=40) for seed in (1, 2)]
    assert found
    return found


@pytest.mark.parametrize(("concept", "crosses"), CONCEPTS)
def test_every_recipe_passes_the_gate_of_its_concept(concept, crosses):
    failed = [
        r.labels for r in recipes(crosses) if concept not in passed_gates(program(r, concept))
    ]
    assert failed == []


@pytest.mark.parametrize(("concept", "crosses"), CONCEPTS)
def test_there_are_enough_for_500_different_rules(concept, crosses):
    all_recipes = recipes(crosses)
    assert len({recipe.labels[0] for recipe in all_recipes}) >= 8
    assert len({recipe.labels for recipe in all_recipes}) >= 100
    rules = {
        program(recipe, concept, [number, seed]).rule_key
        for number, recipe in enumerate(all_recipes)
        for seed in range(3)
    }
    assert len(rules) >= 500


@pytest.mark.parametrize(("concept", "crosses"), CONCEPTS)
def test_most_single_attempts_give_an_example_that_changes(concept, crosses):
    tried, accepted = 0, 0
    for recipe in islice(recipes(crosses), 0, None, 11):
        rule = program(recipe, concept)
        for seed in range(6):
            tried += 1
            try:
                example = rule.sample(np.random.default_rng(seed), attempts=1)
            except SampleError:
                continue
            accepted += 1
            assert not np.array_equal(example.input, example.output)
    assert accepted > 0.5 * tried


def test_strays_vanish_and_nothing_else():
    for example in examples("CleanUp", CLEAN_UP, "denoise_objects", layout="noisy"):
        expected = example.input.copy()
        for _, mask in objects(example.input):
            if mask.sum() == 1:
                expected[mask] = 0
        assert np.array_equal(example.output, expected)


def test_specks_take_the_colour_around_them():
    for example in examples("CleanUp", CLEAN_UP, "denoise_objects", layout="speckled"):
        labels, count = ndimage.label(example.input > 0, np.ones((3, 3)))
        expected = np.zeros_like(example.input)
        for number in range(1, count + 1):
            colors = example.input[labels == number]
            if len(colors) > 1:
                expected[labels == number] = np.bincount(colors).argmax()
        assert np.array_equal(example.output, expected)


def test_only_strays_inside_the_frames_vanish():
    for example in examples("CleanUp", CLEAN_UP, "denoise_part", "inside"):
        frames = [mask for _, mask in objects(example.input) if mask.sum() > 1]
        walls = np.logical_or.reduce(frames)
        inside = ndimage.binary_fill_holes(walls) & ~walls
        assert not example.output[inside].any()
        assert np.array_equal(example.output[~inside], example.input[~inside])


def test_textures_come_out_regular_and_lose_one_colour():
    for example in examples("CleanUp", CLEAN_UP, "denoise_pattern"):
        changed = example.input != example.output
        assert len(set(example.input[changed])) == 1
        assert not set(example.input[changed]) & set(example.output.ravel())
        height, width = example.output.shape
        assert any(
            np.array_equal(example.output[down:], example.output[: height - down])
            for down in range(1, 5)
        )
        assert any(
            np.array_equal(example.output[:, right:], example.output[:, : width - right])
            for right in range(1, 5)
        )


@pytest.mark.parametrize("layout", ["notched", "pitted", "bent", "open", "row", "lattice"])
def test_rectangles_are_filled(layout):
    for example in examples("CompleteShape", COMPLETE_SHAPE, "fill_bbox", layout=layout):
        expected = np.zeros_like(example.input)
        for color, box, _ in boxed_objects(example.input):
            expected[box] = color
        assert np.array_equal(example.output, expected)


@pytest.mark.parametrize("layout", ["corner", "dotted", "outline_middles"])
def test_outlines_of_loose_cells_are_closed(layout):
    for example in examples("CompleteShape", COMPLETE_SHAPE, "complete_outline", layout=layout):
        expected = np.zeros_like(example.input)
        for color in np.unique(example.input[example.input > 0]):
            rows, columns = np.nonzero(example.input == color)
            expected[rows.min() : rows.max() + 1, [columns.min(), columns.max()]] = color
            expected[[rows.min(), rows.max()], columns.min() : columns.max() + 1] = color
        assert np.array_equal(example.output, expected)


@pytest.mark.parametrize("layout", ["notched", "pitted", "bent", "open"])
def test_the_largest_alone_is_filled_and_it_clearly_is(layout):
    for example in examples("CompleteShape", COMPLETE_SHAPE, "fill_bbox", "largest", layout):
        boxes = [box for _, box, _ in boxed_objects(example.input)]
        sizes = sorted(example.input[box].size for box in boxes)
        changed = [
            box for box in boxes if not np.array_equal(*(g[box] for g in example_grids(example)))
        ]
        assert [example.input[box].size for box in changed] == sizes[-1:]
        assert sizes[-1] >= 1.5 * sizes[-2]


def example_grids(example):
    return example.input, example.output


def test_symmetry_is_completed():
    for example in examples("CompleteShape", COMPLETE_SHAPE, "complete_symmetry", layout="dented"):
        (_, box, _), *rest = boxed_objects(example.output)
        assert not rest
        shape = example.output[box]
        assert np.array_equal(shape, shape[::-1]) or np.array_equal(shape, shape[:, ::-1])
        kept = example.input > 0
        assert np.array_equal(example.output[kept], example.input[kept])
