"""Objects that change places."""

import pytest

from arcrep.generator.errors import NothingSelectedError, RuleError, TieError
from tests.generator.cases import acted_on, op, picture, table

MISSING = op("of_color", color=9)
SIZE = op("measure", key="size")
HEIGHT = op("measure", key="height")


def sort(key=SIZE, **parameters):
    return op("sort", key=key, **parameters)


@table(
    {
        "ascending with the gaps in their order": (sort(), "1102003330", "2011003330"),
        "descending": (sort(order="descending"), "1102003330", "3330110020"),
        "swap ends": (sort(order="swap_ends"), "1102003330", "1103330020"),
        "side by side": (sort(HEIGHT), "102003 100003 100000", "203001 003001 000001"),
        "one below the other": (sort(), "111 000 020 000 000 033", "020 000 033 000 000 111"),
        "steps by the long side": (sort(order="descending"), "1000 0022", "0001 2200"),
        "steps down": (sort(order="descending"), "10 00 00 02 02", "02 02 00 00 10"),
        "look-alikes may tie": (sort(order="descending"), "10010220", "22001010"),
        "two objects": (sort(), "2201", "1022"),
        "swap ends leaves those between": (
            sort(HEIGHT, order="swap_ends"),
            "1020304 1000304 1000300 1000000",
            "2010304 0010304 0010300 0010000",
        ),
        "on a background": (sort(order="descending"), "1333223", "2233313", {"background": 3}),
    }
)
def test_sort(spec, rows, expected, settings):
    assert acted_on(spec, rows, **settings) == picture(expected)


@table(
    {
        "tie": (sort(), "1020", (TieError, "two different objects tie at 1")),
        "one object": (sort(), "1100 0000", (RuleError, "fewer than two objects")),
        "overlapping both ways": (
            sort(),
            "110 122 022",
            (RuleError, "neither in a row nor in a column"),
        ),
        "nothing": (sort(), "1100", (NothingSelectedError, "nothing here"), {"select": MISSING}),
    }
)
def test_no_clear_order(spec, rows, expected, settings):
    error, message = expected
    with pytest.raises(error, match=message):
        acted_on(spec, rows, **settings)
