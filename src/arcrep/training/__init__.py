"""One training loop, its checkpoints and the runs built on it."""

from arcrep.training.checkpoints import Checkpoints
from arcrep.training.deep_supervision import (
    Halting,
    TrmObjective,
    log_stablemax,
    sample_losses,
)
from arcrep.training.jobs import recorded_settings
from arcrep.training.loggers import Logger, NoLogger, WandbLogger
from arcrep.training.loop import Loop, LoopSettings
from arcrep.training.objectives import (
    Objective,
    PartLoss,
    VarcObjective,
    cell_cross_entropy,
    example_cross_entropy,
)
from arcrep.training.optimizers import AdamATan2, Ema, RowSignSGD
from arcrep.training.predict import Predictor, TestSettings
from arcrep.training.predict_trm import TrmPredictor, TrmTestSettings
from arcrep.training.randomness import initialised
from arcrep.training.run_trm import TrmLoopSettings, TrmRecipe, run_trm
from arcrep.training.run_varc import VarcRecipe, run_varc
from arcrep.training.schedules import (
    CorrectedSchedule,
    PublishedSchedule,
    Schedule,
    WarmupSchedule,
)

__all__ = [
    "AdamATan2",
    "Checkpoints",
    "CorrectedSchedule",
    "Ema",
    "Halting",
    "Logger",
    "Loop",
    "LoopSettings",
    "NoLogger",
    "Objective",
    "PartLoss",
    "Predictor",
    "PublishedSchedule",
    "RowSignSGD",
    "Schedule",
    "TestSettings",
    "TrmLoopSettings",
    "TrmObjective",
    "TrmPredictor",
    "TrmRecipe",
    "TrmTestSettings",
    "VarcObjective",
    "VarcRecipe",
    "WandbLogger",
    "WarmupSchedule",
    "cell_cross_entropy",
    "example_cross_entropy",
    "initialised",
    "log_stablemax",
    "recorded_settings",
    "run_trm",
    "run_varc",
    "sample_losses",
]
