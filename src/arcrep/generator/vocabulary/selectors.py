"""Selectors: which objects a rule is about."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

import numpy as np

from arcrep.generator import geometry, nouns, wording
from arcrep.generator.components import selector
from arcrep.generator.errors import NothingSelectedError, TieError
from arcrep.generator.objects import Color, Each, Group, Number, Obj, Objects, Region, Truth
from arcrep.generator.scene import Scene


@selector(says=wording.where, of="all")
def where(of: Objects, holds: Each[Truth]) -> Objects:
    """The objects for which a relation holds."""
    return tuple(obj for obj in of if holds(obj))


@selector(says=wording.extreme, of="all", requires={"several"})
def extreme(of: Group, key: Each[Number], which: Literal["most", "least"] = "most") -> Obj:
    """The one object with the largest or the smallest number."""
    if not of:
        raise NothingSelectedError("there is no object to choose from")
    numbers = [key(obj) for obj in of]
    best = max(numbers) if which == "most" else min(numbers)
    if numbers.count(best) > 1:
        raise TieError(f"{numbers.count(best)} objects tie at {best:g}")
    return of[numbers.index(best)]


def _order_phrase(words: Mapping[str, str]) -> str:
    first = "least" if words["order"] == "ascending" else "greatest"
    return f"{words['of']} in order of {wording.by(words)}, the {first} first"


@selector(says=_order_phrase, of="all")
def sorted_by(
    of: Group,
    key: Each[Number],
    order: Literal["ascending", "descending"] = "ascending",
) -> Objects:
    """The objects in order; only those of one colour may tie, for a list of colours."""
    numbers = {obj: key(obj) for obj in of}
    ordered = sorted(of, key=lambda obj: numbers[obj], reverse=order == "descending")
    for a, b in pairwise(ordered):
        if numbers[a] == numbers[b] and a.color != b.color:
            raise TieError(f"two objects of different colours tie at {numbers[a]:g}")
    return tuple(ordered)


@selector(says=wording.others, of="all")
def others(of: Objects, than: Objects) -> Objects:
    """The objects that are not among others."""
    known = {obj.key for obj in than}
    return tuple(obj for obj in of if obj.key not in known)


@selector(says=wording.of_color, of="all")
def of_color(of: Objects, color: Color) -> Objects:
    """The objects whose main colour it is."""
    return tuple(obj for obj in of if obj.color == color)


@selector(says="the areas enclosed by {of}", of="all", requires={"container"})
def holes(scene: Scene, of: Objects) -> Objects:
    """Each enclosed area as an object."""
    enclosed = geometry.holes(scene.union(of))
    return scene.objects(geometry.components(enclosed, 4))


@selector(says="the {width} parts of {of}", of="all")
def parts(scene: Scene, of: Objects, width: Literal["thick", "thin"] = "thick") -> Objects:
    """The parts of each object that are at least two cells wide and high, or what else it has."""
    found: list[Region] = []
    for obj in of:
        thick = geometry.opened(obj.mask)
        found += geometry.components(thick if width == "thick" else obj.mask & ~thick, 8)
    return scene.objects(found)


@selector(says="the marks on {of}", of="all", requires={"multicolored"})
def minor_cells(scene: Scene, of: Objects) -> Objects:
    """The cells of each object that do not have its main colour, as objects of one colour."""
    found: list[Obj] = []
    for obj in of:
        for color in sorted(set(obj.color_counts) - {obj.color}):
            mask = obj.mask & (scene.grid == color)
            found += scene.objects(geometry.components(mask, 8))
    return tuple(found)


def _content_phrase(words: Mapping[str, str]) -> str:
    of = words["of"]
    return "its content" if of == "it" else f"the content{'s' * nouns.is_plural(of)} of {of}"


@selector(says=_content_phrase, of="it")
def content(scene: Scene, of: Objects) -> Objects:
    """The cells of each panel that differ from its ground, the main colour of its border."""
    masks = [_off_ground(scene, panel) for panel in of]
    return scene.objects([mask for mask in masks if mask.any()])


def _off_ground(scene: Scene, panel: Obj) -> Region:
    cells = scene.grid[panel.window]
    border = np.concatenate([cells[0], cells[-1], cells[:, 0], cells[:, -1]])
    mask = np.zeros(scene.shape, bool)
    mask[panel.window] = cells != np.bincount(border).argmax()
    return mask


@selector(says="one of {of}, all of which look the same", of="all", requires={"several"})
def one_of(of: Group) -> Obj:
    """One of several objects that look the same."""
    if not of:
        raise NothingSelectedError("there is no object to take one of")
    patches = {(obj.height, obj.patch(255).tobytes()) for obj in of}
    if len(patches) > 1:
        raise TieError(f"{len(patches)} different objects stand where all should look the same")
    return of[0]
