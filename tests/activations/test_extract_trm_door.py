"""analysis/extract_model.py on runs of train/trm.py, as a user runs it."""

import json

import pytest

from arcrep.analysis import VectorSet, read_separation
from arcrep.arc import load, write_tasks
from arcrep.runs import read_run

EXTRACT = "analysis/extract_model.py"
RUNS = {
    "fp32": ("test.steps=3",),
    "bf16": ("test.steps=2", "loop.precision=bf16"),
    "mixed": ("test.steps=2", "loop.precision=bf16", "test.precision=fp32"),
}


@pytest.fixture(scope="module")
def trained(run_script, tmp_path_factory):
    """A folder with tasks.json and finished runs over it."""
    folder = tmp_path_factory.mktemp("trained")
    write_tasks(load("starter").select(limit=4), folder / "tasks.json", form="file")
    small = ("data.source=tasks.json", "debug=smoke_trm", "loop.max_steps=2", "model.side=16")
    for name, settings in RUNS.items():
        result = run_script(folder, "train/trm.py", *small, *settings, f"out={name}")
        assert result.code == 0, result.err
    return folder


@pytest.mark.parametrize(
    ("run", "given", "steps", "precision"),
    [
        ("fp32", (), 3, "fp32"),
        ("bf16", (), 2, "bf16"),
        ("mixed", (), 2, "fp32"),
        ("fp32", ("steps=1", "precision=bf16"), 1, "bf16"),
        ("bf16", ("precision=fp32",), 2, "fp32"),
    ],
)
def test_steps_and_precision_are_those_of_the_answers_unless_others_are_given(
    run_script, trained, tmp_path, run, given, steps, precision
):
    out = tmp_path / "vectors"
    result = run_script(trained, EXTRACT, f"run={run}", f"out={out}", *given)
    assert result.code == 0, result.err
    assert f"4 vectors of 32 at {1 + 2 * steps} layers" in result.out
    found = VectorSet.load(out)
    assert found.layers[-1] == f"latent {steps}"
    assert (found.about["steps"], found.about["precision"]) == (steps, precision)
    config = read_run(out)["config"]
    assert (config["steps"], config["precision"]) == (steps, precision)


def test_separation_and_maps_of_every_state(script, tmp_path):
    """Maps are of the embedding, the last answer and the last latent state, as is meant."""
    small = ("data=starter", "debug=smoke_trm", "data.limit=null", "loop.max_steps=20")
    for door, *given in (
        ("train/trm.py", *small, "model.side=16", "test.steps=3", "out=train"),
        (EXTRACT, "run=train", "out=vectors"),
        ("analysis/separation.py", "run=vectors", "permutations=10", "out=separation"),
        ("analysis/projection.py", "run=vectors", "n_neighbors=5", "out=maps"),
    ):
        result = script(door, *given)
        assert result.code == 0, result.err
    states = [f"{state} {step}" for state in ("answer", "latent") for step in (1, 2, 3)]
    measured = read_separation(tmp_path / "separation")
    assert {row["layer"] for row in measured} == {"0", *states}
    drawn = json.loads((tmp_path / "maps/projection.json").read_text())["layers"]
    assert [one["layer"] for one in drawn] == ["0", "answer 3", "latent 3"]
    assert len(list((tmp_path / "maps").glob("umap_*.png"))) == 3


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("steps=0", "steps must be at least 1, got 0"),
        ("precision=fp16", "precision is fp32 or bf16, got 'fp16'"),
    ],
)
def test_what_does_not_do_is_one_line_and_nothing_is_written(run_script, trained, given, told):
    assert told in run_script(trained, EXTRACT, "run=fp32", given, "out=none").mistake
    assert not (trained / "none").exists()
