"""Outlines and rectangles with areas inside them."""

from collections.abc import Sequence
from typing import Literal

from arcrep.arc import MAX_SIDE
from arcrep.generator.drawing import Draw
from arcrep.generator.geometry import components, core
from arcrep.generator.scenes.grids import Sides
from arcrep.generator.scenes.masks import (
    Shape,
    cut_corners,
    diamond_outline,
    outline,
    rim,
    solid,
    turned,
)
from arcrep.generator.shapes import SHAPES

Outline = Literal["rectangle", "square", "bevelled", "diamond", "irregular"]

_LEAST: dict[Outline, int] = {
    "rectangle": 3,
    "square": 3,
    "bevelled": 4,
    "diamond": 5,
    "irregular": 5,
}


def any_outline(
    draw: Draw,
    kinds: Sequence[Outline],
    smallest: int,
    largest: int,
    limits: Sides = (MAX_SIDE, MAX_SIDE),
) -> Shape:
    """Draw an outline, one cell thick, around one area.

    Args:
        draw: The source of random choices.
        kinds: The kinds of which it may be; those that are never so small are left out.
        smallest: The shortest length of its longer side.
        largest: The longest length of it.
        limits: The most rows and columns; of no account for irregular ones.

    Raises:
        SampleError: No kind has such a size.
    """
    fitting: list[Outline] = [kind for kind in kinds if _LEAST[kind] <= min(largest, *limits)]
    kind = draw.choice(fitting)
    smallest = max(smallest, _LEAST[kind])
    if kind == "irregular":
        island = SHAPES["island"]
        return rim(
            draw.until(
                lambda: island(draw, smallest, largest),
                lambda mask: len(components(core(mask), 4)) == 1,
            )
        )
    if kind in ("square", "diamond"):
        height = width = draw.integer(smallest, min(largest, *limits))
    else:
        height, width = _oblong(draw, _LEAST[kind], (smallest, largest), limits)
    if kind == "diamond":
        return diamond_outline(height, width)
    if kind == "bevelled":
        return rim(cut_corners(height, width, draw.integer(1, (min(height, width) - 1) // 2)))
    return outline(height, width)


def _oblong(draw: Draw, least: int, lengths: tuple[int, int], limits: Sides) -> Sides:
    """Draw a height and a width within limits, one in a range, the other half or more of it."""
    smallest, largest = lengths
    longer = draw.integer(smallest, min(largest, max(limits)))
    upright = longer > limits[1] or (longer <= limits[0] and draw.chance(0.5))
    shorter = draw.integer(max(least, (longer + 1) // 2), min(longer, limits[upright]))
    return (longer, shorter) if upright else (shorter, longer)


def pierced(draw: Draw, areas: int, smallest: int, largest: int) -> Shape:
    """Draw a rectangle that encloses so many areas, 0 to 2; with none it may have a bay.

    Args:
        draw: The source of random choices.
        areas: How many areas it encloses.
        smallest: The shortest length of its longer side, which is 5 or more.
        largest: The longest length of it.

    Raises:
        SampleError: No rectangle has such a size.
    """
    longer = draw.integer(max(5, smallest), largest)
    shorter = draw.integer(3, longer)
    mask = solid(shorter, longer)
    if areas == 0 and draw.chance(0.5):
        mask[draw.integer(1, shorter - 2) :, _span(draw, 1, longer - 2)] = False
    wall = draw.integer(2, longer - 3)
    rooms = ((1, wall - 1), (wall + 1, longer - 2)) if areas == 2 else ((1, longer - 2),) * areas
    for first, last in rooms:
        mask[_span(draw, 1, shorter - 2), _span(draw, first, last)] = False
    return turned(draw, mask)


def _span(draw: Draw, first: int, last: int) -> slice:
    """Draw some of the cells from first to last, and often all of them."""
    if draw.chance(0.6):
        return slice(first, last + 1)
    start = draw.integer(first, last)
    return slice(start, draw.integer(start, last) + 1)
