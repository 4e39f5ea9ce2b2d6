"""Task programs: applying the official ones, and sampling from them.

The floor of an application is its parse alone: seeing the grid as the objects that the rule is
about, with a memo that is empty each time.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from arcrep.arc import load
from arcrep.generator import Program, official_programs
from arcrep.generator.interpreter import evaluate
from arcrep.generator.scene import Scene

Say = Callable[[str], None]


def run_generator_benchmark(
    source: str = "conceptarc", repeats: int = 3, examples: int = 20, say: Say = print
) -> dict[str, Any]:
    """Measure in CPU seconds, best of some repeats; returns the figures by name."""
    programs = list(official_programs())
    inputs = {task.id: [e.input for e in (*task.support, *task.test)] for task in load(source)}
    missing = [program.id for program in programs if program.id not in inputs]
    if missing:
        raise ValueError(f"{source} has no task {missing[0]}: take the official ConceptARC")
    pairs = [(program, grid) for program in programs for grid in inputs[program.id]]
    apply = min(_cpu_seconds(lambda: _apply(pairs)) for _ in range(repeats))
    parse = min(_cpu_seconds(lambda: _parse(pairs)) for _ in range(repeats))
    say(
        f"all {len(programs)} official programs on all {len(pairs)} official inputs: "
        f"{apply:.2f} CPU seconds, {len(pairs) / apply:,.0f} applications a second, "
        f"{apply / parse:.1f} times the parse alone ({parse:.2f} s)"
    )
    return {
        "pairs": len(pairs),
        "apply_seconds": apply,
        "parse_seconds": parse,
        "ratio": apply / parse,
    } | _sampling([program for program in programs if program.layout], examples, say)


def _apply(pairs: list[tuple[Program, np.ndarray]]) -> None:
    for program, grid in pairs:
        program.apply(grid)


def _parse(pairs: list[tuple[Program, np.ndarray]]) -> None:
    for program, grid in pairs:
        evaluate(program.parse, Scene(grid, program.background))


def _sampling(programs: list[Program], examples: int, say: Say) -> dict[str, Any]:
    """Draw as many examples from every program, so that slow ones weigh as much as fast ones."""
    each = [_cpu_seconds(lambda p=program: _sample(p, examples)) / examples for program in programs]
    rate = len(each) / sum(each)
    say(
        f"{examples} new examples from each of {len(programs)} of them: {rate:,.0f} accepted "
        f"examples per CPU second; a program's mean is {median(each) * 1000:.2f} ms in the middle, "
        f"{max(each) * 1000:.2f} ms at worst"
    )
    return {
        "programs_that_sample": len(programs),
        "examples_per_second": rate,
        "worst_mean_seconds": max(each),
    }


def _sample(program: Program, examples: int) -> None:
    for index in range(examples):
        program.example(0, index)


def _cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
