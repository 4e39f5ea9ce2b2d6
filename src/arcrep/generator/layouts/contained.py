"""Scenes of objects that lie clearly inside or clearly outside of containers."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask
from arcrep.generator.geometry import grow, holes
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.container_plans import (
    Container,
    Containers,
    Plan,
    Zone,
    limits,
    planned,
)
from arcrep.generator.scenes.enclosures import walls_around
from arcrep.generator.scenes.grids import Proportions, Sides, at_least, new_sheet
from arcrep.generator.scenes.masks import Shape, Side, filled, open_box, outline
from arcrep.generator.scenes.placing import box_in, cut, starts
from arcrep.generator.scenes.zones import extent, place_in, size_range, sized_shapes
from arcrep.generator.shapes import SOME_SHAPES, ShapeName


def _provides(arguments: Mapping[str, Any]) -> set[str]:
    is_open = arguments["container"] == "cup"
    return {"open_container" if is_open else "container", "contents", "several"}


@layout(
    says="objects inside and outside of containers",
    provides=_provides,
    count={"between": [3, 5]},
    side={"between": [14, 20]},
    largest={"between": [2, 3]},
    opening={"any": ["up", "down", "left", "right"]},
)
def contained(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    opening: Side,
    container: Container = "ring",
    wall_color: int = ANY,
    smallest: int = 2,
    thickness: int = 1,
    shapes: tuple[ShapeName, ...] = SOME_SHAPES,
    colors: Colors = "few",
    margin: int = 1,
    border: int = 0,
    several: Zone = "any",
    proportions: Proportions = "free",
) -> Grid:
    """Containers in a colour of their own, one object or more inside and one or more outside.

    Nothing but the place tells what is inside from what is outside. Of nested rings both have
    objects in them. Some of several rings may be empty.

    Args:
        count: How many objects: two or more, for nested rings three.
        side: The longer side of the grid; the shorter one gives way where objects need the room.
        largest: The longest side that an object may have, if there is room for so much.
        opening: The side at which a cup is open; right before it is nothing.
        wall_color: Of all containers; -1 for one that is drawn.
        smallest: The shortest length of the longer side of an object.
        thickness: The shortest length of the shorter side of an object.
        margin: Free cells between objects, and between them and the containers.
        border: Free cells between objects and the edge of the grid.
        several: Where there are two objects or more.
    """
    at_least(2 + (several != "any" or container == "nested"), count=count)
    at_least(1, margin=margin, largest=largest)
    at_least(0, border=border)
    smallest, largest = size_range(shapes, smallest, largest)
    kind = Containers(container, opening, margin, border, several)
    largest, shorter = limits(kind, count, min(largest, side), side)
    sheet = new_sheet(draw, side, proportions, shorter)
    masks = sized_shapes(draw, count, shapes, smallest, largest, thickness)
    color = color_or_any(draw, wall_color)
    palette = colors_for(draw, count, colors, [color])

    own = extent(masks)
    plan, box = planned(draw, kind, sheet.box, count, own)
    walls, rooms = _built(draw, kind, plan, box, own)
    sheet.paste(walls, color, box.top, box.left)
    zones = _zones(kind, sheet.box, box, walls, rooms)
    start = 0
    for zone, number in zip(zones, (*plan.shares, count - sum(plan.shares)), strict=True):
        stop = start + number
        place_in(sheet, zone, masks[start:stop], palette[start:stop], margin)
        start = stop
    return sheet.grid


def _built(
    draw: Draw, kind: Containers, plan: Plan, box: Box, largest: Sides
) -> tuple[Mask, list[Mask]]:
    """Draw the containers in their box: return the walls, and the inside of each room."""
    if kind.container == "nested":
        return _nested(draw, kind, plan, box, largest)
    tops, heights = _lined_up(draw, kind, plan, box, 0)
    lefts, widths = _lined_up(draw, kind, plan, box, 1)
    walls, rooms = np.zeros((box.height, box.width), np.bool_), list[Mask]()
    for room, place, least in zip(plan.rooms, plan.places, plan.leasts, strict=True):
        row, column = place
        cell = Box(tops[row], lefts[column], heights[row], widths[column])
        size = cell.height, cell.width
        if len(plan.rooms) > 1:
            size = draw.integer(least[0], size[0]), draw.integer(least[1], size[1])
        wall, inside = _container(draw, kind, size, room)
        spot = box_in(draw, cell, *wall.shape)
        walls[spot.cells] |= wall
        rooms.append(np.zeros_like(walls))
        rooms[-1][spot.cells] = inside
    return walls, rooms


def _lined_up(
    draw: Draw, kind: Containers, plan: Plan, box: Box, at: int
) -> tuple[list[int], list[int]]:
    """Draw where rows (columns) of containers begin in their box, and how long they are."""
    least, total = plan.lengths(at), box[2 + at]
    longer = (total - sum(least) - kind.margin * (len(least) - 1)) // len(least)
    lengths = [own + draw.integer(0, longer) for own in least] if len(least) > 1 else [total]
    return starts(draw, lengths, total, kind.margin), lengths


def _container(draw: Draw, kind: Containers, size: Sides, room: Sides) -> tuple[Shape, Shape]:
    """Draw one container: its walls, and the cells inside."""
    if kind.container != "cup":
        wall = walls_around(draw, kind.wall, size, room)
        return wall, holes(wall)
    before = [(0, 0), (0, 0)]
    before[kind.axis] = (kind.mouth, 0) if kind.opening in ("up", "left") else (0, kind.mouth)
    height, width = (length - sum(free) for length, free in zip(size, before, strict=True))
    wall = open_box(height, width, kind.opening)
    return np.pad(wall, before), np.pad(holes(outline(height, width)), before)


def _nested(
    draw: Draw, kind: Containers, plan: Plan, box: Box, largest: Sides
) -> tuple[Mask, list[Mask]]:
    """Draw a ring in a ring: the inner one stands off from one side of the outer one."""
    walls = outline(box.height, box.width)
    between = holes(walls)
    at, apart = plan.places[0][0], kind.margin
    free = Box(0, 0, box.height, box.width).inset(1 + apart)
    taken = largest[at] + apart  # by the objects at one side of the inner ring
    begin = free[at] + draw.choice((0, taken))
    free = cut(free, at, begin, begin + free[2 + at] - taken)
    least = plan.leasts[0]
    inner = box_in(
        draw, free, draw.integer(least[0], free.height), draw.integer(least[1], free.width)
    )
    ring = outline(inner.height, inner.width)
    walls[inner.cells] = ring
    between[inner.cells] = False
    inside = np.zeros_like(walls)
    inside[inner.inset().cells] = True
    return walls, [inside, between]


def _zones(kind: Containers, grid: Box, box: Box, walls: Mask, rooms: list[Mask]) -> list[Mask]:
    """Return where objects may be: in each of the rooms, and outside."""
    near = np.zeros((grid.height, grid.width), np.bool_)
    near[box.cells] = walls
    closed = near.copy()
    closed[box.cells] = True if kind.container == "cup" else filled(walls)
    for _ in range(kind.margin):
        near, closed = grow(near, 8), grow(closed, 8)
    zones = [np.zeros_like(near) for _ in rooms]
    for zone, room in zip(zones, rooms, strict=True):
        zone[box.cells] = room
    outside = np.zeros_like(near)
    outside[grid.inset(kind.border).cells] = True
    return [*(zone & ~near for zone in zones), outside & ~closed]
