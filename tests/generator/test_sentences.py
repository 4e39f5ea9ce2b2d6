"""Sentences of programs: one plain sentence, and a true one."""

import pytest

from arcrep.generator.programs import Program

RIM = {"op": "difference", "region": "it", "without": {"op": "resized", "how": "shrink"}}
AROUND = {
    "op": "difference",
    "region": {"op": "resized", "how": "grow", "connectivity": 8},
    "without": "it",
}
REST_OF_BOX = {"op": "difference", "region": "bounding_box", "without": "it"}
HIDDEN = {"op": "exists", "of": {"op": "hidden", "test": "box"}}
HOLLOW_OR_TOUCHING = {
    "op": "combined",
    "first": "hollow",
    "second": {"op": "touching", "ref": "all"},
    "how": "or",
}


def measured(key, how, right):
    left = {"op": "measure", "key": key}
    right = {"op": "measure", "key": right} if isinstance(right, str) else right
    return {"op": "compare", "left": left, "how": how, "right": right}


def where(holds, of="all"):
    return {"op": "where", "of": of, "holds": holds}


def negated(holds):
    return {"op": "negate", "holds": holds}


def repeated(key, among="all"):
    return {"op": "repeated", "key": key, "among": among}


def red(region):
    return {"op": "paint", "color": 2, "region": region}


SINGLE = where(measured("size", "equal", 1))
SEVERAL = where(measured("size", "more", 1))
LARGEST = {"op": "extreme", "key": {"op": "measure", "key": "size"}}
BLUE = {"op": "of_color", "color": 1}


def sentence(select, act, parse="components"):
    clause = {"select": select, "act": act}
    spec = {"version": 1, "id": "p", "parse": parse, "clauses": [clause]}
    return Program.from_spec(spec).sentence


@pytest.mark.parametrize(
    ("select", "said"),
    [
        (SINGLE, "the single cells"),
        (where(SINGLE["holds"], BLUE), "the blue single cells"),
        (SEVERAL, "the objects of more than one cell"),
        (where(negated(SINGLE["holds"])), "the objects of more than one cell"),
        ({**LARGEST, "of": SEVERAL}, "the largest object of more than one cell"),
        ({**LARGEST, "of": BLUE}, "the largest blue object"),
        (where(measured("height", "more", "width")), "the objects that are taller than wide"),
        (where(HIDDEN), "the objects that are partly covered"),
        (where(negated(HIDDEN)), "the objects that nothing covers"),
        (where(repeated("shape_of")), "the objects whose shape another one has"),
        (where(negated(repeated("color_of"))), "the objects whose colour no other one has"),
        (
            where(repeated("shape_of", BLUE)),
            "the objects whose shape occurs more than once among the blue objects",
        ),
        (
            where({"op": "within", "region": {"op": "interior", "of": BLUE}}),
            "the objects that lie inside the blue objects",
        ),
        (
            where("hollow", where(negated(repeated("shape_of")))),
            "the objects whose shape no other one has and that are hollow",
        ),
        (
            {"op": "others", "of": SEVERAL, "than": {**LARGEST, "of": SEVERAL}},
            "the objects of more than one cell other than the largest one",
        ),
        (
            where(negated(HOLLOW_OR_TOUCHING)),
            "the objects where it is not so that it is hollow or it touches the objects",
        ),
    ],
)
def test_selections_are_said_plainly(select, said):
    assert sentence(select, "erase") == f"Remove {said}."


@pytest.mark.parametrize(
    ("select", "act", "said"),
    [
        (LARGEST, red(RIM), "Paint the rim of the largest object red."),
        ("all", red(AROUND), "Paint the cells around each object red."),
        (
            where({"op": "repeated", "key": "color_of"}),
            red("center_cells"),
            "Paint red the centre of each of the objects whose colour another one has.",
        ),
        (
            {
                "op": "where",
                "of": {"op": "others", "than": BLUE},
                "holds": {
                    "op": "negate",
                    "holds": {"op": "within", "region": {"op": "interior", "of": BLUE}},
                },
            },
            "erase",
            "Remove the objects outside the blue objects.",
        ),
        ("all", red(REST_OF_BOX), "Fill up the box of each object with red."),
        (
            LARGEST,
            {"op": "paint", "region": {"op": "resized", "how": "grow"}},
            "Grow the largest object by one cell.",
        ),
        (
            LARGEST,
            {"op": "paint", "region": {"op": "edge", "side": "up", "of": "grid"}},
            "Paint the top row of the grid in the colour of the largest object.",
        ),
        (
            {"op": "for_each", "region": {"op": "resized", "how": "shrink"}},
            "erase",
            "Remove all but the rim of each object.",
        ),
        (
            BLUE,
            {"op": "stamp", "source": "it", "at": {"op": "beside", "side": "left"}},
            "Copy each blue object to the place left of it, with a gap of one cell.",
        ),
        (
            SINGLE,
            {"op": "stamp", "source": LARGEST, "at": "center_of", "replace": True},
            "Replace each single cell by a copy of the largest object.",
        ),
        (
            "all",
            {"op": "slide", "toward": "up", "steps": 1},
            "Slide the objects up by one cell, if nothing is in the way.",
        ),
        (
            LARGEST,
            {"op": "extend", "toward": "up", "color": 4},
            "Extend the largest object up in yellow until something is in the way.",
        ),
    ],
)
def test_actions_are_said_plainly(select, act, said):
    assert sentence(select, act) == said


def test_the_cells_of_a_colour_are_one_thing():
    act = {"op": "paint", "region": "bounding_box"}
    assert sentence(BLUE, act, "by_color") == "Paint the box of the blue cells in their own colour."
