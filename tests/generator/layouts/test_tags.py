"""Tags are promises: what a layout provides holds for every scene that it draws."""

import numpy as np
import pytest
from scipy import ndimage

from arcrep.generator import all_components, official_programs
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.layout_node import Layout
from arcrep.generator.signatures import REQUIRED

EIGHT = np.ones((3, 3))


def background(grid):
    """Black, or what most of the border has where a layout draws on a coloured ground."""
    border = np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])
    return 0 if (border == 0).any() else np.bincount(border).argmax()


def encloses(grid):
    cells = [grid == color for color in np.unique(grid)] + [grid != background(grid)]
    return any((ndimage.binary_fill_holes(mask) & ~mask).any() for mask in cells)


def is_several(grid):
    """Whether there are several things: apart from each other, or of different colours."""
    apart = ndimage.label(grid != background(grid), EIGHT)[1] > 1
    return apart or len(np.unique(grid[grid > 0])) > 1


def has_two_colors(grid):
    """Whether something that hangs together has two colours; of a panel its ground counts."""
    labels, count = ndimage.label(grid > 0, EIGHT)
    two = any(len(np.unique(grid[labels == k])) > 1 for k in range(1, count + 1))
    return two or (is_divided(grid) and len(np.unique(grid)) > 1)


def is_divided(grid):
    lines = [*grid, *grid.T]
    return any(len(set(line.tolist())) == 1 and line[0] != 0 for line in lines) or any(
        (line == 0).all() for line in lines
    )


CHECKS = {
    "container": encloses,
    "several": is_several,
    "multicolored": has_two_colors,
    "panels": is_divided,
}
LAYOUT_WORDS = [word for word in all_components().values() if word.kind == "layout"]
DEFAULTS = [
    Layout.read(word.name)
    for word in LAYOUT_WORDS
    if all(parameter.default is not REQUIRED for parameter in word.parameters.values())
]
OFFICIAL = [program.layout for program in official_programs() if program.layout]
LAYOUTS = {str(layout.spec): layout for layout in [*DEFAULTS, *OFFICIAL]}


@pytest.mark.parametrize("name", LAYOUTS)
def test_promises_are_kept(name):
    layout = LAYOUTS[name]
    draw, drawn = Draw(np.random.default_rng(0)), 0
    for _ in range(40):
        try:
            grid = layout.draw(draw)
        except SampleError:
            continue
        drawn += 1
        for tag in layout.provided & set(CHECKS):
            assert CHECKS[tag](grid), (tag, grid)
    assert drawn > 5
