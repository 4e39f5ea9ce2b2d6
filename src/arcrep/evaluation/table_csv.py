"""A table of scores as CSV: long form, full precision, and back."""

import csv
import io
import re
from dataclasses import astuple, fields
from math import isnan, nan

from arcrep.evaluation.tables import Row, Table

_ABOUT = ("task_set", "digest", "runs")
_ROW = tuple(field.name for field in fields(Row))
_NUMBERS = ("percent", "sd", "low", "high", "copy")
_COUNTS = ("concepts", "tasks", "queries")

# A spreadsheet runs a cell that begins so. It gets an apostrophe in front, which a reader takes
# away again; text that has apostrophes there already gets one more, so that nothing is lost.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def to_csv(table: Table) -> str:
    """Write the table as CSV, a row per number; NaN is an empty cell, numbers are in percent."""
    about = [guard(table.task_set), table.digest, str(table.runs)]
    return write_rows([*_ABOUT, *_ROW], [[*about, *map(_cell, astuple(row))] for row in table.rows])


def from_csv(text: str) -> Table:
    """Read what `to_csv` wrote.

    Raises:
        ValueError: The columns are others, or a cell is no number where one belongs.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    if reader.fieldnames != [*_ABOUT, *_ROW]:
        raise ValueError(
            f"a table of scores has columns {[*_ABOUT, *_ROW]}; got {reader.fieldnames}"
        )
    records = list(reader)
    if not records:
        raise ValueError("a table of scores without a row")
    first = records[0]
    rows = tuple(_read_row(record) for record in records)
    return Table(unguard(first["task_set"]), first["digest"], int(first["runs"]), rows)


def write_rows(header: list[str], rows: list[list[str]]) -> str:
    """Write rows of text as CSV with plain newlines."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    return out.getvalue()


def guard(text: str) -> str:
    """Keep a spreadsheet from running a text as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguard(text: str) -> str:
    """Give back the text that was guarded."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _cell(value: str | float | int) -> str:
    if isinstance(value, str):
        return guard(value)
    return "" if isnan(value) else repr(value)


def _read_row(record: dict[str, str]) -> Row:
    numbers = {name: float(record[name]) if record[name] else nan for name in _NUMBERS}
    counts = {name: int(record[name]) for name in _COUNTS}
    return Row(
        metric=record["metric"],
        group=unguard(record["group"]),
        reason=unguard(record["reason"]),
        **numbers,
        **counts,
    )
