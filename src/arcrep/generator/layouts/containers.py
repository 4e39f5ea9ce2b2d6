"""Scenes with closed containers and what is in them."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, NoRoomError, Patch, Sheet
from arcrep.generator.geometry import holes
from arcrep.generator.scenes.colors import ANY, Colors, colors_for
from arcrep.generator.scenes.grids import Proportions, at_least, new_sheet
from arcrep.generator.scenes.masks import Shape, outline
from arcrep.generator.scenes.placing import box_of, clear_of, slots
from arcrep.generator.scenes.walls import Wall, outline_in
from arcrep.generator.shapes import SHAPES, ShapeName

Thing = Literal[ShapeName, "target"]


@layout(
    says="containers with things in them, and things outside",
    provides={"container", "contents", "several"},
    side={"between": [10, 16]},
    inside={"between": [1, 4]},
    outside={"between": [1, 4]},
)
def things_in_containers(
    draw: Draw,
    side: int,
    inside: int,
    outside: int,
    containers: int = 1,
    walls: tuple[Wall, ...] = ("ring",),
    shapes: tuple[Thing, ...] = ("dot",),
    wall_color: int = ANY,
    color: int = ANY,
    wall_colors: Colors = "one",
    colors: Colors = "one",
    centered: bool = False,
    evenly: bool = False,
    touching: bool = False,
    proportions: Proportions = "free",
) -> Grid:
    """Draw containers apart from each other, and things inside and outside apart from each other.

    Args:
        side: The longer side of the grid.
        inside: How many things are in the containers, all together: 1 or more.
        outside: How many are outside.
        containers: How many there are.
        walls: Kinds of containers, taken at random.
        shapes: Kinds of things, taken in turn in a random order, inside and outside; a target is
            a full rectangle with a core of another colour.
        wall_color: Of all containers; -1 for those that are drawn.
        color: Of all things; -1 for those that are drawn.
        wall_colors: Those of the containers.
        colors: Those of the things.
        centered: Where a container has things, one of them is in its middle.
        evenly: The things are spread evenly, at least one in each; else they go anywhere inside.
        touching: Things may touch a container.
        proportions: Of the grid.
    """
    at_least(1, inside=inside, containers=containers)
    at_least(0, outside=outside)
    inside = max(inside, containers) if evenly else inside
    sheet = new_sheet(draw, side, proportions)
    wall_palette = colors_for(draw, containers, wall_colors, [color], wall_color)
    crowd, dots = -(-inside // containers), set(shapes) == {"dot"}
    more = 0 if dots else 1 if touching else 6 if crowd > 2 else 3
    free = 0 if not outside else 2 if dots else 5
    rings = [outline_in(draw, s, walls, more, free) for s in slots(draw, sheet.box, containers)]
    outlines, rooms = _standing(sheet.box, rings, wall_palette)
    regions = _regions(draw, outlines > 0, rooms, (inside, outside), evenly or centered, touching)
    most = _longest(min(min(mask.shape) for mask, _ in rings) - (2 if touching else 4), crowd)
    kinds = draw.shuffled(shapes)
    palette = colors_for(draw, len(regions), colors, wall_palette, color)
    for index, (region, own) in enumerate(zip(regions, palette, strict=True)):
        kind = kinds[index % len(kinds)]
        if centered and index < min(inside, containers):
            _put_in_middle(sheet, region, kind, most, own)
        else:
            sheet.place(*_thing(draw, kind, most, own), within=region)
    sheet.paste(outlines > 0, outlines)
    return sheet.grid


def _longest(room: int, crowd: int) -> int:
    """Say how long a thing may be where so many share a room of so many cells across."""
    return min(6, max(3, room // 3 if crowd > 2 else room // 2 if crowd > 1 else 2 * room // 3))


def _standing(
    box: Box, rings: list[tuple[Shape, Box]], colors: list[int]
) -> tuple[Patch, list[Mask]]:
    """Draw containers at their places; return the picture, and the inside of each."""
    picture, rooms = np.zeros((box.height, box.width), np.uint8), list[Mask]()
    for (mask, place), color in zip(rings, colors, strict=True):
        picture[place.cells][mask] = color
        room = np.zeros(picture.shape, np.bool_)
        room[place.cells] = holes(mask)
        rooms.append(room)
    return picture, rooms


def _regions(
    draw: Draw,
    walls: Mask,
    rooms: list[Mask],
    counts: tuple[int, int],
    one_by_one: bool,
    touching: bool,
) -> list[Mask]:
    """Say for each thing in the containers, then for each one outside, where it may be."""
    everywhere = np.any(rooms, axis=0)
    inner = draw.shuffled(rooms) if one_by_one else [everywhere]
    outer = ~(walls | everywhere)
    if not touching:
        inner, outer = [clear_of(walls, room) for room in inner], clear_of(walls, outer)
    return [inner[index % len(inner)] for index in range(counts[0])] + [outer] * counts[1]


def _thing(draw: Draw, kind: Thing, most: int, color: int) -> tuple[Shape, Patch]:
    if kind != "target":
        mask = SHAPES[kind](draw, 2, most)
        return mask, np.full(mask.shape, color, np.uint8)
    height, width = draw.integer(3, most), draw.integer(3, most)
    mask, patch = outline(height, width), np.full((height, width), color, np.uint8)
    wall = draw.choice((1, 2)) if min(height, width) > 4 else 1
    mask[wall : height - wall, wall : width - wall] = True
    patch[1:-1, 1:-1] = draw.color({0, color})
    return mask, patch


def _put_in_middle(sheet: Sheet, region: Mask, kind: Thing, most: int, color: int) -> None:
    """Put a thing into the middle of a region; of some that fit, the one that is best centred."""
    room, found = box_of(region), list[tuple[int, Shape, Patch, Box]]()
    for _ in range(5):
        mask, patch = _thing(sheet.draw, kind, most, color)
        height, width = mask.shape
        down, right = divmod(room.height - height, 2), divmod(room.width - width, 2)
        box = Box(room.top + down[0], room.left + right[0], height, width)
        if region[box.cells][mask].all():
            found.append((down[1] + right[1], mask, patch, box))
    if not found:
        raise NoRoomError(f"no {kind} fits into the middle of {room}")
    _, mask, patch, box = min(found, key=lambda one: one[0])
    sheet.paste(mask, patch, box.top, box.left)
