"""Checkpoints: written whole or not at all, the newest good one read."""

import warnings
from pathlib import Path
from typing import Any

from arcrep.models import read_saved, write_saved

KEPT = 2


class Checkpoints:
    """The checkpoints of a run folder, `checkpoints/step_<n>.pt`; the newest two are kept.

    The one before the newest stays because a machine that dies can cut the newest.
    """

    def __init__(self, run_folder: Path) -> None:
        self.folder = run_folder / "checkpoints"

    def save(self, step: int, content: dict[str, Any]) -> Path:
        """Write the checkpoint of a step, then drop those that are too old.

        Raises:
            OSError: There is no room; older checkpoints are still there.
        """
        path = self.folder / f"step_{step:08d}.pt"
        write_saved(path, {**content, "step": step})
        for old in self._newest_first()[KEPT:]:
            old.unlink()
        return path

    def newest(self) -> dict[str, Any] | None:
        """Read the newest checkpoint that is whole, or None where there is none.

        Tensors come to the CPU; the owner of each moves it. A checkpoint that cannot be read is
        named in a warning and passed over.

        Raises:
            ValueError: There are checkpoints, but none that can be read.
        """
        self._sweep()
        found = self._newest_first()
        for path in found:
            try:
                return read_saved(path)
            except ValueError as error:
                warnings.warn(f"{error}; trying the one before", stacklevel=2)
        if found:
            raise ValueError(f"none of the {len(found)} checkpoints in {self.folder} can be read")
        return None

    def _newest_first(self) -> list[Path]:
        return sorted(self.folder.glob("step_*.pt"), reverse=True)

    def _sweep(self) -> None:
        """Remove what a killed writer left; the run's lock says that nobody is writing."""
        for orphan in self.folder.glob(".step_*.tmp"):
            orphan.unlink()
