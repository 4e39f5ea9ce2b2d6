"""The task format: grids, tasks, task sets, their files and sources."""

from arcrep.arc.concepts import ACTION_CONCEPTS, CONCEPTS, PREDICATE_CONCEPTS
from arcrep.arc.covariates import format_covariates
from arcrep.arc.data_set import check_hub_name, push_to_hub, write_data_set
from arcrep.arc.describe import describe
from arcrep.arc.fetching import SourceUnavailableError
from arcrep.arc.grid import ARC_COLORS, MAX_SIDE, N_COLORS, Grid, as_grid, png_bytes
from arcrep.arc.reading import read_tasks
from arcrep.arc.sources import SOURCES, fetch, list_sources, load
from arcrep.arc.task_sets import TaskSet
from arcrep.arc.tasks import LABEL_KINDS, Example, Task
from arcrep.arc.writing import write_tasks

__all__ = [
    "ACTION_CONCEPTS",
    "ARC_COLORS",
    "CONCEPTS",
    "LABEL_KINDS",
    "MAX_SIDE",
    "N_COLORS",
    "PREDICATE_CONCEPTS",
    "SOURCES",
    "Example",
    "Grid",
    "SourceUnavailableError",
    "Task",
    "TaskSet",
    "as_grid",
    "check_hub_name",
    "describe",
    "fetch",
    "format_covariates",
    "list_sources",
    "load",
    "png_bytes",
    "push_to_hub",
    "read_tasks",
    "write_data_set",
    "write_tasks",
]
