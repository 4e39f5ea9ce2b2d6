"""Scenes with nested things."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import objects, parts, scene, shape

SEEDS = st.integers(0, 2**32)
NAMES = ("nested_outlines", "nested_layers", "cored_shapes")
WALLS = ["ring", "irregular_ring", "bevelled_ring", "diamond_ring"]


def filled(mask):
    return ndimage.binary_fill_holes(mask)


@settings(deadline=None, max_examples=60)
@given(
    SEEDS,
    st.integers(1, 3),
    st.sampled_from(["ring", "irregular_ring", "bevelled_ring", "diamond_ring"]),
)
def test_outlines_lie_in_each_other(seed, n, wall):
    spec = {"op": "nested_outlines", "side": 14 + 4 * n, "count": n, "walls": [wall]}
    grid = scene({**spec, "colors": "own", "spot": "innermost"}, seed)
    things = sorted((mask for _, mask in objects(grid)), key=lambda mask: -filled(mask).sum())
    assert len(things) == n + 1
    assert [mask.sum() for mask in things][-1] == 1
    for outer, inner in pairwise(things):
        assert (filled(outer) & ~outer)[inner].all()
    for outer, inner in pairwise(things[:-1]):
        assert not (ndimage.binary_dilation(outer, np.ones((3, 3))) & inner).any()


def test_the_dot_is_anywhere():
    spots = Counter()
    for seed in range(60):
        grid = scene({"op": "nested_outlines", "colors": "own"}, seed)
        *outlines, dot = sorted((mask for _, mask in objects(grid)), key=lambda m: -m.sum())
        spots[sum(filled(outline)[dot].all() for outline in outlines)] += 1
    assert set(spots) == {0, 1, 2}


def test_only_the_outermost_outline_is_closed_where_there_are_gaps():
    for seed in range(30):
        spec = {"op": "nested_outlines", "gaps": True, "count": 2, "walls": ["ring"]}
        grid = scene({**spec, "colors": "own", "spot": "innermost"}, seed)
        closed = [mask for _, mask in objects(grid) if (filled(mask) & ~mask).any()]
        assert len(closed) == 1
        assert filled(closed[0])[grid > 0].all()


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(2, 5), st.booleans(), st.sampled_from(["layer", "figure"]))
def test_layers_lie_in_each_other(seed, n, irregular, innermost):
    spec = {"op": "nested_layers", "side": 8 + 3 * n, "count": n, "irregular": irregular}
    grid = scene({**spec, "innermost": innermost}, seed)
    colors = sorted(set(np.unique(grid)) - {0}, key=lambda color: -filled(grid == color).sum())
    assert len(colors) == n
    assert len(parts(grid > 0)) == 1
    for outer, inner in pairwise(colors):
        assert filled(grid == outer)[grid == inner].all()
    if not irregular and innermost == "layer":
        assert all(shape(filled(grid == color)).all() for color in colors)


@settings(deadline=None, max_examples=90)
@given(SEEDS, st.integers(18, 30), st.integers(3, 5), st.sampled_from(["rim", "core", "shape"]))
def test_two_shapes_agree_in_one_thing(seed, side, n, same):
    grid = scene({"op": "cored_shapes", "side": side, "count": n, "same": same}, seed)
    rims, cores, figures = [], [], []
    for thing in parts(grid > 0):
        ((rim, outer),) = [
            (color, mask)
            for color, mask in objects(np.where(thing, grid, 0))
            if (filled(mask) & ~mask).any()
        ]
        core = filled(outer) & ~outer
        rims.append(rim)
        (color,) = set(grid[core].tolist())
        assert color not in (0, rim)
        cores.append(color)
        figures.append(min(image.tobytes() + bytes(image.shape) for image in _images(shape(core))))
    assert len(rims) == n
    agreeing = {"rim": rims, "core": cores, "shape": figures}[same]
    assert sorted(Counter(agreeing).values()) == [1] * (n - 2) + [2]
    if same != "rim":
        assert len(set(rims)) == n


def _images(mask):
    return [np.rot90(image, turn).copy() for image in (mask, mask[::-1]) for turn in range(4)]


@pytest.mark.parametrize("name", NAMES)
def test_sides_and_seeds(name):
    grid = scene({"op": name, "side": 30}, 3)
    assert max(grid.shape) == 30
    assert grid.tobytes() == scene({"op": name, "side": 30}, 3).tobytes()
    assert grid.tobytes() != scene({"op": name, "side": 30}, 4).tobytes()
