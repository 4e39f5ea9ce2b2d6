"""What scripts/task_program.py calls."""

import inspect
import json
import runpy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arcrep.arc import CONCEPTS, Example, Grid, as_grid
from arcrep.arc.reading import task_from_json
from arcrep.arc.strict_json import parse_json, read_file
from arcrep.generator.components import Component, all_components, find_component
from arcrep.generator.errors import RuleError
from arcrep.generator.official import MINIMAL, OFFICIAL, official_programs
from arcrep.generator.programs import Program
from arcrep.generator.run_rivals import describe_rivals
from arcrep.generator.signatures import REQUIRED
from arcrep.runs import write_atomic


def _run_components(path: Path) -> None:
    """Run a user's own file, which declares components.

    Raises:
        ValueError: It cannot be read, or what it does fails.
    """
    read_file(path)
    try:
        runpy.run_path(str(path))
    except (Exception, SystemExit) as error:  # whatever a user's file may raise
        kind = type(error).__name__
        raise ValueError(f"{path}: could not be run: {kind}: {error}") from error


def find_program(name: str) -> Program:
    """Return an official program by its id, or the one in a JSON file: its own, or a task's.

    Raises:
        ValueError: There is neither, or the file holds no program.
    """
    path = Path(name)
    if path.suffix != ".json" and not path.is_file():
        groups = MINIMAL if name.endswith("Minimal") else _concepts_of(name)
        for program in official_programs(groups):
            if program.id == name:
                return program
        raise ValueError(f"{name} is neither the id of an official task nor a JSON file")
    value = parse_json(read_file(path), str(path))
    own = value.get("program", value) if isinstance(value, dict) else value
    return Program.from_spec(own, str(path))


def _concepts_of(name: str) -> tuple[str, ...]:
    return tuple(concept for concept in CONCEPTS if name.startswith(concept)) or OFFICIAL


def describe_words(name: str | None) -> str:
    """List the words of the language, or say all about one of them.

    Raises:
        ProgramError: There is no word of the name.
    """
    if name:
        return _about(find_component(name, "words"))
    kinds = ("layout", "parse", "selector", "relation", "expression", "action")
    words = sorted(all_components().values(), key=lambda word: word.name)
    lines: list[str] = []
    for kind in kinds:
        lines.append(f"{kind}s:")
        lines += [f"  {word.name:24}{_summary(word)}" for word in words if word.kind == kind]
    return "\n".join(lines)


def _summary(word: Component) -> str:
    return (word.function.__doc__ or "").partition("\n")[0]


def _about(word: Component) -> str:
    lines = [f"{word.name} ({word.kind}) gives {word.returns}"]
    if word.selection:
        lines.append(f"  acts on: {word.selection}")
    for parameter in word.parameters.values():
        each = " of each object" if parameter.each else ""
        kind = " | ".join(map(json.dumps, parameter.choices)) or parameter.type
        default = "" if parameter.default is REQUIRED else f" = {json.dumps(parameter.default)}"
        lines.append(f"  {parameter.name}: {kind}{each}{default}")
    for verb, tags in (("requires", word.requires), ("provides", word.provides)):
        if tags:
            shown = "depends on its parameters" if callable(tags) else ", ".join(sorted(tags))
            lines.append(f"  {verb}: {shown}")
    return "\n".join([*lines, "", inspect.cleandoc(word.function.__doc__ or "")])


def run_program(
    what: str,
    program: str | None = None,
    grids: Path | None = None,
    count: int | None = None,
    seed: int | None = None,
    out: Path | None = None,
    components: Path | None = None,
) -> None:
    """Apply, describe or sample a program, search for its rivals, or list the words of programs.

    Raises:
        ValueError: The program, the grids or the options are not what they should be.
    """
    misses = what == "apply" and grids is None
    extra = what not in ("apply", "rivals") and grids is not None
    if misses or extra or (not program and what != "words"):
        raise ValueError(
            "apply needs PROGRAM and GRIDS, rivals PROGRAM and perhaps a task; describe and sample "
            "take PROGRAM alone"
        )
    if count is not None and what != "sample":
        raise ValueError(f"--count is for sample, not for {what}")
    if seed is not None and what not in ("sample", "rivals"):
        raise ValueError(f"--seed is for sample and rivals, not for {what}")
    count, seed = 3 if count is None else count, seed or 0
    if count < 1 or seed < 0:
        asked = f"--count is {count}" if count < 1 else f"--seed is {seed}"
        raise ValueError(f"{asked}: at least one example is drawn, from a seed of 0 or more")
    if components:
        _run_components(components)
    if what == "words":
        print(describe_words(program))
        return
    assert program
    chosen = find_program(program)
    if what == "describe":
        text, value = describe_program(chosen), chosen.spec
    elif what == "rivals":
        text = value = describe_rivals(chosen, grids, seed)
    elif what == "apply":
        assert grids
        outputs = _apply(chosen, grids)
        text, value = "\n\n".join(map(show, outputs)), [g.tolist() for g in outputs]
    else:
        examples = [chosen.example(seed, index) for index in range(count)]
        text, value = "\n\n".join(map(_show_example, examples)), _as_json(examples)
    if out:
        write_atomic(out, json.dumps(value) + "\n")
    else:
        print(text)


def describe_program(program: Program) -> str:
    """Say what a program does, what draws its inputs, and how large it is."""
    layout = program.layout.phrase if program.layout else "none"
    lines = [
        f"{program.id}{f' ({program.concept})' if program.concept else ''}",
        f"rule:    {program.sentence}",
        f"layout:  {layout}",
        f"size:    {program.n_nodes} nodes, {program.n_numbers} numbers",
        program.to_json().rstrip(),
    ]
    return "\n".join(lines)


def show(grid: Grid) -> str:
    """Show a grid as rows of digits."""
    return "\n".join("".join(map(str, row)) for row in grid.tolist())


def _show_example(example: Example) -> str:
    assert example.output is not None
    return f"{show(example.input)}\n->\n{show(example.output)}"


def _as_json(examples: Sequence[Example]) -> list[dict[str, Any]]:
    pairs = [(example.input, example.output) for example in examples]
    return [{"input": a.tolist(), "output": b.tolist()} for a, b in pairs if b is not None]


def _apply(program: Program, path: Path) -> list[Grid]:
    outputs: list[Grid] = []
    for grid, where in _read_grids(path):
        try:
            outputs.append(program.apply(grid))
        except RuleError as error:
            raise ValueError(f"{where}: {program.id} does not apply: {error}") from None
    return outputs


def _read_grids(path: Path) -> list[tuple[Grid, str]]:
    """Read a grid, a list of grids, or the inputs of a task."""
    value = parse_json(read_file(path), str(path))
    if isinstance(value, dict):
        examples = task_from_json(path.stem, value, str(path))
        sides = (("train", examples.support), ("test", examples.test))
        return [
            (example.input, f"{path}: {side}[{index}]")
            for side, pairs in sides
            for index, example in enumerate(pairs)
        ]
    if _is_list_of_grids(value):
        places = [f"{path}: [{index}]" for index in range(len(value))]
        return [(as_grid(grid, at), at) for grid, at in zip(value, places, strict=True)]
    return [(as_grid(value, str(path)), str(path))]


def _is_list_of_grids(value: Any) -> bool:
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, list) and bool(first) and isinstance(first[0], list)
