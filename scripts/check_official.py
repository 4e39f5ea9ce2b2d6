"""Apply the programs of the official ConceptARC tasks to all official inputs.

    python scripts/check_official.py
    python scripts/check_official.py --sheets FOLDER

Prints exact pairs by concept, every pair that differs (the official output beside the rule's), the
table of concept gates, and how many official tasks use each primitive. With --sheets, also writes
PNGs with official pairs beside ones drawn anew, to be looked at.

Hardware: any CPU. Duration: seconds. Expect: 905 of 907 pairs, with two errata of the corpus, own
gate 160 of 160, 94 of 94 minimal pairs; exit code 0, or 1 where anything else differs.
"""

import argparse
import sys
from pathlib import Path

from arcrep.doors import door
from arcrep.generator import run_check_official


def main() -> None:
    """Check the official programs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", default="conceptarc", help="the official tasks")
    parser.add_argument("--minimal", default="conceptarc_minimal", help="the minimal tasks")
    parser.add_argument("--sheets", type=Path, metavar="FOLDER", help="write contact sheets here")
    options = vars(parser.parse_args())
    folder = options.pop("sheets")
    if folder:
        from arcrep.plotting import write_contact_sheets  # slow to import

        write_contact_sheets(folder, options["source"])
    sys.exit(0 if run_check_official(**options) else 1)


if __name__ == "__main__":
    door(main)()
