"""Shapes: kinds of small masks as they stand in ConceptARC scenes, each drawn at a random size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from arcrep.generator.drawing import Draw, Mask
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import grow, holes

Shape = Mask
"""The cells of a shape in its bounding box: it has a cell in each outer row and column."""

Side = Literal["up", "down", "left", "right"]
AxisName = Literal["horizontal", "vertical"]
Family = Literal["line", "solid", "hollow", "open", "figure", "irregular"]

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
    family: Family
    least: int
    sample: Callable[[Draw, int, int], Shape]

    def __call__(self, draw: Draw, low: int, high: int) -> Shape:
        """Draw a shape whose longer side is from low to high."""
        low = max(low, self.least)
        if low > high:
            raise SampleError(f"{self.name}: no size from {low} to {high}")
        mask = self.sample(draw, low, high)
        mask.setflags(write=False)
        return mask


def _kind(family: Family, least: int) -> Callable[[Callable[[Draw, int, int], Shape]], ShapeKind]:
    def register(sample: Callable[[Draw, int, int], Shape]) -> ShapeKind:
        kind = ShapeKind(sample.__name__, family, least, sample)
        SHAPES[kind.name] = kind
        return kind

    return register


def names_of(*families: Family) -> tuple[str, ...]:
    """Return the names of the kinds in the given families."""
    return tuple(kind.name for kind in SHAPES.values() if kind.family in families)


def any_shape(draw: Draw, low: int, high: int, kinds: Sequence[str] = ()) -> Shape:
    """Draw a shape of a random kind (of those named, or of all) that can have such a size."""
    names = [name for name in kinds or SHAPES if SHAPES[name].least <= high]
    return SHAPES[draw.choice(names)](draw, low, high)


def distinct_shapes(make: Callable[[], Shape], n: int, turned: bool = False) -> list[Shape]:
    """Make n shapes no two of which are equal.

    Args:
        make: Draws one shape.
        n: How many.
        turned: Whether a shape counts as equal to itself turned or mirrored.

    Raises:
        SampleError: They are not found in 20 tries for each.
    """
    found: dict[object, Shape] = {}
    for _ in range(20 * n):
        if len(found) == n:
            break
        shape = make()
        found.setdefault(min(map(_key, orientations(shape) if turned else [shape])), shape)
    if len(found) < n:
        raise SampleError(f"only {len(found)} different shapes of {n} in {20 * n} tries")
    return list(found.values())


def _key(shape: Shape) -> tuple[tuple[int, ...], bytes]:
    return shape.shape, shape.tobytes()


def orientations(shape: Shape) -> list[Shape]:
    """Return the shape in its 8 orientations; equal ones are repeated."""
    images = (shape, shape.T)
    return [image[::down, ::right] for image in images for down in (1, -1) for right in (1, -1)]


def turned(draw: Draw, shape: Shape) -> Shape:
    """Turn and mirror a shape at random."""
    image = draw.choice((shape, shape.T))
    return image[:: draw.choice((1, -1)), :: draw.choice((1, -1))]


def is_symmetric(shape: Shape, axis: AxisName | Literal["any"] = "any") -> bool:
    """Say whether a shape is its own mirror image: in a line of that axis, or of either."""
    upright = axis != "horizontal" and np.array_equal(shape, shape[:, ::-1])
    return upright or (axis != "vertical" and np.array_equal(shape, shape[::-1]))


def solid(height: int, width: int) -> Shape:
    """Return a full rectangle."""
    return np.ones((height, width), np.bool_)


def outline(height: int, width: int, thickness: int = 1) -> Shape:
    """Return the outer cells of a rectangle."""
    mask = solid(height, width)
    mask[thickness : height - thickness, thickness : width - thickness] = False
    return mask


def open_box(height: int, width: int, opening: Side) -> Shape:
    """Return an outline without one of its sides; the two corners stay."""
    mask = outline(height, width)
    edge = {
        "up": (0, slice(1, -1)),
        "down": (-1, slice(1, -1)),
        "left": (slice(1, -1), 0),
        "right": (slice(1, -1), -1),
    }
    mask[edge[opening]] = False
    return mask


@_kind("line", least=1)
def dot(draw: Draw, low: int, high: int) -> Shape:  # noqa: ARG001
    """Draw a single cell."""
    return solid(1, 1)


@_kind("line", least=2)
def bar_horizontal(draw: Draw, low: int, high: int) -> Shape:
    """Draw a row of cells."""
    return solid(1, draw.integer(low, high))


@_kind("line", least=2)
def bar_vertical(draw: Draw, low: int, high: int) -> Shape:
    """Draw a column of cells."""
    return solid(draw.integer(low, high), 1)


@_kind("line", least=2)
def bar(draw: Draw, low: int, high: int) -> Shape:
    """Draw a row or a column of cells."""
    return draw.choice((bar_horizontal, bar_vertical))(draw, low, high)


@_kind("line", least=2)
def diagonal(draw: Draw, low: int, high: int) -> Shape:
    """Draw a diagonal line, rising or falling."""
    return turned(draw, np.eye(draw.integer(low, high), dtype=np.bool_))


@_kind("solid", least=2)
def square(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full square."""
    side = draw.integer(low, high)
    return solid(side, side)


@_kind("solid", least=3)
def rectangle(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full rectangle, two cells or more across, that is no square."""
    longer = draw.integer(low, high)
    shorter = draw.integer(min(low, longer - 1), longer - 1)
    return turned(draw, solid(longer, shorter))


@_kind("solid", least=3)
def triangle(draw: Draw, low: int, high: int) -> Shape:
    """Draw a full triangle: half a square, or (on an odd base) with two equal sides."""
    side = draw.integer(low, high)
    half = np.tri((side + 1) // 2 if side % 2 and draw.chance(0.5) else side, dtype=np.bool_)
    whole = half if len(half) == side else np.hstack((half[:, :0:-1], half))
    return turned(draw, whole)


@_kind("hollow", least=3)
def ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle."""
    return outline(*_sides(draw, low, high))


@_kind("hollow", least=5)
def frame_thick(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle, two cells thick."""
    return outline(*_sides(draw, low, high), thickness=2)


@_kind("hollow", least=3)
def diamond_ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a square that stands on its tip; on an even side the tips are blunt."""
    side = draw.integer(low, high)
    off = abs(2 * np.arange(side) - (side - 1))
    return off[:, None] + off == side - side % 2


@_kind("hollow", least=4)
def irregular_ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw a closed irregular line round one area; a wall of diagonal steps closes it too."""
    height, width = _sides(draw, low, high)
    area = np.zeros((height, width), np.bool_)
    area[1:-1, 1:-1] = _grown(draw, height - 2, width - 2, diagonals=0.0)
    return _filled(grow(area, draw.choice((4, 8)))) & ~area


@_kind("open", least=3)
def cup(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle that is open on one side."""
    return open_box(*_sides(draw, low, high), draw.choice(("up", "down", "left", "right")))


@_kind("open", least=3)
def gapped_ring(draw: Draw, low: int, high: int) -> Shape:
    """Draw the outline of a rectangle with a gap of one cell in a side."""
    height, width = _sides(draw, low, high)
    mask = outline(height, width)
    mask[0, draw.integer(1, width - 2)] = False
    return turned(draw, mask)


@_kind("open", least=5)
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


@_kind("figure", least=3)
def plus(draw: Draw, low: int, high: int) -> Shape:
    """Draw an upright cross, one cell thick or (on an even side) two."""
    side = draw.integer(low, high)
    mask = np.zeros((side, side), np.bool_)
    mask[_middle(side)] = mask[:, _middle(side)] = True
    return mask


@_kind("figure", least=3)
def cross(draw: Draw, low: int, high: int) -> Shape:
    """Draw the two diagonals of a square."""
    falling = np.eye(draw.integer(low, high), dtype=np.bool_)
    return falling | falling[::-1]


@_kind("figure", least=3)
def tee(draw: Draw, low: int, high: int) -> Shape:
    """Draw a bar with a stem at its middle, turned at random."""
    width = draw.integer(low, high)
    mask = np.zeros((draw.integer(2, width), width), np.bool_)
    mask[0] = mask[:, _middle(width)] = True
    return turned(draw, mask)


@_kind("figure", least=2)
def ell(draw: Draw, low: int, high: int) -> Shape:
    """Draw two bars that meet in a corner, turned at random."""
    mask = np.zeros(_sides(draw, low, high), np.bool_)
    mask[-1] = mask[:, 0] = True
    return turned(draw, mask)


@_kind("figure", least=3)
def stairs(draw: Draw, low: int, high: int) -> Shape:
    """Draw a flight of steps one cell wide and high, rising or falling."""
    side = draw.integer(low, high)
    return turned(draw, np.tri(side, dtype=np.bool_) & ~np.tri(side, k=-2, dtype=np.bool_))


@_kind("irregular", least=2)
def blob(draw: Draw, low: int, high: int) -> Shape:
    """Draw an irregular figure without holes; some parts may hang together by corners only."""
    return _grown(draw, *_sides(draw, low, high), diagonals=0.3)


@_kind("irregular", least=2)
def blob4(draw: Draw, low: int, high: int) -> Shape:
    """Draw an irregular figure without holes whose parts share sides."""
    return _grown(draw, *_sides(draw, low, high), diagonals=0.0)


def symmetric_blob(draw: Draw, low: int, high: int, axis: AxisName | Literal["both"]) -> Shape:
    """Draw an irregular figure without holes that is its own mirror image in a line of the axis.

    Its longer side is from low to high, both are 3 or more, and it is no full rectangle.

    Raises:
        SampleError: The range has no size of 3 or more.
    """
    height, width = _sides(draw, max(3, low), high)
    rows = height if axis == "vertical" else (height + 1) // 2
    columns = width if axis == "horizontal" else (width + 1) // 2
    mask = _grown(draw, rows, columns, diagonals=0.3)
    if axis != "vertical":
        mask = np.vstack((mask, mask[: height - rows][::-1]))
    if axis != "horizontal":
        mask = np.hstack((mask, mask[:, : width - columns][:, ::-1]))
    mask = _filled(mask)
    if mask.all():
        mask[[0, 0, -1, -1], [0, -1, 0, -1]] = False
    return mask


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


def _grown(draw: Draw, height: int, width: int, diagonals: float) -> Shape:
    """Grow a figure cell by cell from the middle until it reaches all sides; no hole is left."""
    neighbors = _neighbors(height, width)
    cells = bytearray(height * width)
    frontier = [height // 2 * width + width // 2]
    seen = set(frontier)
    wanted, sides = int((0.3 + 0.4 * draw.uniform()) * len(cells)), 0
    reach = draw.choice((3, len(cells)))  # growth at its newest ends only gives long limbs
    while wanted > 0 or sides < 0b1111:
        spot = draw.integer(max(0, len(frontier) - reach), len(frontier) - 1)
        frontier[spot], frontier[-1] = frontier[-1], frontier[spot]
        cell = frontier.pop()
        straight, oblique, at_sides = neighbors[cell]
        cells[cell], wanted, sides = 1, wanted - 1, sides | at_sides
        near = straight + oblique if diagonals and draw.chance(diagonals) else straight
        frontier += [other for other in near if other not in seen]
        seen.update(near)
    return _filled(np.frombuffer(cells, np.bool_).reshape(height, width))


def _filled(mask: Shape) -> Shape:
    return mask | holes(mask)


@lru_cache(maxsize=1024)
def _neighbors(height: int, width: int) -> list[tuple[list[int], list[int], int]]:
    """List for each cell its neighbours over sides, those over corners, and the edges it is on.

    Cells are numbered row by row; the edges are bits.
    """
    cells = [(row, column) for row in range(height) for column in range(width)]
    return [
        (
            [row * width + column for row, column in cells if abs(row - r) + abs(column - c) == 1],
            [row * width + column for row, column in cells if abs(row - r) == abs(column - c) == 1],
            (r == 0) | (r == height - 1) << 1 | (c == 0) << 2 | (c == width - 1) << 3,
        )
        for r, c in cells
    ]
