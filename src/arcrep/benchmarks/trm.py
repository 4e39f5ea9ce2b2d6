"""TRM: a training step and steps of inference, beside a plain transcription and a floor.

The floor is what no implementation can leave out: the same products with weights, forward and
backward, and the same attention calls, on tensors that are there already; where a training step is
made in parts, these are of a part's size. The plain path is a transcription of the published code
that the tests keep. Weights and examples are random: speed does not depend on them.
"""

import importlib.util
import multiprocessing
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from arcrep.arc import Example
from arcrep.benchmarks.timing import interleaved, peak_megabytes, reset_peak
from arcrep.data import GridTable, TaskOrder, TokenCanvas, TokenPlacement, choose_device
from arcrep.models import Trm
from arcrep.models.cpu_products import product
from arcrep.models.trm_layers import mlp_width
from arcrep.training import AdamATan2, Halting, RowSignSGD, TrmObjective, sample_losses

PLAIN = Path("tests") / "models" / "plain_trm.py"


@dataclass(frozen=True)
class TrmBenchmark:
    """What is measured.

    Attributes:
        batch_size: Examples per step.
        micro_batch: Examples of a training step computed together (loop.micro_batch); None: all.
        repeats: Timings of each path; the median counts.
        steps: Supervision steps of inference.
        d_model: Width of the model.
        side: Of its canvas.
        device: Where to run.
        precision: `fp32`, or `bf16`: ours by autocast, the plain path with weights cast at each
            use, as published.
        compile: Compile the blocks.
        plain: Time the plain path too, for the ratios; it knows no parts.
        peak_tflops: Of the device, if known, for the share of it that is reached.
    """

    batch_size: int = 2
    micro_batch: int | None = None
    repeats: int = 3
    steps: int = 4
    d_model: int = 512
    side: int = 30
    device: str = "cpu"
    precision: str = "fp32"
    compile: bool = False
    plain: bool = True
    peak_tflops: float | None = None

    def __post_init__(self) -> None:
        if self.part < 1 or self.batch_size % self.part:
            raise ValueError(
                f"a micro-batch is a whole number that divides the batch of {self.batch_size}, got "
                f"{self.micro_batch}"
            )
        if self.peak_tflops is not None and self.peak_tflops <= 0:
            raise ValueError(f"the peak is over 0 TFLOP/s, got {self.peak_tflops:g}")

    @property
    def part(self) -> int:
        """The examples of a training step that are computed together."""
        return self.batch_size if self.micro_batch is None else self.micro_batch

    def run(self, say: Callable[[str], None] = print) -> dict[str, Any]:
        """Measure everything; returns the figures by name."""
        figures = self._speed()  # leaves nothing on the device
        for name in ("ours", "plain") if self.plain else ("ours",):
            for work in ("train", "inference"):
                figures[f"{name}_{work}_peak_megabytes"] = _peak(self, name, work)
        _report(figures, say, self.plain)
        return figures

    def _speed(self) -> dict[str, Any]:
        """Time all paths, and compare what they compute."""
        device = choose_device(self.device)
        ours = _Ours(self, device)
        paths: dict[str, Any] = {"ours": ours, "floor": _Floor(self, ours.model, device)}
        if self.plain:
            paths["plain"] = _Plain(self, ours)
        figures: dict[str, Any] = {"settings": vars(self), "device": str(device)}
        for work in ("train", "inference"):
            works = {name: getattr(path, work) for name, path in paths.items()}
            for name, value in interleaved(works, self.repeats, device).items():
                figures[f"{name}_{work}_seconds"] = value
            ours_seconds = figures[f"ours_{work}_seconds"]
            figures[f"{work}_examples_per_second"] = self.batch_size / ours_seconds
            tflops = self.operations(ours.model, work) / ours_seconds / 1e12
            figures[f"{work}_tflops"] = tflops
            if self.peak_tflops is not None:
                figures[f"{work}_share_of_peak"] = tflops / self.peak_tflops
            figures[f"over_floor_{work}"] = ours_seconds / figures[f"floor_{work}_seconds"]
            if self.plain:
                figures[f"ratio_{work}"] = figures[f"plain_{work}_seconds"] / ours_seconds
        if self.plain:
            figures |= paths["plain"].compare(ours)
        return figures

    def operations(self, model: Trm, work: str) -> float:
        """Return the operations of products and attention in a training step, or in inference."""
        seq, d, d_mlp = (
            model.prefix + model.side**2,
            model.d_model,
            mlp_width(model.d_model, model.expansion),
        )
        of_block = float(self.batch_size) * seq * (8 * d**2 + 6 * d * d_mlp + 4 * seq * d)
        blocks = (model.l_cycles + 1) * model.n_layers
        if work == "train":  # with gradients in one cycle, which cost two forward passes more
            return of_block * blocks * (model.h_cycles + 2)
        return of_block * blocks * model.h_cycles * self.steps


class _Ours:
    """Our model, a training step as the loop makes it, and inference."""

    def __init__(self, settings: TrmBenchmark, device: torch.device) -> None:
        self.settings, self.device = settings, device
        torch.manual_seed(0)
        n = max(8, settings.batch_size)
        ids = [f"task{number}" for number in range(n)]
        self.model = Trm(ids, d_model=settings.d_model, side=settings.side).to(device)
        if settings.compile:
            self.model.compile_blocks()
        draw = np.random.default_rng(0)
        table = GridTable([_example(draw, settings.side) for _ in ids], range(n), device)
        self.optimizer = AdamATan2(self.model.network_parameters())
        self.table_optimizer = RowSignSGD(self.model.task_table.weight)
        self.canvas = TokenCanvas(table, settings.side)
        self.objective = TrmObjective(
            self.model,
            self.canvas,
            TaskOrder(table.task_rows, 0),
            TokenPlacement("never", keep_one=False),
            self.table_optimizer,
            Halting(),
            settings.batch_size,
            seed=0,
            micro_batch=settings.micro_batch,
        )
        self.examples = torch.arange(settings.batch_size, device=device)
        corner = torch.zeros(settings.batch_size, 2, dtype=torch.int64, device=device)
        self.tokens = self.canvas.tokens(self.examples, corner)
        self.labels = self.canvas.tokens(self.examples, corner, outputs=True)
        self.n_steps = 0

    def autocast(self) -> Any:
        """Return the context to compute in."""
        on = self.settings.precision == "bf16"
        return torch.autocast(self.device.type, torch.bfloat16, enabled=on)

    def train(self) -> None:
        """Make one training step."""
        with self.autocast():
            for part in self.objective.parts(self.n_steps):
                with torch.autocast(self.device.type, enabled=False):
                    part.loss.backward()
        for optimizer in (self.optimizer, self.table_optimizer):
            optimizer.step()
            optimizer.zero_grad()
        self.n_steps += 1

    def loss(self) -> torch.Tensor:
        """Compute the loss of a first step on the examples of inference."""
        model = self.model
        with self.autocast():
            inputs = model.embed(self.tokens, model.task_table(self.examples))
            carry = model.supervision_step(model.initial(len(inputs), inputs.dtype), inputs)
            answer = carry.answer
            losses = sample_losses(model.read(answer), model.halt(answer), self.labels)
        return (losses.cells + Halting().weight * losses.halt).mean()

    @torch.no_grad()
    def inference(self) -> torch.Tensor:
        """Answer a batch."""
        with self.autocast():
            return self.model(self.tokens, self.examples, self.settings.steps).logits


class _Plain:
    """The transcription, from the same weights and examples."""

    def __init__(self, settings: TrmBenchmark, ours: _Ours) -> None:
        self.settings, self.ours = settings, ours
        half = torch.bfloat16 if settings.precision == "bf16" else None
        self.model = _load_plain().PlainTrm(ours.model, half).to(ours.device)
        self.optimizer = AdamATan2(self.model.parameters())

    def _vectors(self) -> torch.Tensor:
        return self.ours.model.task_table.weight.detach()[self.ours.examples].requires_grad_()

    def loss(self) -> torch.Tensor:
        """Compute the loss of a first step."""
        model = self.model
        inputs = model.embed(self.ours.tokens, self._vectors())
        answer, _ = model.step(*model.initial(len(inputs)), inputs)
        loss = model.loss(model.read(answer), model.halt(answer), self.ours.labels)
        return loss / self.settings.batch_size

    def train(self) -> None:
        """Make one training step."""
        self.loss().backward()
        self.optimizer.step()
        self.optimizer.zero_grad()

    @torch.no_grad()
    def inference(self) -> torch.Tensor:
        """Answer a batch; as published, the heads read every step."""
        inputs = self.model.embed(self.ours.tokens, self._vectors())
        states = self.model.initial(len(inputs))
        logits = torch.empty(0)
        for _ in range(self.settings.steps):
            states = self.model.step(*states, inputs)
            logits = self.model.read(states[0])
            self.model.halt(states[0])
        return logits

    def compare(self, ours: _Ours) -> dict[str, float]:
        """Return how far numbers of new models of the same weights are apart."""
        fresh = _Ours(self.settings, ours.device)
        plain = _Plain(self.settings, fresh)
        logits = (fresh.inference() - plain.inference()).abs().max().item()
        mine, theirs = fresh.loss().item(), plain.loss().item()
        return {"logits_apart": logits, "loss_apart_relative": abs(mine - theirs) / abs(theirs)}


class _Floor:
    """The products and attention calls of a step alone, on tensors that are there already."""

    def __init__(self, settings: TrmBenchmark, model: Trm, device: torch.device) -> None:
        self.model, self.steps = model, settings.steps
        self.parts = settings.batch_size // settings.part
        d, seq = model.d_model, model.prefix + model.side**2
        d_mlp, tokens = mlp_width(d, model.expansion), settings.part * seq
        dtype = torch.bfloat16 if settings.precision == "bf16" else torch.float32
        widths = ((d, 3 * d), (d, d), (d, 2 * d_mlp), (d_mlp, d))
        self.pairs = [
            (
                torch.randn(tokens, width_in, device=device, dtype=dtype),
                torch.randn(width_out, width_in, device=device, dtype=dtype),
                torch.randn(tokens, width_out, device=device, dtype=dtype),
            )
            for width_in, width_out in widths
        ]
        shape = (settings.part, seq, model.n_heads, d // model.n_heads)
        drawn = [torch.randn(shape, device=device, dtype=dtype).transpose(1, 2) for _ in range(4)]
        self.states, self.gradient = drawn[:3], drawn[3]

    @torch.no_grad()
    def _forward(self) -> None:
        for x, weight, _ in self.pairs:
            product(x, weight)
        _attend(self.states)

    def _backward(self) -> None:
        with torch.no_grad():
            for x, weight, gradient in self.pairs:
                product(gradient, weight.t())
                product(gradient.t(), x.t())
        states = [state.detach().requires_grad_() for state in self.states]
        _attend(states).backward(self.gradient)

    def _blocks(self, cycles: int) -> int:
        return self.parts * cycles * (self.model.l_cycles + 1) * self.model.n_layers

    def train(self) -> None:
        """Do what one training step cannot leave out."""
        for _ in range(self._blocks(self.model.h_cycles - 1)):
            self._forward()
        for _ in range(self._blocks(1)):
            with torch.no_grad():
                for x, weight, _ in self.pairs:
                    product(x, weight)
            self._backward()

    def inference(self) -> None:
        """Do what supervision steps of inference cannot leave out."""
        for _ in range(self.steps * self._blocks(self.model.h_cycles)):
            self._forward()


def _attend(states: Sequence[torch.Tensor]) -> torch.Tensor:
    query, key, value = states
    return functional.scaled_dot_product_attention(query, key, value)


def _example(draw: np.random.Generator, side: int) -> Example:
    inputs, outputs = (draw.integers(0, 10, (side, side), np.uint8) for _ in range(2))
    return Example(inputs, outputs)


def _load_plain() -> Any:
    if not PLAIN.is_file():
        raise ValueError(f"{PLAIN} is not here: run this in a clone, or with --no-plain")
    spec = importlib.util.spec_from_file_location("plain_trm", PLAIN)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _peak(settings: TrmBenchmark, name: str, work: str) -> float:
    """Return the peak memory in megabytes; on a CPU of a process that does nothing else."""
    if choose_device(settings.device).type == "cuda":
        return _peak_megabytes(settings, name, work)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_peak_megabytes, (replace(settings, compile=False), name, work))


def _peak_megabytes(settings: TrmBenchmark, name: str, work: str) -> float:
    device = choose_device(settings.device)
    ours = _Ours(settings, device)
    path = ours if name == "ours" else _Plain(settings, ours)
    for _ in range(2):  # the second time with the optimiser's state, and with nothing to compile
        reset_peak(device)
        getattr(path, work)()
    return peak_megabytes(device)


def _report(figures: dict[str, Any], say: Callable[[str], None], plain: bool) -> None:
    for work in ("train", "inference"):
        share = figures.get(f"{work}_share_of_peak")
        say(
            f"{work}: {figures[f'ours_{work}_seconds']:.2f} s, "
            f"{figures[f'{work}_examples_per_second']:.2f} examples/s, "
            f"{figures[f'over_floor_{work}']:.3f} times the floor, "
            f"{figures[f'{work}_tflops']:.3f} TFLOP/s, "
            f"{'' if share is None else f'{share:.3f} of the peak, '}"
            f"peak {figures[f'ours_{work}_peak_megabytes']:.0f} MB"
        )
        if plain:
            say(
                f"  plain: {figures[f'plain_{work}_seconds']:.2f} s, peak "
                f"{figures[f'plain_{work}_peak_megabytes']:.0f} MB; "
                f"ratio_{work} {figures[f'ratio_{work}']:.2f}"
            )
    if plain:
        say(
            f"  logits apart {figures['logits_apart']:.1e}, "
            f"loss {figures['loss_apart_relative']:.1e} relative"
        )
