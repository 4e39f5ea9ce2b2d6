"""Timing that means something on a noisy machine: interleaved, the median, ratios in one run."""

import gc
import resource
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

import torch


def seconds(work: Callable[[], object], device: torch.device) -> float:
    """Time one call, waiting for the device before and after."""
    _wait(device)
    start = time.perf_counter()
    work()
    _wait(device)
    return time.perf_counter() - start


def interleaved(
    works: Mapping[str, Callable[[], object]],
    repeats: int,
    device: torch.device,
    warm_up: bool = True,
) -> dict[str, float]:
    """Return the median seconds of each work; they take turns, so that load hits all alike.

    With `warm_up` each work runs once before, untimed, for allocators and kernels.
    """
    times: dict[str, list[float]] = {name: [] for name in works}
    if warm_up:
        for work in works.values():
            work()
    gc.collect()
    for _ in range(repeats):
        for name, work in works.items():
            times[name].append(seconds(work, device))
    return {name: median(values) for name, values in times.items()}


def matmul_gflops(device: torch.device, side: int = 2048, repeats: int = 9) -> float:
    """Return the speed of a float32 product of two square matrices, in GFLOP/s (median)."""
    left, right = torch.randn(side, side, device=device), torch.randn(side, side, device=device)
    times = interleaved({"product": lambda: left @ right}, repeats, device)
    return 2 * side**3 / times["product"] / 1e9


def reset_peak(device: torch.device) -> None:
    """Let the peak count from now on; that of a CPU cannot be reset."""
    if device.type == "cuda":
        gc.collect()
        torch.cuda.reset_peak_memory_stats(device)


def peak_megabytes(device: torch.device) -> float:
    """Return the largest memory that this process has had on a device, in megabytes."""
    if device.type == "cuda":
        return torch.cuda.max_memory_allocated(device) / 1e6
    status = Path("/proc/self/status")
    if status.exists():  # the peak of this program alone: ru_maxrss carries the parent's over
        line = next(text for text in status.read_text().splitlines() if text.startswith("VmHWM"))
        return int(line.split()[1]) / 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
