"""Shapes of any make of which one stands out: by its size, its proportions or its place."""

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from arcrep.generator.drawing import Box, Draw, Patch, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.arrangements import Arrangement, arrange
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.masks import Shape
from arcrep.generator.scenes.placing import cut

Standout = Literal["nothing", "largest", "smallest", "tall", "wide", "up", "down", "left", "right"]
"""How the first of several shapes is told from the rest: not at all; by most or fewest cells and
the largest or smallest box; it alone is tall (wide), the others are the contrary; or it reaches
farthest towards a side."""

_TRIES = 30
_MOST = 30
_CLEARLY = 1.5
_AHEAD = 2
"""Rows or columns by which a shape lies farther out than all others."""


def shapes_of(
    draw: Draw,
    make: Callable[[int, int], Shape],
    sizes: tuple[int, int],
    count: int,
    contrast: Standout,
) -> list[Shape]:
    """Make so many shapes, of which the first one stands out.

    Args:
        draw: The source of random choices.
        make: Draws a shape whose longer side is in a range.
        sizes: The range for most of them; the largest one may be two cells longer.
        count: How many.
        contrast: By what the first one stands out; its place is for `stand` to see to.

    Raises:
        SampleError: They are not found.
    """
    if count > _MOST:
        raise SampleError(f"{count} shapes are more than a scene shows apart: {_MOST} at most")
    low, high = sizes
    if contrast in ("tall", "wide"):
        upright = [_upright(draw, make, low, max(high, low + 3)) for _ in range(count)]
        tall = [(at == 0) == (contrast == "tall") for at in range(count)]
        return [mask if up else mask.T for mask, up in zip(upright, tall, strict=True)]
    first = rest = (low, high)
    if contrast == "largest":
        first, rest = (high + 1, high + 2), (low, max(low, high - 1))
    elif contrast == "smallest":
        first, rest = (low, low + 1), (low + 2, max(high, low + 3))
    return draw.until(
        lambda: [make(*first), *(make(*rest) for _ in range(count - 1))],
        lambda masks: _stands_out(masks, contrast),
        tries=_TRIES,
    )


def _upright(draw: Draw, make: Callable[[int, int], Shape], low: int, high: int) -> Shape:
    """Make a shape that is taller than broad, by two cells or more."""
    mask = draw.until(
        lambda: make(low, high), lambda mask: abs(mask.shape[0] - mask.shape[1]) > 1, tries=_TRIES
    )
    return mask if mask.shape[0] > mask.shape[1] else mask.T


def _stands_out(masks: Sequence[Shape], contrast: Standout) -> bool:
    if contrast not in ("largest", "smallest"):
        return True
    first, *rest = ((int(mask.sum()), mask.size) for mask in masks)
    if contrast == "largest":
        return all(min(first[0] / n, first[1] / box) >= _CLEARLY for n, box in rest)
    return all(min(n / first[0], box / first[1]) >= _CLEARLY for n, box in rest)


def colors_of(
    draw: Draw, count: int, colors: Colors, color: int, taken: Collection[int] = ()
) -> list[int]:
    """Draw colours, none of those taken; of a given one the first are, and at least one is not.

    Raises:
        SampleError: There are fewer colours than things with one of their own, or one thing only,
            or the colour is black.
    """
    if color == ANY:
        return colors_for(draw, count, colors, taken)
    color = color_or_any(draw, color, taken)
    n = 1 if colors == "own" else draw.integer(1, min(2, count - 1))
    return [color] * n + colors_for(draw, count - n, colors, [color, *taken])


def stand(
    sheet: Sheet,
    masks: Sequence[Shape],
    patches: Sequence[int | Patch],
    contrast: Standout,
    arrangement: Arrangement = "scatter",
    margin: int = 1,
) -> list[Box]:
    """Place shapes in an arrangement, or anywhere with the first one farthest towards a side.

    Raises:
        SampleError: There is no room.
    """
    if contrast in ("up", "down", "left", "right"):
        return _one_ahead(sheet, masks, patches, contrast, margin)
    if arrangement == "scatter":
        return sheet.place_all(masks, patches, margin)
    sizes = [(mask.shape[0], mask.shape[1]) for mask in masks]
    corners = arrange(sheet.draw, sheet.box, sizes, arrangement, margin)
    together = zip(masks, patches, corners, strict=True)
    return [sheet.paste(mask, patch, *corner) for mask, patch, corner in together]


def _one_ahead(
    sheet: Sheet,
    masks: Sequence[Shape],
    patches: Sequence[int | Patch],
    side: Standout,
    margin: int,
) -> list[Box]:
    at = 0 if side in ("up", "down") else 1
    length = sheet.box[2 + at]
    depth = masks[0].shape[at] + sheet.draw.integer(0, max(1, length // 5))
    if depth + _AHEAD > length:
        raise SampleError("no room behind the foremost shape")
    near = side in ("up", "left")
    strip = cut(sheet.box, at, 0, depth) if near else cut(sheet.box, at, length - depth, length)
    first = sheet.place(masks[0], patches[0], margin, strip)
    if near:
        behind = cut(sheet.box, at, first[at] + _AHEAD, length)
    else:
        behind = cut(sheet.box, at, 0, first[at] + first[2 + at] - _AHEAD)
    return [first, *sheet.place_all(masks[1:], patches[1:], margin, behind)]
