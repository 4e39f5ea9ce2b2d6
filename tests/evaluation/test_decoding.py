"""Decoding against a literal reference, hand-worked canvases and a time limit."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.arc import Example, Task, TaskSet, as_grid
from arcrep.evaluation import decode_canvases, prediction_from_grid, read_sizes, score


def decode_slowly(canvas, offset, scale, mask_invalid=False):
    """One canvas, cell by cell, as the rule is written down."""
    (y, x), (canvas_height, canvas_width) = offset, canvas.shape
    width = 0
    while x + width < canvas_width and canvas[y][x + width] != 11:
        width += 1
    height = 0
    while y + height < canvas_height and canvas[y + height][x] != 11:
        height += 1
    rows = []
    for top in range(0, height, scale):
        row = []
        for left in range(0, width, scale):
            block = [
                int(canvas[y + r][x + c])
                for r in range(top, min(top + scale, height))
                for c in range(left, min(left + scale, width))
            ]
            colors = [cell for cell in block if cell < 10]
            voters = colors if mask_invalid and colors else block
            row.append(min(set(voters), key=lambda cell: (-voters.count(cell), cell)))
        rows.append(row)
    n_columns = -(-width // scale)
    return np.array(rows, dtype=np.uint8).reshape(-(-height // scale), n_columns)


@st.composite
def canvases(draw):
    height, width, n = draw(st.integers(1, 12)), draw(st.integers(1, 12)), draw(st.integers(1, 5))
    # Few colours make ties; a rare boundary leaves answers that reach the end of the canvas.
    alphabet = draw(st.sampled_from([[0, 1], [3, 10, 11], [0, 1, 2, 10], [5, 11], list(range(12))]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    classes = rng.choice(np.array(alphabet, dtype=np.uint8), (n, height, width))
    offsets = np.stack([rng.integers(0, height, n), rng.integers(0, width, n)], axis=1)
    edge = draw(st.booleans())
    if edge:
        offsets[0] = (height - 1, width - 1)
    return classes, offsets, rng.integers(1, draw(st.sampled_from([3, 63])), n)


@given(canvases(), st.booleans())
@settings(max_examples=300, deadline=None)
def test_decodes_as_the_rule_is_written_down(batch, mask_invalid):
    classes, offsets, scales = batch
    decoded = decode_canvases(classes, offsets, scales, mask_invalid)
    heights, widths = read_sizes(classes, offsets)
    assert len(decoded) == len(classes)
    for n, grid in enumerate(decoded):
        expected = decode_slowly(classes[n], offsets[n], int(scales[n]), mask_invalid)
        assert grid.dtype == np.uint8
        assert grid.shape == expected.shape
        np.testing.assert_array_equal(grid, expected)
        unscaled = decode_slowly(classes[n], offsets[n], 1)
        assert (heights[n], widths[n]) == unscaled.shape


def test_every_scale_decodes_in_one_call_across_chunks():
    rng = np.random.default_rng(0)
    scales = np.tile(np.arange(1, 63), 3)  # three chunks, the last one cut
    classes = rng.choice(np.array([0, 1, 2, 10], np.uint8), (len(scales), 64, 64))
    offsets = rng.integers(1, 40, (len(scales), 2))
    for n, grid in enumerate(decode_canvases(classes, offsets, scales)):
        expected = decode_slowly(classes[n], offsets[n], int(scales[n]))
        np.testing.assert_array_equal(grid, expected)


def canvas(rows, size=8):
    """A canvas of background with the rows at offset (1, 1)."""
    whole = np.full((1, size, size), 10, np.uint8)
    for r, row in enumerate(rows, start=1):
        whole[0, r, 1 : 1 + len(row)] = row
    return whole


@pytest.mark.parametrize(
    ("rows", "scale", "expected"),
    [
        ([[1, 2, 11], [3, 4, 11], [11, 11, 11]], 1, [[1, 2], [3, 4]]),
        # Two of four each: the smaller colour wins.
        ([[7, 2, 11], [2, 7, 11], [11, 11, 11]], 2, [[2]]),
        # Three columns at scale 2: the second block votes with its single column.
        ([[1, 1, 5, 11], [1, 1, 5, 11], [11]], 2, [[1, 5]]),
        # A boundary inside, off the first row and column, does not shorten the answer.
        ([[1, 2, 11], [3, 11, 11], [11, 11, 11]], 1, [[1, 2], [3, 11]]),
    ],
)
def test_hand_worked_canvases(rows, scale, expected):
    (grid,) = decode_canvases(canvas(rows), np.array([[1, 1]]), np.array([scale]))
    assert grid.tolist() == expected


def test_an_answer_without_cells_is_empty_and_unparsed():
    (grid,) = decode_canvases(canvas([[11]]), np.array([[1, 1]]), np.array([2]))
    assert grid.shape == (0, 0)
    assert prediction_from_grid("t", 0, grid).status == "unparsed"


def test_no_boundary_reaches_the_end_of_the_canvas():
    (grid,) = decode_canvases(canvas([], 8), np.array([[3, 1]]), np.array([2]))
    assert grid.shape == (3, 4)
    assert (grid == 10).all()


def test_masking_takes_the_vote_of_background_and_boundary():
    classes = canvas([[10, 10, 11], [10, 4, 11], [11, 11, 11]])
    arguments = (classes, np.array([[1, 1]]), np.array([2]))
    assert decode_canvases(*arguments)[0].tolist() == [[10]]
    assert decode_canvases(*arguments, mask_invalid=True)[0].tolist() == [[4]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"classes": np.full((1, 8, 8), 12, np.uint8)}, "canvas classes must be 0-11, found 12"),
        ({"offsets": np.array([[0, 8]])}, r"canvas 0: offset \(0, 8\) lies outside its 8 x 8"),
        ({"offsets": np.array([[-1, 0]])}, r"offset \(-1, 0\) lies outside"),
        ({"scales": np.array([0])}, "scales must be 1 or more, found 0"),
    ],
)
def test_nonsense_is_refused(change, message):
    good = {
        "classes": np.zeros((1, 8, 8), np.uint8),
        "offsets": np.array([[1, 1]]),
        "scales": np.array([1]),
    }
    with pytest.raises(ValueError, match=message):
        decode_canvases(**(good | change))


def test_nothing_decodes_to_nothing():
    empty = np.zeros((0, 64, 64), np.uint8)
    assert decode_canvases(empty, np.zeros((0, 2), int), np.zeros(0, int)) == []


def paper_sized_set(rng):
    """1,600 tasks with 10 queries each, and the canvases of perfect answers at scale 2."""
    grids = [as_grid(rng.integers(0, 10, rng.integers(3, 31, 2))) for _ in range(100)]
    examples = [Example(grid, grid) for grid in grids]
    groups = [tuple(examples[n : n + 10]) for n in range(0, 100, 10)]
    tasks = [Task(f"t{n}", groups[0][:1], groups[n % 10]) for n in range(1600)]
    canvases = np.full((100, 64, 64), 10, np.uint8)
    for place, grid in zip(canvases, grids, strict=True):
        height, width = 2 * grid.shape[0], 2 * grid.shape[1]
        place[1 : 1 + height, 1 : 1 + width] = grid.repeat(2, 0).repeat(2, 1)
        place[1 : 2 + height, 1 + width] = 11
        place[1 + height, 1 : 2 + width] = 11
    return TaskSet("synthetic", tuple(tasks)), np.tile(canvases, (160, 1, 1))


def test_the_papers_queries_decode_and_score_in_seconds():
    task_set, classes = paper_sized_set(np.random.default_rng(0))
    offsets, scales = np.ones((16_000, 2), int), np.full(16_000, 2)
    start = time.process_time()
    grids = decode_canvases(classes, offsets, scales)
    answers = [prediction_from_grid(f"t{n // 10}", n % 10, g) for n, g in enumerate(grids)]
    scores = score(task_set, answers)
    assert time.process_time() - start < 5
    assert scores.counts["correct"] == 16_000
