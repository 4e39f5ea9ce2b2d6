"""VARC: training on the needed tokens beside all 1,025, its share of the machine, its memory.

The plain path shares every layer, SDPA and the look-up patch embedding with ours and differs only
in the tokens that are computed. Weights are random: speed does not depend on them.
"""

import multiprocessing
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from arcrep.arc import TaskSet, load
from arcrep.benchmarks.timing import interleaved, matmul_gflops, peak_megabytes
from arcrep.data import EpochOrder, Placement, Tokenizer, choose_device, support_table
from arcrep.evaluation import decode_canvases, prediction_from_grid, score
from arcrep.models import Varc
from arcrep.training import VarcObjective, initialised

SCALES: dict[str, Sequence[int] | str] = {"scale_1_2": (1, 2), "scale_random": "random"}
N_CANVASES = 16_000


@dataclass(frozen=True)
class VarcBenchmark:
    """What is measured.

    Attributes:
        source: Where the training examples come from.
        batches: Different batches per figure; figures are sums over them.
        repeats: Times that each batch is timed on each path; the median counts.
        batch_size: Examples per step.
        d_model: Width (and MLP width) of the model.
        n_layers: Depth of the model.
        device: Where to run.
        precision: `fp32` or `bf16` (autocast).
        compile: Compile the blocks.
        plain: Time the plain path too, for the ratios.
    """

    source: str = "conceptarc"
    batches: int = 4
    repeats: int = 1
    batch_size: int = 8
    d_model: int = 512
    n_layers: int = 10
    device: str = "cpu"
    precision: str = "fp32"
    compile: bool = False
    plain: bool = True

    def run(self, say: Callable[[str], None] = print) -> dict[str, Any]:
        """Measure everything; returns the figures by name."""
        device, tasks = choose_device(self.device), load(self.source)
        figures: dict[str, Any] = {
            "settings": vars(self) | {"tasks": tasks.name, "digest": tasks.digest},
            "device": _device_name(device),
            "threads": torch.get_num_threads(),
            "matmul_2048_gflops": matmul_gflops(device),
        }
        for name, scales in SCALES.items():
            figures |= self._training(name, scales, tasks, device)
            _report(figures, name, say)
        figures |= decoding_and_scoring(tasks)
        seconds = figures["decode_and_score_16000_seconds"]
        say(f"decoding and scoring {N_CANVASES:,} canvases: {seconds:.2f} s")
        return figures

    def _training(
        self, name: str, scales: Sequence[int] | str, tasks: TaskSet, device: torch.device
    ) -> dict[str, Any]:
        ours = _Trainer(self, scales, tasks, device, "needed")
        paths = {"gathered": ours}
        if self.plain:
            paths["plain"] = _Trainer(self, scales, tasks, device, "all")
        totals = dict.fromkeys((*paths, "stream"), 0.0)
        flops = 0.0
        for step in range(self.batches):
            works: dict[str, Callable[[], object]] = {
                path: lambda trainer=trainer, step=step: trainer.step(step)
                for path, trainer in paths.items()
            }
            works["stream"] = lambda step=step: ours.objective.tokens(step)
            times = interleaved(works, self.repeats, device, warm_up=step == 0)
            for path, seconds in times.items():
                totals[path] += seconds
            flops += ours.flops(step)
        n_examples = self.batches * self.batch_size
        gflops = flops / totals["gathered"] / 1e9
        found: dict[str, Any] = {
            f"gathered_{name}_examples_per_second": n_examples / totals["gathered"],
            f"gathered_{name}_tokens_per_example": ours.tokens_per_example(self.batches),
            f"gathered_{name}_gflops": gflops,
            f"stream_{name}_ratio": totals["gathered"] / totals["stream"],
            f"gathered_{name}_peak_megabytes": self._peak_megabytes(scales, "needed"),
        }
        if self.plain:
            found[f"plain_{name}_examples_per_second"] = n_examples / totals["plain"]
            found[f"ratio_{name}"] = totals["plain"] / totals["gathered"]
            found[f"plain_{name}_peak_megabytes"] = self._peak_megabytes(scales, "all")
        return found

    def _peak_megabytes(self, scales: Sequence[int] | str, tokens: str) -> float:
        """Return the peak memory of training steps, from a process of its own."""
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            return pool.apply(_peak_megabytes, (self, scales, tokens))


class _Trainer:
    """A model in training on one path."""

    def __init__(
        self,
        settings: VarcBenchmark,
        scales: Sequence[int] | str,
        tasks: TaskSet,
        device: torch.device,
        tokens: str,
    ) -> None:
        width, layers = settings.d_model, settings.n_layers
        self.model = initialised(
            lambda: Varc(
                tasks.ids, width, layers, n_heads=max(width // 64, 1), d_mlp=width, tokens=tokens
            ),
            seed=0,
            device=device,
        )
        if settings.compile:
            self.model.compile_blocks()
        table = support_table(tasks, self.model.task_table.rows(tasks.ids), device=device)
        order = EpochOrder(len(table), settings.batch_size, seed=0)
        tokenizer = Tokenizer(table, width, tokens)
        self.objective = VarcObjective(self.model, tokenizer, order, Placement(scales), seed=0)
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=3e-4, weight_decay=0.0, fused=True
        )
        self.device, self.bf16 = device, settings.precision == "bf16"

    def step(self, step: int) -> None:
        """Do one whole training step, the reading of the data included."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.bf16):
            (whole,) = self.objective.parts(step)
        whole.loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()

    def flops(self, step: int) -> float:
        """Count the floating-point operations of products in a step, forward and backward."""
        with FlopCounterMode(display=False) as counter:
            (whole,) = self.objective.parts(step)
            whole.loss.backward()
        self.optimizer.zero_grad()
        return float(counter.get_total_flops())

    def tokens_per_example(self, batches: int) -> float:
        """Return the mean number of tokens computed per example, padding included."""
        drawn = [tokens for step in range(batches) for tokens in self.objective.tokens(step)]
        return mean(len(tokens.patches) / len(tokens.task_rows) for tokens in drawn)


def decoding_and_scoring(tasks: TaskSet, n_canvases: int = N_CANVASES) -> dict[str, float]:
    """Time decoding and scoring of canvases that show the tasks' own targets at scale 2."""
    queries = [(task.id, test, example) for task in tasks for test, example in enumerate(task.test)]
    shown = np.full((len(queries), 64, 64), 10, dtype=np.uint8)
    for canvas, (_, _, example) in zip(shown, queries, strict=True):
        assert example.output is not None
        grid = example.output.repeat(2, axis=0).repeat(2, axis=1)
        height, width = grid.shape
        canvas[1 : height + 2, 1 : width + 2] = 11
        canvas[1 : height + 1, 1 : width + 1] = grid
    which = np.arange(n_canvases) % len(queries)
    canvases, offsets = shown[which], np.ones((n_canvases, 2), dtype=np.int64)
    scales = np.full(n_canvases, 2)

    def work() -> None:
        grids = decode_canvases(canvases, offsets, scales)
        for start in range(0, n_canvases, len(queries)):
            part = zip(queries, grids[start : start + len(queries)], strict=False)
            score(tasks, [prediction_from_grid(task, test, grid) for (task, test, _), grid in part])

    times = interleaved({"work": work}, 3, torch.device("cpu"))
    return {"decode_and_score_16000_seconds": times["work"] * N_CANVASES / n_canvases}


def _peak_megabytes(settings: VarcBenchmark, scales: Sequence[int] | str, tokens: str) -> float:
    device = choose_device(settings.device)
    small = replace(settings, compile=False)
    trainer = _Trainer(small, scales, load(settings.source), device, tokens)
    for step in range(settings.batches if tokens == "needed" else 1):  # all batches are alike
        trainer.step(step)
    return peak_megabytes(device)


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"


def _report(figures: dict[str, Any], name: str, say: Callable[[str], None]) -> None:
    share = figures[f"gathered_{name}_gflops"] / figures["matmul_2048_gflops"]
    figures[f"gathered_{name}_share_of_matmul"] = share
    say(
        f"{name}: {figures[f'gathered_{name}_examples_per_second']:.2f} examples/s on "
        f"{figures[f'gathered_{name}_tokens_per_example']:.0f} tokens each, "
        f"{figures[f'gathered_{name}_gflops']:.0f} GFLOP/s "
        f"({share:.2f} of a 2048-cube product), "
        f"peak {figures[f'gathered_{name}_peak_megabytes']:.0f} MB"
    )
    if f"ratio_{name}" in figures:
        say(
            f"  plain: {figures[f'plain_{name}_examples_per_second']:.2f} examples/s, "
            f"peak {figures[f'plain_{name}_peak_megabytes']:.0f} MB; "
            f"ratio_{name} {figures[f'ratio_{name}']:.2f}"
        )
    say(f"  the data stream alone: {figures[f'stream_{name}_ratio']:.0f} times what training takes")
