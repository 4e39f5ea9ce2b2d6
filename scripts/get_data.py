"""Fetch a named task set into the cache, or say what is in a file, a folder or a source.

    python scripts/get_data.py conceptarc                    fetch it over the network
    python scripts/get_data.py conceptarc --from FOLDER      take it from below a folder, offline
    python scripts/get_data.py --check PATH_OR_NAME          what is in it, and what is odd about it
    python scripts/get_data.py --list                        the sources, and where each one is now

The cache is the folder ARCREP_DATA, else the user's cache folder. Seconds on any machine; expect
160 tasks, 427 demonstrations and 480 tests from `--check conceptarc`.
"""

import argparse
from pathlib import Path

from arcrep.arc import describe, fetch, list_sources, load
from arcrep.doors import door


def main() -> None:
    """Read the command line and do the one thing it asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", nargs="?", help="the source to fetch")
    parser.add_argument("--from", dest="folder", type=Path, help="take it from below this folder")
    parser.add_argument(
        "--accept-new",
        action="store_true",
        help="replace what was fetched before when the content has changed since",
    )
    parser.add_argument("--check", metavar="PATH_OR_NAME", help="say what is in a path or source")
    parser.add_argument("--list", action="store_true", help="list the sources and where they are")
    asked = parser.parse_args()
    if (asked.name is not None) + (asked.check is not None) + asked.list != 1:
        parser.error("give one of: NAME, --check PATH_OR_NAME, --list")
    if asked.name is None and (asked.folder or asked.accept_new):
        parser.error("--from and --accept-new go with a NAME to fetch")
    if asked.list:
        print(list_sources())
    elif asked.check is not None:
        print(describe(load(asked.check)))
    else:
        place = fetch(asked.name, asked.folder, asked.accept_new)
        print(f"{describe(load(asked.name))}\n{asked.name} is in {place}")


if __name__ == "__main__":
    door(main)()
