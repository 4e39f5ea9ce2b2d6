"""Objects beside a reference: what every scene shows, and what tells the two sides apart."""

from typing import get_args

import numpy as np
import pytest
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layouts.beside_reference import Reference, beside_reference
from tests.generator.layouts.scenes import boxed_objects

EIGHT = np.ones((3, 3))
REFERENCES = get_args(Reference)
BLOCKS = {"shapes": ("square", "rectangle"), "smallest": 3, "thickness": 3}


def drawn(reference, seeds=25, **arguments):
    """The scenes of many seeds, upright, with the rows of the reference (first, last + 1)."""
    found = []
    for seed in range(seeds):
        try:
            grid = beside_reference(
                Draw(np.random.default_rng(seed)),
                **{"count": 2 + seed % 5, "side": 15, "largest": 4} | arguments,
                reference=reference,
                reference_color=3,
            )
        except SampleError:
            continue
        upright = grid.T if arguments.get("axis") == "horizontal" else grid
        rows = np.flatnonzero((upright == 3).any(axis=1))
        found.append((upright, rows[0], rows[-1] + 1))
    assert len(found) >= 0.85 * seeds
    return found


def others(grid):
    return [(box, cells) for color, box, cells in boxed_objects(grid) if color != 3]


@pytest.mark.parametrize("axis", ["vertical", "horizontal"])
@pytest.mark.parametrize("reference", REFERENCES)
def test_all_objects_lie_wholly_on_one_of_both_sides(reference, axis):
    splits, places = set(), set()
    for grid, first, last in drawn(reference, axis=axis):
        before = sum(box[0].stop <= first - 1 for box, _ in others(grid))
        behind = sum(box[0].start >= last + 1 for box, _ in others(grid))
        assert before + behind == len(others(grid))
        assert min(before, behind) > 0
        splits.add((before, behind))
        places.add(first - (grid.shape[0] - last))
    assert len(splits) > 5
    assert len(places) > 3  # more to the one side or to the other


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_reference_is_of_its_kind(reference):
    one_part = reference not in ("dashed", "two_dots")
    for grid, first, last in drawn(reference):
        rows = grid[first:last] == 3
        parts = ndimage.label(rows, EIGHT)[1]
        ends = np.flatnonzero(rows.any(axis=0))
        assert (parts == 1) == one_part
        box = rows[:, ends[0] : ends[-1] + 1]
        if reference in ("line", "band", "segment", "block"):
            assert box.all()
        if reference in ("line", "band"):
            assert box.shape[1] == grid.shape[1]
        if reference == "dashed":
            assert box.shape[0] == 1
            assert box.shape[1] >= grid.shape[1] - 2
        if reference in ("line", "segment"):
            assert box.shape[0] == 1
        if reference == "band":
            assert box.shape[0] in (2, 3)
        if reference == "segment":
            assert 0 < ends[0] <= ends[-1] < grid.shape[1] - 1
        if reference == "frame":
            assert np.array_equal(~box, np.pad(np.ones((box.shape[0] - 2, box.shape[1] - 2)), 1))
        if reference == "plus":
            assert np.array_equal(box, box.any(axis=0) & box.all(axis=0) | box.all(axis=1)[:, None])
        if reference == "two_dots":
            assert parts == 2
            assert ends[0] < grid.shape[1] / 4
            assert ends[-1] >= 3 * grid.shape[1] / 4


@pytest.mark.parametrize(("margin", "border"), [(1, 0), (2, 2), (3, 1)])
def test_margins_borders_and_sizes_are_kept(margin, border):
    square, near_by = np.ones((2 * margin + 1,) * 2), np.ones((2 * min(margin, 2) + 1,) * 2)
    for reference in ("line", "block", "two_dots"):
        scenes = drawn(reference, 8, side=24, margin=margin, border=border, largest=5, **BLOCKS)
        for grid, first, last in scenes:
            near = np.zeros(grid.shape, int)
            for box, cells in others(grid):
                sides = sorted(cells.shape)
                assert 3 <= sides[0] <= sides[1] <= 5
                mask = np.zeros(grid.shape, bool)
                mask[box][cells] = True
                near += ndimage.binary_dilation(mask, square) & (grid > 0)
                assert not ndimage.binary_dilation(mask, near_by)[first:last].any()
            assert (near[grid != 3] == (grid > 0)[grid != 3]).all()
            inner = np.pad(np.ones([length - 2 * border for length in grid.shape], bool), border)
            assert not ((grid > 0) & (grid != 3) & ~inner).any()


@pytest.mark.parametrize(
    ("arguments", "least"),
    [
        ({"side": 24, "largest": 5}, 0.4),
        ({"side": 24, "largest": 5, **BLOCKS}, 0.4),
        ({"side": 27, "largest": 4, "margin": 5, "border": 1, "count": 3}, 0.4),
        ({"side": 24, "largest": 5, "axis": "horizontal"}, 0.35),
    ],
)
def test_the_half_of_the_grid_does_not_tell_the_side(arguments, least):
    scenes = [scene for kind in REFERENCES for scene in drawn(kind, 12, **arguments)]
    crossed, flipped = 0, set()
    for grid, first, _ in scenes:
        middles = [
            (box[0].start + box[0].stop - 1, box[0].stop <= first) for box, _ in others(grid)
        ]
        beyond = {above for twice, above in middles if (twice < len(grid) - 1) != above}
        beyond &= {above for twice, above in middles if (twice > len(grid) - 1) == above}
        crossed += bool(beyond)
        flipped |= beyond
    assert crossed >= least * len(scenes)
    assert flipped == {True, False}


def test_neither_side_has_the_larger_objects():
    sizes = {True: [], False: []}
    for grid, first, _ in drawn("line", 150, side=13):
        for box, cells in others(grid):
            sizes[box[0].stop <= first].append(cells.sum())
    means = [np.mean(found) for found in sizes.values()]
    spread = (
        np.std(sizes[True] + sizes[False]) * (1 / len(sizes[True]) + 1 / len(sizes[False])) ** 0.5
    )
    assert abs(means[0] - means[1]) < 3.5 * spread


@pytest.mark.parametrize("arguments", [{"count": 1}, {"margin": 0}, {"count": 60}, {"smallest": 9}])
def test_what_has_no_room_is_an_error_of_sampling(arguments):
    with pytest.raises(SampleError):
        beside_reference(
            Draw(np.random.default_rng(0)), **{"count": 3, "side": 10, "largest": 9} | arguments
        )


@pytest.mark.parametrize("reference", REFERENCES)
@pytest.mark.parametrize("several", ["before", "behind"])
def test_there_are_two_or_more_on_the_side_that_is_asked_for(reference, several):
    for grid, first, _ in drawn(reference, count=4, side=18, several=several):
        before = sum(box[0].stop <= first for box, _ in others(grid))
        assert 1 <= before <= 3
        assert (before if several == "before" else 4 - before) >= 2
