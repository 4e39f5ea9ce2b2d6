"""Dividers, lines with markers, and pairs of lines: what every scene of a layout shows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from tests.generator.layouts.scenes import repeat_and_differ, scene

EIGHT = np.ones((3, 3))
SEEDS = st.integers(0, 2**32)
SCENES = [
    {"op": "divided"},
    {"op": "divided", "dotted": True, "colors": "as_line"},
    {"op": "path_across_line"},
    {"op": "lone_line"},
    {"op": "lines_with_markers"},
    {"op": "lines_with_markers", "count": 2, "marker": "dot"},
    {"op": "dots_by_lines"},
    {"op": "dots_by_lines", "dots": "several", "line": "diagonal", "breadth": 14},
    {"op": "opposite_sides"},
    {"op": "opposite_sides", "axis": "falling", "filled": True},
]
MANY_SEEDS = settings(deadline=None, max_examples=40)


@pytest.mark.parametrize("spec", SCENES, ids=str)
def test_equal_seeds_give_equal_scenes_and_others_differ(spec):
    repeat_and_differ(spec)


AXES = st.sampled_from(["horizontal", "vertical"])


def level(grid, axis):
    """The grid, turned so that what runs along the axis runs along rows."""
    return grid.T if axis == "vertical" else grid


def parts(mask):
    """The parts of a mask that hang together over sides and corners."""
    labels, n = ndimage.label(mask, EIGHT)
    return [labels == number for number in range(1, n + 1)]


@MANY_SEEDS
@given(SEEDS, AXES, st.integers(2, 5), st.booleans(), st.sampled_from(["one", "own", "as_line"]))
def test_objects_lie_on_both_sides_of_the_line(seed, axis, count, dotted, colors):
    arguments = {"count": count, "dotted": dotted, "colors": colors, "line_color": 5}
    grid = level(scene({"op": "divided"}, seed, axis=axis, **arguments), axis)
    step = 2 if dotted else 1
    rows = [
        row
        for row, cells in enumerate(grid)
        if any((cells[start::step] == 5).all() for start in range(step))
        and (cells == 5).sum() in (len(cells) // step, -(-len(cells) // step))
    ]
    assert len(rows) == 1
    above, below = grid[: rows[0]], grid[rows[0] + 1 :]
    found = [parts(side > 0) for side in (above, below)]
    assert all(found)
    assert sum(map(len, found)) == count
    inks = set(above[above > 0].tolist()) | set(below[below > 0].tolist())
    assert len(inks) == (count if colors == "own" else 1)
    assert (5 in inks) == (colors == "as_line")
    if colors == "as_line":
        assert not above[-1].any()
        assert not below[0].any()


@MANY_SEEDS
@given(SEEDS, AXES)
def test_dots_have_lanes_of_their_own(seed, axis):
    spec = {"op": "divided", "shapes": ["dot"], "own_lanes": True, "line_color": 5}
    grid = level(scene(spec, seed, axis=axis), axis)
    (row,) = np.flatnonzero((grid == 5).all(axis=1))
    for side in (grid[:row], grid[row + 1 :]):
        assert (side > 0).sum(axis=0).max() == 1


@MANY_SEEDS
@given(SEEDS, AXES)
def test_a_path_passes_a_line_and_never_meets_itself(seed, axis):
    grid = level(scene({"op": "path_across_line"}, seed, axis=axis), axis)
    (row,) = np.flatnonzero([len(set(cells)) == 1 and cells[0] > 0 for cells in grid.tolist()])
    path = (grid > 0) & (grid != grid[row, 0])
    assert path[0].any()
    assert path[row + 1 :].any()
    assert len(parts(path[:row])) == 1
    # A path without loops and blocks: no four cells make a square.
    assert not ndimage.binary_erosion(path, np.ones((2, 2))).any()


@MANY_SEEDS
@given(SEEDS, st.sampled_from(["horizontal", "vertical", "falling", "rising"]))
def test_a_lone_line_reaches_two_edges_and_leaves_room(seed, axis):
    grid = scene({"op": "lone_line"}, seed, axis=axis)
    rows, columns = np.nonzero(grid)
    assert len(set(grid[rows, columns].tolist())) == 1
    steps = set(zip(np.diff(rows).tolist(), np.diff(columns).tolist(), strict=True))
    way = {"horizontal": (0, 1), "vertical": (1, 0), "falling": (1, 1), "rising": (1, -1)}[axis]
    assert steps == {way}
    last = np.array(grid.shape) - 1
    for end in ((rows[0], columns[0]), (rows[-1], columns[-1])):
        assert 0 in end or (end == last).any()
    assert len(rows) >= 3


@MANY_SEEDS
@given(SEEDS, AXES, st.sampled_from(["flankers", "dot"]), st.integers(1, 2))
def test_markers_stand_off_the_middle_of_lines(seed, axis, marker, count):
    count = 1 if marker == "flankers" else count
    spec = {"op": "lines_with_markers", "marker": marker, "count": count}
    grid = level(scene(spec, seed, axis=axis), axis)
    groups = parts(grid > 0)
    assert len(groups) == count
    for group in groups:
        colors = set(grid[group].tolist())
        ink, line = sorted(colors, key=lambda color: (grid == color).any(axis=0).sum())
        rows, columns = np.nonzero(group & (grid == line))
        marks = group & (grid == ink)
        assert len(set(rows.tolist())) == 1
        assert 0 < rows[0] < len(grid) - 1
        at = np.flatnonzero(marks.any(axis=0))
        assert set(at.tolist()) <= set(columns.tolist())
        assert at[0] + at[-1] != columns[0] + columns[-1]
        assert (columns[0] + columns[-1] - at[0] - at[-1]) % 2 == 0  # the middle can be reached
        sides = [marks[: rows[0]].sum(), marks[rows[0] + 1 :].sum()]
        assert sides == [len(at) ** 2] * 2 if marker == "flankers" else sorted(sides) == [0, 1]


@MANY_SEEDS
@given(SEEDS, AXES)
def test_one_dot_lies_between_two_lines_but_not_midway(seed, axis):
    grid = level(scene({"op": "dots_by_lines"}, seed, axis=axis, line_color=2), axis)
    first, second = np.flatnonzero((grid == 2).all(axis=1))
    ((row, _),) = np.argwhere((grid > 0) & (grid != 2))
    assert first < row < second
    assert (first + second) % 2 == 0
    assert 2 * row != first + second


@MANY_SEEDS
@given(SEEDS, AXES, st.sampled_from(["full", "partial", "diagonal"]))
def test_dots_lie_between_lines_and_beyond_them_and_nowhere_else(seed, axis, line):
    spec = {"op": "dots_by_lines", "dots": "several", "breadth": 12, "line_color": 2}
    grid = level(scene(spec, seed, axis=axis, line=line), axis)
    walls, dots = grid == 2, (grid > 0) & (grid != 2)
    after = np.maximum.accumulate(walls) & ~walls
    before = np.maximum.accumulate(walls[::-1])[::-1] & ~walls
    between = after & before
    beyond = after ^ before
    assert (dots & between).any()
    assert (dots & ~between).any()
    labels, _ = ndimage.label(dots, EIGHT)
    assert not set(labels[dots & between].tolist()) & set(labels[dots & beyond].tolist())
    if line == "partial":  # a dot past the ends of the lines is above or below both
        rows = np.flatnonzero(walls.any(axis=1))
        assert not (dots & ~between)[rows[0] : rows[-1] + 1].any()


@MANY_SEEDS
@given(SEEDS, AXES, st.booleans())
def test_opposite_sides_of_a_rectangle(seed, axis, filled):
    grid = level(scene({"op": "opposite_sides"}, seed, axis=axis, filled=filled), axis)
    ((rows, columns),) = ndimage.find_objects((grid > 0).astype(int))
    box = grid[rows, columns]
    assert box[[0, -1]].all()
    assert box.shape[0] >= 3
    assert (box[1:-1] > 0).all() if filled else not box[1:-1].any()


@MANY_SEEDS
@given(SEEDS, st.sampled_from(["falling", "rising"]), st.booleans())
def test_tilted_sides_face_each_other(seed, axis, filled):
    grid = scene({"op": "opposite_sides"}, seed, axis=axis, filled=filled)
    grid = grid if axis == "falling" else grid[:, ::-1]
    rows, columns = np.nonzero(grid)
    off = columns - rows
    sides = [np.sort((rows + columns)[off == end]) for end in (off.min(), off.max())]
    assert sides[0].tolist() == sides[1].tolist()
    assert set(np.diff(sides[0]).tolist()) == {2}
    assert (len(rows) == 2 * len(sides[0])) != filled


@pytest.mark.parametrize(
    ("spec", "sides"),
    [
        ({"op": "divided", "length": 30, "breadth": 29}, (29, 30)),
        ({"op": "path_across_line", "length": 30, "breadth": 29}, (29, 30)),
        ({"op": "lone_line", "side": 30, "proportions": "square", "axis": "rising"}, (30, 30)),
        ({"op": "lines_with_markers", "length": 30, "breadth": 29, "axis": "vertical"}, (30, 29)),
        ({"op": "dots_by_lines", "length": 30, "breadth": 29, "axis": "vertical"}, (30, 29)),
        ({"op": "opposite_sides", "side": 30, "proportions": "square"}, (30, 30)),
    ],
)
def test_sides_reach_30(spec, sides):
    assert scene(spec, 0).shape == sides
