"""Shortcuts: explanations of a task that look at cells, not at objects.

Each is fitted to the examples of a support set and says nothing where it does not explain them all:
the same output, the same cells, a colour for a colour, a window at a constant place, the grid
turned or mirrored. A task for which one explains the support but not a test can be mistaken.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from jaxtyping import UInt8
from numpy.lib.stride_tricks import sliding_window_view

from arcrep.arc import N_COLORS, Grid

Pair = tuple[Grid, Grid]
Answer = Callable[[Grid], UInt8[np.ndarray, "_ _"] | None]
"""What a fitted shortcut gives for an input; None where it says nothing."""


def _same_output(pairs: Sequence[Pair]) -> Iterator[Answer]:
    """Give the one output of all examples."""
    first = pairs[0][1]
    yield lambda _: first


def _same_cells(pairs: Sequence[Pair]) -> Iterator[Answer]:
    """Give the cells that change their new colours, at the same places in every grid."""
    before, after = pairs[0]
    if before.shape != after.shape or (before == after).all():
        return
    rows, columns = np.nonzero(before != after)
    colors = after[rows, columns]

    def paint(grid: Grid) -> UInt8[np.ndarray, "_ _"] | None:
        if grid.shape[0] <= rows.max() or grid.shape[1] <= columns.max():
            return None
        painted = grid.copy()
        painted[rows, columns] = colors
        return painted

    yield paint


def _color_map(pairs: Sequence[Pair]) -> Iterator[Answer]:
    """Give a colour for a colour.

    Those that change have to be in every example; what becomes of one in no example stays open.
    """
    if any(before.shape != after.shape for before, after in pairs):
        return
    colors = np.full(N_COLORS, N_COLORS, np.uint8)
    for before, after in pairs:
        colors[before] = after
    seen = np.flatnonzero(colors < N_COLORS).tolist()
    changed = {color for color in seen if colors[color] != color}
    if any(changed - set(before.tobytes()) for before, _ in pairs):
        return
    yield lambda grid: None if (colors[grid] == N_COLORS).any() else colors[grid]


def _same_window(pairs: Sequence[Pair]) -> Iterator[Answer]:
    """Crop a window at a constant place, counted from one of the corners."""
    before, after = pairs[0]
    height, width = after.shape
    if after.shape == before.shape or height > before.shape[0] or width > before.shape[1]:
        return
    windows = sliding_window_view(before, after.shape)
    for top, left in np.argwhere((windows == after).all(axis=(2, 3))).tolist():
        down, right = before.shape[0] - height - top, before.shape[1] - width - left
        yield lambda grid, t=top, c=left: _window(grid, t, c, height, width)
        yield lambda grid, t=top, c=right: _window(grid[:, ::-1], t, c, height, width, 1)
        yield lambda grid, t=down, c=left: _window(grid[::-1], t, c, height, width, 0)
        yield lambda grid, t=down, c=right: _window(grid[::-1, ::-1], t, c, height, width, 0, 1)


def _window(
    seen: Grid, top: int, left: int, height: int, width: int, *axes: int
) -> UInt8[np.ndarray, "_ _"] | None:
    """Return a window of a grid that is seen flipped along some axes, turned back."""
    window = seen[top : top + height, left : left + width]
    return np.flip(window, axes) if window.shape == (height, width) else None


def _whole_grid(_: Sequence[Pair]) -> Iterator[Answer]:
    """Give the grid as it is, turned or mirrored."""
    for turns in range(4):
        yield lambda grid, n=turns: np.rot90(grid, n)
        yield lambda grid, n=turns: np.rot90(grid.T, n)


SHORTCUTS: Mapping[str, Callable[[Sequence[Pair]], Iterator[Answer]]] = {
    "the same output": _same_output,
    "the same cells change": _same_cells,
    "a colour for a colour": _color_map,
    "a window at a constant place": _same_window,
    "the whole grid, turned or mirrored": _whole_grid,
}
"""What each shortcut says, and candidates for examples; `fit` checks them."""


def fit(name: str, pairs: Sequence[Pair]) -> Answer | None:
    """Return a shortcut that gives the output of every example, or None."""
    for answer in SHORTCUTS[name](pairs):
        if all(_equal(answer(before), after) for before, after in pairs):
            return answer
    return None


def disagrees(answer: Answer, pair: Pair) -> bool:
    """Say whether a fitted shortcut has another output for an example; none is no output."""
    given = answer(pair[0])
    return given is not None and not _equal(given, pair[1])


def _equal(given: UInt8[np.ndarray, "_ _"] | None, wanted: Grid) -> bool:
    return given is not None and np.array_equal(given, wanted)
