"""The parse that finds rectangles and rings by fitting them, where connected cells do not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Int

from arcrep.generator.components import parse
from arcrep.generator.objects import Objects, Region
from arcrep.generator.scene import Scene


def _phrase(words: Mapping[str, str]) -> str:
    shape = words["shape"]
    return f"the hidden {'rectangles or ring' if shape == 'either' else shape}s"


@parse(says=_phrase)
def primitives(
    scene: Scene,
    shape: Literal["rectangle", "square", "ring", "either"] = "rectangle",
    agreement: int = 100,
    least: int = 3,
) -> Objects:
    """Rectangles or rings of one colour, each whole, also where other colours cover some cells.

    At least `agreement` percent of its cells show the colour, and no side is shorter than `least`.
    The best come first, and their boxes may not overlap: those with the largest surplus of cells
    that show over cells that do not.
    """
    fits = _Fits.none()
    for color in sorted({*scene.grid.ravel().tolist()} - {scene.background}):
        shown = scene.grid == color
        for ring in (False, True):
            if shape == "either" or ring == (shape == "ring"):
                fits = fits.joined(_fits_of(shown, ring, agreement, least))
    if shape == "square":
        fits = fits.only(_is_square(fits.boxes))
    masks: list[Region] = []
    while len(fits.boxes):
        best = int(np.argmax(fits.scores))
        masks.append(_drawn(fits.boxes[best], bool(fits.rings[best]), scene.shape))
        fits = fits.only(_apart(fits.boxes, fits.boxes[best]))
    return scene.in_order(masks)


@dataclass(frozen=True)
class _Fits:
    """Candidates: top, bottom, left and right of each box, its score, and whether it is a ring."""

    boxes: Int[np.ndarray, "fits 4"]
    scores: Int[np.ndarray, " fits"]
    rings: Bool[np.ndarray, " fits"]

    @classmethod
    def none(cls) -> "_Fits":
        return cls(np.zeros((0, 4), int), np.zeros(0, int), np.zeros(0, bool))

    def joined(self, other: "_Fits") -> "_Fits":
        return _Fits(
            np.concatenate([self.boxes, other.boxes]),
            np.concatenate([self.scores, other.scores]),
            np.concatenate([self.rings, other.rings]),
        )

    def only(self, kept: Bool[np.ndarray, " fits"]) -> "_Fits":
        return _Fits(self.boxes[kept], self.scores[kept], self.rings[kept])


def _fits_of(shown: Region, ring: bool, agreement: int, least: int) -> _Fits:
    """Find all boxes whose cells (or outermost cells) show a colour often enough."""
    least = max(least, 3 if ring else 1)
    rows, columns = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
    tops, bottoms = _intervals(int(rows[0]), int(rows[-1]), least)
    lefts, rights = _intervals(int(columns[0]), int(columns[-1]), least)
    if not len(tops) or not len(lefts):
        return _Fits.none()
    heights, widths = (bottoms - tops + 1)[:, None], (rights - lefts + 1)[None]
    agreeing = _counts(shown, (tops, bottoms), (lefts, rights))
    cells = heights * widths
    fitting = True
    if ring:
        inside = _counts(shown, (tops + 1, bottoms - 1), (lefts + 1, rights - 1))
        inner = (heights - 2) * (widths - 2)
        # What is mostly filled is no ring.
        fitting = 2 * inside < inner
        agreeing, cells = agreeing - inside, cells - inner
    found = np.flatnonzero(fitting & (100 * agreeing >= agreement * cells))
    tall, wide = np.divmod(found, len(lefts))
    agreeing, cells = agreeing.ravel()[found], cells.ravel()[found]
    # Of boxes with an equal surplus the one with more cells wins.
    scores = (2 * agreeing - cells) * shown.size + cells
    boxes = np.stack([tops[tall], bottoms[tall], lefts[wide], rights[wide]], axis=1)
    return _Fits(boxes, scores, np.full(len(scores), ring))


def _intervals(first: int, last: int, least: int) -> tuple[np.ndarray, np.ndarray]:
    """List the first and last places of all intervals of at least a length."""
    starts, stops = np.triu_indices(last - first + 1, least - 1)
    return (starts + first).astype(np.int32), (stops + first).astype(np.int32)


def _counts(
    shown: Region, rows: tuple[np.ndarray, np.ndarray], columns: tuple[np.ndarray, np.ndarray]
) -> Int[np.ndarray, "rows columns"]:
    """Count the cells in every combination of an interval of rows and one of columns."""
    down = np.zeros((shown.shape[0] + 1, shown.shape[1] + 1), np.int32)
    down[1:, 1:] = shown.cumsum(axis=0).cumsum(axis=1)
    bands = down[rows[1] + 1] - down[rows[0]]
    return bands[:, columns[1] + 1] - bands[:, columns[0]]


def _is_square(boxes: Int[np.ndarray, "fits 4"]) -> Bool[np.ndarray, " fits"]:
    return boxes[:, 1] - boxes[:, 0] == boxes[:, 3] - boxes[:, 2]


def _apart(boxes: Int[np.ndarray, "fits 4"], box: np.ndarray) -> Bool[np.ndarray, " fits"]:
    below, above = boxes[:, 0] > box[1], boxes[:, 1] < box[0]
    return below | above | (boxes[:, 2] > box[3]) | (boxes[:, 3] < box[2])


def _drawn(box: np.ndarray, ring: bool, shape: tuple[int, int]) -> Region:
    top, bottom, left, right = box.tolist()
    mask = np.zeros(shape, bool)
    mask[top : bottom + 1, left : right + 1] = True
    if ring:
        mask[top + 1 : bottom, left + 1 : right] = False
    return mask
