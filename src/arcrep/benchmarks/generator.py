"""Task programs: applying the official ones, sampling from them, and examples of generated tasks.

The floor of an application is its parse alone: seeing the grid as the objects that the rule is
about, with a memo that is empty each time. Of generated tasks every program gives as many examples;
inputs that will not do, examples that come twice, change nothing or would not be clear are drawn
again within the time. Each example is verified: the program, read anew, gives its output once more.
What a recipe asks for beside (a longest side, that things do not meet) no program tells; it is not
looked at here.
What the sampler then looks at to choose support sets (traces, confounds) is timed by itself.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from arcrep.arc import CONCEPTS, Example, load, read_tasks
from arcrep.generator import Program, official_programs
from arcrep.generator.clarity import unclear
from arcrep.generator.confounds import Confounds
from arcrep.generator.interpreter import evaluate
from arcrep.generator.sampling import sample_concept
from arcrep.generator.scene import Scene
from arcrep.generator.task_drawing import unsuitable
from arcrep.generator.traces import trace, unhindered
from arcrep.runs import read_run

Say = Callable[[str], None]
_SAMPLE = 3
"""Tasks of each concept, where no set is given or found."""
_USUAL = Path("data/conceptarc_scale_100")
_MOST = 2_000


def run_generator_benchmark(
    source: str = "conceptarc",
    generated: str | None = None,
    repeats: int = 3,
    examples: int = 20,
    say: Say = print,
) -> dict[str, Any]:
    """Measure in CPU seconds, best of some repeats; returns the figures by name.

    Args:
        source: The official ConceptARC.
        generated: A folder of scripts/generate_tasks.py; by default data/conceptarc_scale_100, and
            where that is not, a few tasks are sampled.
        repeats: How often the official programs are timed.
        examples: How many examples of each program.
        say: Where the lines go.
    """
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
        **_sampling([program for program in programs if program.layout], examples, say),
        **_generating(generated, examples, say),
    }


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
        "official_examples_per_second": rate,
        "worst_mean_seconds": max(each),
    }


def _generating(folder: str | None, examples: int, say: Say) -> dict[str, Any]:
    """Draw and verify as many examples of every generated task."""
    if not folder and (_USUAL / "COMPLETE").exists():
        folder = str(_USUAL)
    specs, share = _generated(folder) if folder else _sampled()
    seconds: list[float] = []
    reading = tracing = 0.0
    for spec in specs:
        begin = time.process_time()
        program, again = Program.from_spec(spec), Program.from_spec(spec)
        reading += time.process_time() - begin
        stream = _timed(_accepted(program, again))
        drawn = list(islice(stream, examples))
        seconds += [each for each, _ in drawn]
        tracing += _cpu_seconds(partial(_trace, program, [example for _, example in drawn]))
    rate = len(seconds) / (sum(seconds) + reading)
    p99 = float(np.quantile(seconds, 0.99))
    what = f"{len(specs)} generated tasks ({folder or 'a sample, made for this'})"
    say(
        f"{examples} new examples from each of {what}, verified: {rate:,.0f} accepted examples per "
        f"CPU second, 99% of them within {p99 * 1000:.1f} ms; to see what happens in one takes "
        f"{tracing / len(seconds) * 1000:.2f} ms more; the search for rivals was {share:.0%} of "
        "the time of making the tasks"
    )
    return {
        "generated_tasks": len(specs),
        "examples_per_second": rate,
        "p99_seconds": p99,
        "trace_seconds": tracing / len(seconds),
        "search_share": share,
    }


def _timed(examples: Iterator[Example]) -> Iterator[tuple[float, Example]]:
    """Yield examples with the CPU seconds that each took."""
    while True:
        begin = time.process_time()
        example = next(examples)
        yield time.process_time() - begin, example


def _trace(program: Program, examples: list[Example]) -> None:
    """See what happens in examples, as the sampler does with each that it draws."""
    free, confounds = unhindered(program), Confounds(program)
    for example in examples:
        assert example.output is not None
        scene = Scene(example.input, program.background)
        trace(program, scene, {}, example.output, free, confounds)


def _accepted(program: Program, again: Program) -> Iterator[Example]:
    """Yield different examples that a task could have, each verified.

    That is done by the same program, which shares nothing with the first.

    Raises:
        ValueError: Of very many examples hardly any would be taken.
    """
    known = set[bytes]()
    for index in range(_MOST):
        example = program.example(1, index)
        assert example.output is not None
        scene = Scene(example.input, again.background)
        output = again.apply_to(scene)
        assert np.array_equal(output, example.output), f"{program.id}: example {index}"
        key = example.input.tobytes() + bytes(example.input.shape)
        if key in known or unsuitable(scene, output) or unclear(again, scene, output):
            continue
        known.add(key)
        yield example
    raise ValueError(f"{program.id}: most of {_MOST} examples are not as clear as a task asks for")


def _generated(folder: str) -> tuple[list[dict[str, Any]], float]:
    """Return the programs of a generated folder, and the share of the search for rivals in it."""
    seconds = read_run(folder)["seconds"]
    specs = [dict(task.metadata["program"]) for task in read_tasks(folder)]
    return specs, seconds["search"] / seconds["cpu"]


def _sampled() -> tuple[list[dict[str, Any]], float]:
    specs: list[dict[str, Any]] = []
    search = 0.0
    begin = time.process_time()
    for concept in CONCEPTS:
        tasks, tally = sample_concept(concept, _SAMPLE, seed=0)
        specs += [dict(task.metadata["program"]) for task in tasks]
        search += tally.search_seconds
    return specs, search / (time.process_time() - begin)


def _sample(program: Program, examples: int) -> None:
    for index in range(examples):
        program.example(0, index)


def _cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
