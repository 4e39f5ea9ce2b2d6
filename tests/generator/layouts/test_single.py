"""Scenes of one object: what every one of them shows."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layouts import single
from arcrep.generator.shapes import ShapeName
from tests.generator.layouts.scenes import (
    box,
    inside,
    objects,
    repeat_and_mostly_fit,
    scene,
    shape,
)

SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "one_object"},
    {"op": "one_object", "place": "off_center", "proportions": {"any": ["wide", "tall"]}},
    {"op": "shape_and_marker"},
    {"op": "flight"},
    {"op": "joined_strokes"},
]
FEW = settings(deadline=None, max_examples=15)
DRAW = Draw(np.random.default_rng(0))


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(spec):
    repeat_and_mostly_fit(spec, 30)


@pytest.mark.parametrize("spec", SCENES, ids=str)
@FEW
@given(side=st.integers(14, 30), seed=SEEDS)
def test_the_longer_side_is_the_one_asked_for(spec, side, seed):
    grid = scene(dict(spec, side=side), seed)
    assert max(grid.shape) == side
    assert grid.any()


@settings(deadline=None, max_examples=80)
@given(
    kind=st.sampled_from(get_args(ShapeName)),
    size=st.sampled_from(["medium", "large", "any"]),
    border=st.integers(0, 2),
    seed=SEEDS,
)
def test_one_object_in_its_colour_off_the_margin(kind, size, border, seed):
    spec = {"op": "one_object", "shapes": [kind], "side": 13, "color": 6}
    grid = scene(dict(spec, size=size, border=border), seed)
    height, width = grid.shape
    assert len(objects(grid)) == 1
    assert not np.delete(grid, range(border, height - border), axis=0).any()
    assert not np.delete(grid, range(border, width - border), axis=1).any()
    assert set(np.unique(grid)) == {0, 6}


@FEW
@given(seed=SEEDS)
def test_an_object_off_the_centre_has_far_more_room_on_one_side(seed):
    spec = {"op": "one_object", "shapes": ["wedge", "bar", "rectangle"], "place": "off_center"}
    ((_, mask),) = objects(scene(spec, seed))
    top, left, bottom, right = box(mask)
    gaps = [top, mask.shape[0] - 1 - bottom, left, mask.shape[1] - 1 - right]
    most, second = sorted(gaps)[:1:-1]
    assert most >= 2 * second
    assert most >= second + 2
    cells = shape(mask)
    image = cells[:, ::-1] if gaps.index(most) < 2 else cells[::-1]
    assert (cells == image).all()


@FEW
@given(seed=SEEDS)
def test_a_squiggle_goes_farther_along_one_axis(seed):
    ((_, mask),) = objects(scene({"op": "one_object", "shapes": ["squiggle"], "side": 12}, seed))
    shorter, longer = sorted(shape(mask).shape)
    assert longer / 3 <= shorter < longer


@FEW
@given(seed=SEEDS, form=st.sampled_from(["solid", "hollow", "either"]))
def test_a_marker_beside_a_shape_could_lie_on_its_centre(seed, form):
    spec = {"op": "shape_and_marker", "shapes": ["square", "rectangle", "diamond"], "inside": form}
    found = objects(scene(spec, seed))
    (color, marker), (other, mask) = sorted(found, key=lambda found: found[1].sum())
    assert color != other
    assert shape(marker).shape in ((1, 1), (2, 2))
    assert {side % 2 for side in shape(mask).shape} == {len(shape(marker)) % 2}
    assert not (inside(mask) & marker).any()
    if form == "solid":
        assert not inside(mask).any()


@FEW
@given(seed=SEEDS, bars=st.integers(1, 6), gap=st.sampled_from(["none", "one"]))
def test_the_bars_of_a_flight_grow_on_a_middle_line(seed, bars, gap):
    grid = scene({"op": "flight", "count": bars, "gap": gap, "side": 13}, seed)
    cells = shape(grid > 0)
    rows = [tuple(row) for row in cells if row.any()]
    columns = [tuple(column) for column in cells.T if column.any()]
    lines = max(rows, columns, key=lambda lines: (len(set(lines)) == len(lines), -len(lines)))
    lengths = [sum(line) for line in lines]
    assert 1 <= len(lengths) <= bars
    assert len(set(np.abs(np.diff(lengths)))) <= 1
    assert all(line == line[::-1] for line in lines)


@FEW
@given(seed=SEEDS, axis=st.sampled_from(["horizontal", "vertical"]))
def test_only_strokes_reach_the_ends_of_joined_strokes(seed, axis):
    ((_, mask),) = objects(scene({"op": "joined_strokes", "axis": axis}, seed))
    cells = shape(mask) if axis == "horizontal" else shape(mask).T
    for stroke in (cells[0], cells[-1]):
        assert stroke.sum() >= 3
        assert np.ptp(np.flatnonzero(stroke)) == stroke.sum() - 1
    assert not cells[1:-1, [0, -1]].any()
    assert cells[1:-1].any(axis=1).all()


def test_a_flight_has_a_bar():
    with pytest.raises(SampleError, match="count is 0"):
        single.flight(DRAW, count=0, side=9)
