"""Textures: what every scene of a layout shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generator.layouts.scenes import box, draws, objects, parts, scene, shape

SEEDS = st.integers(0, 2**32)
FEW = settings(deadline=None, max_examples=12)
WEAVES = ["rows", "columns", "checks", "diagonals", "dots", "mesh"]
SCENES = [
    {"op": "noisy_texture"},
    {"op": "figure_on_texture"},
    {"op": "rectangle_in_stripes"},
    {"op": "lines_in_noise"},
    {"op": "wave_in_noise"},
    {"op": "stacked_lines"},
    {"op": "odd_outline"},
]


@pytest.mark.parametrize("spec", [*SCENES, {"op": "motif_array"}], ids=str)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(spec):
    found, again = draws(spec, 60, seed=4), draws(spec, 60, seed=4)
    assert [str(grid) for grid in found] == [str(grid) for grid in again]
    assert sum(grid is not None for grid in found) > 45


@pytest.mark.parametrize("spec", SCENES, ids=str)
@FEW
@given(side=st.integers(14, 30), seed=SEEDS)
def test_grids_of_all_sizes(spec, side, seed):
    assert max(scene(dict(spec, side=side), seed).shape) == side


def exceptions(grid, height, width):
    """How many cells differ from the commonest colour at their place in a period."""
    found = 0
    for row in range(height):
        for column in range(width):
            cells = grid[row::height, column::width]
            found += cells.size - np.bincount(cells.ravel()).max(initial=0)
    return found


@pytest.mark.parametrize("weave", WEAVES)
@FEW
@given(seed=SEEDS, noise=st.integers(2, 12))
def test_a_texture_repeats_but_for_the_noise(weave, seed, noise):
    layout = {"op": "noisy_texture", "weave": weave, "noise": noise, "n_colors": 2, "band": 1}
    grid = scene({**layout, "side": 12}, seed)
    period = 3 if weave in ("diagonals", "mesh") else 2
    assert exceptions(grid, period, period) == max(1, round(grid.size * noise / 100))


@pytest.mark.parametrize("weave", WEAVES)
@FEW
@given(seed=SEEDS)
def test_the_figure_on_a_texture_reaches_least_far(weave, seed):
    grid = scene({"op": "figure_on_texture", "weave": weave}, seed)
    boxes = [box(grid == color) for color in set(grid.ravel().tolist())]
    areas = sorted((b - t + 1) * (r - le + 1) for t, le, b, r in boxes)
    assert areas[0] < areas[1]


@FEW
@given(seed=SEEDS, side=st.integers(5, 20))
def test_one_thick_rectangle_among_stripes(seed, side):
    filled = scene({"op": "rectangle_in_stripes", "side": side}, seed) > 0
    thick = filled[:-1, :-1] & filled[1:, :-1] & filled[:-1, 1:] & filled[1:, 1:]
    (whole,) = parts(thick)
    assert shape(whole).all()
    assert not whole.all()


def line_cells(shape):
    """All rows, columns, and diagonals of five cells or more, as lists of places."""
    height, width = shape
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]
    starts = [(r, c) for r in range(height) for c in range(width)]
    for down, across in steps:
        for row, column in starts:
            if row - down >= 0 and 0 <= column - across < width:
                continue
            line = []
            while row < height and 0 <= column < width:
                line.append((row, column))
                row, column = row + down, column + across
            if not (down and across) or len(line) > 4:
                yield (down, across), line


@pytest.mark.parametrize("kind", ["crossing", "diagonal"])
@FEW
@given(seed=SEEDS, noise=st.integers(10, 50), side=st.integers(6, 14))
def test_only_the_drawn_lines_are_unbroken(kind, seed, noise, side):
    layout = {"op": "lines_in_noise", "kind": kind, "side": side}
    grid = scene({**layout, "noise": noise, "count": 3}, seed)
    whole = [step for step, line in line_cells(grid.shape) if all(grid[at] for at in line)]
    oblique = [step for step in whole if 0 not in step]
    if kind == "diagonal":
        assert len(whole) == len(oblique) > 2
    else:
        assert {(0, 1), (1, 0)} <= set(whole)
        assert not oblique


@FEW
@given(seed=SEEDS, rise=st.integers(2, 6), side=st.integers(10, 30))
def test_a_wave_has_a_cell_in_every_line_across(seed, rise, side):
    layout = {"op": "wave_in_noise", "rise": rise, "side": side, "damage": 0, "noise": 3}
    grid = scene(layout, seed)
    grid = grid if grid.shape[1] == max(grid.shape) else grid.T
    _, mask = max(objects(grid), key=lambda found: found[1].sum())
    rows = mask.argmax(axis=0)
    assert (mask.sum(axis=0) == 1).all()
    assert set(np.abs(np.diff(rows)).tolist()) == {1}
    assert len(set(rows.tolist())) == rise + 1


@pytest.mark.parametrize("course", ["level", "slanting", "waves", "corners"])
@FEW
@given(seed=SEEDS, colors=st.integers(1, 3))
def test_one_line_of_a_stack_is_the_highest(course, seed, colors):
    grid = scene({"op": "stacked_lines", "course": course, "n_colors": colors}, seed)
    rows = sorted(float(np.nonzero(mask)[0].mean()) for _, mask in objects(grid))
    assert len(rows) > 1
    assert rows[0] < rows[1]
    assert len(parts(grid > 0)) == len(rows)


@pytest.mark.parametrize("spaced", ["alternating", "gaps"])
@FEW
@given(seed=SEEDS, side=st.integers(5, 15))
def test_copies_of_a_motif_of_two_colours(spaced, seed, side):
    grid = scene({"op": "motif_array", "spaced": spaced, "side": side}, seed)
    ground = int(np.bincount(grid.ravel()).argmax())
    found = parts(grid != ground, structure=None)
    patches = {(shape(mask).shape, grid[mask].tobytes()) for mask in found}
    assert len(found) > 1
    assert len(patches) == 1
    assert all(shape(mask).all() and len(set(grid[mask])) == 2 for mask in found)
    places = [(mask.nonzero()[0][0], mask.nonzero()[1][0]) for mask in found]
    for lines in zip(*places, strict=True):
        assert len(set(np.diff(sorted(set(lines))).tolist())) < 2


@FEW
@given(seed=SEEDS, size=st.integers(3, 5))
def test_the_odd_outline_alone_is_of_one_piece(seed, size):
    grid = scene({"op": "odd_outline", "largest": size, "side": 15}, seed)
    pieces = sorted((len(parts(grid == c)), c) for c in set(grid.ravel().tolist()) - {0})
    assert len(pieces) == 2
    assert pieces[0][0] == 1 or pieces[1][0] == 1
    odd = [color for _, color in pieces if is_ring(shape(grid == color))]
    assert odd


def is_ring(mask):
    expected = np.ones(mask.shape, bool)
    expected[1:-1, 1:-1] = False
    return np.array_equal(mask, expected)
