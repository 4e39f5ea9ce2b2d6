"""Sorting: objects that change places along an axis."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

from arcrep.generator import wording
from arcrep.generator.components import action
from arcrep.generator.errors import RuleError, TieError
from arcrep.generator.objects import Canvas, Each, Group, Number, Obj, Objects, paste
from arcrep.generator.scene import Scene

_ORDERS = {
    "ascending": "sort {selection} by {by}, the least first",
    "descending": "sort {selection} by {by}, the greatest first",
    "swap_ends": "swap the first and the last of {selection} by {by}",
}


def _sort_phrase(words: Mapping[str, str]) -> str:
    return _ORDERS[words["order"]].format(selection=words["selection"], by=wording.by(words))


@action(says=_sort_phrase, requires={"several"})
def sort(
    scene: Scene,
    canvas: Canvas,
    selection: Group,
    key: Each[Number],
    order: Literal["ascending", "descending", "swap_ends"] = "ascending",
) -> Canvas:
    """Put the objects of a row (or column) in a new order, the gaps between them kept in theirs.

    Objects that tie have to look the same. `swap_ends` exchanges the first and the last by the key
    and leaves those between.
    """
    if len(selection) < 2:
        raise RuleError("there are fewer than two objects to sort")
    vertical = _runs_down(selection)
    row = sorted(selection, key=lambda obj: obj.top if vertical else obj.left)
    _check_apart(row, vertical)
    new = _in_order(row, key, order)
    for obj in row:
        scene.lift(canvas, obj)
    place = row[0].top if vertical else row[0].left
    gaps = [_start(b, vertical) - _end(a, vertical) for a, b in pairwise(row)]
    for obj, gap in zip(new, [*gaps, 0], strict=True):
        top, left = (place, obj.left) if vertical else (obj.top, place)
        paste(canvas, obj.shape, obj.patch(), top, left)
        place += (obj.height if vertical else obj.width) - 1 + gap
    return canvas


def _runs_down(objects: Objects) -> bool:
    """Say whether the objects stand one below the other rather than side by side."""
    down = sorted(objects, key=lambda obj: obj.top)
    if all(a.bottom < b.top for a, b in pairwise(down)):
        across = sorted(objects, key=lambda obj: obj.left)
        if all(a.right < b.left for a, b in pairwise(across)):
            rows = max(o.bottom for o in objects) - down[0].top
            return rows > max(o.right for o in objects) - across[0].left
        return True
    return False


def _start(obj: Obj, vertical: bool) -> int:
    return obj.top if vertical else obj.left


def _end(obj: Obj, vertical: bool) -> int:
    return obj.bottom if vertical else obj.right


def _check_apart(row: list[Obj], vertical: bool) -> None:
    if any(_end(a, vertical) >= _start(b, vertical) for a, b in pairwise(row)):
        raise RuleError("the objects stand neither in a row nor in a column")


def _in_order(row: list[Obj], key: Each[Number], order: str) -> list[Obj]:
    keys = {obj: key(obj) for obj in row}
    new = sorted(row, key=lambda obj: keys[obj], reverse=order == "descending")
    for a, b in pairwise(new):
        if keys[a] == keys[b] and not _look_alike(a, b):
            raise TieError(f"two different objects tie at {keys[a]:g}")
    if order == "swap_ends":
        first, last = row.index(new[0]), row.index(new[-1])
        row = list(row)
        row[first], row[last] = row[last], row[first]
        return row
    return new


def _look_alike(a: Obj, b: Obj) -> bool:
    return a.shape.shape == b.shape.shape and bool((a.patch(255) == b.patch(255)).all())
