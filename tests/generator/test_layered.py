"""Things on each other: which of them are covered, and that nothing else tells them."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layouts import layered
from arcrep.generator.programs import Program
from arcrep.generator.scenes import heaps
from tests.generator.layouts.scenes import box, draws, parts, repeat_and_mostly_fit

# How many objects are covered, of so many that are not loose.
COVERED = {
    "pair": lambda n: 1,
    "pairs": lambda n: n // 2,
    "chain": lambda n: n - 1,
    "crossing_bars": lambda n: n - 1,
    "cross": lambda n: 1,
    "on_plate": lambda n: 1,
    "window": lambda n: 1,
    "pile": lambda n: 1,
    "bridges": lambda n: 2,
}
LOOSE = 1
SIZES = {"smallest": 4, "largest": 7, "side": {"between": [14, 18]}}


@cache
def scenes(stacking):
    spec = {"op": "layered", "stacking": stacking, "loose": LOOSE, "border": 1}
    found = draws(spec | SIZES, 80, seed=3)
    return [grid for grid in found if grid is not None]


def boxes(grid):
    """The cells and the box of what shows of every colour."""
    masks = [grid == color for color in range(1, 10) if (grid == color).any()]
    return [(mask, box(mask)) for mask in masks]


def window(at):
    top, left, bottom, right = at
    return slice(top, bottom + 1), slice(left, right + 1)


def is_covered(grid, mask, at):
    """Whether another colour shows in the box of an object."""
    return bool(((grid > 0) & ~mask)[window(at)].any())


def kept_by_selector(grid, test):
    hidden = {"op": "where", "holds": {"op": "exists", "of": {"op": "hidden", "test": test}}}
    clauses = [{"select": hidden, "act": "keep_only"}]
    spec = {"version": 1, "id": "case", "parse": "by_color", "clauses": clauses}
    return {*Program.from_spec(spec).apply(grid).ravel().tolist()} - {0}


@pytest.mark.parametrize("stacking", COVERED)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(stacking):
    repeat_and_mostly_fit({"op": "layered", "stacking": stacking}, 20)


@pytest.mark.parametrize("stacking", [name for name in COVERED if name != "window"])
def test_the_boxes_of_the_covered_ones_alone_hold_cells_of_others(stacking):
    numbers = set()
    for grid in scenes(stacking):
        found = boxes(grid)
        covered = [is_covered(grid, *one) for one in found]
        assert sum(covered) == COVERED[stacking](len(found) - LOOSE)
        for (mask, at), hidden in zip(found, covered, strict=True):
            assert hidden or mask[window(at)].all()  # what lies free is a full rectangle
            assert not hidden or (grid > 0)[window(at)].all()
        numbers.add(len(found) - LOOSE)
    several = {"pairs": {4, 6}, "crossing_bars": {3, 4}, "on_plate": {2, 3}}
    several |= {"chain": {3, 4}, "pile": {3, 4}, "bridges": {3}}
    assert numbers == several.get(stacking, {2})


@pytest.mark.parametrize("stacking", COVERED)
def test_the_selector_of_hidden_cells_finds_the_covered_ones(stacking):
    for grid in scenes(stacking)[:15]:
        if stacking == "window":
            (below,) = kept_by_selector(grid, "between")
            assert not _ring(grid == below)
        else:
            colors = {int(grid[mask][0]) for mask, at in boxes(grid) if is_covered(grid, mask, at)}
            assert kept_by_selector(grid, "box") == colors


def _ring(mask):
    at = box(mask)
    hole = ~mask[window(at)]
    return hole.any() and not (hole[0].any() or hole[-1].any() or hole[:, [0, -1]].any())


def test_a_ring_is_whole_and_a_rectangle_shows_inside_and_outside_of_it():
    for grid in scenes("window"):
        ((mask, at),) = [
            (mask, at) for mask, at in boxes(grid) if _ring(mask) and is_covered(grid, mask, at)
        ]
        hole = np.where(mask, 0, grid)[window(at)]
        (below,) = set(hole[hole > 0].tolist())
        assert (grid == below).sum() > (hole > 0).sum()
        inner = hole[1:-1, 1:-1] > 0
        assert not inner.all(axis=0).any()
        assert not inner.all(axis=1).any()


@pytest.mark.parametrize("stacking", COVERED)
def test_what_covers_nothing_keeps_its_distance(stacking):
    for grid in scenes(stacking):
        assert grid[1:-1, 1:-1].sum() == grid.sum()  # border=1
        heaps_and_loose = 1 + LOOSE
        if stacking == "pairs":
            heaps_and_loose = (len(boxes(grid)) - LOOSE) // 2 + LOOSE
        assert len(parts(grid > 0)) == heaps_and_loose


@pytest.mark.parametrize("stacking", ["chain", "crossing_bars", "pile"])
def test_what_does_not_lie_on_each_other_is_apart(stacking):
    for grid in scenes(stacking):
        found = boxes(grid)
        for (one, a), (two, b) in combinations(found, 2):
            meet = a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
            near = a[0] <= b[2] + 1 and b[0] <= a[2] + 1 and a[1] <= b[3] + 1 and b[1] <= a[3] + 1
            assert meet or not near, (one, two)


@pytest.mark.parametrize("stacking", COVERED)
def test_sizes_are_those_that_were_asked_for(stacking):
    lengths = [
        max(at[2] - at[0], at[3] - at[1]) + 1 for grid in scenes(stacking) for _, at in boxes(grid)
    ]
    assert min(lengths) >= SIZES["smallest"]
    assert max(lengths) <= SIZES["largest"]
    assert len(set(lengths)) > 1


@pytest.mark.parametrize("stacking", ["pair", "chain", "crossing_bars", "cross", "bridges"])
def test_covered_and_free_ones_are_equally_large(stacking):
    """Within two tenths of a cell and three standard errors, for objects of 4 to 7 cells."""
    lengths = {False: [], True: []}
    thickness = {False: [], True: []}
    for grid in scenes(stacking):
        for mask, at in boxes(grid):
            sides = sorted((at[2] - at[0] + 1, at[3] - at[1] + 1))
            hidden = is_covered(grid, mask, at)
            thickness[hidden].append(sides[0])
            lengths[hidden].append(sides[1])
    for measured in (lengths, thickness):
        errors = [np.std(values) / len(values) ** 0.5 for values in measured.values()]
        difference = abs(np.mean(measured[True]) - np.mean(measured[False]))
        assert difference < 0.2 + 3 * np.hypot(*errors)


def test_thickness_holds_for_all_objects():
    for stacking in COVERED:
        spec = {"op": "layered", "stacking": stacking, "thickness": 2, "side": 22}
        found = [grid for grid in draws(spec | {"largest": 10, "count": 3}, 20) if grid is not None]
        assert len(found) > 10
        for grid in found:
            for _, at in boxes(grid):
                assert min(at[2] - at[0], at[3] - at[1]) + 1 >= 2


def test_the_figures_of_a_heap_are_numbered_from_the_lowest():
    heap = heaps.chain(Draw(np.random.default_rng(0)), heaps.Sizes(4, 6, 1, 1), 3)
    cells = heaps.picture(heap)
    for number, (at, shape) in enumerate(heap, 1):
        hidden = shape.sum() - (cells == number).sum()
        assert (hidden > 0) == (number < 3)
        assert shape.shape == at[2:]


def test_too_many_loose_ones_are_refused():
    with pytest.raises(SampleError):
        layered.layered(Draw(np.random.default_rng(0)), 3, 14, 6, "pair", loose=9)
