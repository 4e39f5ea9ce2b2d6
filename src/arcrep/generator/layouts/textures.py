"""Scenes of regular patterns: textures, lines across the grid, repeated motifs."""

from typing import Literal

import numpy as np
from jaxtyping import Int

from arcrep.arc import MAX_SIDE, Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Draw, Sheet
from arcrep.generator.errors import SampleError
from arcrep.generator.scenes.colors import marked_block
from arcrep.generator.scenes.grids import at_least, grid_side, new_sheet, sides
from arcrep.generator.scenes.masks import outline
from arcrep.generator.scenes.placing import box_in
from arcrep.generator.scenes.stray import share, speckle
from arcrep.generator.shapes import ShapeName, any_shape

Weave = Literal["rows", "columns", "checks", "diagonals", "dots", "mesh"]
Places = Int[np.ndarray, "height width"]
"""For each cell the number of its colour in a list, or of its line."""


def _woven(draw: Draw, weave: Weave, height: int, width: int, n: int, band: int) -> Places:
    """Return a texture of n colours with a random phase.

    Rows and columns have bands of so many cells; checks are single cells, since on a small grid
    longer periods would be uncertain; dots and meshes show two colours.
    """
    rows, columns = np.ogrid[:height, :width]
    rows, columns = rows + draw.integer(0, n * band - 1), columns + draw.integer(0, n * band - 1)
    if weave == "dots":
        return ((rows % 2 == 0) & (columns % 2 == 0)).astype(int)
    if weave == "mesh":
        return ((rows % 3 == 0) | (columns % 3 == 0)).astype(int)
    if weave == "diagonals":
        return (rows + columns) % max(n, 3) % n
    if weave == "checks":
        return (rows + columns) % n
    return (rows if weave == "rows" else columns) // band % n + 0 * (rows + columns)


@layout(
    says="a regular texture with noise",
    provides={"texture", "noise"},
    weave={"any": ["rows", "columns", "checks"]},
    side={"between": [6, 14]},
    n_colors={"any": [2, 2, 2, 3]},
    band={"any": [1, 1, 1, 2]},
    noise={"between": [2, 10]},
)
def noisy_texture(
    draw: Draw, weave: Weave, side: int, n_colors: int, band: int, noise: int
) -> Grid:
    """Draw a texture over the whole grid, black perhaps among its colours, and cover some cells.

    Args:
        weave: How the texture repeats.
        side: The longer side of the grid.
        n_colors: How many colours the texture has.
        band: How wide its stripes are.
        noise: Percent of the cells that are covered.
    """
    at_least(2, n_colors=n_colors)
    at_least(1, band=band)
    side = max(side, 3 * n_colors)  # fewer periods would not tell the texture from the noise
    height, width = sides(draw, side, least=2 * n_colors * band)
    palette = _ground_and_more(draw, n_colors)
    grid = np.array(palette, np.uint8)[_woven(draw, weave, height, width, n_colors, band)]
    room = np.ones(grid.shape, np.bool_)
    speckle(draw, grid, room, share(room, noise), [draw.color({0, *palette})], touching=True)
    return as_grid(grid)


def _ground_and_more(draw: Draw, n: int) -> list[int]:
    """Draw n different colours, one of which is often black."""
    return draw.shuffled([0, *draw.colors(n - 1)]) if draw.chance(0.4) else draw.colors(n)


@layout(
    says="a figure on a texture",
    provides={"texture", "several"},
    weave={"any": ["rows", "columns", "checks", "diagonals", "dots", "mesh"]},
    side={"between": [9, 16]},
)
def figure_on_texture(
    draw: Draw,
    weave: Weave,
    side: int,
    shapes: tuple[ShapeName, ...] = ("ring", "diamond_ring", "plus", "cross", "letter", "tee"),
) -> Grid:
    """Draw a figure of its own colour over a texture, all colours of which reach further.

    Args:
        weave: How the texture repeats.
        side: The longer side of the grid, 7 or more.
        shapes: What the figure may be.
    """
    sheet = new_sheet(draw, side, least=7)
    height, width = sheet.box[2:]
    n = 3 if weave in ("rows", "columns", "diagonals") and draw.chance(0.3) else 2
    palette = _ground_and_more(draw, n)
    texture = np.array(palette, np.uint8)[_woven(draw, weave, height, width, n, 1)]
    sheet.paste(np.ones(texture.shape, np.bool_), texture)
    figure = any_shape(draw, 3, max(5, (min(height, width) + 1) // 2), shapes)
    place = box_in(draw, sheet.box, *figure.shape)
    sheet.paste(figure, draw.color({0, *palette}), place.top, place.left)
    return sheet.grid


@layout(
    says="a solid rectangle among stripes of its colour",
    provides={"texture"},
    side={"between": [6, 15]},
)
def rectangle_in_stripes(draw: Draw, side: int) -> Grid:
    """Fill some of the gaps between stripes, one cell wide each, in a part of their length.

    The rectangle ends with a stripe or at the edge of the grid, and is less long than the stripes.
    """
    height, width = sides(draw, side, least=4)
    color, phase = draw.color(), draw.integer(0, 1)
    mask = np.zeros((height, width), np.bool_)
    mask[phase::2] = True
    first, second = sorted(draw.sample(range(phase, height, 2), 2))
    last = height - 1 if second + 2 >= height and draw.chance(0.5) else second
    long = draw.integer(2, max(2, width - 2))
    left = draw.integer(0, width - long)
    mask[first : last + 1, left : left + long] = True
    return as_grid(np.where(mask if draw.chance(0.7) else mask.T, color, 0))


@layout(
    says="lines from side to side, {kind}, in noise of their colour",
    provides={"lines", "noise"},
    kind={"any": ["crossing", "crossing", "diagonal"]},
    side={"between": [6, 12]},
    noise={"between": [14, 32]},
)
def lines_in_noise(
    draw: Draw, kind: Literal["crossing", "diagonal"], side: int, noise: int, count: int = 2
) -> Grid:
    """Draw unbroken lines, and stray cells of their colour that make up no other unbroken one.

    Args:
        kind: Rows and columns, at least one of each; or diagonals of five cells or more.
        side: The longer side of the grid, 6 or more.
        noise: Percent of the other cells.
        count: How many lines there are at least; up to two more are drawn.
    """
    at_least(1, count=count)
    height, width = sides(draw, side, least=6)
    color, count = draw.color(), draw.integer(count, count + (2 if kind == "diagonal" else 1))
    shown = np.zeros((height, width), np.bool_)
    lines = _grid_lines(height, width)
    straight, oblique = lines[: height + width], lines[height + width :]
    if kind == "diagonal":
        chosen = draw.sample(oblique, min(count, len(oblique)))
    else:
        chosen = [draw.choice(straight[:height]), draw.choice(straight[height:])]
        chosen += draw.sample(straight, max(0, count - 2))
    for line in chosen:
        shown.flat[line] = True
    grid, kept = shown.astype(np.uint8) * color, shown.copy()
    whole = [line for line in lines if shown.flat[line].all()]
    speckle(draw, grid, ~shown, share(~shown, noise), [color], touching=True)
    for line in lines:
        if grid.flat[line].all() and not any(line is other for other in whole):
            spare = line[~kept.flat[line]].tolist()
            grid.flat[draw.choice(spare)] = 0
    return as_grid(grid)


def _grid_lines(height: int, width: int) -> list[np.ndarray]:
    """Return the cells of all rows, all columns, and all diagonals of five cells or more."""
    cells = np.arange(height * width).reshape(height, width)
    oblique = [
        flipped.diagonal(offset)
        for flipped in (cells, cells[:, ::-1])
        for offset in range(5 - height, width - 4)
    ]
    long = [line for line in oblique if len(line) > 4]
    return [*cells, *cells.T, *long]


@layout(
    says="a zig-zag line from side to side in noise",
    provides={"lines", "noise"},
    side={"between": [12, 24]},
    rise={"between": [3, 5]},
    noise={"between": [4, 10]},
)
def wave_in_noise(
    draw: Draw, side: int, rise: int, noise: int, own: bool = True, damage: int = 6
) -> Grid:
    """Draw a line that runs up and down at 45 degrees along the longer side, and stray cells.

    Args:
        side: The longer side of the grid.
        rise: How many rows it climbs.
        noise: Percent of the other cells.
        own: Whether the noise always has a colour of its own, not that of the line.
        damage: Percent of the line's cells that noise of its own colour covers, 0 for none.
    """
    at_least(1, rise=rise)
    side = grid_side(max(side, 2 * rise + 2))
    height = rise + 1 + draw.integer(0, min(1, side - rise - 2))
    rows = abs((np.arange(side) + draw.integer(0, 2 * rise - 1)) % (2 * rise) - rise)
    rows += draw.integer(0, height - rise - 1)
    shown = np.zeros((height, side), np.bool_)
    shown[rows, np.arange(side)] = True
    color = draw.color()
    tint = draw.color({0, color}) if own or draw.chance(0.5) else color
    grid = shown.astype(np.uint8) * color
    speckle(draw, grid, ~shown, share(~shown, noise), [tint])
    if damage and tint != color:
        speckle(draw, grid, shown, share(shown, damage), [tint])
    grid = grid if draw.chance(0.6) else grid.T
    return as_grid(grid[:, :: draw.choice((1, -1))])


@layout(
    says="lines beside each other over the whole grid",
    provides={"lines", "several"},
    side={"between": [5, 10]},
    course={"any": ["level", "slanting", "waves", "corners"]},
)
def stacked_lines(
    draw: Draw,
    course: Literal["level", "slanting", "waves", "corners"],
    side: int,
    n_colors: int = 1,
) -> Grid:
    """Draw lines that do not touch and of which each lies lower than the one before.

    Args:
        course: Rows; diagonals; rows that go up and down; or corners, one in the next.
        side: The longer side of the grid, 5 or more.
        n_colors: How many colours the lines have in turn.
    """
    at_least(1, n_colors=n_colors)
    height, width = sides(draw, side, least=5)
    rows, columns = np.ogrid[:height, :width]
    thick = 1
    if course == "level":
        number, pitch = rows + 0 * columns, 2
    elif course == "slanting":
        thick = draw.integer(1, 2)
        number, pitch = rows - columns + width - 3 + thick, thick + 2
    elif course == "waves":
        number, pitch = rows - _swell(draw, width), 3
    else:
        number, pitch = np.maximum(rows, columns) - 1, 2
    line = np.where((number >= 0) & (number % pitch < thick), number // pitch, -1)
    palette = np.array([*draw.colors(n_colors)] * MAX_SIDE, np.uint8)
    grid = np.where(line >= 0, palette[line], 0)
    return as_grid(grid[:, :: draw.choice((1, -1))])


def _swell(draw: Draw, width: int) -> Int[np.ndarray, "width"]:
    """Return how deep a wave one cell high hangs in each column."""
    crest, period = draw.integer(2, 3), draw.integer(4, 6)
    return ((np.arange(width) + draw.integer(0, period - 1)) % period >= crest).astype(int)


@layout(
    says="copies of one motif at regular distances",
    provides={"several", "multicolored"},
    side={"between": [6, 12]},
    spaced={"any": ["alternating", "gaps"]},
)
def motif_array(
    draw: Draw, spaced: Literal["alternating", "gaps"], side: int, largest: int = 5
) -> Grid:
    """Draw copies of a block of two colours, which share no sides, on a ground that is larger.

    Args:
        spaced: Copies and gaps of their size take turns; or smaller gaps part rows and columns.
        side: About how long the grid is at most; it has room for two copies.
        largest: The longest side of the motif.
    """
    largest = max(2, min(largest, side // 2))
    motif = marked_block(draw, draw.integer(2, largest), draw.integer(2, largest))
    gaps = [0 if spaced == "alternating" else draw.integer(1, 3) for _ in motif.shape]
    steps = [length + gap for length, gap in zip(motif.shape, gaps, strict=True)]
    least = 2 if spaced == "alternating" else 1
    down, across = (draw.integer(least, max(2, side // step)) for step in steps)
    if down * across == 1:
        across = 2
    ground = 0 if draw.chance(0.4) else draw.color({0, *motif.ravel().tolist()})
    sheet = Sheet(draw, steps[0] * down, steps[1] * across, ground)
    phase = 1 if down * across % 2 else draw.integer(0, 1)
    for row in range(down):
        for column in range(across):
            if spaced == "gaps" or (row + column) % 2 == phase:
                sheet.paste(motif > 0, motif, row * steps[0], column * steps[1])
    if np.bincount(sheet.grid.ravel()).argmax() != ground:
        raise SampleError("the ground is not the most frequent colour")
    return as_grid(np.roll(sheet.grid, [draw.integer(0, gap) for gap in gaps], (0, 1)))


@layout(
    says="an outline of another colour among rows of equal ones",
    provides={"several"},
    side={"between": [10, 19]},
    largest={"between": [3, 5]},
)
def odd_outline(draw: Draw, side: int, largest: int) -> Grid:
    """Draw equal outlines in rows and columns, some of them missing, and over them an odd one.

    At least three equal ones stay, in more than one piece; the odd one is a rectangle.

    Args:
        side: The longer side of the grid; it has room for two outlines side by side.
        largest: The longest side of an equal one.
    """
    sheet = new_sheet(draw, side, least=2 * largest + 1)
    height, width = sheet.box[2:]
    color, odd = draw.colors(2)
    mask = any_shape(draw, 3, largest, ("ring", "ring", "diamond_ring"))
    steps = (mask.shape[0] + 1, mask.shape[1] + 1)
    top, left = draw.integer(0, 1), draw.integer(0, 1)
    tops = range(top, height - mask.shape[0] + 1, steps[0])
    lefts = range(left, width - mask.shape[1] + 1, steps[1])
    places = [(row, column) for row in tops for column in lefts]
    n = len(places)
    for row, column in draw.sample(places, draw.integer(max(min(n, 3), n * 3 // 4), n)):
        sheet.paste(mask, color, row, column)
    high, long = draw.integer(3, min(7, height)), draw.integer(3, min(7, width))
    place = box_in(draw, sheet.box, high, long)
    sheet.paste(outline(high, long), odd, place.top, place.left)
    return sheet.grid
