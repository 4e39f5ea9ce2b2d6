"""What makes an example unclear, by hand-worked scenes."""

import numpy as np
import pytest

from arcrep.generator import Program
from arcrep.generator.clarity import unclear_move, unclear_rank
from arcrep.generator.scene import Scene
from tests.generator.cases import grid, op

SIZE = op("measure", key="size")
PAINT = op("paint", color=5)
DOT = op("of_color", color=3)
TO_THE_RIGHT = op("slide", toward="right")
MEET, STAYS = "selected things act on each other", "a selected thing stays as it is"
NEAR = "nothing moves or grows by two cells"


def program(select, act):
    clause = {"select": select, "act": act}
    spec = {"version": 1, "id": "p", "parse": "components", "clauses": [clause]}
    return Program.from_spec(spec)


def move(select, act, rows):
    rule, scene = program(select, act), Scene(grid(rows))
    return unclear_move(rule, scene, rule.apply_to(scene))


@pytest.mark.parametrize(
    ("rows", "unclear"),
    [
        ("3000 0000 3000", ""),
        ("3030 0000 0000", MEET),  # the one behind stops at the other
        ("30001 30010 00000", ""),
        ("3000 0000 0003", STAYS),
        ("0030 0000 0301", NEAR),
        ("0300 0000 0301", ""),
    ],
)
def test_several_that_move_go_their_own_ways_and_far(rows, unclear):
    assert move(DOT, TO_THE_RIGHT, rows) == unclear


def test_rays_that_cross_must_be_of_one_colour():
    dots = op("others", than=op("of_color", color=9))
    cross = op("extend", toward="directions")
    assert move(dots, cross, "300 000 003") == ""
    assert move(dots, cross, "300 000 004") == MEET


@pytest.mark.parametrize(
    ("rows", "unclear"),
    [
        ("3000 0000", ""),
        ("0330 0000", NEAR),
        ("0300 0033", NEAR),  # two cells, each of which touches something of the object
        ("0033 0000", STAYS),
    ],
)
def test_what_grows_grows_by_two_cells(rows, unclear):
    assert move(DOT, op("extend", toward="right"), rows) == unclear


def test_other_rules_and_copies_beside_things_do_not_move():
    assert move(DOT, PAINT, "3000") == ""
    assert move(DOT, op("stamp", source="it", at=op("beside", side="right", gap=0)), "3000") == ""


def bars(*lengths):
    """Return a grid with a bar of each length."""
    rows = np.zeros((2 * len(lengths), 25), np.uint8)
    for number, length in enumerate(lengths):
        rows[2 * number, :length] = number + 1
    return Scene(rows)


@pytest.mark.parametrize(
    ("lengths", "which", "unclear"),
    [
        ((10, 9, 2), "most", "nearly a tie"),
        ((10, 8, 2), "most", ""),
        ((20, 17), "most", ""),
        ((21, 18), "most", "nearly a tie"),  # 3 of 21 cells are less than 15%
        ((10, 9, 2), "least", ""),
        ((20, 3, 2), "least", "nearly a tie"),
        ((20, 4, 2), "least", ""),
        ((7,), "most", "nothing to compare with"),
    ],
)
def test_sizes_that_rank_differ_by_two_cells_and_a_seventh(lengths, which, unclear):
    largest = op("extreme", key=SIZE, which=which)
    for select in (largest, op("others", than=largest)):
        rule = program(select, PAINT)
        assert unclear_rank(rule, bars(*lengths)) == unclear


def test_places_that_rank_differ_by_two_rows_and_widths_at_all():
    top = program(op("extreme", key=op("measure", key="top")), PAINT)
    assert unclear_rank(top, bars(10, 10, 9)) == ""
    close = Scene(grid("1000 0020 0020"))
    assert unclear_rank(top, close) == "nearly a tie"
    widest = op("extreme", key=op("measure", key="width"))
    assert unclear_rank(program(widest, PAINT), bars(10, 9)) == ""
