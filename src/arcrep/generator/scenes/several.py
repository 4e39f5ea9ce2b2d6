"""Several shapes of one scene: alike, or different from each other."""

from collections.abc import Callable, Sequence
from typing import Literal

from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.masks import Shape, orientations
from arcrep.generator.shapes import ShapeName, any_shape


def scattered_shapes(
    draw: Draw,
    count: int,
    smallest: int,
    largest: int,
    shapes: Sequence[ShapeName],
    alike: Literal["no", "kind", "shape"],
    distinct_sizes: bool = False,
) -> list[Shape]:
    """Draw so many shapes.

    Args:
        draw: The source of random choices.
        count: How many.
        smallest: The shortest length of the longer side of a shape.
        largest: The longest side that a shape may have.
        shapes: Their kinds.
        alike: Whether all are of the same kind, or of the same shape.
        distinct_sizes: No two have equally many cells.

    Raises:
        SampleError: They are not found.
    """
    if alike == "shape":
        if distinct_sizes:
            raise SampleError("objects of the same shape have no distinct sizes")
        return [any_shape(draw, smallest, largest, shapes)] * count
    kinds = (draw.choice(shapes),) if alike == "kind" else shapes
    masks: dict[int, Shape] = {}
    for number in range(count if not distinct_sizes else 10 * count):
        mask = any_shape(draw, smallest, largest, kinds)
        masks.setdefault(int(mask.sum()) if distinct_sizes else number, mask)
        if len(masks) == count:
            return list(masks.values())
    raise SampleError(f"no {count} distinct sizes from {smallest} to {largest}")


def distinct_shapes(make: Callable[[], Shape], n: int, turned: bool = False) -> list[Shape]:
    """Make n shapes no two of which are equal.

    Args:
        make: Draws one shape.
        n: How many.
        turned: Whether a shape counts as equal to itself turned or mirrored.

    Raises:
        SampleError: They are not found in 20 tries for each, or no new one in 8 for each.
    """
    found: dict[object, Shape] = {}
    last = 0  # when there was a new one
    for number in range(20 * n):
        if len(found) == n or number - last > 8 * n:
            break
        shape = make()
        key = min(map(_key, orientations(shape) if turned else [shape]))
        if key not in found:
            found[key], last = shape, number
    if len(found) < n:
        raise SampleError(f"only {len(found)} different shapes of {n}")
    return list(found.values())


def _key(shape: Shape) -> tuple[tuple[int, ...], bytes]:
    return shape.shape, shape.tobytes()
