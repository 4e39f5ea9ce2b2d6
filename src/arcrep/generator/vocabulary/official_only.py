"""Primitives that serve a single official task each, and are never sampled for new ones."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from arcrep.generator import geometry
from arcrep.generator.components import action, expression, parse, selector
from arcrep.generator.errors import NothingSelectedError, RuleError, TieError
from arcrep.generator.objects import (
    Canvas,
    Number,
    Obj,
    Objects,
    Region,
)
from arcrep.generator.scene import Scene


@expression(says="[the number of sides of {of}|its number of sides]", of="it", official_only=True)
def polygon_sides(of: Obj) -> Number:
    """How many straight runs of three cells or more an outline has, diagonal ones too."""
    return sum(_count_runs(of.mask, step) for step in ((0, 1), (1, 0), (1, 1), (1, -1)))


def _count_runs(mask: Region, step: tuple[int, int]) -> int:
    before = geometry.shifted(mask, *step)
    after = geometry.shifted(mask, -step[0], -step[1])
    second = geometry.shifted(mask, -2 * step[0], -2 * step[1])
    return int(np.count_nonzero(mask & ~before & after & second))


@parse(says="the objects with their hidden parts", official_only=True)
def rejoined(scene: Scene, connectivity: Literal[4, 8] = 4) -> Objects:
    """One-coloured objects, where pieces that face each other across other colours are one."""
    found: list[Region] = []
    for color in sorted({*scene.grid.tobytes()} - {scene.background}):
        mask = scene.grid == color
        pieces = geometry.components(mask, connectivity)
        found += _joined(pieces, scene.colored & ~mask)
    return scene.objects(found)


def _joined(pieces: list[Region], cover: Region) -> list[Region]:
    """Unite the pieces of which one lies straight behind the cover of another."""
    groups: list[Region] = []
    for piece in pieces:
        behind = _across(piece, cover)
        near = [g for g in groups if (behind & g).any() or (_across(g, cover) & piece).any()]
        groups = [g for g in groups if not any(g is other for other in near)]
        groups.append(np.logical_or.reduce([piece, *near]))
    return groups


def _across(piece: Region, cover: Region) -> Region:
    """The cells straight behind unbroken cover, seen from a piece in all eight directions."""
    seen = np.zeros(piece.shape, bool)
    for step in ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)):
        front = geometry.shifted(piece, *step) & cover
        while front.any():
            front = geometry.shifted(front, *step)
            seen |= front & ~cover
            front = front & cover
    return seen


@action(says="copy the marks of {selection} onto {onto}", official_only=True)
def transfer_pattern(canvas: Canvas, selection: Obj, onto: Obj) -> Canvas:
    """Give another object the marks of this one, turned, flipped and scaled as it is."""
    base, target = selection.color, onto.shape
    sides = target.shape
    # Those that need no scaling come first: it may distort another one to the same shape.
    for turned in sorted(_turned(selection.patch(255)), key=lambda patch: patch.shape != sides):
        patch = _scaled(turned, onto.height, onto.width)
        # What the source has beside its marks, the target has too; the rest of it is the source's.
        if target[patch == base].all() and (patch < 255)[target].all():
            marks = (patch < 255) & (patch != base)
            canvas[onto.window][marks] = patch[marks]
            return canvas
    raise RuleError("the two objects do not have the same shape")


def _turned(patch: Canvas) -> list[Canvas]:
    return [np.rot90(p, times) for times in range(4) for p in (patch, patch[:, ::-1])]


def _scaled(patch: Canvas, height: int, width: int) -> Canvas:
    """Take rows and columns at equal distances, the first and the last among them."""
    rows = np.rint(np.linspace(0, patch.shape[0] - 1, height)).astype(int)
    columns = np.rint(np.linspace(0, patch.shape[1] - 1, width)).astype(int)
    return patch[np.ix_(rows, columns)]


@parse(says="the zig-zag line", official_only=True)
def wave(scene: Scene, axis: Literal["longer", "horizontal", "vertical"] = "longer") -> Objects:
    """The one-coloured line that runs up and down at 45 degrees, and of which most cells show.

    It crosses the grid along an axis, and turns where it will; of equally visible ones the one
    that turns less often counts.
    """
    upright = axis == "vertical" or (axis == "longer" and scene.shape[0] > scene.shape[1])
    best, found = -1.0, np.zeros(scene.shape, bool)
    for color in sorted({*scene.grid.tobytes()} - {scene.background}):
        shown = scene.grid == color
        visible, mask = _best_wave(shown.T if upright else shown)
        if visible > best:
            best, found = visible, mask.T if upright else mask
    return scene.objects([found]) if best > 0 else ()


def _best_wave(shown: Region) -> tuple[float, Region]:
    """Try every height, place and phase of a wave; return how many of its cells show, and it."""
    height, width = shown.shape
    columns = np.arange(width)
    best, found = 0.0, np.zeros((height, width), bool)
    for rise in range(1, height):
        steps = (columns + np.arange(2 * rise)[:, None]) % (2 * rise)
        for top in range(height - rise):
            rows = top + abs(steps - rise)
            visible = shown[rows, columns].sum(axis=1)
            phase = int(visible.argmax())
            # Less than a cell, so that it decides between equals only.
            score = int(visible[phase]) + rise / (height + 1)
            if score > best:
                best, found = score, np.zeros((height, width), bool)
                found[rows[phase], columns] = True
    return best, found


@selector(says="what is disturbed in {of}", of="it", official_only=True)
def repair(scene: Scene, of: Obj, among: Objects) -> Region:
    """The coloured cells of no figure that lie in its convex hull, or where all others have a cell.

    Figures are laid on each other with their top left corners.
    """
    expected = geometry.hull(of.mask)
    rest = [obj for obj in among if obj != of]
    if len(rest) > 1:
        laid = [geometry.shifted(o.mask, of.top - o.top, of.left - o.left) for o in rest]
        expected |= np.logical_and.reduce(laid)
    return expected & scene.colored & ~scene.union(among)


@selector(says="the copies of the motif behind {of}", of="it", official_only=True)
def complete_motif(scene: Scene, of: Obj) -> Region:
    """What a cover hides of copies of a motif: of the largest piece, best one it does not touch.

    Copies are where their cells in the grid all show or are covered, and where some piece is that
    is no whole copy; those that explain most of such pieces are found first.
    """
    shown = scene.colored & ~of.mask
    pieces = geometry.components(shown, 8)
    if not pieces:
        raise RuleError("nothing shows beside the cover")
    near = geometry.grow(of.mask, 8)
    whole = [piece for piece in pieces if not (near & piece).any()]
    motif = Obj(max(whole or pieces, key=np.count_nonzero), scene.grid)
    copies = [Obj(piece, scene.grid) for piece in pieces]
    taken = scene.union(tuple(copy for copy in copies if _same_shape(copy, motif)))
    left = shown & ~taken
    while left.any():
        copy = _next_copy(motif, left, (shown | of.mask) & ~taken)
        left, taken = left & ~copy, taken | copy
    return taken & of.mask


def _same_shape(obj: Obj, other: Obj) -> bool:
    return np.array_equal(obj.shape, other.shape)


def _next_copy(motif: Obj, left: Region, free: Region) -> Region:
    """Place the motif over the first cell that is left."""
    rows, columns = np.nonzero(motif.mask)
    row, column = np.argwhere(left)[0]
    best, most = left, 0.0
    for dr, dc in zip(row - rows, column - columns, strict=True):
        copy = geometry.shifted(motif.mask, int(dr), int(dc))
        # A copy may run off the grid; of equals the one that does so least is taken.
        score = np.count_nonzero(copy & left) + np.count_nonzero(copy) / 1000
        if score > most and not (copy & ~free).any():
            best, most = copy, score
    if not most:
        raise RuleError("a piece is part of no copy of the motif")
    return best


_PILE = 30
"""Objects that are compared with each other, each with its hull."""


@selector(says="the topmost of {of}", of="all", official_only=True)
def topmost_by_hull(of: Objects) -> Obj:
    """The object into which the others reach least, and which reaches into the others most.

    They reach into its convex hull, then its bounding box; it reaches into their hulls, then boxes.
    """
    if not of:
        raise NothingSelectedError("there is no pile of objects")
    if len(of) > _PILE:
        raise RuleError(f"{len(of)} objects are no pile: at most {_PILE} are compared")
    tests = [geometry.hull, _box]
    reaches = [[_reach(of, obj, test) for test in tests] for obj in of]
    ranks = [(-hull[0], -box[0], hull[1], box[1]) for hull, box in reaches]
    if ranks.count(max(ranks)) > 1:
        raise TieError("several objects lie on top")
    return of[ranks.index(max(ranks))]


def _reach(of: Objects, obj: Obj, space: Callable[[Region], Region]) -> tuple[int, int]:
    """Count the cells of others in the space of an object, and its cells in theirs."""
    own = space(obj.mask)
    rest = [other for other in of if other != obj]
    others_in_it = sum(int(np.count_nonzero(own & other.mask)) for other in rest)
    return others_in_it, sum(int(np.count_nonzero(space(o.mask) & obj.mask)) for o in rest)


def _box(mask: Region) -> Region:
    top, left, bottom, right = geometry.bounding_box(mask)
    box = np.zeros(mask.shape, bool)
    box[top : bottom + 1, left : right + 1] = True
    return box
