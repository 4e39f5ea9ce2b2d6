"""Scenes with a wall, and something that stands before it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import box, objects, scene, shape

SEEDS = st.integers(0, 2**32)
NAMES = (
    "thing_and_wall",
    "small_and_big",
    "row_and_wall",
    "dotted_line_and_marker",
    "bar_and_markers",
)


def upright(grid, line):
    """The grid, turned so that a line in it is level and the rest above it."""
    rows, columns = np.nonzero(line)
    turned = grid if np.ptp(rows) == 0 else grid.T
    row = np.unique(rows if np.ptp(rows) == 0 else columns)[0]
    below = (turned[row + 1 :] > 0).any()
    return (turned[::-1], len(turned) - 1 - row) if below else (turned, row)


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(6, 30), st.booleans(), st.booleans())
def test_a_thing_stands_before_a_wall(seed, side, edge, end):
    spec = {"op": "thing_and_wall", "side": side, "at_end": end, "color": 1, "wall_color": 2}
    grid = scene({**spec, "wall_at": "edge" if edge else "anywhere"}, seed)
    assert max(grid.shape) == side
    picture, row = upright(grid, grid == 2)
    assert (picture[row] == 2).all()
    assert (picture == 2).sum() == picture.shape[1]
    assert not edge or row == len(picture) - 1
    assert len(objects(grid)) == 2
    _, left, bottom, right = box(picture == 1)
    assert bottom < row - 1
    assert not end or left == 0 or right == picture.shape[1] - 1


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(10, 30), st.booleans())
def test_a_small_thing_faces_a_big_one(seed, side, own):
    grid = scene({"op": "small_and_big", "side": side, "colors": "own" if own else "one"}, seed)
    things = objects(grid)
    assert len(things) == 2
    assert (things[0][0] != things[1][0]) == own
    small, big = sorted((mask for _, mask in things), key=lambda mask: shape(mask).size)
    (first, start, last, end), (top, left, bottom, right) = box(small), box(big)
    beside = top <= first and last <= bottom and (end < left - 2 or start > right + 2)
    above_or_below = left <= start and end <= right and (last < top - 2 or first > bottom + 2)
    assert beside != above_or_below


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(10, 30), st.booleans())
def test_a_dotted_row_leads_to_a_wall(seed, side, diagonal):
    grid = scene({"op": "row_and_wall", "side": side, "diagonal": diagonal}, seed)
    line = max((mask for _, mask in objects(grid)), key=np.sum)
    picture, row = upright(grid, line)
    wall = picture == picture[row].max()
    assert not wall[:row].any()
    dots = np.argwhere((picture > 0) & ~wall)
    assert 3 <= len(dots) < wall.sum()
    (step,) = {tuple(pair) for pair in np.diff(dots, axis=0).tolist()}
    assert step in ({(2, 2), (2, -2)} if diagonal else {(2, 0)})
    last = dots[-1]
    assert last[0] < row - 1
    assert wall[row, last[1] + (row - last[0]) * step[1] // 2]


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(8, 30), st.booleans(), st.booleans())
def test_a_marker_faces_a_dotted_line(seed, side, diagonal, own):
    spec = {
        "op": "dotted_line_and_marker",
        "side": side,
        "diagonal": diagonal,
        "colors": "own" if own else "one",
    }
    grid = scene(spec, seed)
    assert len(np.unique(grid)) == 2 + own
    cells = np.argwhere(grid > 0)
    near = np.array([(abs(cells - cell).max(axis=1) < 3).sum() > 1 for cell in cells])
    (marker,), line = cells[~near], cells[near]
    # Along the line, and across it, in turned coordinates.
    step = np.sign(line[1] - line[0])
    assert (np.diff(line, axis=0) == 2 * step).all()
    assert abs(step).sum() == 1 + diagonal
    along = (marker - line[0]) @ step / (step @ step)
    assert along == int(along)
    assert 0 <= along <= 2 * (len(line) - 1)


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(8, 30), st.integers(1, 3))
def test_markers_lie_below_a_bar(seed, side, markers):
    spec = {"op": "bar_and_markers", "side": side, "markers": markers}
    grid = scene({**spec, "wall_color": 2, "marker_color": 1}, seed)
    rows, _ = np.nonzero(grid == 1)
    assert rows.tolist() == [len(grid) - 1] * markers
    things = objects(grid)
    assert sorted(color for color, _ in things) == [1] * markers + [2]
    (wall,) = [mask for color, mask in things if color == 2]
    blocks = ndimage.binary_opening(wall, np.ones((2, 2)))
    assert np.array_equal(blocks, wall)  # two cells thick throughout


@pytest.mark.parametrize("name", NAMES)
def test_sides_and_seeds(name):
    grid = scene({"op": name, "side": 30}, 3)
    assert max(grid.shape) == 30
    assert grid.tobytes() == scene({"op": name, "side": 30}, 3).tobytes()
    assert grid.tobytes() != scene({"op": name, "side": 30}, 4).tobytes()
