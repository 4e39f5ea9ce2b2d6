"""Whole patterns: what every scene of a layout shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generator.layouts.scenes import draws, parts, scene

SEEDS = st.integers(0, 2**32)
FEW = settings(deadline=None, max_examples=12)


@pytest.mark.parametrize("name", ["whole_pattern", "counted_pattern"])
def test_equal_seeds_give_equal_scenes_and_there_always_is_room(name):
    found, again = draws(name, 60, seed=4), draws(name, 60, seed=4)
    assert [str(grid) for grid in found] == [str(grid) for grid in again]
    assert all(isinstance(grid, np.ndarray) for grid in found)


@FEW
@given(seed=SEEDS, side=st.integers(3, 30))
def test_a_strip_has_a_middle(seed, side):
    height, width = scene({"op": "whole_pattern", "kind": "strip", "side": side}, seed).shape
    assert height == 1
    assert width in (side, side - 1)
    assert width % 2 == 1


@FEW
@given(seed=SEEDS, side=st.integers(3, 30))
def test_steps_grow_from_row_to_row(seed, side):
    grid = scene({"op": "whole_pattern", "kind": "steps", "side": side}, seed)
    lengths = [n for n in (grid > 0).sum(axis=1).tolist() if n]
    assert len(grid) % 2 == 1
    assert grid[len(grid) // 2].any()
    assert lengths in (sorted(set(lengths)), sorted(set(lengths), reverse=True))
    assert len(parts(grid > 0)) in (1, len(lengths))


@FEW
@given(seed=SEEDS, side=st.integers(3, 15), colors=st.integers(1, 2))
def test_a_picture_reaches_all_borders(seed, side, colors):
    grid = scene({"op": "whole_pattern", "kind": "picture", "side": side, "n_colors": colors}, seed)
    assert max(grid.shape) <= side
    assert all(line.any() for line in (grid[0], grid[-1], grid[:, 0], grid[:, -1]))
    assert len(set(grid.ravel().tolist()) - {0}) == colors


@FEW
@given(seed=SEEDS, count=st.integers(1, 8), size=st.integers(2, 9))
def test_cells_beside_a_block(seed, count, size):
    grid = scene({"op": "counted_pattern", "count": count, "block": size, "color": 3}, seed)
    grid = grid if grid.shape[0] == size else grid.T
    assert (grid == 3).sum() == count
    assert (grid[0, size:] == 3).all()
    assert (grid[:, :size] > 0).all()
