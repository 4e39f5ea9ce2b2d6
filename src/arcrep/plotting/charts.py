"""Small charts as inline SVG, in the colours of the page around them, light or dark."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from matplotlib.ticker import MaxNLocator

from arcrep.plotting.markup import Markup, join, tag

_WIDTH, _HEIGHT = 300.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 18.0, 10.0, 38.0


@dataclass(frozen=True)
class Series:
    """Points (x, y), each perhaps with an interval (low, high) around it, in order of x."""

    points: Sequence[tuple[float, float]]
    intervals: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class Scale:
    """From values to places on the page."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of a value, to a tenth of a unit."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def chart(
    series: Series,
    *,
    title: str,
    x_name: str,
    y_name: str,
    reference: Series | None = None,
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    dots: bool = False,
    whole_x: bool = True,
) -> Markup:
    """Draw a line with its intervals, and dashed steps with bands to compare it with.

    Args:
        series: What is measured; points that are not finite are left out.
        title: What a screen reader says.
        x_name: Title of the horizontal axis.
        y_name: Title of the vertical axis.
        reference: The steps, with an interval each.
        x_range: What the horizontal axis covers, else what the points cover.
        y_range: The same of the vertical axis.
        dots: Mark the points.
        whole_x: Only whole numbers along the horizontal axis.
    """
    across = x_range or _range([x for x, _ in series.points])
    up = y_range or _range([y for _, y in series.points])
    x = Scale(*across, _LEFT, _WIDTH - _RIGHT)
    y = Scale(*up, _HEIGHT - _BOTTOM, _TOP)
    parts = [
        _y_axis(y, y_name),
        _x_axis(x, x_name, whole_x),
        *([_reference(reference, x, y)] if reference else []),
        _whiskers(series, x, y),
        _line(series, x, y),
        *([_dots(series, x, y)] if dots else []),
    ]
    return tag(
        "svg",
        *parts,
        viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}",
        role="img",
        aria_label=title,
        class_="chart",
    )


def _range(values: Sequence[float]) -> tuple[float, float]:
    finite = [value for value in values if isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    margin = 0.05 * (high - low) or 0.5
    return low - margin, high + margin


def ticks(low: float, high: float, whole: bool = False) -> list[float]:
    """Choose round numbers within a range."""
    chosen: Any = MaxNLocator(nbins=5, integer=whole, min_n_ticks=1).tick_values(low, high)
    return [float(value) for value in chosen if low <= value <= high]


def _y_axis(y: Scale, name: str) -> Markup:
    parts: list[Markup] = []
    for value in ticks(y.low, y.high):
        place = y(value)
        parts.append(tag("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=place, y2=place, class_="grid"))
        parts.append(_text(f"{value:g}", _LEFT - 6, place + 4, "end"))
    middle = (_TOP + _HEIGHT - _BOTTOM) / 2
    turned = f"rotate(-90 12 {middle:g})"
    parts.append(tag("text", name, x=12, y=middle, text_anchor="middle", transform=turned))
    return join(parts)


def _x_axis(x: Scale, name: str, whole: bool) -> Markup:
    floor = _HEIGHT - _BOTTOM
    parts = [tag("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=floor, y2=floor, class_="axis")]
    parts += [
        _text(f"{value:,.10g}", x(value), floor + 15, "middle")
        for value in ticks(x.low, x.high, whole)
    ]
    parts.append(_text(name, (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 6, "middle"))
    return join(parts)


def _text(text: str, x: float, y: float, anchor: str) -> Markup:
    return tag("text", text, x=x, y=y, text_anchor=anchor)


def _line(series: Series, x: Scale, y: Scale) -> Markup:
    places = [f"{x(a)},{y(b)}" for a, b in series.points if isfinite(b)]
    return tag("polyline", points=" ".join(places), class_="line")


def _dots(series: Series, x: Scale, y: Scale) -> Markup:
    return join(
        tag("circle", cx=x(a), cy=y(b), r=3.2, class_="dot")
        for a, b in series.points
        if isfinite(b)
    )


def _whiskers(series: Series, x: Scale, y: Scale) -> Markup:
    return join(
        tag("line", x1=x(a), x2=x(a), y1=y(low), y2=y(high), class_="whisker")
        for (a, _), (low, high) in zip(series.points, series.intervals, strict=False)
        if isfinite(low) and isfinite(high)
    )


def _reference(series: Series, x: Scale, y: Scale) -> Markup:
    """Draw steps one unit wide, each with its band, so that a single one shows too."""
    half = (x(1.0) - x(0.0)) / 2
    parts: list[Markup] = []
    for (a, b), (low, high) in zip(series.points, series.intervals, strict=True):
        left, right = round(x(a) - half, 1), round(x(a) + half, 1)
        if isfinite(low) and isfinite(high):
            width, height = round(right - left, 1), round(y(low) - y(high), 1)
            box = tag("rect", x=left, y=y(high), width=width, height=height, class_="band")
            parts.append(box)
        if isfinite(b):
            parts.append(tag("line", x1=left, x2=right, y1=y(b), y2=y(b), class_="reference"))
    return join(parts)
