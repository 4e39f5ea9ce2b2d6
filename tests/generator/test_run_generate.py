"""Task sets from the door: any number of processes, killed and resumed, refused."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arcrep.arc import read_tasks

ROOT = Path(__file__).parents[2]
DOOR = "scripts/generate_tasks.py"
FEW = ("per_concept=1", "concepts=[Order,SameDifferent]")


def files(folder):
    """Return what is in a folder, but for what holds times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in {"run.json", "COMPLETE"}
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory, run_script):
    """A set that one process made, and what it said."""
    folder = tmp_path_factory.mktemp("made")
    result = run_script(folder, DOOR, *FEW, "out=set")
    assert result.code == 0, result.err
    return folder / "set", result.out


def test_the_digest_that_it_prints_is_that_of_the_tasks(made):
    folder, said = made
    tasks = read_tasks(folder)
    assert tasks.name == "conceptarc_scale_1"
    assert tasks.ids == ("Order_001", "SameDifferent_001")
    assert f"digest {tasks.digest}" in said
    assert f"digest {tasks.digest}" in (folder / "report.txt").read_text()
    assert json.loads((folder / "run.json").read_text())["digest"] == tasks.digest
    assert "in the search for rivals" in said
    assert "CPU seconds" not in (folder / "report.txt").read_text()


def test_two_processes_write_the_same_bytes(made, script, tmp_path):
    result = script(DOOR, *FEW, "processes=2", "out=set")
    assert result.code == 0, result.err
    assert files(tmp_path / "set") == files(made[0])


def test_another_form_reads_back_to_the_same_digest(made, script, tmp_path):
    assert script(DOOR, *FEW, "form=file", "out=set").code == 0
    assert read_tasks(tmp_path / "set").digest == read_tasks(made[0]).digest


def start(folder, *more):
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, str(ROOT / DOOR), *FEW, "out=set", *more]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_what_was_stopped_goes_on(made, script, tmp_path, how):
    process = start(tmp_path, "processes=2")
    parts = tmp_path / "set" / "parts"
    deadline = time.monotonic() + 120
    while not list(parts.glob("*.json")) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(how)
    said = process.communicate(timeout=60)[0]
    if how == signal.SIGINT and process.returncode:
        assert process.returncode == 130, said
        assert "the same command goes on" in said
    if process.returncode:
        with pytest.raises(ValueError, match="not finished"):
            read_tasks(tmp_path / "set")
        assert script(DOOR, *FEW, "out=set").code == 0
    assert files(tmp_path / "set") == files(made[0])


def test_another_task_set_in_a_begun_folder_is_refused(script, tmp_path):
    process = start(tmp_path)
    while not (tmp_path / "set" / "run.json").exists() and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    (tmp_path / "set" / "COMPLETE").unlink(missing_ok=True)
    mistake = script(DOOR, *FEW, "seed=5", "out=set").mistake
    assert re.search(r"was begun with seed=0, not 5", mistake)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("per_concept=0", "per_concept is 0"),
        ("seed=-1", "seed is -1"),
        ("max_side=5", "max_side is 5"),
        ("concepts=[Colour]", "'Colour' is none of"),
        ("actions=[fly]", "'fly' is no action"),
        ("processes=0", "processes is 0"),
        ("exclude=nowhere.json", "nowhere.json"),
        ("per_concpet=3", "per_concpet"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_written(script, tmp_path, wrong, told):
    assert told in script(DOOR, *FEW, wrong, "out=set").mistake
    assert not (tmp_path / "set").exists()


def test_a_dry_run_writes_nothing(script, tmp_path):
    result = script(DOOR, *FEW, "dry_run=true", "out=set")
    assert result.code == 0
    assert "2 tasks of 2 concepts" in result.out
    assert list(tmp_path.iterdir()) == []


def test_a_finished_folder_is_left_alone(made, run_script):
    before = files(made[0])
    result = run_script(made[0].parent, DOOR, *FEW, "out=set")
    assert "finished" in result.mistake
    assert files(made[0]) == before
