"""One page about a training run and its representations, in a single file that needs no network."""

from importlib import resources
from pathlib import Path
from string import Template

from arcrep.arc import TaskSet
from arcrep.plotting.markup import join
from arcrep.plotting.report_about import about_section, headline
from arcrep.plotting.report_accuracy import accuracy_section
from arcrep.plotting.report_grids import grids_section
from arcrep.plotting.report_inputs import ReportInputs, read_inputs
from arcrep.plotting.report_measures import learning_section, map_section, separation_section
from arcrep.runs import Run, new_folder

DOOR = "analysis/report.py"
RESULTS = Path("results/analysis/report")
PAGE = "report.html"


def write_report(
    *,
    run: str,
    separation: str,
    projection: str,
    tasks: TaskSet,
    name: str = "default",
    out: str | None = None,
    dry_run: bool = False,
) -> Path | None:
    """Write report.html into a run folder of its own and print where it is.

    Args:
        run: A finished training run with predictions and scores.
        separation: The measurement of its vectors.
        projection: The maps of its vectors.
        tasks: The task set that it was trained on.
        name: Folder name of the results where `out` is not given.
        out: The folder of the results.
        dry_run: Read and check everything, write nothing.

    Returns:
        The page, or None after a dry run.

    Raises:
        ValueError: A run is unfinished, or the runs and the task set do not belong together.
    """
    reads = [Path(folder) for folder in (run, separation, projection)]
    page = render_page(read_inputs(*reads, tasks=tasks))
    if dry_run:
        print(f"dry run: nothing written; {PAGE} would have {len(page) / 1e6:.1f} MB")
        return None
    folder = Path(out) if out else new_folder(RESULTS, name, seed=0)
    config = {"run": run, "separation": separation, "projection": projection, "name": name}
    inputs = {"task_set": tasks.name, "digest": tasks.digest}
    with Run.create(folder, door=DOOR, config=config, reads=reads, inputs=inputs) as own:
        path = own.write_text(PAGE, page)
        own.complete()
    print(f"report: {path.resolve()}")
    return path


def render_page(inputs: ReportInputs) -> str:
    """Put the page together."""
    here = resources.files("arcrep.plotting")
    sections = [
        headline(inputs),
        about_section(inputs),
        accuracy_section(inputs),
        grids_section(inputs),
        learning_section(inputs),
        separation_section(inputs),
        map_section(inputs),
    ]
    template = Template((here / "report_page.html").read_text("utf-8"))
    style = (here / "report_page.css").read_text("utf-8")
    return template.substitute(style=style, body=join(sections))
