"""What lies in a folder: the files that may hold tasks, and the junk beside them."""

import os
from dataclasses import dataclass, field
from pathlib import Path

JSON_SUFFIX = ".json"
PARQUET_SUFFIX = ".parquet"


@dataclass(frozen=True)
class Listing:
    """Files below a folder, each group sorted by path; `ignored` holds what is not read."""

    json: list[Path] = field(default_factory=list[Path])
    parquet: list[Path] = field(default_factory=list[Path])
    ignored: list[Path] = field(default_factory=list[Path])


def list_folder(folder: Path) -> Listing:
    """List a folder and the folders in it, following links; hidden names count as junk.

    Raises:
        ValueError: A folder cannot be read, links back to one that holds it, or has the name of a
            JSON file.
    """
    listing = Listing()
    _walk(folder, (), listing)
    return listing


def _walk(folder: Path, above: tuple[str, ...], listing: Listing) -> None:
    real = os.path.realpath(folder)
    if real in above:
        raise ValueError(f"{folder}: is a link back to {real}, which holds it: remove the link")
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise ValueError(f"{folder}: cannot be read: {error.strerror}") from None
    for entry in entries:
        suffix = entry.suffix.lower()
        if entry.name.startswith("."):
            listing.ignored.append(entry)
        elif suffix == JSON_SUFFIX:
            listing.json.append(entry)
        elif suffix == PARQUET_SUFFIX:
            listing.parquet.append(entry)
        elif entry.is_dir():
            _walk(entry, (*above, real), listing)
        else:
            listing.ignored.append(entry)
