"""Panels and rows of patterns: what every scene of a layout shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layout_node import Layout
from tests.generator.layouts.scenes import repeat_and_differ, scene

EIGHT = np.ones((3, 3))
SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "panels_with_objects"},
    {"op": "panels_with_objects", "ground": "blank"},
    {"op": "panels_with_objects", "separator": "blank", "colors": "one", "repeat": True},
    {"op": "panels_alike"},
    {"op": "panels_with_marks"},
    {"op": "panels_with_marks", "marks": "squares", "count": 2, "panel": 9, "framed": True},
    {"op": "row_of_patterns"},
]
MANY_SEEDS = settings(deadline=None, max_examples=40)


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_others_differ(spec):
    repeat_and_differ(spec)


def panels(grid, axis, blank=False):
    """The panels of a grid, split where a whole line has the colour that only such lines have.

    They are turned so that they stand side by side.
    """
    cells = grid.T if axis == "vertical" else grid
    full = {int(color) for color in cells[0] if ((cells == color).all(axis=0)).any()}
    own = [
        color
        for color in full
        if (cells == color).sum() == (cells == color).all(axis=0).sum() * len(cells)
        and (color == 0) == blank
    ]
    color = min(own, key=lambda color: (cells == color).sum())
    line = (cells == color).all(axis=0)
    runs = ndimage.find_objects(ndimage.label(~line)[0])
    return [cells[:, run] for (run,) in runs], line


def content(panel):
    """The cells unlike the colour that prevails on the panel's border."""
    border = np.concatenate([panel[0], panel[-1], panel[1:-1, 0], panel[1:-1, -1]])
    return panel != np.bincount(border).argmax()


@settings(deadline=None, max_examples=80)
@given(
    SEEDS,
    st.integers(2, 3),
    st.sampled_from(["horizontal", "vertical"]),
    st.sampled_from([("colored", "line"), ("colored", "blank"), ("blank", "line")]),
    st.sampled_from(["one", "own"]),
    st.booleans(),
)
def test_each_panel_has_one_object_and_a_line_meets_them_all(
    seed, count, axis, looks, colors, repeat
):
    arguments = {"ground": looks[0], "separator": looks[1], "colors": colors, "repeat": repeat}
    grid = scene({"op": "panels_with_objects"}, seed, count=count, axis=axis, **arguments)
    found, _ = panels(grid, axis, looks[1] == "blank")
    assert len(found) == count
    masks = [content(panel) for panel in found]
    boxes = [ndimage.find_objects(ndimage.label(mask, EIGHT)[0]) for mask in masks]
    assert [len(box) for box in boxes] == [1] * count
    rows = [box[0][0] for box in boxes]
    assert max(span.start for span in rows) < min(span.stop for span in rows)
    shapes = {
        (mask[box[0]].shape, mask[box[0]].tobytes()) for mask, box in zip(masks, boxes, strict=True)
    }
    assert len(shapes) == (1 if repeat else count)
    inks = {tuple(set(panel[mask].tolist())) for panel, mask in zip(found, masks, strict=True)}
    assert {len(ink) for ink in inks} == {1}
    assert len(inks) == (1 if colors == "one" else count)


def test_panels_with_nothing_to_part_them_are_refused():
    spec = {"op": "panels_with_objects", "ground": "blank", "separator": "blank"}
    with pytest.raises(SampleError, match="nothing would part"):
        Layout.read(spec).draw(Draw(np.random.default_rng(0)))


@MANY_SEEDS
@given(SEEDS, st.integers(1, 2), st.booleans())
def test_two_panels_are_equal_unless_they_should_differ(seed, objects, differ):
    grid = scene({"op": "panels_alike"}, seed, count=objects, differ=differ)
    (left, right), _ = panels(grid, "horizontal")
    assert left.shape == right.shape
    assert (left == right).all() != differ
    for panel in (left, right):
        assert ndimage.label(panel, EIGHT)[1] == objects


@MANY_SEEDS
@given(
    SEEDS,
    st.integers(2, 4),
    st.sampled_from(["dots", "squares", "bars"]),
    st.booleans(),
    st.sampled_from(["horizontal", "vertical"]),
)
def test_numbers_of_marks_differ_and_are_small(seed, count, marks, framed, axis):
    arguments = {"marks": marks, "framed": framed, "axis": axis, "mark_color": 4, "line_color": 3}
    arguments |= {"panel": 6, "breadth": 10} if marks == "squares" else {}
    grid = scene({"op": "panels_with_marks"}, seed, count=count, **arguments)
    found, line = panels(grid, axis)
    assert set(grid.ravel().tolist()) == {0, 3, 4}
    assert len({panel.shape for panel in found}) == 1
    assert line[0] == line[-1] == framed
    numbers = [int((panel == 4).sum()) for panel in found]
    assert len(set(numbers)) == count
    assert min(numbers) >= 1
    assert all(2 * n < found[0].size for n in numbers)


@MANY_SEEDS
@given(
    SEEDS,
    st.integers(2, 4),
    st.sampled_from(["bar", "ring", "framed", "flower"]),
    st.sampled_from(["horizontal", "vertical"]),
    st.sampled_from(["one", "own"]),
)
def test_patterns_fill_the_row_and_the_row_is_longer_than_broad(seed, count, pattern, axis, colors):
    grid = scene(
        {"op": "row_of_patterns"}, seed, count=count, pattern=pattern, axis=axis, colors=colors
    )
    cells = grid.T if axis == "vertical" else grid
    assert cells.shape[1] > cells.shape[0]
    gap = ~cells.any(axis=0)
    assert not gap[0]
    assert not gap[-1]
    found = [cells[:, run] for (run,) in ndimage.find_objects(ndimage.label(~gap)[0])]
    assert len(found) == count
    assert len({part.shape for part in found}) == 1
    assert len({part.tobytes() for part in found}) == (1 if colors == "one" else count)
    assert all(part.any(axis=1).all() for part in found)


@pytest.mark.parametrize(
    ("spec", "sides"),
    [
        ({"op": "panels_with_objects", "axis": "vertical", "length": 30, "breadth": 29}, (30, 29)),
        ({"op": "panels_alike", "breadth": 30, "panel": 14}, (30, 29)),
        ({"op": "panels_with_marks", "breadth": 30, "panel": 9, "count": 3}, (30, 29)),
        (
            {"op": "row_of_patterns", "count": 3, "gap": 1, "length": 9, "breadth": 28}
            | {"pattern": "framed", "axis": "vertical"},
            (29, 28),
        ),
    ],
)
def test_sides_reach_30(spec, sides):
    shapes = {scene(spec, seed).shape for seed in range(12)}
    assert sides in shapes
    assert max(max(shape) for shape in shapes) <= 30


def test_a_grid_too_long_is_an_error_of_sampling():
    layout = Layout.read({"op": "row_of_patterns", "count": 9, "length": 9, "pattern": "bar"})
    with pytest.raises(SampleError, match="such a scene needs"):
        layout.draw(Draw(np.random.default_rng(1)))
