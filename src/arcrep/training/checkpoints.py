"""Checkpoints: written whole or not at all, the newest good one read."""

import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import torch

from arcrep.models import read_saved, write_saved

KEPT = 2
_NAME = re.compile(r"step_\d{8,}\.pt")


class DamagedError(ValueError):
    """A checkpoint that was cut or changed, or is of another version; the one before may do."""


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
        path = self.folder / _name_of(step)
        write_saved(path, {**content, "step": step})
        found = self._newest_first()
        for old in found[found.index(path) + KEPT :]:
            old.unlink()
        return path

    def newest(
        self, accept: Callable[[Path, dict[str, Any]], None] = lambda *_: None
    ) -> tuple[Path, dict[str, Any]] | None:
        """Read the newest checkpoint that is whole, with its place; None where there is none.

        Tensors come to the CPU; the owner of each moves it. A damaged checkpoint is named in a
        warning and passed over.

        Args:
            accept: Takes a checkpoint that can be read, or raises `DamagedError`.

        Raises:
            ValueError: There are checkpoints, and all are damaged.
        """
        found = self._newest_first()
        for path in found:
            try:
                saved = _read(path)
                accept(path, saved)
            except DamagedError as error:
                if path == found[-1]:
                    raise ValueError(
                        f"none of the {len(found)} checkpoints in {self.folder} can be read; the "
                        f"last: {error}; put back a copy, or begin a new run"
                    ) from error
                warnings.warn(f"{error}; trying the one before", stacklevel=2)
            else:
                return path, saved
        return None

    def _newest_first(self) -> list[Path]:
        try:
            # glob would take a folder that cannot be listed for an empty one.
            found = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
        except FileNotFoundError:
            return []
        return sorted(found, key=lambda path: (len(path.name), path.name), reverse=True)


def first_misfit(found: Any, expected: Any, name: str = "") -> str | None:
    """Say where a nested state is not made as another one is; None where it is.

    It has the same names and lengths, its tensors the same shapes and types, its other values the
    same types; values may differ. All numbers are of one type, and so are lists and tuples.
    """
    if _kind(found) != _kind(expected):
        return f"{name} is {_kind(found)} instead of {_kind(expected)}"
    if isinstance(expected, torch.Tensor):
        for what in ("shape", "dtype"):
            has, wanted = getattr(found, what), getattr(expected, what)
            if has != wanted:
                return f"{name} has the {what} {_text(has)} instead of {_text(wanted)}"
    parts, wanted = _parts(found), _parts(expected)
    below = {key: f"{name}.{key}" if name else str(key) for key in (*wanted, *parts)}
    for key, part in wanted.items():
        if key not in parts:
            return f"{below[key]} is missing"
        if misfit := first_misfit(parts[key], part, below[key]):
            return misfit
    return next((f"{below[key]} is unknown" for key in parts if key not in wanted), None)


def _parts(value: Any) -> dict[Any, Any]:
    if isinstance(value, dict):
        return cast("dict[Any, Any]", value)
    return dict(enumerate(cast("list[Any]", value))) if isinstance(value, list | tuple) else {}


_KINDS = {
    "a tensor": torch.Tensor,
    "a dict": dict,
    "a list": (list, tuple),
    "a truth value": bool,
    "a number": (int, float),
}


def _kind(value: Any) -> str:
    kinds = (kind for kind, types in _KINDS.items() if isinstance(value, types))
    return next(kinds, type(value).__name__)


def _text(of: torch.Size | torch.dtype) -> str:
    return str([*of]) if isinstance(of, torch.Size) else str(of).removeprefix("torch.")


def _read(path: Path) -> dict[str, Any]:
    try:
        saved = read_saved(path)
    except ValueError as error:
        raise DamagedError(str(error)) from error
    if not isinstance(saved, dict) or type(saved.get("step")) is not int:
        raise DamagedError(f"{path} is no checkpoint of a training run: it tells no step")
    if path.name != _name_of(saved["step"]):
        raise DamagedError(f"{path} holds step {saved['step']}, which is not what its name says")
    return saved


def _name_of(step: int) -> str:
    return f"step_{step:08d}.pt"
