"""What training runs have in common, whatever the model: the folder, the record, the answers."""

import math
import shlex
import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import torch

from arcrep.arc import TaskSet
from arcrep.data import GridTable, TaskChoice, choose_device, support_table
from arcrep.doors import check_targets
from arcrep.evaluation import (
    Prediction,
    score,
    summarize,
    to_text,
    write_predictions,
    write_scores,
)
from arcrep.models import Model, save_model
from arcrep.runs import (
    Interrupted,
    Run,
    check_name,
    check_new,
    new_folder,
    read_manifest,
)
from arcrep.training.best import BEST, best_so_far, best_state
from arcrep.training.compiling import check_compile, whether_to_compile
from arcrep.training.interrupts import Interrupts
from arcrep.training.loggers import Logger
from arcrep.training.loop import Loop, LoopSettings
from arcrep.training.optimizers import check_rates
from arcrep.training.randomness import initialised
from arcrep.training.schedules import Schedule, highest_factor

MODEL, PREDICTIONS = "model.pt", "predictions.jsonl"
_ROUNDING = 1e-9  # of a factor of 1, far out in a run of 10^12 epochs


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What a training run is made of, whatever the model.

    Attributes:
        data: The tasks and which support examples are learnt from.
        schedule: Factor on the learning rates.
        loop: How long, how precisely, how often something is written.
        logger: Receives metrics beside metrics.jsonl.
        seed: Of all that is drawn.
        keep: Which weights answer: `final`, or `best_on_test`, those of the evaluation with the
            highest test accuracy (published for VARC; it selects on the test set).
        compile: Compile the blocks: `auto` does on a GPU, with a compiler.
        device: `auto`, `cpu`, `cuda`, ...
    """

    data: TaskChoice
    schedule: Schedule
    loop: LoopSettings
    logger: Logger
    seed: int = 0
    keep: str = "final"
    compile: bool | str = "auto"
    device: str = "auto"

    def __post_init__(self) -> None:
        self._check_parts()
        seed: Any = self.seed  # a changed run.json may bring anything
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ValueError(f"seed must be a whole number, got {seed!r}")
        check_compile(self.compile)
        if self.keep not in ("final", "best_on_test"):
            raise ValueError(f"keep is final or best_on_test, got {self.keep!r}")
        if self.keep == "best_on_test" and not self.loop.evaluate_every_steps:
            raise ValueError("keep=best_on_test needs loop.evaluate_every_steps over 0")

    def _check_parts(self) -> None:
        """Refuse parts that belong to the door of the other model, or are none at all."""
        own = self.parts()
        shared = {"data": TaskChoice, "schedule": Schedule, "logger": Logger}
        for name, kind in {**shared, **own}.items():
            part: Any = getattr(self, name)
            made: Any = getattr(part, "func", type(part))  # a model is yet to be built
            fits = made is kind if name in own else issubclass(made, kind)
            if isinstance(made, type) and not fits:
                raise ValueError(
                    f"{name} must be {kind.__name__} here, got {made.__name__}: experiment=, "
                    "model=, placement=, test= and loop= of VARC go with train/varc.py, those of "
                    "TRM with train/trm.py (what shrinks a run: debug=smoke, of TRM "
                    "debug=smoke_trm)"
                )

    def parts(self) -> Mapping[str, type]:
        """Return what the parts are that every kind of model has of its own."""
        return {}


class Answering(Protocol):
    """Puts the test inputs of a task set, a table, to a model."""

    table: GridTable

    def predict(self, progress: bool = True) -> list[Prediction]:
        """Return one prediction per test input, in the order of the task set."""
        ...


R = TypeVar("R", bound=Recipe)
M = TypeVar("M", bound=Model)
P = TypeVar("P", bound=Answering)


class Job(ABC, Generic[R, M, P]):
    """A recipe with its data and model built.

    Attributes:
        name: Of the kind of model, for people.
        model: What is trained.
        table: The support examples.
        predictor: Asks what answers.
        open_ended: Whether the run may end before `n_steps`.
        compiled: Whether the blocks are compiled.
    """

    name: str
    model: M
    table: GridTable
    predictor: P
    open_ended: bool = False

    def __init__(self, recipe: R) -> None:
        self.recipe = recipe
        self.device = choose_device(recipe.device)
        self.compiled, self._on_compiling = whether_to_compile(recipe.compile, self.device)
        self.tasks: TaskSet = recipe.data.load()

    def begin(self, build: Callable[[Sequence[str]], M]) -> tuple[M, GridTable]:
        """Return the model of the tasks as it begins, and the table of their support examples."""
        data, seed = self.recipe.data, self.recipe.seed
        model = initialised(lambda: built("model", build, self.tasks.ids), seed, self.device)
        rows = model.task_table.rows(self.tasks.ids)
        return model, support_table(self.tasks, rows, data.used_support, self.device)

    @property
    @abstractmethod
    def n_steps(self) -> int:
        """The number of optimiser steps of the whole run, or the most that there can be."""

    @property
    @abstractmethod
    def size(self) -> dict[str, int]:
        """The number of parameters, for the record."""

    @abstractmethod
    def loop(self, run: Run) -> Loop:
        """Build the training loop in a run folder."""

    def answering(self) -> M:
        """Return the model that answers, as far as it has been trained."""
        return self.model

    def after_answers(self, run: Run) -> None:
        """Measure what else is asked for."""

    def warn_of_warmup(self, steps_per_epoch: int | float) -> None:
        """Warn of a run that ends before its learning rates are what is set."""
        highest = self.highest_rate(steps_per_epoch)
        if highest > 1 - _ROUNDING:
            return
        what = f"reach {highest:.3%} of what is set" if highest else "are 0 and nothing is learnt"
        warnings.warn(
            f"the run ends within the warm-up of its schedule: in all of its {self.n_steps} steps "
            f"learning rates {what}: take more steps, or schedule=constant",
            stacklevel=2,
        )

    def highest_rate(self, steps_per_epoch: int | float) -> float:
        """Return the share of what is set that learning rates reach."""
        recipe = self.recipe
        return highest_factor(recipe.schedule, self.n_steps, steps_per_epoch, recipe.loop.epochs)

    def check_keep(self) -> None:
        """Refuse a choice of weights that nothing can decide."""
        if self.recipe.keep != "best_on_test":
            return
        if not self.predictor.table.sizes[:, 1].any():
            raise ValueError(f"keep=best_on_test: no test of {self.tasks.name} has an output")
        if self.n_steps < self.recipe.loop.evaluate_every_steps:
            raise ValueError(
                f"keep=best_on_test needs an evaluation in the {self.n_steps} steps of the run, "
                f"got loop.evaluate_every_steps={self.recipe.loop.evaluate_every_steps}"
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
        return {"tasks": tasks, "model": self.size}

    @property
    def device_name(self) -> str:
        """The name of the card, or `cpu` with the number of threads."""
        if self.device.type == "cuda":
            return torch.cuda.get_device_name(self.device)
        return f"{self.device.type}, {torch.get_num_threads()} threads"

    def summary(self) -> str:
        """Say in a few lines what is about to be done."""
        tasks, loop = self.inputs["tasks"], self.recipe.loop
        most = "at most " if self.open_ended else ""
        return (
            f"{tasks['name']}: {tasks['tasks']} tasks, {tasks['support_examples']} support "
            f"examples, {tasks['queries']} queries (digest {tasks['digest'][:12]})\n"
            f"{self.name} with {self.size['parameters']:,} parameters on {self.device}, "
            f"{most}{self.n_steps:,} steps of {loop.batch_size} examples, {loop.precision}, "
            f"seed {self.recipe.seed}" + (f"\n{self._on_compiling}" if self._on_compiling else "")
        )

    def compare_machine(self, run: Run) -> None:
        """Warn where a run goes on elsewhere than it began: its last bits will differ."""
        machine: Any = run.manifest.get("machine")
        begun_on = machine.get("device") if isinstance(machine, dict) else None
        if begun_on != self.device_name:
            warnings.warn(
                f"{run.folder} began on {begun_on or 'an unknown machine'} and goes on on "
                f"{self.device_name}: the result will not be the same to the last bit",
                stacklevel=2,
            )

    def work(self, run: Run) -> None:
        """Train from where the run folder stands, then predict and score."""
        try:
            self._train_and_answer(run)
        finally:
            self.recipe.logger.finish()

    def evaluate(self, run: Run) -> dict[str, float]:
        """Score the model as it stands; keep it if it is the best and that is asked for."""
        answering = self.answering()
        accuracy = score(self.tasks, self.predictor.predict()).accuracy
        if math.isnan(accuracy):  # no test has an output; JSON has no word for it
            return {}
        if self.recipe.keep == "best_on_test" and accuracy > best_so_far(run):
            save_model(run.folder / BEST, answering)
        return {"accuracy": accuracy}

    def _train_and_answer(self, run: Run) -> None:
        self.loop(run).fit()
        answering = self.answering()
        if self.recipe.keep == "best_on_test":
            answering.load_state_dict(best_state(run, answering))
        save_model(run.folder / MODEL, answering)
        predictions = self.predictor.predict()
        write_predictions(run.folder / PREDICTIONS, predictions, self.tasks)
        table = summarize([score(self.tasks, predictions)])
        write_scores(run, table)
        print(to_text(table), end="")
        self.after_answers(run)


def run_job(
    job: Job[Any, Any, Any],
    door: str,
    config: Mapping[str, Any],
    name: str,
    out: str | None = None,
    resume: str | None = None,
    dry_run: bool = False,
) -> Path | None:
    """Train, predict and score; return the finished run folder (None after a dry run).

    Args:
        job: What is to be done.
        door: The script, such as `train/varc.py`.
        config: The recipe as plain values, for the record.
        name: Folder below results/ that a new run folder is made in.
        out: Folder to write to instead.
        resume: An unfinished run folder to go on with.
        dry_run: Say what would be done and write nothing.

    Raises:
        ValueError: A setting, the data or the folder does not do.
        Interrupted: Ctrl-C or SIGTERM; the message says how to go on.
    """
    recipe = job.recipe
    check_name(name)
    config = {**config, "data": recipe.data.as_config()}
    print(job.summary())
    if out and not resume:
        check_new(out)
    if dry_run:
        print("dry run: nothing written")
        return None
    if resume:
        opened = Run.resume(resume)
        recipe.logger.start(name, dict(config))  # only once the run is ours
    else:
        recipe.logger.start(name, dict(config))  # or nothing is begun
        folder = Path(out) if out else new_folder(root_of(door), name, recipe.seed)
        opened = Run.create(
            folder, door=door, config=config, inputs=job.inputs, device=job.device_name
        )
    with opened as run, Interrupts(at_once=True):
        job.compare_machine(run)
        try:
            job.work(run)
        except (KeyboardInterrupt, OSError) as stop:
            raise _with_hint(stop, run.folder, door) from None
        run.complete()
    print(f"written to {run.folder}")
    return run.folder


def recorded_settings(
    folder: Path | str, door: str, overrides: Sequence[str], recipe: type[Recipe]
) -> dict[str, Any]:
    """Return the settings of a run to go on with, as plain values.

    Args:
        folder: The run folder.
        door: The script that has to have begun it.
        overrides: What the command line gives.
        recipe: What is made of the settings, but for the name of the run.

    Raises:
        ValueError: The command line gives more than `resume=`, the folder is no run of the door, or
            what it records is not all, or would run foreign code.
    """
    given = [text for text in overrides if text.partition("=")[0] != "resume"]
    if given:
        raise ValueError(f"resume= goes on with the run's own settings; drop {' '.join(given)}")
    settings = read_manifest(folder, door)["config"]
    parts = fields(recipe)
    needed = [of.name for of in parts if of.default is MISSING and of.default_factory is MISSING]
    known = ["name", *(part.name for part in parts)]
    for what, names in (
        ("lacks", [name for name in ("name", *needed) if name not in settings]),
        ("has unknown", [name for name in settings if name not in known]),
    ):
        if names:
            raise ValueError(
                f"run.json of {folder} {what} {', '.join(names)}: it was changed, or written by "
                "another version of arcrep"
            )
    check_targets(settings)
    return settings


def root_of(door: str) -> Path:
    """Return the folder of a door's runs: results/train/varc for train/varc.py."""
    return Path("results") / Path(door).with_suffix("")


T = TypeVar("T")


def built(what: str, build: Callable[..., T], *arguments: Any) -> T:
    """Build a part of the recipe; a setting that it does not have is the user's mistake."""
    try:
        return build(*arguments)
    except TypeError as error:
        raise ValueError(f"{what}: {error}") from error


def built_optimizer(what: str, build: Callable[..., T], parameters: Any) -> T:
    """Build an optimiser of the recipe, whose rates are looked at first."""
    check_rates(what, getattr(build, "keywords", {}))
    return built(what, build, parameters)


def _with_hint(stop: BaseException, folder: Path, door: str) -> BaseException:
    """Say how to go on, whatever stopped the run."""
    python, script = sys.orig_argv[0], sys.argv[0] if sys.argv[0].endswith(".py") else door
    hint = f"go on with: {shlex.join([python, script, f'resume={folder}'])}"
    if isinstance(stop, OSError):
        reason = stop.strerror or str(stop)
        kept = any((folder / "checkpoints").glob("step_*.pt"))
        what = f"checkpoints are kept; {hint}" if kept else "no checkpoint was written yet"
        return OSError(stop.errno, f"{reason} ({what})", stop.filename)
    what = str(stop) or "stopped"
    return Interrupted(f"{what}; {hint}", getattr(stop, "exit_code", 130) - 128)
