"""Scenes of textures that strays or blocks disturb: over the grid, in a frame, on rectangles."""

from typing import Literal

import numpy as np

from arcrep.arc import Grid, as_grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Patch, Sheet
from arcrep.generator.geometry import grow
from arcrep.generator.layouts.disturbed import strew
from arcrep.generator.scenes.colors import ANY, color_or_any
from arcrep.generator.scenes.grids import at_least, new_sheet, sides
from arcrep.generator.scenes.masks import Shape, outline, solid
from arcrep.generator.scenes.placing import box_in
from arcrep.generator.scenes.standing_out import Standout, shapes_of, stand
from arcrep.generator.scenes.stray import share
from arcrep.generator.shapes import any_shape

Tiling = Literal["rows", "columns", "checks", "diagonals", "mesh", "dots", "tiles"]
"""Bands; cells or steps that take turns; lines both ways or single cells on a ground; any tile."""


def tiling(draw: Draw, kind: Tiling, palette: list[int], height: int, width: int) -> Patch:
    """Return a texture of these colours, which starts anywhere in its period.

    Bands are one or two cells wide, and no period has more than 16 cells. A fourth of them at least
    are not of the main colour, so that a plain ground with exceptions is no simpler.
    """
    n = len(palette)
    rows, columns = np.indices((n, n))
    if kind in ("rows", "columns"):
        tile = np.repeat(np.arange(n), draw.integer(1, 2 if n < 3 else 1))[:, None]
        tile = tile if kind == "rows" else tile.T
    elif kind in ("checks", "diagonals"):
        turns = np.arange(n) if kind == "checks" else np.array([0, *range(n)])
        rows, columns = np.indices((len(turns),) * 2)
        tile = turns[(rows + columns) % len(turns)]
    elif kind == "tiles":
        tile = _tile(draw, n)
    else:
        length = 2 if kind == "dots" else 3
        rows, columns = np.indices((length, length))
        tile = (
            (rows == 0) & (columns == 0) if kind == "dots" else (rows == 0) | (columns == 0)
        ) * 1
    down, across = draw.integer(0, tile.shape[0] - 1), draw.integer(0, tile.shape[1] - 1)
    rows, columns = (np.arange(height) + down)[:, None], np.arange(width) + across
    colors = np.array(draw.shuffled(palette), np.uint8)
    return colors[tile[rows % tile.shape[0], columns % tile.shape[1]]]


def _tile(draw: Draw, n: int) -> np.ndarray:
    """Draw a tile of two by three cells that shows all colours and has no shorter period."""

    def make() -> np.ndarray:
        return np.array([[draw.integer(0, n - 1) for _ in range(3)] for _ in range(2)])

    def has_all(tile: np.ndarray) -> bool:
        steady = bool((tile == tile[:, :1]).all() or (tile == tile[:1]).all())
        least = int(np.bincount(tile.ravel(), minlength=n).min())
        return not steady and least >= 6 // (n + 1)

    tile = draw.until(make, has_all)
    return tile if draw.chance(0.5) else tile.T


@layout(
    says="a regular texture with disturbances",
    provides={"texture", "noise"},
    side={"between": [8, 15]},
    kind={"any": ["rows", "columns", "checks"]},
    n_colors={"any": [2, 2, 3]},
    noise={"between": [3, 7]},
)
def disturbed_texture(
    draw: Draw,
    side: int,
    kind: Tiling,
    n_colors: int,
    noise: int,
    by: Literal["strays", "blocks"] = "strays",
    blocks: int = 1,
    color: int = ANY,
) -> Grid:
    """Draw a texture over the whole grid, with strays that do not touch, or full rectangles on it.

    Args:
        side: The longer side of the grid, 8 or more.
        kind: Which texture; meshes and dots have two colours.
        n_colors: How many colours it has; black may be one of them.
        noise: Percent of the cells that are strays.
        by: What disturbs it, in one colour that the texture has not.
        blocks: How many rectangles; all together they cover less than a third of the grid.
        color: Of what disturbs it; -1 for one that is drawn.
    """
    at_least(1, blocks=blocks)
    height, width = sides(draw, side, least=8)
    palette = _palette(draw, kind, n_colors, color)
    color = color_or_any(draw, color, palette)
    texture = tiling(draw, kind, palette, height, width)
    if by == "strays":
        everywhere = np.ones(texture.shape, np.bool_)
        strew(draw, texture, everywhere, max(3, share(everywhere, noise)), [color])
        return as_grid(texture)
    sheet = Sheet(draw, height, width)
    for _ in range(blocks):
        most = [max(2, int(length / (2.2 if blocks == 1 else 3.2))) for length in (height, width)]
        block = solid(draw.integer(2, most[0]), draw.integer(2, most[1]))
        sheet.place(block, color, margin=2, within=sheet.box.inset(1))
    return as_grid(np.where(sheet.grid > 0, sheet.grid, texture))


def _palette(draw: Draw, kind: Tiling, n: int, color: int) -> list[int]:
    at_least(2, n_colors=n)
    n = 2 if kind in ("mesh", "dots") else n
    colors = draw.colors(n, {0, color})
    return [0, *colors[1:]] if draw.chance(0.3) else colors


@layout(
    says="a frame with a texture inside, and strays",
    provides={"texture", "noise", "container"},
    side={"between": [10, 16]},
    kind={"any": ["rows", "columns", "checks"]},
    n_colors={"any": [2, 2, 3]},
    noise={"between": [3, 6]},
)
def framed_texture(
    draw: Draw,
    side: int,
    kind: Tiling,
    n_colors: int,
    noise: int,
    color: int = ANY,
    outside: bool = True,
) -> Grid:
    """Draw a frame that takes most of the grid; inside are a texture and strays.

    Args:
        side: The longer side of the grid, 10 or more.
        kind: Which texture; meshes and dots have two colours.
        n_colors: How many colours it has, none of them black.
        noise: Percent of the cells that are strays, in one colour of their own.
        color: The frame's, which nothing else has; -1 for one that is drawn.
        outside: Whether there are strays on the black ground around the frame, too.
    """
    sheet = new_sheet(draw, side, least=10)
    color = color_or_any(draw, color)
    high, long = (draw.integer(length * 2 // 3 + 1, length - 2) for length in sheet.box[2:])
    n = 2 if kind in ("mesh", "dots") else n_colors
    at_least(2, n_colors=n)
    palette = draw.colors(n + 1, {0, color})
    place = box_in(draw, sheet.box.inset(1), max(8, high), max(8, long))
    sheet.paste(outline(place.height, place.width), color, place.top, place.left)
    grid = sheet.grid.copy()
    inner = place.inset(1)
    grid[inner.cells] = tiling(draw, kind, palette[1:], inner.height, inner.width)
    _strew_box(draw, grid, inner, noise, palette[0])
    ground = ~grow(grid > 0, 4)
    if outside and ground.any():
        strew(draw, grid, ground, share(ground, noise), palette[:1])
    return as_grid(grid)


def _strew_box(draw: Draw, grid: Patch, box: Box, noise: int, color: int) -> None:
    room = np.zeros(grid.shape, np.bool_)
    room[box.cells] = True
    strew(draw, grid, room, max(2, share(room, noise)), [color])


@layout(
    says="textured rectangles, disturbed",
    provides={"texture", "noise", "several", "multicolored"},
    count={"between": [2, 3]},
    side={"between": [12, 18]},
    largest={"between": [6, 7]},
    kind={"any": ["rows", "columns", "checks"]},
    noise={"between": [5, 9]},
)
def textured_rectangles(
    draw: Draw,
    count: int,
    side: int,
    largest: int,
    kind: Tiling,
    noise: int,
    smallest: int = 6,
    n_colors: int = 2,
    contrast: Standout = "nothing",
    outside: bool = False,
) -> Grid:
    """Draw full rectangles on black, each with a texture in colours of its own and strays on it.

    Args:
        count: How many rectangles, four at most.
        kind: The texture of all of them.
        noise: Percent of the cells of a rectangle that are strays, two at least, in one colour that
            no texture has.
        n_colors: How many colours a texture has.
        contrast: By what one rectangle stands out.
        outside: Whether there are strays on the ground, too.
    """
    at_least(1, count=count)
    at_least(2, n_colors=n_colors)
    sheet = new_sheet(draw, side)
    masks = shapes_of(
        draw,
        lambda low, high: _rectangle(draw, low, high, smallest),
        (smallest, max(largest, smallest + 1)),
        count,
        contrast,
    )
    stray, *colors = draw.colors(n_colors * count + 1)
    patches = [
        tiling(draw, kind, colors[at * n_colors : (at + 1) * n_colors], *mask.shape)
        for at, mask in enumerate(masks)
    ]
    for patch in patches:
        _strew_box(draw, patch, Box(0, 0, *patch.shape), noise, stray)
    stand(sheet, masks, patches, contrast, margin=2 if outside else 1)
    grid = sheet.grid.copy()
    if outside:
        _strew_around(draw, grid, sheet.free, noise // 2, stray)
    return as_grid(grid)


def _strew_around(draw: Draw, grid: Patch, free: Mask, noise: int, color: int) -> None:
    strew(draw, grid, ~grow(~free, 8), max(3, share(free, noise)), [color])


def _rectangle(draw: Draw, low: int, high: int, least: int) -> Shape:
    shape = any_shape(draw, low, high, ("rectangle",))
    return solid(max(least, shape.shape[0]), max(least, shape.shape[1]))
