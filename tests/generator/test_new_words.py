"""Words that came with the generated tasks, and the colours of layouts, by hand-worked grids."""

import numpy as np
import pytest

from arcrep.generator import Program, ProgramError, RuleError

SQUARE = [[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0]]


def program(act, select=None, layout=None):
    clause = {"act": act} if select is None else {"select": select, "act": act}
    spec = {"version": 1, "id": "p", "parse": "components", "clauses": [clause]}
    return Program.from_spec(spec if layout is None else {**spec, "layout": layout})


def bar(times, side, form="bar"):
    return program({"op": "lay_bar", "times": times, "color": 5, "side": side, "form": form})


@pytest.mark.parametrize(
    ("side", "wanted"),
    [
        ("up", ["5500", "0110", "0110", "0000"]),
        ("down", ["0000", "0110", "0110", "5500"]),
        ("left", ["5000", "5110", "0110", "0000"]),
        ("right", ["0005", "0115", "0110", "0000"]),
    ],
)
def test_a_bar_starts_at_the_upper_or_left_end_of_its_edge(side, wanted):
    assert ["".join(map(str, row)) for row in bar(2, side).apply(SQUARE).tolist()] == wanted


@pytest.mark.parametrize(
    ("side", "wanted"),
    [
        ("up", ["5555", "0110", "5555", "0000"]),
        ("down", ["0000", "5555", "0110", "5555"]),
        ("left", ["5050", "5150", "5150", "5050"]),
        ("right", ["0505", "0515", "0515", "0505"]),
    ],
)
def test_stripes_are_every_second_line_from_their_edge(side, wanted):
    answer = bar(2, side, "stripes").apply(SQUARE)
    assert ["".join(map(str, row)) for row in answer.tolist()] == wanted


@pytest.mark.parametrize(
    ("times", "side", "form"),
    [(5, "up", "bar"), (3, "left", "stripes"), (0, "up", "bar"), (0.5, "up", "bar")],
)
def test_a_number_that_cannot_be_drawn_is_refused(times, side, form):
    with pytest.raises(RuleError):
        bar(times, side, form).apply(SQUARE)


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("cells", ["2020", "0202", "2020"]),
        ("rows", ["2222", "0000", "2222"]),
        ("columns", ["2020", "2020", "2020"]),
    ],
)
def test_every_other_is_counted_from_the_corner_of_the_box(pattern, wanted):
    region = {"op": "every_other", "of_its": pattern}
    rule = program({"op": "paint", "color": 2, "region": region}, "all")
    grid = np.zeros((5, 6), np.uint8)
    grid[1:4, 1:5] = 1
    inside = rule.apply(grid)[1:4, 1:5]
    shown = ["".join("2" if cell == 2 else "0" for cell in row) for row in inside.tolist()]
    assert shown == wanted
    assert (rule.apply(grid)[grid == 0] == 0).all()


@pytest.mark.parametrize(
    ("side", "gap", "top", "left"),
    [("up", 1, 0, 3), ("down", 0, 5, 3), ("left", 1, 3, 0), ("right", 2, 3, 7)],
)
def test_a_copy_beside_leaves_its_gap(side, gap, top, left):
    at = {"op": "beside", "side": side, "gap": gap}
    rule = program({"op": "stamp", "source": "it", "at": at}, "all")
    grid = np.zeros((9, 10), np.uint8)
    grid[3:5, 3:5] = [[1, 1], [1, 0]]
    wanted = grid.copy()
    wanted[top : top + 2, left : left + 2] += np.array([[1, 1], [1, 0]], np.uint8)
    assert rule.apply(grid).tolist() == wanted.tolist()


@pytest.mark.parametrize(("axis", "wanted"), [("horizontal", "001 111"), ("vertical", "111 100")])
def test_flip_mirrors_in_place(axis, wanted):
    rule = program({"op": "flip", "axis": axis}, "all")
    answer = rule.apply([[1, 0, 0], [1, 1, 1]])
    assert " ".join("".join(map(str, row)) for row in answer.tolist()) == wanted


def test_a_layout_shows_some_colours_and_never_others():
    layout = {"op": "scatter", "colors": "own", "count": 4, "with": [3, 4], "without": [5, 6]}
    rule = program("erase", {"op": "of_color", "color": 3}, layout)
    for index in range(60):
        present = set(rule.example(0, index).input.ravel().tolist())
        assert {3, 4} <= present
        assert not present & {5, 6}
        assert len(present) == 5  # four colours and black: none is lost in the exchange


@pytest.mark.parametrize("colors", [[0], [10], [1, 1], "red", [1.0]])
def test_wrong_colours_of_a_layout_are_refused(colors):
    with pytest.raises(ProgramError, match=r"layout\.without"):
        program("erase", "all", {"op": "scatter", "without": colors})
