"""Scenes with a figure to copy, and something that says where the copy goes."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import EIGHT, inside, parts, scene, shape

SEEDS = st.integers(0, 2**32)


def clusters(grid, gap=1):
    """The parts of what is drawn, cells up to a distance of `gap` taken together."""
    near = ndimage.binary_dilation(grid > 0, np.ones((gap, gap)))
    labels, count = ndimage.label(near, np.ones((3, 3)))
    return [(grid > 0) & (labels == number) for number in range(1, count + 1)]


@settings(deadline=None, max_examples=30)
@given(SEEDS, st.integers(8, 30), st.integers(1, 3), st.integers(0, 1))
def test_a_copy_fits_into_the_frame(seed, side, colors, room):
    assume(side >= 9 + 2 * room)
    grid = scene("source_and_container", seed, side=side, n_colors=colors, room=room)
    holes = {color: inside(grid == color) & (grid == 0) for color in range(1, 10)}
    # The frame is the colour that encloses most.
    frame = max(holes, key=lambda color: holes[color].sum())
    largest = max(parts(holes[frame]), key=np.count_nonzero)
    (window,) = ndimage.find_objects(largest.astype(int))
    assert (grid[window] == 0).all()
    height, width = grid[window].shape
    around = tuple(slice(axis.start - 1, axis.stop + 1) for axis in window)
    rest = grid.copy()
    rest[around] = 0
    assert shape(rest > 0).shape == (height - 2 * room, width - 2 * room)
    assert ((grid[around] == frame).sum(), rest.any()) == (2 * (height + width) + 4, True)


@settings(deadline=None, max_examples=30)
@given(SEEDS, st.integers(9, 30))
def test_fragments_are_part_of_the_source_at_one_place(seed, side):
    grid = scene("source_and_fragments", seed, side=side)
    (source,) = [c for c in clusters(grid, 2) if len(set(grid[c].tolist())) == 3]
    fragments = (grid > 0) & ~source
    assert 1 <= len(set(grid[fragments].tolist())) < 3
    rows, columns = np.nonzero(fragments)
    padded = np.pad(np.where(source, grid, 0), side)
    shifts = list(product(range(-side, side + 1), repeat=2))
    wanted = grid[rows, columns]
    found = [
        s for s in shifts if (padded[rows + s[0] + side, columns + s[1] + side] == wanted).all()
    ]
    assert len(found) == 1


@pytest.mark.parametrize("anchor", ["center", "corner"])
@settings(deadline=None, max_examples=20)
@given(SEEDS, st.integers(14, 30), st.integers(1, 3), st.integers(1, 2), st.integers(0, 2))
def test_markers_have_a_source_and_room(anchor, seed, side, sources, colors, distractors):
    arguments = {"side": side, "sources": sources, "n_colors": colors, "distractors": distractors}
    grid = scene("source_and_markers", seed, copies=1, anchor=anchor, **arguments)
    things = clusters(grid)
    markers = [thing for thing in things if thing.sum() == 1]
    assert len(things) == 2 * sources + distractors
    assert len(markers) == sources
    drawn = grid > 0
    for marker in markers:
        (color,) = grid[marker]
        (source,) = [t for t in things if t.sum() > 1 and np.bincount(grid[t]).argmax() == color]
        size = np.array(shape(source).shape)
        corner = np.argwhere(marker)[0] - (size // 2 if anchor == "center" else 0)
        assert anchor == "corner" or (size % 2 == 1).all()
        assert (corner >= 0).all()
        assert (corner + size <= grid.shape).all()
        copy = np.zeros(grid.shape, bool)
        copy[corner[0] : corner[0] + size[0], corner[1] : corner[1] + size[1]] = True
        assert (drawn & ndimage.binary_dilation(copy, EIGHT)).sum() == 1
        drawn = drawn | copy


@pytest.mark.parametrize("counterpart", ["equal", "recolored", "changed"])
@pytest.mark.parametrize("extra", ["pattern", "attachment", "ring"])
@settings(deadline=None, max_examples=20)
@given(SEEDS, st.integers(11, 30))
def test_the_counterpart_lacks_the_second_colour(extra, counterpart, seed, side):
    arguments = {"side": side, "extra": extra, "counterpart": counterpart}
    grid = scene("source_and_counterpart", seed, **arguments)
    colors = np.bincount(grid.ravel(), minlength=10)[1:]
    assert np.count_nonzero(colors) == (2 if counterpart == "equal" else 3)
    if extra != "pattern":
        things = [
            set(grid[thing].tolist()) for thing in clusters(grid, 2 if extra == "ring" else 1)
        ]
        assert sorted(map(len, things)) == [1, 2]
