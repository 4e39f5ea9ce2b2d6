"""Objects in an arrangement that differ in one property: what every scene shows."""

from itertools import combinations, islice, pairwise
from typing import get_args

import numpy as np
import pytest
from scipy import ndimage, stats

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layout_node import Layout
from arcrep.generator.layouts.arranged import arranged
from arcrep.generator.scenes.arrangements import Arrangement
from arcrep.generator.scenes.properties import Property
from tests.generator.layouts.scenes import attempts, boxed_objects, draws

EIGHT = np.ones((3, 3))
ARRANGEMENTS = get_args(Arrangement)
PROPERTIES = get_args(Property)
BASE = {"op": "arranged", "side": 18, "count": 4, "largest": 5}
LONG = {"fill": 3, "hollow_axis": 3, "holes": 5}
"""Properties that need longer objects than others."""


def scenes(number=40, seed=0, **arguments):
    """So many scenes as found by an independent look: the grid, and its objects."""
    found = (grid for grid in attempts(BASE | arguments, seed) if grid is not None)
    return [(grid, boxed_objects(grid)) for grid in islice(found, number)]


def of(by, number=40, seed=0, **arguments):
    """The cells of each object in scenes that differ in a property."""
    some = scenes(number, seed, contrast=by, **arguments)
    return [[(color, cells) for color, _, cells in found] for _, found in some]


def ends(found, at):
    """First and last row (column) of each object."""
    return [(box[at].start, box[at].stop - 1) for _, box, _ in found]


def middles(found, at):
    return np.array([sum(pair) / 2 for pair in ends(found, at)])


def bands(found, at):
    """How many objects stand in each band of rows (columns) between free ones."""
    counts, last = [], -2
    for start, stop in sorted(ends(found, at)):
        if start > last + 1:
            counts.append(0)
        counts[-1] += 1
        last = max(last, stop)
    return counts


def turned(grid, found):
    return grid.T, [(color, box[::-1], cells.T) for color, box, cells in found]


def is_row(grid, found):
    return bands(found, 1) == [1] * len(found) and np.ptp(middles(found, 0)) <= 3


def is_falling(grid, found):
    order = np.argsort(middles(found, 0))
    apart = any(bands(found, at) == [1] * len(found) for at in (0, 1))
    return apart and bool((np.diff(middles(found, 1)[order]) > 0).all())


def is_rising(grid, found):
    _, width = grid.shape
    return is_falling(
        grid, [(c, (b[0], slice(width - b[1].stop, width - b[1].start)), m) for c, b, m in found]
    )


def is_lattice(grid, found):
    rows, columns, n = bands(found, 0), bands(found, 1), len(found)
    slots = len(rows) * len(columns)
    return min(len(rows), len(columns)) > 1 and max(rows) > 1 and n <= slots <= n + max(1, n // 3)


def is_ring(grid, found):
    height, width = grid.shape
    middle = grid[2 * height // 5 : height - 2 * height // 5, 2 * width // 5 : -(2 * width // 5)]
    down, right = middles(found, 0) - (height - 1) / 2, middles(found, 1) - (width - 1) / 2
    turns = np.sort(np.arctan2(down, right))
    gaps = np.diff(np.append(turns, turns[0] + 2 * np.pi))
    return not middle.any() and gaps.max() < 1.2 * np.pi


def is_two_rows(grid, found):
    rows = bands(found, 0)
    upper = sorted(found, key=lambda one: one[1][0].start)[: rows[0]]
    lower = [one for one in found if one not in upper]
    return len(rows) == 2 and min(rows) > 1 and is_row(grid, upper) and is_row(grid, lower)


def is_corners(grid, found):
    far = min(grid.shape) // 7
    near = [
        all(
            min(start, length - 1 - stop) <= far
            for start, stop, length in zip(*ends_of(box), grid.shape, strict=True)
        )
        for _, box, _ in found
    ]
    return sum(near) >= min(4, len(found))


def ends_of(box):
    return [part.start for part in box], [part.stop - 1 for part in box]


def is_cross(grid, found):
    shapes = {4: ([1, 2, 1],), 5: ([1, 3, 1],)}
    return bands(found, 0) in shapes[len(found)] and bands(found, 1) in shapes[len(found)]


FIGURES = {
    "scatter": lambda grid, found: True,
    "row": is_row,
    "staggered": lambda grid, found: bands(found, 1) == [1] * len(found),
    "column": lambda grid, found: is_row(*turned(grid, found)),
    "falling": is_falling,
    "rising": is_rising,
    "lattice": is_lattice,
    "ring": is_ring,
    "two_rows": is_two_rows,
    "two_columns": lambda grid, found: is_two_rows(*turned(grid, found)),
    "corners": is_corners,
    "cross": is_cross,
}


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_objects_stand_in_the_figure(arrangement, aligned):
    some = scenes(10, arrangement=arrangement, aligned=aligned, count={"any": [4, 5]})
    assert {len(found) for _, found in some} == {4, 5}
    assert all(FIGURES[arrangement](*one) for one in some)


def test_scattered_objects_stand_in_no_figure():
    some = scenes(30, arrangement="scatter")
    for arrangement in set(ARRANGEMENTS) - {"scatter"}:
        assert sum(FIGURES[arrangement](*one) for one in some) < 15, arrangement


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_common_parameters_hold(arrangement):
    limits = {"margin": 2, "border": 1, "smallest": 3, "largest": 4, "thickness": 2, "side": 24}
    sizes = set()
    for grid, found in scenes(12, arrangement=arrangement, colors="few", **limits):
        assert max(grid.shape) == 24
        assert not grid[[0, -1]].any()
        assert not grid[:, [0, -1]].any()
        assert all(3 <= max(cells.shape) <= 4 and min(cells.shape) >= 2 for *_, cells in found)
        assert len(found) == 4
        for (_, one, _), (_, other, _) in combinations(found, 2):
            gaps = [
                max(a.start - b.stop, b.start - a.stop) for a, b in zip(one, other, strict=True)
            ]
            assert max(gaps) >= 2
        sizes |= {cells.shape for *_, cells in found}
    assert len(sizes) > 3


def test_rows_are_aligned_on_a_base_or_a_middle_line_if_wanted():
    def lines(aligned):
        for _, found in scenes(30, arrangement="row", aligned=aligned):
            yield np.ptp([stop for _, stop in ends(found, 0)]), np.ptp(middles(found, 0))

    based = [base == 0 for base, middle in lines(True) if base == 0 or middle <= 0.5]
    assert len(based) == 30
    assert 5 < sum(based) < 27
    assert sum(base > 0 and middle > 0.5 for base, middle in lines(False)) > 15


@pytest.mark.parametrize("by", PROPERTIES)
def test_mostly_there_is_room_and_equal_seeds_give_equal_scenes(by):
    places = {"any": ["scatter", "two_rows", "lattice", "ring", "corners", "falling"]}
    large = {"smallest": LONG.get(by, 2), "largest": 6, "side": 22, "arrangement": places}
    found, again = (draws(BASE | large | {"contrast": by}, 12, seed=3) for _ in range(2))
    assert sum(grid is not None for grid in found) > 8
    assert [str(grid) for grid in found] == [str(grid) for grid in again]


def enclosed(cells):
    """How many areas an object encloses, over sides of cells."""
    return ndimage.label(ndimage.binary_fill_holes(cells) & ~cells)[1]


def test_hollow_objects_have_a_thin_wall_and_full_ones_are_of_the_same_kinds():
    outlines = ["rectangle", "square", "bevelled", "diamond", "irregular"]
    longer, kinds = {0: [], 1: []}, {0: set(), 1: set()}
    for found in of("fill", 50, side=22, smallest=4, largest=7, outlines=outlines):
        holes = [enclosed(cells) for _, cells in found]
        assert set(holes) == {0, 1}
        for n, (_, cells) in zip(holes, found, strict=True):
            whole = ndimage.binary_fill_holes(cells)
            if n:
                wall = whole & ~ndimage.binary_erosion(whole)
                assert (cells == wall).all()
            longer[n].append(max(cells.shape))
            kinds[n].add(int(whole[[0, 0, -1, -1], [0, -1, 0, -1]].sum()))
    assert abs(np.mean(longer[0]) - np.mean(longer[1])) < 0.3
    assert kinds[0] >= {0, 4} <= kinds[1]


@pytest.mark.parametrize("by", ["axis", "hollow_axis"])
def test_some_rectangles_are_upright_and_some_level_and_they_are_alike(by):
    longer = {True: [], False: []}
    for found in of(by, 50, side=20, largest=7):
        shapes = [cells.shape for _, cells in found]
        assert all(abs(height - width) >= 2 for height, width in shapes)
        assert {height > width for height, width in shapes} == {True, False}
        for height, width in shapes:
            longer[height > width].append((max(height, width), min(height, width)))
        hollow = [enclosed(cells) == 1 and not cells[1:-1, 1:-1].any() for _, cells in found]
        assert all(hollow) if by == "hollow_axis" else all(cells.all() for _, cells in found)
    difference = np.mean(longer[True], axis=0) - np.mean(longer[False], axis=0)
    assert abs(difference).max() < 0.3
    assert min(shorter for _, shorter in longer[True]) == (3 if by == "hollow_axis" else 1)


def images(cells):
    """An object's shape in all its orientations, as bytes."""
    turns = [np.rot90(side, k) for side in (cells, cells[:, ::-1]) for k in range(4)]
    return {(turn.shape, turn.tobytes()) for turn in turns}


def sizes_of_groups(keys):
    return sorted(keys.count(key) for key in set(keys))


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_some_agree_in_shape_or_color_and_some_with_none(count):
    for by in ("shape", "color"):
        groups = set()
        for found in of(by, 10, count=count, side=24, colors="few"):
            keys = [(c.shape, c.tobytes()) if by == "shape" else color for color, c in found]
            sizes = sizes_of_groups(keys)
            assert sizes[0] == 1
            assert 1 <= sizes.count(1) <= 2
            assert set(sizes) - {1} <= {2, 3}
            assert 1 <= len(sizes) - sizes.count(1) <= 2
            groups.add(tuple(sizes))
            for (_, one), (_, other) in combinations(found, 2) if by == "shape" else ():
                same = one.shape == other.shape and bool((one == other).all())
                assert same or images(one).isdisjoint(images(other))
        assert len(groups) > (count not in (3, 7))


def test_colors_do_not_give_the_groups_of_a_shape_away():
    agree = []
    for found in of("shape", 60, side=20, colors="few"):
        pairs = combinations(found, 2)
        agree += [(images(a) == images(b), color == other) for (color, a), (other, b) in pairs]
    table = np.array(agree)
    same, others = table[table[:, 0], 1].mean(), table[~table[:, 0], 1].mean()
    assert abs(same - others) < 0.1
    assert 0.2 < same < 0.9


@pytest.mark.parametrize("colors", ["one", "own"])
def test_one_has_another_shape_or_another_color(colors):
    for found in of("odd_shape", 10, colors=colors):
        assert sizes_of_groups([(c.shape, c.tobytes()) for _, c in found]) == [1, 3]
        assert len({color for color, _ in found}) == (1 if colors == "one" else 4)
    odd, others = [], []
    for found in of("odd_color", 50, colors=colors):
        keys = [color for color, _ in found]
        assert sizes_of_groups(keys) == [1, 3]
        for color, cells in found:
            (odd if keys.count(color) == 1 else others).append(cells.sum())
    assert abs(np.mean(odd) - np.mean(others)) < 1.5


@pytest.mark.parametrize("by", ["size", "height", "width"])
def test_ranks_are_clear_and_no_place_shows_them(by):
    measure = {"size": np.sum, "height": lambda c: c.shape[0], "width": lambda c: c.shape[1]}[by]
    places = []
    for _, found in scenes(60, contrast=by, arrangement="row", side=28, largest=6):
        values = np.array([measure(cells) for *_, cells in found], float)
        ranked = sorted(values)
        for smaller, larger in pairwise(ranked):
            assert larger - smaller >= (max(2, larger / 10) if by == "size" else 1)
        places.append(stats.spearmanr(values, middles(found, 1))[0])
    assert abs(np.mean(places)) < 0.2


def test_objects_enclose_different_numbers_of_areas():
    numbers, longer = set(), {0: [], 1: [], 2: []}
    for found in of("holes", 40, side=24, smallest=5, largest=7):
        holes = [enclosed(cells) for _, cells in found]
        assert len(set(holes)) > 1
        numbers |= set(holes)
        for n, (_, cells) in zip(holes, found, strict=True):
            longer[n].append(max(cells.shape))
    assert numbers == {0, 1, 2}
    assert np.ptp([np.mean(lengths) for lengths in longer.values()]) < 0.4


def test_some_objects_show_a_few_cells_of_a_second_color():
    for grid, _ in scenes(20, contrast="two_colored", largest=4):
        labels, n = ndimage.label(grid > 0, EIGHT)
        assert n == 4
        counts = [np.bincount(grid[labels == k], minlength=10) for k in range(1, n + 1)]
        colors = [(count > 0).sum() for count in counts]
        assert set(colors) == {1, 2}
        assert all(count.max() > 2 * (count.sum() - count.max()) for count in counts)


def test_tags_depend_on_the_contrast():
    def tags(by):
        return Layout.read(BASE | {"contrast": by}).provided - {"several"}

    assert {by: tags(by) for by in PROPERTIES if tags(by)} == {
        "fill": {"container"},
        "axis": {"orientations"},
        "hollow_axis": {"container", "orientations"},
        "shape": {"twins"},
        "color": {"twins"},
        "holes": {"container"},
        "two_colored": {"multicolored"},
    }
    assert all("several" in Layout.read(BASE | {"contrast": by}).provided for by in PROPERTIES)


def test_says_what_stands_where():
    layout = Layout.read(BASE | {"contrast": "fill", "arrangement": "two_rows"})
    assert layout.phrase == "hollow objects and full ones in two rows"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"count": 1}, "count is 1: it is 2 at least"),
        ({"count": 3, "arrangement": "cross"}, "count is 3: it is 4 at least"),
        ({"count": 2, "contrast": "shape"}, "count is 2: it is 3 at least"),
        ({"count": 9, "contrast": "color", "side": 30}, "9 things"),
        ({"margin": 0}, "margin is 0"),
        ({"count": 10, "arrangement": "cross", "side": 30}, "10 things in a cross"),
    ],
)
def test_too_few_or_too_many_are_refused(arguments, reason):
    common = {"side": 14, "largest": 4, "count": 4, "smallest": 3}
    with pytest.raises(SampleError, match=reason):
        arranged(Draw(np.random.default_rng(0)), **(common | arguments))


@pytest.mark.parametrize("several", ["first", "second"])
def test_there_are_two_or_more_of_the_kind_that_is_asked_for(several):
    kinds = {
        "fill": lambda cells: enclosed(cells) == 1,
        "axis": lambda cells: cells.shape[0] > cells.shape[1],
    }
    for by, is_first in kinds.items():
        for found in of(by, 20, several=several, count=3):
            firsts = sum(is_first(cells) for _, cells in found)
            assert firsts == (2 if several == "first" else 1)
