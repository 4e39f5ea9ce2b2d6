"""Drawing scenes: a cheap source of random choices, and a sheet on which shapes find free room."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from jaxtyping import Bool, UInt8

from arcrep.arc import MAX_SIDE, N_COLORS, Grid, as_grid
from arcrep.generator.errors import SampleError

T = TypeVar("T")

Mask = Bool[np.ndarray, "_ _"]
Patch = UInt8[np.ndarray, "_ _"]
"""A colour for each cell of a mask of the same shape; where the mask is False it does not count."""

_BLOCK = 256
_ROW = 64  # bits of a row: so many more than MAX_SIDE that no shift within a row meets the next one


class NoRoomError(SampleError):
    """A shape fits nowhere on what is free of the sheet."""


class Draw:
    """Random choices out of blocks of numbers, since each call of a Generator takes microseconds.

    Equal generators give equal choices. Numbers are taken ahead of need: the generator is no longer
    for others to draw from.
    """

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator
        self._numbers: list[float] = []

    def uniform(self) -> float:
        """Draw from [0, 1)."""
        try:
            return self._numbers.pop()
        except IndexError:
            self._numbers = self._generator.random(_BLOCK).tolist()
            return self._numbers.pop()

    def integer(self, low: int, high: int) -> int:
        """Draw a whole number from low to high, both included."""
        if low > high:
            raise SampleError(f"no whole number from {low} to {high}")
        return low + int(self.uniform() * (high - low + 1))

    def chance(self, p: int | float) -> bool:
        """Return True with probability p."""
        return self.uniform() < p

    def choice(self, items: Sequence[T]) -> T:
        """Draw one item."""
        if not items:
            raise SampleError("nothing to choose from")
        return items[int(self.uniform() * len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Draw k items at different places of the sequence, in random order."""
        if not 0 <= k <= len(items):
            raise SampleError(f"{k} items of {len(items)}")
        pool = list(items)
        for index in range(k):
            other = self.integer(index, len(pool) - 1)
            pool[index], pool[other] = pool[other], pool[index]
        return pool[:k]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        return self.sample(items, len(items))

    def color(self, exclude: Collection[int] = (0,)) -> int:
        """Draw a colour that is not among the excluded ones."""
        return self.colors(1, exclude)[0]

    def colors(self, k: int, exclude: Collection[int] = (0,)) -> list[int]:
        """Draw k different colours that are not among the excluded ones."""
        return self.sample([color for color in range(N_COLORS) if color not in exclude], k)

    def mask(self, height: int, width: int, p: int | float) -> Mask:
        """Draw a mask whose cells are True with probability p, each for itself."""
        return self._generator.random((height, width)) < p

    def until(self, make: Callable[[], T], holds: Callable[[T], bool], tries: int = 40) -> T:
        """Make things until one holds.

        Raises:
            SampleError: None of so many tries holds.
        """
        for _ in range(tries):
            if holds(thing := make()):
                return thing
        raise SampleError(f"none of {tries} tries holds")


class Box(NamedTuple):
    """A rectangle of cells; `bottom` and `right` are its last row and column."""

    top: int
    left: int
    height: int
    width: int

    @property
    def bottom(self) -> int:
        """The last row inside."""
        return self.top + self.height - 1

    @property
    def right(self) -> int:
        """The last column inside."""
        return self.left + self.width - 1

    @property
    def cells(self) -> tuple[slice, slice]:
        """The index of these cells in an array: `array[box.cells]`."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)

    def inset(self, by: int = 1) -> "Box":
        """Return the box without so many cells along each side; it may come out empty."""
        height, width = max(0, self.height - 2 * by), max(0, self.width - 2 * by)
        return Box(self.top + by, self.left + by, height, width)


class Sheet:
    """A grid in the making that knows which of its cells are taken.

    A taken cell is one that something was put on, whatever its colour. The cells are written by
    `paste` and `place`; `grid` is the finished grid.

    Raises:
        SampleError: A side is not 1-30.
    """

    def __init__(self, draw: Draw, height: int, width: int, background: int = 0) -> None:
        if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE):
            raise SampleError(f"a sheet of {height} x {width}: sides are 1 to {MAX_SIDE}")
        self.draw = draw
        self.background = background
        self.box = Box(0, 0, height, width)
        self._colors = np.full((height, width), background, np.uint8)
        self._all = _box_bits(self.box)
        self._taken = 0

    @property
    def grid(self) -> Grid:
        """The finished grid, read-only."""
        return as_grid(self._colors)

    @property
    def free(self) -> Mask:
        """The cells that nothing was put on."""
        free = np.zeros(self._colors.shape, np.bool_)
        for row, column in _positions(self._all & ~self._taken):
            free[row, column] = True
        return free

    def place(
        self, mask: Mask, color: int | Patch, margin: int = 1, within: Box | Mask | None = None
    ) -> Box:
        """Put a shape on free room, all places equally likely, and say where.

        Args:
            mask: The cells of the shape.
            color: One colour, or a patch of the mask's shape.
            margin: How many free cells there are at least between the shape and what is taken,
                diagonally too; at 0 they may touch. The edge of the sheet counts for nothing.
            within: Where all cells of the shape lie: a box, or a mask of the sheet's shape.

        Raises:
            NoRoomError: There is no such place.
        """
        places = self._places(mask, margin, within)
        if not places:
            size = f"{mask.shape[0]} x {mask.shape[1]}"
            raise NoRoomError(f"no room for {size} with margin {margin} on {self._size}")
        top, left = _nth_position(places, self.draw.integer(0, places.bit_count() - 1))
        return self.paste(mask, color, top, left)

    def place_all(
        self,
        masks: Sequence[Mask],
        colors: Sequence[int | Patch],
        margin: int = 1,
        within: Box | Mask | None = None,
    ) -> list[Box]:
        """Place shapes, the largest first since it has the fewest places; boxes in their order."""
        boxes = [self.box] * len(masks)
        for index in sorted(range(len(masks)), key=lambda index: -masks[index].size):
            boxes[index] = self.place(masks[index], colors[index], margin, within)
        return boxes

    def places(
        self, mask: Mask, margin: int = 1, within: Box | Mask | None = None
    ) -> list[tuple[int, int]]:
        """List all (top, left) where `place` might put a shape, by row and column."""
        return _positions(self._places(mask, margin, within))

    def paste(self, mask: Mask, color: int | Patch, top: int = 0, left: int = 0) -> Box:
        """Put a shape at a given place, over what is there.

        Raises:
            NoRoomError: It would reach beyond the sheet.
        """
        box = Box(top, left, *mask.shape)
        if min(top, left) < 0 or box.bottom > self.box.bottom or box.right > self.box.right:
            raise NoRoomError(f"{box} reaches beyond {self._size}")
        np.copyto(self._colors[box.cells], color, where=mask)
        self._taken |= _mask_bits(mask) << (_ROW * top + left)
        return box

    def fill(self, box: Box, color: int) -> Box:
        """Put a solid rectangle at a given place, over what is there."""
        return self.paste(np.ones((box.height, box.width), np.bool_), color, box.top, box.left)

    def reserve(self, cells: Box | Mask) -> None:
        """Take cells without a change of colour: a box, or a mask of the sheet's shape."""
        self._taken |= self._all & _bits(cells)

    @property
    def _size(self) -> str:
        return f"a sheet of {self.box.height} x {self.box.width}"

    def _places(self, mask: Mask, margin: int, within: Box | Mask | None) -> int:
        closed = _dilated(self._taken, margin)
        if within is not None:
            closed |= self._all & ~_bits(within)
        height, width = mask.shape
        hit = 0  # the places where some cell of the shape meets a closed one
        hit_by: dict[int, int] = {}
        for row, bits in enumerate(_rows(mask)):
            if bits not in hit_by:
                hit_by[bits] = _shifted_back(closed, bits)
            hit |= hit_by[bits] >> (_ROW * row)
        corners = Box(0, 0, self.box.height - height + 1, self.box.width - width + 1)
        return _box_bits(corners) & ~hit


def striped(mask: Mask, colors: Sequence[int], axis: Literal["horizontal", "vertical"]) -> Patch:
    """Return a patch of stripes along an axis, in the given order of colours and again."""
    length = mask.shape[0 if axis == "horizontal" else 1]
    stripes = np.array(colors, np.uint8)[np.arange(length) % len(colors)]
    stripes = stripes[:, None] if axis == "horizontal" else stripes[None, :]
    return np.broadcast_to(stripes, mask.shape)


def speckled(draw: Draw, mask: Mask, colors: Sequence[int]) -> Patch:
    """Return a patch of random colours, each of which a mask with so many cells shows."""
    cells = draw.shuffled(np.flatnonzero(mask).tolist())
    drawn = [*colors, *(draw.choice(colors) for _ in cells[len(colors) :])][: len(cells)]
    patch = np.zeros(mask.shape, np.uint8)
    patch.flat[cells] = drawn
    return patch


# Sets of cells are whole numbers in which the cell (row, column) is the bit `_ROW * row + column`:
# moving a set is one shift, and "where does the shape meet a taken cell" a few of them. Bits past a
# row's end may be set on the way; in the end only places where the shape lies on the sheet count.


def _rows(mask: Mask) -> list[int]:
    packed = np.packbits(mask, axis=1, bitorder="little")
    size, data = packed.shape[1], packed.tobytes()
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def _mask_bits(mask: Mask) -> int:
    bits = 0
    for row in reversed(_rows(mask)):
        bits = bits << _ROW | row
    return bits


def _bits(cells: Box | Mask) -> int:
    return _box_bits(cells) if isinstance(cells, Box) else _mask_bits(cells)


@lru_cache(maxsize=4096)
def _box_bits(box: Box) -> int:
    top, left = max(box.top, 0), max(box.left, 0)
    if box.bottom < top or box.right < left:
        return 0
    row = (1 << (box.right + 1 - left)) - 1
    return sum(row << (_ROW * at + left) for at in range(top, box.bottom + 1))


def _dilated(bits: int, by: int) -> int:
    for shift in (1, _ROW):
        bits |= _or(bits << shift * step | bits >> shift * step for step in range(1, by + 1))
    return bits


def _shifted_back(bits: int, by: int) -> int:
    """Return the union of `bits`, moved back by each place that is set in `by`."""
    return _or(bits >> shift for shift in range(by.bit_length()) if by >> shift & 1)


def _or(parts: Iterable[int]) -> int:
    return reduce(or_, parts, 0)


def _positions(bits: int) -> list[tuple[int, int]]:
    return [divmod(at, _ROW) for at in range(bits.bit_length()) if bits >> at & 1]


def _nth_position(bits: int, n: int) -> tuple[int, int]:
    row = 0
    while n >= (count := (bits & (1 << _ROW) - 1).bit_count()):
        bits, n, row = bits >> _ROW, n - count, row + 1
    for _ in range(n):
        bits &= bits - 1
    return row, (bits & -bits).bit_length() - 1
