"""The main job: train a VARC model on a task set, let it answer the test inputs, score them."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from arcrep.data import PATCHES_PER_SIDE, EpochOrder, Placement, Tokenizer
from arcrep.evaluation.decoding import CLASSES
from arcrep.models import Varc, n_parameters
from arcrep.runs import Run
from arcrep.training.jobs import Job, Recipe, built_optimizer, run_job
from arcrep.training.loop import Loop, LoopSettings
from arcrep.training.objectives import VarcObjective, check_mean
from arcrep.training.predict import Predictor, TestSettings

DOOR = "train/varc.py"


@dataclass(frozen=True, kw_only=True)
class VarcRecipe(Recipe):
    """All that a run is made of.

    Attributes:
        model: Builds the model from task ids.
        placement: Where training examples lie on the canvas.
        test: How test inputs are put to the model.
        optimizer: Builds the optimiser from parameters.
        loss_mean: `cells` (published) or `examples`, see `VarcObjective`.
    """

    model: Callable[[Sequence[str]], Varc]
    placement: Placement
    test: TestSettings
    optimizer: Callable[..., torch.optim.Optimizer]
    loss_mean: str = "cells"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_mean(self.loss_mean)

    def parts(self) -> Mapping[str, type]:
        """Return what the parts are."""
        return {"model": Varc, "placement": Placement, "test": TestSettings, "loop": LoopSettings}


def run_varc(
    recipe: VarcRecipe,
    config: Mapping[str, Any],
    name: str,
    out: str | None = None,
    resume: str | None = None,
    dry_run: bool = False,
) -> Path | None:
    """Train, predict and score; arguments, result and errors as in `run_job`."""
    return run_job(_VarcJob(recipe), DOOR, config, name, out, resume, dry_run)


class _VarcJob(Job[VarcRecipe, Varc, Predictor]):
    name = "VARC"

    def __init__(self, recipe: VarcRecipe) -> None:
        super().__init__(recipe)
        self.model, self.table = self.begin(recipe.model)
        self.order = EpochOrder(len(self.table), recipe.loop.batch_size, recipe.seed)
        self.optimizer = built_optimizer("optimizer", recipe.optimizer, self.model.parameters())
        if (self.model.patches_per_side, self.model.colors) != (PATCHES_PER_SIDE, CLASSES):
            raise ValueError(
                f"model: {self.model.patches_per_side} patches a side and {self.model.colors} "
                f"colors, but canvases have {PATCHES_PER_SIDE} and {CLASSES}"
            )
        if self.compiled:
            self.model.compile_blocks()
        self.predictor = Predictor(self.model, self.tasks, recipe.test, recipe.seed)
        if not self.highest_rate(self.order.steps_per_epoch):
            raise ValueError(
                f"the schedule's rate is 0 in all {self.n_steps} steps of the run, nothing would "
                "be learnt: take more steps, or schedule=corrected"
            )
        self.warn_of_warmup(self.order.steps_per_epoch)
        self.check_keep()

    @property
    def n_steps(self) -> int:
        return self.recipe.loop.n_steps(self.order.steps_per_epoch)

    @property
    def size(self) -> dict[str, int]:
        return {"parameters": n_parameters(self.model)}

    def loop(self, run: Run) -> Loop:
        recipe = self.recipe
        tokenizer = Tokenizer(self.table, self.model.d_model, self.model.tokens)
        return Loop(
            model=self.model,
            objective=VarcObjective(
                self.model,
                tokenizer,
                self.order,
                recipe.placement,
                recipe.seed,
                recipe.loss_mean,
                recipe.loop.micro_batch,
            ),
            optimizers=[self.optimizer],
            schedule=recipe.schedule,
            settings=recipe.loop,
            steps_per_epoch=self.order.steps_per_epoch,
            seed=recipe.seed,
            run=run,
            logger=recipe.logger,
            evaluate=lambda: self.evaluate(run),
            identity={"tasks": self.tasks.digest},
            config=run.manifest["config"],
        )

    def after_answers(self, run: Run) -> None:
        if self.recipe.test.canvas_metric:
            accuracy = self.predictor.canvas_accuracy()
            known = None if math.isnan(accuracy) else accuracy  # JSON has no word for NaN
            run.write_json("canvas_accuracy.json", {"accuracy": known})
            print(f"labelled cells of the canvas all right (published metric): {accuracy:.2%}")
