"""Places, directions and axes."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from arcrep.generator import wording
from arcrep.generator.components import expression
from arcrep.generator.errors import NothingSelectedError, TieError
from arcrep.generator.geometry import bounding_box
from arcrep.generator.objects import (
    Axis,
    Direction,
    Directions,
    Obj,
    Objects,
    Position,
    Region,
    orientation,
)
from arcrep.generator.scene import Scene


@expression(says="[the centre of {of}|its centre]", of="it")
def center_of(scene: Scene, of: Objects) -> Position:
    """The middle of the bounding box of all the objects together."""
    top, left, bottom, right = scene.box(of)
    return (top + bottom) / 2, (left + right) / 2


def _beside_phrase(words: Mapping[str, str]) -> str:
    side = wording.SIDES.get(words["side"], words["side"])
    if words["gap"] == "0":
        return f"the place straight {side} {words['of']}"
    return f"the place {side} {words['of']}, with a gap of {wording.cells(words['gap'])}"


@expression(says=_beside_phrase, of="it")
def beside(of: Obj, side: Direction, gap: int = 1) -> Position:
    """The centre of an equal box beside an object, so many free cells away."""
    row, column = of.center
    return row + side[0] * (of.height + gap), column + side[1] * (of.width + gap)


@expression(says="the place where {source} fits {onto}", requires={"source"})
def fitting(
    scene: Scene,
    source: Obj,
    onto: Region,
    match: Literal["colors", "cells"] = "colors",
    prefer: Literal["only", "last"] = "only",
) -> Position:
    """The centre of a copy of the source that covers all cells of a region and fits into the grid.

    Args:
        match: It covers them with their own colours, or with cells of any colour.
        prefer: Several places are an error, or the last of them, row by row, is taken.
    """
    places = _fits(scene, source, onto, match)
    if not places:
        raise NothingSelectedError("no place for a copy covers the cells")
    if prefer == "only" and len(places) > 1:
        raise TieError(f"a copy covers the cells at {len(places)} places")
    top, left_ = max(places)
    return top + (source.height - 1) / 2, left_ + (source.width - 1) / 2


def _fits(scene: Scene, source: Obj, cells: Region, match: str) -> list[tuple[int, int]]:
    """Return the top left corners of all copies of the source that cover the cells."""
    if not cells.any():
        return []
    target = scene.obj(cells)
    if target.height > source.height or target.width > source.width:
        return []
    size = (target.height, target.width)
    if match == "colors":
        same = sliding_window_view(source.patch(255), size) == target.patch()
    else:
        same = sliding_window_view(source.shape, size)
    covers = (same | ~target.shape).all(axis=(2, 3))
    corners = [(target.top - row, target.left - column) for row, column in np.argwhere(covers)]
    rows, columns = scene.shape[0] - source.height, scene.shape[1] - source.width
    return [(int(t), int(c)) for t, c in corners if 0 <= t <= rows and 0 <= c <= columns]


@expression(says="in {which} directions")
def directions(which: Literal["straight", "diagonal", "all"] = "straight") -> Directions:
    """The four straight directions, the four diagonal ones, or all eight."""
    straight = ((-1, 0), (0, 1), (1, 0), (0, -1))
    diagonal = ((-1, -1), (-1, 1), (1, 1), (1, -1))
    return {"straight": straight, "diagonal": diagonal, "all": straight + diagonal}[which]


@expression(says=lambda words: wording.both_ways(words["axis"]))
def along(axis: Axis) -> Directions:
    """Both ways along an axis."""
    return axis, (-axis[0], -axis[1])


def _within(words: Mapping[str, str]) -> str:
    """Say among which directions one is chosen, if not among the straight ones."""
    return "" if words["among"] == "in straight directions" else f" {words['among']}"


@expression(
    says=lambda words: f"towards {words['ref']}{_within(words)}", of="it", among="directions"
)
def toward(ref: Region, of: Obj, among: Directions) -> Direction:
    """The one of some directions (else the straight ones) in which a reference lies.

    It lies in a direction if its box is wholly on that side; for a diagonal one, if it is so in
    rows or columns, and not the other way round in the other.
    """
    if not ref.any():
        raise NothingSelectedError("there is nothing towards which to go")
    top, left, bottom, right = bounding_box(ref)
    down = (of.bottom < top) - (of.top > bottom)
    sideways = (of.right < left) - (of.left > right)
    found = [way for way in among if way[0] * down + way[1] * sideways > 0]
    if len(found) != 1:
        where = "in none of the directions" if not found else f"in {len(found)} directions at once"
        raise TieError(f"the reference lies {where}")
    return found[0]


def _away(words: Mapping[str, str]) -> str:
    return f"away from {words['direction'].removeprefix('towards ')}"


@expression(says=_away)
def opposite(direction: Direction) -> Direction:
    """The other way."""
    return -direction[0], -direction[1]


@expression(says="[the axis of {of}|its axis]", of="it")
def axis_of(scene: Scene, of: Objects) -> Axis:
    """Along which all the objects together are longer, or on which diagonal they lie."""
    if not of:
        raise NothingSelectedError("there is no object whose axis could be told")
    axis = orientation(scene.obj(scene.union(of)))
    if axis is None:
        raise TieError("no axis stands out: height and width are equal")
    return axis


@expression(says="the row of {of}", of="all")
def alignment(of: Objects) -> Axis:
    """The axis along which the objects follow each other: in its direction no two overlap."""
    apart = [
        _are_apart([(obj.left, obj.right) for obj in of]),
        _are_apart([(obj.top, obj.bottom) for obj in of]),
    ]
    if apart[0] == apart[1]:
        raise TieError("the objects stand neither side by side nor one below the other")
    return (0, 1) if apart[0] else (1, 0)


def _are_apart(spans: list[tuple[int, int]]) -> bool:
    return all(end < start for (_, end), (start, _) in pairwise(sorted(spans)))


@expression(says="the line across {axis}")
def across(axis: Axis) -> Axis:
    """At right angles to an axis."""
    return (axis[0], -axis[1]) if axis[0] and axis[1] else (axis[1], axis[0])


def _side(words: Mapping[str, str]) -> str:
    of, which = words["of"], words["which"]
    if words["key"] == "cells":
        return f"towards the side of {of} with the {'most' if which == 'most' else 'fewest'} cells"
    edge = f"the {'farthest' if which == 'most' else 'nearest'} edge"
    return f"towards {edge}" if of == "it" else f"towards {edge} from {of}"


@expression(says=lambda words: _side(words) + _within(words), of="it", among="directions")
def side_with(
    of: Obj,
    among: Directions,
    key: Literal["space", "cells"],
    which: Literal["most", "least"] = "most",
) -> Direction:
    """The side with most (least) space to the edge of the grid, or cells at the object's end."""
    if key == "space":
        numbers = [of.steps_to_edge(way) for way in among]
    else:
        numbers = [_end_size(of, way) for way in among]
    best = max(numbers) if which == "most" else min(numbers)
    if numbers.count(best) > 1:
        raise TieError(f"several sides tie at {best}")
    return among[numbers.index(best)]


def _end_size(obj: Obj, way: tuple[int, int]) -> int:
    """How many of an object's cells are the foremost in a direction."""
    rows, columns = np.nonzero(obj.shape)
    reach = rows * way[0] + columns * way[1]
    return int(np.count_nonzero(reach == reach.max()))
