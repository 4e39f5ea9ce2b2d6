"""Expressions: numbers and colours."""

from typing import Literal

import numpy as np

from arcrep.arc import N_COLORS
from arcrep.generator import geometry, nouns, wording
from arcrep.generator.components import expression
from arcrep.generator.errors import NothingSelectedError, TieError
from arcrep.generator.objects import (
    Color,
    Colors,
    Each,
    Group,
    Number,
    Obj,
    Objects,
    Position,
    Region,
    Trait,
)
from arcrep.generator.scene import Scene

_KEYS = {
    "size": lambda o: o.size,
    "area": lambda o: o.height * o.width,
    "height": lambda o: o.height,
    "width": lambda o: o.width,
    "length": lambda o: max(o.height, o.width),
    "top": lambda o: o.top,
    "bottom": lambda o: o.bottom,
    "left": lambda o: o.left,
    "right": lambda o: o.right,
    "row": lambda o: o.center[0],
    "column": lambda o: o.center[1],
    "colors": lambda o: len(o.color_counts),
    "holes": lambda o: len(geometry.components(o.enclosed, 4)),
    "pieces": lambda o: len(geometry.components(o.mask, 8)),
    "density": lambda o: 100 * o.size / (o.height * o.width),
}


@expression(says=wording.measure, of="it")
def measure(
    of: Obj,
    key: Literal[
        "size",
        "area",
        "height",
        "width",
        "length",
        "top",
        "bottom",
        "left",
        "right",
        "row",
        "column",
        "colors",
        "holes",
        "pieces",
        "density",
    ],
) -> Number:
    """A property of an object: cells, sides, places of its bounding box, parts, percent filled."""
    return _KEYS[key](of)


@expression(says=lambda words: f"the number of {nouns.bare(words['of'])}", of="all")
def count(of: Objects) -> Number:
    """How many objects there are."""
    return len(of)


@expression(says=wording.count_cells, of="it")
def count_cells(of: Region) -> Number:
    """How many cells a region has."""
    return int(np.count_nonzero(of))


@expression(
    says=lambda words: f"the number of different {nouns.bare(words['key'])}s among {words['of']}",
    of="all",
)
def count_distinct(of: Group, key: Each[Trait]) -> Number:
    """In how many ways the objects differ in something."""
    return len({key(obj) for obj in of})


@expression(says="[the shape of {of}|its shape]", of="it")
def shape_of(of: Obj) -> Trait:
    """The cells within the bounding box, whatever their colours; not turned or flipped."""
    return of.shape.shape, of.shape.tobytes()


@expression(says="[the pattern of {of}|its pattern]", of="it")
def pattern_of(of: Obj) -> Trait:
    """The cells within the bounding box with their colours."""
    patch = of.patch(255)
    return patch.shape, patch.tobytes()


@expression(says="[the distance of {of}|its distance] from {to}", of="it")
def distance(of: Obj, to: Position) -> Number:
    """Rows and columns between the centre of an object and a place, added."""
    return abs(of.center[0] - to[0]) + abs(of.center[1] - to[1])


@expression(says="[the colour of {of}|its colour]", of="it")
def color_of(of: Obj) -> Color:
    """The main colour of an object."""
    return of.color


@expression(says="the {which} frequent colour in {of}")
def common_color(
    scene: Scene, of: Region, which: Literal["most", "least"] = "most", background: bool = False
) -> Color:
    """The colour with the most or the fewest cells in a region; the background counts if told."""
    counts = np.bincount(scene.grid[of], minlength=N_COLORS).tolist()
    present = [c for c in range(N_COLORS) if counts[c] and (background or c != scene.background)]
    if not present:
        raise NothingSelectedError("there is no colour in the region")
    wanted = (max if which == "most" else min)(counts[c] for c in present)
    best = [c for c in present if counts[c] == wanted]
    if len(best) > 1:
        raise TieError(f"the colours {best} tie at {wanted} cells")
    return best[0]


@expression(says="the colours of {of}", of="all")
def colors_of(of: Objects) -> Colors:
    """The main colour of each object, in their order."""
    return tuple(obj.color for obj in of)
