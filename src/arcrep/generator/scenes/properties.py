"""Objects that differ in one property; all else is drawn without regard to it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from arcrep.generator.drawing import Draw, Patch
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.colors import Colors, colors_for
from arcrep.generator.scenes.grids import Sides, at_least
from arcrep.generator.scenes.masks import Shape, filled, outline, solid
from arcrep.generator.scenes.outlines import Outline, any_outline, pierced
from arcrep.generator.scenes.several import distinct_shapes
from arcrep.generator.shapes import ShapeName, any_shape

Property = Literal[
    "none",
    "fill",
    "axis",
    "hollow_axis",
    "shape",
    "color",
    "odd_shape",
    "odd_color",
    "size",
    "height",
    "width",
    "holes",
    "two_colored",
]
"""What sets objects apart: nothing; some are hollow; some are upright and some level, full or
hollow; some agree in shape (colour) and some with none; one is of another shape (colour); each has
its own number of cells, its own height or width; some enclose more areas; some show two colours."""

Several = Literal["any", "first", "second"]
"""Of which kind there are two or more, hollow or full, upright or level; `any`: as it comes."""

Thing = tuple[Shape, int | Patch]
"""Cells, and their one colour or the colours of each."""

_STALE = 3
"""After how many equal ones for each that is wanted no others are waited for."""

_LEAST: dict[Property, int] = {"shape": 3, "color": 3, "odd_shape": 3, "odd_color": 3}


@dataclass(frozen=True)
class Stock:
    """What objects are made of.

    Attributes:
        shapes: Their kinds where the property does not say which these are.
        outlines: The kinds of hollow objects, and of the full ones beside them.
        smallest: The shortest length of the longer side of an object.
        largest: The longest side that an object may have.
        thickness: The shortest length of its shorter side.
        limits: The most rows and columns that an object may have.
        colors: What colours have in common where the property does not say so.
        several: Of which of two kinds there are two or more.
    """

    draw: Draw
    shapes: Sequence[ShapeName]
    outlines: Sequence[Outline]
    smallest: int
    largest: int
    thickness: int
    limits: Sides
    colors: Colors
    several: Several = "any"

    def fitting(self, make: Callable[[], Shape]) -> Shape:
        """Make shapes until one is thick enough, and not too high or too wide.

        Raises:
            SampleError: None of many is.
        """
        tallest, widest = self.limits
        if min(self.limits) < self.thickness:
            raise SampleError(f"no room for {self.thickness} cells in {tallest} x {widest}")
        return self.draw.until(
            make,
            lambda mask: (
                mask.shape[0] <= tallest
                and mask.shape[1] <= widest
                and min(mask.shape) >= self.thickness
            ),
        )

    @property
    def longest(self) -> int:
        """How long a longer side may be."""
        return min(self.largest, max(self.limits))

    def shape(self) -> Shape:
        """Draw a shape of a random kind."""
        return self.fitting(lambda: any_shape(self.draw, self.smallest, self.longest, self.shapes))

    def some_shapes(self, count: int) -> list[Shape]:
        """Draw so many shapes, in half of the cases with some of them alike."""
        if self.draw.chance(0.5):
            return [self.shape() for _ in range(count)]
        few = [self.shape() for _ in range(-(-2 * count // 3))]
        return [self.draw.choice(few) for _ in range(count)]

    def colored(self, masks: Sequence[Shape]) -> list[Thing]:
        """Give each shape a colour."""
        return list(zip(masks, colors_for(self.draw, len(masks), self.colors), strict=True))


_Make = Callable[[Stock, int], list[Thing]]


def differing(stock: Stock, by: Property, count: int) -> list[Thing]:
    """Draw so many objects that differ in a property; their order is random.

    Raises:
        SampleError: There are none of such sizes, or they are too few or too many to differ so.
    """
    at_least(_LEAST.get(by, 2), count=count)
    return stock.draw.shuffled(_MADE[by](stock, count))


def _unlike(stock: Stock, count: int) -> list[Thing]:
    return stock.colored([stock.shape() for _ in range(count)])


def _both(draw: Draw, count: int, several: Several = "any") -> list[bool]:
    """Draw which of several things are of the first of two kinds: one or more, but not all."""
    some = [True, False] if several == "any" else [True, several == "first", False]
    at_least(len(some), count=count)
    return [*some, *(draw.chance(0.5) for _ in range(count - len(some)))]


def _hollow_and_full(stock: Stock, count: int) -> list[Thing]:
    def ring() -> Shape:
        sizes = stock.smallest, stock.longest
        return any_outline(stock.draw, stock.outlines, *sizes, limits=stock.limits)

    rings = [stock.fitting(ring) for _ in range(count)]
    hollow = _both(stock.draw, count, stock.several)
    return stock.colored(
        [mask if empty else filled(mask) for mask, empty in zip(rings, hollow, strict=True)]
    )


def _upright_and_level(make: Callable[[int, int], Shape], least: int) -> _Make:
    """Make rectangles along both axes, whose shorter sides have a least length."""

    def made(stock: Stock, count: int) -> list[Thing]:
        draw, thinnest = stock.draw, max(least, stock.thickness)
        longest = min(stock.largest, *stock.limits)  # the same along both axes
        thickest = draw.integer(thinnest, max(thinnest, longest - 2))
        masks: list[Shape] = []
        for upright in _both(draw, count, stock.several):
            longer = draw.integer(max(stock.smallest, thinnest + 2), longest)
            shorter = draw.integer(thinnest, min(thickest, longer - 2))
            masks.append(make(longer, shorter) if upright else make(shorter, longer))
        return stock.colored(masks)

    return made


def _groups(draw: Draw, count: int) -> list[int]:
    """Number the groups of so many things: one or two of two or three things, one or two of one."""
    sizes = [
        [*groups, *odd]
        for groups in ([2], [3], [2, 2], [2, 3], [3, 3])
        for odd in ([1], [1, 1])
        if sum(groups) + len(odd) == count
    ]
    if not sizes:
        raise SampleError(f"{count} things do not make groups and odd ones: 3 to 8 do")
    return [number for number, size in enumerate(draw.choice(sizes)) for _ in range(size)]


def _twins_of_shape(stock: Stock, count: int) -> list[Thing]:
    groups = _groups(stock.draw, count)
    # Turned copies would leave it open whether they count as the same.
    different = distinct_shapes(stock.shape, max(groups) + 1, turned=True)
    return stock.colored([different[group] for group in stock.draw.shuffled(groups)])


def _twins_of_color(stock: Stock, count: int) -> list[Thing]:
    groups = _groups(stock.draw, count)
    different = stock.draw.colors(max(groups) + 1)
    colors = [different[group] for group in groups]
    return list(zip(stock.some_shapes(count), colors, strict=True))


def _one_of_other_shape(stock: Stock, count: int) -> list[Thing]:
    odd, other = distinct_shapes(stock.shape, 2, turned=True)
    return stock.colored([odd, *[other] * (count - 1)])


def _one_of_other_color(stock: Stock, count: int) -> list[Thing]:
    odd, other = stock.draw.colors(2)
    return list(zip(stock.some_shapes(count), [odd, *[other] * (count - 1)], strict=True))


def _ranked(measure: Callable[[Shape], int], apart: Callable[[int, int], bool]) -> _Make:
    """Make shapes of which any two, the smaller measure given first, are apart."""

    def made(stock: Stock, count: int) -> list[Thing]:
        drawn: dict[int, Shape] = {}
        chosen: list[int] = []
        last = 0  # when there was a new one
        for number in range(10 * count):
            mask = stock.shape()
            value = measure(mask)
            if value not in drawn:
                drawn[value], last = mask, number
            elif number - last > _STALE * count:
                break
            if all(apart(min(value, other), max(value, other)) for other in chosen):
                chosen.append(value)
            if len(chosen) == count:
                return stock.colored([drawn[value] for value in chosen])
        densest = _densest(drawn, apart)
        return stock.colored([drawn[value] for value in stock.draw.sample(densest, count)])

    return made


def _densest(values: Iterable[int], apart: Callable[[int, int], bool]) -> list[int]:
    """Choose as many values as can be with each apart from the next smaller one."""
    chosen: list[int] = []
    for value in sorted(values):
        if not chosen or apart(chosen[-1], value):
            chosen.append(value)
    return chosen


def _differ(smaller: int, larger: int) -> bool:
    return smaller < larger


def _clearly_differ(smaller: int, larger: int) -> bool:
    return larger - smaller >= max(2, larger / 10)


def _enclosing(stock: Stock, count: int) -> list[Thing]:
    draw = stock.draw
    numbers = draw.sample((0, 1, 2), 2) + [draw.integer(0, 2) for _ in range(count - 2)]

    def make(number: int) -> Shape:
        return stock.fitting(lambda: pierced(draw, number, stock.smallest, stock.longest))

    return stock.colored([make(number) for number in numbers])


def _some_two_colored(stock: Stock, count: int) -> list[Thing]:
    draw, marked = stock.draw, _both(stock.draw, count)
    masks = [draw.until(stock.shape, lambda mask: int(mask.sum()) > 3) for _ in marked]
    colors = colors_for(draw, count, stock.colors)
    return [
        (mask, _with_marks(draw, mask, color) if two else color)
        for mask, color, two in zip(masks, colors, marked, strict=True)
    ]


def _with_marks(draw: Draw, mask: Shape, color: int) -> Patch:
    """Give a quarter of the cells or less, but one or more, another colour."""
    cells = np.flatnonzero(mask).tolist()
    marks = draw.sample(cells, draw.integer(1, len(cells) // 4))
    patch = np.full(mask.shape, color, np.uint8)
    patch.flat[marks] = draw.color((0, color))
    return patch


_MADE: dict[Property, _Make] = {
    "none": _unlike,
    "fill": _hollow_and_full,
    "axis": _upright_and_level(solid, 1),
    "hollow_axis": _upright_and_level(outline, 3),
    "shape": _twins_of_shape,
    "color": _twins_of_color,
    "odd_shape": _one_of_other_shape,
    "odd_color": _one_of_other_color,
    "size": _ranked(lambda mask: int(mask.sum()), _clearly_differ),
    "height": _ranked(lambda mask: mask.shape[0], _differ),
    "width": _ranked(lambda mask: mask.shape[1], _differ),
    "holes": _enclosing,
    "two_colored": _some_two_colored,
}
