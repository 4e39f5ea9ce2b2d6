"""Look through a task set, review it, or put the reviews of several people side by side.

    python scripts/view_tasks.py PATH_OR_NAME                               write a page beside it
    python scripts/view_tasks.py PATH_OR_NAME --review --reviewer ANNA      judge its tasks
    python scripts/view_tasks.py PATH_OR_NAME --merge A.jsonl B.jsonl --out reviews.json

The page is one file that needs no network: FOLDER.html beside FOLDER, NAME.html beside a file, here
for a source that is fetched, or --out. A review is served to this machine alone; each verdict
is on the disk, in reviews_ANNA.jsonl, before the page calls it saved. Merging prints agreement,
Cohen's kappa and the share of invalid tasks, and writes what a generator can leave out.

Hardware: any CPU, and a browser. Duration: seconds. Expect: 160 tasks, 0.2 MB, from `conceptarc`.
"""

import argparse
from pathlib import Path

from arcrep.doors import door
from arcrep.plotting import run_view_tasks


def main() -> None:
    """Do what the command line says with a task set."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", metavar="PATH_OR_NAME", help="a task set")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the page, or merged reviews")
    parser.add_argument("--review", action="store_true", help="serve the page and take verdicts")
    parser.add_argument("--reviewer", metavar="NAME", help="who judges")
    parser.add_argument("--reviews", type=Path, metavar="FILE", help="where verdicts are kept")
    parser.add_argument("--port", type=int, help="where to listen; any free port by default")
    parser.add_argument("--merge", type=Path, nargs="+", default=[], metavar="FILE")
    run_view_tasks(**vars(parser.parse_args()))


if __name__ == "__main__":
    door(main)()
