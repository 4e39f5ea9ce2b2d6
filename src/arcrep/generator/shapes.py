"""Shapes: kinds of small masks as they stand in ConceptARC scenes, each drawn at a random size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from arcrep.arc import MAX_SIDE
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import grow
from arcrep.generator.scenes.growth import grown, mirrored
from arcrep.generator.scenes.masks import (
    Axis,
    Shape,
    cut_corners,
    diamond_outline,
    filled,
    open_box,
    outline,
    rim,
    solid,
    turned,
)

ShapeName = Literal[
    "dot",
    "bar_horizontal",
    "bar_vertical",
    "bar",
    "diagonal",
    "square",
    "rectangle",
    "triangle",
    "wedge",
    "diamond",
    "lozenge",
    "ring",
    "frame_thick",
    "bevelled_ring",
    "diamond_ring",
    "irregular_ring",
    "cup",
    "gapped_ring",
    "letter",
    "plus",
    "cross",
    "tee",
    "long_tee",
    "ell",
    "stairs",
    "blob",
    "blob4",
    "symmetric_blob",
    "island",
    "squiggle",
]

SOME_SHAPES: tuple[ShapeName, ...] = (
    "square",
    "rectangle",
    "ring",
    "cup",
    "plus",
    "tee",
    "ell",
    "blob4",
)
"""Kinds of which two are easily told apart, and whose cells hang together by sides."""

SHAPES: dict[str, "ShapeKind"] = {}
"""All kinds by their names."""


@dataclass(frozen=True)
class ShapeKind:
    """A kind of shapes, called with a random source and the range of its longer side.

    Raises:
        SampleError: The range has no size that this kind can have: its longer side is at least
            `least`. A dot is one cell whatever the range.
    """

    name: str
    least: int
    sample: Callable[[Draw, int, int], Shape]

    def __call__(self, draw: Draw, low: int, high: int) -> Shape:
        """Draw a shape whose longer side is from low to high."""
        low, high = max(low, self.least), min(high, MAX_SIDE)
        if low > high:
            raise SampleError(f"{self.name}: no size from {low} to {high}")
        mask = self.sample(draw, low, high)
        mask.setflags(write=False)
        return mask


def _kind(least: int) -> Callable[[Callable[[Draw, int, int], Shape]], ShapeKind]:
    def register(sample: Callable[[Draw, int, int], Shape]) -> ShapeKind:
        kind = ShapeKind(sample.__name__, least, sample)
        SHAPES[kind.name] = kind
        return kind

    return register


def any_shape(draw: Draw, low: int, high: int, kinds: Sequence[ShapeName] = ()) -> Shape:
    """Draw a shape of a random kind (of those named, or of all) that can have such a size."""
    names = [name for name in kinds or SHAPES if SHAPES[name].least <= high]
    return SHAPES[draw.choice(names)](draw, low, high)


@_kind(least=1)
def dot(draw: Draw, low: int, high: int) -> Shape:  # noqa: ARG001 - as every kind; a dot has one size
    """Draw a single cell."""
    return solid(1, 1)


@_kind(least=2)
def bar_horizontal(draw: Draw, low: int, high: int) -> Shape:
    """Draw a row of cells."""
    return solid(1, draw.integer(low, high))


@_kind(least=2)
def bar_vertical(draw: Draw, low: int, high: int) -> Shape:
    """Draw a column of cells."""
    return solid(draw.integer(low, high), 1)


@_kind(least=2)
def bar(draw: Draw, low: int, high: int) -> Shape:
    """Draw a row or a column of cells."""
    return draw.choice((bar_horizontal, bar_vertical))(draw, low, high)


@_kind(least=2)
def diagonal(draw: Draw, low: int, high: int) -> Shape:
    """Draw a diagonal line, rising or falling."""
    return turned(draw, np.eye(draw.integer(low, high), dtype=np.bool_))


@_kind(least=2)
def square(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full square."""
    side = draw.integer(low, high)
    return solid(side, side)


@_kind(least=3)
def rectangle(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full rectangle, two cells or more across, that is no square."""
    longer = draw.integer(low, high)
    shorter = draw.integer(min(low, longer - 1), longer - 1)
    return turned(draw, solid(longer, shorter))


@_kind(least=3)
def triangle(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full triangle: half a square, or (on an odd base) with two equal sides."""
    side = draw.integer(low, high)
    half = np.tri((side + 1) // 2 if side % 2 and draw.chance(0.5) else side, dtype=np.bool_)
    whole = half if len(half) == side else np.hstack((half[:, :0:-1], half))
    return turned(draw, whole)


@_kind(least=3)
def wedge(draw: Draw, low: int, high: int) -> Shape:
    """Draw rows that grow by a cell at both ends: a triangle, or its lower part."""
    width = draw.integer(low, high)
    height = draw.integer(2, (width + 1) // 2)
    row, column = np.indices((height, width))
    return turned(draw, np.minimum(column, width - 1 - column) >= height - 1 - row)


@_kind(least=4)
def lozenge(draw: Draw, low: int, high: int) -> Shape:
    """Draw a rectangle that lies at 45 degrees."""
    side = draw.integer(low, high)
    breadth = draw.integer(1, (side - 1) // 2)
    row, column = np.indices((side, side))
    steps = abs(row + column - (side - 1))
    return turned(draw, (steps <= side - 1 - breadth) & (abs(row - column) <= breadth))


@_kind(least=3)
def ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle."""
    return outline(*_sides(draw, low, high))


@_kind(least=5)
def frame_thick(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle, two cells thick."""
    return outline(*_sides(draw, low, high), thickness=2)


@_kind(least=5)
def bevelled_ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle whose corners are cut off at 45 degrees."""
    height, width = _sides(draw, low, high)
    cut = draw.integer(1, (min(height, width) - 1) // 2)
    return rim(cut_corners(height, width, cut))


@_kind(least=3)
def diamond_ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a square that stands on its tip; on an even side the tips are blunt."""
    side = draw.integer(low, high)
    return diamond_outline(side, side)


@_kind(least=3)
def diamond(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full square that stands on its tip."""
    return filled(diamond_ring(draw, low, high))


@_kind(least=4)
def irregular_ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw a closed irregular line round one area; a wall of diagonal steps closes it too."""
    height, width = _sides(draw, low, high)
    area = np.zeros((height, width), np.bool_)
    area[1:-1, 1:-1] = grown(draw, height - 2, width - 2, diagonals=0.0)
    return filled(grow(area, draw.choice((4, 8)))) & ~area


@_kind(least=4)
def island(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full figure without straight sides, as an irregular ring encloses it."""
    return filled(irregular_ring(draw, low, high))


@_kind(least=3)
def cup(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle that is open on one side."""
    return open_box(*_sides(draw, low, high), draw.choice(("up", "down", "left", "right")))


@_kind(least=3)
def gapped_ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle with a gap of one cell in a side."""
    height, width = _sides(draw, low, high)
    mask = outline(height, width)
    mask[0, draw.integer(1, width - 2)] = False
    return turned(draw, mask)


@_kind(least=5)
def letter(draw: Draw, low: int, high: int) -> Shape:
    """Draw a letter without holes, of the strokes of a seven-segment display."""
    height, width = draw.integer(low, high), 0
    width = draw.integer(3, height)
    middle = height // 2
    strokes = {
        "top": (0, slice(None)),
        "middle": (middle, slice(None)),
        "bottom": (-1, slice(None)),
        "upper left": (slice(middle + 1), 0),
        "lower left": (slice(middle, None), 0),
        "upper right": (slice(middle + 1), -1),
        "lower right": (slice(middle, None), -1),
    }
    mask = np.zeros((height, width), np.bool_)
    for stroke in draw.choice(_LETTERS):
        mask[strokes[stroke]] = True
    return mask


@_kind(least=3)
def plus(draw: Draw, low: int, high: int) -> Shape:
    """Draw an upright cross, one cell thick or (on an even side) two."""
    side = draw.integer(low, high)
    mask = np.zeros((side, side), np.bool_)
    mask[_middle(side)] = mask[:, _middle(side)] = True
    return mask


@_kind(least=3)
def cross(draw: Draw, low: int, high: int) -> Shape:
    """Draw the two diagonals of a square."""
    falling = np.eye(draw.integer(low, high), dtype=np.bool_)
    return falling | falling[::-1]


@_kind(least=3)
def tee(draw: Draw, low: int, high: int) -> Shape:
    """Draw a bar with a stem at its middle, turned at random."""
    width = draw.integer(low, high)
    mask = np.zeros((draw.integer(2, width), width), np.bool_)
    mask[0] = mask[:, _middle(width)] = True
    return turned(draw, mask)


@_kind(least=3)
def long_tee(draw: Draw, low: int, high: int) -> Shape:
    """Draw a T with lines of one cell, its stem two cells or longer."""
    width = 2 * draw.integer(1, max(1, (high - 1) // 2)) + 1
    mask = np.zeros((draw.integer(max(low, 3), high), width), np.bool_)
    mask[0] = mask[:, width // 2] = True
    return turned(draw, mask)


@_kind(least=2)
def ell(draw: Draw, low: int, high: int) -> Shape:
    """Draw two bars that meet in a corner, turned at random."""
    mask = np.zeros(_sides(draw, low, high), np.bool_)
    mask[-1] = mask[:, 0] = True
    return turned(draw, mask)


@_kind(least=3)
def stairs(draw: Draw, low: int, high: int) -> Shape:
    """Draw a flight of steps one cell wide and high, rising or falling."""
    side = draw.integer(low, high)
    return turned(draw, np.tri(side, dtype=np.bool_) & ~np.tri(side, k=-2, dtype=np.bool_))


@_kind(least=2)
def blob(draw: Draw, low: int, high: int) -> Shape:
    """Draw an irregular figure without holes; some parts may hang together by corners only."""
    return grown(draw, *_sides(draw, low, high), diagonals=0.3)


@_kind(least=2)
def blob4(draw: Draw, low: int, high: int) -> Shape:
    """Draw an irregular figure without holes whose parts share sides."""
    return grown(draw, *_sides(draw, low, high), diagonals=0.0)


@_kind(least=3)
def symmetric_blob(draw: Draw, low: int, high: int) -> Shape:
    """Draw an irregular figure without holes that is its own mirror image, along one axis or both.

    No side is shorter than low, or three cells.
    """
    return mirrored_blob(draw, low, high, draw.choice(("horizontal", "vertical", "both")))


def mirrored_blob(draw: Draw, low: int, high: int, axis: Axis | Literal["both"]) -> Shape:
    """Draw a symmetric blob along a given axis.

    Raises:
        SampleError: The range has no size of 3 or more.
    """
    return mirrored(draw, *_sides(draw, max(3, low), high), axis)


@_kind(least=4)
def squiggle(draw: Draw, low: int, high: int) -> Shape:
    """Draw a winding line that goes farther along one axis than along the other."""
    length = draw.integer(low, high)
    mask = draw.until(
        lambda: _wound(draw, length, max(2, 2 * length // 3)),
        lambda mask: 3 * mask.shape[1] >= length,
    )
    return turned(draw, mask)


def _wound(draw: Draw, length: int, breadth: int) -> Shape:
    """Go down row by row, now and then with a run to the side."""
    mask = np.zeros((length, breadth), np.bool_)
    column, moved = draw.integer(0, breadth - 1), False
    for row in range(length):
        reach = 0 if moved and draw.chance(0.8) else 3
        ahead = draw.integer(max(0, column - reach), min(breadth - 1, column + reach))
        mask[row, min(column, ahead) : max(column, ahead) + 1] = True
        column, moved = ahead, ahead != column
    return mask[:, mask.any(axis=0)]


_LETTERS = (
    ("upper left", "lower left", "top", "middle", "bottom"),  # E
    ("upper left", "lower left", "top", "middle"),  # F
    ("upper left", "lower left", "upper right", "lower right", "middle"),  # H
    ("upper left", "lower left", "lower right", "middle"),  # h
    ("upper left", "upper right", "lower right", "middle"),  # 4
    ("upper left", "lower right", "top", "middle", "bottom"),  # S
    ("upper right", "lower left", "top", "middle", "bottom"),  # Z
)


def _sides(draw: Draw, low: int, high: int) -> tuple[int, int]:
    return draw.integer(low, high), draw.integer(low, high)


def _middle(side: int) -> slice:
    return slice((side - 1) // 2, side // 2 + 1)
