"""Masks against SciPy, loops over cells and pictures worked by hand."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage
from scipy.spatial import ConvexHull

from arcrep.generator.geometry import (
    bounding_box,
    color_components,
    components,
    core,
    fits,
    grow,
    holes,
    hull,
    shifted,
    spans,
)

STRUCTURES = {4: ndimage.generate_binary_structure(2, 1), 8: np.ones((3, 3))}
EXTREME_SHAPES = [(1, 1), (1, 30), (30, 1), (30, 30)]


def picture(text):
    """A mask drawn with # for its cells; rows are words."""
    return read_only(np.array([[cell == "#" for cell in row] for row in text.split()]))


def read_only(array):
    array.flags.writeable = False  # whoever writes on an input fails its test
    return array


def cells(mask):
    return [(row, column) for row, column in np.argwhere(mask).tolist()]


def from_cells(shape, wanted):
    mask = np.zeros(shape, bool)
    for row, column in wanted:
        mask[row, column] = True
    return mask


def equal(found, expected):
    assert found.dtype == expected.dtype == np.bool_
    np.testing.assert_array_equal(found, expected)


@st.composite
def masks(draw, max_side=30):
    sides = st.tuples(st.integers(1, max_side), st.integers(1, max_side))
    extremes = [shape for shape in EXTREME_SHAPES if max(shape) <= max_side]
    shape = draw(st.sampled_from(extremes) | sides)
    density = draw(st.sampled_from([0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1]))
    mask = np.random.default_rng(draw(st.integers(0, 2**32))).random(shape) < density
    return read_only(mask.T if draw(st.booleans()) else mask)  # columns in a row, too


def connected_cells(mask, reaches):
    """Sets of cells, each found by visiting from cell to cell."""
    left, found = set(cells(mask)), []
    while left:
        part, waiting = set(), [min(left)]
        while waiting:
            cell = waiting.pop()
            part.add(cell)
            waiting += [other for other in left - part if reaches(cell, other)]
        left -= part
        found.append(part)
    return found


def by_corner(parts):
    """Order cells by top, left of the bounding box, then first cell."""
    return sorted(parts, key=lambda part: (min(part)[0], min(c for _, c in part), min(part)))


@settings(max_examples=60, deadline=None)
@given(masks(), st.sampled_from([4, 8]))
def test_components_are_those_of_scipy(mask, connectivity):
    labels, count = ndimage.label(mask, STRUCTURES[connectivity])
    expected = by_corner([set(cells(labels == label + 1)) for label in range(count)])
    found = components(mask, connectivity)
    assert [set(cells(part)) for part in found] == expected
    assert {part.shape for part in found} <= {mask.shape}


@settings(max_examples=60, deadline=None)
@given(masks(max_side=9), st.sampled_from([(4, 1), (8, 1), (8, 2), (8, 3)]))
def test_components_equal_a_visit_from_cell_to_cell(mask, how):
    connectivity, gap = how

    def reaches(a, b):
        rows, columns = abs(a[0] - b[0]), abs(a[1] - b[1])
        return rows + columns <= 1 if connectivity == 4 else max(rows, columns) <= gap

    expected = by_corner(connected_cells(mask, reaches))
    assert [set(cells(part)) for part in components(mask, connectivity, gap)] == expected


def test_nothing_connects_past_the_sides():
    mask = picture("....# #.... ....# #....")
    assert [cells(part)[0] for part in components(mask, 8)] == [(0, 4), (1, 0), (2, 4), (3, 0)]
    assert [cells(part) for part in components(mask, 8, gap=2)] == [
        [(0, 4), (2, 4)],
        [(1, 0), (3, 0)],
    ]


def test_components_are_ordered_by_their_bounding_boxes():
    mask = picture("...# #... ###.")  # the part of the lone cell lies higher, though to the right
    assert [part[0, 3] for part in components(mask, 4)] == [True, False]
    level = picture("#.#. ..#. ###.")
    found = components(level, 4)  # equal corners: the part of the first cell comes first
    assert [len(cells(part)) for part in found] == [1, 5]
    inside = picture(".#.# ...# .###")
    assert [len(cells(part)) for part in components(inside, 4)] == [1, 5]
    around = picture("..#.# ....# #####")
    assert [len(cells(part)) for part in components(around, 4)] == [7, 1]


@pytest.mark.parametrize(("connectivity", "gap"), [(4, 2), (8, 0), (4, -1)])
def test_a_gap_that_means_nothing_is_refused(connectivity, gap):
    message = rf"gap={gap} with connectivity={connectivity}: choose gap=1, or more"
    with pytest.raises(ValueError, match=message):
        components(picture("#"), connectivity, gap)
    with pytest.raises(ValueError, match=message):
        color_components(np.zeros((1, 1), np.uint8), 0, connectivity, gap)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(EXTREME_SHAPES) | st.tuples(st.integers(1, 12), st.integers(1, 12)),
    st.integers(0, 2**32),
    st.integers(1, 10),
    st.sampled_from([None, 0, 3]),
    st.sampled_from([(4, 1), (8, 1), (8, 2)]),
)
def test_color_components_are_the_components_of_each_color(shape, seed, n_colors, background, how):
    grid = read_only(np.random.default_rng(seed).integers(0, n_colors, shape, np.uint8))
    expected = [
        (*bounding_box(part)[:2], color, cells(part)[0], cells(part))
        for color in range(10)
        if color != background
        for part in components(grid == color, *how)
    ]
    found = [cells(part) for part in color_components(grid, background, *how)]
    assert found == [part for *_, part in sorted(expected)]


def test_color_components_worked_by_hand():
    grid = np.array([[0, 5, 5, 0], [3, 0, 0, 5], [3, 2, 2, 2], [2, 0, 3, 0]], np.uint8)
    found = color_components(grid, 0, 8)
    assert [{int(color) for color in grid[part]} for part in found] == [{5}, {3}, {2}, {3}]
    assert [len(cells(part)) for part in found] == [3, 2, 4, 1]
    assert [len(cells(part)) for part in color_components(grid, 0, 4)] == [2, 2, 1, 3, 1, 1]
    assert [len(cells(part)) for part in color_components(grid, 0, 8, gap=2)] == [3, 3, 4]
    everything = color_components(grid, None, 4)
    assert sum(everything).tolist() == [[1] * 4] * 4
    assert color_components(np.full((30, 30), 7, np.uint8), 7, 8) == []


def test_equal_corners_are_ordered_by_color():
    grid = np.array([[0, 0, 2, 0, 1], [2, 2, 2, 0, 1], [1, 1, 1, 1, 1]], np.uint8)
    assert [int(grid[part][0]) for part in color_components(grid, 0, 4)] == [1, 2]


def test_parts_are_arrays_of_their_own():
    parts = components(picture("#.# ... #.#"), 4)
    parts[0][...] = True
    assert [len(cells(part)) for part in parts] == [9, 1, 1, 1]
    assert all(part.flags.c_contiguous for part in parts)


@settings(max_examples=60, deadline=None)
@given(masks())
def test_holes_core_and_growth_are_those_of_scipy(mask):
    equal(holes(mask), ndimage.binary_fill_holes(mask) & ~mask)
    equal(core(mask), ndimage.binary_erosion(mask))
    equal(grow(mask, 4), ndimage.binary_dilation(mask, STRUCTURES[4]))
    equal(grow(mask, 8), ndimage.binary_dilation(mask, STRUCTURES[8]))


def test_a_way_out_leads_over_sides_not_corners():
    diamond = picture("..#.. .#.#. #...# .#.#. ..#..")
    equal(holes(diamond), picture("..... ..#.. .###. ..#.. ....."))
    equal(holes(picture("###. #.#. ##.# ....")), picture(".... .#.. .... ...."))
    equal(holes(picture("##.# #..# ####")), picture(".... .... ...."))


@settings(max_examples=60, deadline=None)
@given(masks(max_side=12), st.integers(-13, 13), st.integers(-13, 13))
def test_shifts_equal_cell_by_cell(mask, rows, columns):
    height, width = mask.shape
    moved = [(row + rows, column + columns) for row, column in cells(mask)]
    kept = [cell for cell in moved if 0 <= cell[0] < height and 0 <= cell[1] < width]
    equal(shifted(mask, rows, columns), from_cells(mask.shape, kept))
    assert fits(mask, rows, columns) is (len(kept) == len(moved))


@settings(max_examples=40, deadline=None)
@given(masks())
def test_bounding_box_equals_the_extreme_cells(mask):
    if not mask.any():
        with pytest.raises(ValueError, match="an empty mask has no bounding box"):
            bounding_box(mask)
        return
    rows, columns = zip(*cells(mask), strict=True)
    assert bounding_box(mask) == (min(rows), min(columns), max(rows), max(columns))


@settings(max_examples=40, deadline=None)
@given(masks())
def test_spans_equal_a_fill_of_each_line(mask):
    expected = np.zeros(mask.shape, bool)
    for row, line in enumerate(mask.tolist()):
        if any(line):
            expected[row, line.index(True) : len(line) - line[::-1].index(True)] = True
    equal(spans(mask, "rows"), expected)
    equal(spans(read_only(mask.T), "columns"), expected.T)


def in_triangle(point, corners):
    """Whether a point lies in a triangle, which may be flat or a point."""

    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    pairs = list(zip(corners, corners[1:] + corners[:1], strict=True))
    turns = [turn(a, b, point) for a, b in pairs]
    spread = [sorted(corner[axis] for corner in corners) for axis in (0, 1)]
    in_box = all(low <= x <= high for x, (low, _, high) in zip(point, spread, strict=True))
    return in_box and (min(turns) >= 0 or max(turns) <= 0)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=7))
def test_hull_is_the_union_of_all_triangles(chosen):
    triangles = list(itertools.combinations_with_replacement(chosen, 3))
    every = itertools.product(range(7), range(7))
    expected = [cell for cell in every if any(in_triangle(cell, three) for three in triangles)]
    found = hull(read_only(from_cells((7, 7), chosen)))
    equal(found, from_cells((7, 7), expected))


@pytest.mark.parametrize("seed", range(12))
def test_hull_of_a_large_mask_is_that_of_qhull(seed):
    rng = np.random.default_rng(seed)
    mask = read_only(rng.random((30, 30)) < rng.choice([0.01, 0.05, 0.5]))
    sides = ConvexHull(np.argwhere(mask)).equations
    distances = np.argwhere(np.ones_like(mask)) @ sides[:, :2].T + sides[:, 2]
    equal(hull(mask), (distances < 1e-9).all(axis=1).reshape(mask.shape))


def test_hulls_worked_by_hand():
    equal(hull(picture("#.... ..... ....#")), picture("#.... ..#.. ....#"))
    equal(hull(picture("#.. ... .#. ...")), picture("#.. ... .#. ..."))
    equal(hull(picture("..#.. ..... #...#")), picture("..#.. .###. #####"))
    equal(hull(picture(".# .. .#")), picture(".# .# .#"))


@pytest.mark.parametrize("shape", EXTREME_SHAPES)
def test_whole_and_empty_masks(shape):
    whole, empty = read_only(np.ones(shape, bool)), read_only(np.zeros(shape, bool))
    inner = np.zeros(shape, bool)
    inner[1:-1, 1:-1] = True
    equal(core(whole), inner)
    for alike in (hull, lambda m: spans(m, "rows"), lambda m: spans(m, "columns")):
        equal(alike(whole), whole)
        equal(alike(empty), empty)
    for mask in (whole, empty):
        equal(holes(mask), empty)
        equal(grow(mask, 8), mask)
    (only,) = components(whole, 4)
    equal(only, whole)
    assert components(empty, 8, 2) == []
    assert bounding_box(whole) == (0, 0, shape[0] - 1, shape[1] - 1)
    assert fits(empty, 99, -99)
    assert not fits(whole, 0, 1)
    equal(shifted(whole, 0, 99), empty)


def test_what_is_found_may_be_written_on():
    mask = picture("### #.# ###")
    makers = (holes, core, hull, lambda m: grow(m, 4), lambda m: spans(m, "rows"))
    for found in (*(make(mask) for make in makers), shifted(mask, 0, 0), *components(mask, 8)):
        found[...] = False
        assert not np.shares_memory(found, mask)
