"""Checkpoints: written whole or not at all, the newest good one read."""

import re
import warnings
from pathlib import Path
from typing import Any

from arcrep.models import read_saved, write_saved

KEPT = 2
_NAME = re.compile(r"step_\d{8,}\.pt")


class Checkpoints:
    """The checkpoints of a run folder, `checkpoints/step_<n>.pt`; the newest two are kept.

    The one before the newest stays because a machine that dies can cut the newest.
    """

    def __init__(self, run_folder: Path) -> None:
        self.folder = run_folder / "checkpoints"

    def save(self, step: int, content: dict[str, Any]) -> Path:
        """Write the checkpoint of a step, then drop those before it that are too old.

        One of a later step, from which the run could not go on, is no reason to drop a good one.

        Raises:
            OSError: There is no room; older checkpoints are still there.
        """
        path = self.folder / f"step_{step:08d}.pt"
        write_saved(path, {**content, "step": step})
        found = self._newest_first()
        for old in found[found.index(path) + KEPT :]:
            old.unlink()
        return path

    def newest(self) -> tuple[Path, dict[str, Any]] | None:
        """Read the newest checkpoint that is whole, with its place; None where there is none.

        Tensors come to the CPU; the owner of each moves it. A checkpoint that cannot be read is
        named in a warning and passed over.

        Raises:
            ValueError: There are checkpoints, but none that can be read.
        """
        self._sweep()
        found = self._newest_first()
        for path in found:
            try:
                return path, _read(path)
            except ValueError as error:
                warnings.warn(f"{error}; trying the one before", stacklevel=2)
        if found:
            raise ValueError(f"none of the {len(found)} checkpoints in {self.folder} can be read")
        return None

    def _newest_first(self) -> list[Path]:
        found = (path for path in self.folder.glob("step_*.pt") if _NAME.fullmatch(path.name))
        return sorted(found, key=lambda path: (len(path.name), path.name), reverse=True)

    def _sweep(self) -> None:
        """Remove what a killed writer left; the run's lock says that nobody is writing."""
        for orphan in self.folder.glob(".step_*.tmp"):
            orphan.unlink()


def _read(path: Path) -> dict[str, Any]:
    saved = read_saved(path)
    if not isinstance(saved, dict) or type(saved.get("step")) is not int:
        raise ValueError(f"{path} is no checkpoint of a training run: it tells no step")
    return saved
