"""Shortcuts say what cells alone explain, and nothing where they do not explain every example."""

import numpy as np
import pytest

from arcrep.generator.shortcuts import SHORTCUTS, disagrees, fit


def grid(text):
    return np.array([[int(cell) for cell in row] for row in text.split()], np.uint8)


def pairs(*texts):
    return [tuple(map(grid, text.split(" -> "))) for text in texts]


# For each shortcut: three examples that it explains, one that it does not, and what it gives.
CASES = {
    "the same output": (
        ("100 -> 55", "002 -> 55", "330 -> 55"),
        "444 -> 5",
        ("999", "55"),
    ),
    "the same cells change": (
        ("100 200 -> 107 200", "0440 0000 -> 0470 0000", "00030 10000 -> 00730 10000"),
        "000 000 -> 700 000",
        ("1111", "1171"),
    ),
    "a colour for a colour": (
        ("102 -> 302", "0122 1000 -> 0322 3000", "4011 -> 4033"),
        "102 -> 103",
        ("1402", "3402"),
    ),
    "a window at a constant place": (
        ("100 021 300 -> 00 21", "1001 2021 0001 -> 01 21", "12345 67891 -> 45 91"),
        "123 456 789 -> 12 45",
        ("123 456", "23 56"),
    ),
    "the whole grid, turned or mirrored": (
        ("123 000 -> 321 000", "10 20 30 -> 01 02 03", "1002 -> 2001"),
        "120 000 -> 120 000",
        ("456", "654"),
    ),
}


def test_every_shortcut_has_a_case():
    assert set(CASES) == set(SHORTCUTS)


@pytest.mark.parametrize("name", CASES)
def test_fitted_to_three_examples(name):
    explained, _, (given, answer) = CASES[name]
    fitted = fit(name, pairs(*explained))
    assert fitted is not None
    assert fitted(grid(given)).tolist() == grid(answer).tolist()
    assert not disagrees(fitted, (grid(given), grid(answer)))
    assert disagrees(fitted, (grid(given), grid("9")))


@pytest.mark.parametrize("name", CASES)
def test_one_example_refutes(name):
    explained, refuting, _ = CASES[name]
    assert fit(name, pairs(*explained[:2], refuting)) is None


@pytest.mark.parametrize("name", CASES)
def test_each_case_is_explained_by_its_own_shortcut_alone(name):
    explained = pairs(*CASES[name][0])
    assert [other for other in SHORTCUTS if fit(other, explained)] == [name]


def test_what_no_example_shows_stays_open():
    colored = fit("a colour for a colour", pairs("102 -> 302", "12 -> 32", "01 -> 03"))
    assert colored is not None
    assert colored(grid("19")) is None
    window = fit("a window at a constant place", pairs(*CASES["a window at a constant place"][0]))
    assert window is not None
    assert window(grid("1")) is None


def test_a_colour_that_some_example_lacks_is_no_idea():
    assert fit("a colour for a colour", pairs("102 -> 302", "02 -> 02", "01 -> 03")) is None
