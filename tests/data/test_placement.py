"""Where examples lie on the canvas, and what that depends on."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.data import Placement

N = 4000


def draw(scales, height, width, translate=True, seed=0):
    return Placement(scales, translate).draw(seed, 0, np.tile([[height, width]], (N, 1)))


@pytest.mark.parametrize(
    ("height", "width", "largest"),
    [(30, 30, 2), (21, 4, 2), (20, 20, 3), (16, 16, 3), (10, 3, 6), (1, 1, 62), (31, 1, 2)],
)
def test_random_scales_are_those_that_fit(height, width, largest):
    scales, counts = np.unique(draw("random", height, width).scales, return_counts=True)
    assert scales.tolist() == list(range(1, largest + 1))
    assert counts.max() < 1.6 * N / largest  # equal chances
    assert counts.min() > 0.4 * N / largest


@pytest.mark.parametrize(("height", "width"), [(30, 30), (30, 1), (12, 7), (1, 1)])
def test_offsets_reach_all_that_leaves_the_grid_inside(height, width):
    placed = draw([2], height, width)
    assert placed.offsets.min(axis=0).tolist() == [1, 1]
    assert placed.offsets.max(axis=0).tolist() == [62 - 2 * height, 62 - 2 * width]


def test_without_room_the_offset_is_1():
    placed = draw([31], 2, 1)
    assert set(placed.offsets[:, 0]) == {1}
    assert set(placed.offsets[:, 1]) == set(range(1, 32))


def test_without_translation_the_offset_is_1():
    assert (draw("random", 5, 9, translate=False).offsets == 1).all()


def test_of_several_scales_only_those_that_fit_are_drawn():
    assert set(draw([1, 2, 4], 16, 9).scales) == {1, 2}
    assert set(draw([1, 2, 4], 15, 9).scales) == {1, 2, 4}


def test_scale_and_offset_are_not_tied():
    """Each of the three numbers of an item is drawn for itself."""
    placed = draw([1, 2], 10, 10)
    drawn = np.column_stack((placed.scales, placed.offsets / (62 - 10 * placed.scales)[:, None]))
    assert np.abs(np.corrcoef(drawn.T) - np.eye(3)).max() < 0.06


@given(
    seed=st.integers(-(2**70), 2**70),
    first=st.integers(0, 2**40),
    cuts=st.sets(st.integers(1, 11)),
)
@settings(max_examples=50, deadline=None)
def test_an_item_depends_on_seed_and_number_only(seed, first, cuts):
    extents = np.random.default_rng(0).integers(1, 31, (12, 2))
    rule = Placement("random")
    whole = rule.draw(seed, first, extents)
    edges = [0, *sorted(cuts), 12]
    parts = [
        rule.draw(seed, first + start, extents[start:stop])
        for start, stop in itertools.pairwise(edges)
    ]
    assert np.concatenate([part.scales for part in parts]).tolist() == whole.scales.tolist()
    assert np.concatenate([part.offsets for part in parts]).tolist() == whole.offsets.tolist()


def test_items_and_seeds_differ():
    seeds = (0, 1, -1, 42, 2**63, 10**18)
    drawn = [draw("random", 3, 3, seed=seed).offsets for seed in seeds]
    for first in range(len(seeds)):
        for second in range(first):
            assert (drawn[first] == drawn[second]).all(axis=1).mean() < 0.1
    assert len(np.unique(drawn[0], axis=0)) > 1000


@pytest.mark.parametrize(("scales", "height"), [([3, 4], 21), ([2], 32), ([1], 63), ([62], 2)])
def test_what_fits_at_no_scale_is_refused(scales, height):
    with pytest.raises(ValueError, match=rf"a side of {height} fits .* none of the scales"):
        draw(scales, height, 1)


@pytest.mark.parametrize("scales", [[], [0, 1], [-1], [True], "all"])
def test_scales_that_are_none_are_refused(scales):
    with pytest.raises(ValueError, match="scales"):
        Placement(scales)
