"""Layouts for copies: figures with room beside them, with markers, and with empty frames."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.arrangements import Arrangement, arrange
from arcrep.generator.scenes.colors import ANY, Colors, color_or_any, colors_for
from arcrep.generator.scenes.grids import Proportions, Sides, at_least, new_sheet
from arcrep.generator.scenes.masks import Shape, filled, outline, solid
from arcrep.generator.scenes.several import distinct_shapes
from arcrep.generator.shapes import ShapeName, any_shape

Contrast = Literal[
    "nothing",
    "largest",
    "smallest",
    "hollow",
    "solid",
    "tall",
    "wide",
    "color",
    "odd",
    "alike",
]
"""In what the chosen figures differ from the rest: nothing; one has half as many cells again as any
other, or as many less; only they enclose something, or do not; only they are taller than wide, or
wider than tall, by two cells; only they have a colour; one has a shape of its own where all others
are alike; or they are alike and no others are."""

Ahead = Literal["none", "up", "down", "left", "right"]
"""The side towards which one figure lies further than all others, by its near end and its far one,
two cells or more."""

_FIGURES: tuple[ShapeName, ...] = ("square", "rectangle", "ring", "plus", "tee", "ell", "blob4")
_SOLID: tuple[ShapeName, ...] = ("square", "rectangle", "plus", "tee", "ell", "triangle", "blob4")
_RINGS: tuple[ShapeName, ...] = ("ring", "bevelled_ring")
_CLEARLY = 1.5
_TRIES = 30


def _tags(arguments: Mapping[str, Any]) -> set[str]:
    hollow = arguments["contrast"] in ("hollow", "solid")
    return {"source", "several"} | ({"container"} if hollow else set())


@layout(
    says="figures with room beside each",
    provides=_tags,
    count={"between": [3, 4]},
    side={"between": [10, 16]},
    largest={"between": [3, 4]},
)
def figures_with_room(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    toward: Literal["none", "up", "down", "left", "right", "horizontal", "vertical"] = "none",
    gap: int = 1,
    contrast: Contrast = "nothing",
    ahead: Ahead = "none",
    one: bool = False,
    arrangement: Arrangement = "scatter",
    aligned: bool = False,
    smallest: int = 2,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    colors: Colors = "own",
    figure_color: int = ANY,
    margin: int = 1,
    proportions: Proportions = "free",
) -> Grid:
    """Figures beside each of which there is room for a copy.

    Args:
        count: Two or more.
        toward: On which side of a figure the room is; along an axis, on both.
        gap: Free cells between a figure and its copy.
        contrast: How some figures stand out.
        one: Only one does, else any number but all.
        aligned: Whether rows and columns have a common line.
        figure_color: The colour of those that stand out by it; -1 for one that is drawn.
        margin: Free cells between the room of one figure and that of another.
    """
    at_least(2, count=count)
    at_least(0, gap=gap, margin=margin)
    sheet = new_sheet(draw, side, proportions)
    chosen = 1 if one else _how_many(draw, count, contrast)
    masks = _shapes(draw, count, contrast, chosen, (smallest, largest), shapes)
    inks = _inks(draw, count, contrast, chosen, colors, figure_color)
    # In a row, those that stand out must not always come first.
    order = draw.shuffled(range(count))
    masks, inks = [masks[k] for k in order], [inks[k] for k in order]
    rooms = [_room(mask.shape, toward, gap) for mask in masks]

    def boxes() -> list[Box]:
        sizes = [(room.height, room.width) for room in rooms]
        corners = arrange(draw, sheet.box, sizes, arrangement, margin, aligned)
        return [
            Box(top - room.top, left - room.left, *mask.shape)
            for (top, left), room, mask in zip(corners, rooms, masks, strict=True)
        ]

    found = draw.until(boxes, lambda boxes: _is_led(boxes, ahead), _TRIES)
    for mask, ink, box in zip(masks, inks, found, strict=True):
        sheet.paste(mask, ink, box.top, box.left)
    return sheet.grid


def _room(shape: Sides, toward: str, gap: int) -> Box:
    """Return the box of a figure, with its corner at the origin, and of its copies."""
    height, width = shape
    up, down = toward in ("up", "vertical"), toward in ("down", "vertical")
    before, after = toward in ("left", "horizontal"), toward in ("right", "horizontal")
    rows, columns = height + gap, width + gap
    tall, wide = height + (up + down) * rows, width + (before + after) * columns
    return Box(-up * rows, -before * columns, tall, wide)


def _reach(box: Box, ahead: Ahead) -> Sides:
    """Return how far a box reaches towards a side: its near and its far end."""
    ends = (box.top, box.bottom) if ahead in ("up", "down") else (box.left, box.right)
    return ends if ahead in ("down", "right") else (-ends[1], -ends[0])


def _leader(boxes: Sequence[Box], ahead: Ahead) -> int:
    return max(range(len(boxes)), key=lambda index: _reach(boxes[index], ahead)[1])


def _is_led(boxes: Sequence[Box], ahead: Ahead) -> bool:
    """Say whether one box lies further to a side than all others."""
    if ahead == "none":
        return True
    first = _leader(boxes, ahead)
    near, far = _reach(boxes[first], ahead)
    rest = [_reach(box, ahead) for index, box in enumerate(boxes) if index != first]
    return all(near >= other[0] + 2 and far >= other[1] + 2 for other in rest)


@layout(
    says="figures, and single cells where copies belong",
    provides=lambda arguments: _tags(arguments) | {"markers"},
    count={"between": [1, 3]},
    copies={"between": [1, 3]},
    side={"between": [11, 17]},
    largest={"between": [3, 4]},
)
def figures_and_markers(
    draw: Draw,
    count: int,
    copies: int,
    side: int,
    largest: int,
    contrast: Contrast = "nothing",
    ahead: Ahead = "none",
    decoys: int = 0,
    anchor: Literal["center", "corner"] = "center",
    marker_colors: Colors = "one",
    marker_color: int = ANY,
    figure_color: int = ANY,
    smallest: int = 3,
    shapes: tuple[ShapeName, ...] = _FIGURES,
    colors: Colors = "own",
    proportions: Proportions = "free",
) -> Grid:
    """Figures, one of which stands out, and markers with room for a copy of that one at each.

    Args:
        count: How many figures there are.
        copies: How many markers have room for a copy.
        contrast: How one figure stands out.
        ahead: The side towards which the one to be copied lies, if it stands out by its place.
        decoys: Further single cells, in other colours, without such room.
        anchor: Whether a copy has its centre or its top left corner at the marker; with `center`
            all sides are odd, with `corner` two or more.
        marker_colors: Those of the markers, which no figure has.
        figure_color: The colour of the figure that stands out by it; -1 for one that is drawn.
    """
    at_least(1, count=count, copies=copies)
    at_least(0, decoys=decoys)
    sheet = new_sheet(draw, side, proportions)
    dots = colors_for(draw, copies, marker_colors, [figure_color], marker_color)
    others = [draw.color({0, figure_color, *dots}) for _ in range(decoys)]
    odd = anchor == "center"
    masks = _shapes(draw, count, contrast, 1, (smallest, largest), shapes, odd)
    if not odd and any(1 in mask.shape for mask in masks):
        raise SampleError("of a line one does not see which of its corners is at the marker")
    inks = _inks(draw, count, contrast, 1, colors, figure_color, [*dots, *others])
    height, width = masks[_place_led(sheet, masks, inks, ahead)].shape
    spots: list[Sides] = []
    for _ in dots:
        top, left = draw.choice(sheet.places(solid(height, width)))
        sheet.reserve(Box(top, left, height, width))
        spots.append((top + odd * (height // 2), left + odd * (width // 2)))
    sheet.place_all([solid(1, 1)] * decoys, others)
    for color, spot in zip(dots, spots, strict=True):
        sheet.paste(solid(1, 1), color, *spot)
    return sheet.grid


def _place_led(sheet: Sheet, masks: list[Shape], inks: list[int], ahead: Ahead) -> int:
    """Place figures, and return which one is chosen: the first, or the one that leads."""
    if ahead == "none":
        sheet.place_all(masks, inks)
        return 0
    sizes = [(mask.shape[0], mask.shape[1]) for mask in masks]

    def boxes() -> list[Box]:
        corners = arrange(sheet.draw, sheet.box, sizes, "scatter")
        return [Box(*corner, *size) for corner, size in zip(corners, sizes, strict=True)]

    found = sheet.draw.until(boxes, lambda boxes: _is_led(boxes, ahead), _TRIES)
    for mask, ink, box in zip(masks, inks, found, strict=True):
        sheet.paste(mask, ink, box.top, box.left)
    return _leader(found, ahead)


@layout(
    says="figures, and empty frames with room for a copy",
    provides={"source", "container", "several"},
    count={"between": [1, 3]},
    frames={"between": [2, 3]},
    side={"between": [12, 18]},
    largest={"between": [3, 4]},
    room={"any": [0, 1, 1]},
)
def figures_and_frames(
    draw: Draw,
    count: int,
    frames: int,
    side: int,
    largest: int,
    room: int,
    contrast: Contrast = "nothing",
    frame_contrast: Literal["nothing", "color", "largest", "smallest"] = "nothing",
    ahead: Ahead = "none",
    frame_colors: Colors = "own",
    frame_color: int = ANY,
    figure_color: int = ANY,
    smallest: int = 2,
    shapes: tuple[ShapeName, ...] = _SOLID,
    colors: Colors = "own",
    proportions: Proportions = "free",
) -> Grid:
    """Figures without holes, one of which stands out, and frames around room for a copy of it.

    Args:
        count: How many figures there are.
        frames: Two or more, if some are to stand out.
        room: Free cells between a frame and a copy at its centre, on every side.
        contrast: How one figure stands out; not as hollow or solid.
        frame_contrast: How frames do: by a colour any number but all, or one by its size.
        ahead: The side towards which one frame lies further than all others.
        frame_colors: Those of the frames that do not stand out; no figure has one of a frame.
        frame_color: The colour of the frames that stand out by it; -1 for one that is drawn.
        figure_color: The colour of the figure that stands out by it, likewise.
    """
    at_least(1, count=count, frames=frames)
    at_least(0, room=room)
    if contrast in ("hollow", "solid"):
        raise SampleError("figures without holes are all solid")
    sheet = new_sheet(draw, side, proportions)
    by_color: Contrast = "color" if frame_contrast == "color" else "nothing"
    marked = _how_many(draw, frames, by_color)
    rims = _inks(draw, frames, by_color, marked, frame_colors, frame_color, [figure_color])
    masks = _shapes(draw, count, contrast, 1, (smallest, largest), shapes)
    inks = _inks(draw, count, contrast, 1, colors, figure_color, rims)
    more = {"largest": range(1), "smallest": range(1, frames)}.get(frame_contrast, range(0))
    spaces = [1 + room + (frame in more) for frame in range(frames)]
    sizes = [(masks[0].shape[0] + 2 * space, masks[0].shape[1] + 2 * space) for space in spaces]
    patches = [
        outline(*size).astype(np.uint8) * np.uint8(rim)
        for size, rim in zip(sizes, rims, strict=True)
    ]
    # Whole boxes are placed, their insides in the background's colour, so that these are not free.
    boxes = sheet.place_all([solid(*size) for size in sizes], patches)
    if not _is_led(boxes, ahead):
        raise SampleError("no frame lies further to that side than all others")
    sheet.place_all(masks, inks)
    return sheet.grid


def _how_many(draw: Draw, count: int, contrast: Contrast) -> int:
    """Draw how many of so many things stand out, never all of them."""
    if contrast in ("nothing", "largest", "smallest", "odd"):
        return 1
    least = 2 if contrast == "alike" else 1
    return draw.integer(least, max(least, count - 1))


def _shapes(
    draw: Draw,
    count: int,
    contrast: Contrast,
    chosen: int,
    sizes: Sides,
    kinds: Sequence[ShapeName],
    odd: bool = False,
) -> list[Shape]:
    """Draw shapes of which the first ones stand out, perhaps with odd sides only."""
    rest = count - chosen
    if rest < 0 or (rest == 0 and contrast not in ("nothing", "color")):
        raise SampleError(f"{chosen} of {count} figures cannot stand out")
    low, high = sizes

    def make(low: int = low, high: int = high) -> Shape:
        return _shape(draw, low, high, kinds, odd)

    if contrast in ("largest", "smallest"):
        return _by_size(draw, rest, contrast == "largest", low, max(high, low + 2), make)
    # With sides of a single length the chosen ones would differ in size, or be the odd shape.
    low, high = max(3, low), max(4 + odd, high)
    if contrast in ("hollow", "solid"):
        rings = [_shape(draw, low, high, _RINGS, odd) for _ in range(count)]
        full = range(chosen) if contrast == "solid" else range(chosen, count)
        return [filled(ring) if index in full else ring for index, ring in enumerate(rings)]
    if contrast in ("tall", "wide"):
        oblongs = [_oblong(draw, low, high, odd) for _ in range(count)]
        upright = range(chosen) if contrast == "tall" else range(chosen, count)
        return [mask if index in upright else mask.T for index, mask in enumerate(oblongs)]
    if contrast in ("odd", "alike"):
        some = distinct_shapes(make, 2 if contrast == "odd" else rest + 1, turned=True)
        return [*[some[0]] * chosen, *(some[1:] if contrast == "alike" else [some[1]] * rest)]
    return [make() for _ in range(count)]


def _shape(draw: Draw, low: int, high: int, kinds: Sequence[ShapeName], odd: bool) -> Shape:
    return draw.until(
        lambda: any_shape(draw, low, high, kinds),
        lambda mask: not odd or mask.shape[0] % 2 == mask.shape[1] % 2 == 1,
        _TRIES,
    )


def _by_size(
    draw: Draw, rest: int, largest: bool, low: int, high: int, make: Callable[[int, int], Shape]
) -> list[Shape]:
    """Draw a shape that is clearly larger (or smaller) than all others, and these."""
    others = [make(low, high - 2) if largest else make(low + 2, high) for _ in range(rest)]
    sizes = [int(other.sum()) for other in others]

    def stands_out(mask: Shape) -> bool:
        size = int(mask.sum())
        return size >= _CLEARLY * max(sizes) if largest else size * _CLEARLY <= min(sizes)

    side = high if largest else low
    return [draw.until(lambda: make(side, side), stands_out, _TRIES), *others]


def _oblong(draw: Draw, low: int, high: int, odd: bool) -> Shape:
    """Draw an upright rectangle, or its outline, taller than wide by two cells or more."""
    height = draw.choice([side for side in range(low, high + 1) if side % 2 or not odd])
    width = draw.choice(range(1, height - 1, 2 if odd else 1))
    return outline(height, width) if width > 2 and draw.chance(0.5) else solid(height, width)


def _inks(
    draw: Draw,
    count: int,
    contrast: Contrast,
    chosen: int,
    colors: Colors,
    color: int,
    taken: Sequence[int] = (),
) -> list[int]:
    """Draw colours of things of which, if asked for, the first ones alone have one of their own."""
    if contrast != "color":
        return colors_for(draw, count, colors, taken)
    own = color_or_any(draw, color, taken)
    return [own] * chosen + colors_for(draw, count - chosen, colors, [own, *taken])
