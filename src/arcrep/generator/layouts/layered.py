"""Scenes of depth: what lies over something, and what lies under it."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Patch
from arcrep.generator.scenes import heaps
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.heaps import Heap, Sizes
from arcrep.generator.scenes.masks import flipped

Stacking = Literal[
    "pair",
    "pairs",
    "chain",
    "crossing_bars",
    "cross",
    "on_plate",
    "window",
    "pile",
    "bridges",
]

_DRAWN: dict[Stacking, Callable[[Draw, Sizes, int], Heap]] = {
    "pair": lambda draw, sizes, _: heaps.chain(draw, sizes, 2),
    "pairs": lambda draw, sizes, _: heaps.chain(draw, sizes, 2),
    "chain": lambda draw, sizes, count: heaps.chain(draw, sizes, min(max(3, count), 4)),
    "crossing_bars": lambda draw, sizes, count: heaps.crossed_bars(
        draw, sizes, min(max(2, count - 1), 3)
    ),
    "cross": lambda draw, sizes, _: heaps.crossed_bars(draw, sizes, 1),
    "on_plate": lambda draw, sizes, count: heaps.plate(draw, sizes, min(max(1, count - 1), 2)),
    "window": lambda draw, sizes, _: heaps.window(draw, sizes),
    "pile": lambda draw, sizes, count: heaps.pile(draw, sizes, min(max(3, count), 4)),
    "bridges": lambda draw, sizes, _: heaps.bridge(draw, sizes),
}
"""One heap of so many figures, as far as their number is left open."""

_SHARES = {"pair": 0.65, "pairs": 0.4, "chain": 0.5, "window": 0.5, "pile": 0.5}
"""Of the shorter side of the grid: how much a figure takes at most."""


@layout(
    says="things that lie partly on each other",
    provides={"layers", "several"},
    count={"between": [3, 6]},
    side={"between": [12, 18]},
    largest={"between": [6, 8]},
)
def layered(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    stacking: Stacking = "pair",
    smallest: int = 4,
    thickness: int = 1,
    loose: int = 0,
    margin: int = 1,
    border: int = 0,
    proportions: Proportions = "free",
) -> Grid:
    """Full rectangles in different colours, some of them partly under others.

    The bounding box of what shows of a covered one contains its hidden cells; that of any other
    contains no cell but its own. `window` is the exception: there cells of the rectangle lie on
    both sides of hidden ones, in rows or columns, and none of the ring's do so.

    Args:
        count: How many objects lie on or under others, where the stacking leaves that open: from
            6 on there are three pairs if there is room, else two; chains and piles have 3 or 4.
        side: The longer side of the grid.
        largest: The longest side of an object; less where the grid is small.
        stacking: One rectangle on another (pair), two or three such pairs, a chain of rectangles
            each on the next, one bar across two or three (crossing_bars) or across one (cross),
            one or two rectangles within a larger one (on_plate), a ring on a rectangle (window),
            two or three on one (pile), or a bar from one to another (bridges).
        smallest: The least length of the longer side of an object.
        thickness: The least length of its shorter side.
        loose: How many objects lie apart from all others; they are of the same kinds and sizes.
        margin: Free cells between objects of which neither lies on the other, or more.
        border: Free cells between objects and the edges, or more.
    """
    at_least(1, thickness=thickness, margin=margin, smallest=smallest)
    at_least(0, loose=loose, border=border)
    # A ring on a rectangle takes seven cells or more, and a loose one five.
    sheet = new_sheet(draw, side, proportions, 8 + 5 * min(loose, 1) if stacking == "window" else 1)
    room = sheet.box.inset(border)
    share = int(_SHARES.get(stacking, 1.0) * min(room[2:]) / (1 + 0.2 * loose))
    least = max(smallest, {"window": heaps.LEAST_RING, "on_plate": smallest + 2}.get(stacking, 0))
    sizes = Sizes(smallest, min(largest, max(share, least)), thickness, margin)

    def heap() -> Heap:
        return draw.until(
            lambda: _DRAWN[stacking](draw, sizes, count),
            lambda heap: bool(_fitting(heaps.picture(heap), room)),
            tries=20,
        )

    number = 1
    if stacking == "pairs":
        # As measured: so that mostly three pairs of small rectangles find room.
        roomy = room.height * room.width > 9 * (smallest + margin) ** 2
        number = 3 if count > 5 and roomy else 2
    drawn = [heap() for _ in range(number)]
    # So that loose ones look like the others.
    others = [draw.choice(heap()).shape for _ in range(loose)]
    palette = draw.colors(sum(map(len, drawn)) + loose)
    patches = [_colored(draw, one, palette, room) for one in drawn]
    masks = [*(patch > 0 for patch in patches), *others]
    sheet.place_all(masks, [*patches, *palette], margin, room)
    return sheet.grid


def _fitting(layers: Patch, room: Box) -> list[Patch]:
    """Return a picture, upright and lying, where it fits into a room."""
    images = (layers, layers.T)
    return [image for image in images if len(image) <= room.height and len(image[0]) <= room.width]


def _colored(draw: Draw, heap: Heap, palette: list[int], room: Box) -> Patch:
    """Return the picture of a heap, turned at random, in colours that it takes off a palette."""
    inks = np.array([0, *(palette.pop() for _ in heap)], np.uint8)
    layers = draw.choice(_fitting(heaps.picture(heap), room))
    return inks[flipped(draw, layers)]
