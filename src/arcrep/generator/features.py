"""What is seen of objects at a glance: numbers, and what is so of some and not of others."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from arcrep.generator.objects import Obj, Objects
from arcrep.generator.scene import Scene

_NUMBERS: Mapping[str, Callable[[Obj], int]] = {
    "size": lambda obj: obj.size,
    "box": lambda obj: obj.height * obj.width,
    "height": lambda obj: obj.height,
    "width": lambda obj: obj.width,
    "length": lambda obj: max(obj.height, obj.width),
    "breadth": lambda obj: min(obj.height, obj.width),
    "top": lambda obj: obj.top,
    "bottom": lambda obj: obj.bottom,
    "left": lambda obj: obj.left,
    "right": lambda obj: obj.right,
    "colors": lambda obj: len(obj.color_counts),
}

_KINDS: Mapping[str, Callable[[Obj], bool]] = {
    "upright": lambda obj: obj.height > obj.width,
    "level": lambda obj: obj.height < obj.width,
    "square": lambda obj: obj.height == obj.width,
    "full": lambda obj: bool(obj.shape.all()),
    "hollow": lambda obj: bool(obj.enclosed.any()),
}

PLACES: Mapping[str, Callable[[Obj, int, int], bool]] = {
    "upper half": lambda obj, height, _: obj.top + obj.bottom < height - 1,
    "lower half": lambda obj, height, _: obj.top + obj.bottom > height - 1,
    "left half": lambda obj, _, width: obj.left + obj.right < width - 1,
    "right half": lambda obj, _, width: obj.left + obj.right > width - 1,
    "at the edge": lambda obj, height, width: not is_off_edge(obj, height, width),
    "off the edge": lambda obj, height, width: is_off_edge(obj, height, width),
}
"""Parts of a grid, given as rows and columns, in which an object may lie."""


def numbers(objects: Objects, scene: Scene) -> dict[str, list[int]]:
    """Return numbers of each object of a scene, by name.

    Besides measures these are twice its distance from the middle of the grid, in rows and columns,
    and how many cells have its colour.
    """
    found = {name: [number(obj) for obj in objects] for name, number in _NUMBERS.items()}
    height, width = scene.shape
    found["distance from the middle"] = [
        abs(obj.top + obj.bottom - height + 1) + abs(obj.left + obj.right - width + 1)
        for obj in objects
    ]
    cells = np.bincount(scene.grid.ravel(), minlength=10)
    found["cells of its colour"] = [int(cells[next(iter(obj.color_counts))]) for obj in objects]
    return found


def kinds(objects: Objects, scene: Scene) -> dict[str, list[bool]]:
    """Return what is so of each object of a scene, by name, with the colours that they show."""
    found = {name: [is_so(obj) for obj in objects] for name, is_so in _KINDS.items()}
    for name, lies_there in PLACES.items():
        found[name] = [lies_there(obj, *scene.shape) for obj in objects]
    for color in sorted({color for obj in objects for color in obj.color_counts}):
        found[f"colour {color}"] = [color in obj.color_counts for obj in objects]
    return found


def tallies(objects: Objects) -> dict[str, int]:
    """Return numbers of a scene, by name: how many objects, shapes and colours there are."""
    shapes = Counter((obj.shape.shape, obj.shape.tobytes()) for obj in objects)
    colors = Counter(next(iter(obj.color_counts)) for obj in objects)
    found = {"objects": len(objects)}
    for name, counts in (("shapes", shapes), ("colours", colors)):
        single = sum(count == 1 for count in counts.values())
        found[f"different {name}"] = len(counts)
        found[f"repeated {name}"] = len(counts) - single
        found[f"single {name}"] = single
        found[f"objects of repeated {name}"] = counts.total() - single
        found[f"most alike in {name}"] = max(counts.values(), default=0)
    return found


def layers(objects: Objects) -> list[tuple[int, int]]:
    """Return how many layers of other objects there are over each object, and under it.

    A thing lies over another if it shows in the box of that.
    """
    n = range(len(objects))
    over = [[k for k in n if k != own and objects[k].mask[objects[own].window].any()] for own in n]
    under = [[k for k in n if own in over[k]] for own in n]
    return list(zip(_depths(over), _depths(under), strict=True))


def _depths(next_to: Sequence[Sequence[int]]) -> list[int]:
    """Return how long the longest way on from each place is."""
    depths = [0] * len(next_to)
    for _ in next_to:  # no way is longer, unless it runs in a circle
        depths = [1 + max((depths[k] for k in ways), default=-1) for ways in next_to]
    return depths


def is_off_edge(obj: Obj, height: int, width: int) -> bool:
    """Say whether there are free cells between an object and each edge of a grid of such a size."""
    return 0 < obj.top <= obj.bottom < height - 1 and 0 < obj.left <= obj.right < width - 1
