"""Actions that repeat objects: stamp and tile."""

import math
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from arcrep.arc import MAX_SIDE
from arcrep.generator import wording
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
    link = "in place of" if words["replace"] == "True" else "for"
    corner = "with its top left corner " if words["anchor"] == "corner" else ""
    color = " in the colour of that one" if words["recolored"] == "True" else ""
    source = f"a copy of {words['source']}{color}"
    at = "its place" if corner and words["at"] == "its centre" else words["at"]
    return f"stamp {source} {corner}at {at} {link} {wording.every(words['selection'])}"


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


def _tile_phrase(words: Mapping[str, str]) -> str:
    gap = "" if words["gap"] == "0" else f", with a gap of {words['gap']}"
    copies = "once more" if words["more"] == "1" else f"as many times more as {words['more']}"
    return f"answer with {words['selection']} and it {copies} {wording.in_line(words['axis'])}{gap}"


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
