"""Other acts that come to the same in an example as what a rule does: confounds of its action.

Like the confounds of a choice (`confounds`), none may hold throughout a support set.
"""

from collections.abc import Iterator

import numpy as np

from arcrep.generator.errors import RuleError
from arcrep.generator.geometry import bounding_box
from arcrep.generator.interpreter import act
from arcrep.generator.nodes import Node
from arcrep.generator.objects import Canvas, Obj, Objects, Region
from arcrep.generator.scene import Scene


def is_able(action: Node, scene: Scene, obj: Obj) -> bool:
    """Whether an action could be done with an object as well: copies need free cells."""
    try:
        new = act(action, scene, scene.grid.copy(), (obj,)) != scene.grid
    except RuleError:
        return False
    return bool(new.any()) and not (action.name == "stamp" and (new & scene.colored).any())


def turns(chosen: Objects) -> Iterator[str]:
    """Yield by how many quarters to turn the chosen objects, which comes to mirroring them."""
    patches = [obj.patch() for obj in chosen]
    for quarters in (1, 2, 3):
        for axis in (0, 1):
            if all(np.array_equal(np.rot90(p, quarters), np.flip(p, axis)) for p in patches):
                yield f"turned {quarters}"


def reflections(scene: Scene, objects: Objects, chosen: Objects, output: Canvas) -> Iterator[str]:
    """Yield what might be mirrored as a whole: the grid, all chosen ones, what holds them."""
    if output.shape != scene.shape or not chosen:
        return
    holders = [obj.window for obj in objects if any(_holds(obj, other) for other in chosen)]
    together = scene.obj(scene.union(chosen)).window
    for name, parts in (("grid", [np.s_[:, :]]), ("group", [together]), ("holders", holders)):
        for axis in (0, 1):
            if parts and all(
                np.array_equal(output[part], np.flip(scene.grid[part], axis)) for part in parts
            ):
                yield f"{name} mirrored"


def _holds(obj: Obj, other: Obj) -> bool:
    """Whether another object lies within the box of this one, off its edges."""
    (top, left, bottom, right), inner = obj.box, other.box
    return top < inner[0] and left < inner[1] and inner[2] < bottom and inner[3] < right


def phases(changed: Region) -> Iterator[str]:
    """Yield of which rows, columns or diagonals of the grid, every other, all changed cells are."""
    rows, columns = np.nonzero(changed)
    for name, lines in (("rows", rows), ("columns", columns), ("diagonals", rows + columns)):
        odd = lines % 2
        if len(odd) and odd.min() == odd.max():
            yield f"{'odd' if odd[0] else 'even'} {name}"


def either_ends(changed: Region, objects: Objects) -> Iterator[str]:
    """Yield along which axes it is the same from which end every other cell is taken."""
    parts = [changed[obj.window] for obj in objects]
    for axis, name in enumerate(("rows", "columns")):
        if all(np.array_equal(part, np.flip(part, axis)) for part in parts):
            yield f"from either end of {name}"


def extents(changed: Region, objects: Objects) -> Iterator[str]:
    """Yield how much what is laid over the grid leaves free, and which edges of objects it reaches.

    An end at the edge of the grid is passed over: there it begins, or is as long as the grid.
    """
    tops, lefts, bottoms, rights = zip(*(obj.box for obj in objects), strict=True)
    top, left, bottom, right = bounding_box(changed)
    height, width = changed.shape
    for end, line, free, edges in (
        ("top", top, top, (tops, bottoms)),
        ("bottom", bottom, height - 1 - bottom, (tops, bottoms)),
        ("left", left, left, (lefts, rights)),
        ("right", right, width - 1 - right, (lefts, rights)),
    ):
        if free:
            yield f"{end} leaves {free}"
            for which, place in enumerate(choose(edge) for edge in edges for choose in (min, max)):
                if abs(line - place) <= 1:
                    yield f"{end} {line - place:+d} from edge {which}"
