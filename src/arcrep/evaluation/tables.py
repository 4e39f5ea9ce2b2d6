"""One table of scores for the terminal, for Markdown and for LaTeX: the same numbers in each."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan


@dataclass(frozen=True)
class Row:
    """One number of a table, in percent, with what stands beside it.

    | metric    | group                             | percent                          |
    | --------- | --------------------------------- | -------------------------------- |
    | "concept" | a concept                         | its queries that are right       |
    | "mean"    | "predicate", "action", "concepts" | mean over those concepts         |
    | "mean"    | "queries"                         | all queries that are right       |
    | "solved"  | "1", "2", ..., "all"              | tasks with so many queries right |
    | "outcome" | "correct", "wrong", ...           | queries that came to it          |

    `percent` is the mean over runs, `sd` their sample SD (NaN for one run), `low` and `high` the
    95% interval, `copy` what an answer that repeats the input scores. `concepts` says how many
    concepts a mean is over, else 0. Where a number is NaN that could be one, `reason` says why.
    Test inputs without an output are the outcome "unscorable": a number of queries, no percent.
    """

    metric: str
    group: str
    percent: float
    sd: float
    low: float
    high: float
    copy: float
    concepts: int
    tasks: int
    queries: int
    reason: str = ""


@dataclass(frozen=True)
class Table:
    """The scores of one or several runs on one task set."""

    task_set: str
    digest: str
    runs: int
    rows: tuple[Row, ...]


COLUMNS = ("", "percent", "SD", "95% interval", "copy", "tasks", "queries")
WIDTH = 100
"""Columns of a terminal that the text form fits."""

_MARKDOWN = {character: f"\\{character}" for character in r"\`*_{}[]<>#|~$&"}
_LATEX = {character: f"\\{character}" for character in "{}$&#_%"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # at the start of a row it would be an argument of the line break before it
    "*": "{*}",
}


def to_text(table: Table) -> str:
    """Lay the table out for a terminal, at most 100 columns wide."""
    cells = [COLUMNS, *map(_cells, table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    widths[0] = min(widths[0], WIDTH - sum(widths[1:]) - 2 * len(widths[1:]))
    rule = "-" * (sum(widths) + 2 * len(widths[1:]))
    lines = [_align(COLUMNS, widths)]
    for section in _sections(table):
        lines += [rule, *(_align(_cells(row), widths) for row in section)]
    notes = [_cut(note, WIDTH) for note in _notes(table)]
    return "\n".join([*lines, rule, *notes]) + "\n"


def to_markdown(table: Table) -> str:
    """Write the table as Markdown."""
    lines = [_markdown_line(COLUMNS), "| --- |" + " ---: |" * (len(COLUMNS) - 1)]
    lines += [_markdown_line(_cells(row)) for row in table.rows]
    notes = [f"- {_escape(note, _MARKDOWN)}" for note in _notes(table)]
    return "\n".join([*lines, "", *notes]) + "\n"


def to_latex(table: Table) -> str:
    """Write the table as a LaTeX tabular in the style of booktabs."""
    lines = [*(f"% {note}" for note in _notes(table))]
    lines += [r"\begin{tabular}{l" + "r" * (len(COLUMNS) - 1) + "}", r"\toprule"]
    lines += [_latex_line(COLUMNS)]
    for section in _sections(table):
        lines += [r"\midrule", *(_latex_line(_cells(row)) for row in section)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _sections(table: Table) -> list[list[Row]]:
    kinds = dict.fromkeys(row.metric for row in table.rows)
    return [[row for row in table.rows if row.metric == kind] for kind in kinds]


def _cells(row: Row) -> tuple[str, ...]:
    interval = "-" if isnan(row.low) else f"[{row.low:.2f}, {row.high:.2f}]"
    return (
        _label(row),
        _number(row.percent),
        _number(row.sd),
        interval,
        _number(row.copy),
        str(row.tasks),
        str(row.queries),
    )


def _number(percent: float) -> str:
    return "-" if isnan(percent) else f"{percent:.2f}"


def _label(row: Row) -> str:
    if row.metric == "mean" and row.group == "queries":
        return "mean over queries"
    if row.metric == "mean":
        kind = "" if row.group == "concepts" else f"{row.group} "
        return f"mean of {row.concepts} {kind}concepts"
    if row.metric == "solved":
        least = {"all": "all queries", "1": "at least 1 query"}
        return f"tasks with {least.get(row.group, f'at least {row.group} queries')} solved"
    return _printable(row.group.replace("_", " ") if row.metric == "outcome" else row.group)


def _notes(table: Table) -> list[str]:
    runs = "1 run" if table.runs == 1 else f"mean over {table.runs} runs with their sample SD"
    notes = [
        f"{_printable(table.task_set)}, digest {table.digest[:12]}; {runs}",
        "copy: what an answer that repeats the input scores",
        "interval: clustered by task for accuracies, Wilson for shares of tasks",
    ]
    reasons = dict.fromkeys(f"{_label(row)}: {row.reason}" for row in table.rows if row.reason)
    return [*notes, *reasons]


def _printable(text: str) -> str:
    """Keep a name on its line and off the terminal's controls."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _align(cells: Iterable[str], widths: list[int]) -> str:
    label, *numbers = cells
    aligned = [f"{number:>{width}}" for number, width in zip(numbers, widths[1:], strict=True)]
    return "  ".join([f"{_cut(label, widths[0]):<{widths[0]}}", *aligned])


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _markdown_line(cells: Iterable[str]) -> str:
    label, *numbers = cells
    return "| " + " | ".join([_escape(label, _MARKDOWN), *numbers]) + " |"


def _latex_line(cells: Iterable[str]) -> str:
    label, *numbers = (_escape(cell, _LATEX) for cell in cells)
    return " & ".join([label, *numbers]) + r" \\"


def _escape(text: str, replacements: dict[str, str]) -> str:
    return text.translate(str.maketrans(replacements))
