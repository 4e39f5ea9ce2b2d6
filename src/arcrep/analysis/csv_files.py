"""The tables of a separation run as CSV files."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from arcrep.runs import read_run

SEPARATION = "separation.csv"
PER_LABEL = "separation_per_label.csv"

_TEXT = ("layer", "label_set", "given")
_MEASURED = ("macro", "low", "high", "null_mean", "null_sd", "p", "p_over_layers", "micro")
_COUNTS = ("items", "labels", "singletons", "missing", "dropped")
COLUMNS = (*_TEXT, *_MEASURED, *_COUNTS, "reason")
LABEL_COLUMNS = (*_TEXT, "label", "value", "anchors", "items")


def as_csv(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Write rows as CSV; floats in full, an undefined one as `nan`."""
    file = io.StringIO()
    # All text is quoted: the csv module forgets to quote a lone carriage return otherwise.
    writer = csv.DictWriter(file, columns, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def read_separation(folder: Path | str) -> list[dict[str, Any]]:
    """Read separation.csv of a finished run: the rows that `summary_rows` gave, with its numbers.

    Raises:
        ValueError: The run is unfinished, or the table has other columns.
    """
    read_run(folder)
    path = Path(folder) / SEPARATION
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file, strict=True)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            lacking = ", ".join(sorted(set(COLUMNS) - set(reader.fieldnames or ()))) or "none"
            raise ValueError(
                f"{path} was written by another version (columns lacking: {lacking}); measure again"
            )
        return [_parsed(record) for record in reader]


def _parsed(record: Mapping[str, str]) -> dict[str, Any]:
    numbers = {name: float(record[name]) for name in _MEASURED}
    counts = {name: int(record[name]) for name in _COUNTS}
    return {**record, **numbers, **counts}
