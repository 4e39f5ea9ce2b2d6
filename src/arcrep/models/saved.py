"""Models of ours as records that a checkpoint holds, and back."""

from collections.abc import Mapping
from typing import Any

from torch import nn

from arcrep.models.varc import Varc

_KINDS: dict[str, type[Varc]] = {"varc": Varc}


def model_record(model: Varc) -> dict[str, Any]:
    """Return kind, settings, task ids and state of a model: all that building it again takes."""
    kind = next(name for name, of in _KINDS.items() if type(model) is of)
    return {
        "kind": kind,
        "settings": model.settings,
        "task_ids": list(model.task_table.task_ids),
        "state": model.state_dict(),
    }


def model_from_record(record: Mapping[str, Any]) -> Varc:
    """Build the model of a record, in eval mode.

    Raises:
        ValueError: The record is of no known kind.
    """
    kind = record.get("kind")
    if kind not in _KINDS:
        raise ValueError(f"a model of kind {kind!r} is not known; known are {', '.join(_KINDS)}")
    model = _KINDS[kind](record["task_ids"], **record["settings"])
    model.load_state_dict(record["state"])
    return model.eval()


def n_parameters(model: nn.Module) -> int:
    """Count the parameters."""
    return sum(parameter.numel() for parameter in model.parameters())
