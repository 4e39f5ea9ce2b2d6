"""Noise: what every scene shows, and that what it disturbs can be told."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.programs import Program
from arcrep.generator.scenes.stray import share, speckle
from tests.generator.layouts.scenes import box, objects, repeat_and_mostly_fit, scene, shape

SEEDS = st.integers(0, 2**32)
FEW = settings(deadline=None, max_examples=12)
SCENES = [
    {"op": "noisy_primitives", "ground": "any"},
    {"op": "noisy_primitives", "form": "ring", "extent": "large"},
    {"op": "noisy_primitives", "form": "square", "damage": 0, "equal_heights": True},
    {"op": "noisy_figures"},
    {"op": "noisy_figures", "count": 3, "shapes": ["symmetric_blob"], "alike": True},
]


@pytest.mark.parametrize("spec", [*SCENES, {"op": "diagonal_blocks"}], ids=str)
def test_equal_seeds_give_equal_scenes_and_mostly_there_is_room(spec):
    repeat_and_mostly_fit(spec, 60)


@pytest.mark.parametrize("spec", SCENES, ids=str)
@FEW
@given(side=st.integers(12, 30), seed=SEEDS)
def test_grids_of_all_sizes(spec, side, seed):
    assert max(scene(dict(spec, side=side), seed).shape) == side


def test_noise_keeps_to_its_room_and_its_colours():
    grid, room = np.zeros((6, 7), np.uint8), np.zeros((6, 7), bool)
    room[2:, 3:] = True
    speckle(Draw(np.random.default_rng(0)), grid, room, 5, [3, 8], touching=True)
    assert (grid > 0).sum() == 5
    assert not (grid > 0)[~room].any()
    assert set(grid[grid > 0]) <= {3, 8}
    with pytest.raises(SampleError, match="no room"):
        speckle(Draw(np.random.default_rng(0)), grid, room & False, 1, [3])


@FEW
@given(SEEDS, st.integers(1, 30))
def test_noise_that_touches_no_cell_of_its_colour(seed, n):
    grid = np.zeros((9, 9), np.uint8)
    speckle(Draw(np.random.default_rng(seed)), grid, grid == 0, n, [1, 2])
    assert all(mask.sum() == 1 for _, mask in objects(grid))


def test_a_share_is_at_least_a_cell():
    assert [share(np.ones((4, 5), bool), percent) for percent in (0, 4, 10, 100)] == [1, 1, 2, 20]


def restoring(parse, layout, background=0):
    """The program that draws each rectangle or ring whole, and nothing else."""
    clauses = [{"select": "all", "act": "redraw"}]
    head = {"version": 1, "id": "test", "background": background}
    return Program.from_spec({**head, "layout": layout, "parse": parse, "clauses": clauses})


@pytest.mark.parametrize("form", ["rectangle", "ring"])
@pytest.mark.parametrize("tint", ["one", "several", "shared"])
def test_damaged_pieces_are_still_determined(form, tint):
    count = 3
    layout = {"op": "noisy_primitives", "form": form, "tint": tint, "count": count, "side": 15}
    parse = {"op": "primitives", "shape": form, "agreement": 75}
    program, rng = restoring(parse, layout, "mode"), np.random.default_rng(1)
    right = 0
    for _ in range(25):
        example = program.sample(rng)
        changed = example.input != example.output
        assert 0 < changed.mean() < 0.3
        # Pieces of different colours may touch, but not those of one.
        found = [shape(mask) for _, mask in objects(example.output)]
        right += len(found) == count and all(is_whole(mask, form) for mask in found)
    assert right >= 24


def is_whole(mask, form):
    expected = np.ones(mask.shape, bool)
    if form == "ring":
        expected[1:-1, 1:-1] = False
    return min(mask.shape) > 2 and np.array_equal(mask, expected)


@FEW
@given(seed=SEEDS, side=st.integers(6, 14), form=st.sampled_from(["rectangle", "ring"]))
def test_a_large_shape_takes_most_of_the_grid(seed, side, form):
    layout = {"op": "noisy_primitives", "form": form, "extent": "large", "tint": "one"}
    grid = scene({**layout, "side": side, "damage": 0}, seed)
    color, mask = max(objects(grid), key=lambda found: found[1].sum())
    assert is_whole(shape(mask), form)
    top, left, bottom, right = box(mask)
    assert 4 * (bottom - top + 1) * (right - left + 1) > grid.size
    assert (grid[~mask] != color).all()


@FEW
@given(seed=SEEDS, n=st.integers(2, 4), form=st.sampled_from(["rectangle", "square", "ring"]))
def test_undamaged_pieces_of_one_height_start_in_different_columns(seed, n, form):
    layout = {"op": "noisy_primitives", "form": form, "count": n, "damage": 0, "noise": 0}
    grid = scene({**layout, "equal_heights": True, "side": 20}, seed)
    found = [mask for _, mask in objects(grid)]
    assert len(found) == len({box(mask)[1] for mask in found}) == n
    assert all(is_whole(shape(mask), "ring" if form == "ring" else "any") for mask in found)
    assert len({shape(mask).shape[0] for mask in found}) == 1


@FEW
@given(seed=SEEDS, count=st.integers(2, 7), block=st.integers(2, 4))
def test_a_chain_of_whole_blocks(seed, count, block):
    layout = {"op": "diagonal_blocks", "count": count, "block": block, "damage": 0}
    grid = scene(layout, seed)
    assert grid.shape == (count * block, count * block)
    chain = np.kron(np.eye(count), np.ones((block, block))) > 0
    if not (grid > 0)[chain].all():
        chain = chain[:, ::-1]
    colors = [set(cells.tolist()) for cells in np.split(grid[chain], count)]
    assert all(len(own) == 1 and 0 not in own for own in colors) or chain[0, -1]
    assert 0 < (grid[~chain] > 0).mean() < 0.3


@FEW
@given(seed=SEEDS, count=st.integers(1, 3), stray=st.sampled_from(["same", "other", "both"]))
def test_figures_are_larger_than_all_that_is_strewn(seed, count, stray):
    grid = scene({"op": "noisy_figures", "count": count, "stray": stray, "side": 14}, seed)
    sizes = sorted((int(mask.sum()) for _, mask in objects(grid)), reverse=True)
    assert min(sizes[:count]) > 4
    assert sizes[count:]
    assert set(sizes[count:]) == {1}


@FEW
@given(seed=SEEDS)
def test_figures_alike_are_equal_or_turned_over(seed):
    layout = {"op": "noisy_figures", "shapes": ["blob", "letter"], "alike": True, "side": 15}
    grid = scene({**layout, "count": 3, "stray": "other"}, seed)
    found = [shape(mask) for _, mask in objects(grid) if mask.sum() > 4]
    images = [found[0][::down, ::right].tolist() for down in (1, -1) for right in (1, -1)]
    assert len(found) == 3
    assert all(mask.tolist() in images for mask in found)


@FEW
@given(seed=SEEDS)
def test_covered_cells_lie_within_the_figure(seed):
    layout = {"op": "noisy_figures", "shapes": ["triangle"], "covered": True, "stray": "other"}
    grid = scene({**layout, "side": 12}, seed)
    sizes = {color: int((grid == color).sum()) for color in set(grid.ravel().tolist()) - {0}}
    figure = shape(grid == next(color for color, mask in objects(grid) if mask.sum() > 4))
    assert len(sizes) == 2
    assert figure.sum() > 4
    assert min(figure.shape) > 1
