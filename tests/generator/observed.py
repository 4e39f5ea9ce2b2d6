"""Tasks sampled in a process without run-time type checks, where it takes a tenth of the time."""

from collections.abc import Mapping
from dataclasses import dataclass
from unittest import mock

from arcrep.arc import Task
from arcrep.generator import sampling
from arcrep.generator.errors import SampleError
from arcrep.generator.task_drawing import ExampleSource, draw_task
from arcrep.generator.traces import Traced


@dataclass(frozen=True)
class Observed:
    """A task with what is known of its examples.

    Attributes:
        traced: Every example that its program draws, by the content of its input.
        first: The examples that were looked at to see what varies.
    """

    task: Task
    traced: Mapping[bytes, Traced]
    first: tuple[Traced, ...]


def observe(concept: str, seed: int, max_side: int, before: tuple[str, ...] = ()) -> Observed | str:
    """Sample a task of a concept, and draw its examples again; or say why there is none.

    Args:
        before: Concepts of which a task is sampled first.
    """
    for other in before:
        sampling.sample_concept(other, 1, seed + 1)
    limits = sampling.Limits(max_side)
    with mock.patch.object(sampling, "draw_task", wraps=draw_task) as spy:
        try:
            (task,), _ = sampling.sample_concept(concept, 1, seed, limits)
        except SampleError as error:
            return str(error)
    composed, key, *_ = spy.call_args.args
    source = ExampleSource(composed, key)
    traced: dict[bytes, Traced] = {}
    for index in range(400):
        if made := source.make(index):
            traced.setdefault(made.key, made)
    return Observed(task, traced, tuple(traced.values())[:24])
