"""An object at the centre of the grid: where it is, and where the others are."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from arcrep.generator.layouts import centered  # noqa: F401 - so that this word is known first
from arcrep.generator.programs import Program
from tests.generator.layouts.scenes import box, draws, objects, repeat_and_mostly_fit

AROUND = ["scatter", "ring", "corners", "cross", "row", "column", "diagonal", "framed", "crowd"]
FRAME = 5


def margin(around):
    """Two cells, but where a frame takes room too."""
    return 1 if around == "framed" else 2


@cache
def scenes(around):
    spec = {"op": "centered", "around": around, "count": {"between": [3, 6]}}
    spec |= {"side": {"between": [16, 20]}, "border": 1, "frame_color": FRAME, "thickness": 2}
    spec |= {"margin": margin(around)}
    spec |= {"shapes": ["square", "rectangle", "ring", "plus"], "largest": 4}
    return [grid for grid in draws(spec, 60, seed=2) if grid is not None]


def middles(grid):
    """How far the middle of the box of every object is from the centre, and its box."""
    found = [mask for color, mask in objects(grid) if color != FRAME]
    assert len(found) > 2
    offsets = []
    for top, left, bottom, right in map(box, found):
        down, along = top + bottom - grid.shape[0] + 1, left + right - grid.shape[1] + 1
        offsets.append((down / 2, along / 2))
    return offsets, [box(mask) for mask in found]


def unframed(grid, around):
    return grid if around == "framed" else np.where(grid == FRAME, 9, grid)


@cache
def looked_at(around):
    return [middles(unframed(grid, around)) for grid in scenes(around)]


def others(offsets):
    return [offset for offset in offsets if offset != (0, 0)]


@pytest.mark.parametrize("around", AROUND)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(around):
    repeat_and_mostly_fit({"op": "centered", "around": around}, 20)
    assert len(scenes(around)) > 42


@pytest.mark.parametrize("around", AROUND)
def test_one_object_is_at_the_centre_and_no_other_is_near(around):
    for offsets, _ in looked_at(around):
        distances = sorted(max(abs(down), abs(right)) for down, right in offsets)
        assert distances[0] == 0
        assert distances[1] > 2


@pytest.mark.parametrize("around", AROUND)
def test_the_rule_of_the_nearest_object_finds_it(around):
    center = {"op": "distance", "to": {"op": "center_of", "of": "grid"}}
    nearest = {"op": "extreme", "key": center, "which": "least"}
    spec = {"version": 1, "id": "case", "parse": "components"}
    program = Program.from_spec(spec | {"clauses": [{"select": nearest, "act": "keep_only"}]})
    for grid in scenes(around)[:15]:
        top, left, bottom, right = box(program.apply(grid) > 0)
        assert (top + bottom, left + right) == (grid.shape[0] - 1, grid.shape[1] - 1)


@pytest.mark.parametrize("around", AROUND)
def test_margin_border_and_sizes(around):
    for grid in scenes(around):
        assert grid[1:-1, 1:-1].sum() == grid.sum()
        _, found = middles(unframed(grid, around))
        for one, two in combinations(found, 2):
            rows = max(one[0] - two[2], two[0] - one[2])
            columns = max(one[1] - two[3], two[1] - one[3])
            assert max(rows, columns) > margin(around)
        for top, left, bottom, right in found:
            sides = bottom - top + 1, right - left + 1
            assert min(sides) >= 2
            assert max(sides) <= 4


@pytest.mark.parametrize("around", AROUND)
def test_the_one_in_the_middle_is_as_large_as_the_others(around):
    """Within a fifth of a cell and three standard errors."""
    sizes = {True: [], False: []}
    for offsets, found in looked_at(around):
        for offset, (top, left, bottom, right) in zip(offsets, found, strict=True):
            sizes[offset == (0, 0)].append((bottom - top + right - left + 2) / 2)
    errors = [np.std(values) / len(values) ** 0.5 for values in sizes.values()]
    assert abs(np.mean(sizes[True]) - np.mean(sizes[False])) < 0.2 + 3 * np.hypot(*errors)


@pytest.mark.parametrize(
    ("around", "ways"),
    [("row", [(0, 1)]), ("column", [(1, 0)]), ("diagonal", [(1, 1), (1, -1)])],
)
def test_in_line_at_equal_distances(around, ways):
    seen = set()
    for offsets, _ in looked_at(around):
        half = len(offsets) // 2
        step = max(max(map(abs, offset)) for offset in offsets) / half
        lines = {
            way: {(way[0] * step * n, way[1] * step * n) for n in range(-half, half + 1)}
            for way in ways
        }
        (way,) = [way for way, line in lines.items() if line == set(offsets)]
        seen.add(way)
    assert seen == set(ways)


def test_three_or_five_or_seven_in_a_row():
    spec = {"op": "centered", "around": "row", "count": {"between": [2, 7]}, "side": 28}
    found = draws(spec | {"largest": 3, "proportions": "wide"}, 40)
    numbers = {len(objects(grid)) for grid in found if grid is not None}
    assert numbers == {3, 5, 7}


def test_on_the_arms_of_a_cross():
    for offsets, _ in looked_at("cross"):
        assert all(0 in offset for offset in offsets)
        assert len({np.sign(offset).tobytes() for offset in others(offsets)}) == min(
            4, len(offsets) - 1
        )


def test_in_different_corners():
    for offsets, _ in looked_at("corners"):
        quarters = {tuple(np.sign(offset)) for offset in others(offsets)}
        assert 0 not in {sign for quarter in quarters for sign in quarter}
        assert len(quarters) == len(offsets) - 1 >= 3


def test_a_ring_goes_all_around():
    for offsets, _ in looked_at("ring"):
        angles = sorted(np.arctan2(*offset) for offset in others(offsets))
        gaps = np.diff([*angles, angles[0] + 2 * np.pi])
        assert max(gaps) < 2 * np.pi / len(angles) + 0.9


def test_a_crowd_is_nearer_than_scattered_objects():
    near = {}
    for around in ("crowd", "scatter"):
        spec = {"op": "centered", "around": around, "side": 22, "largest": 3, "count": 4}
        drawn = [grid for grid in draws(spec, 40) if grid is not None]
        found = [middles(unframed(grid, around))[0] for grid in drawn]
        near[around] = np.mean([np.hypot(*o) for offsets in found for o in others(offsets)])
    assert near["crowd"] < near["scatter"] - 0.5


def test_a_frame_holds_all_and_has_its_middle_a_little_off():
    for grid in scenes("framed"):
        frame = grid == FRAME
        top, left, bottom, right = box(frame)
        whole = np.zeros(grid.shape, bool)
        whole[top : bottom + 1, left : right + 1] = True
        assert not (grid[~whole]).any()
        assert frame.sum() == 2 * (bottom - top + right - left)
        off = abs(top + bottom - grid.shape[0] + 1), abs(left + right - grid.shape[1] + 1)
        assert 0 < sum(off) <= 2
