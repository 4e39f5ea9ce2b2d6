"""Where the things of a scene stand: along a line, in slots, and in parts of a grid."""

from collections.abc import Sequence

from arcrep.arc import MAX_SIDE
from arcrep.generator.drawing import Box, Draw, Mask, NoRoomError
from arcrep.generator.errors import SampleError
from arcrep.generator.geometry import bounding_box, grow
from arcrep.generator.scenes.grids import Sides
from arcrep.generator.scenes.masks import LineAxis


def cut(box: Box, at: int, start: int, stop: int) -> Box:
    """Return the rows (at = 0) or columns (at = 1) of a box from start up to stop."""
    ends = [*box]
    ends[at], ends[2 + at] = start, max(0, stop - start)
    return Box(*ends)


def room_along(box: Box, axis: LineAxis) -> int:
    """Return the length of the longest line that a box has room for."""
    room = {"horizontal": box.width, "vertical": box.height}
    return room.get(axis, min(room.values()))


def box_in(draw: Draw, room: Box, height: int, width: int) -> Box:
    """Draw a place for a box of these sides within another.

    Raises:
        SampleError: It is larger than the other.
    """
    top = room.top + draw.integer(0, room.height - height)
    return Box(top, room.left + draw.integer(0, room.width - width), height, width)


def box_of(region: Mask) -> Box:
    """Return the bounding box of a region.

    Raises:
        NoRoomError: It has no cell.
    """
    if not region.any():
        raise NoRoomError("a region without cells")
    top, left, bottom, right = bounding_box(region)
    return Box(top, left, bottom - top + 1, right - left + 1)


def clear_of(walls: Mask, region: Mask) -> Mask:
    """Return the cells of a region that touch no wall, not even by a corner."""
    return region & ~grow(walls, 8)


def slots(draw: Draw, box: Box, n: int) -> list[Box]:
    """Cut a box into rows and columns of equal slots, as square as can be, and take n of them."""
    if n < 1:
        raise SampleError(f"no {n} slots")
    sizes = [(box.height // -(-n // columns), box.width // columns) for columns in range(1, n + 1)]
    best = max(map(min, sizes))
    if best < 1:
        raise SampleError(f"no {n} slots in {box}")
    height, width = draw.choice([size for size in sizes if min(size) == best])
    corners = [
        (row, column)
        for row in range(0, box.height - height + 1, height)
        for column in range(0, box.width - width + 1, width)
    ]
    gap = int(n > 1)  # so that what fills its slot stands apart from the next one
    taken = sorted(draw.sample(corners, n))
    return [Box(row, column, height - gap, width - gap) for row, column in taken]


def fitting_side(box: Box, count: int) -> int:
    """Return the side of squares so large that mostly there is room for so many of them.

    Raises:
        SampleError: There is no room at all.
    """
    if min(box.height, box.width, count) < 1:
        raise SampleError(f"no room for {count} shapes on {box.height} x {box.width}")
    side = int((box.height * box.width / count) ** 0.5) - 1
    return min(box.height, box.width, max(3, side))


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
    draw: Draw, sizes: Sequence[Sides], side: int, gap: int = 1, aligned: bool = False
) -> tuple[Sides, list[Sides]]:
    """Place boxes in a row or a column, and draw a grid around them.

    Args:
        draw: The source of random choices.
        sizes: Of the boxes, which come in random order.
        side: The side of the grid along which they stand; no other side is longer.
        gap: Free cells between two of them, or more.
        aligned: They start at the same row (column), and the grid is narrow.

    Returns:
        The size of the grid, and the top and left of each box.

    Raises:
        SampleError: The side is too short for them.
    """
    if side > MAX_SIDE:
        raise SampleError(f"side: a grid has {MAX_SIDE} cells at most, not {side}")
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
