"""Charts as SVG: the places of points."""

from xml.etree import ElementTree as Tree

import pytest

from arcrep.plotting.charts import Scale, Series, chart, ticks
from arcrep.plotting.report_measures import thinned

NAN = float("nan")


def drawn(series, **settings):
    names = {"title": "<t>", "x_name": "x < y", "y_name": "y"}
    return Tree.fromstring(chart(series, **names, **settings))


def test_a_scale_is_linear_and_may_point_up():
    scale = Scale(0.0, 10.0, 100.0, 0.0)
    assert [scale(value) for value in (0.0, 2.5, 10.0)] == [100.0, 75.0, 0.0]


def test_points_lie_where_the_scales_put_them():
    series = Series([(0.0, 0.0), (1.0, NAN), (2.0, 10.0)])
    svg = drawn(series, x_range=(0.0, 2.0), y_range=(0.0, 10.0), dots=True)
    # 46 to 282 across, 152 up to 10 (300 x 190 less the margins)
    line = svg.find("polyline[@class='line']").get("points")
    assert line == "46.0,152.0 282.0,10.0"
    assert [dot.get("cx") for dot in svg.iter("circle")] == ["46.0", "282.0"]
    assert svg.get("aria-label") == "<t>"
    assert "x < y" in [text.text for text in svg.iter("text")]


def test_intervals_and_the_band_of_the_reference():
    series = Series([(0.0, 5.0), (1.0, 6.0)], [(4.0, 6.0), (NAN, NAN)])
    reference = Series([(0.0, 2.0), (1.0, NAN)], [(1.0, 3.0), (NAN, NAN)])
    svg = drawn(series, x_range=(-0.5, 1.5), y_range=(0.0, 10.0), reference=reference)
    (whisker,) = svg.findall("line[@class='whisker']")
    assert (whisker.get("y1"), whisker.get("y2")) == ("95.2", "66.8")
    (band,) = svg.findall("rect")
    (step,) = svg.findall("line[@class='reference']")
    assert (step.get("x1"), step.get("x2"), step.get("y1")) == ("46.0", "164.0", "123.6")
    assert (band.get("x"), band.get("width")) == ("46.0", "118.0")
    assert band.get("y") == "109.4"
    assert band.get("height") == "28.4"


def test_a_single_point_has_axes_too():
    assert drawn(Series([(3.0, 1.0)])).find("polyline").get("points") == "164.0,81.0"


@pytest.mark.parametrize(
    ("low", "high", "whole", "expected"),
    [
        (0.0, 10.0, False, [0, 2, 4, 6, 8, 10]),
        (-0.5, 1.5, True, [0, 1]),
        (-0.5, 0.5, True, [0]),
    ],
)
def test_ticks_are_round_and_inside(low, high, whole, expected):
    assert ticks(low, high, whole) == expected


def test_long_curves_are_averaged_and_keep_their_mean():
    points = [(float(n), float(n % 10)) for n in range(1000)]
    short = thinned(points)
    assert len(short) == 200
    assert short[0] == (2.0, 2.0)  # the mean of 0..4
    assert thinned(points[:50]) == points[:50]
