"""Settings are of the right kind and range, and how those of two runs differ."""

import math

import pytest

from arcrep.settings import check_number, check_whole, check_yes_or_no, first_difference


@pytest.mark.parametrize("value", [0, 1.0, 1.5, math.nan, True, "1", None, [1]])
def test_what_is_no_whole_number_is_refused(value):
    with pytest.raises(ValueError, match=r"^x must be a whole number of at least 1, got"):
        check_whole("x", value)


def test_whole_numbers_end_where_they_would_overflow():
    check_whole("x", 10**12)
    check_whole("x", 0, least=0)
    with pytest.raises(ValueError, match="at most 1,000,000,000,000, got 99999999999999999999"):
        check_whole("x", 99999999999999999999)


@pytest.mark.parametrize("value", [-0.1, 1, math.nan, math.inf, True, "0.5", None, [0.5]])
def test_what_is_no_number_in_range_is_refused(value):
    with pytest.raises(ValueError, match=r"^x must be a finite number of at least 0 and under 1"):
        check_number("x", value, most=1, without_most=True)


def test_the_ends_of_a_range():
    check_number("x", 0)
    check_number("x", 1, most=1)
    check_number("x", 0.999, most=1, without_most=True)
    check_number("x", 1e-9, without_least=True)
    with pytest.raises(ValueError, match="x must be a finite number over 0, got 0"):
        check_number("x", 0, without_least=True)
    with pytest.raises(ValueError, match=r"at least 0 and at most 1, got 1\.5"):
        check_number("x", 1.5, most=1)


@pytest.mark.parametrize("value", ["maybe", 1, None])
def test_what_is_neither_yes_nor_no_is_refused(value):
    check_yes_or_no("x", True)
    with pytest.raises(ValueError, match="x must be true or false, got"):
        check_yes_or_no("x", value)


def test_the_first_difference_is_named():
    one = {"seed": 0, "loop": {"epochs": 3, "clip": None}, "sizes": (1, 2), "out": "a"}
    same = {"out": "b", "seed": 1, "loop": {"epochs": 3}, "sizes": [1, 2]}
    assert first_difference(one, same, ("seed", "out")) is None
    assert first_difference(one, same) == ("seed", 0, 1)
    other = {**same, "loop": {"epochs": 4}, "more": {"x": 5}}
    assert first_difference(one, other, ("seed", "out")) == ("loop.epochs", 3, 4)
    assert first_difference(one, other, ("seed", "out", "loop.epochs")) == ("more.x", None, 5)
    assert first_difference(one, other, ("seed", "out", "loop", "more")) is None
    assert first_difference({"a": 1}, {"a": {"b": 1}}) == ("a", 1, None)
