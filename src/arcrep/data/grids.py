"""A task set's examples as tensors on the device."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from jaxtyping import Int, Int64, UInt8

from arcrep.arc import MAX_SIDE, Example, Task, TaskSet


class GridTable:
    """Examples as one uint8 tensor, with their sizes on the host and the task row of each.

    Attributes:
        cells: Input and output of each example, padded with 0, on the device.
        sizes: (height, width) of input and output; 0 for an output that is not known.
        task_rows: The row of the task table that each example belongs to.
    """

    cells: UInt8[torch.Tensor, "examples 2 30 30"]
    sizes: Int[np.ndarray, "examples 2 2"]
    task_rows: Int[np.ndarray, "examples"]

    def __init__(
        self,
        examples: Sequence[Example],
        task_rows: Sequence[int] | Int[np.ndarray, "examples"],
        device: torch.device | str = "cpu",
    ) -> None:
        cells = np.zeros((len(examples), 2, MAX_SIDE, MAX_SIDE), dtype=np.uint8)
        self.sizes = np.zeros((len(examples), 2, 2), dtype=np.int64)
        for index, example in enumerate(examples):
            for side, grid in enumerate((example.input, example.output)):
                if grid is not None:
                    height, width = grid.shape
                    cells[index, side, :height, :width] = grid
                    self.sizes[index, side] = height, width
        self.cells = torch.from_numpy(cells).to(device)
        self.task_rows = np.asarray(task_rows, dtype=np.int64)

    def __len__(self) -> int:
        return len(self.sizes)

    def extents(self, examples: Int64[np.ndarray, "batch"]) -> Int64[np.ndarray, "batch 2"]:
        """Return the larger height and the larger width of input and output."""
        return self.sizes[examples].max(axis=1)


def support_table(
    tasks: TaskSet,
    task_rows: Sequence[int] | Int64[torch.Tensor, "tasks"],
    support: str = "s1",
    device: torch.device | str = "cpu",
) -> GridTable:
    """Build the table of the support examples of a support set, or of `all`.

    Args:
        tasks: The tasks, in order.
        task_rows: The row of each task in the model's task table (`TaskTable.rows`).
        support: Name of the support set.
        device: Where the cells lie.
    """
    return _table(tasks, task_rows, lambda task: task.support_examples(support), device)


def query_table(
    tasks: TaskSet,
    task_rows: Sequence[int] | Int64[torch.Tensor, "tasks"],
    device: torch.device | str = "cpu",
) -> GridTable:
    """Build the table of the test examples, task by task; arguments as in `support_table`."""
    return _table(tasks, task_rows, lambda task: task.test, device)


def _table(
    tasks: TaskSet,
    task_rows: Sequence[int] | torch.Tensor,
    examples_of: Callable[[Task], Sequence[Example]],
    device: torch.device | str,
) -> GridTable:
    pairs = [
        (example, int(row))
        for task, row in zip(tasks, task_rows, strict=True)
        for example in examples_of(task)
    ]
    return GridTable([example for example, _ in pairs], [row for _, row in pairs], device)
