"""Rows of objects, marked blocks, and rings with tops: what every scene of a layout shows."""

from itertools import pairwise

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
    {"op": "row_of_objects"},
    {"op": "row_of_objects", "differ": "size", "colors": "one", "gaps": "varied"},
    {"op": "row_of_objects", "differ": "shape", "gaps": "none", "align": "end"},
    {"op": "marked_row"},
    {"op": "marked_row", "marks": "column", "colors": "own"},
    {"op": "marked_blocks"},
    {"op": "marked_blocks", "widest": 6, "marks": "runs"},
    {"op": "topped_rings"},
]
MANY_SEEDS = settings(deadline=None, max_examples=40)


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_others_differ(spec):
    repeat_and_differ(spec)


def boxes_of(mask):
    """The boxes of the parts that hang together over sides and corners, by place."""
    return ndimage.find_objects(ndimage.label(mask, EIGHT)[0])


def objects(grid):
    """The boxes of the parts of one colour, as (start, stop) in rows and in columns."""
    parts = [box for color in set(grid.ravel().tolist()) - {0} for box in boxes_of(grid == color)]
    return [[(span.start, span.stop) for span in box] for box in parts]


ROWS = st.fixed_dictionaries(
    {
        "axis": st.sampled_from(["horizontal", "vertical"]),
        "count": st.integers(2, 5),
        "shapes": st.sampled_from([["square"], ["ring", "tee"], ["blob", "plus"], ["rectangle"]]),
        "differ": st.sampled_from(["nothing", "size", "length", "breadth", "shape"]),
        "largest": st.integers(5, 7),
        "colors": st.sampled_from(["one", "own"]),
        "gaps": st.sampled_from(["equal", "varied"]),
        "align": st.sampled_from(["center", "start", "end"]),
        "border": st.integers(0, 2),
        "avoid": st.integers(0, 9),
    }
)


@settings(deadline=None, max_examples=100)
@given(ROWS, SEEDS)
def test_a_row_follows_its_axis_and_its_objects_share_a_line(arguments, seed):
    grid = scene({"op": "row_of_objects"}, seed, **arguments)
    along, across = (0, 1) if arguments["axis"] == "vertical" else (1, 0)
    found = sorted(objects(grid), key=lambda spans: spans[along])
    assert len(found) == arguments["count"]
    gaps = [b[along][0] - a[along][1] for a, b in pairwise(found)]
    assert min(gaps) >= 1
    assert max(gaps) <= 3
    assert arguments["gaps"] == "varied" or len(set(gaps)) == 1
    assert max(s[across][0] for s in found) < min(s[across][1] for s in found)
    run = found[-1][along][1] - found[0][along][0]
    assert run > max(s[across][1] for s in found) - min(s[across][0] for s in found)
    assert arguments["avoid"] not in set(grid[grid > 0].tolist())
    edge = np.ones(grid.shape, bool)
    margin = arguments["border"]
    edge[margin : len(edge) - margin, margin : edge.shape[1] - margin] = False
    assert not grid[edge].any()


@MANY_SEEDS
@given(SEEDS, st.sampled_from(["size", "length", "breadth"]), st.sampled_from(["start", "end"]))
def test_extents_in_a_row_differ_as_asked_and_its_edge_may_be_that_of_the_grid(seed, differ, align):
    spec = {"op": "row_of_objects", "shapes": ["square"], "axis": "horizontal", "gaps": "none"}
    grid = scene(spec, seed, differ=differ, align=align, at_edge=True)
    found = objects(grid)
    lengths = {right - left for _, (left, right) in found}
    breadths = {bottom - top for (top, bottom), _ in found}
    assert len(lengths) == (1 if differ == "breadth" else len(found))
    assert len(breadths) == (1 if differ == "length" else len(found))
    assert grid[0 if align == "start" else -1].any()
    assert len({rows[align == "end"] for rows, _ in found}) == 1


@MANY_SEEDS
@given(SEEDS)
def test_twins_in_a_row_look_alike(seed):
    grid = scene({"op": "row_of_objects", "colors": "one"}, seed)
    shapes = {(grid[box].shape, grid[box].tobytes()) for box in boxes_of(grid > 0)}
    assert len(shapes) == 1


def test_touching_objects_of_one_colour_are_refused():
    spec = {"op": "row_of_objects", "gaps": "none", "colors": "one"}
    with pytest.raises(SampleError, match="a colour each"):
        Layout.read(spec).draw(Draw(np.random.default_rng(0)))


def split(grid, box):
    """The colours of a block, the most frequent first."""
    colors, counts = np.unique(grid[box], return_counts=True)
    return colors[np.argsort(-counts)].tolist()


@MANY_SEEDS
@given(
    SEEDS,
    st.integers(2, 5),
    st.sampled_from(["cells", "run", "dot", "band", "column"]),
    st.sampled_from(["one", "own"]),
)
def test_marked_blocks_in_a_row_are_equal_but_for_their_marks(seed, count, marks, colors):
    grid = scene({"op": "marked_row"}, seed, count=count, marks=marks, colors=colors)
    boxes = boxes_of(grid > 0)
    assert len(boxes) == count
    assert len({grid[box].shape for box in boxes}) == 1
    assert (grid > 0).sum() == sum(grid[box].size for box in boxes)
    grounds = [split(grid, box)[0] for box in boxes]
    marked = [grid[box] != ground for box, ground in zip(boxes, grounds, strict=True)]
    assert len(set(grounds)) == (count if colors == "own" else 1)
    inks = {color for box in boxes for color in split(grid, box)[1:]}
    assert len(inks) == 1
    assert max(len(split(grid, box)) for box in boxes) == 2
    keys = [
        cells.sum() if marks in ("cells", "run") else cells.any(axis=1).argmax() for cells in marked
    ]
    assert len(set(keys)) == count


@MANY_SEEDS
@given(SEEDS, st.integers(2, 4), st.integers(1, 6), st.booleans())
def test_marks_lie_on_blocks_of_one_colour(seed, count, widest, all_marked):
    marks = "runs" if all_marked else "cells"
    arguments = {"widest": widest, "all_marked": all_marked, "marks": marks, "mark_color": 7}
    grid = scene({"op": "marked_blocks"}, seed, count=count, standing=True, **arguments)
    boxes = boxes_of(grid > 0)
    assert len(boxes) == count
    assert len(set(grid.ravel().tolist())) == 3
    for box in boxes:
        assert (grid[box] > 0).all()
        assert box[0].stop == len(grid)
        assert (grid[box][-1 if all_marked else 0] != 7).all()
    marked = sum((grid[box] == 7).any() for box in boxes)
    assert marked == count if all_marked else marked >= 1


@MANY_SEEDS
@given(SEEDS, st.integers(1, 3))
def test_a_figure_sits_on_each_ring_and_has_room_below(seed, count):
    grid = scene({"op": "topped_rings"}, seed, count=count)
    rings = [
        (color, box)
        for color in set(grid.ravel().tolist()) - {0}
        for box in boxes_of(grid == color)
        if ndimage.binary_fill_holes(grid[box] == color).sum() > (grid[box] == color).sum()
    ]
    assert len(rings) == count
    assert len({color for color, _ in rings}) == 1
    for color, (rows, columns) in rings:
        above, below = grid[: rows.start, columns], grid[rows.stop :, columns]
        assert set(above.ravel().tolist()) - {0} == set(grid.ravel().tolist()) - {0, color}
        assert above[-1].any()
        assert not below.any()
        assert above.any(axis=1).sum() <= len(below)


@pytest.mark.parametrize(
    ("spec", "sides"),
    [
        ({"op": "row_of_objects", "axis": "vertical", "length": 30, "breadth": 29}, (30, 29)),
        ({"op": "marked_row", "side": 30, "proportions": "square"}, (30, 30)),
        ({"op": "marked_blocks", "side": 30, "proportions": "square"}, (30, 30)),
        ({"op": "topped_rings", "side": 30, "proportions": "square"}, (30, 30)),
    ],
)
def test_sides_reach_30(spec, sides):
    assert scene(spec, 0).shape == sides


@pytest.mark.parametrize(
    "arguments", [{"count": 9, "largest": 9, "differ": "size"}, {"count": 4, "largest": 3}]
)
def test_what_cannot_be_placed_is_an_error_of_sampling(arguments):
    layout = Layout.read({"op": "row_of_objects", "differ": "size", **arguments})
    with pytest.raises(SampleError):
        layout.draw(Draw(np.random.default_rng(0)))
