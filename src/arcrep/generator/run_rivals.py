"""The search for rivals on one task of the language, for the command line."""

from collections.abc import Sequence
from pathlib import Path

from arcrep.arc import Example
from arcrep.arc.reading import task_from_json
from arcrep.arc.strict_json import parse_json, read_file
from arcrep.generator.programs import Program
from arcrep.generator.rivals import Rival, find_rival
from arcrep.generator.support import N_SETS, N_TESTS, SET_SIZE, set_ranges


def describe_rivals(program: Program, path: Path | None, seed: int) -> str:
    """Say which other rules explain support sets and disagree on a test.

    Args:
        program: The rule.
        path: A task whose outputs it gives; by default examples are drawn.
        seed: That of the examples to draw.

    Raises:
        ValueError: The file holds no task, or the program does not give its outputs.
    """
    if path:
        task = task_from_json(path.stem, parse_json(read_file(path), str(path)), str(path))
        support, tests, sets = task.support, task.test, task.support_sets
        _check_outputs(program, [*support, *tests], path)
    else:
        n_support = N_SETS * SET_SIZE
        drawn = [program.example(seed, index) for index in range(n_support + N_TESTS)]
        support, tests = tuple(drawn[:n_support]), tuple(drawn[n_support:])
        sets = tuple(map(tuple, set_ranges(n_support)))
    search = find_rival(program, support, sets, tests)
    lines = [f"{program.id}: {search.tried} explanations tried"]
    for number, rival in enumerate(search.explained, 1):
        lines.append(f"  s{number}: {_said(rival) if rival else 'no rival'}")
    lines += [f"  the same on all examples: {equal.sentence}" for equal in search.equals]
    return "\n".join(lines)


def _said(rival: Rival) -> str:
    where = "all tests, without the concept" if rival.test is None else f"not test {rival.test + 1}"
    return f"{rival.kind}: {rival.says} ({where})"


def _check_outputs(program: Program, examples: Sequence[Example], path: Path) -> None:
    for number, example in enumerate(examples, 1):
        if (
            example.output is None
            or program.apply(example.input).tolist() != example.output.tolist()
        ):
            raise ValueError(
                f"{path}: example {number} is not what {program.id} makes of its input"
            )
