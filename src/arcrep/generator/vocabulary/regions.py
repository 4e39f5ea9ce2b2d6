"""Regions: cells in, on, around and between objects."""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from arcrep.generator import geometry, wording
from arcrep.generator.components import selector
from arcrep.generator.objects import (
    Axis,
    Direction,
    Directions,
    Each,
    Obj,
    Objects,
    Position,
    Region,
    orientation,
)
from arcrep.generator.scene import Scene

_INSIDES = {
    "closed": "inside",
    "gaps": "inside, with gaps bridged,",
    "rows": "inside between left and right",
    "columns": "inside between above and below",
}


def _inside_phrase(words: Mapping[str, str]) -> str:
    inside, of = _INSIDES[words["test"]], words["of"]
    return f"its {inside}" if of == "it" else f"the {inside} of {of}"


def _needs_container(arguments: Mapping[str, Any]) -> set[str]:
    return {"container"} if arguments["test"] == "closed" else set()


@selector(says=_inside_phrase, of="it", requires=_needs_container)
def interior(
    scene: Scene, of: Objects, test: Literal["closed", "gaps", "rows", "columns"] = "closed"
) -> Region:
    """The cells that an outline encloses, or that lie between its walls in a row or column.

    With `gaps` an outline also encloses gaps of up to two cells, and what it would without them.
    """
    cells = scene.union(of)
    if test == "closed":
        return geometry.holes(cells)
    if test == "gaps":
        return _bridged(cells) & ~cells
    return geometry.spans(cells, test) & ~cells


def _bridged(cells: Region) -> Region:
    """Thicken an outline by one cell, add what it then encloses, and thin the whole by one."""
    height, width = cells.shape
    plane = np.zeros((height + 4, width + 4), bool)
    plane[2:-2, 2:-2] = cells
    thick = geometry.grow(plane, 8)
    thick |= geometry.holes(thick)
    return ~geometry.grow(~thick, 8)[2:-2, 2:-2]


@selector(says="[the box of {of}|its box]", of="it")
def bounding_box(of: Region) -> Region:
    """The bounding box of all cells together."""
    box = np.zeros(of.shape, bool)
    if of.any():
        top, left, bottom, right = geometry.bounding_box(of)
        box[top : bottom + 1, left : right + 1] = True
    return box


@selector(says="[the outline of the box of {of}|the outline of its box]", of="it")
def outline(of: Region) -> Region:
    """The outermost cells of the bounding box of all cells together."""
    box = bounding_box(of)
    return box & ~geometry.core(box)


@selector(says=wording.edge, of="it")
def edge(scene: Scene, of: Objects, side: Direction) -> Region:
    """The cells of each object in its last row, column or diagonal on a side."""
    row, column = np.indices(scene.shape)
    reach = row * side[0] + column * side[1]
    cells = np.zeros(scene.shape, bool)
    for obj in of:
        cells |= obj.mask & (reach == reach[obj.mask].max())
    return cells


@selector(says=wording.resized, of="it")
def resized(
    scene: Scene,
    of: Objects,
    how: Literal["grow", "shrink"],
    connectivity: Literal[4, 8] = 4,
) -> Region:
    """Each object with the cells next to it (dilated), or without those on its rim (eroded)."""
    cells = np.zeros(scene.shape, bool)
    for obj in of:
        if how == "grow":
            cells |= geometry.grow(obj.mask, connectivity)
        else:
            # A cell is on the rim if a neighbour is outside, and so is what lies beyond the grid.
            outside = np.pad(~obj.mask, 1, constant_values=True)
            cells |= ~geometry.grow(outside, connectivity)[1:-1, 1:-1]
    return cells


@selector(says="[the hull of {of}|its hull]", of="it")
def hull(scene: Scene, of: Objects) -> Region:
    """The cells in the convex hull of all the objects together."""
    cells = scene.union(of)
    return geometry.hull(cells) if cells.any() else cells


_HIDDEN = {
    "between": "the hidden cells of {of}",
    "onward": "the cells under which {of} may go on",
    "box": "the hidden cells in the box of {of}",
}


@selector(
    says=lambda words: _HIDDEN[words["test"]].format_map(words),
    of="it",
    along="directions",
    requires={"layers"},
)
def hidden(
    scene: Scene,
    of: Obj,
    along: Directions,
    test: Literal["between", "onward", "box"] = "between",
) -> Region:
    """The cells where other objects may cover this one.

    Args:
        along: The ways on which nothing but cover may lie between them and visible cells, each
            taken forth and back.
        test: There are visible cells both ways, or one way is enough, or the cells lie in the
            bounding box.
    """
    cover = scene.colored & ~of.mask
    if test == "box":
        return cover & bounding_box(of.mask)
    found = np.zeros(scene.shape, bool)
    for way in {max(way, (-way[0], -way[1])) for way in along}:
        ahead = _under(of.mask, cover, way)
        behind = _under(of.mask, cover, (-way[0], -way[1]))
        found |= ahead & behind if test == "between" else ahead | behind
    return found


def _under(visible: Region, cover: Region, step: tuple[int, int]) -> Region:
    """The cover that is reached from visible cells by steps within it."""
    reached, front = np.zeros(visible.shape, bool), visible
    while True:
        front = geometry.shifted(front, *step) & cover & ~reached
        if not front.any():
            return reached
        reached |= front


@selector(
    says=lambda words: f"the cells {wording.SIDES.get(words['side'], words['side'])} {words['of']}",
    of="it",
)
def half_plane(scene: Scene, of: Obj, side: Direction) -> Region:
    """The cells beyond an object on a side; a diagonal line is extended to the edges."""
    row, column = np.indices(scene.shape)
    axis = orientation(of)
    if axis and axis[0] and axis[1]:
        slope = axis[1]
        anchor = of.left if slope == 1 else of.right
        line = of.top + slope * (column - anchor)
        return (row - line) * side[0] + (column - (anchor + slope * (row - of.top))) * side[1] > 0
    reach = row * side[0] + column * side[1]
    return reach > reach[of.mask].max()


@selector(
    says=lambda words: (
        f"the cells straight {wording.SIDES.get(words['side'], words['side'])} {words['of']}"
    ),
    of="it",
)
def beam(of: Region, side: Direction) -> Region:
    """The cells from which a straight way leads back to a cell of the region."""
    cells = geometry.shifted(of, *side)
    for step in (1, 2, 4, 8, 16):
        cells = cells | geometry.shifted(cells, step * side[0], step * side[1])
    return cells


def _through_phrase(words: Mapping[str, str]) -> str:
    length = "" if words["length"] == "0" else f"{words['length']} cells of "
    return f"{length}{wording.line(words['axis'])} through {words['at']}"


_EVERY_OTHER = {
    "cells": "every other cell, from the top left on,",
    "rows": "every other row, from the top on,",
    "columns": "every other column, from the left on,",
}


@selector(
    says=lambda words: f"{_EVERY_OTHER[words['of_its']]} of {words['of']}",
    of="it",
)
def every_other(of: Region, of_its: Literal["cells", "rows", "columns"] = "cells") -> Region:
    """A checkerboard or stripes within a region, counted from the top left corner of its box."""
    if not of.any():
        return of
    top, left, _, _ = geometry.bounding_box(of)
    row, column = np.indices(of.shape)
    place = {"cells": row - top + column - left, "rows": row - top, "columns": column - left}
    return of & (place[of_its] % 2 == 0)


@selector(says=_through_phrase)
def through(scene: Scene, at: Position, axis: Axis, length: int = 0) -> Region:
    """A line of cells through a place: as long as given, or to the edges of the grid.

    Of a place between cells it goes through the cell above or to the left.
    """
    row, column = np.indices(scene.shape)
    rows, columns = row - np.floor(at[0]), column - np.floor(at[1])
    line = rows * axis[1] == columns * axis[0]
    if length:
        steps = rows if axis[0] else columns
        line &= (steps >= -((length - 1) // 2)) & (steps <= length // 2)
    return line


@selector(says="[the centre of {of}|its centre]", of="it")
def center_cells(scene: Scene, of: Objects) -> Region:
    """The one, two or four cells in the middle of the bounding box of all the objects."""
    top, left, bottom, right = scene.box(of)
    cells = np.zeros(scene.shape, bool)
    rows = slice((top + bottom) // 2, (top + bottom + 1) // 2 + 1)
    cells[rows, (left + right) // 2 : (left + right + 1) // 2 + 1] = True
    return cells


@selector(says=wording.for_each, of="all")
def for_each(scene: Scene, of: Objects, region: Each[Region]) -> Region:
    """A region of every object, taken together."""
    cells = np.zeros(scene.shape, bool)
    for obj in of:
        cells |= region(obj)
    return cells


@selector(says="all coloured cells")
def colored(scene: Scene) -> Region:
    """The cells that are not background."""
    return scene.colored


@selector(says=wording.difference)
def difference(region: Region, without: Region) -> Region:
    """The cells of one region that are not in another."""
    return region & ~without


@selector(says="the part of {first} in {second}")
def intersection(first: Region, second: Region) -> Region:
    """The cells of both regions."""
    return first & second


@selector(says="{first} and {second}")
def union(first: Region, second: Region) -> Region:
    """The cells of either region."""
    return first | second
