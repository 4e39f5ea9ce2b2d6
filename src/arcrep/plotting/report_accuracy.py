"""How well a model answers, beside what repeating the input scores."""

from math import isfinite, isnan

from arcrep.arc import ACTION_CONCEPTS, PREDICATE_CONCEPTS
from arcrep.evaluation import Row
from arcrep.plotting.markup import Markup, paragraph, section, table, tag
from arcrep.plotting.report_inputs import ReportInputs


def accuracy_section(inputs: ReportInputs) -> Markup:
    """Set the accuracies beside what repeating the input scores."""
    rows = [row for row in inputs.table.rows if row.metric in {"concept", "mean"}]
    numbers = [number for row in rows for number in (row.percent, row.high, row.copy)]
    top = max([1.0, *(number for number in numbers if isfinite(number))])
    body = [
        (_label(row), _bar(row, top), *_numbers(row), f"{row.tasks:,}", f"{row.queries:,}")
        for row in rows
    ]
    header = ("Concept", "", "Accuracy %", "Copy %", "95% interval", "Tasks", "Queries")
    solved = [row for row in inputs.table.rows if row.metric == "solved"]
    outcomes = [row for row in inputs.table.rows if row.metric == "outcome"]
    return section(
        "Unseen test inputs solved",
        table(header, body, "Accuracy by concept, in percent of queries", n_text=2),
        paragraph(
            "An answer counts when its size and every cell are right. Copy: what repeating the "
            "input scores, drawn as the upright mark. Intervals allow for test inputs of one task "
            "not being independent; a single task gives none."
        ),
        table(
            ("Tasks with", "Share %", "Copy %", "95% interval", "Tasks"),
            [(_label(row), *_numbers(row), f"{row.tasks:,}") for row in solved],
            "Tasks by the number of queries solved",
        ),
        table(
            ("Outcome", "Share %", "Queries"),
            [(_label(row), number_text(row.percent), str(_count(inputs, row))) for row in outcomes],
            "What became of the queries",
        ),
    )


def _count(inputs: ReportInputs, row: Row) -> int:
    counts: dict[str, int] = {str(key): value for key, value in inputs.scores.counts.items()}
    return counts.get(row.group, row.queries)


def _label(row: Row) -> str:
    if row.metric == "mean":
        kind = "" if row.group == "concepts" else f"{row.group} "
        return "All queries" if row.group == "queries" else f"Mean of {row.concepts} {kind}concepts"
    if row.metric == "solved":
        names = {"all": "all queries solved", "1": "1 query solved or more"}
        return names.get(row.group, f"{row.group} queries solved or more")
    if row.metric == "concept":
        kinds = {"predicate": PREDICATE_CONCEPTS, "action": ACTION_CONCEPTS}
        kind = next((name for name, concepts in kinds.items() if row.group in concepts), None)
        return f"{row.group} ({kind})" if kind else row.group
    return row.group.replace("_", " ")


def _numbers(row: Row) -> tuple[str, str, str]:
    return number_text(row.percent), number_text(row.copy), interval_text(row)


def number_text(percent: float) -> str:
    """Write a number in percent, or a dash where there is none."""
    return "-" if isnan(percent) else f"{percent:.2f}"


def interval_text(row: Row) -> str:
    """Write the 95% interval of a row, or a dash where there is none."""
    return "-" if isnan(row.low) else f"[{row.low:.2f}, {row.high:.2f}]"


def _bar(row: Row, top: float) -> Markup:
    """Draw accuracy as a bar, its interval as a line and the copy baseline as an upright mark."""

    def place(percent: float) -> float:
        return round(100 * percent / top, 1) if isfinite(percent) else 0.0

    parts = [tag("rect", x=0, y=3, width=place(row.percent), height=8, class_="bar")]
    if isfinite(row.low):
        parts.append(
            tag("line", x1=place(row.low), x2=place(row.high), y1=7, y2=7, class_="whisker")
        )
    parts.append(tag("line", x1=place(row.copy), x2=place(row.copy), y1=0, y2=14, class_="mark"))
    return tag("svg", *parts, viewBox="-1 0 102 14", class_="bars", aria_hidden="true")
