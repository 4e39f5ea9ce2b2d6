"""Our own tasks, solved again from their labels by other means."""

from collections import Counter

import numpy as np
import pytest
from scipy import ndimage

from arcrep.arc import CONCEPTS, LABEL_KINDS, MAX_SIDE, Example, Task, TaskSet, describe, load

REFERENCE = 5
ALL_NEIGHBOURS = np.ones((3, 3))


@pytest.fixture(scope="module")
def starter() -> TaskSet:
    return load("starter")


def objects(grid: np.ndarray) -> list[np.ndarray]:
    """Masks of the connected parts of one colour that are not the reference."""
    masks: list[np.ndarray] = []
    for color in set(np.unique(grid)) - {0, REFERENCE}:
        parts, count = ndimage.label(grid == color, ALL_NEIGHBOURS)
        masks += [parts == number for number in range(1, count + 1)]
    return masks


def is_selected(selector: str, mask: np.ndarray, grid: np.ndarray) -> bool:
    rows, columns = np.nonzero(mask)
    if selector == "by_orientation":
        return bool(np.ptp(rows) > np.ptp(columns))
    if selector == "by_fill":
        return bool(not np.array_equal(ndimage.binary_fill_holes(mask), mask))
    reference = grid == REFERENCE
    if selector == "half_plane":
        return bool(rows.max() < np.nonzero(reference)[0].min())
    return bool(mask[ndimage.binary_fill_holes(reference)].sum() == mask.sum())


def solved(task: Task, example: Example) -> np.ndarray:
    assert task.selector is not None
    grid = example.input
    chosen = [mask for mask in objects(grid) if is_selected(task.selector, mask, grid)]
    others = [mask for mask in objects(grid) if not is_selected(task.selector, mask, grid)]
    assert chosen
    assert others
    assert example.output is not None
    mark = (set(np.unique(example.output)) - set(np.unique(grid))) or {0}
    (color,) = mark
    output = grid.copy()
    if task.action == "crop_object":
        (rows, columns) = ndimage.find_objects(chosen[0].astype(int))[0]
        return grid[rows, columns]
    if task.action == "emit_count_bar":
        return np.full((1, len(chosen)), color)
    for mask in others if task.action == "keep_only" else chosen:
        where = np.argwhere(mask)[:1] if task.action == "recolor_part" else np.argwhere(mask)
        output[tuple(where.T)] = color
    return output


def test_the_starter_tasks_are_few_small_and_labelled(starter: TaskSet) -> None:
    assert len(starter) == 24
    assert {(len(task.support), len(task.test)) for task in starter} == {(3, 3)}
    grids = [g for t in starter for e in (*t.support, *t.test) for g in (e.input, e.output)]
    assert max(side for grid in grids if grid is not None for side in grid.shape) <= 12 < MAX_SIDE
    assert all(None not in starter.labels(kind) for kind in LABEL_KINDS)
    assert set(starter.labels("concept")) <= set(CONCEPTS)
    assert set(Counter(starter.labels("action")).values()) == {4}
    assert set(Counter(starter.labels("selector")).values()) == {6}
    assert "oddities        none" in describe(starter)


def test_their_labels_say_how_they_are_solved(starter: TaskSet) -> None:
    for task in starter:
        marks: set[int] = set()
        for example in (*task.support, *task.test):
            assert example.output is not None
            np.testing.assert_array_equal(solved(task, example), example.output)
            marks |= set(np.unique(example.output).tolist()) - set(
                np.unique(example.input).tolist()
            )
        assert len(marks) <= 1, f"{task.id} marks in several colours"
