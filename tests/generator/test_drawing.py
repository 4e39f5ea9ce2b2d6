"""Random choices, and where shapes come to lie on a sheet."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import ndimage

from arcrep.generator.drawing import Box, Draw, NoRoomError, Sheet, speckled, striped
from arcrep.generator.errors import SampleError

SEEDS = st.integers(0, 2**32)


def draw_of(seed=0):
    return Draw(np.random.default_rng(seed))


def mask_of(*rows):
    return np.array([[cell == "#" for cell in row] for row in rows])


@st.composite
def masks(draw, largest=5):
    height, width = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    cells = st.lists(st.booleans(), min_size=height * width, max_size=height * width)
    return np.array(draw(cells)).reshape(height, width)


@st.composite
def things(draw):
    """The sides of a sheet, a seed, and up to five things on it, which may overlap."""
    height, width = draw(st.integers(1, 30)), draw(st.integers(1, 30))
    placed: list[tuple[np.ndarray, int, int]] = []
    for _ in range(draw(st.integers(0, 5))):
        mask = draw(masks(min(5, height, width)))
        top = draw(st.integers(0, height - mask.shape[0]))
        left = draw(st.integers(0, width - mask.shape[1]))
        placed.append((mask, top, left))
    return height, width, draw(SEEDS), placed


def sheet_with(drawn):
    """A sheet with these things on it, and the cells that are taken."""
    height, width, seed, placed = drawn
    sheet, taken = Sheet(draw_of(seed), height, width), np.zeros((height, width), bool)
    for mask, top, left in placed:
        sheet.paste(mask, 5, top, left)
        taken[top : top + mask.shape[0], left : left + mask.shape[1]] |= mask
    return sheet, taken


def plain_places(taken, mask, margin, allowed):
    """The places where a shape fits, each tried by itself."""
    closed = ~allowed
    if taken.any():
        closed |= ndimage.distance_transform_cdt(~taken, "chessboard") <= margin
    (height, width), (rows, columns) = mask.shape, taken.shape
    corners = itertools.product(range(rows - height + 1), range(columns - width + 1))
    return [
        (top, left)
        for top, left in corners
        if not (closed[top : top + height, left : left + width] & mask).any()
    ]


@settings(deadline=None)
@given(things(), masks(), st.sampled_from((0, 1, 2, 3, 12, 99)), SEEDS)
def test_a_shape_may_go_wherever_trying_all_places_finds_room(drawn, mask, margin, seed):
    sheet, taken = sheet_with(drawn)
    region = np.random.default_rng(seed).random(taken.shape) < 0.9
    everywhere = np.ones(taken.shape, bool)
    assert sheet.places(mask, margin) == plain_places(taken, mask, margin, everywhere)
    assert sheet.places(mask, margin, region) == plain_places(taken, mask, margin, region)
    assert sheet.free.tolist() == (~taken).tolist()


@given(things(), masks(), st.integers(0, 2), st.integers(1, 9))
def test_a_placed_shape_changes_its_cells_and_no_others(drawn, mask, margin, color):
    sheet, taken = sheet_with(drawn)
    before, places = sheet.grid, sheet.places(mask, margin)
    if not places:
        with pytest.raises(NoRoomError, match=f"margin {margin} on a sheet of {len(before)} x "):
            sheet.place(mask, color, margin)
        assert sheet.grid.tolist() == before.tolist()
        return
    box = sheet.place(mask, color, margin)
    assert (box.top, box.left) in places
    expected = before.copy()
    expected[box.cells][mask] = color
    taken[box.cells] |= mask
    assert sheet.grid.tolist() == expected.tolist()
    assert sheet.free.tolist() == (~taken).tolist()


@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 12), st.integers(1, 12), masks(3))
def test_a_box_holds_the_whole_shape(top, left, height, width, mask):
    box, sheet = Box(top, left, height, width), Sheet(draw_of(), 20, 15)
    allowed = np.zeros((20, 15), bool)
    allowed[box.cells] = True
    expected = plain_places(np.zeros((20, 15), bool), mask, 0, allowed)
    assume(mask.any())
    assert sheet.places(mask, within=box) == expected


@pytest.mark.parametrize("margin", [1, 3, 20, 28, 29, 40])
def test_a_wide_margin_does_not_reach_round_the_edges_of_the_largest_sheet(margin):
    every = {(row, column) for row in range(30) for column in range(30)}
    for top, left in ((29, 0), (0, 29)):
        sheet = Sheet(draw_of(), 30, 30)
        sheet.paste(mask_of("#"), 1, top, left)
        far = {at for at in every if max(abs(at[0] - top), abs(at[1] - left)) > margin}
        assert set(sheet.places(mask_of("#"), margin)) == far


def test_all_places_are_equally_likely():
    draw = draw_of()
    seen = Counter()
    for _ in range(4000):
        sheet = Sheet(draw, 5, 6)
        sheet.paste(mask_of("#"), 1, 2, 2)
        seen[sheet.place(mask_of("##"), 2)[:2]] += 1
    assert set(seen) == set(sheet_places())
    assert max(seen.values()) < 1.35 * 4000 / len(seen)
    assert min(seen.values()) > 0.65 * 4000 / len(seen)


def sheet_places():
    # Rows 0 and 4 are clear of the cell at (2, 2); in rows 1 to 3 columns 4 and 5 are.
    return [(row, column) for row in (0, 4) for column in range(5)] + [(r, 4) for r in (1, 2, 3)]


def test_shapes_come_back_in_their_order_though_the_largest_is_placed_first():
    masks = [np.ones((1, 1), bool), np.ones((4, 6), bool), np.ones((2, 2), bool)]
    for seed in range(20):
        sheet = Sheet(draw_of(seed), 6, 9)
        boxes = sheet.place_all(masks, [1, 2, 3], margin=0)
        assert [box[2:] for box in boxes] == [mask.shape for mask in masks]
        for box, color in zip(boxes, (1, 2, 3), strict=True):
            assert (sheet.grid[box.cells] == color).all()


def test_reserved_cells_keep_their_colour_and_take_no_shape():
    sheet = Sheet(draw_of(), 3, 8, background=4)
    sheet.reserve(Box(0, 0, 3, 4))
    region = np.zeros((3, 8), bool)
    region[:, 6:] = True
    sheet.reserve(region)
    assert sheet.grid.tolist() == [[4] * 8] * 3
    assert sheet.places(mask_of("##"), margin=0) == [(0, 4), (1, 4), (2, 4)]
    assert sheet.places(mask_of("#")) == []


def test_a_box_that_reaches_beyond_the_sheet_takes_what_lies_on_it():
    sheet = Sheet(draw_of(), 3, 4)
    sheet.reserve(Box(-1, -2, 3, 4))
    assert sheet.places(mask_of("#"), margin=0) == [(0, 2), (0, 3), (1, 2), (1, 3)] + [
        (2, column) for column in range(4)
    ]
    sheet.reserve(Box(-3, 0, 2, 4))
    assert len(sheet.places(mask_of("#"), margin=0)) == 8


@pytest.mark.parametrize(("top", "left"), [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_what_is_pasted_lies_on_the_sheet(top, left):
    with pytest.raises(NoRoomError, match="beyond a sheet of 3 x 4"):
        Sheet(draw_of(), 3, 4).paste(np.ones((2, 2), bool), 1, top, left)


def test_paste_covers_what_is_there():
    sheet = Sheet(draw_of(), 2, 3)
    sheet.fill(sheet.box, 3)
    sheet.paste(mask_of("#.", "##"), np.array([[1, 2], [6, 7]], np.uint8), 0, 1)
    assert sheet.grid.tolist() == [[3, 1, 3], [3, 6, 7]]


@pytest.mark.parametrize(("height", "width"), [(0, 3), (3, 31)])
def test_sides_of_a_sheet(height, width):
    with pytest.raises(SampleError, match="sides are 1 to 30"):
        Sheet(draw_of(), height, width)


def test_box():
    box = Box(2, 3, 4, 6)
    assert (box.bottom, box.right) == (5, 8)
    assert box.inset() == Box(3, 4, 2, 4)
    assert box.inset(2) == Box(4, 5, 0, 2)


def test_stripes():
    mask = np.ones((3, 5), bool)
    assert striped(mask, [1, 2], "horizontal").tolist() == [[1] * 5, [2] * 5, [1] * 5]


@given(masks(), SEEDS)
def test_speckles_show_every_colour_that_has_a_cell(mask, seed):
    patch = speckled(draw_of(seed), mask, [3, 6, 8])
    shown = set(patch[mask].tolist())
    assert shown <= {3, 6, 8}
    assert len(shown) == min(3, mask.sum())


def everything(draw):
    sheet = Sheet(draw, 12, 12)
    sheet.place(draw.mask(3, 3, 0.7), draw.color())
    numbers = [draw.integer(-3, 3), draw.chance(0.5), draw.uniform(), *draw.colors(4)]
    return sheet.grid.tolist(), numbers, draw.shuffled(range(300))


def test_equal_generators_give_equal_choices():
    assert everything(draw_of(3)) == everything(draw_of(3))
    assert everything(draw_of(3)) != everything(draw_of(4))


@given(st.integers(-5, 5), st.integers(0, 6), SEEDS)
def test_integers_reach_both_ends_and_all_between(low, more, seed):
    draw = draw_of(seed)
    assert {draw.integer(low, low + more) for _ in range(400)} == set(range(low, low + more + 1))


@given(st.lists(st.integers(), max_size=8), st.integers(0, 8), SEEDS)
def test_samples_take_each_place_once(items, k, seed):
    assume(k <= len(items))
    drawn = draw_of(seed).sample(items, k)
    assert len(drawn) == k
    assert Counter(drawn) <= Counter(items)


def test_samples_come_in_every_order_equally_often():
    draw = draw_of()
    seen = Counter(tuple(draw.sample("abcd", 2)) for _ in range(6000))
    assert set(seen) == set(itertools.permutations("abcd", 2))
    assert max(seen.values()) < 1.2 * 500
    assert min(seen.values()) > 0.8 * 500


def test_colors_leave_out_the_excluded():
    draw = draw_of()
    assert sorted(draw.colors(9)) == list(range(1, 10))
    assert sorted(draw.colors(8, exclude={3, 7})) == [0, 1, 2, 4, 5, 6, 8, 9]
    assert {draw.color(exclude=range(8)) for _ in range(50)} == {8, 9}


def test_chances():
    draw = draw_of()
    assert not any(draw.chance(0) for _ in range(300))
    assert all(draw.chance(1) for _ in range(300))
    assert 0.2 < sum(draw.chance(0.25) for _ in range(2000)) / 2000 < 0.3
    assert 0.2 < draw.mask(40, 50, 0.25).mean() < 0.3


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (lambda draw: draw.integer(3, 2), "from 3 to 2"),
        (lambda draw: draw.choice(()), "nothing to choose"),
        (lambda draw: draw.sample("ab", 3), "3 items of 2"),
        (lambda draw: draw.colors(10), "10 items of 9"),
    ],
)
def test_what_cannot_be_drawn_is_an_error_of_sampling(choose, message):
    with pytest.raises(SampleError, match=message):
        choose(draw_of())


def test_tries_are_limited():
    counter = itertools.count()
    with pytest.raises(SampleError, match="none of 7 tries"):
        draw_of().until(lambda: next(counter), lambda number: number > 6, tries=7)
    assert next(counter) == 7
    assert draw_of().until(lambda: next(counter), lambda number: number > 9, tries=7) == 10
