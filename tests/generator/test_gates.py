"""Concept gates: true rules pass, and rules from which the concept was taken do not."""

import pytest

from arcrep.arc import CONCEPTS
from arcrep.generator import Program, passed_gates


def measured(key, **more):
    return {"op": "measure", "key": key, **more}


def where(holds, **more):
    return {"op": "where", "holds": holds, **more}


LARGEST = {"op": "extreme", "key": measured("size")}
CROP_LARGEST = {"select": LARGEST, "act": "crop"}


def gates(*clauses, parse="components"):
    spec = {"version": 1, "id": "p", "parse": parse, "clauses": list(clauses)}
    return passed_gates(Program.from_spec(spec))


def erase(select):
    return {"select": select, "act": "erase"}


def beyond(side, **more):
    return where({"op": "beyond", "side": side, "ref": LARGEST, **more})


def compare(left, how, right):
    return {"op": "compare", "left": left, "how": how, "right": right}


INSIDE = {"op": "within", "region": {"op": "interior", "of": LARGEST}}
TRUE = [
    ("AboveBelow", erase(beyond("up"))),
    ("AboveBelow", erase({"op": "half_plane", "of": LARGEST, "side": "down"})),
    ("AboveBelow", erase(where(compare(measured("bottom"), "less", measured("top", of=LARGEST))))),
    ("Center", {"select": "all", "act": {"op": "paint", "region": "center_cells"}}),
    (
        "Center",
        {"select": "all", "act": {"op": "move_to", "to": {"op": "center_of", "of": "grid"}}},
    ),
    ("FilledNotFilled", erase(where("hollow"))),
    ("FilledNotFilled", {"select": "all", "act": {"op": "paint", "region": "interior"}}),
    ("FilledNotFilled", erase({"op": "resized", "of": "all", "how": "shrink"})),
    ("HorizontalVertical", erase(where({"op": "oriented", "axis": "vertical"}))),
    ("HorizontalVertical", erase(where(compare(measured("height"), "more", measured("width"))))),
    ("HorizontalVertical", erase(where({"op": "striped", "axis": "horizontal"}))),
    ("InsideOutside", erase(where(INSIDE))),
    ("InsideOutside", erase({"op": "interior", "of": "all"})),
    ("SameDifferent", erase(where({"op": "repeated", "key": "shape_of"}))),
    ("TopBottom2D", erase({"op": "extreme", "key": measured("top"), "which": "least"})),
    (
        "TopBottom2D",
        {
            "select": "all",
            "act": {"op": "paint", "color": 3, "region": {"op": "edge", "side": "up"}},
        },
    ),
    ("TopBottom3D", {"select": "all", "act": {"op": "paint", "region": "hidden"}}),
    ("CleanUp", {"select": "all", "act": "redraw"}),
    ("CompleteShape", {"select": "all", "act": {"op": "paint", "region": "bounding_box"}}),
    ("CompleteShape", {"select": "all", "act": "symmetrize"}),
    ("Copy", {"select": "all", "act": {"op": "stamp", "source": LARGEST, "at": "center_of"}}),
    ("Count", {"act": {"op": "emit_canvas", "height": 1, "width": "count"}}),
    ("ExtendToBoundary", {"select": "all", "act": {"op": "extend", "toward": "up"}}),
    ("ExtractObjects", CROP_LARGEST),
    ("MoveToBoundary", {"select": "all", "act": {"op": "slide", "toward": "up"}}),
    ("Order", {"select": "all", "act": {"op": "sort", "key": measured("size")}}),
]
# What a gate must not take for its concept: the same words, with nothing left of the meaning.
FALSE = [
    ("AboveBelow", erase(beyond("left"))),
    ("AboveBelow", erase(where({"op": "beyond", "side": "up", "ref": "it"}))),
    ("AboveBelow", erase({"op": "half_plane", "of": "grid", "side": "down"})),
    ("AboveBelow", erase(beyond("up")) | {"when": False}),
    ("AboveBelow", erase(where({"op": "beyond", "side": "up", "ref": "subject"}))),
    ("Center", {"select": "all", "act": {"op": "move_to", "to": "center_of"}}),
    ("Copy", {"select": "all", "act": {"op": "stamp", "source": "it", "at": "center_of"}}),
    ("Copy", {"select": "grid", "act": {"op": "tile", "more": 0, "axis": "vertical"}}),
    (
        "ExtendToBoundary",
        {"select": "all", "act": {"op": "extend", "toward": "up", "stops": "grid"}},
    ),
    ("InsideOutside", erase(where({"op": "within", "region": "interior"}))),
    ("Count", {"act": {"op": "emit_canvas", "height": 1, "width": {"op": "count", "of": LARGEST}}}),
    ("TopBottom2D", erase({"op": "extreme", "key": measured("top", of=LARGEST)})),
    (
        "MoveToBoundary",
        {
            "select": "all",
            "act": {
                "op": "if",
                "when": False,
                "then": {"op": "slide", "toward": "up"},
                "else": {"op": "paint", "color": 3},
            },
        },
    ),
    (
        "FilledNotFilled",
        erase(where({"op": "within", "region": {"op": "interior", "of": where("hollow")}})),
    ),
    ("HorizontalVertical", erase(where(compare(measured("height"), "more", 2)))),
    ("InsideOutside", erase(where({"op": "within", "region": "grid"}))),
    (
        "InsideOutside",
        erase(
            where({"op": "within", "region": {"op": "half_plane", "of": LARGEST, "side": "left"}})
        ),
    ),
    ("SameDifferent", erase(where({"op": "repeated", "key": {"op": "color_of", "of": LARGEST}}))),
    ("TopBottom2D", erase({"op": "extreme", "key": measured("left"), "which": "least"})),
    (
        "TopBottom2D",
        {
            "select": "grid",
            "act": {"op": "paint", "color": 3, "region": {"op": "edge", "side": "up"}},
        },
    ),
    ("CleanUp", erase("all")),
    ("CompleteShape", {"select": "all", "act": {"op": "paint", "color": 3}}),
    ("Count", {"act": {"op": "emit_canvas", "height": 1, "width": {"op": "count", "of": "grid"}}}),
    ("ExtractObjects", {"select": "grid", "act": "crop"}),
    ("ExtractObjects", {"when": False, **CROP_LARGEST}),
    ("MoveToBoundary", {"select": "grid", "act": {"op": "slide", "toward": "up"}}),
    ("MoveToBoundary", {"select": "all", "act": {"op": "slide", "toward": "up", "steps": 1}}),
    ("Order", {"select": "all", "act": {"op": "sort", "key": 3}}),
]


@pytest.mark.parametrize(("concept", "clause"), TRUE, ids=[c for c, _ in TRUE])
def test_a_rule_of_the_concept_passes(concept, clause):
    assert concept in gates(clause)


@pytest.mark.parametrize(("concept", "clause"), FALSE, ids=[c for c, _ in FALSE])
def test_its_words_without_its_meaning_do_not(concept, clause):
    assert concept not in gates(clause)


def test_every_concept_is_tried():
    assert {concept for concept, _ in TRUE} == set(CONCEPTS)


def test_a_plain_rule_passes_no_gate():
    assert gates({"select": "all", "act": {"op": "paint", "color": 3}}) == ()


def test_a_program_may_express_several_concepts():
    count = {"op": "count", "of": where(INSIDE)}
    clause = {"act": {"op": "emit_canvas", "height": 1, "width": count}}
    assert gates(clause) == ("Count", "InsideOutside")
