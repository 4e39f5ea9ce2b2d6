"""Compiled blocks compute what eager ones do, in as few graphs as are meant."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from arcrep.runs import read_metrics

ROOT = Path(__file__).parents[2]


COMPILER = any(shutil.which(name) for name in ("c++", "g++", "clang++"))
NEEDED = pytest.mark.skipif(not COMPILER, reason="compile=true needs a C++ compiler")
VARC = ("train/varc.py", "experiment=varc_small", "debug=smoke")
TRM = ("train/trm.py", "debug=smoke_trm", "model.n_layers=2", "table_optimizer.lr=1e-3")
PARTS = (*TRM, "loop.micro_batch=4")
HALF = (*TRM, "loop.precision=bf16", "test.early_exit=true")
# VARC: what is before attention and what is after, with gradients and without. TRM: blocks share a
# graph, with gradients and without, and one for the batches of each size that answer. The last two
# numbers are how far losses may be apart, and weights in learning rates: in half precision the sign
# of a small gradient, all that counts for the task table, may be the other one.
SETUPS = {
    "varc": (VARC, 4, 1e-4, 0.1),
    "trm": (PARTS, 3, 1e-4, 0.1),
    "trm in half precision": (HALF, 3, 1e-2, 0.5),
}
RUN = """
import functools, json, runpy, sys
import torch
backend, counted, *sys.argv = sys.argv[1:]
torch.compile = functools.partial(torch.compile, backend=backend)
runpy.run_path(sys.argv[0], run_name="__main__")
from torch._dynamo.utils import counters
with open(counted, "w") as file:
    json.dump([counters["stats"]["unique_graphs"], dict(counters["graph_break"])], file)
"""
LR = 1e-3


def check(script, tmp_path, backend, setup):
    """Compare a compiled run with an eager one, and count its graphs."""
    (door, *settings), n_graphs, of_loss, of_weights = SETUPS[setup]
    small = (*settings, "data=starter", "loop.max_steps=4", f"optimizer.lr={LR}")
    # In a process of its own: the shape checks of the tests cannot be compiled.
    command = [sys.executable, "-c", RUN, backend, "counted.json", ROOT / door]
    subprocess.run([*command, *small, "compile=true", "out=true"], cwd=tmp_path, check=True)
    assert json.loads((tmp_path / "counted.json").read_text()) == [n_graphs, {}]
    assert script(door, *small, "out=false").code == 0
    compiled, eager = (read_metrics(tmp_path / name)[0]["loss"] for name in ("true", "false"))
    assert compiled == pytest.approx(eager, rel=of_loss)
    found, expected = (torch.load(tmp_path / of / "model.pt")["state"] for of in ("true", "false"))
    assert found.keys() == expected.keys()
    for name, weight in expected.items():
        if isinstance(weight, torch.Tensor):  # four steps have moved it by more than a rate
            apart = (found[name] - weight).square().mean().sqrt().item()
            assert apart < of_weights * LR, name


@NEEDED
@pytest.mark.parametrize("setup", SETUPS)
def test_a_traced_run_learns_the_same(script, tmp_path, setup):
    check(script, tmp_path, "aot_eager", setup)


@pytest.mark.slow
@NEEDED
@pytest.mark.parametrize("setup", SETUPS)
def test_a_compiled_run_learns_the_same(script, tmp_path, setup):
    check(script, tmp_path, "inductor", setup)
