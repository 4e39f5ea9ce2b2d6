"""One training loop, its checkpoints and the runs built on it."""

from arcrep.training.checkpoints import Checkpoints
from arcrep.training.loggers import Logger, NoLogger, WandbLogger
from arcrep.training.loop import Loop, LoopSettings, initialised
from arcrep.training.objectives import (
    Objective,
    StepLoss,
    VarcObjective,
    cell_cross_entropy,
    example_cross_entropy,
)
from arcrep.training.predict import Predictor, TestSettings
from arcrep.training.run_varc import VarcRecipe, run_varc
from arcrep.training.schedules import CorrectedSchedule, PublishedSchedule, Schedule

__all__ = [
    "Checkpoints",
    "CorrectedSchedule",
    "Logger",
    "Loop",
    "LoopSettings",
    "NoLogger",
    "Objective",
    "Predictor",
    "PublishedSchedule",
    "Schedule",
    "StepLoss",
    "TestSettings",
    "VarcObjective",
    "VarcRecipe",
    "WandbLogger",
    "cell_cross_entropy",
    "example_cross_entropy",
    "initialised",
    "run_varc",
]
