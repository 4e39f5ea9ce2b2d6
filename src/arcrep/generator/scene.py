"""One input grid as programs see it: the grid, its background, and what is known of it so far."""

from typing import Any, Literal

import numpy as np

from arcrep.arc import N_COLORS, Grid, as_grid
from arcrep.generator.errors import NothingSelectedError, RuleError
from arcrep.generator.geometry import bounding_box
from arcrep.generator.objects import Canvas, Obj, Objects, Region, union

MAX_STEPS = 50_000
"""Components called in one application; official programs call up to about a hundred."""

BackgroundRule = int | Literal["mode", "border"] | None
"""A colour; the most frequent colour of the grid or of its border; None: every cell counts."""


class Scene:
    """A grid, its background colour, and a memo of values that depend on nothing else."""

    def __init__(self, grid: Grid, background: BackgroundRule = 0) -> None:
        self.grid = as_grid(grid) if grid.flags.writeable else grid
        self.background = _background_color(grid, background)
        self.memo: dict[str, Any] = {}
        self._steps = 0

    def start(self) -> None:
        """Begin to count the steps of one application."""
        self._steps = 0

    def step(self) -> None:
        """Count one step.

        Raises:
            RuleError: There were too many: a rule may take each object for every object, and again.
        """
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise RuleError(f"takes more than {MAX_STEPS:,} steps on this grid")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.grid.shape[0], self.grid.shape[1]

    @property
    def blank(self) -> int:
        """The colour that erased cells take: the background, or black where there is none."""
        return self.background or 0

    @property
    def colored(self) -> Region:
        """The cells that are not background."""
        if self.background is None:
            return np.ones(self.grid.shape, bool)
        return self.grid != self.background

    def obj(self, mask: Region) -> Obj:
        """Take cells of the grid as an object."""
        return Obj(mask, self.grid)

    def objects(self, masks: list[Region]) -> Objects:
        """Take each region as an object."""
        return tuple(Obj(mask, self.grid) for mask in masks)

    def in_order(self, masks: list[Region]) -> Objects:
        """Take each region as an object, ordered by top and left of their boxes."""
        return tuple(sorted(self.objects(masks), key=lambda obj: (obj.top, obj.left)))

    def lift(self, canvas: Canvas, obj: Obj) -> None:
        """Take an object off a canvas where it still shows."""
        canvas[obj.mask & (canvas == self.grid)] = self.blank

    def box(self, objects: Objects) -> tuple[int, int, int, int]:
        """Return top, left, bottom and right of the bounding box of all objects together.

        Raises:
            NothingSelectedError: There is no object.
        """
        if not objects:
            raise NothingSelectedError("there is no object whose place could be told")
        return bounding_box(self.union(objects))

    def union(self, objects: Objects) -> Region:
        """Return the cells of all objects as one region."""
        return union(objects, self.grid.shape)


def _background_color(grid: Grid, rule: BackgroundRule) -> int | None:
    if rule == "mode":
        cells = grid.ravel()
    elif rule == "border":
        cells = np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])
    else:
        return rule
    return int(np.bincount(cells, minlength=N_COLORS).argmax())
