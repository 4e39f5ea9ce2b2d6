"""What scripts/view_tasks.py calls: a page, a review, or the reviews of several people."""

import re
from collections.abc import Sequence
from pathlib import Path

from arcrep.arc import TaskSet, load
from arcrep.arc.sources import place_of
from arcrep.evaluation import check_reviewer, run_merge
from arcrep.plotting.review_server import serve_reviews
from arcrep.plotting.task_page import TITLE, write_task_page

_HEAD = 2000
"""In so many characters a page says what it is."""


def run_view_tasks(
    source: str,
    *,
    out: Path | None = None,
    review: bool = False,
    reviewer: str | None = None,
    reviews: Path | None = None,
    port: int | None = None,
    merge: Sequence[Path] = (),
) -> None:
    """Write the page of a task set, serve its review, or merge reviews of it.

    Args:
        source: The name of a source, or a path.
        out: The page (default NAME.html beside the tasks' folder or file; here, for a source that
            is fetched); with `merge`, where merged reviews go.
        review: Serve the page and take verdicts.
        reviewer: Whose verdicts they are.
        reviews: Their file (default reviews_REVIEWER.jsonl beside the tasks).
        port: Where to listen; any free one by default.
        merge: Files of reviews to be put side by side.

    Raises:
        ValueError: The tasks or reviews cannot be read, or what is asked for does not go together.
    """
    _check(review, reviewer, reviews, port, out, merge)
    tasks = load(source)
    if merge:
        _check_target(out, source, merge)
        run_merge(tasks, merge, out)
    elif review:
        assert reviewer is not None  # checked
        place = reviews or _beside(source) / f"reviews_{check_reviewer(reviewer)}.jsonl"
        serve_reviews(tasks, reviewer, place, port)
    else:
        page = out or _default_page(source, tasks)
        _check_target(page, source)
        if page.is_file() and TITLE not in page.read_text("utf-8", "replace")[:_HEAD]:
            raise ValueError(f"{page} is no page of tasks: choose another name (--out FILE)")
        try:
            path = write_task_page(page, tasks)
        except OSError as error:
            why = error.strerror or error
            raise ValueError(f"{page} cannot be written ({why}): choose --out FILE") from error
        print(f"{_size(tasks)}: {path.resolve()} ({path.stat().st_size / 1e6:.1f} MB)")


def _check(
    review: bool,
    reviewer: str | None,
    reviews: Path | None,
    port: int | None,
    out: Path | None,
    merge: Sequence[Path],
) -> None:
    if review and merge:
        raise ValueError("--review and --merge: do one after the other")
    if review and reviewer is None:
        raise ValueError("--review needs to know who reviews: add --reviewer NAME")
    if review and out is not None:
        raise ValueError("--out goes with a page or with --merge; --reviews names a review's file")
    if not review and not (reviewer is reviews is port is None):
        raise ValueError("--reviewer, --reviews and --port go with --review")


def _check_target(out: Path | None, source: str, merge: Sequence[Path] = ()) -> None:
    """Refuse to write over tasks, or over reviews that cannot be had again."""
    if out is None:
        return
    place, tasks = out.resolve(), place_of(source)
    if tasks and place.is_relative_to(tasks.resolve()):
        raise ValueError(f"{out} would lie among the tasks or replace them: choose another")
    if place.suffix == ".jsonl" or place in [path.resolve() for path in merge]:
        raise ValueError(f"{out} is a file of reviews, or is called like one: choose another name")


def _beside(source: str) -> Path:
    path = place_of(source) or Path()  # a source that is fetched: here
    return path if path.is_dir() else path.parent


def _default_page(source: str, tasks: TaskSet) -> Path:
    """Name the page like the folder or file of the tasks, beside it: nothing is put among them."""
    place = place_of(source)
    if place is None:
        return Path(f"{_file_name(tasks.name)}.html")
    place = place.absolute() if place.name not in {"", ".."} else place.resolve()
    name = place.name if place.is_dir() else place.stem
    return place.parent / f"{name or 'tasks'}.html"


def _file_name(name: str) -> str:
    """Return the name of a task set as one of a file: it may come from anybody's folder."""
    return re.sub(r"[^\w.-]+", "_", name).strip("._")[:100] or "tasks"


def _size(tasks: TaskSet) -> str:
    return f"{len(tasks):,} task{'s' if len(tasks) > 1 else ''}"
