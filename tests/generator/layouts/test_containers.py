"""Scenes with closed containers: what is in them, and what is not."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layouts.containers import things_in_containers
from tests.generator.layouts.scenes import draws, objects, scene

SEEDS = st.integers(0, 2**32)
WALLS = ("ring", "frame_thick", "bevelled_ring", "diamond_ring", "irregular_ring")
LAYOUT = {"op": "things_in_containers"}


def drawn(seed, **arguments):
    try:
        return things_in_containers(Draw(np.random.default_rng(seed)), **arguments)
    except SampleError:
        assume(False)


def enclosed(mask):
    return ndimage.binary_fill_holes(mask) & ~mask


def rings(grid, color):
    """The containers of a colour, each with its walls of diagonal steps: mask and inside."""
    masks = [mask for one, mask in objects(grid) if one == color and enclosed(mask).any()]
    return [(mask, enclosed(mask)) for mask in masks]


@settings(deadline=None, max_examples=80)
@given(
    SEEDS,
    st.integers(9, 30),
    st.integers(1, 5),
    st.integers(0, 4),
    st.integers(1, 3),
    st.sampled_from(WALLS),
    st.booleans(),
)
def test_as_many_dots_as_asked_are_inside_and_outside(
    seed, side, inside, outside, containers, wall, touching
):
    grid = drawn(
        seed,
        side=side,
        inside=inside,
        outside=outside,
        containers=containers,
        walls=(wall,),
        wall_color=2,
        color=3,
        touching=touching,
    )
    assert max(grid.shape) == side
    found = rings(grid, 2)
    assert len(found) == containers == len([1 for color, _ in objects(grid) if color == 2])
    dots = [mask for color, mask in objects(grid) if color == 3]
    assert [mask.sum() for mask in dots] == [1] * (inside + outside)
    room = np.any([area for _, area in found], axis=0)
    assert (room & (grid == 3)).sum() == inside
    near = ndimage.binary_dilation(grid == 2, np.ones((3, 3)))
    assert touching or not (near & (grid == 3)).any()


def test_evenly_means_that_no_container_is_empty():
    spec = {**LAYOUT, "containers": 2, "inside": 1, "outside": 0, "evenly": True}
    spec |= {"wall_color": 1, "shapes": ["square", "bar_vertical"], "side": 20}
    for grid in [grid for grid in draws(spec, 40) if grid is not None]:
        assert all((grid[area] > 0).any() for _, area in rings(grid, 1))


def test_a_centered_thing_is_in_the_middle():
    spec = {**LAYOUT, "inside": 3, "outside": 0, "centered": True, "wall_color": 1}
    spec |= {"shapes": ["square", "rectangle"], "side": 18, "color": 4}
    grids = [grid for grid in draws(spec, 60) if grid is not None]
    assert len(grids) > 30
    for grid in grids:
        rows, columns = np.nonzero(grid == 1)
        middle = (rows.min() + rows.max()) // 2, (columns.min() + columns.max()) // 2
        assert grid[middle] == 4


def test_colors_are_shared_or_each_its_own():
    spec = {**LAYOUT, "containers": 2, "inside": 2, "outside": 2, "side": 20}
    one = scene(spec, 0)
    assert len(np.unique(one)) == 3
    own = scene({**spec, "wall_colors": "own", "colors": "own"}, 0)
    assert len(np.unique(own)) == 7


def test_every_kind_of_things_is_taken_in_turn():
    spec = {**LAYOUT, "inside": 2, "outside": 0, "shapes": ["bar_horizontal", "bar_vertical"]}
    found = draws({**spec, "color": 2, "wall_color": 1}, 40)
    for grid in [grid for grid in found if grid is not None]:
        bars = [mask for color, mask in objects(grid) if color == 2]
        assert sorted(np.ptp(np.nonzero(mask)[0]) > 0 for mask in bars) == [False, True]


@pytest.mark.parametrize("arguments", [{"inside": 0}, {"containers": 0}, {"containers": 999}])
def test_what_cannot_be_drawn_is_an_error_of_sampling(arguments):
    with pytest.raises(SampleError):
        things_in_containers(
            Draw(np.random.default_rng(0)), side=12, outside=1, **{"inside": 1, **arguments}
        )


@pytest.mark.parametrize("proportions", ["free", "square", "wide", "tall"])
def test_proportions_of_grids(proportions):
    spec = {**LAYOUT, "proportions": proportions, "side": 30}
    shapes = [grid.shape for grid in draws(spec, 40) if grid is not None]
    assert {max(shape) for shape in shapes} == {30}
    ratios = {height / width for height, width in shapes}
    expected = {
        "free": 2 / 3 <= min(ratios) < 0.8 and 1.25 < max(ratios) <= 1.5,
        "square": ratios == {1},
        "wide": 0.4 <= min(ratios) < max(ratios) <= 0.6,
        "tall": 1 / 0.6 <= min(ratios) < max(ratios) <= 2.5,
    }
    assert expected[proportions]


def test_equal_seeds_give_equal_scenes():
    assert scene(LAYOUT, 5).tobytes() == scene(LAYOUT, 5).tobytes()
    assert scene(LAYOUT, 5).tobytes() != scene(LAYOUT, 6).tobytes()
