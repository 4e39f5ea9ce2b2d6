"""The door, as a user runs it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "get_data.py"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )


def test_help_comes_at_once() -> None:
    run("-h")  # the first run may compile
    start = time.perf_counter()
    result = run("-h")
    assert time.perf_counter() - start < 1
    assert result.returncode == 0
    assert "--accept-new" in result.stdout


def test_importing_the_room_loads_nothing_heavy() -> None:
    heavy = ["torch", "datasets", "pyarrow", "huggingface_hub", "tqdm", "scipy", "matplotlib"]
    code = f"import sys, arcrep.arc; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_check_describes_a_path(tmp_path: Path, task_value: dict[str, Any]) -> None:
    path = tmp_path / "007.json"
    path.write_text(json.dumps(task_value))
    result = run("--check", str(path))
    assert result.returncode == 0, result.stderr
    assert "tests           1 (1 to 1, median 1 a task)" in result.stdout
    assert result.stderr == ""


def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, task_value: dict[str, Any]) -> None:
    task_value["train"][1]["output"][1][0] = 10
    path = tmp_path / "a.json"
    path.write_text(json.dumps(task_value))
    result = run("--check", str(path))
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert f"{path}: train[1].output: row 1, column 0 (from 0) is 10 (int)" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("conceptarc", "--list"),
        ("--list", "--accept-new"),
        ("--check", "x", "--from", "y"),
        ("--chekc", "x"),
    ],
)
def test_a_wrong_command_line_is_told(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert "error: " in result.stderr
    assert "Traceback" not in result.stderr


def test_list_says_where_things_are(tmp_path: Path) -> None:
    result = run("--list", ARCREP_DATA=str(tmp_path))
    assert result.returncode == 0
    assert "conceptarc_100       to be fetched" in result.stdout
    assert result.stdout.endswith(f"cache: {tmp_path}\n")


def test_an_unknown_source_is_told() -> None:
    result = run("conceptarc_10")
    assert result.returncode == 2
    assert "did you mean 'conceptarc_100'" in result.stderr


def test_a_source_is_fetched_from_a_folder(shared: Path, tmp_path: Path) -> None:
    cache = {"ARCREP_DATA": str(tmp_path)}
    result = run("conceptarc", "--from", str(shared / "data"), **cache)
    assert result.returncode == 0, result.stderr
    assert "demonstrations                     427" in result.stdout
    assert result.stdout.endswith(f"conceptarc is in {tmp_path / 'conceptarc'}\n")
    listed = run("--list", **cache)
    assert "conceptarc           in the cache" in listed.stdout
    checked = run("--check", "conceptarc", **cache)
    assert checked.stdout in result.stdout


def test_a_folder_without_the_source_is_told(tmp_path: Path) -> None:
    result = run("conceptarc", "--from", str(tmp_path))
    assert result.returncode == 2
    assert result.stderr == (
        f"error: {tmp_path}: holds no conceptarc "
        "(ConceptARC, the official 160 tasks of 16 concepts, with labels)\n"
    )
