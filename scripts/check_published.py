"""Compare a published checkpoint in our model with what its authors' code computes from it.

    python scripts/check_published.py FOLDER

FOLDER holds the checkpoint under its published name, about.json and expected.safetensors (inputs
and the expected logits, loss and gradient norms; see arcrep.training.parity). Prints the largest
difference of each tensor relative to its largest expected value.

Hardware: any CPU. Duration: seconds. Expect: every difference under 2e-4, and exit code 0; 1
where one is larger, 2 where a file is missing or not what it should be.
"""

import argparse
import sys
from pathlib import Path

from arcrep.doors import door


def main() -> None:
    """Check the folder that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args().folder
    from arcrep.training.parity import TOLERANCE, check_published  # slow to import

    differences = check_published(folder)
    for difference in differences:
        print(f"{difference.relative:10.2e}  {'' if difference.holds else '! '}{difference.name}")
    failed = sum(not difference.holds for difference in differences)
    print(f"{len(differences)} tensors, {failed} of them beyond {TOLERANCE:.0e}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    door(main)()
