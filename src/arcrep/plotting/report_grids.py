"""A few test inputs with what the model answered and what was asked for, as grids."""

import hashlib
from collections import Counter
from collections.abc import Iterable

import numpy as np

from arcrep.arc import Grid, png_bytes
from arcrep.evaluation import OUTCOMES, Prediction, QueryScore
from arcrep.plotting.markup import Markup, join, paragraph, picture, section, tag
from arcrep.plotting.report_inputs import ReportInputs

_SHOWN = {"correct": 4, "wrong": 4}
_SHOWN_OF_OTHERS = 2
_SIDE, _CELL = 96, 24  # pixels on the page that a side of a grid and a cell may take at most


def grids_section(inputs: ReportInputs) -> Markup:
    """Show queries of every outcome."""
    counts = inputs.scores.counts
    parts = [
        paragraph(
            "Drawn by a hash of the task id, different concepts first, so neither the best nor the "
            "worst were picked. The example is the first demonstration of the task."
        )
    ]
    for outcome in OUTCOMES:
        limit = _SHOWN.get(outcome, _SHOWN_OF_OTHERS)
        chosen = choose_queries(inputs.scores.queries, outcome, limit)
        if chosen:
            title = f"{outcome.replace('_', ' ')}: {len(chosen)} of {counts[outcome]:,}"
            shown = tag("div", *(_query(inputs, one) for one in chosen), class_="queries")
            parts += [tag("h3", title.capitalize()), shown]
    return section("Test inputs, predictions and targets", *parts)


def choose_queries(queries: Iterable[QueryScore], outcome: str, limit: int) -> list[QueryScore]:
    """Draw queries of one outcome by a hash of their names, spread over concepts."""
    found = [query for query in queries if query.outcome == outcome]
    found.sort(key=lambda query: hashlib.sha256(f"{query.task}/{query.test}".encode()).digest())
    seen: Counter[str | None] = Counter()
    ranks: list[int] = []
    for query in found:
        ranks.append(seen[query.concept])
        seen[query.concept] += 1
    order = sorted(range(len(found)), key=lambda index: ranks[index])
    return [found[index] for index in order[:limit]]


def _query(inputs: ReportInputs, query: QueryScore) -> Markup:
    task = inputs.tasks[query.task]
    test, shown = task.test[query.test], task.support_examples()[0]
    target = test.output
    assert target is not None  # a query has one
    assert shown.output is not None  # so has all support
    name = f"{query.task}, test {query.test + 1}" + (f" ({task.concept})" if task.concept else "")
    figures = [
        _grid(shown.input, "example", ""),
        _grid(shown.output, "its output", ""),
        _grid(test.input, "test input", ""),
        _prediction(inputs.predictions.get((query.task, query.test)), target),
        _grid(target, "target", "repeats the input" if query.copied else ""),
    ]
    return tag("article", tag("h4", name), tag("div", *figures, class_="grids"))


def _prediction(prediction: Prediction | None, target: Grid) -> Markup:
    if prediction is None:
        return _no_grid("no prediction")
    if prediction.grid is None:
        reason = prediction.extra.get("reason")
        return _no_grid(prediction.status.replace("_", " ") + (f": {reason}" if reason else ""))
    return _grid(prediction.grid, "prediction", _difference(prediction.grid, target))


def _difference(grid: Grid, target: Grid) -> str:
    if grid.shape != target.shape:
        return "another size than the target"
    cells = int(np.count_nonzero(grid != target))
    return f"{cells} of {target.size} cells differ" if cells else "as the target"


def _grid(grid: Grid, name: str, remark: str) -> Markup:
    height, width = grid.shape
    cell = min(_CELL, max(3, _SIDE // max(height, width)))
    alt = f"{name}, {height} rows, {width} columns" + (f", {remark}" if remark else "")
    image = picture(png_bytes(grid), alt, width * cell, height * cell, "grid")
    return _figure(image, name, f"{height} x {width}", remark)


def _no_grid(reason: str) -> Markup:
    return _figure(tag("div", "no grid", class_="nogrid"), "prediction", reason, "")


def _figure(content: Markup, name: str, *remarks: str) -> Markup:
    lines = [tag("span", remark) for remark in remarks if remark]
    return tag("figure", content, tag("figcaption", tag("b", name), join(lines)))
