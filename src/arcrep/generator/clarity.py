"""Whether an example shows clearly what is chosen, and what becomes of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from arcrep.generator.errors import RuleError
from arcrep.generator.geometry import grow
from arcrep.generator.interpreter import act, evaluate
from arcrep.generator.objects import Canvas, Obj, Objects
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene

_SEEN = frozenset({"size", "top", "bottom", "left", "right"})
_CLEAR = 0.15
_MOVING = frozenset({"slide", "extend", "stamp"})


def unclear(program: Program, scene: Scene, output: Canvas) -> str:
    """Say why an example would show the rule badly, if so; nothing if it shows it well."""
    return (
        unclear_rank(program, scene)
        or _idle(program, scene, output)
        or unclear_move(program, scene, output)
    )


def unclear_rank(program: Program, scene: Scene) -> str:
    """Say why it would be hard to see which object is the one with the most or least of something.

    There has to be another one; sizes have to differ so much that one sees it without counting, and
    boxes in accord; places have to differ by two rows or columns. Other numbers are not looked at.
    """
    for node in program.walk():
        if node.name != "extreme" or node.free:
            continue
        candidates = evaluate(node.arguments["of"], scene)
        if len(candidates) < 2:
            return "nothing to compare with"
        key = node.arguments["key"].measured
        if key not in _SEEN:
            continue
        most = node.arguments["which"] == "most"
        values = sorted((getattr(obj, key) for obj in candidates), reverse=most)
        clear = max(2, _CLEAR * max(values[:2])) if key == "size" else 2
        if abs(values[0] - values[1]) < clear:
            return "nearly a tie"
        if key == "size" and not _has_largest_box(candidates, most):
            return "another one has a larger box"
    return ""


def _has_largest_box(candidates: Objects, most: bool) -> bool:
    """Whether the object with the most cells, or the least, is so by its bounding box, too."""
    end = max if most else min
    boxes = {obj: obj.height * obj.width for obj in candidates}
    return boxes[end(candidates, key=lambda obj: obj.size)] == end(boxes.values())


def _idle(program: Program, scene: Scene, output: Canvas) -> str:
    """Say that a clause could be left out, if so."""
    for number in range(len(program.clauses) if len(program.clauses) > 1 else 0):
        clauses = program.clauses[:number] + program.clauses[number + 1 :]
        try:
            without = replace(program, clauses=clauses).apply_to(scene)
        except RuleError:
            continue
        if np.array_equal(without, output):
            return "a part of the rule does nothing"
    return ""


def unclear_move(program: Program, scene: Scene, output: Canvas) -> str:
    """Say why it would be hard to see how things move, or grow, if the rule starts with that.

    What becomes of each selected thing must not depend on the others: else their order would
    matter, and few examples would not show it. Each has to change, and one by more than one cell.
    """
    clause = program.clauses[0]
    if clause.act.name not in _MOVING or clause.select is None:
        return ""
    chosen = evaluate(clause.select, scene)
    if not isinstance(chosen, tuple):
        return ""
    alone = [act(clause.act, scene, scene.grid.copy(), (obj,)) for obj in chosen]
    if len(program.clauses) == 1 and len(chosen) > 1 and not _adds_up(scene, alone, output):
        return "selected things act on each other"
    if clause.act.name == "stamp":
        return ""
    if any((canvas == scene.grid).all() for canvas in alone):
        return "a selected thing stays as it is"
    if not any(_goes_far(scene, obj, canvas) for obj, canvas in zip(chosen, alone, strict=True)):
        return "nothing moves or grows by two cells"
    return ""


def _adds_up(scene: Scene, alone: Sequence[Canvas], output: Canvas) -> bool:
    """Whether what becomes of each thing alone, all of it together, is the output."""
    together = scene.grid.copy()
    for canvas in alone:
        np.copyto(together, canvas, where=(canvas != scene.grid) & (canvas == scene.blank))
    painted = np.zeros(scene.shape, bool)
    for canvas in alone:
        new = (canvas != scene.grid) & (canvas != scene.blank)
        if (painted & new & (together != canvas)).any():
            return False
        np.copyto(together, canvas, where=new)
        painted |= new
    return np.array_equal(together, output)


def _goes_far(scene: Scene, obj: Obj, canvas: Canvas) -> bool:
    """Whether cells become coloured that do not touch an object."""
    new = (canvas != scene.grid) & (canvas != scene.blank)
    return bool((new & ~grow(obj.mask, 8)).any())
