"""Parses: ways to see a grid as objects. `all` in a rule is what the program's parse gives."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

import numpy as np
from jaxtyping import Bool

from arcrep.arc import N_COLORS
from arcrep.generator import geometry
from arcrep.generator.components import parse
from arcrep.generator.objects import Canvas, Obj, Objects, Region
from arcrep.generator.scene import Scene


@parse(says="the objects")
def components(
    scene: Scene,
    connectivity: Literal[8, 4] = 8,
    colors: Literal["one", "many"] = "one",
    gap: Literal[1, 2] = 1,
    dotted: bool = False,
) -> Objects:
    """Connected cells, of one colour or of any; `gap` 2 bridges one other cell in all directions.

    `dotted` does so too, but only between single cells of one colour.
    """
    reach: Literal[8, 4] = 8 if gap > 1 else connectivity
    if colors == "many":
        masks = geometry.components(scene.colored, reach, gap)
    else:
        masks = geometry.color_components(scene.grid, scene.background, reach, gap)
    return scene.objects(_join_dots(masks, scene) if dotted else masks)


def _join_dots(masks: list[Region], scene: Scene) -> list[Region]:
    dots = [mask for mask in masks if np.count_nonzero(mask) == 1]
    if len(dots) < 2:
        return masks
    cells = np.logical_or.reduce(dots)
    joined = [mask for mask in masks if not cells[mask].any()]
    for color in np.unique(scene.grid[cells]).tolist():
        joined += geometry.components(cells & (scene.grid == color), 8, 2)
    return sorted(joined, key=lambda mask: geometry.bounding_box(mask)[:2])


@parse(says="the figures")
def by_color(scene: Scene, with_background: bool = False) -> Objects:
    """All cells of a colour as one object, by place."""
    present = np.flatnonzero(np.bincount(scene.grid.ravel(), minlength=10)).tolist()
    wanted = [color for color in present if with_background or color != scene.background]
    return scene.in_order([scene.grid == color for color in wanted])


@parse(says="the cells")
def cells(scene: Scene) -> Objects:
    """Every cell by itself."""
    places = np.flatnonzero(scene.colored)
    masks = np.zeros((len(places), *scene.shape), bool)
    masks.reshape(len(places), scene.grid.size)[np.arange(len(places)), places] = True
    return scene.objects(list(masks))


@parse(says="the grid")
def grid(scene: Scene) -> Obj:
    """All cells as one object."""
    return scene.obj(np.ones(scene.shape, bool))


@parse(says="the panels", requires={"panels"})
def panels(scene: Scene, separator: Literal["line", "blank"] = "line") -> Objects:
    """The parts between separators, which are all rows, or all columns, of one colour."""
    best: list[Region] = []
    for axis in (0, 1):
        masks = _between_separators(scene, separator, axis)
        best = max(best, masks, key=len)
    return scene.objects(best) if len(best) > 1 else ()


def _between_separators(scene: Scene, separator: str, axis: int) -> list[Region]:
    """Split along an axis (0: separators are columns)."""
    cells = scene.grid if axis else scene.grid.T
    uniform = (cells == cells[:, :1]).all(axis=1)
    color = scene.blank if separator == "blank" else _own_color(cells, uniform, scene.blank)
    is_separator = uniform & (cells[:, 0] == color)
    ends = np.flatnonzero(np.diff(np.r_[True, is_separator, True].astype(int)))
    masks: list[Region] = []
    for start, stop in zip(ends[::2], ends[1::2], strict=True):
        mask = np.zeros(scene.shape, bool)
        (mask if axis else mask.T)[start:stop] = True
        masks.append(mask)
    return masks


def _own_color(cells: Canvas, uniform: Bool[np.ndarray, " lines"], blank: int) -> int:
    """Return the colour that fills whole lines, the fewest, and no other cells; -1 if none does."""
    found = np.bincount(cells[uniform, 0], minlength=N_COLORS) * cells.shape[1]
    own = (found > 0) & (found == np.bincount(cells.ravel(), minlength=N_COLORS))
    own[blank] = False
    return int(np.where(own, found, cells.size + 1).argmin()) if own.any() else -1


@parse(says="the blocks")
def blocks(scene: Scene) -> Objects:
    """Bounding boxes of what stands in neighbouring columns: an empty column ends a block."""
    columns = np.flatnonzero(scene.colored.any(axis=0))
    if not len(columns):
        return ()
    runs = np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1)
    masks: list[Region] = []
    for run in runs:
        rows = np.flatnonzero(scene.colored[:, run].any(axis=1))
        mask = np.zeros(scene.shape, bool)
        mask[rows[0] : rows[-1] + 1, run[0] : run[-1] + 1] = True
        masks.append(mask)
    return scene.objects(masks)


_SHORTEST = 5
"""Cells of a diagonal from side to side."""


def _lines_phrase(words: Mapping[str, str]) -> str:
    dotted = "full or dotted " if words["dotted"] == "True" else ""
    axis = "" if words["axis"] == "any" else words["axis"] + " "
    return f"the {dotted}{axis}lines from side to side"


@parse(says=_lines_phrase)
def lines(
    scene: Scene,
    axis: Literal["horizontal", "vertical", "diagonal", "any"] = "any",
    dotted: bool = False,
) -> Objects:
    """One-coloured lines across the whole grid; diagonal ones have at least five cells.

    `dotted` adds those with equal gaps, not wider at the sides of the grid.
    """
    found: list[Region] = []
    for rows, columns in _grid_lines(scene.shape, axis):
        colors = scene.grid[rows, columns]
        present = set(colors.tolist())
        if len(present) > 1 and not dotted:
            continue
        for color in sorted(present - {scene.background}):
            cells = np.flatnonzero(colors == color)
            if _spans(cells, len(colors), dotted):
                mask = np.zeros(scene.shape, bool)
                mask[rows[cells], columns[cells]] = True
                found.append(mask)
    return scene.in_order(found)


def _grid_lines(shape: tuple[int, int], axis: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rows and columns of the cells of each line of the grid."""
    height, width = shape
    row, column = np.mgrid[:height, :width]
    lines: list[tuple[np.ndarray, np.ndarray]] = []
    if axis in ("horizontal", "any"):
        lines += [(row[r], column[r]) for r in range(height)]
    if axis in ("vertical", "any"):
        lines += [(row[:, c], column[:, c]) for c in range(width)]
    if axis in ("diagonal", "any"):
        # Shorter diagonals, near the corners, may be of one colour by chance.
        for k in range(_SHORTEST - height, width - _SHORTEST + 1):
            for flip in (slice(None), slice(None, None, -1)):
                rows, columns = row[:, flip].diagonal(k), column[:, flip].diagonal(k)
                if len(rows) >= _SHORTEST:
                    lines.append((rows, columns))
    return lines


def _spans(cells: np.ndarray, length: int, dotted: bool) -> bool:
    if len(cells) == length:
        return True
    if not dotted or len(cells) < 3:
        return False
    steps = {b - a for a, b in pairwise(cells.tolist())}
    return bool(len(steps) == 1 and cells[0] < max(steps) and length - 1 - cells[-1] < max(steps))


_THICKEST = 2
"""Cells across a bar."""


@parse(says="the bars", requires={"lattice"})
def bars(scene: Scene) -> Objects:
    """Straight bars, up to two cells thick, that may cross: of each the cells that it shows.

    Where nothing crosses it a bar has no neighbours across; there it has its own colour.
    """
    found = _level_bars(scene.grid, scene.colored)
    found += [mask.T for mask in _level_bars(scene.grid.T, scene.colored.T)]
    return scene.in_order(found)


def _level_bars(grid: Canvas, colored: Region) -> list[Region]:
    """Find the bars that lie in rows; neighbouring ones of one colour and length are one bar."""
    alone = colored & (_run_lengths(colored.T).T <= _THICKEST)
    bars: dict[tuple[int, int, int], Region] = {}
    last: dict[tuple[int, int, int], int] = {}
    found: list[Region] = []
    for row in range(len(grid)):
        for start, stop in _runs(colored[row]):
            own = set(grid[row, start:stop][alone[row, start:stop]].tolist())
            if stop - start <= _THICKEST or len(own) != 1:
                continue
            key = (start, stop, own.pop())
            if last.get(key) != row - 1:
                bars[key] = np.zeros(grid.shape, bool)
                found.append(bars[key])
            bars[key][row, start:stop] = grid[row, start:stop] == key[2]
            last[key] = row
    return found


def _runs(line: Bool[np.ndarray, " cells"]) -> list[tuple[int, int]]:
    """The start and the stop of each unbroken run of a line."""
    ends = np.flatnonzero(np.diff(np.r_[False, line, False].astype(int)))
    return list(zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True))


def _run_lengths(mask: Region) -> np.ndarray:
    """For each cell the length of the run of its row that it is in."""
    lengths = np.zeros(mask.shape, int)
    for row, line in enumerate(mask):
        for start, stop in _runs(line):
            lengths[row, start:stop] = stop - start
    return lengths
