"""Templates: a slot has one value wherever it stands, and colours never coincide."""

import numpy as np
import pytest

from arcrep.generator import SampleError
from arcrep.generator.drawing import Draw
from arcrep.generator.recipes.templates import draw_values, filled, slots

TEMPLATE = {
    "select": {"op": "of_color", "color": "$ref", "of": "all"},
    "act": ["$ink", {"toward": "$side", "again": ("$ink", "$ink2", 3)}],
}


def draw(seed=0):
    return Draw(np.random.default_rng(seed))


def test_slots_are_found_at_any_depth():
    assert sorted(slots(TEMPLATE)) == ["$ink", "$ink", "$ink2", "$ref", "$side"]
    assert list(slots({"$key": "plain", "n": 1, "none": None, "yes": True})) == []


def test_filled_puts_the_same_value_at_each_place_of_a_slot():
    values = {"$ref": 1, "$ink": 2, "$ink2": 3, "$side": "up"}
    assert filled(TEMPLATE, values) == {
        "select": {"op": "of_color", "color": 1, "of": "all"},
        "act": [2, {"toward": "up", "again": [2, 3, 3]}],
    }


def test_a_value_may_have_slots_of_its_own():
    values = {"$rest": {"op": "others", "than": "$selection"}, "$selection": {"color": "$ref"}}
    assert filled("$rest", values | {"$ref": 4}) == {"op": "others", "than": {"color": 4}}


def test_filling_leaves_the_template_as_it_is():
    before = repr(TEMPLATE)
    filled(TEMPLATE, draw_values(draw(), TEMPLATE))["act"].append("more")
    assert repr(TEMPLATE) == before


@pytest.mark.parametrize("seed", range(20))
def test_no_two_colours_are_equal_and_none_is_black(seed):
    names = ["$ink", "$ink2", "$ink3", "$ref", "$ref2", "$ink", "$side", "$axis2", "$steps"]
    values = draw_values(draw(seed), names)
    assert set(values) == set(names)
    colors = [values[name] for name in ("$ink", "$ink2", "$ink3", "$ref", "$ref2")]
    assert len(set(colors)) == 5
    assert set(colors) <= set(range(1, 10))
    assert values["$axis2"] in ("horizontal", "vertical")


def test_every_value_of_a_slot_comes():
    drawn = [draw_values(draw(seed), ["$ink", "$side", "$axis", "$steps"]) for seed in range(200)]
    assert {values["$ink"] for values in drawn} == set(range(1, 10))
    assert {values["$side"] for values in drawn} == {"up", "down", "left", "right"}
    assert {values["$axis"] for values in drawn} == {"horizontal", "vertical"}
    assert {values["$steps"] for values in drawn} == {1, 2}


def test_the_order_in_which_slots_stand_changes_nothing():
    names = ["$ref", "$side", "$ink", "$axis"]
    assert draw_values(draw(3), names) == draw_values(draw(3), names[::-1])


def test_more_colours_than_there_are_is_refused():
    with pytest.raises(SampleError):
        draw_values(draw(), [f"$ink{k}" for k in range(10)])
