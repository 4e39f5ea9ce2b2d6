"""Where the things of a scene stand: the sides of a grid, and places along a line."""

from collections.abc import Sequence

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError

Size = tuple[int, int]
"""Height and width."""


def sides(draw: Draw, longer: int, least: int) -> Size:
    """Draw the height and width of a grid whose longer side is given; the other has a minimum."""
    other = draw.integer(min(least, longer), longer)
    return draw.choice(((longer, other), (other, longer)))


def starts(draw: Draw, lengths: Sequence[int], total: int, gap: int) -> list[int]:
    """Place segments in their order on a line of cells, at least a gap apart, else anywhere.

    Raises:
        SampleError: The line is too short for them.
    """
    room = total - sum(lengths) - gap * (len(lengths) - 1)
    if room < 0:
        raise SampleError(f"{lengths} with gaps of {gap} do not fit into {total} cells")
    before = sorted(draw.integer(0, room) for _ in lengths)
    used = [sum(lengths[:index]) + gap * index for index in range(len(lengths))]
    return [space + cells for space, cells in zip(before, used, strict=True)]


def in_line(
    draw: Draw, sizes: Sequence[Size], side: int, gap: int = 1, aligned: bool = False
) -> tuple[Size, list[Size]]:
    """Place boxes in a row or a column, and draw a grid around them.

    Args:
        sizes: Of the boxes, which come in random order.
        side: The side of the grid along which they stand; no other side is longer.
        aligned: They start at the same row (column), and the grid is narrow.

    Returns:
        The size of the grid, and the top and left of each box.

    Raises:
        SampleError: The side is too short for them.
    """
    gaps = gap * (len(sizes) - 1)
    fitting = [axis for axis in (0, 1) if sum(size[axis] for size in sizes) + gaps <= side]
    axis = draw.choice(fitting)
    order = draw.shuffled(range(len(sizes)))
    lengths = [sizes[index][axis] for index in order]
    along = dict(zip(order, starts(draw, lengths, side, gap), strict=True))
    breadths = [size[1 - axis] for size in sizes]
    least = max(breadths)
    breadth = draw.integer(least, min(side, least + 4) if aligned else side)
    common = draw.integer(0, breadth - least)
    offsets = [common if aligned else draw.integer(0, breadth - own) for own in breadths]
    corners = [(along[index], start) for index, start in enumerate(offsets)]
    if axis == 0:
        return (side, breadth), corners
    return (breadth, side), [(column, row) for row, column in corners]
