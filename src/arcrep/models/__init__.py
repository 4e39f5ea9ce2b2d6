"""Networks and the import of published checkpoints."""

from arcrep.models.layers import TaskTable
from arcrep.models.published import load_published, published_name
from arcrep.models.published_trm import load_published_trm
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
    "load_published_trm",
    "model_from_record",
    "model_record",
    "n_parameters",
    "published_name",
    "read_saved",
    "save_model",
    "write_saved",
]
