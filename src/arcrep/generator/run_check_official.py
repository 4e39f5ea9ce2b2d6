"""What scripts/check_official.py calls: the official tasks beside their programs."""

from collections import Counter
from collections.abc import Iterable, Sequence

from arcrep.arc import CONCEPTS, Grid, load
from arcrep.generator.components import all_components
from arcrep.generator.gates import passed_gates
from arcrep.generator.official import (
    MINIMAL,
    Pair,
    check_programs,
    count_primitives,
    official_programs,
)
from arcrep.generator.programs import Program
from arcrep.generator.run_task_program import show

MOST_NODES, MOST_NUMBERS, MOST_OFFICIAL_ONLY = 60, 8, 12


def run_check_official(source: str = "conceptarc", minimal: str = "conceptarc_minimal") -> bool:
    """Print how exactly the programs give the official outputs; say whether all is as it should be.

    It is if every pair is exact but the known errata, the minimal tasks' too, every program passes
    the gate of its own concept and stays within its limits, and no more primitives than allowed
    serve one task alone.

    Raises:
        ValueError: A task set is not to be had, or has no task of a program's id.
    """
    programs = list(official_programs())
    tasks, small_tasks = load(source), load(minimal)
    pairs = check_programs(programs, tasks)
    print(_pairs_by_concept(programs, pairs))
    print(_disagreements(pairs))
    limits = _limits(programs)
    print(_gate_table(programs))
    print(_primitives(programs))
    print("\n".join(limits) or f"no program over {MOST_NODES} nodes or {MOST_NUMBERS} numbers")
    small = list(official_programs(MINIMAL))
    small_pairs = check_programs(small, small_tasks)
    print(
        f"minimal tasks: {_exact(small_pairs)} pairs, {_whole(small_pairs)} of {len(small)} tasks"
    )
    missing = [
        t.id for t in (*tasks, *small_tasks) if t.id not in {p.id for p in (*programs, *small)}
    ]
    if missing:
        print(f"NO PROGRAM: {', '.join(missing)}")
    wrong = [pair for pair in pairs if not pair.exact and not pair.erratum]
    own = all(program.concept in passed_gates(program) for program in programs)
    return (
        own and not wrong and not limits and not missing and all(pair.exact for pair in small_pairs)
    )


def _exact(pairs: Sequence[Pair]) -> str:
    return f"{sum(pair.exact for pair in pairs)} of {len(pairs)}"


def _whole(pairs: Sequence[Pair]) -> int:
    """Count the tasks of which every pair is exact."""
    failed = {pair.task for pair in pairs if not pair.exact}
    return len({pair.task for pair in pairs} - failed)


def _pairs_by_concept(programs: Sequence[Program], pairs: Sequence[Pair]) -> str:
    lines = ["exact pairs"]
    for concept in CONCEPTS:
        tasks = {program.id for program in programs if program.concept == concept}
        lines.append(f"  {concept:20}{_exact([pair for pair in pairs if pair.task in tasks])}")
    return "\n".join([*lines, f"  {'all':20}{_exact(pairs)}"])


def _disagreements(pairs: Iterable[Pair]) -> str:
    """Show every pair that is not exact: the official output beside the rule's."""
    lines: list[str] = []
    for pair in pairs:
        if not pair.exact:
            kind = "erratum" if pair.erratum else "WRONG"
            lines.append(f"{kind}: {pair.task} {pair.side}[{pair.index}], official and rule")
            assert pair.example.output is not None
            lines.append(_beside(pair.example.output, pair.answer))
    return "\n".join(lines)


def _beside(official: Grid, answer: Grid | str) -> str:
    left = show(official).splitlines()
    right = answer.splitlines() if isinstance(answer, str) else show(answer).splitlines()
    height = max(len(left), len(right))
    left += [""] * (height - len(left))
    right += [""] * (height - len(right))
    width = max(map(len, left)) + 3
    return "\n".join(f"  {a:{width}}{b}" for a, b in zip(left, right, strict=True))


_CODES = "AB Ce CU CS Cp Co EB EO FN HV IO MB Or SD 2D 3D"
_SHORT = dict(zip(CONCEPTS, _CODES.split(" "), strict=True))


def _gate_table(programs: Sequence[Program]) -> str:
    """Count, for every concept, how many of its programs pass which gate."""
    heads = " ".join(f"{short:>3}" for short in _SHORT.values())
    lines = ["gates passed (rows: the concept of the task)", f"{'':24}{heads}"]
    for concept in CONCEPTS:
        passed = Counter(
            gate
            for program in programs
            if program.concept == concept
            for gate in passed_gates(program)
        )
        cells = " ".join(f"{passed[gate] or '.':>3}" for gate in CONCEPTS)
        lines.append(f"{_SHORT[concept]:4}{concept:20}{cells}")
    own = sum(program.concept in passed_gates(program) for program in programs)
    return "\n".join([*lines, f"own gate: {own} of {len(programs)}"])


def _primitives(programs: Sequence[Program]) -> str:
    """List every primitive with the number of official tasks that use it."""
    used = count_primitives(programs)
    components = all_components().values()
    lines = ["primitives, by the number of official tasks that use them"]
    for kind in ("parse", "selector", "relation", "expression", "action", "layout"):
        named = sorted(
            (c for c in components if c.kind == kind), key=lambda c: (-used[c.name], c.name)
        )
        texts = [
            f"{c.name} {used[c.name]}{' (official only)' if c.official_only else ''}" for c in named
        ]
        lines.append(f"  {kind}s: {', '.join(texts)}")
    return "\n".join(lines)


def _limits(programs: Sequence[Program]) -> list[str]:
    """Say which programs and primitives are beyond what is allowed."""
    found: list[str] = []
    for program in programs:
        if program.n_nodes > MOST_NODES or program.n_numbers > MOST_NUMBERS:
            size = f"{program.n_nodes} nodes and {program.n_numbers} numbers"
            found.append(f"TOO LARGE: {program.id} has {size}")
    used = count_primitives(programs)
    components = all_components()
    alone = [name for name, n in used.items() if n == 1 and components[name].kind != "layout"]
    found += [
        f"UNMARKED: {name} serves one official task"
        for name in alone
        if not components[name].official_only
    ]
    if len(alone) > MOST_OFFICIAL_ONLY:
        found.append(f"TOO MANY: {len(alone)} primitives serve one official task each")
    return found
