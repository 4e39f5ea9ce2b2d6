"""How training went, and how the representations that it left are organised."""

from math import isfinite, isnan

import numpy as np

from arcrep.plotting.charts import Series, chart
from arcrep.plotting.markup import Markup, folded, paragraph, picture, section, table, tag
from arcrep.plotting.report_inputs import Map, ReportInputs, SeparationRow

_MAX_POINTS = 200
_MAX_MAPS = 6


def learning_section(inputs: ReportInputs) -> Markup:
    """Draw the loss, and the accuracy where it was measured on the way."""
    losses = [(float(line["step"]), float(line["loss"])) for line in inputs.train_lines("train")]
    known = [
        (float(line["step"]), 100 * float(line["accuracy"]))
        for line in inputs.train_lines("eval")
        if isfinite(line.get("accuracy", float("nan")))
    ]
    if not losses:
        return section("Learning", paragraph("The run logged no steps."))
    charts = [_curve(thinned(losses), "loss", "Training loss by step")]
    if known:
        charts.append(_curve(known, "accuracy %", "Accuracy on test inputs by step"))
    return section("Learning", tag("div", *charts, class_="charts"))


def _curve(points: list[tuple[float, float]], name: str, title: str) -> Markup:
    top = max((y for _, y in points if isfinite(y)), default=1.0) or 1.0
    end = max(x for x, _ in points) or 1.0
    drawn = chart(
        Series(points),
        title=title,
        x_name="step",
        y_name=name,
        x_range=(0.0, float(end)),
        y_range=(0.0, 1.05 * top),
        dots=len(points) < 20,
    )
    return tag("figure", drawn, tag("figcaption", title))


def thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Average neighbours until at most 200 points are left."""
    parts = np.array_split(np.array(points, np.float64), min(len(points), _MAX_POINTS))
    return [(float(x), float(y)) for x, y in (part.mean(axis=0) for part in parts)]


def separation_section(inputs: ReportInputs) -> Markup:
    """Draw the separation by label set and layer beside its null, and list it."""
    rows = inputs.separations
    by_set = {
        name: [row for row in rows if row.label_set == name]
        for name in dict.fromkeys(row.label_set for row in rows)
    }
    y_range = _common_range(rows)
    best = [max(of, key=_rank) for of in by_set.values()]
    layers = list(dict.fromkeys(row.layer for row in rows))
    numbers = [str(number) for number in range(len(layers))]
    named = "; ".join(f"{number}: {layer}" for number, layer in zip(numbers, layers, strict=True))
    return section(
        "How the representations are organised",
        paragraph(
            "Separation: how often a task of the same label lies nearer than one of another label; "
            "50% is chance. Null: the same with labels permuted, dashed with two standard "
            "deviations around it. Bars: 95% intervals. All p are one-sided. Labels of one item "
            "are compared with, and not counted among those averaged."
        ),
        tag("div", *(_panel(name, of, y_range) for name, of in by_set.items()), class_="charts"),
        *([paragraph(f"Layers: {named}.")] if layers != numbers else []),
        _separation_table(
            [(row, row.p_over_layers) for row in best],
            "p over layers",
            "Best layer of each label set (p: against the best layer of each permutation)",
        ),
        folded(
            f"All {len(rows)} measurements",
            _separation_table(
                [(row, row.p) for row in rows],
                "p",
                "Every layer and label set (p: of a layer chosen beforehand)",
            ),
        ),
    )


def _common_range(rows: list[SeparationRow]) -> tuple[float, float]:
    """Give all panels one vertical axis, wide enough for the intervals and the null."""
    ends = [
        100 * end
        for row in rows
        for spread in (2 * row.null_sd,)
        for end in (row.macro, row.low, row.high, row.null_mean - spread, row.null_mean + spread)
    ]
    finite = [end for end in ends if isfinite(end)] or [50.0]
    return max(0.0, min(finite) - 2), min(101.0, max(finite) + 2)


def _rank(row: SeparationRow) -> float:
    return -1.0 if isnan(row.macro) else row.macro


def _panel(name: str, rows: list[SeparationRow], y_range: tuple[float, float]) -> Markup:
    null = [(100 * row.null_mean, 200 * row.null_sd) for row in rows]
    drawn = chart(
        Series(
            [(float(n), 100 * row.macro) for n, row in enumerate(rows)],
            [(100 * row.low, 100 * row.high) for row in rows],
        ),
        title=f"Separation by {name}, layer by layer, with null and 95% interval",
        x_name="layer",
        y_name="separation %",
        reference=Series(
            [(float(n), mean) for n, (mean, _) in enumerate(null)],
            [(mean - spread, mean + spread) for mean, spread in null],
        ),
        x_range=(-0.5, len(rows) - 0.5),
        y_range=y_range,
        dots=True,
    )
    return tag("figure", drawn, tag("figcaption", name))


def _separation_table(rows: list[tuple[SeparationRow, float]], p_name: str, caption: str) -> Markup:
    header = ("Label set", "Layer", "Separation %", "95% interval", "Null % (SD)", p_name)
    body = [_separation_cells(row, p) for row, p in rows]
    return table((*header, "Items", "Labels", "Of one item"), body, caption, 2)


def _separation_cells(row: SeparationRow, p: float) -> tuple[str, ...]:
    if isnan(row.macro):
        found = (f"- ({row.reason})", "-", "-", "-")
    else:
        found = (
            f"{100 * row.macro:.2f}",
            "-" if isnan(row.low) else f"[{100 * row.low:.2f}, {100 * row.high:.2f}]",
            "-" if isnan(row.null_mean) else f"{100 * row.null_mean:.2f} ({100 * row.null_sd:.2f})",
            "-" if isnan(p) else f"{p:.4f}",
        )
    counts = (row.items, row.labels, row.singletons)
    return (row.label_set, row.layer, *found, *map(str, counts))


def map_section(inputs: ReportInputs) -> Markup:
    """Show the maps, the first one open."""
    drawn = [one for one in inputs.maps if one.png]
    first, *others = drawn[:_MAX_MAPS]
    missing = [
        paragraph(f"No map of {one.summary.layer}: {one.summary.reason}.")
        for one in inputs.maps
        if not one.png
    ]
    left = len(drawn) - _MAX_MAPS
    more = [paragraph(f"{left} more maps are in the folder of the run.")] if left > 0 else []
    return section(
        "Maps of the representations",
        paragraph(
            "UMAP in two dimensions. Its axes have no meaning and its clusters are no evidence: "
            "the numbers above are. Below each map stands how much of the neighbourhoods it keeps."
        ),
        _map(first),
        *(folded(f"Layer {one.summary.layer}", _map(one)) for one in others),
        *missing,
        *more,
    )


def _map(one: Map) -> Markup:
    about = one.summary
    alt = f"UMAP of {about.items} items, {about.layer}, one panel per label set"
    image = picture(one.png, alt, *one.size, "map")
    caption = f"Layer {about.layer}. {about.trust}"
    scrolling = tag("div", image, class_="wide", tabindex="0", role="region", aria_label=alt)
    return tag("figure", scrolling, tag("figcaption", caption))
