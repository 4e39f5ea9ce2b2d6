"""Blocks of several colours: what every scene of a layout shows."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layouts import blocks
from tests.generator.layouts.scenes import (
    box,
    draws,
    inside,
    parts,
    repeat_and_mostly_fit,
    scene,
    shape,
)

SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "block_with_marks"},
    {"op": "block_with_marks", "inside": "hollow"},
    {"op": "block_with_marks", "lie": "in_line", "marks": 2, "shapes": ["diamond", "island"]},
    {"op": "striped_blocks"},
    {"op": "striped_blocks", "stripes": "own_colors", "count": 1},
]
FEW = settings(deadline=None, max_examples=15)
DRAW = Draw(np.random.default_rng(0))


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(spec):
    repeat_and_mostly_fit(spec, 30)


@pytest.mark.parametrize("spec", SCENES, ids=str)
@FEW
@given(side=st.integers(10, 30), seed=SEEDS)
def test_every_block_has_several_colours_on_grids_of_all_sizes(spec, side, seed):
    grid = scene(dict(spec, side=side), seed)
    assert max(grid.shape) == side
    assert all(len(set(grid[mask])) > 1 for mask in parts(grid > 0))


@FEW
@given(
    seed=SEEDS,
    marks=st.integers(1, 6),
    form=st.sampled_from(["solid", "hollow"]),
    colors=st.sampled_from(["one", "few"]),
    border=st.integers(0, 2),
)
def test_so_many_marks_apart_from_each_other_on_a_block(seed, marks, form, colors, border):
    spec = {"op": "block_with_marks", "marks": marks, "inside": form, "mark_colors": colors}
    grid = scene(dict(spec, border=border, color=3, side=14), seed)
    odd = (grid > 0) & (grid != 3)
    (whole,) = parts(grid > 0)
    assert len(parts(odd)) == odd.sum() == marks
    assert 3 * marks <= whole.sum()
    assert inside(whole).any() == (form == "hollow")
    assert colors == "few" or len(set(grid[odd])) == 1
    top, left, bottom, right = box(whole)
    height, width = grid.shape
    assert min(top, left, height - 1 - bottom, width - 1 - right) >= border


@FEW
@given(seed=SEEDS, marks=st.integers(2, 4))
def test_marks_in_line(seed, marks):
    spec = {"op": "block_with_marks", "marks": marks, "lie": "in_line", "color": 3}
    grid = scene(spec, seed)
    assert 1 in shape((grid > 0) & (grid != 3)).shape
    assert ((grid > 0) & (grid != 3)).sum() == marks


@FEW
@given(seed=SEEDS, count=st.integers(1, 4), stripes=st.sampled_from(["two_colors", "own_colors"]))
def test_every_block_has_stripes_along_one_axis(seed, count, stripes):
    grid = scene({"op": "striped_blocks", "count": count, "stripes": stripes, "side": 16}, seed)
    found = parts(grid > 0)
    assert len(found) == count
    for mask in found:
        rows = [set(grid[row, mask[row]]) for row in range(len(grid)) if mask[row].any()]
        columns = [set(grid[mask[:, c], c]) for c in range(grid.shape[1]) if mask[:, c].any()]
        lines = min(rows, columns, key=lambda lines: max(map(len, lines)))
        assert max(map(len, rows)) > 1 or max(map(len, columns)) > 1
        assert max(map(len, lines)) == 1
        used = Counter(color for line in lines for color in line)
        assert len(used) == (2 if stripes == "two_colors" else len(lines))


def test_striped_blocks_mostly_have_both_axes():
    found = draws({"op": "striped_blocks", "count": 2}, 100)
    grids = [grid for grid in found if grid is not None]
    both = sum(len({_is_level(grid, mask) for mask in parts(grid > 0)}) == 2 for grid in grids)
    assert 0.7 < both / len(grids) < 1


def _is_level(grid, mask):
    return all(len(set(grid[row, mask[row]])) == 1 for row in np.flatnonzero(mask.any(axis=1)))


@pytest.mark.parametrize(
    "make",
    [
        lambda: blocks.block_with_marks(DRAW, marks=0, side=9),
        lambda: blocks.striped_blocks(DRAW, count=0, side=9),
    ],
)
def test_scenes_have_what_makes_their_kind(make):
    with pytest.raises(SampleError, match="it is 1 at least"):
        make()
