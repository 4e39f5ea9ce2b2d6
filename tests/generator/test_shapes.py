"""Kinds of shapes: each is what its name says, within its sizes."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.masks import (
    cut_corners,
    flipped,
    is_symmetric,
    line,
    open_box,
    orientations,
    outline,
    turned,
)
from arcrep.generator.scenes.several import distinct_shapes
from arcrep.generator.shapes import SHAPES, ShapeName, any_shape, mirrored_blob

SEEDS = st.integers(0, 2**32)
HOLLOW = ("ring", "frame_thick", "bevelled_ring", "diamond_ring", "irregular_ring")
FIGURES = ("plus", "cross", "tee", "long_tee", "ell", "stairs", "lozenge")
EIGHT = np.ones((3, 3))
AXES = {
    "horizontal": ["horizontal"],
    "vertical": ["vertical"],
    "both": ["horizontal", "vertical"],
}


def draw_of(seed=0):
    return Draw(np.random.default_rng(seed))


def mask_of(text):
    return np.array([[cell == "#" for cell in row] for row in text.split()])


def text_of(mask):
    return " ".join("".join(".#"[cell] for cell in row) for row in mask.astype(int))


def parts(mask, connectivity=EIGHT):
    return ndimage.label(mask, connectivity)[1]


def enclosed(mask):
    """The cells that a flood over sides from outside does not reach."""
    return ndimage.binary_fill_holes(mask) & ~mask


def touches_all_sides(mask):
    return bool(mask[0].any() and mask[-1].any() and mask[:, 0].any() and mask[:, -1].any())


@st.composite
def cases(draw, *names):
    """A kind of those named, the seed of a shape and the range of its size."""
    kind = SHAPES[draw(st.sampled_from(names))]
    low = draw(st.integers(1, 12))
    return kind, draw(SEEDS), low, draw(st.integers(max(low, kind.least), 13))


def drawn(case):
    kind, seed, low, high = case
    return kind(draw_of(seed), low, high)


@given(cases(*SHAPES))
def test_every_shape_is_one_piece_that_fills_its_box_and_has_its_size(case):
    kind, _, low, high = case
    mask = drawn(case)
    assert mask.dtype == bool
    assert touches_all_sides(mask)
    assert parts(mask) == 1
    assert (
        mask.shape == (1, 1)
        if kind.name == "dot"
        else max(low, kind.least) <= max(mask.shape) <= high
    )
    assert not mask.flags.writeable


@given(cases(*HOLLOW))
def test_hollow_shapes_enclose_one_area(case):
    assert parts(enclosed(drawn(case)), None) == 1


@given(cases(*(set(SHAPES) - set(HOLLOW) - set(FIGURES))))
def test_lines_and_solid_and_open_and_irregular_shapes_enclose_nothing(case):
    assert not enclosed(drawn(case)).any()


@given(cases("blob4", "stairs", "tee", "ell", "letter", "cup", "plus", "triangle"))
def test_connected_over_sides(case):
    assert parts(drawn(case), None) == 1


@given(cases("blob", "blob4", "symmetric_blob", "island", "squiggle"))
def test_irregular_shapes_are_no_rectangles(case):
    assert not drawn(case).all()


@given(cases("irregular_ring"))
def test_the_area_in_an_irregular_ring_is_no_rectangle(case):
    rows, columns = np.nonzero(enclosed(drawn(case)))
    assert len(rows) < (np.ptp(rows) + 1) * (np.ptp(columns) + 1)


@given(cases("square", "rectangle", "bar", "bar_horizontal", "bar_vertical"))
def test_full_rectangles_and_their_sides(case):
    name, mask = case[0].name, drawn(case)
    height, width = mask.shape
    assert mask.all()
    assert (height == width) == (name == "square")
    assert (min(height, width) == 1) == name.startswith("bar")
    assert name != "bar_horizontal" or height == 1
    assert name != "bar_vertical" or width == 1


@given(cases("square", "ring", "diamond_ring", "frame_thick", "plus", "cross", "rectangle"))
def test_shapes_with_two_mirror_lines(case):
    assert is_symmetric(drawn(case), "horizontal")
    assert is_symmetric(drawn(case), "vertical")


EXAMPLES = {
    "diagonal": "#.. .#. ..#",
    "ring": "### #.# ###",
    "diamond_ring": ".#. #.# .#.",
    "plus": ".#. ### .#.",
    "cross": "#.# .#. #.#",
    "stairs": "#.. ##. .##",
    "ell": "#.. #.. ###",
    "cup": "#.# #.# ###",
    "tee": "### .#. .#.",
    "triangle": "#.. ##. ###",
    "gapped_ring": "#.# #.# ###",
}
LARGER = {
    "diamond_ring": ".##. #..# #..# .##.",
    "plus": ".##. #### #### .##.",
    "cross": "#..# .##. .##. #..#",
    "tee": "#### .##. .##. .##.",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_shapes_of_side_3(name):
    images = {text_of(SHAPES[name](draw_of(seed), 3, 3)) for seed in range(200)}
    square = {image for image in images if len(image.split()) == len(image.split()[0])}
    assert square == {text_of(image) for image in orientations(mask_of(EXAMPLES[name]))}


@pytest.mark.parametrize("name", LARGER)
def test_shapes_of_an_even_side_are_symmetric_too(name):
    images = {text_of(SHAPES[name](draw_of(seed), 4, 4)) for seed in range(200)}
    assert text_of(mask_of(LARGER[name])) in images


def test_the_other_triangle_and_the_other_tee_have_a_middle():
    triangles = {text_of(SHAPES["triangle"](draw_of(seed), 5, 5)) for seed in range(100)}
    assert "..#.. .###. #####" in triangles
    tees = {text_of(SHAPES["tee"](draw_of(seed), 5, 5)) for seed in range(100)}
    assert "##### ..#.." in tees


def test_letters_on_three_columns():
    letters = {text_of(SHAPES["letter"](draw_of(seed), 5, 5)) for seed in range(400)}
    assert {letter for letter in letters if len(letter.split()[0]) == 3} == {
        "### #.. ### #.. ###",
        "### #.. ### #.. #..",
        "#.# #.# ### #.# #.#",
        "#.. #.. ### #.# #.#",
        "#.# #.# ### ..# ..#",
        "### #.. ### ..# ###",
        "### ..# ### #.. ###",
    }


@given(cases("gapped_ring"))
def test_a_gapped_ring_lacks_one_cell_that_is_no_corner(case):
    mask = drawn(case)
    lacking = outline(*mask.shape) & ~mask
    assert lacking.sum() == 1
    assert mask[[0, 0, -1, -1], [0, -1, 0, -1]].all()


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("up", "#..# #..# ####"),
        ("down", "#### #..# #..#"),
        ("left", "#### ...# ####"),
        ("right", "#### #... ####"),
    ],
)
def test_open_boxes(side, expected):
    assert text_of(open_box(3, 4, side)) == expected


def test_outlines():
    assert text_of(outline(3, 4)) == "#### #..# ####"
    assert text_of(outline(5, 6, thickness=2)) == "###### ###### ##..## ###### ######"


@given(SEEDS, st.integers(1, 9), st.integers(3, 10), st.sampled_from(sorted(AXES)))
def test_symmetric_blobs(seed, low, high, axis):
    assume(low <= high)
    mask = mirrored_blob(draw_of(seed), low, high, axis)
    assert all(is_symmetric(mask, line) for line in AXES[axis])
    assert touches_all_sides(mask)
    assert parts(mask) == 1
    assert not enclosed(mask).any()
    assert not mask.all()
    assert max(3, low) <= min(mask.shape) <= max(mask.shape) <= high


def test_blobs_of_a_size_vary():
    assert len({text_of(SHAPES["blob"](draw_of(seed), 4, 4)) for seed in range(200)}) > 150


def test_mirror_lines():
    upright, lying = mask_of("#.# ###"), mask_of("## #. ##")
    assert is_symmetric(upright, "vertical")
    assert not is_symmetric(upright, "horizontal")
    assert is_symmetric(lying, "horizontal")
    assert not is_symmetric(lying, "vertical")
    assert is_symmetric(upright)
    assert is_symmetric(lying)
    assert not is_symmetric(mask_of("#. ##"))


def test_orientations():
    images = {text_of(image) for image in orientations(mask_of("##. .##"))}
    assert images == {"##. .##", ".## ##.", "#. ## .#", ".# ## #."}
    assert len({text_of(image) for image in orientations(mask_of("##.# #..."))}) == 8
    draw, shape = draw_of(), mask_of("##.# #...")
    assert len({text_of(turned(draw, shape)) for _ in range(100)}) == 8
    assert len({text_of(flipped(draw, shape)) for _ in range(100)}) == 4


def test_distinct_shapes():
    draw = draw_of()

    def ell():
        return SHAPES["ell"](draw, 2, 2)

    assert len({text_of(shape) for shape in distinct_shapes(ell, 4)}) == 4
    assert len(distinct_shapes(ell, 1, turned=True)) == 1
    made: list[object] = []
    with pytest.raises(SampleError, match="only 1 different shapes of 2"):
        distinct_shapes(lambda: made.append(1) or ell(), 2, turned=True)
    assert len(made) <= 20  # all ells of that size are turned copies of one
    with pytest.raises(SampleError, match="only 4 different shapes of 5"):
        distinct_shapes(ell, 5)


def test_any_shape_leaves_out_kinds_that_are_too_large():
    draw = draw_of()
    for _ in range(200):
        assert max(any_shape(draw, 1, 2).shape) <= 2
    assert any_shape(draw, 2, 4, kinds=("letter", "square")).all()
    with pytest.raises(SampleError, match="nothing to choose"):
        any_shape(draw, 2, 4, kinds=("letter",))


def test_names_are_those_of_the_kinds():
    assert sorted(get_args(ShapeName)) == sorted(SHAPES)


def test_a_rectangle_without_its_corners():
    assert text_of(cut_corners(4, 5, 1)) == ".###. ##### ##### .###."
    assert text_of(cut_corners(4, 4, (2, 0, 0, 1))) == "..## .### #### ###."


def test_lines():
    assert text_of(line("horizontal", 3)) == "###"
    assert text_of(line("vertical", 2)) == "# #"
    assert text_of(line("falling", 2)) == "#. .#"
    assert text_of(line("rising", 2)) == ".# #."


@pytest.mark.parametrize("name", SHAPES)
def test_the_same_draws_give_the_same_shapes(name):
    kind = SHAPES[name]
    first, second = (kind(draw_of(5), 3, 9) for _ in range(2))
    assert text_of(first) == text_of(second)


def test_a_range_without_a_size_is_an_error_of_sampling():
    with pytest.raises(SampleError, match="ring: no size from 3 to 2"):
        SHAPES["ring"](draw_of(), 1, 2)
    with pytest.raises(SampleError, match="square: no size from 5 to 4"):
        SHAPES["square"](draw_of(), 5, 4)
