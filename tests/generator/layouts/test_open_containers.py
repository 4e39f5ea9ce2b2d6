"""Scenes with an open container: a cup, an outline with gaps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import box, objects, scene

SEEDS = st.integers(0, 2**32)
NAMES = ("cup_with_liquid", "cup_with_dots", "gapped_container", "open_curve")


def between(walls):
    """Row by row, the cells between the first wall and the last."""
    inside = np.zeros(walls.shape, bool)
    for row in np.flatnonzero(walls.any(axis=1)):
        columns = np.flatnonzero(walls[row])
        inside[row, columns[0] : columns[-1]] = True
    return inside & ~walls


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(8, 30), st.booleans(), st.booleans(), st.booleans())
def test_liquid_stands_level_in_a_cup(seed, side, full, tapered, even):
    spec = {"op": "cup_with_liquid", "side": side, "full": full, "tapered": tapered, "even": even}
    grid = scene({**spec, "wall_color": 1, "liquid_color": 2}, seed)
    assert len([color for color, _ in objects(grid) if color == 1]) == 1
    room, liquid = between(grid == 1), grid == 2
    level = np.flatnonzero(liquid.any(axis=1)).min()
    assert np.array_equal(liquid, room & (np.arange(len(grid)) >= level)[:, None])
    assert np.array_equal(liquid, room) == full
    assert not ndimage.binary_fill_holes(grid == 1)[room].any()  # the cup is open
    if even:
        top, left, bottom, right = box(grid == 1)
        cup = (grid == 1)[top : bottom + 1, left : right + 1]
        edges = [np.flatnonzero(row)[[0, -1]] for row in cup]
        assert all(first + last == right - left for first, last in edges)


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(10, 30), st.integers(1, 3), st.integers(0, 4), st.booleans())
def test_dots_in_a_cup(seed, side, inside, outside, tapered):
    spec = {"op": "cup_with_dots", "side": side, "inside": inside, "outside": outside}
    grid = scene({**spec, "tapered": tapered}, seed)
    things = objects(grid)
    cup = max((mask for _, mask in things), key=np.sum)
    dots = (grid > 0) & ~cup
    assert len(things) == 1 + inside + outside == 1 + dots.sum()
    assert (dots & between(cup)).sum() == inside


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(10, 30), st.integers(1, 3))
def test_each_dot_faces_a_gap_of_its_own(seed, side, gaps):
    grid = scene({"op": "gapped_container", "side": side, "gaps": gaps}, seed)
    colors = {color for color, _ in objects(grid)}
    wall = max(colors, key=lambda color: (grid == color).sum())
    top, left, bottom, right = box(grid == wall)
    ring = np.zeros(grid.shape, bool)
    ring[top : bottom + 1, left : right + 1] = True
    ring[top + 1 : bottom, left + 1 : right] = False
    missing = np.argwhere(ring & (grid != wall))
    dots = np.argwhere((grid > 0) & (grid != wall))
    assert len(missing) == len(dots) == gaps
    for row, column in missing:
        level = column in (left, right)
        line = dots[:, 0] == row if level else dots[:, 1] == column
        beyond = {left: dots[:, 1] < left, right: dots[:, 1] > right}.get(column)
        if not level:
            beyond = dots[:, 0] < top if row == top else dots[:, 0] > bottom
        assert (line & beyond).any()


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(12, 30), st.integers(1, 4), st.integers(1, 4), st.integers(0, 5))
def test_a_curve_with_its_gaps_closed_parts_the_dots(seed, side, gaps, inside, outside):
    spec = {"op": "open_curve", "side": side, "gaps": gaps, "inside": inside, "outside": outside}
    grid = scene(spec, seed)
    colors = sorted({color for color, _ in objects(grid)}, key=lambda c: -(grid == c).sum())
    curve, dots = grid == colors[0], grid == colors[1]
    assert not (ndimage.binary_fill_holes(curve) & ~curve).any()
    thick = np.pad(curve, 3)
    thick = ndimage.binary_fill_holes(ndimage.binary_dilation(thick, np.ones((3, 3))))
    area = ndimage.binary_erosion(thick, np.ones((3, 3)))[3:-3, 3:-3]
    assert (dots & area).sum() == inside
    assert dots.sum() == inside + outside


@pytest.mark.parametrize("name", NAMES)
def test_sides_and_seeds(name):
    grid = scene({"op": name, "side": 30}, 3)
    assert max(grid.shape) == 30
    assert grid.tobytes() == scene({"op": name, "side": 30}, 3).tobytes()
    assert grid.tobytes() != scene({"op": name, "side": 30}, 4).tobytes()
