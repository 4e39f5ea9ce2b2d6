"""The main job: train a VARC model on a task set, let it answer the test inputs, score them."""

import math
import shlex
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import torch

from arcrep.arc import TaskSet
from arcrep.data import (
    PATCHES_PER_SIDE,
    EpochOrder,
    Placement,
    TaskChoice,
    Tokenizer,
    choose_device,
    support_table,
)
from arcrep.evaluation import score, summarize, to_text, write_predictions, write_scores
from arcrep.evaluation.decoding import CLASSES
from arcrep.models import Varc, load_model, n_parameters, save_model
from arcrep.runs import Interrupted, Run, new_folder, read_metrics
from arcrep.training.interrupts import Interrupts
from arcrep.training.loggers import Logger
from arcrep.training.loop import Loop, LoopSettings, initialised
from arcrep.training.objectives import VarcObjective
from arcrep.training.predict import Predictor, TestSettings
from arcrep.training.schedules import Schedule

DOOR = "train/varc.py"
ROOT = Path("results/train/varc")
MODEL, BEST, PREDICTIONS = "model.pt", "best_on_test.pt", "predictions.jsonl"


@dataclass(frozen=True)
class VarcRecipe:
    """All that a run is made of.

    Attributes:
        data: The tasks and which support examples are learnt from.
        model: Builds the model from task ids.
        placement: Where training examples lie on the canvas.
        test: How test inputs are put to the model.
        optimizer: Builds the optimiser from parameters.
        schedule: Factor on its learning rate.
        loop: How long, how precisely, how often something is written.
        logger: Receives metrics beside metrics.jsonl.
        seed: Of initialisation, order, placement and dropout.
        loss_mean: `cells` (published) or `examples`, see `VarcObjective`.
        keep: Which weights answer: `final`, or `best_on_test`, those of the evaluation with the
            highest test accuracy (published; it selects on the test set).
        compile: Compile the blocks (needs a C++ or CUDA compiler).
        device: `auto`, `cpu`, `cuda`, ...
    """

    data: TaskChoice
    model: Callable[[Sequence[str]], Varc]
    placement: Placement
    test: TestSettings
    optimizer: Callable[..., torch.optim.Optimizer]
    schedule: Schedule
    loop: LoopSettings
    logger: Logger
    seed: int = 0
    loss_mean: str = "cells"
    keep: str = "final"
    compile: bool = False
    device: str = "auto"

    def __post_init__(self) -> None:
        if self.keep not in {"final", "best_on_test"}:
            raise ValueError(f"keep is final or best_on_test, got {self.keep!r}")
        if self.keep == "best_on_test" and not self.loop.evaluate_every_steps:
            raise ValueError("keep=best_on_test needs loop.evaluate_every_steps over 0")


def run_varc(
    recipe: VarcRecipe,
    config: Mapping[str, Any],
    name: str,
    out: str | None = None,
    resume: str | None = None,
    dry_run: bool = False,
) -> Path | None:
    """Train, predict and score; return the finished run folder (None after a dry run).

    Args:
        recipe: What the run is made of.
        config: The same as plain values, for the record.
        name: Folder in results/train/varc that a new run folder is made in.
        out: Folder to write to instead.
        resume: An unfinished run folder to go on with.
        dry_run: Say what would be done and write nothing.

    Raises:
        ValueError: A setting, the data or the folder does not do.
        Interrupted: Ctrl-C or SIGTERM; the message says how to go on.
    """
    config = {**config, "data": recipe.data.as_config()}
    job = _Job(recipe)
    print(job.summary())
    if dry_run:
        print("dry run: nothing written")
        return None
    recipe.logger.start(name, config)
    if resume:
        opened = Run.resume(resume)
    else:
        folder = Path(out) if out else new_folder(ROOT, name, recipe.seed)
        opened = Run.create(
            folder, door=DOOR, config=config, inputs=job.inputs, device=job.device_name
        )
    with opened as run, Interrupts(at_once=True):
        job.compare_machine(run)
        try:
            job.work(run)
        except (KeyboardInterrupt, OSError) as stop:
            raise _with_hint(stop, run.folder) from None
        run.complete()
    print(f"written to {run.folder}")
    return run.folder


class _Job:
    """A recipe with its data and model built."""

    def __init__(self, recipe: VarcRecipe) -> None:
        self.recipe = recipe
        self.device = choose_device(recipe.device)
        self.tasks: TaskSet = recipe.data.load()
        self.model = initialised(
            lambda: _built("model", recipe.model, self.tasks.ids), recipe.seed, self.device
        )
        rows = self.model.task_table.rows(self.tasks.ids)
        self.table = support_table(self.tasks, rows, recipe.data.used_support, self.device)
        self.order = EpochOrder(len(self.table), recipe.loop.batch_size, recipe.seed)
        self.optimizer = _built("optimizer", recipe.optimizer, self.model.parameters())
        if (self.model.patches_per_side, self.model.colors) != (PATCHES_PER_SIDE, CLASSES):
            raise ValueError(
                f"model: {self.model.patches_per_side} patches a side and {self.model.colors} "
                f"colors, but canvases have {PATCHES_PER_SIDE} and {CLASSES}"
            )
        if recipe.compile:
            self.model.compile_blocks()
        self.predictor = Predictor(self.model, self.tasks, recipe.test, recipe.seed)
        factor, steps_per_epoch = recipe.schedule.factor, self.order.steps_per_epoch
        epochs = recipe.loop.epochs
        if not any(factor(step, steps_per_epoch, epochs) for step in range(self.n_steps)):
            raise ValueError(
                f"the schedule's rate is 0 in all {self.n_steps} steps of the run, nothing would "
                "be learnt: take more steps, or schedule=corrected"
            )
        if recipe.keep == "best_on_test" and not self.predictor.table.sizes[:, 1].any():
            raise ValueError(f"keep=best_on_test: no test of {self.tasks.name} has an output")
        if recipe.keep == "best_on_test" and self.n_steps < recipe.loop.evaluate_every_steps:
            raise ValueError(
                f"keep=best_on_test needs an evaluation in the {self.n_steps} steps of the run, "
                f"got loop.evaluate_every_steps={recipe.loop.evaluate_every_steps}"
            )

    @property
    def inputs(self) -> dict[str, Any]:
        """What the run learns from and is asked, and the size of what learns, for the record."""
        tasks = {
            "name": self.tasks.name,
            "digest": self.tasks.digest,
            "tasks": len(self.tasks),
            "support_examples": len(self.table),
            "queries": len(self.predictor.table),
        }
        return {"tasks": tasks, "model": {"parameters": n_parameters(self.model)}}

    @property
    def n_steps(self) -> int:
        """The number of optimiser steps of the whole run."""
        return self.recipe.loop.n_steps(self.order.steps_per_epoch)

    @property
    def device_name(self) -> str:
        """The name of the card, or `cpu` with the number of threads."""
        if self.device.type == "cuda":
            return torch.cuda.get_device_name(self.device)
        return f"{self.device.type}, {torch.get_num_threads()} threads"

    def summary(self) -> str:
        """Say in a few lines what is about to be done."""
        tasks = self.inputs["tasks"]
        return (
            f"{tasks['name']}: {tasks['tasks']} tasks, {tasks['support_examples']} support "
            f"examples, {tasks['queries']} queries (digest {tasks['digest'][:12]})\n"
            f"VARC with {n_parameters(self.model):,} parameters on {self.device}, "
            f"{self.n_steps:,} steps of {self.recipe.loop.batch_size} examples, "
            f"{self.recipe.loop.precision}, seed {self.recipe.seed}"
        )

    def compare_machine(self, run: Run) -> None:
        """Warn where a run goes on elsewhere than it began: its last bits will differ."""
        begun_on = run.manifest["machine"].get("device")
        if begun_on != self.device_name:
            warnings.warn(
                f"{run.folder} began on {begun_on} and goes on on {self.device_name}: the result "
                "will not be the same to the last bit",
                stacklevel=2,
            )

    def work(self, run: Run) -> None:
        """Train from where the run folder stands, then predict and score."""
        try:
            self._train_and_answer(run)
        finally:
            self.recipe.logger.finish()

    def _train_and_answer(self, run: Run) -> None:
        self._loop(run).fit()
        save_model(run.folder / MODEL, self._kept(run))
        predictions = self.predictor.predict()
        write_predictions(run.folder / PREDICTIONS, predictions, self.tasks)
        table = summarize([score(self.tasks, predictions)])
        write_scores(run, table)
        print(to_text(table), end="")
        if self.recipe.test.canvas_metric:
            accuracy = self.predictor.canvas_accuracy()
            run.write_json("canvas_accuracy.json", {"accuracy": accuracy})
            print(f"labelled cells of the canvas all right (published metric): {accuracy:.2%}")

    def _loop(self, run: Run) -> Loop:
        recipe = self.recipe
        tokenizer = Tokenizer(self.table, self.model.d_model, self.model.tokens)
        return Loop(
            model=self.model,
            objective=VarcObjective(
                self.model, tokenizer, self.order, recipe.placement, recipe.seed, recipe.loss_mean
            ),
            optimizers=[self.optimizer],
            schedule=recipe.schedule,
            settings=recipe.loop,
            steps_per_epoch=self.order.steps_per_epoch,
            seed=recipe.seed,
            run=run,
            logger=recipe.logger,
            evaluate=lambda: self._evaluate(run),
            identity={"tasks": self.tasks.digest},
            config=run.manifest["config"],
        )

    def _evaluate(self, run: Run) -> dict[str, float]:
        """Score the model as it stands; keep it if it is the best and that is asked for."""
        accuracy = score(self.tasks, self.predictor.predict(progress=False)).accuracy
        if self.recipe.keep == "best_on_test" and accuracy > _best_so_far(run):
            save_model(run.folder / BEST, self.model)
        return {"accuracy": accuracy}

    def _kept(self, run: Run) -> Varc:
        if self.recipe.keep == "best_on_test":
            best = load_model(run.folder / BEST)
            self.model.load_state_dict(best.state_dict())
        return self.model


T = TypeVar("T")


def _built(what: str, build: Callable[..., T], *arguments: Any) -> T:
    """Build a part of the recipe; a setting that it does not have is the user's mistake."""
    try:
        return build(*arguments)
    except TypeError as error:
        raise ValueError(f"{what}: {error}") from error


def _best_so_far(run: Run) -> float:
    """Return the best accuracy in the metrics, so that a resumed run knows it too."""
    lines = read_metrics(run.folder)
    return max((line["accuracy"] for line in lines if line["kind"] == "eval"), default=-math.inf)


def _with_hint(stop: BaseException, folder: Path) -> BaseException:
    """Say how to go on, whatever stopped the run."""
    python, script = sys.orig_argv[0], sys.argv[0] if sys.argv[0].endswith(".py") else DOOR
    hint = f"go on with: {shlex.join([python, script, f'resume={folder}'])}"
    if isinstance(stop, OSError):
        reason = stop.strerror or str(stop)
        kept = any((folder / "checkpoints").glob("step_*.pt"))
        what = f"checkpoints are kept; {hint}" if kept else "no checkpoint was written yet"
        return OSError(stop.errno, f"{reason} ({what})", stop.filename)
    what = str(stop) or "stopped"
    return Interrupted(f"{what}; {hint}", getattr(stop, "exit_code", 130) - 128)
