"""Restoring what is disturbed or missing: regular patterns and mirror images."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import Literal

import numpy as np

from arcrep.generator import geometry
from arcrep.generator.components import action
from arcrep.generator.errors import NothingSelectedError
from arcrep.generator.objects import Canvas, Region
from arcrep.generator.scene import Scene


def _pattern_phrase(words: Mapping[str, str]) -> str:
    selection, like = words["selection"], words["like"]
    example = "" if like in ("the grid", selection) else f" as in {like}"
    return f"restore the regular pattern of {selection}{example}"


@action(
    says=_pattern_phrase,
    like="grid",
    requires={"texture"},
)
def restore_period(scene: Scene, canvas: Canvas, selection: Region, like: Region) -> Canvas:
    """Draw the pattern that repeats in some cells, whatever disturbs it, over the selected cells.

    The pattern is the one with fewest exceptions and cells of one period, added; a colour that
    the pattern does not say is left as it is.
    """
    if not like.any():
        raise NothingSelectedError("there are no cells to take a pattern from")
    pattern = _pattern(scene.shape, scene.grid.tobytes(), like.tobytes())
    rows, columns = np.nonzero(selection)
    colors = pattern[rows % pattern.shape[0], columns % pattern.shape[1]]
    said = colors >= 0
    canvas[rows[said], columns[said]] = colors[said]
    return canvas


@lru_cache(maxsize=1024)
def _pattern(shape: tuple[int, int], grid: bytes, like: bytes) -> np.ndarray:
    """Return the pattern of some cells of a grid; many rules take the same one over."""
    cells = np.frombuffer(like, np.bool_).reshape(shape)
    colors = np.frombuffer(grid, np.uint8).reshape(shape)[cells]
    rows, columns = np.nonzero(cells)
    return _fit_pattern(rows, columns, colors.astype(int))


def _fit_pattern(rows: np.ndarray, columns: np.ndarray, colors: np.ndarray) -> np.ndarray:
    """Return the colours of one period, which starts at the grid's corner; -1 where none shows."""
    best, fewest = np.full((1, 1), -1), len(colors) + 1
    tallest, widest = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
    sizes = product(range(1, tallest + 1), range(1, widest + 1))
    for height, width in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
        if height * width >= fewest:
            return best
        place = rows % height * width + columns % width
        counts = np.bincount(place * 10 + colors, minlength=height * width * 10).reshape(-1, 10)
        exceptions = len(colors) - int(counts.max(axis=1).sum())
        if exceptions + height * width < fewest:
            fewest = exceptions + height * width
            best = np.where(counts.any(axis=1), counts.argmax(axis=1), -1).reshape(height, width)
    return best


def _mirror_phrase(words: Mapping[str, str]) -> str:
    axes = "both mirror axes" if words["axes"] == "both" else "the better mirror axis"
    covered = " where it is covered" if words["covered"] == "True" else ""
    return f"complete {words['selection']} about {axes}{covered}"


@action(says=_mirror_phrase, requires={"symmetry"})
def symmetrize(
    scene: Scene,
    canvas: Canvas,
    selection: Region,
    axes: Literal["both", "best"] = "both",
    covered: bool = False,
) -> Canvas:
    """Draw the mirror image of the selected cells over all others.

    It is drawn about an upright and a level axis, each where most cells agree with their image, or
    about the better one of the two (of equals the upright one). With `covered`, only what other
    colours cover can be missing: an axis that mirrors a cell onto the background is no axis, and a
    figure without any stays as it is.
    """
    room = scene.colored if covered else np.ones(scene.shape, bool)
    found = {dimension: _best_axis(scene.grid, selection, dimension, room) for dimension in (1, 0)}
    if axes == "best":
        better = max(found, key=lambda dimension: found[dimension][0])
        found = {better: found[better]}
    for dimension, (_, shift) in found.items():
        if shift is None:
            continue
        image, picture = _mirrored(selection, dimension, shift), np.flip(canvas, dimension)
        new = image & ~selection
        canvas[new] = np.roll(picture, shift, dimension)[new]
        selection = selection | image
    return canvas


def _best_axis(
    grid: np.ndarray, cells: Region, dimension: int, room: Region
) -> tuple[int, int | None]:
    """Return how many cells agree with their image, and the shift after a flip that brings it.

    An axis that mirrors a cell out of the grid, or of the room for images, is no axis.
    """
    used = np.flatnonzero(cells.any(axis=1 - dimension))
    last = cells.shape[dimension] - 1
    flipped, colors = np.flip(cells, dimension), np.flip(grid, dimension)
    found: list[tuple[int, int | None]] = []
    # A flip takes place i to last - i, which a shift moves on.
    for shift in range(int(used[-1]) - last, int(used[0]) + 1):
        image = np.roll(flipped, shift, dimension)
        same = np.roll(colors, shift, dimension) == grid
        if not (image & ~room).any():
            found.append((int(np.count_nonzero(image & cells & same)), shift))
    return max(found, key=lambda axis: axis[0], default=(0, None))


def _mirrored(cells: Region, dimension: int, shift: int) -> Region:
    rows, columns = (shift, 0) if dimension == 0 else (0, shift)
    return geometry.shifted(np.flip(cells, dimension), rows, columns)
