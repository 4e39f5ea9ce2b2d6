"""Scattered objects, bars and twins: what every scene of a layout shows."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layout_node import Layout
from tests.generator.layouts.scenes import boxed_objects, scene

EIGHT = np.ones((3, 3))
SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "scatter"},
    {"op": "scatter", "colors": "few", "distinct_sizes": True},
    {"op": "scatter", "alike": "shape", "colors": "one"},
    {"op": "mixed_bars"},
    {"op": "mixed_bars", "axes": ["horizontal", "falling", "rising"], "smallest": 1, "margin": 0},
    {"op": "parallel_bars"},
    {"op": "twins"},
    {"op": "twins", "by": "color"},
    {"op": "twins", "by": "orientation", "largest": 7},
]
MANY_SEEDS = settings(deadline=None, max_examples=12)


def shapes(grid):
    return [(cells.shape, cells.tobytes()) for _, _, cells in boxed_objects(grid)]


def orientation(cells):
    height, width = cells.shape
    if 1 in cells.shape:
        return "horizontal" if width > height else "vertical" if height > width else "dot"
    assert height == width
    assert cells.sum() == height
    return "falling" if cells[0, 0] else "rising"


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes(spec):
    assert scene(spec, 5).tobytes() == scene(spec, 5).tobytes()
    assert len({scene(spec, seed).tobytes() for seed in range(10)}) > 5


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(SCENES), st.integers(12, 30), SEEDS)
def test_the_longer_side_is_the_given_one_up_to_thirty(spec, side, seed):
    grid = scene(spec, seed, side=side)
    assert max(grid.shape) == side
    assert min(grid.shape) >= side * 2 // 3
    assert len(boxed_objects(grid)) > 1
    assert scene(spec, seed, side=side, proportions="square").shape == (side, side)


@MANY_SEEDS
@given(SEEDS, st.integers(10, 16))
def test_proportions(seed, side):
    for proportions, longer in (("wide", 1), ("tall", 0)):
        spec = {"op": "scatter", "count": 2, "largest": 3, "proportions": proportions}
        shape = scene(spec, seed, side=side).shape
        assert shape[longer] == side
        assert 2 * side / 5 <= shape[1 - longer] <= 3 * side / 5


@MANY_SEEDS
@given(SEEDS, st.integers(2, 5), st.sampled_from(("one", "own", "few")))
def test_scattered_objects_stand_apart_and_have_their_colours(seed, count, colors):
    grid = scene({"op": "scatter", "colors": colors, "side": 14}, seed, count=count)
    assert ndimage.label(grid > 0, EIGHT)[1] == len(boxed_objects(grid)) == count
    different = len({color for color, _, _ in boxed_objects(grid)})
    assert different in {"one": {1}, "own": {count}, "few": set(range(1, count + 1))}[colors]


@MANY_SEEDS
@given(SEEDS)
def test_scattered_objects_are_as_alike_as_asked(seed):
    assert len(set(shapes(scene({"op": "scatter", "alike": "shape"}, seed)))) == 1
    distinct = scene({"op": "scatter", "count": 3, "distinct_sizes": True}, seed)
    sizes = [cells.sum() for _, _, cells in boxed_objects(distinct)]
    assert len(set(sizes)) == len(sizes)
    squares = scene({"op": "scatter", "alike": "kind", "shapes": ["square", "bar"]}, seed)
    assert len({1 in cells.shape for _, _, cells in boxed_objects(squares)}) == 1


@MANY_SEEDS
@given(SEEDS, st.integers(2, 5), st.integers(1, 3))
def test_bars_have_different_orientations(seed, count, shortest):
    spec = {"op": "mixed_bars", "axes": ["vertical", "horizontal", "rising"], "colors": "one"}
    grid = scene(spec, seed, count=count, smallest=shortest)
    found = [orientation(cells) for _, _, cells in boxed_objects(grid)]
    assert len(found) == count
    assert len(set(found) - {"dot"}) >= 2
    assert all(max(cells.shape) >= shortest for _, _, cells in boxed_objects(grid))


@MANY_SEEDS
@given(SEEDS, st.sampled_from(("horizontal", "vertical", "falling", "rising")))
def test_parallel_bars_have_one_orientation(seed, axis):
    grid = scene({"op": "parallel_bars", "count": 4}, seed, axis=axis)
    found = Counter(orientation(cells) for _, _, cells in boxed_objects(grid) if cells.size > 1)
    assert set(found) == {axis}


@MANY_SEEDS
@given(SEEDS, st.integers(1, 2), st.integers(0, 2), st.sampled_from(("shape", "color")))
def test_twins_agree_and_odd_ones_do_not(seed, groups, odd, by):
    grid = scene({"op": "twins", "side": 14}, seed, groups=groups, odd=odd, by=by)
    keys = shapes(grid) if by == "shape" else [color for color, _, _ in boxed_objects(grid)]
    counts = Counter(Counter(keys).values())
    assert counts.pop(1, 0) == odd
    assert set(counts) <= {2, 3}
    assert sum(counts.values()) == groups


@MANY_SEEDS
@given(SEEDS)
def test_twins_in_orientation(seed):
    grid = scene({"op": "twins", "by": "orientation", "groups": 1, "odd": 3}, seed, largest=6)
    counts = Counter(orientation(cells) for _, _, cells in boxed_objects(grid))
    assert set(counts) == {"horizontal", "vertical", "falling", "rising"}
    assert sorted(counts.values())[:3] == [1, 1, 1]
    assert max(counts.values()) in (2, 3)


def test_turned_copies_are_no_twins():
    for seed in range(20):
        spec = {"op": "twins", "shapes": ["ell", "tee", "cup"], "side": 14, "groups": 1, "odd": 2}
        grid = scene(spec, seed)
        turned = {
            min(
                (image.shape, image.tobytes())
                for flat in (cells, cells.T)
                for image in (flat, flat[::-1], flat[:, ::-1], flat[::-1, ::-1])
            )
            for _, _, cells in boxed_objects(grid)
        }
        assert len(turned) == 3


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"op": "scatter", "count": 1}, "count is 1: it is 2 at least"),
        ({"op": "mixed_bars", "count": 1}, "count is 1"),
        ({"op": "scatter", "alike": "shape", "distinct_sizes": True}, "no distinct sizes"),
        ({"op": "scatter", "shapes": ["dot"], "distinct_sizes": True}, "distinct sizes from 2"),
        ({"op": "twins", "by": "orientation", "groups": 3, "odd": 2}, "5 items of 4"),
        ({"op": "scatter", "count": 9, "side": 5}, "no room"),
    ],
)
def test_what_cannot_be_drawn_says_why(spec, message):
    with pytest.raises(SampleError, match=message):
        Layout.read(spec).draw(Draw(np.random.default_rng(0)))
