"""Closed outlines: what every scene of a layout shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layouts import hollow
from tests.generator.layouts.scenes import (
    draws,
    inside,
    objects,
    parts,
    repeat_and_mostly_fit,
    scene,
    shape,
)

SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "hollow_and_full"},
    {"op": "hollow_and_full", "shapes": ["diamond", "lozenge", "island"], "content": "any"},
    {"op": "tall_and_wide"},
    {"op": "polygon"},
    {"op": "cut_outlines"},
]
FEW = settings(deadline=None, max_examples=10)
DRAW = Draw(np.random.default_rng(0))


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(spec):
    repeat_and_mostly_fit(spec, 30)


@pytest.mark.parametrize("spec", SCENES, ids=str)
@FEW
@given(side=st.integers(14, 30), seed=SEEDS)
def test_something_is_enclosed_on_grids_of_all_sizes(spec, side, seed):
    grid = scene(dict(spec, side=side), seed)
    background = np.bincount(grid.ravel()).argmax()
    assert max(grid.shape) == side or (spec["op"] == "polygon" and max(grid.shape) < side)
    assert any(inside(mask).any() for _, mask in objects(grid, background))


def test_polygons_reach_the_largest_grid():
    grids = draws({"op": "polygon", "side": 30}, 200)
    assert max(max(grid.shape) for grid in grids if grid is not None) == 30


@FEW
@given(
    seed=SEEDS,
    rings=st.integers(1, 3),
    full=st.integers(0, 3),
    kinds=st.sampled_from([["square", "rectangle"], ["diamond", "wedge"], ["island"]]),
    odd=st.booleans(),
)
def test_hollow_and_full_shapes_apart_from_each_other(seed, rings, full, kinds, odd):
    spec = {"op": "hollow_and_full", "hollow": rings, "full": full, "shapes": kinds, "odd": odd}
    grid = scene(dict(spec, side=18), seed)
    found = objects(grid)
    holes = [inside(mask) for _, mask in found]
    assert [len(parts(hole)) for hole in holes if hole.any()] == [1] * rings
    assert len(found) == rings + full
    assert len({color for color, _ in found}) == rings + full
    assert len(parts(grid > 0)) == rings + full
    assert not odd or all(side % 2 for _, mask in found for side in shape(mask).shape)


@FEW
@given(seed=SEEDS)
def test_content_fills_a_hollow_shape_with_one_other_colour(seed):
    spec = {"op": "hollow_and_full", "hollow": 1, "content": "filled", "color": 5, "side": 14}
    grid = scene(spec, seed)
    ((hole, _),) = [(inside(m), m) for color, m in objects(grid) if color == 5 and inside(m).any()]
    assert len(set(grid[hole])) == 1
    assert grid[hole][0] not in (0, 5)


@FEW
@given(seed=SEEDS, count=st.integers(2, 5))
def test_one_rectangle_is_tall_and_one_wide(seed, count):
    found = objects(scene({"op": "tall_and_wide", "count": count, "side": 18}, seed))
    shapes = [shape(mask).shape for _, mask in found]
    assert len(shapes) == count
    assert {height > width for height, width in shapes} == {True, False}
    assert all(height != width for height, width in shapes)
    holes = [inside(mask).sum() for _, mask in found]
    assert holes == [(height - 2) * (width - 2) for height, width in shapes]


@pytest.mark.parametrize("corners", range(3, 9))
@FEW
@given(seed=SEEDS)
def test_a_polygon_has_so_many_corners(corners, seed):
    ((_, mask),) = objects(scene({"op": "polygon", "corners": corners}, seed))
    hull = ConvexHull(np.argwhere(mask))
    assert len(hull.vertices) == corners
    assert len(parts(inside(mask))) == 1
    # The hull has no other cells on its edge than the outline: its area and edge say how many.
    assert (mask | inside(mask)).sum() == round(hull.volume + _edge_cells(hull) / 2 + 1)


def _edge_cells(hull):
    """Cells on the edge of a hull, all of whose edges lie along an axis or at 45 degrees."""
    points = hull.points[hull.vertices]
    return np.abs(points - np.roll(points, 1, axis=0)).max(axis=1).sum()


@FEW
@given(seed=SEEDS, count=st.integers(1, 3), inner=st.integers(1, 4))
def test_outlines_on_a_ground_are_equally_high_inside(seed, count, inner):
    grid = scene({"op": "cut_outlines", "count": count, "inner": inner, "side": 16}, seed)
    ground = np.bincount(grid.ravel()).argmax()
    holes = [hole for _, mask in objects(grid, ground) for hole in parts(inside(mask))]
    assert ground > 0
    assert [len(shape(hole)) for hole in holes] == [inner] * count
    assert len({np.nonzero(hole)[1].min() for hole in holes}) == count
    assert {int(color) for hole in holes for color in grid[hole]} == {ground}


@pytest.mark.parametrize(
    ("make", "least"),
    [
        (lambda: hollow.hollow_and_full(DRAW, hollow=0, full=2, side=9), 1),
        (lambda: hollow.tall_and_wide(DRAW, count=1, side=9), 2),
        (lambda: hollow.cut_outlines(DRAW, count=0, inner=2, side=9), 1),
    ],
)
def test_scenes_have_what_makes_their_kind(make, least):
    with pytest.raises(SampleError, match=f"it is {least} at least"):
        make()
