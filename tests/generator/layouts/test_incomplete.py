"""Figures that are not whole: that one sees what each would be."""

import numpy as np
import pytest

from tests.generator.layouts.scenes import boxed_objects, draws, repeat_and_mostly_fit, shape

CONNECTED = ["notches", "pits", "gap", "side", "bent"]
LOOSE = ["dots", "corners", "middles"]


def scenes(spec, count=40):
    found = [grid for grid in draws(spec, count) if grid is not None]
    assert found
    return found


@pytest.mark.parametrize("missing", [*CONNECTED, *LOOSE])
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(missing):
    repeat_and_mostly_fit({"op": "incomplete_rectangles", "missing": missing, "side": 16}, 40)


@pytest.mark.parametrize("op", ["gapped_bars", "dented_figures"])
def test_bars_and_figures_mostly_find_room(op):
    repeat_and_mostly_fit({"op": op, "count": 2, "side": 16}, 40)


@pytest.mark.parametrize("missing", [*CONNECTED, *LOOSE])
def test_parts_reach_all_sides_of_boxes_that_are_apart(missing):
    spec = {"op": "incomplete_rectangles", "missing": missing, "count": 3, "side": 18}
    for grid in scenes(spec):
        taken = np.zeros((grid.shape[0] + 2, grid.shape[1] + 2), int)
        for color in np.unique(grid[grid > 0]):
            rows, columns = np.nonzero(grid == color)
            part = shape(grid == color)
            assert not part.all()
            assert min(part.shape) >= 4
            # Each box takes a cell more below and to the right: the distance that they keep.
            taken[rows.min() : rows.max() + 2, columns.min() : columns.max() + 2] += 1
        assert len(np.unique(grid)) == 4
        assert taken.max() == 1


@pytest.mark.parametrize("missing", CONNECTED)
def test_parts_hang_together(missing):
    spec = {"op": "incomplete_rectangles", "missing": missing, "count": 3, "side": 18}
    assert all(len(boxed_objects(grid)) == 3 for grid in scenes(spec))


def test_some_are_whole():
    spec = {"op": "incomplete_rectangles", "missing": "pits", "count": 2, "whole": 1, "side": 18}
    for grid in scenes(spec):
        assert sorted(bool(mask.all()) for _, _, mask in boxed_objects(grid)) == [
            False,
            False,
            True,
        ]


@pytest.mark.parametrize("shown", ["gap", "dots", "ends"])
def test_bars_show_their_ends_and_miss_a_cell(shown):
    for grid in scenes({"op": "gapped_bars", "shown": shown, "count": 3, "side": 16}):
        assert len(np.unique(grid)) == 4
        for color in np.unique(grid[grid > 0]):
            bar = shape(grid == color)
            assert min(bar.shape) == 1
            assert not bar.all()
            if shown == "ends":
                assert bar.sum() == 2


def agreement(mask):
    """The cells with their image in each level axis that has some, the best first."""
    rows, columns = np.nonzero(mask)
    cells = set(zip(rows.tolist(), columns.tolist(), strict=True))
    counts = [sum((twice - r, c) in cells for r, c in cells) for twice in range(2 * len(mask))]
    return sorted(counts, reverse=True)


@pytest.mark.parametrize("axis", ["horizontal", "vertical"])
def test_one_mirror_axis_is_clearly_the_best_of_a_dented_figure(axis):
    for grid in scenes({"op": "dented_figures", "axis": axis, "count": 1, "side": 14}):
        cells = grid > 0 if axis == "horizontal" else (grid > 0).T
        best, second = agreement(cells)[:2]
        assert best > max(second, agreement(cells.T)[0]) + 1
        assert best < cells.sum()
