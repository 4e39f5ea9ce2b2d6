"""Task sets that scripts/generate_tasks.py made: read from their folders, and found by name."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arcrep.arc import SourceUnavailableError, fetch, list_sources, load, read_tasks
from arcrep.data import TaskChoice

NAME = "conceptarc_scale_1"
DOOR = Path(__file__).parents[2] / "scripts" / "generate_tasks.py"
SMALL = ("per_concept=1", "max_side=12", "concepts=[TopBottom2D,Center]")


@pytest.fixture(scope="module", params=["folder", "file", "parquet"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a generated set in `data`, once in each form."""
    folder = tmp_path_factory.mktemp(request.param)
    command = [sys.executable, str(DOOR), *SMALL, f"form={request.param}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


def printed_digest(run: Path) -> str:
    return (run / "report.txt").read_text().rstrip().rpartition("digest ")[2]


def test_a_set_is_read_as_it_was_made(made: Path) -> None:
    tasks = read_tasks(made / "data" / NAME)
    assert tasks.name == NAME
    assert tasks.digest == printed_digest(made / "data" / NAME)
    assert tasks.ids == ("Center_001", "TopBottom2D_001")
    assert [(len(task.support), len(task.test)) for task in tasks] == [(24, 10)] * 2


def test_a_set_that_lost_a_task_says_so(made: Path) -> None:
    shutil.copytree(made / "data" / NAME, "lost")
    manifest = json.loads(Path("lost/run.json").read_text())
    Path("lost/run.json").write_text(json.dumps({**manifest, "digest": "0" * 64}))
    with pytest.warns(UserWarning, match="not the tasks that the run made"):
        read_tasks("lost")


@pytest.mark.parametrize("config", [{"name": 3}, {}])
def test_a_record_without_a_name_takes_that_of_the_folder(made: Path, config: object) -> None:
    shutil.copytree(made / "data" / NAME, "other")
    manifest = json.loads(Path("other/run.json").read_text())
    Path("other/run.json").write_text(json.dumps({**manifest, "config": config}))
    assert read_tasks("other").name == "other"


def test_an_unfinished_set_is_refused(made: Path, script: Callable[..., Any]) -> None:
    shutil.copytree(made / "data" / NAME, "cut", dirs_exist_ok=True)
    Path("cut/COMPLETE").unlink()
    told = script("scripts/get_data.py", "--check", "cut").mistake
    assert told.startswith("error: cut is not finished (COMPLETE is missing): let the command")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start where there is no `data`, and no folder to look below."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARCREP_DATA_FROM", raising=False)


def test_a_name_is_looked_for_in_three_places(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = printed_digest(made / "data" / NAME)
    with pytest.raises(SourceUnavailableError, match=f"{NAME}: is in none of data, "):
        load(NAME)
    for variable in ("ARCREP_DATA", "ARCREP_DATA_FROM"):
        with monkeypatch.context() as patch:
            patch.setenv(variable, str(made / "data"))
            assert (load(NAME).name, load(NAME).digest) == (NAME, digest)
    (tmp_path / "data").symlink_to(made / "data")
    assert (load(NAME).name, load(NAME).digest) == (NAME, digest)


def test_a_missing_set_names_the_command_that_makes_it() -> None:
    command = "python scripts/generate_tasks.py per_concept=500 processes=2"
    for ask in (load, fetch):
        with pytest.raises(ValueError, match=command):
            ask("conceptarc_scale_500")
    assert "conceptarc_scale_N   to be made" in list_sources()


def test_a_run_records_the_name_whatever_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    assert TaskChoice(NAME).as_config()["source"] == NAME
