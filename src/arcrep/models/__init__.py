"""Networks and the import of published checkpoints."""

from arcrep.models.layers import TaskTable
from arcrep.models.published import load_published, published_name
from arcrep.models.saved import (
    load_model,
    model_from_record,
    model_record,
    n_parameters,
    read_saved,
    save_model,
)
from arcrep.models.varc import Varc, VarcOutput, VarcTokens

__all__ = [
    "TaskTable",
    "Varc",
    "VarcOutput",
    "VarcTokens",
    "load_model",
    "load_published",
    "model_from_record",
    "model_record",
    "n_parameters",
    "published_name",
    "read_saved",
    "save_model",
]
