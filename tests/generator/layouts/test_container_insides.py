"""Scenes with one closed container that is filled or crossed."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import EIGHT, box, draws, objects, scene

SEEDS = st.integers(0, 2**32)
SIDES = st.integers(9, 30)


def enclosed(mask):
    return ndimage.binary_fill_holes(mask) & ~mask


def colors(grid):
    """The colour of the container, which encloses most, and that of the rest."""
    pair = sorted({color for color, _ in objects(grid)}, key=lambda c: -enclosed(grid == c).sum())
    assert len(pair) == 2
    return pair


@settings(deadline=None, max_examples=60)
@given(SEEDS, SIDES, st.sampled_from(["checkerboard", "rows", "columns"]), st.booleans())
def test_a_texture_fills_a_container_or_one_end_of_it(seed, side, kind, whole):
    spec = {"op": "textured_container", "side": side, "textures": [kind]}
    grid = scene({**spec, "filled": "whole" if whole else "part"}, seed)
    wall, color = colors(grid)
    inside, cells = enclosed(grid == wall), grid == color
    assert not (cells & ~inside).any()
    row, column = np.indices(grid.shape)
    count = {"checkerboard": row + column, "rows": row, "columns": column}[kind] % 2
    (parity,) = set(count[cells].tolist())
    texture = inside & (count == parity)
    assert np.array_equal(cells, texture) == whole
    top, left, bottom, right = box(cells)
    shown = np.zeros(grid.shape, bool)
    shown[top : bottom + 1, left : right + 1] = True
    assert np.array_equal(cells, texture & shown)
    assert min(cells.sum(), (inside & shown & ~cells).sum()) >= 5


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.integers(13, 30), st.integers(1, 4), st.sampled_from(["ring", "frame_thick"]))
def test_mirror_images_show_what_strokes_cover(seed, side, strokes, wall):
    grid = scene(
        {"op": "crossed_container", "side": side, "strokes": strokes, "walls": [wall]}, seed
    )
    found = [_crossed(grid == one, (grid > 0) & (grid != one)) for one in np.unique(grid)[1:]]
    assert any(parts == strokes and crossing >= max(1, strokes - 1) for parts, crossing in found)


def _crossed(visible, cells):
    """Count strokes, and those that cross what mirror images make of an outline, if they do."""
    top, left, bottom, right = box(visible)
    window = slice(top, bottom + 1), slice(left, right + 1)
    whole = visible[window] | visible[window][::-1]
    whole = whole | whole[:, ::-1]
    parts, count = ndimage.label(cells, EIGHT)
    uncovered = whole & ~(visible | cells)[window]
    if uncovered.any() or not enclosed(whole).any():
        return count, 0
    return count, len(set(parts[window][whole].tolist()) - {0})


def test_equal_seeds_give_equal_scenes():
    for name in ("textured_container", "crossed_container"):
        first, second = draws(name, 20), draws(name, 20)
        assert [None if g is None else g.tobytes() for g in first] == [
            None if g is None else g.tobytes() for g in second
        ]
