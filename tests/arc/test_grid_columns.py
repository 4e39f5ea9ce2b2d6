"""Nested columns are read without `to_pylist`, and say the same."""

from typing import Any

import numpy as np
import pytest

from arcrep.arc.grid_columns import column_values

arrow = pytest.importorskip("pyarrow", reason="the extra `hub` is not installed")

PAIRS = [
    [{"input": [[1, 2], [3, 4]], "output": [[5]]}, {"input": [[6]], "output": None}],
    [],
    None,
    [{"input": [[7, 8, 9]], "output": [[0], [1]]}],
]
ODD = [
    [{"input": [[1, 2], [3]], "output": [[5]]}, {"input": [], "output": [[]]}],
    [{"input": [[7], [8, 9]], "output": None}],
]
NULLS = [[{"input": [[1, None]], "output": [None, [1]]}, None]]


def as_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_lists(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_lists(item) for item in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


def pairs_of(cell: Any, some_list: Any = arrow.list_) -> Any:
    grid = some_list(some_list(cell))
    return some_list(arrow.struct([("input", grid), ("output", grid)]))


@pytest.mark.parametrize("values", [PAIRS, ODD, NULLS, [], [None]])
@pytest.mark.parametrize("kind", [pairs_of(arrow.uint8()), pairs_of(arrow.int64())], ids=str)
def test_values_are_those_of_to_pylist(values: Any, kind: Any) -> None:
    column = arrow.array(values, kind)
    assert as_lists(column_values(column)) == column.to_pylist()


def test_large_lists_and_slices() -> None:
    column = arrow.array([*ODD, *PAIRS, *ODD], pairs_of(arrow.int32(), arrow.large_list))
    assert as_lists(column_values(column)) == column.to_pylist()
    assert as_lists(column_values(column[3:6])) == column[3:6].to_pylist()


def test_grids_are_arrays_and_other_cells_are_not() -> None:
    (first, *_), *_ = column_values(arrow.array(PAIRS, pairs_of(arrow.uint8())))
    assert isinstance(first["input"], np.ndarray)
    floats = arrow.array([[{"input": [[1.0]], "output": None}]], pairs_of(arrow.float64()))
    assert column_values(floats) == [[{"input": [[1.0]], "output": None}]]
