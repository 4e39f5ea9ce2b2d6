"""Networks and the import of published checkpoints."""

from arcrep.models.layers import TaskTable
from arcrep.models.published import load_published
from arcrep.models.saved import (
    Model,
    load_model,
    model_from_record,
    model_record,
    n_parameters,
    read_saved,
    save_model,
    write_saved,
)
from arcrep.models.trm import Carry, Trm, TrmOutput
from arcrep.models.varc import Varc, VarcOutput, VarcTokens

__all__ = [
    "Carry",
    "Model",
    "TaskTable",
    "Trm",
    "TrmOutput",
    "Varc",
    "VarcOutput",
    "VarcTokens",
    "load_model",
    "load_published",
    "model_from_record",
    "model_record",
    "n_parameters",
    "read_saved",
    "save_model",
    "write_saved",
]
