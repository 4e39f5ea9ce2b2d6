"""The training loop that every model shares: steps, metrics, checkpoints, interruption."""

import functools
import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm.auto import tqdm

from arcrep.models import Model, model_record
from arcrep.runs import Interrupted, Run, read_metrics
from arcrep.settings import check_number, check_whole, first_difference
from arcrep.training.checkpoints import Checkpoints, DamagedError, first_misfit
from arcrep.training.interrupts import Interrupts
from arcrep.training.loggers import Logger
from arcrep.training.objectives import Objective, PartLoss
from arcrep.training.optimizers import state_after_a_step
from arcrep.training.randomness import own_torch_randomness, seeded
from arcrep.training.schedules import Schedule
from arcrep.training.window import Window, warn_of_lost_metrics

_PRECISIONS = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}
_SMALLEST_SCALE = 1e-4
_LARGEST_WEIGHT = 1e6
"""Beyond lies what an optimiser step of a runaway rate makes; trained weights are a few units."""
_INCOMPARABLE = (TypeError, AttributeError, RuntimeError)
"""What comparing settings with something that is none was seen to raise."""
_STEP_STREAM = 3
_MOVING = ("lr", "step")  # what changes in a group of an optimiser
# What a run may go on with in another way: the data are known by their digest.
_FREE = ("name", "device", "logger", "data.source")


@dataclass(frozen=True)
class LoopSettings:
    """How long a run trains and what it leaves behind.

    Attributes:
        epochs: Times that every example is met.
        batch_size: Examples per optimiser step.
        micro_batch: Examples computed together, where a batch does not fit into memory: gradients
            of the parts are summed for one optimiser step. It divides `batch_size`; None: all.
        max_steps: Stop earlier, after so many steps; the schedule stays that of all epochs.
        precision: `fp32`, `fp16` (autocast with a loss scaler, as published) or `bf16` (autocast).
        clip_norm: Largest global gradient norm; None does not clip.
        log_every_steps: Steps between two lines of metrics.
        checkpoint_every_steps: Steps between two checkpoints; the last step always makes one.
        evaluate_every_steps: Steps between two evaluations on the test queries; 0: none.
    """

    epochs: int
    batch_size: int
    max_steps: int | None = None
    precision: str = "fp32"
    clip_norm: float | None = 1.0
    log_every_steps: int = 50
    checkpoint_every_steps: int = 1000
    evaluate_every_steps: int = 0
    micro_batch: int | None = None

    def __post_init__(self) -> None:
        if self.precision not in tuple(_PRECISIONS):  # YAML may bring a list
            known = ", ".join(_PRECISIONS)
            raise ValueError(f"loop.precision is one of {known}, got {self.precision!r}")
        for name in ("epochs", "batch_size", "log_every_steps", "checkpoint_every_steps"):
            check_whole(f"loop.{name}", getattr(self, name))
        check_whole("loop.evaluate_every_steps", self.evaluate_every_steps, least=0)
        if self.max_steps is not None:
            check_whole("loop.max_steps", self.max_steps)
        if self.clip_norm is not None:
            check_number("loop.clip_norm", self.clip_norm, without_least=True)
        part: Any = self.micro_batch  # YAML may bring anything
        if part is not None and (type(part) is not int or part < 1 or self.batch_size % part):
            raise ValueError(
                f"loop.micro_batch must be null or a whole number that divides loop.batch_size="
                f"{self.batch_size}, got {part!r}"
            )

    def n_steps(self, steps_per_epoch: int) -> int:
        """Return the number of optimiser steps."""
        steps = self.epochs * steps_per_epoch
        return steps if self.max_steps is None else min(steps, self.max_steps)

    def less_memory(self) -> str:
        """Say what to set where a step does not fit into memory.

        It is the next smaller part, or a smaller batch where a part is one example already.
        """
        part = self.micro_batch or self.batch_size
        smaller = [size for size in range(1, part) if self.batch_size % size == 0]
        if not smaller:
            return "take a smaller loop.batch_size"
        return f"take loop.micro_batch={smaller[-1]}, which gives the same step in parts"


class Loop:
    """One training run: call `fit`; `state` is what its checkpoints hold.

    Args:
        model: The model, on its device.
        objective: Its loss, step by step.
        optimizers: They share the schedule, each over its own base rates.
        schedule: Factor on the base rates.
        settings: How long and how.
        steps_per_epoch: For the schedule and the log.
        n_steps: All steps, if they are not those of the settings.
        epoch: Returns the epochs so far, for the log, where steps are no measure of them.
        seed: Of dropout; with the step it decides all that is drawn.
        run: The open run folder.
        logger: Receives the metrics too.
        evaluate: Returns metrics of the model as it stands, on request of the settings.
        identity: What a checkpoint must agree with to be resumed (such as the task set's digest).
        config: The run's settings, for the record in its checkpoints.
    """

    def __init__(
        self,
        *,
        model: Model,
        objective: Objective,
        optimizers: Sequence[torch.optim.Optimizer],
        schedule: Schedule,
        settings: LoopSettings,
        steps_per_epoch: int | float,
        seed: int,
        run: Run,
        logger: Logger,
        evaluate: Callable[[], dict[str, float]],
        identity: dict[str, Any],
        config: dict[str, Any] | None = None,
        n_steps: int | None = None,
        epoch: Callable[[], float] | None = None,
    ) -> None:
        self.model, self.objective, self.optimizers = model, objective, optimizers
        self.schedule, self.settings, self.steps_per_epoch = schedule, settings, steps_per_epoch
        self.seed, self.run, self.logger = seed, run, logger
        self.evaluate, self.identity = evaluate, {**identity, "seed": seed}
        self.device = next(model.parameters()).device
        self.config = config or {}
        self.scaler = torch.amp.GradScaler(self.device.type, enabled=settings.precision == "fp16")
        self.checkpoints = Checkpoints(run.folder)
        self.window = Window(self.device, objective.sum_names)
        self.step = 0
        self.n_steps = settings.n_steps(int(steps_per_epoch)) if n_steps is None else n_steps
        self.epoch = epoch or (lambda: self.step / self.steps_per_epoch)
        self._fresh = [of.state_dict() for of in optimizers]
        self._base_rates = [[group["lr"] for group in of.param_groups] for of in optimizers]

    def fit(self) -> None:
        """Train to the end, from the newest checkpoint of the run folder if there is one.

        Raises:
            Interrupted: Ctrl-C or SIGTERM; a checkpoint was written.
            ValueError: A loss was not finite, a step did not fit into memory, all checkpoints are
                damaged, or one belongs to another run.
        """
        self._restore()
        self.model.train()
        randomness = own_torch_randomness(self.device)
        with Interrupts() as interrupts, randomness, self._progress() as bar:
            while not self._is_over:
                try:
                    self._train_step()
                except torch.OutOfMemoryError as error:
                    raise ValueError(
                        f"{self.device} has no memory for a step with loop.batch_size="
                        f"{self.settings.batch_size}: {self.settings.less_memory()}"
                    ) from error
                self._report(bar)
                if self._is_over or interrupts.signal or self._due("checkpoint_every_steps"):
                    self.save()
                if interrupts.signal:
                    raise Interrupted(f"stopped after step {self.step}", interrupts.signal)

    @property
    def _is_over(self) -> bool:
        return self.step >= self.n_steps or self.objective.is_done(self.step)

    def save(self) -> None:
        """Write a checkpoint of a state that is known to be sound.

        Raises:
            ValueError: A loss was not finite, or the last step blew the weights up.
        """
        self.window.check()
        # torch, other than `max`, passes on a NaN wherever it is; one wait for the device.
        peaks = [weight.detach().abs().max() for weight in self.model.parameters()]
        largest = float(torch.stack(peaks).max())
        if not largest <= _LARGEST_WEIGHT:
            raise ValueError(
                f"weights grew to {largest:g} by step {self.step}: training diverged; try a lower "
                "optimizer.lr, or optimizers and schedules as configured"
            )
        self.checkpoints.save(self.step, self.state())

    def state(self) -> dict[str, Any]:
        """Return all that a bit-identical continuation needs; randomness is (seed, step)."""
        return {
            "identity": self.identity,
            "config": self.config,
            "model": model_record(self.model),
            "optimizers": [of.state_dict() for of in self.optimizers],
            "scaler": self.scaler.state_dict(),
            "objective": self.objective.state_dict(),
            "window": self.window.state_dict(),
        }

    def _restore(self) -> None:
        newest = self.checkpoints.newest(self._go_on_from)
        if newest is None:
            steps = [line.get("step", 0) for line in read_metrics(self.run.folder)]
            if steps:
                warnings.warn(
                    f"there is no checkpoint in {self.checkpoints.folder}: the run begins anew, "
                    f"and its metrics up to step {max(steps)} are dropped",
                    stacklevel=2,
                )
            self.run.rewind_metrics(-1)
            return
        _, saved = newest
        self.step = saved["step"]
        settings = self.settings
        every = {"train": settings.log_every_steps, "eval": settings.evaluate_every_steps}
        warn_of_lost_metrics(self.run.folder, self.step, every)
        self.run.rewind_metrics(self.step)

    def _go_on_from(self, path: Path, saved: dict[str, Any]) -> None:
        """Load a checkpoint, or refuse what is damaged or belongs to another run."""
        missing = [key for key in self.state() if key not in saved]
        if missing:
            raise DamagedError(f"{path} lacks {', '.join(missing)}")
        if saved["step"] > self.n_steps:
            raise ValueError(
                f"{path} stands at step {saved['step']}, the settings of its run end at "
                f"{self.n_steps}: run.json was changed, or the checkpoint is of another run"
            )
        try:
            self._check_origin(path, saved)
        except _INCOMPARABLE as error:
            reason = str(error).splitlines()[0]
            raise DamagedError(f"{path} holds no settings of a run: {reason}") from error
        forms = [[state_after_a_step(of) for of in self.optimizers]]
        if self._all_were_skipped(saved):  # some optimisers hold something even then
            forms.append(self._fresh)
        misfits = [first_misfit(saved, self._form_of_state(saved, form)) for form in forms]
        if all(misfits):
            raise DamagedError(f"{path} is not as this version of arcrep writes it: {misfits[-1]}")
        self._check_groups(path, saved)
        try:
            self._load(saved)
        except (ValueError, RuntimeError) as error:
            reason = str(error).splitlines()[0]
            raise DamagedError(f"{path} cannot be loaded: {reason}") from error

    def _check_groups(self, path: Path, saved: dict[str, Any]) -> None:
        """Refuse optimisers that go with other parameters, or by other settings."""
        for state, fresh in zip(saved["optimizers"], self._fresh, strict=True):
            for group, own in zip(state["param_groups"], fresh["param_groups"], strict=True):
                changed = first_difference(group, own, _MOVING)
                if changed:
                    name, was, now = changed
                    raise DamagedError(
                        f"{path} has optimizers with {name}={was}, this run has {now}"
                    )

    def _check_origin(self, path: Path, saved: dict[str, Any]) -> None:
        """Refuse a checkpoint of other data or settings."""
        if saved["identity"] != self.identity:
            raise ValueError(
                f"{path} was trained on {saved['identity']}, now it is {self.identity}: "
                "a run goes on with the data it began with"
            )
        changed = first_difference(saved["config"], self.config, _FREE)
        if changed:
            name, was, now = changed
            raise ValueError(
                f"{path} was trained with {name}={was}, the settings of its run say {now}: "
                "run.json was changed (change it back), or the checkpoint is of another run"
            )

    def _form_of_state(
        self, saved: dict[str, Any], of_optimizers: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """Return a state that is made as this one should be: only its values may be others.

        What that takes does to optimisers and weights is loaded over.
        """
        with self._autocast():
            of_objective = self.objective.form_of_state()
        compared_before = {key: saved[key] for key in ("identity", "config", "step")}
        parts = {"optimizers": of_optimizers, "objective": of_objective}
        return {**self.state(), **parts, **compared_before}

    def _all_were_skipped(self, saved: dict[str, Any]) -> bool:
        """Whether the loss scaler let no step happen so far: optimisers may have no state."""
        scaler = self.scaler.state_dict()
        if not scaler or first_misfit(saved["scaler"], scaler):
            return False
        halved = scaler["scale"] * scaler["backoff_factor"] ** saved["step"]
        return saved["scaler"]["scale"] == halved

    def _load(self, saved: dict[str, Any]) -> None:
        self.model.load_state_dict(saved["model"]["state"])
        for optimizer, state in zip(self.optimizers, saved["optimizers"], strict=True):
            optimizer.load_state_dict(state)
        self.scaler.load_state_dict(saved["scaler"])
        self.objective.load_state_dict(saved["objective"])
        self.window.load_state_dict(saved["window"])

    def _train_step(self) -> None:
        factor = self.schedule.factor(self.step, self.steps_per_epoch, self.settings.epochs)
        for optimizer, rates in zip(self.optimizers, self._base_rates, strict=True):
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * factor
        torch.manual_seed(seeded(self.seed, _STEP_STREAM, self.step))
        drawn = self._gradients()
        norm = self._clip()
        for optimizer in self.optimizers:
            self.scaler.step(optimizer)
            optimizer.zero_grad()
        self.scaler.update()
        self.objective.after_step()
        self.window.add(drawn.loss, norm, drawn.n_targets, drawn.n_examples, drawn.sums)
        self.step += 1

    def _gradients(self) -> PartLoss:
        """Add up the gradients of the step's parts; return what the parts come to."""
        parts = list[PartLoss]()
        with self._autocast():
            for part in self.objective.parts(self.step):
                with torch.autocast(self.device.type, enabled=False):
                    self.scaler.scale(part.loss).backward()
                parts.append(replace(part, loss=part.loss.detach()))
        return functools.reduce(PartLoss.plus, parts)

    def _autocast(self) -> torch.autocast:
        dtype = _PRECISIONS[self.settings.precision]
        return torch.autocast(self.device.type, dtype, enabled=dtype != torch.float32)

    def _clip(self) -> torch.Tensor | None:
        """Clip the gradients; return their norm where one that is not finite is a fault.

        With a loss scaler it is none: the scaler skips the step and lowers its scale.
        """
        limit = self.settings.clip_norm
        for optimizer in self.optimizers:
            self.scaler.unscale_(optimizer)
        norm = nn.utils.clip_grad_norm_(
            self.model.parameters(), math.inf if limit is None else limit
        )
        return None if self.scaler.is_enabled() else norm

    def _report(self, bar: "tqdm[Any]") -> None:
        bar.update()
        if self._is_over or self._due("log_every_steps"):
            self.window.check()
            summary = self.window.summary()
            bar.set_postfix_str(
                f"epoch {self.epoch():.1f} of {self.settings.epochs}, loss {summary['loss']:.4f}, "
                f"{summary['examples_per_second']:.0f} examples/s"
            )
            summary["lr"] = self.optimizers[0].param_groups[0]["lr"]
            if self.scaler.is_enabled():
                summary["loss_scale"] = self._checked_scale()
            self._log("train", {**summary, "examples": self.window.n_examples})
            self.window.clear(self.step)
        if self.settings.evaluate_every_steps and self._due("evaluate_every_steps"):
            self._log("eval", self.evaluate())
            self.model.train()

    def _checked_scale(self) -> float:
        """Return the loss scale; one near 0 means that every step is being skipped."""
        scale = self.scaler.get_scale()
        if scale < _SMALLEST_SCALE:
            raise ValueError(
                f"the loss scale fell to {scale:g} by step {self.step}: the gradients are not "
                "finite whatever it is; try loop.precision=bf16 or a lower optimizer.lr"
            )
        return scale

    def _log(self, kind: str, values: dict[str, float]) -> None:
        self.run.log(kind=kind, step=self.step, epoch=round(self.epoch(), 4), **values)
        self.logger.log({f"{kind}/{name}": value for name, value in values.items()}, self.step)

    def _due(self, setting: str) -> bool:
        return self.step % getattr(self.settings, setting) == 0

    def _progress(self) -> "tqdm[Any]":
        return tqdm(
            total=self.n_steps, initial=self.step, desc="training", unit="step", mininterval=0.5
        )
