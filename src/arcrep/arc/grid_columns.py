"""Examples as nested Arrow lists, and back, without a Python object for each cell."""

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from jaxtyping import Int32

from arcrep.arc.extras import extra
from arcrep.arc.grid import Grid
from arcrep.arc.tasks import Example


def pair_column(parts: Sequence[Sequence[Example]], with_metadata: bool) -> Any:
    """Return an Arrow array of lists of pairs, one list for each of `parts`.

    A pair is a struct of `input`, `output` (null where it is missing) and, if asked for, `metadata`
    as JSON text; a grid is a list of rows of uint8.
    """
    arrow = extra("pyarrow")
    examples = [example for part in parts for example in part]
    fields = {
        "input": _grid_array([example.input for example in examples]),
        "output": _grid_array([example.output for example in examples]),
    }
    if with_metadata:
        notes = [json.dumps(dict(e.metadata)) if e.metadata else None for e in examples]
        fields["metadata"] = arrow.array(notes, arrow.string())
    pairs = arrow.StructArray.from_arrays(list(fields.values()), names=list(fields))
    return arrow.ListArray.from_arrays(_offsets(map(len, parts)), pairs)


def column_values(column: Any) -> list[Any]:
    """Return what `to_pylist` returns of an Arrow array, but with grids as integer arrays.

    A grid that is none (with rows of several lengths, or without cells) stays a list of lists.
    """
    if not (_is_list(column.type) and extra("pyarrow.types").is_struct(column.type.value_type)):
        return column.to_pylist()
    pairs = column.values
    if pairs.null_count:
        return column.to_pylist()
    names = [field.name for field in pairs.type]
    fields = [_field_values(pairs.field(number)) for number in range(len(names))]
    flat = [dict(zip(names, values, strict=True)) for values in zip(*fields, strict=True)]
    ends = column.offsets.to_numpy().tolist()
    found = zip(pairwise(ends), column.is_valid().to_pylist(), strict=True)
    return [flat[first:last] if valid else None for (first, last), valid in found]


def _grid_array(grids: Sequence[Grid | None]) -> Any:
    arrow = extra("pyarrow")
    known = [grid for grid in grids if grid is not None]
    widths = [width for height, width in (grid.shape for grid in known) for _ in range(height)]
    cells = np.concatenate([np.empty(0, np.uint8), *(grid.ravel() for grid in known)])
    rows = arrow.ListArray.from_arrays(_offsets(widths), arrow.array(cells))
    heights = (0 if grid is None else len(grid) for grid in grids)
    missing = arrow.array([grid is None for grid in grids], arrow.bool_())
    return arrow.ListArray.from_arrays(_offsets(heights), rows, mask=missing)


def _offsets(lengths: Iterable[int]) -> Int32[np.ndarray, " _"]:
    return np.cumsum([0, *lengths], dtype=np.int32)


def _field_values(array: Any) -> list[Any]:
    inner = array.type.value_type if _is_list(array.type) else array.type
    if not (_is_list(inner) and extra("pyarrow.types").is_integer(inner.value_type)):
        return array.to_pylist()
    rows = array.values
    if rows.null_count or rows.values.null_count:
        return array.to_pylist()
    cells, row_ends = rows.values.to_numpy(), rows.offsets.to_numpy()
    grid_ends = array.offsets.to_numpy().tolist()
    found = zip(pairwise(grid_ends), array.is_valid().to_pylist(), strict=True)
    return [_cut(cells, row_ends[a : b + 1]) if valid else None for (a, b), valid in found]


def _cut(cells: np.ndarray, ends: np.ndarray) -> Any:
    """Cut a grid out of the cells of many, given where its first row begins and each ends."""
    widths = ends[1:] - ends[:-1]
    if widths.size and widths[0] > 0 and (widths == widths[0]).all():
        return cells[ends[0] : ends[-1]].reshape(widths.size, widths[0])
    return [cells[first:last].tolist() for first, last in pairwise(ends)]


def _is_list(kind: Any) -> bool:
    types = extra("pyarrow.types")
    return types.is_list(kind) or types.is_large_list(kind)
