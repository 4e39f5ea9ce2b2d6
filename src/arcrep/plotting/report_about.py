"""The opening of a report: the one number, what it is worth, and what was run."""

import re
from datetime import timedelta
from typing import Any, cast

from arcrep.arc.sources import STARTER
from arcrep.evaluation import Row
from arcrep.plotting.markup import Markup, folded, join, section, tag
from arcrep.plotting.report_accuracy import interval_text, number_text
from arcrep.plotting.report_inputs import ReportInputs

NEAR_PERCENT = 5.0
"""An accuracy less than this above the copy baseline is called near it."""

_SHORT = timedelta(hours=1)


def headline(inputs: ReportInputs) -> Markup:
    """Say the one number, and what it is worth."""
    row = inputs.row("mean", "queries")
    text = (
        f"{number_text(row.percent)}% of {row.queries:,} test inputs that the model had not seen "
        f"are answered exactly (95% interval {interval_text(row)}); repeating the input answers "
        f"{number_text(row.copy)}%."
    )
    if row.queries == 0:
        text = "No test input has a target: there is nothing to score."
    notes = [tag("p", note, class_="note") for note in _notes(inputs, row)]
    return join([tag("p", text, class_="lead"), *notes])


def _notes(inputs: ReportInputs, row: Row) -> list[str]:
    notes: list[str] = []
    if inputs.tasks.name == STARTER:
        notes.append(
            f"The data are the {len(inputs.tasks)} starter tasks that the package brings along, "
            "not ConceptARC: the page shows that every step works, and nothing about that data set."
        )
    if row.percent - row.copy < NEAR_PERCENT:
        notes.append(_near_baseline(inputs))
    return notes


def _near_baseline(inputs: ReportInputs) -> str:
    per_task = _n_support(inputs) / len(inputs.tasks)
    where = _device(inputs)
    spent = f"{per_task:.1f} examples a task and {_time(inputs.duration)}"
    spent += f" on {where}" if where else ""
    if inputs.duration > _SHORT:
        return f"With {spent} the model stays near the baseline: it hardly learnt the rules."
    return (
        f"With {spent} the accuracy stays near the baseline, as is to be expected: read this page "
        "as a proof that every step works, not as a measure of what the model can learn."
    )


def about_section(inputs: ReportInputs) -> Markup:
    """Say what was run, on what, with what."""
    config = inputs.train["config"]
    lines = inputs.train_lines("train")
    last: dict[str, Any] = lines[-1] if lines else {}
    facts = {
        "Task set": f"{inputs.tasks.name}: {len(inputs.tasks):,} tasks, {_n_support(inputs):,} "
        f"support examples, {len(inputs.scores.queries):,} test inputs with a target",
        "Digest": inputs.tasks.digest[:16],
        "Model": _component(config.get("model")),
        "Training": f"{last.get('step', 0):,} steps, "
        f"{sum(line.get('examples', 0) for line in lines):,} examples, "
        f"last loss {last.get('loss', float('nan')):.4f}",
        "Seed": str(config.get("seed", "not recorded")),
        "Device": _device(inputs) or "not recorded",
        "Time": f"{_time(inputs.duration)} (training and answering), "
        f"started {inputs.train['started'][:16].replace('T', ' at ')}",
        "Code": re.sub(r"([0-9a-f]{12})[0-9a-f]+", r"\1", inputs.train["code"]),
    }
    items = [tag("div", tag("dt", name), tag("dd", text)) for name, text in facts.items()]
    return section("What was run", tag("dl", *items), folded("All settings", _provenance(inputs)))


def _provenance(inputs: ReportInputs) -> Markup:
    runs = (inputs.train, inputs.separation, inputs.projection)
    parts: list[Markup] = []
    for run in runs:
        packages = ", ".join(f"{name} {version}" for name, version in run["packages"].items())
        lines = [
            " ".join(run["command"]),
            f"code {run['code']}; {packages}; {_settings(run['machine'])}",
            *(f"{key}: {_settings(value)}" for key, value in run["config"].items()),
        ]
        parts += [tag("h3", run["door"]), tag("pre", "\n".join(lines))]
    return join(parts)


def _settings(value: Any) -> str:
    if isinstance(value, dict):
        settings = cast("dict[str, Any]", value)
        return ", ".join(f"{key}={_settings(item)}" for key, item in settings.items())
    return "not recorded" if value is None else str(value)


def _component(value: Any) -> str:
    """Name a component of a configuration by its class, then its settings."""
    if not isinstance(value, dict) or "_target_" not in value:
        return _settings(value)
    named = cast("dict[str, Any]", value)
    settings = {key: item for key, item in named.items() if not key.startswith("_")}
    return f"{named['_target_'].rpartition('.')[2]}: {_settings(settings)}"


def _device(inputs: ReportInputs) -> str:
    recorded = inputs.train["machine"].get("device") or inputs.train["config"].get("device")
    return "" if recorded in {None, "auto"} else str(recorded)


def _n_support(inputs: ReportInputs) -> int:
    """Count the support examples that were trained on; the run knows which sets it used."""
    recorded = inputs.train["inputs"].get("tasks", {}).get("support_examples")
    return recorded or sum(len(task.support_examples()) for task in inputs.tasks)


def _time(duration: timedelta) -> str:
    seconds = round(duration.total_seconds())
    if seconds < 120:
        return f"{seconds} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
