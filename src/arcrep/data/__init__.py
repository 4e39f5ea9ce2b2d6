"""Grids as tensors: canvases, placement, batches on the device."""

from arcrep.data.canvas import (
    BACKGROUND,
    BOUNDARY,
    N_PATCHES,
    PATCH,
    PATCHES_PER_SIDE,
    SIDE,
    Placed,
    Placement,
)
from arcrep.data.choice import TaskChoice
from arcrep.data.devices import choose_device
from arcrep.data.grids import GridTable, query_table, support_table
from arcrep.data.order import Batch, EpochOrder, TaskOrder
from arcrep.data.token_canvas import BLANK, BORDER, TokenCanvas, TokenPlacement
from arcrep.data.tokens import Bucket, Tokenizer, Tokens

__all__ = [
    "BACKGROUND",
    "BLANK",
    "BORDER",
    "BOUNDARY",
    "N_PATCHES",
    "PATCH",
    "PATCHES_PER_SIDE",
    "SIDE",
    "Batch",
    "Bucket",
    "EpochOrder",
    "GridTable",
    "Placed",
    "Placement",
    "TaskChoice",
    "TaskOrder",
    "TokenCanvas",
    "TokenPlacement",
    "Tokenizer",
    "Tokens",
    "choose_device",
    "query_table",
    "support_table",
]
