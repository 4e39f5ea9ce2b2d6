"""Concept gates: whether a program as a whole expresses a concept.

A gate looks at the rule, not at a label. The eight predicate concepts ask what decides which cells
are meant: selectors, relations and conditions. The eight action concepts ask what is done. A
program may pass the gates of several concepts: whoever counts the objects inside a container
counts, and tells inside from outside.

**Source:** ConceptARC at Scale (arXiv 2611.06732), section 3 and table 5; which programs pass is
our own reading of its descriptions.
"""

from collections.abc import Callable, Iterator
from typing import Any

from arcrep.arc import CONCEPTS
from arcrep.generator.clauses import Clause
from arcrep.generator.nodes import Node
from arcrep.generator.programs import Program
from arcrep.generator.signatures import ValueType

_VERTICAL = frozenset({(-1, 0), (1, 0)})
_ROWS = frozenset({"top", "bottom", "row"})
_ONE = frozenset({ValueType.OBJECT})
_COUNTS = frozenset({"count", "count_cells", "count_distinct", "polygon_sides"})


def passed_gates(program: Program) -> tuple[str, ...]:
    """Return the concepts that a program expresses, in their fixed order."""
    return tuple(concept for concept in CONCEPTS if GATES[concept](program))


def _named(nodes: Iterator[Node], *names: str) -> Iterator[Node]:
    return (node for node in nodes if node.name in names)


def _clauses(program: Program) -> tuple[Clause, ...]:
    """Return the clauses that may run: a condition that never holds silences one."""
    return tuple(c for c in program.clauses if not (c.when and c.when.key == "false"))


def _rule(program: Program) -> Iterator[Node]:
    """Yield the nodes of the rule, the parse first, as far as they may matter."""
    yield from program.parse.walk()
    for clause in _clauses(program):
        for node in clause.nodes:
            yield from _live(node)


def _live(node: Node) -> Iterator[Node]:
    """Yield a node and those below it, without a branch that is never taken."""
    yield node
    dead = {"false": "then", "true": "else"}.get(
        node.arguments["when"].key if node.name == "if" else "", ""
    )
    for name in node.given:
        argument = node.arguments[name]
        if isinstance(argument, Node) and name != dead:
            yield from _live(argument)


def _is_whole(node: Node | None) -> bool:
    """Whether a node stands for the whole grid."""
    if node is None:
        return False
    return node.name == "grid" or (node.name == "all" and node.arguments["by"].name == "grid")


def _is_itself(node: Node) -> bool:
    return node.name in ("it", "subject")


def _uses(program: Program, *names: str) -> bool:
    return any(_named(_rule(program), *names))


def _actions(program: Program) -> Iterator[Node]:
    """Yield every action that a clause may carry out; a clause that never runs has none."""
    for clause in _clauses(program):
        for node in _live(clause.act):
            if node.component and node.component.kind == "action":
                yield node


def _deciding(program: Program) -> Iterator[Node]:
    """Yield the nodes that decide what is meant: all but regions and places that actions use."""
    for clause in _clauses(program):
        for node in (clause.when, clause.select):
            if node:
                yield from node.walk()
        for node in clause.act.walk():
            if node.component and node.component.kind == "relation":
                yield from node.walk()


def _argument(node: Node, name: str) -> Node:
    argument: Any = node.arguments[name]
    assert isinstance(argument, Node)
    return argument


def _ways(node: Node) -> frozenset[tuple[int, int]]:
    """Return the sides that a node spells out, whichever an `if` may choose."""
    found: set[tuple[int, int]] = set()
    for part in _argument(node, "side").walk():
        if part.word and isinstance(part.value, tuple):
            values: tuple[Any, ...] = part.value
            found.update(values if isinstance(values[0], tuple) else [values])
    return frozenset(found)


def _above_below(program: Program) -> bool:
    """Something lies above or below a reference that is seen."""
    nodes = _named(_rule(program), "beyond", "half_plane", "beam")
    if any(_ways(node) & _VERTICAL and _has_reference(node) for node in nodes):
        return True
    return any(_compares_rows(node) for node in _named(_rule(program), "compare"))


def _has_reference(node: Node) -> bool:
    """Whether a side is meant of something that is seen, other than the object itself."""
    if node.name != "beyond":
        return not _is_whole(_argument(node, "of"))
    reference = _argument(node, "ref")
    return not _is_whole(reference) and not _is_itself(reference)


def _compares_rows(node: Node) -> bool:
    """Whether the rows of two different things are compared."""
    left, right = _argument(node, "left"), _argument(node, "right")
    if not all(part.name == "measure" and part.arguments["key"] in _ROWS for part in (left, right)):
        return False
    return _argument(left, "of").key != _argument(right, "of").key


def _center(program: Program) -> bool:
    """The middle of the grid, of an object or of a gap: not just the place of an object."""
    if _uses(program, "center_cells"):
        return True
    if any("of" in node.given for node in _named(_rule(program), "center_of")):
        return True
    lines = _named(_rule(program), "through")
    return any(_argument(node, "axis").name == "across" for node in lines)


def _filled_not_filled(program: Program) -> bool:
    """Hollow or solid decides, or what is hollow is filled, or what is solid is hollowed."""
    nodes = list(_rule(program))
    # Where hollow things only say inside of what, inside and outside decide.
    insides = [node for node in nodes if node.name in ("within", "holes")]
    below = {id(part) for node in insides for part in node.walk()}
    if any(node.name in ("hollow", "solid") and id(node) not in below for node in nodes):
        return True
    if any(node.arguments["how"] == "shrink" for node in nodes if node.name == "resized"):
        return True
    # To have the most holes is to be the hollow one.
    if any(node.arguments["key"] == "holes" for node in nodes if node.name == "measure"):
        return True
    return any(_fills(clause) for clause in _clauses(program))


def _fills(clause: Clause) -> bool:
    if clause.act.name == "paint":
        region = _argument(clause.act, "region")
        parts = [region]
        if region.name == "union":
            parts = [_argument(region, "first"), _argument(region, "second")]
        return any(part.name == "interior" for part in parts)
    selects_inside = clause.select is not None and clause.select.name == "interior"
    return selects_inside and clause.act.name == "restore_period"


def _horizontal_vertical(program: Program) -> bool:
    """An orientation decides: of an object, of its stripes, or of how things lie to each other."""
    nodes = list(_rule(program))
    named = (node for node in nodes if node.name in ("oriented", "striped"))
    if any("it" not in _argument(node, "axis").free for node in named):
        return True
    if any(_compares_sides(node) for node in nodes if node.name == "compare"):
        return True
    groups = _named(iter(nodes), "repeated", "all_same")
    if any(_argument(node, "key").name == "axis_of" for node in groups):
        return True
    if any(_argument(node, "side").name == "along" for node in _named(iter(nodes), "beyond")):
        return True
    return any(_compares_ends(node) for node in _named(iter(nodes), "compare"))


def _compares_sides(node: Node) -> bool:
    """Whether height is compared with width."""
    keys = [part.arguments.get("key") for part in (_argument(node, s) for s in ("left", "right"))]
    return {"height", "width"} == set(map(str, keys))


def _compares_ends(node: Node) -> bool:
    """Whether a level end is compared with an upright one."""
    ways = [
        frozenset[tuple[int, int]]().union(
            *(_ways(edge) for edge in _named(_argument(node, side).walk(), "edge"))
        )
        for side in ("left", "right")
    ]
    return all(ways) and len({bool(way & _VERTICAL) for way in ways}) == 2


def _inside_outside(program: Program) -> bool:
    """Inside, outside or between decides, or what is inside is what the action is about."""
    for node in _named(_rule(program), "within"):
        parts = _named(_argument(node, "region").walk(), "interior", "holes", "hull")
        if any(not _is_itself(_argument(part, "of")) for part in parts):
            return True
    nodes = list(_deciding(program))
    for action in _actions(program):
        if action.name.startswith("emit") or action.name == "lay_bar":
            nodes += list(action.walk())
    # What lies within its own inside is nothing that a rule could ask.
    own = {id(part) for node in _named(iter(nodes), "within") for part in node.walk()}
    return any(node.name in ("interior", "holes") and id(node) not in own for node in nodes)


def _same_different(program: Program) -> bool:
    """Objects are compared with each other for equality, in something that may differ."""
    nodes = _named(_rule(program), "repeated", "all_same", "count_distinct")
    return any("it" in _argument(node, "key").free for node in nodes)


def _top_bottom_2d(program: Program) -> bool:
    """A rank from top to bottom, of whole objects or of an object's rows, without a reference."""
    for node in _named(_rule(program), "extreme", "sort", "sorted_by"):
        key = _argument(node, "key")
        of = node.arguments.get("of")
        whole = isinstance(of, Node) and _is_whole(of)
        of_it = key.name == "measure" and _is_itself(_argument(key, "of"))
        if of_it and key.arguments["key"] in _ROWS and not whole:
            return True
    return any(_names_a_row(clause) for clause in _clauses(program))


def _names_a_row(clause: Clause) -> bool:
    """Whether the first or last row of an object (not of the grid) is meant."""
    of_grid = clause.select is not None and clause.select.name == "grid"
    for node in (n for top in clause.nodes for n in top.walk()):
        if node.name == "edge" and _ways(node) & _VERTICAL:
            of = _argument(node, "of").name
            if of != "grid" and not (of == "it" and of_grid):
                return True
    return False


def _top_bottom_3d(program: Program) -> bool:
    """What lies in front of or behind something else."""
    return _uses(program, "hidden", "rejoined", "complete_motif", "topmost_by_hull")


def _clean_up(program: Program) -> bool:
    """A disturbed pattern or figure is restored, or what disturbs it is removed."""
    actions = {node.name for node in _actions(program)}
    if actions & {"redraw", "restore_period"} or _uses(program, "repair", "complete_motif"):
        return True
    if any(_drops_specks(clause) for clause in _clauses(program)):
        return True
    fitted = _uses(program, "primitives", "lines", "wave")
    return fitted and bool(actions & {"keep_only", "erase"}) and not _uses(program, "half_plane")


def _drops_specks(clause: Clause) -> bool:
    """Whether objects of so many cells, or fewer, are removed or left out of what is kept."""
    if clause.act.name not in ("erase", "keep_only") or clause.select is None:
        return False
    compared = _named(clause.select.walk(), "compare")
    return any(
        _argument(node, "left").measured == "size"
        and isinstance(_argument(node, "right").value, int)
        for node in compared
    )


def _complete_shape(program: Program) -> bool:
    """Missing parts are added: by symmetry, to a box or a line, or after a template."""
    for action in _actions(program):
        if action.name == "symmetrize":
            return True
        if action.name == "stamp" and _argument(action, "at").name == "fitting":
            return True
        if action.name == "paint":
            names = {node.name for node in _argument(action, "region").walk()}
            if names & {"bounding_box", "outline", "hull"}:
                return True
            if "through" in names and _uses(program, "lines"):
                return True
    return False


def _copy(program: Program) -> bool:
    """Something is drawn once more elsewhere."""
    for action in _named(_actions(program), "stamp", "tile", "transfer_pattern"):
        if action.name == "stamp":
            in_place = _argument(action, "at").key == "center_of(of=it)"
            if not (in_place and _is_itself(_argument(action, "source"))):
                return True
        elif action.name != "tile" or _argument(action, "more").key != "0":
            return True
    return False


def _count(program: Program) -> bool:
    """The answer shows a number."""
    answers = _named(_actions(program), "emit_bar", "emit_canvas", "lay_bar")
    counts = (part for node in answers for part in node.walk() if part.name in _COUNTS)
    return any(_argument(count, "of").gives not in _ONE for count in counts)


def _extend_to_boundary(program: Program) -> bool:
    """Something grows until a boundary."""
    return any(not _is_whole(_argument(a, "stops")) for a in _named(_actions(program), "extend"))


def _extract_objects(program: Program) -> bool:
    """The answer is cut out of the input, and not all of it."""
    crops = any(_named(_actions(program), "crop", "crop_concat"))
    whole = any(_is_whole(c.select) for c in _clauses(program) if c.act.name == "crop")
    return crops and not whole


def _move_to_boundary(program: Program) -> bool:
    """Something moves as a whole until the edge or until something is in its way."""
    if any(_is_whole(clause.select) for clause in _clauses(program)):
        return False
    slides = _named(_actions(program), "slide")
    return any(
        s.arguments["until"] != "clear"
        and not s.arguments["steps"]
        and not _is_whole(_argument(s, "obstacles"))
        for s in slides
    )


def _order(program: Program) -> bool:
    """Things are rearranged or listed in the order of a number."""
    if any("it" in _argument(node, "key").free for node in _named(_actions(program), "sort")):
        return True
    listed = any(_named(_actions(program), "emit_colors", "emit_bar"))
    orders = _named(_rule(program), "sorted_by")
    return listed and any("it" in _argument(node, "key").free for node in orders)


GATES: dict[str, Callable[[Program], bool]] = {
    "AboveBelow": _above_below,
    "Center": _center,
    "CleanUp": _clean_up,
    "CompleteShape": _complete_shape,
    "Copy": _copy,
    "Count": _count,
    "ExtendToBoundary": _extend_to_boundary,
    "ExtractObjects": _extract_objects,
    "FilledNotFilled": _filled_not_filled,
    "HorizontalVertical": _horizontal_vertical,
    "InsideOutside": _inside_outside,
    "MoveToBoundary": _move_to_boundary,
    "Order": _order,
    "SameDifferent": _same_different,
    "TopBottom2D": _top_bottom_2d,
    "TopBottom3D": _top_bottom_3d,
}
"""The gate of each concept."""
