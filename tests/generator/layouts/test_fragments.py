"""Fragments: what every scene of a layout shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import Delaunay

from tests.generator.layouts.scenes import (
    box,
    inside,
    objects,
    parts,
    repeat_and_mostly_fit,
    scene,
    shape,
)

SEEDS = st.integers(0, 2**32)
FEW = settings(deadline=None, max_examples=12)
SCENES = [
    {"op": "dented_figure"},
    {"op": "dented_figure", "missing": "pinhole"},
    {"op": "broken_figure"},
    {"op": "dotted_outline"},
    {"op": "dotted_outline", "spaced": "anyhow", "point": "none"},
    {"op": "partial_rectangles"},
    {"op": "partial_rectangles", "largest": 2, "color": 3, "other_color": 4},
    {"op": "template_parts"},
]


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(spec):
    repeat_and_mostly_fit(spec, 60)


@pytest.mark.parametrize("spec", SCENES, ids=str)
@FEW
@given(side=st.integers(11, 30), seed=SEEDS)
def test_grids_of_all_sizes(spec, side, seed):
    assert max(scene(dict(spec, side=side), seed).shape) == side


def mirrored(mask, axis):
    """The most cells that agree with their image in a line of the axis, and what lacks for it."""
    rows = np.nonzero(mask.any(axis=1 - axis))[0]
    wide = np.pad(mask, mask.shape[axis])
    found = []
    for middle in range(2 * rows[0], 2 * rows[-1] + 1):
        shift = middle - (mask.shape[axis] - 1)
        image = np.roll(np.flip(wide, axis), shift, axis)
        found.append((int((image & wide).sum()), int((image & ~wide).sum())))
    return max(found)


@pytest.mark.parametrize("missing", ["dents", "pinhole"])
@FEW
@given(seed=SEEDS)
def test_a_dented_figure_has_a_hole_and_lacks_little_of_its_mirror_image(missing, seed):
    mask = scene({"op": "dented_figure", "missing": missing}, seed) > 0
    assert inside(mask).any()
    lacks = min(mirrored(mask, axis)[1] for axis in (0, 1))
    assert lacks <= (1 if missing == "pinhole" else 12)
    if missing == "pinhole":
        assert 1 in [int(hole.sum()) for hole in parts(inside(mask), structure=None)] or lacks == 1


@FEW
@given(seed=SEEDS, colors=st.integers(1, 2))
def test_a_broken_figure_lacks_one_patch(seed, colors):
    grid = scene({"op": "broken_figure", "n_colors": colors}, seed)
    lacks = [mirrored(grid > 0, axis)[1] for axis in (0, 1)]
    assert max(lacks) > 0
    assert max(lacks) <= (grid > 0).sum() / 2
    assert len(set(grid.ravel().tolist()) - {0}) <= colors


@pytest.mark.parametrize("shape_", ["rectangle", "diamond", "triangle"])
@pytest.mark.parametrize("where", ["inside", "outside"])
@FEW
@given(seed=SEEDS)
def test_a_point_is_surrounded_by_dots_or_is_not(shape_, where, seed):
    layout = {"op": "dotted_outline", "shape": shape_, "point": where, "color": 2}
    grid = scene({**layout, "point_color": 4}, seed)
    dots, points = np.argwhere(grid == 2), np.argwhere(grid == 4)
    assert len(points) == 1
    assert (Delaunay(dots).find_simplex(points)[0] >= 0) == (where == "inside")
    assert all(mask.sum() == 1 for _, mask in objects(grid))


@FEW
@given(seed=SEEDS, shown=st.integers(0, 90))
def test_a_broken_rectangle_shows_each_side(seed, shown):
    layout = {"op": "dotted_outline", "spaced": "anyhow", "point": "none", "shown": shown}
    mask = shape(scene(layout, seed) > 0)
    assert not mask[1:-1, 1:-1].any()
    sides = (mask[0, 1:-1], mask[-1, 1:-1], mask[1:-1, 0], mask[1:-1, -1])
    assert all(line.any() for line in sides)
    assert mask.sum() < 2 * sum(mask.shape) - 4


@FEW
@given(seed=SEEDS, size=st.integers(3, 6), connected=st.booleans(), count=st.integers(1, 3))
def test_boxes_of_parts_are_apart_and_not_full(seed, size, connected, count):
    layout = {"op": "partial_rectangles", "largest": size, "connected": connected, "count": count}
    grid = scene({**layout, "side": 16}, seed)
    colors = set(grid.ravel().tolist()) - {0}
    assert len(colors) == count
    for color in colors:
        mask = grid == color
        top, left, bottom, right = box(mask)
        window = grid[top : bottom + 1, left : right + 1]
        assert set(window.ravel().tolist()) == {0, color}
        assert not connected or len(parts(mask, structure=None)) == 1
        assert max(window.shape) <= size


@FEW
@given(seed=SEEDS)
def test_three_of_four_cells_in_given_colours(seed):
    layout = {"op": "partial_rectangles", "largest": 2, "color": 3, "other_color": 4, "count": 4}
    grid = scene({**layout, "side": 10}, seed)
    assert set(grid.ravel().tolist()) <= {0, 3, 4}
    found = [mask for color in (3, 4) for mask in parts(grid == color, structure=None)]
    assert [int(mask.sum()) for mask in found] == [3] * 4
    assert all(shape(mask).shape == (2, 2) for mask in found)


@FEW
@given(seed=SEEDS, size=st.integers(3, 5), count=st.integers(1, 3))
def test_parts_lie_on_the_template_in_one_way_only(seed, size, count):
    grid = scene({"op": "template_parts", "largest": size, "count": count, "side": 16}, seed)
    wide = np.ones((5, 5))
    found = [
        shape(mask)
        for color in set(grid.ravel().tolist()) - {0}
        for mask in (part & (grid == color) for part in near(grid == color, wide))
    ]
    template = max(found, key=np.sum)
    assert len(found) == count + 1
    assert sorted(mask.sum() for mask in found)[-2] < template.sum()
    for part in found:
        if part is not template:
            assert count_places(part, template) == 1


def near(mask, structure):
    """Groups of cells that are at most two apart."""
    grown = np.zeros((mask.shape[0] * 2, mask.shape[1] * 2), bool)
    grown[::2, ::2] = mask
    filled = np.zeros(grown.shape, bool)
    for row, column in np.argwhere(grown):
        filled[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3] = True
    return [part[::2, ::2] & mask for part in parts(filled, structure=None)]


def count_places(part, template):
    down, across = (a - b for a, b in zip(template.shape, part.shape, strict=True))
    windows = [
        template[row : row + part.shape[0], column : column + part.shape[1]]
        for row in range(down + 1)
        for column in range(across + 1)
    ]
    return sum(bool(window[part].all()) for window in windows)
