"""Compiled blocks compute what eager ones do."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from arcrep.runs import read_metrics

ROOT = Path(__file__).parents[2]


COMPILER = any(shutil.which(name) for name in ("c++", "g++", "clang++"))
VARC = ("train/varc.py", "experiment=varc_small", "debug=smoke")
TRM = ("train/trm.py", "debug=smoke_trm")


@pytest.mark.slow
@pytest.mark.skipif(not COMPILER, reason="torch compiles for a CPU by a C++ compiler: none is here")
@pytest.mark.parametrize(
    ("setup", "tolerance"),
    [
        (VARC, 1e-4),
        ((*TRM, "loop.micro_batch=4"), 1e-4),
        ((*TRM, "loop.precision=bf16", "test.early_exit=true"), 1e-2),
    ],
    ids=["varc", "trm", "trm in half precision"],
)
def test_a_compiled_run_learns_the_same(script, tmp_path, setup, tolerance):
    """The short sibling is every other run of the door: they are eager."""
    door, *small = (*setup, "data=starter", "loop.max_steps=4")
    # In a process of its own: the shape checks of the tests cannot be compiled.
    command = [sys.executable, ROOT / door, *small, "compile=true", "out=true"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert script(door, *small, "out=false").code == 0
    compiled, eager = (read_metrics(tmp_path / name)[0]["loss"] for name in ("true", "false"))
    assert compiled == pytest.approx(eager, rel=tolerance)
    states = [torch.load(tmp_path / name / "model.pt")["state"] for name in ("true", "false")]
    assert states[0].keys() == states[1].keys()
