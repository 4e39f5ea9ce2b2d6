"""Actions that change colours: paint, erase, keep, extend."""

from collections.abc import Mapping

import numpy as np

from arcrep.generator import geometry, nouns, wording
from arcrep.generator.components import action
from arcrep.generator.objects import Canvas, Color, Directions, Each, Objects, Region
from arcrep.generator.scene import Scene


@action(says=wording.paint, region="it", color="color_of")
def paint(
    canvas: Canvas,
    selection: Objects,
    color: Each[Color],
    region: Each[Region],
) -> Canvas:
    """Give a region of every object a colour: its own cells, its inside, its centre, its box."""
    for obj in selection:
        canvas[region(obj)] = color(obj)
    return canvas


@action(says="remove {selection}")
def erase(scene: Scene, canvas: Canvas, selection: Region) -> Canvas:
    """Turn the cells into background."""
    canvas[selection] = scene.blank
    return canvas


def _redraw_phrase(words: Mapping[str, str]) -> str:
    each = "each " if nouns.is_plural(words["selection"]) else ""
    return f"draw only {words['selection']}, {each}whole and in its own colour"


@action(says=_redraw_phrase)
def redraw(scene: Scene, canvas: Canvas, selection: Objects) -> Canvas:
    """Clear the grid, and draw the objects with all their cells in their main colour."""
    canvas[:] = scene.blank
    for obj in selection:
        canvas[obj.mask] = obj.color
    return canvas


@action(says="keep only {selection}")
def keep_only(scene: Scene, canvas: Canvas, selection: Region) -> Canvas:
    """Turn all other cells into background."""
    canvas[~selection] = scene.blank
    return canvas


def _extend_phrase(words: Mapping[str, str]) -> str:
    selection, start, toward = words["selection"], words["start"], words["toward"]
    lines = selection
    if start != "it" or nouns.mentions_it(toward):
        lines = nouns.of_each(start, selection) or f"{start} of {nouns.every(selection)}"
    verb = "sweep" if words["rigid"] == "True" else "extend"
    stops = "something" if words["stops"] == "everything else" else words["stops"]
    met = ", where that happens" if words["only_if_stopped"] == "True" else ""
    color = words["color"]
    ink = "" if color == "its colour" else f" in {color}"
    return f"{verb} {lines} {toward}{ink} until {stops} {nouns.be(stops)} in the way{met}"


@action(
    says=_extend_phrase,
    start="it",
    stops={"op": "difference", "region": "colored", "without": "it"},
    color="color_of",
)
def extend(
    canvas: Canvas,
    selection: Objects,
    toward: Each[Directions],
    start: Each[Region],
    stops: Each[Region],
    color: Each[Color],
    rigid: bool = False,
    only_if_stopped: bool = False,
) -> Canvas:
    """Draw lines of cells from the start cells of every object until something stops them.

    Args:
        start: The cells from which lines run.
        stops: The cells before which a line ends; between two of them that touch at corners no
            diagonal line slips through.
        rigid: All lines of an object in a direction end together.
        only_if_stopped: A line that meets nothing before the edge of the grid is not drawn.
    """
    for obj in selection:
        cells, stop, ink = start(obj), stops(obj), color(obj)
        for step in toward(obj):
            canvas[_beam(cells, stop, step, rigid, only_if_stopped)] = ink
    return canvas


def _beam(
    start: Region, stops: Region, step: tuple[int, int], rigid: bool, only_if_stopped: bool
) -> Region:
    drawn = np.zeros(start.shape, bool)
    if rigid:
        swept, stopped = _sweep(start, stops, step)
        return swept if stopped or not only_if_stopped else drawn
    for row, column in zip(*np.nonzero(start), strict=True):
        cells, stopped = _ray((int(row), int(column)), stops, step)
        if cells and (stopped or not only_if_stopped):
            drawn[tuple(np.array(cells).T)] = True
    return drawn & ~start


def _ray(
    cell: tuple[int, int], stops: Region, step: tuple[int, int]
) -> tuple[list[tuple[int, int]], bool]:
    """Return the free cells ahead, and whether a stop follows them rather than the edge."""
    height, width = stops.shape
    row, column = cell
    cells: list[tuple[int, int]] = []
    while True:
        ahead = row + step[0], column + step[1]
        if not (0 <= ahead[0] < height and 0 <= ahead[1] < width):
            return cells, False
        corner = step[0] and step[1] and stops[row, ahead[1]] and stops[ahead[0], column]
        if stops[ahead] or corner:
            return cells, True
        cells.append(ahead)
        row, column = ahead


def _sweep(start: Region, stops: Region, step: tuple[int, int]) -> tuple[Region, bool]:
    """Return what the start cells pass together, and whether a stop follows it."""
    drawn, front = start, start
    while front.any() and geometry.fits(front, *step):
        front = geometry.shifted(front, *step)
        if (front & stops).any():
            return drawn & ~start, True
        drawn = drawn | front
    return drawn & ~start, False
