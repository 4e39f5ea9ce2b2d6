"""Actions that answer with a grid of another size: crop, concatenate, emit."""

from collections.abc import Mapping
from typing import Literal

import numpy as np

from arcrep.arc import MAX_SIDE
from arcrep.generator import nouns, wording
from arcrep.generator.components import action
from arcrep.generator.errors import RuleError, TieError
from arcrep.generator.geometry import bounding_box
from arcrep.generator.objects import (
    Axis,
    Canvas,
    Color,
    Colors,
    Each,
    Group,
    Number,
    Objects,
    Region,
    is_level,
)


@action(says="crop {selection}")
def crop(canvas: Canvas, selection: Region) -> Canvas:
    """Answer with the bounding box of the cells; other cells in it are black."""
    top, left, bottom, right = bounding_box(selection)
    window = slice(top, bottom + 1), slice(left, right + 1)
    return np.where(selection[window], canvas[window], np.uint8(0))


def _joined_phrase(words: Mapping[str, str]) -> str:
    return f"crop {words['selection']}, and join the crops {wording.in_line(words['axis'])}"


@action(says=_joined_phrase)
def crop_concat(selection: Group, axis: Axis) -> Canvas:
    """Answer with the crops of all objects in a row or column, in the order in which they stand.

    Smaller ones are centred, towards the top left.
    """
    across = is_level(axis)
    starts = [obj.left if across else obj.top for obj in selection]
    if len(set(starts)) < len(starts):
        raise TieError("two objects start in the same row or column, so that their order is open")
    ordered = sorted(selection, key=lambda obj: obj.left if across else obj.top)
    patches = [obj.patch() for obj in ordered]
    along = 1 if across else 0
    side = max(patch.shape[1 - along] for patch in patches)
    return np.concatenate([_centered(patch, side, 1 - along) for patch in patches], axis=along)


def _centered(patch: Canvas, side: int, axis: int) -> Canvas:
    room = side - patch.shape[axis]
    padding = [(0, 0), (0, 0)]
    padding[axis] = (room // 2, room - room // 2)
    return np.pad(patch, padding)


def _bar_phrase(words: Mapping[str, str]) -> str:
    cells = f"{words['color']} cells" if words["color"] != "its colour" else "cells of its colour"
    cells = f"as many {cells} as {wording.as_many(words['times'])}"
    if words["selection"] != "the grid":
        cells = f"for {nouns.every(words['selection'])}, {cells}"
    if words["place"] == "columns":
        return f"draw columns side by side, from the bottom left on: {cells}"
    bar = "an upright bar" if words["axis"] == "vertical" else "a bar"
    length = "" if words["length"] == "0" else f" of {words['length']}"
    return f"answer with {bar}{length}: {cells}"


@action(says=_bar_phrase, color="color_of")
def emit_bar(
    canvas: Canvas,
    selection: Objects,
    times: Each[Number],
    color: Each[Color],
    axis: Axis,
    length: int = 0,
    place: Literal["line", "columns"] = "line",
) -> Canvas:
    """Show a number of every object as so many cells.

    Args:
        length: The length of the line, the rest of which is black; 0 for as long as needed.
        place: The answer is a line along the axis, with the cells of one object after those of the
            other; or every object has a column of its own on the bottom row of the grid.
    """
    counts = [_side(times(obj), 0) for obj in selection]
    if place == "columns":
        return _draw_columns(canvas, counts, [color(obj) for obj in selection])
    cells = [color(obj) for obj, n in zip(selection, counts, strict=True) for _ in range(n)]
    if length and len(cells) > length:
        raise RuleError(f"{len(cells)} cells do not fit into a bar of {length}")
    cells += [0] * (length - len(cells))
    line = np.array(cells, np.uint8)
    return line[None] if is_level(axis) else line[:, None]


def _draw_columns(canvas: Canvas, counts: list[int], colors: list[int]) -> Canvas:
    height, width = canvas.shape
    if len(counts) > width or max(counts) > height:
        raise RuleError(f"{len(counts)} columns of up to {max(counts)} cells do not fit the grid")
    for column, (n, color) in enumerate(zip(counts, colors, strict=True)):
        canvas[height - n :, column] = color
    return canvas


@action(says="answer with a black grid, {height} by {width}")
def emit_canvas(height: Number, width: Number) -> Canvas:
    """Answer with a black grid of a size."""
    return np.zeros((_side(height), _side(width)), np.uint8)


@action(says="list {colors}")
def emit_colors(colors: Colors) -> Canvas:
    """Answer with one row of colours."""
    return np.array([colors], np.uint8)


def _side(number: int | float, least: int = 1) -> int:
    if number != int(number) or not least <= number <= MAX_SIDE:
        raise RuleError(f"{number:g} is no number of cells from {least} to {MAX_SIDE}")
    return int(number)
