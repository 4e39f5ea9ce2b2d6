"""Apply, describe, sample or question a task program, or list the words of its language.

    python scripts/task_program.py apply PROGRAM GRIDS
    python scripts/task_program.py describe PROGRAM
    python scripts/task_program.py sample PROGRAM --count 5 --seed 0
    python scripts/task_program.py rivals PROGRAM [TASK]
    python scripts/task_program.py words [NAME]

PROGRAM is the id of an official task, such as AboveBelow3, or a JSON file with a program; GRIDS is
a JSON file with a grid, a list of grids or a task. `--out FILE` writes JSON (apply: a list of
grids; sample: a list of examples) instead of text; `--components FILE` first runs a Python file of
your own that declares components. `rivals` looks for other rules that explain support examples and
disagree on a test, in TASK or in examples that it draws.

Hardware: any CPU. Duration: seconds. Expect: grids as digits; exit code 2 and one line where the
rule says nothing clear about a grid.
"""

import argparse
from pathlib import Path

from arcrep.doors import door
from arcrep.generator import run_program


def main() -> None:
    """Do what the command line says with a program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["apply", "describe", "sample", "rivals", "words"])
    parser.add_argument("program", metavar="PROGRAM", nargs="?")
    parser.add_argument("grids", metavar="GRIDS", nargs="?", type=Path, help="for apply")
    parser.add_argument("--count", type=int, help="examples to sample (3)")
    parser.add_argument("--seed", type=int, help="of the examples (0)")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--components", type=Path, metavar="FILE")
    run_program(**vars(parser.parse_args()))


if __name__ == "__main__":
    door(main)()
