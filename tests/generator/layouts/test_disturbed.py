"""Strays, and what they disturb: that they are told from everything else."""

import numpy as np
import pytest
from scipy import ndimage

from tests.generator.layouts.scenes import (
    EIGHT,
    draws,
    inside,
    objects,
    parts,
    repeat_and_mostly_fit,
)

SCENES = [
    {"op": "strewn_figures", "count": 3},
    {"op": "strewn_figures", "count": 3, "arrangement": "row", "stray": "several", "side": 18},
    {"op": "strewn_frames", "largest": 6},
    {"op": "strewn_sides"},
    {"op": "disturbed_texture", "kind": "tiles"},
    {"op": "framed_texture"},
    {"op": "textured_rectangles", "count": 2, "side": 18},
]


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(spec):
    repeat_and_mostly_fit(spec, 60)


def scenes(spec, count=40):
    found = [grid for grid in draws(spec, count) if grid is not None]
    assert found
    return found


def lone_and_larger(grid):
    """Coloured parts of one cell, and those of more cells."""
    masks = parts(grid > 0)
    return [m for m in masks if m.sum() == 1], [m for m in masks if m.sum() > 1]


@pytest.mark.parametrize("stray", ["same", "other", "several"])
@pytest.mark.parametrize("damage", ["none", "specks"])
def test_strays_touch_nothing_and_figures_are_larger(stray, damage):
    spec = {"op": "strewn_figures", "count": 3, "stray": stray, "damage": damage, "side": 15}
    for grid in scenes(spec):
        strays, figures = lone_and_larger(grid)
        assert len(strays) >= 3
        assert len(figures) == 3
        assert min(int(mask.sum()) for mask in figures) >= 5
        own = {int(np.bincount(grid[mask]).argmax()) for mask in figures}
        colors = {int(grid[mask][0]) for mask in strays}
        assert colors <= own if stray == "same" else not colors & own


def test_specks_are_few_and_apart():
    spec = {"op": "strewn_figures", "damage": "specks", "smallest": 4, "largest": 5, "side": 18}
    for grid in scenes({**spec, "stray": "other"}):
        for mask in lone_and_larger(grid)[1]:
            specks = mask & (grid != np.bincount(grid[mask]).argmax())
            assert 0 < specks.sum() <= mask.sum() / 5
            assert ndimage.label(specks, EIGHT)[1] == specks.sum()


def test_pits_leave_a_rectangle_in_one_piece_with_its_corners():
    spec = {"op": "strewn_figures", "damage": "pits", "smallest": 4, "largest": 6, "side": 18}
    for grid in scenes({**spec, "shapes": ["rectangle", "square"], "stray": "other"}):
        for mask in lone_and_larger(grid)[1]:
            whole = mask[ndimage.find_objects(mask.astype(int))[0]]
            assert not whole.all()
            assert whole[[0, 0, -1, -1], [0, -1, 0, -1]].all()


@pytest.mark.parametrize(
    "contrast", ["largest", "smallest", "tall", "wide", "up", "down", "left", "right"]
)
def test_one_figure_stands_out(contrast):
    spec = {"op": "strewn_figures", "shapes": ["rectangle"], "contrast": contrast, "side": 20}
    for grid in scenes({**spec, "count": 3, "largest": 5, "stray": "other"}):
        figures = lone_and_larger(grid)[1]
        boxes = [ndimage.find_objects(mask.astype(int))[0] for mask in figures]
        sizes = sorted(int(mask.sum()) for mask in figures)
        spans = [(rows.stop - rows.start, columns.stop - columns.start) for rows, columns in boxes]
        longer = [high - wide for high, wide in spans]
        if contrast == "largest":
            assert sizes[-1] >= 1.5 * sizes[-2]
        elif contrast == "smallest":
            assert sizes[1] >= 1.5 * sizes[0]
        elif contrast in ("tall", "wide"):
            signed = longer if contrast == "tall" else [-more for more in longer]
            assert sorted(more > 0 for more in signed) == [False, False, True]
            assert min(abs(more) for more in longer) >= 2
        else:
            at = 0 if contrast in ("up", "down") else 1
            if contrast in ("up", "left"):
                ends = sorted(box[at].start for box in boxes)
            else:
                ends = sorted(-box[at].stop for box in boxes)
            assert ends[1] - ends[0] >= 2


def test_a_named_colour_is_that_of_some_figures():
    for grid in scenes({"op": "strewn_figures", "count": 3, "color": 7, "stray": "other"}):
        colors = {int(grid[mask][0]) for mask in lone_and_larger(grid)[1]}
        assert 7 in colors
        assert colors - {7}


def test_frames_have_strays_inside_and_outside():
    for grid in scenes({"op": "strewn_frames", "largest": 7, "stray": "same", "side": 18}):
        walls = np.logical_or.reduce([mask for _, mask in objects(grid) if mask.sum() > 1])
        assert (grid[inside(walls)] > 0).any()
        assert (grid[~inside(walls) & ~walls] > 0).any()


def test_both_colours_of_strays_show():
    for grid in scenes({"op": "strewn_frames", "count": 1, "stray_color": 4, "side": 16}):
        strays = {color for color, mask in objects(grid) if mask.sum() == 1}
        assert 4 in strays
        assert len(strays) == 2


def test_both_sides_of_the_line_have_figures_and_strays():
    for grid in scenes({"op": "strewn_sides", "axis": "horizontal", "line_color": 5, "side": 15}):
        line = int(np.flatnonzero((grid == 5).all(axis=1))[0])
        for half in (grid[:line], grid[line + 1 :]):
            sizes = [mask.sum() for _, mask in objects(half)]
            assert min(sizes) == 1
            assert max(sizes) >= 5


@pytest.mark.parametrize(
    "kind", ["rows", "columns", "checks", "diagonals", "mesh", "dots", "tiles"]
)
def test_blocks_lie_within_the_texture(kind):
    spec = {"op": "disturbed_texture", "kind": kind, "by": "blocks", "blocks": 2, "color": 8}
    for grid in scenes({**spec, "side": 14}):
        blocks = parts(grid == 8)
        assert len(blocks) == 2
        assert all(mask[ndimage.find_objects(mask * 1)[0]].all() for mask in blocks)
        assert not (grid[[0, -1]] == 8).any()
        assert (grid == 8).mean() < 1 / 3
