"""Colours of the things in a scene."""

from collections.abc import Collection
from typing import Literal

import numpy as np

from arcrep.arc import N_COLORS
from arcrep.generator.drawing import Draw, Patch
from arcrep.generator.errors import SampleError

Colors = Literal["one", "own", "few"]
"""All things of one colour, each of its own, or each of one out of a few."""

ANY = -1
"""In place of a colour: one that is drawn."""

_MOST_OF_FEW = 5


def color_or_any(draw: Draw, color: int, taken: Collection[int] = (), black: bool = False) -> int:
    """Return a colour that is given, or draw one.

    Args:
        draw: The source of random choices.
        color: The colour, or ANY.
        taken: Colours that it must not be; other numbers do not count.
        black: Whether it may be 0, if it is given.

    Raises:
        SampleError: It is no colour that it may be.
    """
    if color == ANY:
        return draw.color({0, *taken})
    if not (0 if black else 1) <= color < N_COLORS or color in taken:
        raise SampleError(f"the colour {color} cannot be used here")
    return color


def colors_for(
    draw: Draw, count: int, colors: Colors, taken: Collection[int] = (), color: int = ANY
) -> list[int]:
    """Draw the colour of each of so many things.

    Args:
        draw: The source of random choices.
        count: How many things there are.
        colors: What their colours have in common.
        taken: Colours that none has.
        color: That of all, whatever they have in common else; or ANY.

    Raises:
        SampleError: There are fewer colours than things with one of their own.
    """
    if colors == "one" or color != ANY:
        return [color_or_any(draw, color, taken)] * count
    if colors == "own":
        return draw.colors(count, {0, *taken})
    some = draw.colors(draw.integer(1, max(1, min(count, _MOST_OF_FEW))), {0, *taken})
    return [draw.choice(some) for _ in range(count)]


def marked_block(draw: Draw, height: int, width: int) -> Patch:
    """Return a rectangle of one colour with a smaller one of another colour on it."""
    base, mark = draw.colors(2)
    block = np.full((height, width), base, np.uint8)
    high, long = draw.integer(1, max(1, height // 2)), draw.integer(1, max(1, width // 2))
    top, left = draw.integer(0, height - high), draw.integer(0, width - long)
    block[top : top + high, left : left + long] = mark
    return block
