"""analysis/separation.py as a user runs it."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from arcrep.analysis import (
    VectorSet,
    measure,
    read_separation,
    separation_probability,
    summary_rows,
)
from arcrep.runs import Run, read_run

DOOR = Path(__file__).parents[2] / "analysis" / "separation.py"


@pytest.fixture
def separate(tmp_path):
    def run(*overrides):
        command = [sys.executable, str(DOOR), *overrides]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    return run


@pytest.fixture
def extracted(tmp_path):
    """A finished run with vectors of 48 tasks at two layers; the second encodes action."""
    rng = np.random.default_rng(0)
    kinds = {name: rng.integers(0, 3, 48) for name in ("layout", "selector", "action", "concept")}
    vectors = rng.standard_normal((2, 48, 5)).astype(np.float32)
    vectors[1, :, :3] += 2 * np.eye(3)[kinds["action"]]
    items = tuple(f"{i:03}" for i in range(48))
    labels = {name: tuple(f"{name} {value}" for value in kinds[name]) for name in kinds}
    vector_set = VectorSet(vectors, ("one", "two"), items, items, labels)
    with Run.create(tmp_path / "007", door="test", config={}) as run:
        vector_set.save(run.folder)
        run.complete()
    return vector_set


def mistake(result):
    """The one line that a user's mistake leaves."""
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    return result.stderr.splitlines()[-1]


def test_measures_a_run_and_records_how(separate, extracted, tmp_path):
    result = separate("run=007", "out=1e5", "permutations=50", "seed=3")
    assert result.returncode == 0, result.stderr
    with (tmp_path / "1e5/separation.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["label_set"] for row in rows[4:]] == ["layout", "selector", "action", "concept"]
    expected = separation_probability(
        extracted.vectors[1], extracted.labels["action"], permutations=50, seed=3
    )
    assert float(rows[6]["macro"]) == pytest.approx(expected.macro, abs=1e-9)
    assert float(rows[6]["p"]) == expected.p
    assert "action" in result.stdout
    assert f"{expected.macro:.4f}" in result.stdout
    with (tmp_path / "1e5/separation_per_label.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 2 * 4 * 3
    manifest = read_run(tmp_path / "1e5")
    assert manifest["config"]["seed"] == 3
    assert manifest["reads"][0]["folder"] == str(tmp_path.resolve() / "007")
    # Nothing but the run folder: no outputs/, no .hydra/, no log.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["007", "1e5"]


def test_its_table_reads_back_as_it_was_measured(separate, extracted, tmp_path):
    assert separate("run=007", "out=s", "permutations=20", "label_sets=[action]").returncode == 0
    expected = summary_rows(measure(extracted, ["action"], permutations=20))
    assert read_separation(tmp_path / "s") == expected
    assert type(expected[0]["items"]) is int
    table = (tmp_path / "s" / "separation.csv").read_text()
    (tmp_path / "s" / "separation.csv").write_text(table.replace("p_over_layers", "p_of_old", 1))
    with pytest.raises(ValueError, match=r"lacking: p_over_layers\); measure again"):
        read_separation(tmp_path / "s")
    (tmp_path / "s" / "COMPLETE").unlink()
    with pytest.raises(ValueError, match="is not finished"):
        read_separation(tmp_path / "s")


def test_a_dry_run_tells_and_writes_nothing(separate, extracted, tmp_path):
    result = separate("run=007", "dry_run=true")
    assert result.returncode == 0, result.stderr
    assert "2 layers of 48 vectors, 5 dimensions" in result.stdout
    assert "action: 3 labels, 0 items without one" in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["007"]


def test_features_of_any_origin_into_the_default_folder(separate, tmp_path):
    np.save(tmp_path / "x.npy", np.random.default_rng(0).standard_normal((20, 3)))
    lines = [f"{i:02},{'ab'[i % 2]},{'cd'[i // 10]}" for i in range(20)]
    (tmp_path / "x.csv").write_text("\n".join(["item,kind,side", *lines]) + "\n")
    result = separate(
        "vectors=x.npy",
        "labels=x.csv",
        "label_sets=[kind]",
        "given=side",
        "permutations=9",
        "name=mine",
        "seed=2",
    )
    assert result.returncode == 0, result.stderr
    (folder,) = (tmp_path / "results/analysis/separation/mine").iterdir()
    assert folder.name.endswith("_seed2")
    assert set(json.loads((folder / "run.json").read_text())["inputs"]) == {"x.npy", "x.csv"}
    assert "kind | side" in result.stdout


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["run=007", "permutatoins=5"], "permutatoins"),
        (["run=absent"], "absent is no run folder"),
        (["run=007", "label_sets=[007]"], "no label set '007'; these vectors have: layout"),
        (["run=007", "label_sets=[]"], "label_sets=[] leaves nothing to measure"),
        (["run=007", "permutations=-1"], "permutations=-1"),
        (["run=007", "permutations=many"], "many"),
        (["run=007", "out=007"], "007 already holds files"),
        (["run=007", "vectors=x.npy"], "say what to measure"),
        (["vectors=x.npy", "labels=x.csv"], "x.npy"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_written(
    overrides, message, separate, extracted, tmp_path
):
    error = mistake(separate(*overrides))
    assert error.startswith("error: ")
    assert message in error
    assert [path.name for path in tmp_path.iterdir()] == ["007"]


def test_an_unfinished_run_is_refused(separate, extracted, tmp_path):
    (tmp_path / "007/COMPLETE").unlink()
    assert "007 is not finished (COMPLETE is missing)" in mistake(separate("run=007"))
