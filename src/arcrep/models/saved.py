"""Models of ours as records that a checkpoint holds, and back."""

import pathlib
import pickle
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import nn

from arcrep.models.trm import Trm
from arcrep.models.varc import Varc
from arcrep.runs import open_atomic

Model = Varc | Trm
"""A model that is trained here, with one learned embedding per task."""

_KINDS: dict[str, type[Varc] | type[Trm]] = {"varc": Varc, "trm": Trm}

# All that torch.load was seen to raise on a cut file, depending on where the cut is.
_UNREADABLE = (
    *(RuntimeError, EOFError, OSError, ValueError, KeyError, pickle.UnpicklingError),
    *(zipfile.BadZipFile, zlib.error, struct.error),
)
_CHUNK_BYTES = 1 << 20


def model_record(model: Model) -> dict[str, Any]:
    """Return kind, settings, task ids and state of a model: all that building it again takes."""
    kind = next(name for name, of in _KINDS.items() if type(model) is of)
    return {
        "kind": kind,
        "settings": model.settings,
        "task_ids": list(model.task_table.task_ids),
        "state": model.state_dict(),
    }


def model_from_record(record: Mapping[str, Any]) -> Model:
    """Build the model of a record, in eval mode.

    Raises:
        ValueError: The record is of no known kind.
    """
    kind = record.get("kind")
    absent = [key for key in ("settings", "task_ids", "state") if key not in record]
    if absent:
        raise ValueError(f"this is no saved model: it lacks {', '.join(absent)}")
    if kind not in _KINDS:
        raise ValueError(f"a model of kind {kind!r} is not known; known are {', '.join(_KINDS)}")
    model = _KINDS[kind](record["task_ids"], **record["settings"])
    model.load_state_dict(record["state"])
    return model.eval()


def save_model(path: Path | str, model: Model) -> None:
    """Write a trained model."""
    write_saved(path, model_record(model))


def load_model(path: Path | str) -> Model:
    """Read a model that `save_model` wrote, in eval mode on the CPU.

    Raises:
        ValueError: The file is no such model.
    """
    return model_from_record(read_saved(path))


def write_saved(path: Path | str, content: Any) -> None:
    """Write what `read_saved` reads, whole or not at all, without a copy of it in memory.

    Raises:
        OSError: There is no room.
    """
    with open_atomic(path) as temporary, temporary.open("wb") as file:
        try:
            torch.save(content, file)
        except RuntimeError as error:  # torch ends its file even so, and fails at that too
            if isinstance(error.__context__, OSError | KeyboardInterrupt):
                raise error.__context__ from None
            raise


def read_saved(path: Path | str) -> Any:
    """Read what `torch.save` wrote, with tensors on the CPU; code in it is never run.

    Raises:
        ValueError: The file is missing, cut, damaged or nothing of the kind.
    """
    safe: list[Any] = [pathlib.PosixPath, pathlib.WindowsPath]  # options of published scripts
    try:
        _check_sums(path)
        with torch.serialization.safe_globals(safe):
            return torch.load(path, map_location="cpu", weights_only=True)
    except _UNREADABLE as error:
        reason = (str(error) or "it is empty").splitlines()[0]
        raise ValueError(f"{path} cannot be read as a checkpoint: {reason}") from error


def _check_sums(path: Path | str) -> None:
    """Compare the records of a file with their check sums, which torch writes and never reads."""
    if not zipfile.is_zipfile(path):
        return  # of an old torch, or for torch.load to refuse
    with zipfile.ZipFile(path) as archive:
        for record in archive.infolist():
            if record.CRC:  # 0: whoever wrote it told torch to make no sums
                with archive.open(record) as content:
                    while content.read(_CHUNK_BYTES):
                        pass


def n_parameters(model: nn.Module) -> int:
    """Count the parameters."""
    return sum(parameter.numel() for parameter in model.parameters())
