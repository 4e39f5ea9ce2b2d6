"""The benchmark of the generator from its door, on a small generated set."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arcrep.arc import Example
from arcrep.benchmarks import run_generator_benchmark
from arcrep.generator import Program

ROOT = Path(__file__).parents[2]


def run(folder, script, *arguments):
    """Run a script in a process of its own, where no types are checked: that would take minutes."""
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """A folder with two generated tasks."""
    folder = tmp_path_factory.mktemp("generated")
    run(folder, "generate_tasks.py", "per_concept=1", "concepts=[Order,SameDifferent]", "out=set")
    return folder / "set"


@pytest.fixture
def official(shared, monkeypatch):
    """The official tasks are at hand."""
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))


@pytest.mark.usefixtures("official")
def test_it_says_how_fast_examples_come(generated, tmp_path):
    options = ("--generated", str(generated), "--json", "figures.json")
    said = run(tmp_path, "bench.py", "generator", *options)
    figures = json.loads((tmp_path / "figures.json").read_text())
    seconds = json.loads((generated / "run.json").read_text())["seconds"]
    assert (figures["generated_tasks"], figures["pairs"]) == (2, 907)
    assert figures["search_share"] == seconds["search"] / seconds["cpu"]
    assert 1 < figures["examples_per_second"] < 1e6
    assert 1e-6 < figures["p99_seconds"] < 1
    assert 1e-6 < figures["trace_seconds"] < 1
    assert f"{figures['examples_per_second']:,.0f} accepted examples per CPU second" in said


@pytest.mark.usefixtures("official")
def test_an_example_that_the_program_does_not_give_again_is_found(generated, monkeypatch):
    def unchanged(program, seed, index):
        grid = draw(program, seed, index).input
        return Example(grid, grid)

    draw = Program.example
    monkeypatch.setattr(Program, "example", unchanged)
    with pytest.raises(AssertionError, match="Order_001: example 0"):
        run_generator_benchmark(generated=str(generated), repeats=1, examples=1)
