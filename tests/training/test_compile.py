"""Compiled blocks compute what eager ones do."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch

from arcrep.runs import read_metrics

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_compiled_run_learns_the_same(script, tmp_path):
    """The short sibling is every other run of the door: they are eager."""
    small = ("data=starter", "experiment=varc_small", "debug=smoke", "loop.max_steps=4")
    # In a process of its own: the shape checks of the tests cannot be compiled.
    command = [sys.executable, ROOT / "train/varc.py", *small, "compile=true", "out=true"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert script("train/varc.py", *small, "out=false").code == 0
    compiled, eager = (read_metrics(tmp_path / name)[0]["loss"] for name in ("true", "false"))
    assert compiled == pytest.approx(eager, rel=1e-4)
    states = [torch.load(tmp_path / name / "model.pt")["state"] for name in ("true", "false")]
    assert states[0].keys() == states[1].keys()
