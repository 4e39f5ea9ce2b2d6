"""Scenes of bars, lines and paths that cross something."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import scene

SEEDS = st.integers(0, 2**32)


def runs(line):
    """Start and stop of each run of true values."""
    ends = np.flatnonzero(np.diff(np.r_[False, line, False].astype(int)))
    return list(zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True))


@pytest.mark.parametrize("on_top", ["horizontal", "vertical", "any", "by_bar"])
@settings(deadline=None, max_examples=30)
@given(SEEDS, st.integers(6, 30), st.integers(1, 4), st.integers(1, 4), st.booleans())
def test_bars_cross_in_one_of_their_colours(on_top, seed, side, horizontal, vertical, at_edges):
    arguments = {"side": side, "horizontal": horizontal, "vertical": vertical, "on_top": on_top}
    grid = scene("crossing_bars", seed, at_edges=at_edges, **arguments)
    rows, columns = runs((grid > 0).all(axis=1)), runs((grid > 0).all(axis=0))
    fit = [
        min(n, (length - (0 if at_edges else 2) + 1) // 2)
        for n, length in zip((horizontal, vertical), grid.shape, strict=True)
    ]
    assert [len(rows), len(columns)] == fit
    free_row = np.flatnonzero(~(grid > 0).all(axis=1))[0]
    free_column = np.flatnonzero(~(grid > 0).all(axis=0))[0]
    level, upright = grid[rows[0][0], free_column], grid[free_row, columns[0][0]]
    over = np.array([[grid[r, c] == level for c, _ in columns] for r, _ in rows])
    assert set(grid.ravel().tolist()) == {0, level, upright}
    wanted = {
        "horizontal": over.all(),
        "vertical": not over.any(),
        "by_bar": (over == over[:1]).all() or (over == over[:, :1]).all(),
        "any": True,
    }
    assert wanted[on_top]


@settings(deadline=None, max_examples=40)
@given(SEEDS, st.integers(6, 30))
def test_short_bars_stand_out_beyond_what_they_cross(seed, side):
    numbers = {"horizontal": 2, "vertical": 1}
    grid = scene("crossing_bars", seed, side=side, colors="own", reach="short", **numbers)
    colors = set(grid.ravel().tolist()) - {0}
    assert len(colors) == 3
    for start, stop in runs((grid > 0).sum(axis=1) > 2):
        ((first, last),) = runs(grid[start] > 0)
        across = ndimage.label(grid[:, first:last].any(axis=0))[0]
        assert across.all()
        assert grid[start, first] == grid[stop - 1, last - 1]


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(9, 30), st.integers(1, 2))
def test_dotted_lines_have_equal_gaps_to_the_edges(seed, side, gap):
    grid = scene("crossing_dotted_lines", seed, side=side, gap=gap)
    lines = [line for line in (*grid, *grid.T) if np.count_nonzero(line) >= 3]
    assert len(lines) == 2
    for line in lines:
        color = np.bincount(line[line > 0]).argmax()
        dots = np.flatnonzero(line == color)
        assert set(np.diff(dots).tolist()) == {gap + 1}
        assert dots[0] <= gap
        assert len(line) - 1 - dots[-1] <= gap


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(9, 30))
def test_every_bar_of_the_lattice_shows_beside_the_figure(seed, side):
    grid = scene("figure_over_lattice", seed, side=side)
    color = np.bincount(grid[grid > 0]).argmax()
    (window,) = ndimage.find_objects((grid == color).astype(int))
    views = [v for v in (grid[window], grid[window].T) if len(v) % 2 and not v[1::2, 1:-1].all()]
    # Bars are the even rows of one view, and the middle of each shows somewhere.
    assert any((view[::2, 1:-1] == color).any(axis=1).all() for view in views)
    assert len(set(grid[window].ravel().tolist()) - {0, color}) > 0


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(9, 30), st.integers(2, 6))
def test_a_path_leads_down_across_all_bands(seed, side, bands):
    grid = scene("banded_path", seed, side=side, count=bands)
    rows = np.flatnonzero(grid.any(axis=1))
    path = grid == 8
    assert ndimage.label(path)[1] == 1
    assert path[rows].any(axis=1).all()
    squares = path[1:, 1:] & path[:-1, 1:] & path[1:, :-1] & path[:-1, :-1]
    assert not squares.any()
    order = [np.bincount(row[(row > 0) & (row != 8)]).argmax() for row in grid[rows]]
    changes = [a for a, b in zip(order, [*order[1:], -1], strict=True) if a != b]
    assert len(set(changes)) == len(changes) == min(bands, len(rows) // 2)
    assert set(
        scene("banded_path", seed, side=side, count=bands, path_color=3).ravel().tolist()
    ) >= {3}
