"""Actions that repeat objects: stamp and tile."""

import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from arcrep.arc import MAX_SIDE
from arcrep.generator import nouns, wording
from arcrep.generator.components import action
from arcrep.generator.errors import NothingSelectedError, RuleError
from arcrep.generator.objects import (
    Axis,
    Canvas,
    Each,
    Number,
    Obj,
    Objects,
    Position,
    Region,
    is_level,
    paste,
)
from arcrep.generator.scene import Scene


def _stamp_phrase(words: Mapping[str, str]) -> str:
    each, replaced = nouns.every(words["selection"]), words["replace"] == "True"
    corner = words["anchor"] == "corner"
    if words["source"] == "it" and not (replaced or corner or words["recolored"] == "True"):
        place, *_ = words["at"].partition(", with a gap")
        if not nouns.mentions_it(place.removesuffix(" it")):
            return f"copy {each} to {words['at']}"
    color = " in the colour of that one" if words["recolored"] == "True" else ""
    source = f"a copy of {words['source']}{color}"
    if replaced and words["at"] == "its centre":
        return f"replace {each} by {source}{', its top left corner there' if corner else ''}"
    at = "its place" if corner and words["at"] == "its centre" else words["at"]
    held = f"{source} with its top left corner" if corner else source
    if replaced:
        return f"stamp {held} at {at} in place of {each}"
    place = None if nouns.mentions_it(words["source"]) else nouns.of_each(at, words["selection"])
    return f"stamp {held} at {place}" if place else f"stamp {held} at {at} for {each}"


def _needs_source(arguments: Mapping[str, Any]) -> set[str]:
    return set() if arguments["source"].name == "it" else {"source"}


@action(says=_stamp_phrase, requires=_needs_source)
def stamp(
    scene: Scene,
    canvas: Canvas,
    selection: Objects,
    source: Each[Region],
    at: Each[Position],
    anchor: Literal["center", "corner"] = "center",
    replace: bool = False,
    recolored: bool = False,
) -> Canvas:
    """Draw a copy of a source for every object, with its centre or its top left corner at a place.

    Args:
        replace: The object that calls for the copy is taken off first.
        recolored: The copy takes the colour of the object that calls for it.
    """
    if replace:
        canvas[scene.union(selection)] = scene.blank
    for obj in selection:
        cells = source(obj)
        if not cells.any():
            raise NothingSelectedError("there is nothing to copy")
        copy, (row, column) = scene.obj(cells), at(obj)
        if anchor == "center":
            row, column = row - (copy.height - 1) / 2, column - (copy.width - 1) / 2
        patch = np.full(copy.shape.shape, obj.color, np.uint8) if recolored else copy.patch()
        top, left = math.floor(row), math.floor(column)
        paste(canvas, copy.shape, patch, top, left, "the copy")
    return canvas


_TIMES = {"0": "once", "1": "twice", "2": "three times", "3": "four times"}


def _tile_phrase(words: Mapping[str, str]) -> str:
    gap = "" if words["gap"] == "0" else f", with a gap of {wording.cells(words['gap'])}"
    selection, more, row = words["selection"], words["more"], wording.in_line(words["axis"])
    if more.isdecimal():
        return f"answer with {selection} {_TIMES.get(more, f'{int(more) + 1} times')} {row}{gap}"
    them = "them" if nouns.is_plural(selection) else "it"
    copies = f"as many more copies of {them} as {wording.as_many(more)}"
    return f"answer with {selection} and {copies}, {row}{gap}"


@action(says=_tile_phrase)
def tile(
    scene: Scene,
    selection: Obj,
    more: Number,
    axis: Axis,
    gap: int = 0,
) -> Canvas:
    """Answer with an object's box and so many more copies of it, in a row or column."""
    if more != int(more) or not 0 <= more < MAX_SIDE:
        raise RuleError(f"{more:g} is no number of copies from 0 to {MAX_SIDE - 1}")
    if not 0 <= gap <= MAX_SIDE:
        raise RuleError(f"{gap} is no gap from 0 to {MAX_SIDE} lines")
    box = scene.grid[selection.window]
    along = 1 if is_level(axis) else 0
    between = np.full((gap, box.shape[1]) if along == 0 else (box.shape[0], gap), scene.blank)
    parts = [box, *[between, box] * int(more)]
    return np.concatenate(parts, axis=along).astype(np.uint8)
