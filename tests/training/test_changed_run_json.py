"""A run.json whose settings are of another type is told in one line when a run goes on."""

import copy
import json
import subprocess
import sys

import pytest

from arcrep.arc import write_tasks
from arcrep.data import TaskChoice
from tests.training.test_trm_mistakes import CALLS, ROOT, _stop

TRM, VARC = "train/trm.py", "train/varc.py"
GIVEN = {
    TRM: ("debug=smoke_trm", "model.d_model=16", "model.side=4"),
    VARC: ("debug=smoke", "model=varc_small"),
}
NO_TEXT = "must be a text, got"
OF_BOTH = [
    *(("seed", value, "seed must be a whole number, got") for value in ("x", 1.5, None, [1], True)),
    *(("device", value, f"device {NO_TEXT}") for value in (1.5, None, [1], {})),
    *(("name", value, "the name of a run is one folder name") for value in (5, None, ["x"], "")),
    *(("data.source", value, f"data.source {NO_TEXT}") for value in (5, None, ["x"])),
    ("data.ids", 5, "ids must be a list of names, got 5"),
    ("data.concepts", 1.5, "concepts must be a list of names, got 1.5"),
    ("model._partial_", 5, "_partial_, which is true or false"),
    ("optimizer._recursive_", False, "a part has _target_, and _partial_"),
]
OF_ONE = {
    TRM: [("placement.drawn", ["once"], "placement.drawn is once, each_start or never, got [")],
    VARC: [
        ("test.placement", {}, "test.placement must be a Placement, got {}"),
        ("model.tokens", ["all"], "tokens is needed or all, got ['all']"),
    ],
}


@pytest.mark.parametrize("door", GIVEN)
def test_settings_of_another_type(script, recall, tmp_path, monkeypatch, door):
    """The doors run in a process whose types no test looks at."""
    write_tasks(recall, tmp_path / "tasks.json", form="file")
    with monkeypatch.context() as patch:
        patch.setattr("arcrep.training.jobs.write_predictions", _stop)
        given = ("data.source=tasks.json", *GIVEN[door], "loop.max_steps=2", "out=run")
        assert script(door, *given).code == 130
    manifest = json.loads((tmp_path / "run/run.json").read_text())
    cases = [*OF_BOTH, *OF_ONE[door]]
    for number, (setting, value, _) in enumerate(cases):
        changed = copy.deepcopy(manifest)
        *groups, name = setting.split(".")
        part = changed["config"]
        for group in groups:
            part = part[group]
        part[name] = value
        (tmp_path / f"run{number}").mkdir()
        (tmp_path / f"run{number}/run.json").write_text(json.dumps(changed))
    calls = [[f"resume=run{number}"] for number in range(len(cases))]
    done = subprocess.run(
        [sys.executable, "-c", CALLS, repr((str(ROOT / door), calls))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stderr.splitlines()
    assert lines[1::2] == ["exit code 2"] * len(cases), done.stderr
    for line, (_, _, told) in zip(lines[::2], cases, strict=True):
        assert line.startswith("error: ")
        assert told in line


@pytest.mark.parametrize("data", [5, ["x"], {"source": "starter", "sauce": 1}])
def test_recorded_data_that_are_none(tmp_path, data):
    (tmp_path / "run.json").write_text(json.dumps({"door": TRM, "config": {"data": data}}))
    with pytest.raises(ValueError, match=r"run\.json of .* was changed: data: "):
        TaskChoice.of_run(tmp_path)
