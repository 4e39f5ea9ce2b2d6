"""Objects inside and outside of containers: what every scene shows, and what the place tells."""

from typing import get_args

import numpy as np
import pytest
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layout_node import Layout
from arcrep.generator.layouts.contained import contained
from arcrep.generator.scenes.container_plans import Container
from tests.generator.layouts.scenes import box, objects

CONTAINERS = get_args(Container)
OPENINGS = ("up", "down", "left", "right")
PARTS = {"two_rings": 2, "three_rings": 3, "nested": 2}
BLOCKS = {"shapes": ("square", "rectangle"), "smallest": 2, "thickness": 2}


def drawn(container, seeds=16, **arguments):
    """The scenes of many seeds: each a grid and the side at which a cup is open."""
    found = []
    for seed in range(seeds):
        chosen = {"count": 3 + seed % 4, "side": 22, "largest": 3} | arguments
        opening = OPENINGS[seed % 4]
        try:
            grid = contained(
                Draw(np.random.default_rng(seed)),
                container=container,
                opening=opening,
                wall_color=3,
                **chosen,
            )
        except SampleError:
            continue
        found.append((grid, opening))
    assert len(found) >= 0.85 * seeds
    return found


def inside(grid, container):
    """The cells in containers: enclosed over sides, or in a cup's box."""
    walls = grid == 3
    if container != "cup":
        return ndimage.binary_fill_holes(walls) & ~walls
    top, left, bottom, right = box(walls)
    area = np.zeros(grid.shape, bool)
    area[top : bottom + 1, left : right + 1] = True
    return area & ~walls


def things(grid):
    return [mask for color, mask in objects(grid) if color != 3]


@pytest.mark.parametrize("container", CONTAINERS)
def test_every_object_is_wholly_inside_or_outside(container):
    numbers = set()
    for grid, _ in drawn(container):
        area = inside(grid, container)
        held = [mask[area].sum() / mask.sum() for mask in things(grid)]
        assert set(held) == {0, 1}
        numbers.add((sum(held), len(held)))
        near = ndimage.binary_dilation(grid == 3, np.ones((3, 3)))
        assert not any((mask & near).any() for mask in things(grid))
        assert ndimage.label(grid == 3, np.ones((3, 3)))[1] == PARTS.get(container, 1)
    assert len(numbers) > 4


@pytest.mark.parametrize("container", CONTAINERS)
def test_containers_have_room_for_dots_on_small_grids(container):
    for grid, _ in drawn(container, 6, side=14, shapes=("dot",), largest=1, count=4):
        assert [mask.sum() for mask in things(grid)] == [1] * 4


def test_containers_are_of_their_kinds():
    for grid, _ in drawn("border"):
        top, left, bottom, right = box(grid == 3)
        gaps = [top, left, grid.shape[0] - 1 - bottom, grid.shape[1] - 1 - right]
        assert 0 < max(gaps) <= 4
    for grid, _ in drawn("irregular"):
        top, left, bottom, right = box(grid == 3)
        assert (inside(grid, "irregular")).sum() < (bottom - top - 1) * (right - left - 1)
    for grid, _ in drawn("thick"):
        rows, columns = np.nonzero(grid == 3)
        corner = grid[rows.min() : rows.min() + 3, columns.min() : columns.min() + 3] == 3
        assert corner.tolist() == [[True] * 3, [True] * 3, [True, True, False]]


def test_of_nested_rings_both_hold_something():
    for grid, _ in drawn("nested"):
        labels, _ = ndimage.label(inside(grid, "nested"))
        regions = [labels == number for number in np.unique(labels[labels > 0])]
        assert len(regions) == 2
        assert all((grid[region] > 0).any() for region in regions)


def test_nothing_lies_right_before_the_opening_of_a_cup():
    seen = set()
    for grid, opening in drawn("cup"):
        turns = {"up": 0, "right": 1, "down": 2, "left": 3}[opening]
        upright = np.rot90(grid, turns)
        top, left, _, right = box(upright == 3)
        assert (upright[top, left + 1 : right] == 0).all()
        assert top > 0
        assert (upright[max(0, top - 2) : top, left : right + 1] == 0).all()
        seen.add(opening)
    assert seen == set(OPENINGS)


@pytest.mark.parametrize(("margin", "border"), [(1, 1), (2, 0), (3, 2)])
def test_margins_borders_and_sizes_are_kept(margin, border):
    square = np.ones((2 * margin + 1,) * 2)
    for container in ("ring", "cup", "diamond"):
        scenes = drawn(
            container, 8, side=28, count=3, margin=margin, border=border, largest=3, **BLOCKS
        )
        for grid, _ in scenes:
            inner = np.pad(np.ones([length - 2 * border for length in grid.shape], bool), border)
            for mask in things(grid):
                top, left, bottom, right = box(mask)
                assert {bottom - top + 1, right - left + 1} <= {2, 3}
                near = ndimage.binary_dilation(mask, square)
                assert ((grid > 0) & near).sum() == mask.sum()
                assert not (mask & ~inner).any()


@pytest.mark.parametrize("container", ["ring", "two_rings"])
def test_what_is_inside_is_as_large_as_what_is_outside(container):
    sizes = {0: [], 1: []}
    for grid, _ in drawn(container, 100, side=17):
        area = inside(grid, container)
        for mask in things(grid):
            sizes[int((mask & area).any())].append(mask.sum())
    error = np.std(sizes[0] + sizes[1]) * (1 / len(sizes[0]) + 1 / len(sizes[1])) ** 0.5
    assert abs(np.mean(sizes[0]) - np.mean(sizes[1])) < 3.5 * error


def test_a_cup_is_no_closed_container():
    cup, ring = ({"op": "contained", "container": name} for name in ("cup", "ring"))
    assert Layout.read(cup).provided == {"open_container", "contents", "several"}
    assert Layout.read(ring).provided == {"container", "contents", "several"}


@pytest.mark.parametrize(
    "arguments", [{"count": 1}, {"margin": 0}, {"side": 5}, {"container": "nested", "count": 2}]
)
def test_what_has_no_room_is_an_error_of_sampling(arguments):
    with pytest.raises(SampleError):
        contained(
            Draw(np.random.default_rng(0)),
            **{"count": 3, "side": 20, "largest": 3, "opening": "up"} | arguments,
        )


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("several", ["inside", "outside"])
def test_there_are_two_or_more_where_it_is_asked_for(container, several):
    for grid, _ in drawn(container, count=4, several=several):
        area = inside(grid, container)
        within = [bool((cells & area).any()) for cells in things(grid)]
        assert within.count(several == "inside") >= 2
        assert len(set(within)) == 2
