"""Pairs: apart, alike, pointing at each other, and a dot between two others or elsewhere."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layout_node import Layout
from tests.generator.layouts.scenes import scene

EIGHT = np.ones((3, 3))
SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "pair"},
    {"op": "pair", "apart": "rows", "match": "same", "margin": 0},
    {"op": "pair", "apart": "columns", "level": True, "pattern": "dotted"},
    {"op": "pair", "pattern": "two_colored", "colors": "one"},
    {"op": "half_turn_pair"},
    {"op": "segment_pair"},
    {"op": "dots"},
]
MANY_SEEDS = settings(deadline=None, max_examples=15)


def parts(grid):
    """Boxes and cells of the parts that hang together over sides and corners, by place."""
    labels, _ = ndimage.label(grid > 0, EIGHT)
    found = ndimage.find_objects(labels)
    return [(box, labels[box] == number) for number, box in enumerate(found, 1)]


def cells_of(grid, color):
    return [tuple(cell) for cell in np.argwhere(grid == color).tolist()]


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes(spec):
    assert scene(spec, 5).tobytes() == scene(spec, 5).tobytes()
    assert len({scene(spec, seed).tobytes() for seed in range(10)}) > 5


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(SCENES), st.integers(8, 30), SEEDS)
def test_the_longer_side_is_the_given_one_up_to_thirty(spec, side, seed):
    grid = scene(spec, seed, side=side)
    assert max(grid.shape) == side
    assert min(grid.shape) >= side * 2 // 3
    assert scene(spec, seed, side=side, proportions="square").shape == (side, side)


@MANY_SEEDS
@given(SEEDS, st.integers(0, 3), st.sampled_from(("rows", "columns")))
def test_objects_apart_have_as_many_lines_between_them_as_the_margin(seed, margin, apart):
    spec = {"op": "pair", "apart": apart, "side": 13, "colors": "own"}
    grid = scene(spec, seed, margin=margin)
    at = 0 if apart == "rows" else 1
    spans = [np.flatnonzero((grid == color).any(1 - at)) for color in np.unique(grid[grid > 0])]
    first, second = sorted(spans, key=min)
    assert second.min() - first.max() > margin


@MANY_SEEDS
@given(SEEDS, st.sampled_from(("rows", "columns")))
def test_level_objects_share_a_line(seed, apart):
    spec = {"op": "pair", "apart": apart, "level": True, "side": 13}
    across = 1 if apart == "rows" else 0
    middles = [box[across].start + box[across].stop for box, _ in parts(scene(spec, seed))]
    assert len(middles) == 2
    assert abs(middles[0] - middles[1]) <= 3


@MANY_SEEDS
@given(SEEDS)
def test_a_pair_matches_as_asked(seed):
    same = scene({"op": "pair", "match": "same", "colors": "one"}, seed)
    (_, first), (_, second) = parts(same)
    assert first.tolist() == second.tolist()
    spec = {"op": "pair", "shapes": ["ring"], "square": True, "side": 12, "largest": 5}
    other = scene(spec, seed, match="other_size")
    (_, first), (_, second) = parts(other)
    assert first.shape[0] == first.shape[1] != second.shape[0] == second.shape[1]


@MANY_SEEDS
@given(SEEDS)
def test_patterns(seed):
    dotted = scene({"op": "pair", "pattern": "dotted", "side": 13}, seed)
    for color in np.unique(dotted[dotted > 0]):
        labels, n = ndimage.label(dotted == color, EIGHT)
        assert n == 1 or (np.bincount(labels.ravel())[1:] == 1).all()
    speckled = scene({"op": "pair", "pattern": "two_colored", "side": 13}, seed)
    found = [speckled[box][cells] for box, cells in parts(speckled)]
    assert len(found) == 2
    assert all(len(np.unique(colors)) <= 2 for colors in found)


@MANY_SEEDS
@given(SEEDS, st.integers(6, 14))
def test_a_half_turn_about_the_free_midpoint_swaps_the_pair(seed, side):
    grid = scene({"op": "half_turn_pair", "color": 5, "shapes": ["ell", "tee"]}, seed, side=side)
    assert set(np.unique(grid)) == {0, 5}
    (whole,) = ndimage.find_objects((grid > 0).astype(int))
    both = grid[whole]
    assert (np.array(both.shape) % 2 == 1).all()
    assert both[both.shape[0] // 2, both.shape[1] // 2] == 0
    assert both.tolist() == both[::-1, ::-1].tolist()
    labels, n = ndimage.label(both, EIGHT)
    assert n == 2
    assert labels[::-1, ::-1].tolist() == np.where(labels, 3 - labels, 0).tolist()


def steps_to_contact(grid, cells, way):
    """How many free cells lie ahead of a line until it touches what is there; None for the edge."""
    ahead = max(cells, key=lambda cell: cell[0] * way[0] + cell[1] * way[1])
    for free in range(30):
        row, column = ahead[0] + way[0], ahead[1] + way[1]
        if not (0 <= row < grid.shape[0] and 0 <= column < grid.shape[1]):
            return None
        if grid[row, column] or (grid[ahead[0], column] and grid[row, ahead[1]]):
            return free
        ahead = row, column
    return None


@MANY_SEEDS
@given(SEEDS, st.booleans(), st.integers(5, 12))
def test_one_of_two_lines_points_at_the_other_across_a_gap(seed, diagonal, side):
    grid = scene({"op": "segment_pair", "diagonal": diagonal}, seed, side=side)
    assert len(parts(grid)) == 2
    lines = [cells_of(grid, color) for color in np.unique(grid[grid > 0])]
    ways = ((1, 1), (1, -1)) if diagonal else ((1, 0), (0, 1))
    steps: list[int] = []
    for cells in lines:
        offsets = np.array(cells[-1]) - np.array(cells[0])
        along = [
            way for way in ways if len(cells) > 1 and way[0] * offsets[1] == way[1] * offsets[0]
        ]
        for way in along or ways:
            found = [steps_to_contact(grid, cells, (s * way[0], s * way[1])) for s in (1, -1)]
            steps += [count for count in found if count is not None]
    assert len(steps) == 1
    assert steps[0] >= 1


@MANY_SEEDS
@given(SEEDS, st.sampled_from(("between", "beyond", "beside")))
def test_the_pair_surrounds_what_lies_on_the_line_between(seed, lies):
    spec = {"op": "dots", "pair_color": 2, "dot_color": 4}
    grid = scene(spec, seed, lies=lies)
    first, last = (np.array(cell) for cell in cells_of(grid, 2))
    (dot,) = (np.array(cell) for cell in cells_of(grid, 4))
    whole, part = last - first, dot - first
    on_line = whole[0] * part[1] == whole[1] * part[0]
    share = (part @ whole) / (whole @ whole)
    assert not whole.all() or abs(whole[0]) == abs(whole[1])
    assert on_line == (lies != "beside")
    assert not on_line or (0 < share < 1) == (lies == "between")


def test_every_drawn_colour_is_another():
    for seed in range(40):
        colors = np.bincount(scene({"op": "dots", "dot_color": 4}, seed).ravel(), minlength=10)
        assert colors[4] == 1
        assert sorted(colors[1:])[-2:] == [1, 2]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"op": "pair", "match": "other_size", "shapes": ["square"], "largest": 2}, "of 40 tries"),
        ({"op": "pair", "apart": "rows", "side": 7, "largest": 4, "smallest": 4}, "no room"),
        ({"op": "dots", "side": 2, "lies": "between"}, "3 items of 2"),
    ],
)
def test_what_cannot_be_drawn_says_why(spec, message):
    with pytest.raises(SampleError, match=message):
        Layout.read(spec).draw(Draw(np.random.default_rng(0)))
