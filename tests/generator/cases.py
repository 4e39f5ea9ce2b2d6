"""Hand-worked cases of the vocabulary, told as a user meets them: a node, a grid, what comes out.

A grid is a text of digits whose words are its rows: "110 001" has two rows. What comes out is told
the same way, so that a test compares two texts.
"""

from string import ascii_uppercase

import numpy as np
import pytest

from arcrep.arc import as_grid
from arcrep.generator.components import find_component
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Reader
from arcrep.generator.programs import Program
from arcrep.generator.scene import Scene
from arcrep.generator.signatures import ValueType


def table(cases):
    """Runs a test for each named case: a node, a grid, what is expected, and settings if any."""
    names = ("spec", "rows", "expected", "settings")
    rows = [(*case, {})[:4] for case in cases.values()]
    return pytest.mark.parametrize(names, rows, ids=list(cases))


def op(name, **parameters):
    """The node of a component with parameters."""
    return {"op": name, **parameters}


def grid(rows):
    """A read-only grid: whatever writes on an input fails its test."""
    return as_grid([[int(cell) for cell in row] for row in rows.split()])


def value(spec, rows, *, it=None, parse="components", background=0, wanted=None):
    """What a node gives on a grid.

    Args:
        it: The object that `it` and `subject` stand for: its colour, or a node that gives it.
        wanted: The type of the place where the node stands; else the one that it gives.
    """
    scene = Scene(grid(rows), background)
    reader = Reader(Reader().read(parse, ValueType.OBJECTS, "parse"))
    wanted = wanted or _gives(spec)
    if it is None:
        return evaluate(reader.read(spec, wanted, "node"), scene)
    one = op("of_color", color=it) if isinstance(it, int) else it
    obj = evaluate(reader.read(one, ValueType.OBJECT, "it"), scene)
    node = reader.read(spec, wanted, "node", frozenset({"it", "subject"}))
    return evaluate(node, scene, obj, obj)


def _gives(spec):
    name = spec if isinstance(spec, str) else spec["op"]
    return ValueType.OBJECTS if name == "all" else find_component(name, "node").returns


def region(spec, rows, **settings):
    """The cells that a node gives: # for those in the region, dots for the others."""
    mask = value(spec, rows, **{"wanted": ValueType.REGION} | settings)
    return _shown(np.where(mask, "#", "."))


def objects(spec, rows, **settings):
    """The cells of each object that a node gives: A for the first, B...; * where two share one."""
    found = value(spec, rows, **{"wanted": ValueType.OBJECTS} | settings)
    cells = np.full(grid(rows).shape, ".")
    for letter, obj in zip(ascii_uppercase[: len(found)], found, strict=True):
        cells[obj.mask] = np.where(cells[obj.mask] == ".", letter, "*")
    return _shown(cells)


def acted(clauses, rows, *, parse="components", background=0):
    """The grid that a program of one clause, or a list of them, makes of a grid, in digits."""
    several = clauses if isinstance(clauses, list) else [clauses]
    spec = {"version": 1, "id": "case", "parse": parse, "clauses": several}
    return _shown(Program.from_spec(spec | {"background": background}).apply(grid(rows)))


def acted_on(spec, rows, *, select="all", **settings):
    """The grid that one action makes of a grid, as `acted` shows it."""
    return acted({"select": select, "act": spec}, rows, **settings)


def picture(rows):
    """An expected picture with a line for each row, as the functions above show theirs."""
    return "\n".join(rows.split())


def _shown(cells):
    return "\n".join("".join(map(str, row)) for row in cells.tolist())
