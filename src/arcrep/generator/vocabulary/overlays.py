"""Actions that lay what they tell over the grid."""

from collections.abc import Mapping
from typing import Literal

import numpy as np

from arcrep.generator import wording
from arcrep.generator.components import action
from arcrep.generator.errors import RuleError
from arcrep.generator.objects import Canvas, Color, Direction, Number

_LEVEL = "rows", "from the left"
_UPRIGHT = "columns", "from the top"
_EDGES = {
    "up": ("upper", *_LEVEL),
    "down": ("lower", *_LEVEL),
    "left": ("left", *_UPRIGHT),
    "right": ("right", *_UPRIGHT),
}


def _bar_phrase(words: Mapping[str, str]) -> str:
    times = wording.as_many(words["times"])
    edge, lines, start = _EDGES.get(words["side"], (words["side"], "lines", "from its first cell"))
    if words["form"] == "stripes":
        count = f"as many {words['color']} {lines} as {times}"
        return f"draw {count}, every second one from the {edge} edge on"
    count = f"as many {words['color']} cells as {times}"
    return f"draw {count}, along the {edge} edge {start}"


@action(says=_bar_phrase)
def lay_bar(
    canvas: Canvas,
    times: Number,
    color: Color,
    side: Direction,
    form: Literal["bar", "stripes"] = "bar",
) -> Canvas:
    """Show a number at an edge of the grid, over whatever is there.

    Args:
        form: A bar of so many cells, which starts at the left or upper end of the edge; or so many
            lines across the whole grid, every second one, the first of which is the edge itself.
    """
    # Seen with the side at the top: views, so that writing on them writes on the canvas.
    lines = canvas if side[0] else canvas.T
    lines = lines[::-1] if sum(side) > 0 else lines
    n = int(times)
    if n != times or n < 1:
        raise RuleError(f"{times:g} is no number of cells that could be drawn")
    room = len(lines[0]) if form == "bar" else (len(lines) + 1) // 2
    if n > room or (side[0] and side[1]):
        raise RuleError(f"{n} do not fit: there is room for {room}")
    if form == "bar":
        lines[0, :n] = color
    else:
        lines[: 2 * n : 2] = np.uint8(color)
    return canvas
