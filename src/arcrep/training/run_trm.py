"""Train a TRM model on a task set, let it answer the test inputs, score them."""

import copy
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from arcrep.data import TaskOrder, TokenCanvas, TokenPlacement
from arcrep.models import Trm, n_parameters
from arcrep.runs import Run
from arcrep.training.deep_supervision import LOOK_AHEAD, Halting, TrmObjective
from arcrep.training.jobs import Job, Recipe, built_optimizer, run_job
from arcrep.training.loop import Loop, LoopSettings
from arcrep.training.optimizers import Ema, RowSignSGD
from arcrep.training.predict_trm import TrmPredictor, TrmTestSettings
from arcrep.training.schedules import WarmupSchedule

DOOR = "train/trm.py"


@dataclass(frozen=True)
class TrmLoopSettings(LoopSettings):
    """How long a TRM run trains and what it leaves behind.

    Attributes:
        epochs: Times that every example is drawn, or started: see `count`.
        count: What `epochs` counts: examples `drawn`, as published, where every slot of the batch
            draws one at every step and uses it only if it has halted; or examples `started`, of
            which there are up to 16 times fewer.
    """

    count: str = "drawn"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.count not in ("drawn", "started"):  # YAML may bring a list
            raise ValueError(f"loop.count is drawn or started, got {self.count!r}")
        if self.precision == "fp16":
            raise ValueError("loop.precision is fp32 or bf16 for TRM, which trains without scaling")


@dataclass(frozen=True, kw_only=True)
class TrmRecipe(Recipe):
    """All that a run is made of.

    Attributes:
        model: Builds the model from task ids.
        placement: Where training examples lie on the canvas.
        test: How test inputs are put to the model.
        optimizer: Builds the optimiser of the network from its parameters.
        table_optimizer: Builds that of the task table.
        halting: When an example is done with, in training.
        ema: Rate of the average of weights that answers; null: the weights themselves do.
    """

    loop: TrmLoopSettings
    model: Callable[[Sequence[str]], Trm]
    placement: TokenPlacement
    test: TrmTestSettings
    optimizer: Callable[..., torch.optim.Optimizer]
    table_optimizer: Callable[..., RowSignSGD]
    halting: Halting = field(default_factory=Halting)
    ema: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.loop.count == "started" and not isinstance(self.schedule, WarmupSchedule):
            raise ValueError(
                "with loop.count=started nobody knows the last step beforehand, which schedule "
                f"{type(self.schedule).__name__} needs: take schedule=warmup, or loop.count=drawn"
            )

    def parts(self) -> Mapping[str, type]:
        """Return what the parts are."""
        return {
            "model": Trm,
            "placement": TokenPlacement,
            "test": TrmTestSettings,
            "loop": TrmLoopSettings,
            "table_optimizer": RowSignSGD,
            "halting": Halting,
        }


def run_trm(
    recipe: TrmRecipe,
    config: Mapping[str, Any],
    name: str,
    out: str | None = None,
    resume: str | None = None,
    dry_run: bool = False,
) -> Path | None:
    """Train, predict and score; arguments, result and errors as in `run_job`."""
    return run_job(_TrmJob(recipe), DOOR, config, name, out, resume, dry_run)


class _TrmJob(Job[TrmRecipe, Trm, TrmPredictor]):
    name = "TRM"

    def __init__(self, recipe: TrmRecipe) -> None:
        super().__init__(recipe)
        self.open_ended = recipe.loop.count == "started"
        self.model, self.table = self.begin(recipe.model)
        self._check_outputs()
        network = self.model.network_parameters()
        self.optimizer = built_optimizer("optimizer", recipe.optimizer, network)
        self.table_optimizer = built_optimizer(
            "table_optimizer", recipe.table_optimizer, self.model.task_table.weight
        )
        self.ema = None if recipe.ema is None else Ema(network, recipe.ema)
        self._answers = self.model if self.ema is None else copy.deepcopy(self.model)
        self.predictor = TrmPredictor(
            self._answers, self.tasks, recipe.test, recipe.seed, recipe.loop.precision
        )
        # What would fail at the first step, or at the first question, fails now.
        self.canvas = TokenCanvas(self.table, self.model.side)
        TokenCanvas(self.predictor.table, self.model.side)
        self._warn_of_cut_answers()
        self.order = TaskOrder(self.table.task_rows, recipe.seed)
        examples = np.arange(len(self.table))
        self._places = recipe.placement.offsets(
            self.table, self.model.side, recipe.seed, 0, examples
        )
        if self.compiled:
            self.model.compile_blocks()
            self._answers.compile_blocks()
        self.warn_of_warmup(self._steps_per_epoch)
        self.check_keep()

    def _check_outputs(self) -> None:
        missing = (self.table.sizes[:, 1] == 0).any(axis=1)
        if missing.any():
            row = int(self.table.task_rows[missing.argmax()])
            task = self.model.task_table.task_ids[row]
            raise ValueError(f"a support example of {task} has no output: nothing to learn from")

    def _warn_of_cut_answers(self) -> None:
        table, side = self.predictor.table, self.model.side
        cut = (table.sizes[:, 1] > side).any(axis=1)
        if cut.any():
            task = self.model.task_table.task_ids[int(table.task_rows[cut.argmax()])]
            warnings.warn(
                f"{cut.sum()} of {len(table)} test outputs (the first of {task}) do not fit on a "
                f"canvas of {side} cells and cannot be answered right: take a larger model.side",
                stacklevel=2,
            )

    @property
    def _steps_per_epoch(self) -> float:
        return len(self.table) / self.recipe.loop.batch_size

    @property
    def n_steps(self) -> int:
        loop = self.recipe.loop
        examples = loop.epochs * len(self.table)
        if loop.count == "started":  # the most: it ends once enough were started
            rounds = -(-examples // loop.batch_size)
            steps = rounds * self.recipe.halting.max_steps + LOOK_AHEAD
        else:
            steps = max(1, examples // loop.batch_size)
        return steps if loop.max_steps is None else min(steps, loop.max_steps)

    @property
    def size(self) -> dict[str, int]:
        table = self.model.task_table.weight.numel()
        return {"parameters": n_parameters(self.model) - table, "task_table": table}

    def answering(self) -> Trm:
        if self.ema is not None:
            self._answers.load_state_dict(self.model.state_dict())
            self.ema.copy_to(self._answers.network_parameters())
        return self._answers

    def loop(self, run: Run) -> Loop:
        recipe, settings = self.recipe, self.recipe.loop
        started = settings.count == "started"
        objective = TrmObjective(
            self.model,
            self.canvas,
            self.order,
            recipe.placement,
            self.table_optimizer,
            recipe.halting,
            settings.batch_size,
            recipe.seed,
            self.ema,
            settings.epochs * len(self.table) if started else None,
            settings.micro_batch,
        )
        return Loop(
            model=self.model,
            objective=objective,
            optimizers=[self.optimizer, self.table_optimizer],
            schedule=recipe.schedule,
            settings=settings,
            steps_per_epoch=self._steps_per_epoch,
            n_steps=self.n_steps,
            seed=recipe.seed,
            run=run,
            logger=recipe.logger,
            evaluate=lambda: self.evaluate(run),
            identity={"tasks": self.tasks.digest},
            config=run.manifest["config"],
            epoch=(lambda: int(objective.started) / len(self.table)) if started else None,
        )

    def evaluate(self, run: Run) -> dict[str, float]:
        """Score the model as it stands, on the support examples too."""
        found = super().evaluate(run)
        return {**found, "support_exact": self._support_exact()}

    def _support_exact(self) -> float:
        """Ask for the support examples where they lie in training, if always at one place."""
        return self.predictor.exact_share(self.table, self._places)

    def after_answers(self, run: Run) -> None:
        """Say how much of what it has learnt from the model has right."""
        share = self._support_exact()
        run.write_json("support_exact.json", {"share": share, "examples": len(self.table)})
        print(f"support examples that are exact, border included: {share:.2%}")
