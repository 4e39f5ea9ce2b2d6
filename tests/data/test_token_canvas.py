"""The TRM canvas against one drawn cell by cell, and where examples lie on it."""

import itertools

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.arc import Example, as_grid
from arcrep.data import GridTable, TokenCanvas, TokenPlacement

N = 4000


def draw_slowly(grid, side, offset):
    """Return the tokens of a canvas (side, side), decided one cell at a time."""
    canvas = np.zeros((side, side), dtype=np.uint8)
    if grid is None:
        return canvas
    height, width = grid.shape
    for y, x in itertools.product(range(side), repeat=2):
        row, column = y - offset[0], x - offset[1]
        in_rows, in_columns = 0 <= row < height, 0 <= column < width
        if in_rows and in_columns:
            canvas[y, x] = 2 + grid[row, column]
        elif (row == height and in_columns) or (column == width and in_rows):
            canvas[y, x] = 1
    return canvas


def random_grid(rng, side):
    height, width = rng.integers(1, side + 1, 2)
    return as_grid(rng.integers(0, 10, (height, width)).tolist(), "")


def blank_grid(height, width):
    return as_grid(np.zeros((height, width), int).tolist(), "")


def table_of(*extents, tasks=None):
    """A table of examples whose inputs and outputs have these sides."""
    examples = [Example(blank_grid(*size), blank_grid(1, 1)) for size in extents]
    return GridTable(examples, list(tasks or range(len(examples))))


@pytest.mark.parametrize("side", [1, 2, 5, 12, 30, 33])
def test_canvases_are_those_drawn_cell_by_cell(side):
    """Every third output is missing."""
    rng = np.random.default_rng(side)
    grids = [[random_grid(rng, min(side, 30)) for _ in "io"] for _ in range(12)]
    examples = [Example(i, None if n % 3 == 0 else o) for n, (i, o) in enumerate(grids)]
    table = GridTable(examples, rng.integers(0, 5, 12))
    canvas = TokenCanvas(table, side)
    assert canvas.task_rows.tolist() == table.task_rows.tolist()
    chosen = rng.permutation(np.r_[0:12, 3, 3])  # in any order, one of them three times
    for corner in (True, False):
        room = side - table.extents(chosen) + 1
        offsets = (rng.random((14, 2)) * room).astype(np.int64) * (not corner)
        for outputs in (False, True):
            found = canvas.tokens(
                torch.from_numpy(chosen), torch.from_numpy(offsets), outputs=outputs
            )
            assert found.dtype == torch.uint8
            for number, tokens, offset in zip(chosen, found, offsets, strict=True):
                example = examples[number]
                grid = example.output if outputs else example.input
                expected = draw_slowly(grid, side, offset)
                assert tokens.view(side, side).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        ((0, 0), "56100 78100 11000 00000 00000"),
        ((1, 2), "00000 00561 00781 00110 00000"),
        ((3, 0), "00000 00000 00000 56100 78100"),  # no room below
        ((0, 3), "00056 00078 00011 00000 00000"),  # nor on the right
        ((3, 3), "00000 00000 00000 00056 00078"),
    ],
)
def test_the_border_is_below_and_on_the_right_without_its_corner(offset, expected):
    grid = as_grid([[3, 4], [5, 6]], "")
    canvas = TokenCanvas(GridTable([Example(grid, None)], [0]), 5)
    found = canvas.tokens(torch.tensor([0]), torch.tensor([offset]))[0].view(5, 5)
    assert [[int(c) for c in row] for row in expected.split()] == found.tolist()
    outputs = canvas.tokens(torch.tensor([0]), torch.tensor([offset]), outputs=True)
    assert not outputs.any()  # it has none


def test_an_output_larger_than_the_canvas_is_cut():
    """Inputs alone decide what can be asked, so that targets give nothing away."""
    rng = np.random.default_rng(0)
    output = as_grid(rng.integers(0, 10, (4, 9)).tolist(), "")
    canvas = TokenCanvas(GridTable([Example(blank_grid(2, 2), output)], [0]), 6)
    found = canvas.tokens(torch.tensor([0]), torch.tensor([[3, 1]]), outputs=True)[0]
    assert found.view(6, 6).tolist() == draw_slowly(output, 6, (3, 1)).tolist()


def test_an_input_larger_than_the_canvas_is_refused():
    table = table_of((2, 2), (1, 7))
    with pytest.raises(ValueError, match="an input of side 7 does not fit on a canvas of 6 cells"):
        TokenCanvas(table, 6)
    TokenCanvas(table, 7)


def place(rule, table, examples, side=30, seed=0, first_item=0):
    return rule.offsets(table, side, seed, first_item, np.asarray(examples))


def assert_all_places_alike(offsets, rows, columns):
    """Each place that fits is met, inclusive of the last ones, and about as often as the others."""
    places, counts = np.unique(offsets, axis=0, return_counts=True)
    assert places.tolist() == [list(p) for p in itertools.product(range(rows), range(columns))]
    expected = len(offsets) / (rows * columns)
    assert np.abs(counts - expected).max() < 5 * expected**0.5


@pytest.mark.parametrize(("height", "width"), [(2, 4), (5, 1), (1, 5), (3, 3), (5, 5)])
def test_offsets_are_uniform_over_all_places_that_fit(height, width):
    rooms = 5 - height + 1, 5 - width + 1
    once = place(
        TokenPlacement("once", keep_one=False), table_of(*[(height, width)] * N), range(N), 5
    )
    assert_all_places_alike(once, *rooms)
    start = place(TokenPlacement("each_start", keep_one=False), table_of((height, width)), [0] * N, 5)
    assert_all_places_alike(start, *rooms)


def test_what_fits_is_asked_of_input_and_output():
    table = GridTable([Example(blank_grid(4, 1), blank_grid(2, 3))], [0])
    assert_all_places_alike(place(TokenPlacement("each_start", keep_one=False), table, [0] * N, 5), 2, 3)


def test_once_is_the_same_for_an_example_always():
    rule, table = TokenPlacement("once"), table_of(*[(3, 4)] * 50, tasks=[0, 1, 2, 3, 4] * 10)
    all_of_them = place(rule, table, range(50))
    again = np.random.default_rng(0).integers(0, 50, 200)
    for first_item in (0, 7, 10**12):
        found = place(TokenPlacement("once"), table, again, first_item=first_item)
        assert found.tolist() == all_of_them[again].tolist()
    assert place(rule, table, range(50), seed=1).tolist() != all_of_them.tolist()


def test_one_example_of_each_task_stays_in_the_corner():
    """It is drawn: every one is chosen by some seed, and about as often."""
    tasks = [7, 2, 2, 7, 7, 0, 2, 7]
    table, kept = table_of(*[(1, 1)] * 8, tasks=tasks), []
    for seed in range(300):
        moved = place(TokenPlacement("once", keep_one=False), table, range(8), seed=seed)
        found = place(TokenPlacement("once"), table, range(8), seed=seed)
        unlike = (found != moved).any(axis=1)
        assert not found[unlike].any()
        if moved.any(axis=1).all():  # nobody was in the corner by chance
            assert sorted(np.array(tasks)[unlike]) == [0, 2, 7]
            kept += np.flatnonzero(unlike).tolist()
    counts = np.bincount(kept, minlength=8)
    seeds = counts[5]  # the only one of its task
    assert seeds > 280
    for task, share in ((7, 1 / 4), (2, 1 / 3)):
        of_task = counts[np.array(tasks) == task]
        assert of_task.sum() == seeds
        assert np.abs(of_task - seeds * share).max() < 4 * (seeds * share) ** 0.5


@given(
    seed=st.integers(-(2**70), 2**70),
    first=st.integers(0, 2**40),
    cuts=st.sets(st.integers(1, 11)),
)
@settings(max_examples=50, deadline=None)
def test_at_each_start_an_item_depends_on_seed_and_number_only(seed, first, cuts):
    table = table_of(*np.random.default_rng(0).integers(1, 31, (6, 2)))
    examples = np.arange(12) % 6
    rule = TokenPlacement("each_start", keep_one=False)
    whole = place(rule, table, examples, seed=seed, first_item=first)
    edges = [0, *sorted(cuts), 12]
    parts = [
        place(rule, table, examples[start:stop], seed=seed, first_item=first + start)
        for start, stop in itertools.pairwise(edges)
    ]
    assert np.concatenate(parts).tolist() == whole.tolist()


def test_starts_and_seeds_differ():
    rule, table = TokenPlacement("each_start", keep_one=False), table_of((3, 3))
    drawn = [place(rule, table, [0] * 1000, seed=seed) for seed in (0, 1, -1, 2**63)]
    assert len(np.unique(drawn[0], axis=0)) > 500  # of 784 places
    for first, second in itertools.combinations(drawn, 2):
        assert (first == second).all(axis=1).mean() < 0.05


def test_never_is_the_corner():
    found = place(TokenPlacement("never", keep_one=False), table_of((3, 4), (1, 1)), [0, 1, 1])
    assert found.tolist() == [[0, 0]] * 3


@pytest.mark.parametrize("drawn", ["once", "each_start", "never"])
def test_an_example_that_is_too_large_is_refused_with_the_way_out(drawn):
    output = Example(blank_grid(2, 2), blank_grid(3, 6))
    table, rule = (
        GridTable([output, Example(blank_grid(5, 5), None)], [0, 1]),
        TokenPlacement(drawn, keep_one=drawn == "once"),
    )
    told = "an example of side 6 does not fit on a canvas of 5 cells: take a larger model.side"
    with pytest.raises(ValueError, match=told):
        place(rule, table, [1, 0], side=5)
    assert place(rule, table, [1], side=5).tolist() == [[0, 0]]  # it fits exactly
    place(rule, table, [1, 0], side=6)


def test_a_rule_that_is_none_is_refused():
    with pytest.raises(ValueError, match="once, each_start or never, got 'often'"):
        TokenPlacement("often")


@pytest.mark.parametrize("drawn", ["each_start", "never"])
def test_a_kept_example_where_nothing_is_drawn_once_is_warned_of(drawn):
    with pytest.warns(UserWarning, match=f"keep_one=true does nothing with .*drawn={drawn}"):
        TokenPlacement(drawn, keep_one=True)
