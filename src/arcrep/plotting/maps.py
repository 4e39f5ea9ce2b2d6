"""Maps of items in the plane, once for each set of labels."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import matplotlib as mpl
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from arcrep.plotting.label_styles import LabelStyle, label_styles
from arcrep.plotting.rendering import STYLE

_COLUMNS = 2
_PANEL_INCHES = (4.9, 3.5)
_MARGIN_INCHES = 0.9  # title and caption

Points = Float[NDArray[np.floating], "items 2"]


def draw_map(
    coordinates: Points,
    labels: Mapping[str, Sequence[str | None]],
    title: str,
    caption: str,
) -> Figure:
    """Draw the items in one panel per label set, with its legend beside it.

    Raises:
        ValueError: There is no label set, or one has another number of items.
    """
    if not labels:
        raise ValueError("a map needs at least one label set")
    for name, values in labels.items():
        if len(values) != len(coordinates):
            raise ValueError(f"{name}: {len(values)} labels for {len(coordinates)} points")
    columns = min(_COLUMNS, len(labels))
    rows = ceil(len(labels) / columns)
    width, height = columns * _PANEL_INCHES[0], rows * _PANEL_INCHES[1] + _MARGIN_INCHES
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        for number, (name, values) in enumerate(labels.items(), start=1):
            axes = figure.add_subplot(rows, columns, number)
            _draw_panel(axes, coordinates, name, label_styles(values))
        figure.suptitle(title, fontsize=11)
        figure.supxlabel(caption, fontsize=8, color="#444444")
    return figure


def _draw_panel(axes: Axes, coordinates: Points, name: str, styles: Sequence[LabelStyle]) -> None:
    axes.set_title(name, fontsize=10, loc="left")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_aspect("equal", adjustable="datalim")
    axes.spines[:].set_color("#BBBBBB")
    size = _point_size(len(coordinates))
    for style in reversed(styles):  # the gray ones lie below
        x, y = coordinates[style.members].T
        axes.plot(x, y, **_look(style), markersize=size)
    handles = [Line2D([], [], **_look(style), markersize=5.5) for style in styles]
    # The names are set afterwards: matplotlib leaves out a name that begins with an underscore.
    legend = axes.legend(
        handles,
        [str(number) for number in range(len(styles))],
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
        borderaxespad=0,
        frameon=False,
        fontsize=7.5,
        handletextpad=0.2,
        labelspacing=0.35,
    )
    for text, style in zip(legend.get_texts(), styles, strict=True):
        text.set_text(style.text)


def _look(style: LabelStyle) -> dict[str, Any]:
    return {
        "linestyle": "none",
        "marker": style.shape,
        "markerfacecolor": "none" if style.hollow else style.color,
        "markeredgecolor": style.color if style.hollow else "#333333",
        "markeredgewidth": 0.8 if style.hollow else 0.3,
    }


def _point_size(items: int) -> float:
    """Shrink points as there are more of them, within what can be seen (in points)."""
    return float(np.clip(60 / np.sqrt(items), 2.0, 6.0))
