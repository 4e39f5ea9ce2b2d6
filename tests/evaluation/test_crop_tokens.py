"""The answer on a TRM canvas, against a search of all rectangles."""

import numpy as np
import pytest

from arcrep.evaluation import crop_tokens

B = 1  # the border's token


def slow_crop(canvas, y, x):
    """Try every rectangle with its upper left corner at (y, x); the first largest one wins.

    They come in the order of their heights, so that of equals the one with fewest rows is first.
    """
    best, best_area = np.zeros((0, 0), np.uint8), 0
    for height in range(1, canvas.shape[0] - y + 1):
        for width in range(1, canvas.shape[1] - x + 1):
            part = canvas[y : y + height, x : x + width]
            colors = all(2 <= token <= 11 for token in part.flatten().tolist())
            if colors and height * width > best_area:
                best, best_area = part - 2, height * width
    return best


def crop(rows, offset=None):
    canvas = np.array([rows], dtype=np.uint8)
    return crop_tokens(canvas, None if offset is None else np.array([offset]))[0].tolist()


@pytest.mark.parametrize("share", [0.3, 0.75, 0.95, 1.0])
def test_it_is_the_largest_rectangle_of_colors(share):
    """With tokens beyond the vocabulary too: they are no colours."""
    rng = np.random.default_rng(int(100 * share))
    canvases = rng.integers(2, 12, (60, 6, 7)).astype(np.uint8)
    others = rng.choice(np.array([0, 1, 12, 13, 255], np.uint8), canvases.shape)
    canvases = np.where(rng.random(canvases.shape) < share, canvases, others)
    offsets = np.stack((rng.integers(0, 6, 60), rng.integers(0, 7, 60)), axis=1)
    corner = np.zeros_like(offsets)
    for given, places in ((offsets, offsets), (None, corner)):
        found = crop_tokens(canvases, given)
        assert len(found) == 60
        for grid, canvas, (y, x) in zip(found, canvases, places.tolist(), strict=True):
            expected = slow_crop(canvas, y, x)
            assert grid.tolist() == expected.tolist()
            assert grid.size == expected.size
            assert grid.dtype == np.uint8
    areas = {grid.size for grid in crop_tokens(canvases)}
    assert len(areas) > 3 or share == 1.0


def test_a_grid_with_its_border_is_cut_out():
    rows = [[2, 11, B, 5], [4, 5, B, 7], [B, B, 0, 8], [9, 9, 9, 9]]
    assert crop(rows) == [[0, 9], [2, 3]]


def test_without_a_border_blank_cells_end_it_too():
    assert crop([[3, 4, 5, 0], [3, 4, 5, 0], [0, 0, 0, 0]]) == [[1, 2, 3], [1, 2, 3]]


def test_what_lies_beyond_the_border_does_no_harm():
    rows = [[3, B, 9, 9], [3, B, 9, 9], [B, 0, 9, 9]]
    assert crop(rows) == [[1], [1]]


def test_a_hole_gives_the_larger_side():
    """Two rows of two beat one row of three; one row of five beats two rows of two."""
    assert crop([[2, 2, 2, B], [2, 2, B, B], [B, B, B, B]]) == [[0, 0], [0, 0]]
    assert crop([[2, 2, 2, 2, 2], [3, 3, B, B, B]]) == [[0, 0, 0, 0, 0]]


def test_of_equals_the_one_with_fewest_rows():
    assert crop([[2, 3], [4, B]]) == [[0, 1]]
    assert crop([[2, 3, 4, 5], [6, 7, B, B]]) == [[0, 1, 2, 3]]
    assert crop([[2, 3, B], [4, 5, B], [6, B, B], [7, B, B]]) == [[0, 1], [2, 3]]


def test_it_is_empty_where_no_color_stands():
    assert crop_tokens(np.array([[[B, 2], [2, 2]]], np.uint8))[0].size == 0
    assert crop_tokens(np.array([[[0, 2], [2, 2]]], np.uint8))[0].size == 0
    assert crop_tokens(np.full((1, 3, 3), 12, np.uint8))[0].size == 0


def test_it_starts_where_the_input_lay():
    rows = [[0, 0, 0, 0], [0, 2, 3, B], [0, 4, 5, B], [0, B, B, 0]]
    assert crop(rows) == []
    assert crop(rows, (1, 1)) == [[0, 1], [2, 3]]
    assert crop(rows, (2, 2)) == [[3]]
    assert crop([[2, 3], [4, 5]], (1, 1)) == [[3]]  # the last cell of the canvas


def test_a_full_canvas_is_the_answer():
    assert np.array(crop([[2] * 30] * 30)).shape == (30, 30)


def test_nothing_decodes_to_nothing():
    assert crop_tokens(np.zeros((0, 30, 30), np.uint8)) == []
    assert crop_tokens(np.zeros((0, 30, 30), np.uint8), np.zeros((0, 2), int)) == []


def test_the_canvas_stays_as_it_was():
    canvas = np.full((1, 3, 3), 5, np.uint8)
    crop_tokens(canvas)[0][:] = 9
    assert (canvas == 5).all()
