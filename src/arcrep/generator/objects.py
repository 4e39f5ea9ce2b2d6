"""The values that task programs compute with: objects, regions, colours, places, directions."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Annotated, Any, TypeVar

import numpy as np
from jaxtyping import Bool, UInt8

from arcrep.arc import N_COLORS, Grid
from arcrep.generator.errors import RuleError, TieError
from arcrep.generator.geometry import Mask, bounding_box, holes

Value = TypeVar("Value")

Region = Mask
"""Cells of the grid: true where they belong to it, as large as the grid."""

Canvas = UInt8[np.ndarray, "_ _"]
"""A grid in the making; an action may write on the one that it gets."""

Color = Annotated[int, "color"]
Colors = Annotated[tuple[int, ...], "colors"]
Number = Annotated[int | float, "number"]
Truth = Annotated[bool, "truth"]

Trait = Annotated[Hashable, "trait"]
"""Anything in which two objects may agree: a number, a colour, an axis, a shape."""

Position = Annotated[tuple[float, float], "position"]
"""Row and column of a place in the grid; halves lie between cells."""

Direction = Annotated[tuple[int, int], "direction"]
"""A step of one cell: rows down, columns to the right."""

Directions = Annotated[tuple[tuple[int, int], ...], "directions"]

Axis = Annotated[tuple[int, int], "axis"]
"""A direction up to its sign: (0, 1) horizontal, (1, 0) vertical, (1, 1) and (1, -1) diagonal."""


class Obj:
    """Cells of a grid that a program takes as one thing.

    Two objects are equal when they have the same cells.

    Attributes:
        memo: Values of nodes that depend on nothing but the grid and this object.
    """

    def __init__(self, mask: Region, grid: Grid) -> None:
        """Take the cells of `grid` where `mask` holds, at least one."""
        mask.flags.writeable = False  # programs share objects
        self.mask = mask
        self.grid = grid
        self.memo: dict[str, Any] = {}

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Top, left, bottom and right of the bounding box, all inclusive."""
        return bounding_box(self.mask)

    @property
    def top(self) -> int:
        """First row."""
        return self.box[0]

    @property
    def left(self) -> int:
        """First column."""
        return self.box[1]

    @property
    def bottom(self) -> int:
        """Last row."""
        return self.box[2]

    @property
    def right(self) -> int:
        """Last column."""
        return self.box[3]

    @property
    def height(self) -> int:
        """Rows of the bounding box."""
        return self.box[2] - self.box[0] + 1

    @property
    def width(self) -> int:
        """Columns of the bounding box."""
        return self.box[3] - self.box[1] + 1

    @property
    def center(self) -> tuple[float, float]:
        """Row and column of the middle of the bounding box."""
        top, left, bottom, right = self.box
        return (top + bottom) / 2, (left + right) / 2

    @cached_property
    def size(self) -> int:
        """Number of cells."""
        return int(np.count_nonzero(self.mask))

    @cached_property
    def color_counts(self) -> dict[int, int]:
        """Cells of each colour, the most frequent first (of equals the smaller colour)."""
        counts = np.bincount(self.grid[self.mask], minlength=N_COLORS).tolist()
        present = [color for color in range(N_COLORS) if counts[color]]
        return {color: counts[color] for color in sorted(present, key=lambda c: -counts[c])}

    @cached_property
    def color(self) -> int:
        """The most frequent colour.

        Raises:
            TieError: Two colours are equally frequent.
        """
        counts = list(self.color_counts.items())
        if len(counts) > 1 and counts[0][1] == counts[1][1]:
            raise TieError(f"two colours of an object tie at {counts[0][1]} cells")
        return counts[0][0]

    @property
    def window(self) -> tuple[slice, slice]:
        """The bounding box as an index into the grid."""
        top, left, bottom, right = self.box
        return slice(top, bottom + 1), slice(left, right + 1)

    @property
    def shape(self) -> Bool[np.ndarray, "rows columns"]:
        """The cells within the bounding box."""
        return self.mask[self.window]

    @cached_property
    def enclosed(self) -> Bool[np.ndarray, "rows columns"]:
        """The cells within the bounding box that it encloses."""
        shape = self.shape
        if min(shape.shape) < 3 or shape.all():
            return np.zeros(shape.shape, bool)
        return holes(shape)

    @cached_property
    def key(self) -> bytes:
        """Bytes that are equal for objects with the same cells."""
        return self.mask.tobytes()

    def patch(self, blank: int = 0) -> Canvas:
        """Return the bounding box with the object's own cells on `blank`."""
        return np.where(self.shape, self.grid[self.window], np.uint8(blank))

    def steps_to_edge(self, way: tuple[int, int]) -> int:
        """Count the steps that it can go in a direction without leaving the grid."""
        height, width = self.mask.shape
        rows = self.top if way[0] < 0 else height - 1 - self.bottom
        columns = self.left if way[1] < 0 else width - 1 - self.right
        return min(rows, columns) if way[0] and way[1] else rows if way[0] else columns

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Obj) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        rows, columns = f"{self.top}-{self.bottom}", f"{self.left}-{self.right}"
        return f"Obj({self.size} cells in rows {rows}, columns {columns})"


Objects = tuple[Obj, ...]
Group = Annotated[tuple[Obj, ...], "group"]
"""Several objects, where a single one would make no sense."""

Each = Callable[[Obj], Value]
"""A parameter that is worked out anew for every object: in its node `it` is that object."""


def is_level(axis: tuple[int, int]) -> bool:
    """Say whether an axis runs along rows rather than along columns.

    Raises:
        RuleError: It is a diagonal.
    """
    if axis[0] and axis[1]:
        raise RuleError("a diagonal runs neither along rows nor along columns")
    return axis[0] == 0


def paste(
    canvas: Canvas, cells: Region, patch: Canvas, top: int, left: int, what: str = "the object"
) -> None:
    """Draw the cells of a patch with its top left corner at a place.

    Raises:
        RuleError: A cell would leave the grid.
    """
    rows, columns = np.nonzero(cells)
    colors = patch[rows, columns]
    rows, columns = rows + top, columns + left
    height, width = canvas.shape
    if rows.min() < 0 or columns.min() < 0 or rows.max() >= height or columns.max() >= width:
        raise RuleError(f"{what} would leave the grid")
    canvas[rows, columns] = colors


def union(objects: Objects, shape: tuple[int, ...]) -> Region:
    """Return the cells of all objects as one region."""
    if len(objects) == 1:
        return objects[0].mask
    cells = np.zeros(shape, bool)
    for obj in objects:
        cells |= obj.mask
    return cells


def orientation(obj: Obj) -> tuple[int, int] | None:
    """Return the axis of an object, or None where none stands out; lines may be dotted."""
    if obj.height == obj.width and obj.size > 1:
        if np.trace(obj.shape) == obj.size:
            return (1, 1)
        if np.trace(obj.shape[:, ::-1]) == obj.size:
            return (1, -1)
    if obj.height == obj.width:
        return None
    return (1, 0) if obj.height > obj.width else (0, 1)
