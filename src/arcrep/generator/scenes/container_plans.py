"""Plans of containers: how objects are dealt out to them, and how much room all that needs.

All objects count as if they were the largest, so that their sizes do not tell where they are.
"""

from functools import lru_cache
from itertools import combinations, product
from typing import Literal, NamedTuple

from arcrep.generator.drawing import Box, Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.enclosures import Enclosure, least_around, rooms_for, squarest
from arcrep.generator.scenes.grids import Sides
from arcrep.generator.scenes.masks import Side
from arcrep.generator.scenes.placing import box_in
from arcrep.generator.scenes.zones import fitting, spread

Container = Literal[Enclosure, "two_rings", "three_rings", "border", "cup", "nested"]
"""One enclosure of a kind; two or three rings; a ring around most of the grid; an outline without
one of its sides; or a ring in a ring."""

Zone = Literal["any", "inside", "outside"]
"""Where there are two objects or more; `any`: as it comes."""

_BEFORE_OPENING = 2
_TRIES = 6
_PLACES: dict[int, tuple[tuple[Sides, ...], ...]] = {
    1: (((0, 0),),),
    2: (((0, 0), (0, 1)), ((0, 0), (1, 0))),
    3: (
        ((0, 0), (0, 1), (0, 2)),
        ((0, 0), (1, 0), (2, 0)),
        *combinations(((0, 0), (0, 1), (1, 0), (1, 1)), 3),
    ),
}
_RINGS: dict[Container, int] = {"two_rings": 2, "three_rings": 3}


class Containers(NamedTuple):
    """What containers there are, and the distances to keep."""

    container: Container
    opening: Side
    margin: int
    border: int
    several: Zone = "any"

    def insides(self, count: int) -> range:
        """Return how many of so many objects may be inside."""
        return range(1 + (self.several == "inside"), count - (self.several == "outside"))

    @property
    def wall(self) -> Enclosure:
        """Of what kind their walls are."""
        match self.container:
            case "thick" | "bevelled" | "diamond" | "irregular":
                return self.container
            case _:
                return "ring"

    @property
    def axis(self) -> int:
        """Along which a cup is open: 0 for up and down."""
        return int(self.opening in ("left", "right"))

    @property
    def mouth(self) -> int:
        """How many more cells than elsewhere are free before the opening of a cup."""
        return int(self.container == "cup" and self.margin < _BEFORE_OPENING)


class Plan(NamedTuple):
    """How the objects inside are dealt out to rooms.

    Attributes:
        shares: How many objects are in each room; of nested rings in the inner one and between.
        rooms: The least size of each room; of nested rings only that of the inner one.
        leasts: The least size of the container around each of these rooms.
        places: A row and column of each container among the others; of nested rings, twice, the
            axis along which there are objects before or behind the inner one.
        size: The least size of all containers together.
    """

    shares: tuple[int, ...]
    rooms: tuple[Sides, ...]
    leasts: tuple[Sides, ...]
    places: tuple[Sides, ...]
    size: Sides = (0, 0)

    def lengths(self, at: int) -> list[int]:
        """Return the least height of each row (at = 0) or width of each column of containers."""
        lengths = [0] * (1 + max(place[at] for place in self.places))
        for least, place in zip(self.leasts, self.places, strict=True):
            lengths[place[at]] = max(lengths[place[at]], least[at])
        return lengths


@lru_cache(maxsize=4096)
def limits(kind: Containers, count: int, largest: int, side: int) -> tuple[int, int]:
    """Say how long objects may be on a square grid, and how short a side of it may then be.

    Raises:
        SampleError: There is no room for any.
    """
    for own in range(largest, 0, -1):
        if not _has_room(kind, Box(0, 0, side, side), count, own):
            continue
        for shorter in range(2 * side // 5, side):  # no grid is slimmer
            grids = Box(0, 0, shorter, side), Box(0, 0, side, shorter)
            if all(_has_room(kind, grid, count, own) for grid in grids):
                return own, shorter
        return own, side
    raise SampleError(f"no room for {count} objects and a {kind.container} on a side of {side}")


def _has_room(kind: Containers, grid: Box, count: int, own: int) -> bool:
    """Say whether squares can be dealt out to the inside and the outside."""
    return any(
        _boxes(kind, grid, plan.size, count - inside, (own, own))
        for inside in kind.insides(count)
        for shares in _shares(kind.container, inside)[:1]
        for plan in _plans(kind, shares, (own, own))
    )


def planned(
    draw: Draw, kind: Containers, grid: Box, count: int, largest: Sides
) -> tuple[Plan, Box]:
    """Draw how many objects are inside, in which rooms, and where the containers stand.

    Raises:
        SampleError: There is not enough room.
    """
    for inside in draw.shuffled(kind.insides(count)):
        shares = _shares(kind.container, inside)
        for share in (*draw.sample(shares, min(2, len(shares))), *shares[:1]):
            for plan in draw.shuffled(_plans(kind, share, largest)):
                boxes = _boxes(kind, grid, plan.size, count - inside, largest)
                if boxes and kind.container == "border":
                    return plan, draw.choice(boxes)
                if boxes:
                    return plan, _placed(draw, kind, grid, plan.size, count - inside, largest)
    raise SampleError(f"no room for {count} objects and a {kind.container} on {grid}")


@lru_cache(maxsize=256)
def _shares(container: Container, inside: int) -> tuple[tuple[int, ...], ...]:
    """List how objects inside can be dealt out to rooms, beginning with the most even way."""
    if container == "nested":
        ways = [(part, inside - part) for part in range(1, inside)]
    else:
        ways = [
            way
            for way in product(range(inside + 1), repeat=_RINGS.get(container, 1))
            if sum(way) == inside
        ]
    return tuple(sorted(ways, key=max))


@lru_cache(maxsize=4096)
def _plans(kind: Containers, shares: tuple[int, ...], largest: Sides) -> tuple[Plan, ...]:
    """List the ways to lay out the rooms for given shares."""
    rooms = [rooms_for(share, largest, kind.margin) for share in shares]
    if kind.container == "nested":
        inner = squarest(rooms[0])
        return tuple(_nested(kind.margin, shares, inner, largest, at) for at in (0, 1))
    ways = [tuple(map(squarest, rooms))] if len(rooms) > 1 else [(room,) for room in rooms[0]]
    return tuple(
        _together(kind, shares, way, places) for way in ways for places in _PLACES[len(shares)]
    )


def _nested(margin: int, shares: tuple[int, ...], room: Sides, largest: Sides, at: int) -> Plan:
    """Lay out a ring in a ring, with a row of objects before or behind the inner one."""
    inner = least_around("ring", room)
    along = inner[at] + largest[at] + 3 * margin + 2
    across = max(inner[1 - at], spread(shares[1], largest[1 - at], margin)) + 2 * margin + 2
    size = (along, across) if at == 0 else (across, along)
    return Plan(shares, (room,), (inner,), ((at, at),), size)


def _together(
    kind: Containers,
    shares: tuple[int, ...],
    rooms: tuple[Sides, ...],
    places: tuple[Sides, ...],
) -> Plan:
    """Lay out containers in rows and columns."""
    more = kind.mouth * (1 - kind.axis), kind.mouth * kind.axis
    leasts = [least_around(kind.wall, room) for room in rooms]
    plan = Plan(shares, rooms, tuple((h + more[0], w + more[1]) for h, w in leasts), places)
    lengths = plan.lengths(0), plan.lengths(1)
    height, width = (sum(own) + kind.margin * (len(own) - 1) for own in lengths)
    return plan._replace(size=(height, width))


def _boxes(kind: Containers, grid: Box, size: Sides, outside: int, largest: Sides) -> list[Box]:
    """List some boxes for the containers, of a size at least, with room outside for the others."""
    if kind.container == "border":
        gaps = [(0, own + kind.margin + kind.border) for own in largest]
        rows, columns = product(gaps[0], repeat=2), product(gaps[1], repeat=2)
        boxes = [
            Box(up, left, grid.height - up - down, grid.width - left - right)
            for (up, down), (left, right) in product(rows, columns)
        ]
    else:
        boxes = [Box(0, 0, *size)]
    return [
        box
        for box in boxes
        if size[0] <= box.height <= grid.height
        and size[1] <= box.width <= grid.width
        and _capacity(kind, grid, box, largest) >= outside
    ]


def _capacity(kind: Containers, grid: Box, box: Box, largest: Sides) -> int:
    """Say how many objects surely have room around a box, in rows and columns."""
    margin, keep = kind.margin, kind.margin + kind.border
    strips, whole, part = [0, 0], [0, 0], [0, 0]
    for at, own in enumerate(largest):
        before, behind = box[at], grid[2 + at] - box[at] - box[2 + at]
        strips[at] = fitting(before - keep, own, margin) + fitting(behind - keep, own, margin)
        whole[at] = fitting(grid[2 + at] - 2 * kind.border, own, margin)
        part[at] = fitting(min(box[2 + at], grid[2 + at] - 2 * kind.border), own, margin)
    return max(
        strips[0] * whole[1] + strips[1] * part[0], strips[1] * whole[0] + strips[0] * part[1]
    )


def _placed(
    draw: Draw, kind: Containers, grid: Box, least: Sides, outside: int, largest: Sides
) -> Box:
    """Draw a box for the containers, of a size at least, with room outside for the others."""
    height, width = grid.height, grid.width
    for _ in range(_TRIES):
        size = draw.integer(least[0], height), draw.integer(least[1], width)
        box = box_in(draw, grid, *size)
        if _capacity(kind, grid, box, largest) >= outside:
            return box
        height, width = (height + least[0]) // 2, (width + least[1]) // 2
    top, left = draw.choice((0, grid.height - least[0])), draw.choice((0, grid.width - least[1]))
    return Box(top, left, *least)
