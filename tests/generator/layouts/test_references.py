"""Scenes around a reference: what every scene of a layout shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import boxed_objects, scene

EIGHT = np.ones((3, 3))
SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "around_center"},
    {"op": "around_center", "framed": True},
    {"op": "reference_scatter"},
    {"op": "reference_scatter", "axis": "horizontal", "color": 3},
    {"op": "block_and_bars", "axis": "horizontal"},
    {"op": "core_with_attachments", "color": 3},
]
MANY_SEEDS = settings(deadline=None, max_examples=12)


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes(spec):
    assert scene(spec, 5).tobytes() == scene(spec, 5).tobytes()
    assert len({scene(spec, seed).tobytes() for seed in range(10)}) > 5


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(SCENES), st.integers(12, 30), SEEDS)
def test_the_longer_side_is_the_given_one_up_to_thirty(spec, side, seed):
    shorter_by = 0 if spec["op"] != "around_center" else 1
    grid = scene(spec, seed, side=side)
    assert side - shorter_by <= max(grid.shape) <= side
    assert min(grid.shape) >= side * 2 // 3 - shorter_by
    assert len(boxed_objects(grid)) > 1
    square = scene(spec, seed, side=side, proportions="square")
    assert min(square.shape) >= side - shorter_by


@MANY_SEEDS
@given(SEEDS, st.booleans())
def test_the_centre_is_taken_by_one_object_and_its_frame(seed, framed):
    grid = scene({"op": "around_center", "side": 14, "framed": framed}, seed)
    centered = [
        cells.size
        for _, box, cells in boxed_objects(grid)
        if all(part.start + part.stop == side for part, side in zip(box, grid.shape, strict=True))
    ]
    assert len(centered) == (2 if framed else 1)
    assert len(set(centered)) == len(centered)
    assert len(boxed_objects(grid)) >= 3


@MANY_SEEDS
@given(SEEDS, st.sampled_from(("vertical", "horizontal")))
def test_objects_lie_on_both_sides_of_the_reference(seed, axis):
    grid = scene({"op": "reference_scatter", "color": 3, "axis": axis}, seed)
    at = 0 if axis == "vertical" else 1
    (reference,) = [box[at] for color, box, _ in boxed_objects(grid) if color == 3]
    others = [box[at] for color, box, _ in boxed_objects(grid) if color != 3]
    assert any(other.stop <= reference.start for other in others)
    assert any(other.start >= reference.stop for other in others)


@MANY_SEEDS
@given(SEEDS, st.integers(0, 2), st.sampled_from(("vertical", "horizontal")))
def test_bars_meet_the_block_when_moved_along_the_axis(seed, behind, axis):
    grid = scene({"op": "block_and_bars", "axis": axis, "side": 12}, seed, behind=behind)
    grid = grid if axis == "vertical" else grid.T
    found = sorted(boxed_objects(grid), key=lambda thing: -thing[2].sum())
    (_, block, block_cells), bars = found[0], found[1:]
    assert len(bars) == 1 + behind
    for _, (rows, columns), cells in bars:
        assert cells.shape[0] == 1
        assert cells.sum() < block_cells.sum()
        assert columns.start < block[1].stop
        assert columns.stop > block[1].start
        assert rows.stop < block[0].start or rows.start > block[0].stop
    assert sum(rows.stop < block[0].start for _, (rows, _), _ in bars) == 1


@MANY_SEEDS
@given(SEEDS, st.integers(9, 30))
def test_each_side_of_the_core_has_an_attachment_that_touches_it(seed, side):
    grid = scene({"op": "core_with_attachments", "color": 3}, seed, side=side)
    rows, columns = np.nonzero(grid == 3)
    core = grid == 3
    mask = core[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    assert mask.tolist() == mask[::-1].tolist() == mask[:, ::-1].tolist()
    beyond = {
        "up": lambda box: box[0].stop == rows.min(),
        "down": lambda box: box[0].start == rows.max() + 1,
        "left": lambda box: box[1].stop == columns.min(),
        "right": lambda box: box[1].start == columns.max() + 1,
    }
    others = [(color, box) for color, box, _ in boxed_objects(grid) if color != 3]
    assert len({color for color, _ in others}) == len(others) == 4
    for is_beyond in beyond.values():
        ((color, _),) = [thing for thing in others if is_beyond(thing[1])]
        assert (ndimage.binary_dilation(core, EIGHT) & (grid == color)).any()
