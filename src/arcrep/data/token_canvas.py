"""The TRM canvas: where a grid lies on it, and the tokens of its cells.

**Source:** TRM (arXiv 2510.04871), data builder of the code release at commit e7b6871.
"""

import warnings

import numpy as np
import torch
from jaxtyping import Bool, Int, Int64, UInt8

from arcrep.arc import MAX_SIDE
from arcrep.data.canvas import uniform_numbers
from arcrep.data.grids import GridTable
from arcrep.evaluation.decoding import FIRST_TOKEN
from arcrep.settings import check_yes_or_no

BLANK, BORDER = 0, 1
"""Tokens: no grid here (and not scored), and the line that closes a grid."""

_FIXED_STREAM, _STREAM, _KEPT_STREAM = 4, 5, 6


class TokenCanvas:
    """Draws the examples of a table on canvases, on the device: they are never built beforehand.

    Args:
        table: The examples.
        side: Cells along a side of a canvas.

    Raises:
        ValueError: An input does not fit on the canvas.
    """

    def __init__(self, table: GridTable, side: int) -> None:
        largest = int(table.sizes[:, 0].max(initial=0))
        if largest > side:
            raise ValueError(
                f"an input of side {largest} does not fit on a canvas of {side} cells: take a "
                "larger model.side, or smaller tasks"
            )
        self.table, self.side = table, side
        device = table.cells.device
        self._sizes = torch.from_numpy(table.sizes).to(device)
        self.task_rows = torch.from_numpy(table.task_rows).to(device)
        self._line = torch.arange(side, device=device)

    def tokens(
        self,
        examples: Int64[torch.Tensor, "batch"],
        offsets: Int64[torch.Tensor, "batch 2"],
        outputs: bool = False,
    ) -> UInt8[torch.Tensor, "batch cells"]:
        """Draw the inputs, or the outputs, of examples at offsets (y, x).

        A line of border cells closes a grid below and on its right, without the corner between, as
        far as it lies on the canvas.
        """
        grids = self.table.cells[examples, int(outputs)]
        height, width = self._sizes[examples, int(outputs)].unbind(-1)
        row, column = (self._line - offsets[:, axis, None] for axis in (0, 1))
        in_rows, in_columns = _inside(row, height), _inside(column, width)
        index = row.clamp(0, MAX_SIDE - 1)[:, :, None].expand(-1, -1, MAX_SIDE)
        cells = grids.gather(1, index)
        index = column.clamp(0, MAX_SIDE - 1)[:, None, :].expand(-1, self.side, -1)
        cells = cells.gather(2, index) + FIRST_TOKEN
        below = (row == height[:, None])[:, :, None] & in_columns[:, None, :]
        beside = in_rows[:, :, None] & (column == width[:, None])[:, None, :]
        border = (below | beside) & (height * width > 0)[:, None, None]
        inside = in_rows[:, :, None] & in_columns[:, None, :]
        return torch.where(inside, cells, border.to(torch.uint8) * BORDER).flatten(1)


def _inside(
    position: Int64[torch.Tensor, "batch side"], length: Int64[torch.Tensor, "batch"]
) -> Bool[torch.Tensor, "batch side"]:
    return (position >= 0) & (position < length[:, None])


class TokenPlacement:
    """The rule by which training examples are moved on the canvas.

    Args:
        drawn: `once` for each example (published), at `each_start` of one anew, or `never`: all lie
            at (0, 0), as tests do.
        keep_one: With `once`, one example of each task lies at (0, 0), as published; else it warns.

    **Source:** TRM, data builder: the same offset for input and output, uniform over what fits.
    """

    def __init__(self, drawn: str = "once", keep_one: bool = True) -> None:
        if drawn not in ("once", "each_start", "never"):  # YAML may bring a list
            raise ValueError(f"placement.drawn is once, each_start or never, got {drawn!r}")
        check_yes_or_no("placement.keep_one", keep_one)
        self.drawn, self.keep_one = drawn, keep_one
        if keep_one and drawn != "once":
            warnings.warn(
                f"placement.keep_one=true does nothing with placement.drawn={drawn}: set it to "
                "false, or take drawn=once",
                stacklevel=2,
            )

    def offsets(
        self,
        table: GridTable,
        side: int,
        seed: int,
        first_item: int,
        examples: Int[np.ndarray, "items"],
    ) -> Int64[np.ndarray, "items 2"]:
        """Place stream items; item i depends on (seed, i) only, or on (seed, its example).

        Raises:
            ValueError: An example does not fit on the canvas.
        """
        room = side - table.extents(examples) + 1
        if (room < 1).any():
            largest = int(table.extents(examples).max())
            raise ValueError(
                f"an example of side {largest} does not fit on a canvas of {side} cells: take a "
                "larger model.side, or smaller tasks"
            )
        if self.drawn == "never":
            return np.zeros((len(examples), 2), dtype=np.int64)
        if self.drawn == "each_start":
            uniform = uniform_numbers(seed, _STREAM, first_item, len(examples))
            return (uniform[:, :2] * room).astype(np.int64)
        uniform = uniform_numbers(seed, _FIXED_STREAM, 0, len(table))[examples]
        offsets = (uniform[:, :2] * room).astype(np.int64)
        if self.keep_one:
            offsets[np.isin(examples, _kept(table, seed))] = 0
        return offsets


def _kept(table: GridTable, seed: int) -> Int64[np.ndarray, "tasks"]:
    """Choose one example of each task."""
    rank = uniform_numbers(seed, _KEPT_STREAM, 0, len(table))[:, 0]
    order = np.lexsort((rank, table.task_rows))
    _, first = np.unique(table.task_rows[order], return_index=True)
    return order[first]
