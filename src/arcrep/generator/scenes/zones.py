"""Objects dealt out to zones of a scene so that nothing but the zone tells them apart."""

from collections.abc import Sequence

from arcrep.generator.drawing import Box, Draw, Mask, NoRoomError, Sheet
from arcrep.generator.scenes.grids import Sides
from arcrep.generator.scenes.masks import Shape
from arcrep.generator.shapes import ShapeName, any_shape

_TRIES = 8


def size_range(shapes: Sequence[ShapeName], smallest: int, largest: int) -> tuple[int, int]:
    """Return the range of the longer side of objects: that of dots is 1, whatever is asked for."""
    return (1, 1) if set(shapes) == {"dot"} else (smallest, largest)


def sized_shapes(
    draw: Draw,
    count: int,
    shapes: Sequence[ShapeName],
    smallest: int,
    largest: int,
    thickness: int = 1,
) -> list[Shape]:
    """Draw so many shapes whose longer sides are in a range and whose shorter ones are long enough.

    Raises:
        SampleError: The kinds hardly ever have such sides.
    """

    def make() -> Shape:
        return any_shape(draw, smallest, largest, shapes)

    return [draw.until(make, lambda mask: min(mask.shape) >= thickness) for _ in range(count)]


def extent(masks: Sequence[Shape]) -> Sides:
    """Return the height and the width of the smallest box that each of the masks fits into."""
    return max(mask.shape[0] for mask in masks), max(mask.shape[1] for mask in masks)


def fitting(length: int, own: int, margin: int) -> int:
    """Return how many segments with margins between them have room on a line of cells."""
    return max(0, length + margin) // (own + margin)


def spread(count: int, own: int, margin: int) -> int:
    """Return the length of so many segments with margins between them."""
    return count * (own + margin) - margin


def place_in(
    sheet: Sheet,
    zone: Box | Mask,
    masks: Sequence[Shape],
    colors: Sequence[int],
    margin: int,
    first: Box | None = None,
) -> None:
    """Put objects into a zone in which nothing lies, anywhere, with margins between them.

    All go anew to other places where the last ones found no room: if large objects gave way to
    smaller ones instead, a narrow zone would come to be known by those.

    The first of them lies in the part of the zone that is called `first`, if any.

    Raises:
        NoRoomError: They found no room in several tries.
    """
    for _ in range(_TRIES):
        trial = Sheet(sheet.draw, sheet.box.height, sheet.box.width)
        try:
            boxes = [trial.place(masks[0], colors[0], margin, first)] if first else []
            n = len(boxes)
            boxes += trial.place_all(masks[n:], colors[n:], margin, within=zone)
        except NoRoomError:
            continue
        for mask, color, box in zip(masks, colors, boxes, strict=True):
            sheet.paste(mask, color, box.top, box.left)
        return
    raise NoRoomError(f"no room for {len(masks)} objects with margin {margin}")
