"""Task programs: the language of abstract rules on grids, and the official tasks in it."""

from arcrep.generator.components import (
    action,
    all_components,
    expression,
    layout,
    parse,
    relation,
    selector,
)
from arcrep.generator.errors import (
    NothingSelectedError,
    ProgramError,
    RuleError,
    SampleError,
    TieError,
)
from arcrep.generator.gates import passed_gates
from arcrep.generator.official import official_programs
from arcrep.generator.programs import Program
from arcrep.generator.run_check_official import run_check_official
from arcrep.generator.run_generate import Wanted, run_generate
from arcrep.generator.run_task_program import run_program

__all__ = [
    "NothingSelectedError",
    "Program",
    "ProgramError",
    "RuleError",
    "SampleError",
    "TieError",
    "Wanted",
    "action",
    "all_components",
    "expression",
    "layout",
    "official_programs",
    "parse",
    "passed_gates",
    "relation",
    "run_check_official",
    "run_generate",
    "run_program",
    "selector",
]
