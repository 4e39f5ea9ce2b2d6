"""Scenes with a figure that has something extra, and one like it that lacks this."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Sheet
from arcrep.generator.geometry import grow
from arcrep.generator.scenes.masks import Shape, open_box, outline, solid
from arcrep.generator.scenes.placing import in_line
from arcrep.generator.shapes import any_shape


@layout(
    says="a figure, and one like it that lacks a part",
    provides={"source", "fragments", "several"},
    side={"between": [12, 22]},
)
def source_and_counterpart(
    draw: Draw,
    side: int,
    extra: Literal["pattern", "attachment", "ring"],
    counterpart: Literal["equal", "recolored", "changed"] = "equal",
) -> Grid:
    """Draw a body with something extra, and beside it the bare body with room for the extra.

    Args:
        side: The longer side of the grid, 11 or more.
        extra: Marks on the body, something at one of its sides, or a ring around it.
        counterpart: Whether the bare body is equal, in a colour of its own, or in a colour of its
            own and, at times, turned round or smaller.
    """
    body_color, extra_color, other = draw.colors(3)
    make = {"pattern": _patterned, "attachment": _attached, "ring": _ringed}[extra]
    body, added = make(draw, min((side - 1) // 2, 9))
    patch = np.where(added, np.uint8(extra_color), body * np.uint8(body_color))
    bare = _changed(draw, body) if counterpart == "changed" else body
    size, corners = in_line(draw, [body.shape, bare.shape], side, aligned=True)
    sheet = Sheet(draw, *size)
    sheet.paste(patch > 0, patch, *corners[0])
    sheet.paste(bare, body_color if counterpart == "equal" else other, *corners[1])
    return sheet.grid


def _changed(draw: Draw, body: Shape) -> Shape:
    """Turn a body round, or make a square smaller whose middle is still a cell; else leave it."""
    half_turned = body[::-1, ::-1]
    if not np.array_equal(half_turned, body):
        return half_turned
    if body.shape in ((5, 5), (7, 7)) and body.all() and draw.chance(0.5):
        return body[:3, :3]
    return body


def _patterned(draw: Draw, largest: int) -> tuple[Shape, Shape]:
    """Draw a rectangle, a ring or a triangle with marks, which are fewer than its other cells."""
    kind = draw.choice(("solid", "solid", "ring", "triangle"))
    if kind == "triangle":
        return _striped_triangle(draw, largest)
    height = draw.integer(4, min(largest, 7))
    width = height if draw.chance(0.6) else draw.integer(4, min(largest, 7))
    body = solid(height, width) if kind == "solid" else outline(height, width)
    return body, _marks(draw, height, width)


def _marks(draw: Draw, height: int, width: int) -> Shape:
    """Draw the inside of a box, a line in its middle, or (in a square) its diagonals."""
    marks = np.zeros((height, width), np.bool_)
    kinds = ["inside"] + ["line"] * (height % 2) + ["diagonal"] * (height == width)
    kinds += ["diagonals"] * (height == width > 4)
    kind = draw.choice(kinds)
    if kind == "inside":
        inset = 1 if 2 * (height - 2) * (width - 2) < height * width else 2
        marks[inset:-inset, inset:-inset] = True
    elif kind == "line":
        marks[height // 2, 1:-1] = True
    else:
        marks |= np.eye(height, dtype=np.bool_)[:: draw.choice((1, -1))]
        marks |= marks[::-1] & (kind == "diagonals")
    return marks


def _striped_triangle(draw: Draw, largest: int) -> tuple[Shape, Shape]:
    """Draw a triangle with a stripe along its base, at its tip or between; turned at random."""
    rows = draw.integer(3, min(4, (largest + 1) // 2))
    columns = np.arange(2 * rows - 1)
    body = abs(columns - (rows - 1)) <= np.arange(rows)[:, None]
    stripe = (np.arange(rows) == draw.integer(0, rows - 2))[:, None]
    turns = draw.integer(0, 3)
    return np.rot90(body, turns), np.rot90(body & stripe, turns)


def _attached(draw: Draw, largest: int) -> tuple[Shape, Shape]:
    """Draw a rectangle, a ring or two with something at one side, on any of the four."""
    height, width = draw.integer(3, largest - 2), draw.integer(3, min(largest, 7))
    body = solid(height, width) if draw.chance(0.5) else outline(height, width)
    if height > 4 and draw.chance(0.3):
        body[height // 2] = True
    thing = _attachment(draw, width, largest - height)
    cells = np.zeros((height + len(thing), width), np.bool_)
    left = (width - thing.shape[1]) // 2
    cells[height:, left : left + thing.shape[1]] = thing
    turns = draw.integer(0, 3)
    whole = np.vstack((body, np.zeros_like(cells[height:])))
    return np.rot90(whole, turns), np.rot90(cells, turns)


def _attachment(draw: Draw, width: int, largest: int) -> Shape:
    """Draw what hangs below a body of a width, in its middle."""
    height = draw.integer(2, min(largest, 4))
    columns = np.arange(width)
    off = np.minimum(columns, columns[::-1])
    kind = draw.choice(("roof", "vee", "stand", "bracket"))
    if kind == "roof":
        return off >= np.arange(min(height, (width + 1) // 2))[:, None]
    if kind == "vee":
        return off == np.arange(min(height, (width + 1) // 2))[:, None]
    if kind == "bracket":
        return open_box(height, width, "up")
    stand = np.zeros((height, width), np.bool_)
    stand[:, (width - 1) // 2 : width // 2 + 1] = stand[-1] = True
    return stand


def _ringed(draw: Draw, largest: int) -> tuple[Shape, Shape]:
    """Draw a figure in a frame, a dotted or open frame, or a line along its own outline."""
    gap = draw.choice((0, 1)) if largest > 5 else 0
    kinds = ("square", "rectangle", "bar", "plus", "diamond_ring", "blob", "letter")
    core = any_shape(draw, 2, largest - 2 - 2 * gap, kinds)
    body = np.pad(core, 1 + gap)
    kind = draw.choice(("frame", "frame", "dotted", "open", "outline"))
    if kind == "outline":
        return body, _along(body, gap)
    ring = outline(*body.shape)
    if kind == "dotted":
        ring &= np.indices(ring.shape).sum(axis=0) % 2 == 0
    elif kind == "open":
        ring[1:-1, draw.choice((0, -1))] = False
    return body, ring


def _along(body: Shape, gap: int) -> Shape:
    reach = grow(body, 8) if gap else body
    return grow(reach, 8) & ~reach
