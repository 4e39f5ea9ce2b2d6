"""analysis/extract_model.py as a user runs it."""

import json

import numpy as np
import pytest

from arcrep.activations import task_vectors
from arcrep.analysis import VectorSet
from arcrep.arc import load, write_tasks
from arcrep.models import load_model
from arcrep.runs import Run, read_run

EXTRACT = "analysis/extract_model.py"


@pytest.fixture(scope="module")
def trained(run_script, tmp_path_factory):
    """A folder with tasks.json and the finished run 007 over it."""
    folder = tmp_path_factory.mktemp("trained")
    write_tasks(load("starter").select(limit=4), folder / "tasks.json", form="file")
    small = ("data.source=tasks.json", "experiment=varc_small", "debug=smoke", "loop.epochs=1")
    result = run_script(folder, "train/varc.py", *small, "out=007")
    assert result.code == 0, result.err
    return folder


def test_extracts_the_vectors_of_a_run(run_script, trained):
    result = run_script(trained, EXTRACT, "run=007", "out=1e5", "batch_size=5")
    assert result.code == 0, result.err
    assert "4 vectors of 32 at 3 layers, 0.0 MB" in result.out
    found = VectorSet.load(trained / "1e5")
    expected = task_vectors(load_model(trained / "007/model.pt"), load(trained / "tasks.json"))
    np.testing.assert_allclose(found.vectors, expected.vectors, atol=1e-6)
    assert found.items == expected.items
    manifest = read_run(trained / "1e5")
    assert manifest["reads"][0]["folder"] == str((trained / "007").resolve())
    assert manifest["inputs"]["tasks"]["digest"] == load(trained / "tasks.json").digest


def test_the_default_folder(run_script, trained):
    assert run_script(trained, EXTRACT, "run=007", "name=1e6").code == 0
    (folder,) = (trained / "results/analysis/extract_model/1e6").iterdir()
    assert folder.name.endswith("_seed0")
    read_run(folder)


def test_a_dry_run_writes_nothing(run_script, trained):
    before = sorted(trained.rglob("*"))
    result = run_script(trained, EXTRACT, "run=007", "out=new", "dry_run=true")
    assert result.code == 0
    assert "dry run: nothing written" in result.out
    assert sorted(trained.rglob("*")) == before


def test_refusals(run_script, trained):
    def told(*overrides):
        return run_script(trained, EXTRACT, *overrides).mistake

    assert "run" in told()
    assert "nowhere is no run folder" in told("run=nowhere")
    with Run.create(trained / "unfinished", door="train/varc.py", config={}):
        pass
    assert "not finished" in told("run=unfinished")
    with Run.create(trained / "scored", door="analysis/score.py", config={"runs": []}) as run:
        run.complete()
    assert "scored is no training run" in told("run=scored")
    assert "batch_size" in told("run=007", "batch_size=0")
    assert "this is a VARC model: got 3 and None" in told("run=007", "steps=3")
    assert "this is a VARC model: got None and bf16" in told("run=007", "precision=bf16")
    assert "already holds files" in told("run=007", "out=007")


def test_tasks_that_changed_are_refused(run_script, trained, tmp_path):
    tasks = json.loads((trained / "tasks.json").read_text())
    try:
        changed = dict(list(tasks.items())[:3])
        (trained / "tasks.json").write_text(json.dumps(changed))
        told = run_script(trained, EXTRACT, "run=007", "out=other").mistake
    finally:
        (trained / "tasks.json").write_text(json.dumps(tasks))
    assert "is now another set" in told
    assert not (trained / "other").exists()
