"""Actions that move objects without changing them."""

import functools
import math
import operator
from collections.abc import Mapping
from typing import Literal

from arcrep.generator import geometry, nouns, wording
from arcrep.generator.components import action
from arcrep.generator.errors import RuleError
from arcrep.generator.objects import (
    Axis,
    Canvas,
    Direction,
    Directions,
    Each,
    Obj,
    Objects,
    Position,
    Region,
    is_level,
    paste,
)
from arcrep.generator.scene import Scene

_UNTIL = {
    "edge": "to the edge",
    "contact": "until something is in the way",
    "clear": "until it is past what is in its way",
}
_AT_MOST = {
    "edge": "to the edge at most",
    "contact": "or until something is in the way",
    "clear": "or until it is past what is in its way",
}


def _slide_phrase(words: Mapping[str, str]) -> str:
    toward, selection = words["toward"], words["selection"]
    slid = nouns.every(selection) if nouns.mentions_it(toward) else selection
    if words["steps"] == "0":
        return f"slide {slid} {toward} {_UNTIL[words['until']]}"
    steps = wording.cells(words["steps"])
    if (words["steps"], words["until"]) == ("1", "contact"):
        return f"slide {slid} {toward} by {steps}, if nothing is in the way"
    return f"slide {slid} {toward} by {steps}, {_AT_MOST[words['until']]}"


@action(
    says=_slide_phrase,
    obstacles={"op": "difference", "region": "colored", "without": "it"},
)
def slide(
    scene: Scene,
    canvas: Canvas,
    selection: Objects,
    toward: Each[Direction],
    obstacles: Each[Region],
    until: Literal["edge", "contact", "clear"] = "contact",
    steps: int = 0,
) -> Canvas:
    """Move every object as a whole, those that are ahead first.

    Args:
        until: It stops at the edge of the grid whatever is in the way; before it would touch an
            obstacle or another moving object (or at the edge); or as soon as it is past what was
            in its way.
        steps: It moves so many cells at most; 0 for no limit.
    """
    ways = {obj: toward(obj) for obj in selection}
    still = ~scene.union(selection)
    walls = {obj: obstacles(obj) & still for obj in ways}
    for obj in ways:
        scene.lift(canvas, obj)
    room = {obj: obj.steps_to_edge(way) for obj, way in ways.items()}
    limits = {obj: min(steps, most) if steps else most for obj, most in room.items()}
    for obj, count in _count_steps(ways, walls, limits, until).items():
        top, left = obj.top + count * ways[obj][0], obj.left + count * ways[obj][1]
        paste(canvas, obj.shape, obj.patch(), top, left)
    return canvas


def _count_steps(
    ways: dict[Obj, tuple[int, int]], walls: dict[Obj, Region], limits: dict[Obj, int], until: str
) -> dict[Obj, int]:
    """Count how far each object gets.

    On the way to contact the objects take turns until none can go on: one that stood in the way may
    have moved off.
    """
    if until == "edge":
        return limits
    ahead = sorted(ways, key=lambda obj: -_lead(obj, ways[obj]))
    counts = dict.fromkeys(ahead, 0)
    still = {obj: geometry.as_bits(walls[obj]) for obj in ahead}
    places = {obj: geometry.as_bits(obj.mask) for obj in ahead}
    moved = True
    while moved:
        moved = False
        for obj in ahead:
            others = (place for other, place in places.items() if other is not obj)
            blocked = functools.reduce(operator.or_, others, still[obj])
            step = ways[obj][0] * (obj.mask.shape[1] + 1) + ways[obj][1]
            left = limits[obj] - counts[obj]
            count = _free_steps(places[obj], step, blocked, left, until)
            if count:
                places[obj] = _moved(places[obj], count * step)
                counts[obj] += count
                moved = until == "contact"
    return counts


def _moved(bits: int, by: int) -> int:
    return bits << by if by > 0 else bits >> -by


def _lead(obj: Obj, way: tuple[int, int]) -> int:
    ends = (obj.bottom if way[0] > 0 else obj.top) * way[0]
    return ends + (obj.right if way[1] > 0 else obj.left) * way[1]


def _free_steps(bits: int, step: int, blocked: int, limit: int, until: str) -> int:
    passing = False
    for count in range(1, limit + 1):
        hit = bool(_moved(bits, count * step) & blocked)
        if until == "contact" and hit:
            return count - 1
        if until == "clear" and passing and not hit:
            return count
        passing |= hit
    if until == "clear":
        raise RuleError("nothing is in the way that it could get past")
    return limit


@action(says="move {selection} to {to}", along="directions")
def move_to(
    scene: Scene,
    canvas: Canvas,
    selection: Objects,
    to: Each[Position],
    along: Each[Directions],
) -> Canvas:
    """Move the centre of every object to a place; halves are rounded towards the top left.

    Args:
        along: The directions in which it may move: along one axis it keeps its row or column.
    """
    moves: list[tuple[Obj, int, int]] = []
    for obj in selection:
        scene.lift(canvas, obj)
        place, ways = to(obj), along(obj)
        rows = math.floor(place[0] - (obj.height - 1) / 2) - obj.top
        columns = math.floor(place[1] - (obj.width - 1) / 2) - obj.left
        vertical, horizontal = any(way[0] for way in ways), any(way[1] for way in ways)
        moves.append((obj, rows * vertical, columns * horizontal))
    for obj, rows, columns in moves:
        paste(canvas, obj.shape, obj.patch(), obj.top + rows, obj.left + columns)
    return canvas


@action(says="flip {selection} {axis}ly")
def flip(scene: Scene, canvas: Canvas, selection: Objects, axis: Axis) -> Canvas:
    """Mirror every object in its place: its ends along an axis are exchanged."""
    level = is_level(axis)
    for obj in selection:
        scene.lift(canvas, obj)
    for obj in selection:
        cells, patch = obj.shape, obj.patch()
        cells, patch = (a[:, ::-1] if level else a[::-1] for a in (cells, patch))
        paste(canvas, cells, patch, obj.top, obj.left)
    return canvas
