"""Scenes with an open container: a cup, an outline with gaps."""

import numpy as np

from arcrep.arc import Grid
from arcrep.generator.components import layout
from arcrep.generator.drawing import Box, Draw, Mask, Sheet
from arcrep.generator.geometry import grow, holes, hull, spans
from arcrep.generator.scenes.colors import ANY, color_or_any
from arcrep.generator.scenes.grids import at_least, new_sheet
from arcrep.generator.scenes.masks import Shape, solid
from arcrep.generator.scenes.placing import box_in, clear_of
from arcrep.generator.scenes.walls import outline_in


@layout(
    says="a cup with something in it up to a level",
    provides={"open_container", "contents"},
    side={"between": [9, 15]},
    full={"any": [False, False, True]},
    tapered={"any": [False, True]},
    even={"any": [False, True]},
)
def cup_with_liquid(
    draw: Draw,
    side: int,
    full: bool,
    tapered: bool,
    even: bool,
    wall_color: int = ANY,
    liquid_color: int = ANY,
) -> Grid:
    """Draw a cup that is open at its top, the lower rows of its inside in another colour.

    Args:
        side: The longer side of the grid, 8 or more.
        full: All rows are, else not the upper ones.
        tapered: Its walls come closer together towards the bottom.
        even: The walls mirror each other.
        wall_color: Of the cup; -1 for one that is drawn.
        liquid_color: Of what is in it; -1 for one that is drawn.
    """
    sheet = new_sheet(draw, side)
    wall = color_or_any(draw, wall_color, [liquid_color])
    liquid = color_or_any(draw, liquid_color, [wall])
    mask, box = _cup(sheet, tapered, even)
    sheet.paste(mask, wall, box.top, box.left)
    inside = spans(mask, "rows") & ~mask
    rows = np.flatnonzero(inside.any(axis=1)).tolist()
    inside[: rows[0] if full else draw.choice(rows[1:])] = False
    sheet.paste(inside, liquid, box.top, box.left)
    return sheet.grid


def _cup(sheet: Sheet, tapered: bool, even: bool) -> tuple[Shape, Box]:
    """Draw a cup that takes most of a sheet, and its place."""
    draw, (_, _, rows, columns) = sheet.draw, sheet.box
    height = draw.integer(max(4, rows // 2), rows)
    width = draw.integer(max(5, 3 * columns // 5), columns)
    mask = _cup_outline(draw, height, width, tapered, even)
    return mask, box_in(draw, sheet.box, height, width)


def _cup_outline(draw: Draw, height: int, width: int, tapered: bool, even: bool) -> Shape:
    """Draw an outline that is open at its top.

    Args:
        height: Of its box, 3 or more.
        width: Of its box, 5 or more.
        tapered: Its walls come closer together towards the bottom, else they are upright.
        even: The walls mirror each other.
    """
    left = right = [0] * height
    if tapered:
        left = _steps(draw, height, width)
        right = left if even else _steps(draw, height, width)
    joined = draw.chance(0.3)  # over sides of cells, not by corners only
    mask = np.zeros((height, width), np.bool_)
    for row, (near, far) in enumerate(zip(left, right, strict=True)):
        mask[row, [near, width - 1 - far]] = True
        if joined and row:
            mask[row, left[row - 1] : near] = mask[row, width - far : width - right[row - 1]] = True
    mask[-1, left[-1] : width - right[-1]] = True
    return mask


def _steps(draw: Draw, height: int, width: int) -> list[int]:
    """Draw for each row how far a wall has moved in: by one cell at a time, at most to the middle.

    Steps in all the last rows may lead to a point; others leave room between the walls.
    """
    rows = range(1, height)
    if draw.chance(0.3):
        moves = set(rows[-draw.integer(1, (width - 1) // 2) :])
    else:
        moves = set(draw.sample(rows, draw.integer(1, min(len(rows), (width - 3) // 2))))
    return [sum(move <= row for move in moves) for row in range(height)]


@layout(
    says="a cup with dots in it, and dots outside",
    provides={"open_container", "contents", "markers", "several"},
    side={"between": [10, 14]},
    inside={"between": [1, 3]},
    outside={"between": [2, 4]},
    tapered={"any": [False, True]},
    even={"any": [False, True]},
)
def cup_with_dots(
    draw: Draw, side: int, inside: int, outside: int, tapered: bool, even: bool
) -> Grid:
    """Draw a cup that is open at its top, and dots of one colour, apart from each other.

    Args:
        side: The longer side of the grid, 8 or more.
        inside: How many dots lie between its walls in their rows: 1 or more.
        outside: How many lie elsewhere.
        tapered: Its walls come closer together towards the bottom.
        even: The walls mirror each other.
    """
    sheet = new_sheet(draw, side)
    mask, box = _cup(sheet, tapered, even)
    cup = np.zeros((sheet.box.height, sheet.box.width), np.bool_)
    cup[box.cells] = mask
    between = spans(cup, "rows")
    wall, color = draw.colors(2)
    for region, count in ((between & ~cup, inside), (~between, outside)):
        _dots(sheet, region, count, color)
    sheet.paste(cup, wall)
    return sheet.grid


def _dots(sheet: Sheet, region: Mask, count: int, color: int) -> None:
    at_least(0, count=count)
    for _ in range(count):
        sheet.place(solid(1, 1), color, within=region)


@layout(
    says="an outline with gaps, and a dot before each gap",
    provides={"open_container", "markers", "several"},
    side={"between": [10, 14]},
    gaps={"any": [1, 1, 2]},
)
def gapped_container(draw: Draw, side: int, gaps: int) -> Grid:
    """Draw the outline of a rectangle with gaps of one cell, and a dot straight outside each gap.

    Gaps are three cells or more apart; the dots have one colour.

    Args:
        side: The longer side of the grid, 8 or more.
        gaps: How many there are: 1 or more.
    """
    sheet = new_sheet(draw, side)
    at_least(1, gaps=gaps)
    mask, box = outline_in(draw, sheet.box, ("ring",), 1)
    wall, color = draw.colors(2)
    mask = mask.copy()
    for gap, spot in _gaps(sheet, box, gaps):
        mask[gap[0] - box.top, gap[1] - box.left] = False
        sheet.paste(solid(1, 1), color, *spot)
    sheet.paste(mask, wall, box.top, box.left)
    return sheet.grid


Cell = tuple[int, int]


def _gaps(sheet: Sheet, box: Box, n: int) -> list[tuple[Cell, Cell]]:
    """Choose gaps in an outline where there is room outside, each with the cell of a dot."""
    draw = sheet.draw
    choices = _gap_places(sheet.box, box)
    found: list[tuple[Cell, Cell]] = []
    for _ in range(n):
        near = [gap for gap, _ in found]
        gap, spots = draw.choice([one for one in choices if all(_apart(one[0], g) for g in near)])
        found.append((gap, draw.choice(spots)))
    return found


def _apart(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 2


def _gap_places(sheet: Box, box: Box) -> list[tuple[Cell, list[Cell]]]:
    """List the cells of an outline that are no corners, each with the cells straight outside."""
    rows, columns = range(box.top + 1, box.bottom), range(box.left + 1, box.right)
    above, below = range(box.top), range(box.bottom + 1, sheet.height)
    before, behind = range(box.left), range(box.right + 1, sheet.width)
    places = [((box.top, c), [(r, c) for r in above]) for c in columns]
    places += [((box.bottom, c), [(r, c) for r in below]) for c in columns]
    places += [((r, box.left), [(r, c) for c in before]) for r in rows]
    places += [((r, box.right), [(r, c) for c in behind]) for r in rows]
    return [(gap, spots) for gap, spots in places if spots]


@layout(
    says="an irregular curve with gaps, and dots on both sides of it",
    provides={"open_container", "contents", "markers", "several"},
    side={"between": [11, 16]},
    gaps={"between": [2, 4]},
    inside={"between": [1, 4]},
    outside={"between": [3, 6]},
)
def open_curve(draw: Draw, side: int, gaps: int, inside: int, outside: int) -> Grid:
    """Draw an irregular curve with gaps of one cell, and dots of one colour.

    A dot is inside what the curve without gaps encloses, or outside its convex hull.

    Args:
        side: The longer side of the grid, 10 or more.
        gaps: How many there are, two steps or more apart.
        inside: How many dots are inside: 1 or more.
        outside: How many are outside.
    """
    sheet = new_sheet(draw, side)
    at_least(0, gaps=gaps)
    mask, box = outline_in(draw, sheet.box, ("irregular_ring",), 1)
    curve = np.zeros((sheet.box.height, sheet.box.width), np.bool_)
    curve[box.cells] = mask
    wall, color = draw.colors(2)
    _dots(sheet, holes(curve), inside, color)
    _dots(sheet, clear_of(curve, ~hull(curve)), outside, color)
    sheet.paste(_with_gaps(draw, curve, gaps), wall)
    return sheet.grid


def _with_gaps(draw: Draw, curve: Mask, n: int) -> Mask:
    """Take single cells out of a curve, no two of them within two steps of each other."""
    inside = holes(curve)
    outside = np.pad(~(curve | inside), 1, constant_values=True)
    # Only through a cell with both sides next to it does a way lead out.
    passable = curve & grow(inside, 4) & grow(outside, 4)[1:-1, 1:-1]
    left = curve.copy()
    for _ in range(n):
        gap = np.zeros(curve.shape, np.bool_)
        gap[tuple(draw.choice(np.argwhere(passable).tolist()))] = True
        left &= ~gap
        passable &= ~grow(grow(gap, 8), 8)
    return left
