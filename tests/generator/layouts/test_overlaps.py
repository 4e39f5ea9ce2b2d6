"""Scenes of things that lie partly on each other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import EIGHT, box, parts, scene, shape

SEEDS = st.integers(0, 2**32)
KINDS = ["across", "bars_across", "diagonal_across", "corner", "edge", "edges", "inside"]


def one_colored(grid):
    return [grid == color for color in sorted(set(grid.ravel().tolist()) - {0})]


def in_box(mask):
    """The cells of the bounding box."""
    top, left, bottom, right = box(mask)
    filled = np.zeros(mask.shape, bool)
    filled[top : bottom + 1, left : right + 1] = True
    return filled


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=15)
@given(SEEDS, st.integers(7, 30))
def test_the_upper_one_is_whole_and_the_lower_one_is_not(kind, seed, side):
    grid = scene("overlapping_pair", seed, side=side, arrangements=[kind])
    uppers = [
        upper
        for upper, lower in (one_colored(grid), one_colored(grid)[::-1])
        if all(shape(part).all() for part in parts(upper)) and (upper & in_box(lower)).any()
    ]
    assert uppers
    # Whichever it is, it can go one to the left.
    assert not any(upper[:, 0].any() for upper in uppers)


@settings(deadline=None, max_examples=15)
@given(SEEDS, st.integers(8, 30))
def test_pairs_lie_apart(seed, side):
    grid = scene("overlapping_pair", seed, side=side, count=2)
    assert len(one_colored(grid)) == 2
    assert len(parts(grid > 0)) == 2


@pytest.mark.parametrize("clear_top", [False, True])
@settings(deadline=None, max_examples=15)
@given(SEEDS, st.integers(12, 30), st.integers(2, 3), st.integers(0, 2))
def test_a_pile_has_one_whole_figure_and_all_boxes_show(clear_top, seed, side, count, loose):
    figures = ["square", "rectangle"]
    arguments = {"count": count, "loose": loose, "shapes": figures, "clear_top": clear_top}
    grid = scene("pile", seed, side=side, **arguments)
    assert len(one_colored(grid)) == count + loose
    assert len(parts(grid > 0)) == loose + 1
    (heap,) = [p for p in parts(grid > 0) if len(set(grid[p].tolist())) > 1]
    hidden = [
        np.count_nonzero(in_box(mask) & ~mask) for mask in one_colored(np.where(heap, grid, 0))
    ]
    # Full rectangles show their boxes, so that what is hidden of them is known, and no two tie.
    assert sorted(hidden)[0] == 0
    assert len(set(hidden)) == count


@settings(deadline=None, max_examples=8)
@given(SEEDS, st.integers(9, 30))
def test_in_the_box_of_a_clear_top_no_other_shows(seed, side):
    figures = ["square", "ell", "tee"]
    grid = scene("pile", seed, side=side, count=2, shapes=figures, clear_top=True)
    masks = one_colored(grid)
    assert any(not (in_box(m) & (grid > 0) & ~m).any() for m in masks)


@settings(deadline=None, max_examples=15)
@given(SEEDS, st.integers(9, 30), st.integers(2, 4))
def test_a_cover_hides_parts_of_copies_but_never_all(seed, side, copies):
    grid = scene("covered_copies", seed, side=side, count=copies)
    cover = grid == 8
    assert shape(cover).all()
    pieces = parts((grid > 0) & ~cover)
    near = ndimage.binary_dilation(cover, EIGHT)
    clear = [piece for piece in pieces if not (piece & near).any()]
    motif = max((shape(piece) for piece in clear), key=np.count_nonzero)
    cells = [np.count_nonzero(piece) for piece in pieces]
    assert copies * np.count_nonzero(motif) - sum(cells) > 0
    whole = [piece for piece in pieces if np.array_equal(shape(piece), motif)]
    assert 1 <= len(whole) < copies
    assert len(pieces) >= copies
