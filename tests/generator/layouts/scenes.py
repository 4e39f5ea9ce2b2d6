"""Scenes of a layout, and what an independent look finds in them."""

from itertools import islice

import numpy as np
from scipy import ndimage

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layout_node import Layout

EIGHT = np.ones((3, 3))


def attempts(spec, seed):
    """Draw scenes without end; where there was no room, None."""
    layout, draw = Layout.read(spec), Draw(np.random.default_rng(seed))
    while True:
        try:
            yield layout.draw(draw)
        except SampleError:
            yield None


def draws(spec, count, seed=0):
    """The scenes of so many attempts."""
    return list(islice(attempts(spec, seed), count))


def scene(spec, seed, **arguments):
    """The first scene of a seed: of a layout by its name, or one with arguments."""
    named = {"op": spec} if isinstance(spec, str) else spec
    found = (grid for grid in islice(attempts(named | arguments, seed), 80) if grid is not None)
    grid = next(found, None)
    assert grid is not None, f"no scene of {named | arguments} for seed {seed}"
    return grid


def parts(mask, structure=EIGHT):
    """Each connected part of a mask, as large as the mask."""
    labels, count = ndimage.label(mask, structure)
    return [labels == number for number in range(1, count + 1)]


def objects(grid, background=0):
    """Each one-coloured part, over sides and corners: its colour and cells."""
    colors = [int(color) for color in np.unique(grid) if color != background]
    return [(color, mask) for color in colors for mask in parts(grid == color)]


def box(mask):
    """Top, left, bottom and right of the cells, all inclusive."""
    rows, columns = np.nonzero(mask)
    return rows.min(), columns.min(), rows.max(), columns.max()


def shape(mask):
    """The cells in their bounding box."""
    top, left, bottom, right = box(mask)
    return mask[top : bottom + 1, left : right + 1]


def inside(mask):
    """The cells that an outline encloses."""
    return ndimage.binary_fill_holes(mask) & ~mask


def repeat_and_mostly_fit(spec, count):
    """Equal seeds give equal scenes, and more than half of the attempts find room."""
    found, again = draws(spec, count, seed=4), draws(spec, count, seed=4)
    assert [str(grid) for grid in found] == [str(grid) for grid in again]
    assert sum(grid is not None for grid in found) > count // 2


def repeat_and_differ(spec):
    """Equal seeds give equal scenes, and more than three of five seeds give scenes of their own."""
    scenes = [scene(spec, seed) for seed in (1, 1, 2, 3, 4, 5)]
    assert scenes[0].shape == scenes[1].shape
    assert scenes[0].tobytes() == scenes[1].tobytes()
    assert len({(grid.shape, grid.tobytes()) for grid in scenes}) > 3


def boxed_objects(grid):
    """Each one-coloured part, over sides and corners: its colour, box (an index) and cells."""
    found = []
    for color in np.unique(grid[grid > 0]):
        labels, _ = ndimage.label(grid == color, EIGHT)
        for number, box in enumerate(ndimage.find_objects(labels), 1):
            found.append((int(color), box, labels[box] == number))
    return found
