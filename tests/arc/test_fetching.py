"""The cache: whole or not there, one content per source unless asked."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arcrep.arc import Example, SourceUnavailableError, Task, TaskSet, as_grid, fetch, load
from arcrep.arc.cache import cache_folder, read_cached, store
from arcrep.arc.fetching import Source, fetch_source


def tasks(color: int) -> TaskSet:
    example = Example(as_grid([[color]]), as_grid([[0]]))
    return TaskSet("thing", (Task("a", (example,), (example,)),))


def offline() -> str:
    raise ValueError("the hub does not answer")


def source(commit: str | None = None, color: int = 1) -> Source:
    return Source(
        name="thing",
        about="a test",
        from_folder=lambda folder: tasks(color) if (folder / "here").exists() else None,
        from_network=lambda asked: tasks(color),
        commit=None if commit is None else lambda: commit,
    )


def recorded() -> dict[str, str]:
    return json.loads((cache_folder() / "thing" / "source.json").read_text())


def test_what_was_fetched_is_not_fetched_again() -> None:
    assert fetch_source(source(color=1)).digest == tasks(1).digest
    again = replace(source(), from_network=lambda asked: pytest.fail("was fetched again"))
    assert fetch_source(again).digest == tasks(1).digest
    assert recorded() == {"name": "thing", "from": "network", "digest": tasks(1).digest}


def test_the_commit_of_the_first_fetch_counts() -> None:
    fetch_source(source("first", color=1))
    assert recorded()["commit"] == "first"
    assert fetch_source(source("first", color=2)).digest == tasks(1).digest
    with pytest.raises(ValueError, match=r"commit was first when .* and is second now; give --acc"):
        fetch_source(source("second", color=2))
    assert recorded()["commit"] == "first"
    assert fetch_source(source("second", color=2), accept_new=True).digest == tasks(2).digest
    assert recorded() == {
        "name": "thing",
        "from": "network",
        "commit": "second",
        "digest": tasks(2).digest,
    }


def test_the_commit_is_fetched_that_was_asked_for() -> None:
    asked: list[str | None] = []
    base = source("abc")
    fetch_source(replace(base, from_network=lambda commit: asked.append(commit) or tasks(1)))
    assert asked == ["abc"]


def test_offline_keeps_what_is_there() -> None:
    unreachable = replace(source("x"), commit=offline)
    with pytest.raises(
        SourceUnavailableError,
        match=r"does not answer; without a network use `get_"
        r"data\.py thing --from FOLDER`, or let ARCREP_DATA_FROM",
    ):
        fetch_source(unreachable)
    assert not (cache_folder() / "thing").exists()
    fetch_source(source("first"))
    assert fetch_source(unreachable).digest == tasks(1).digest


def test_a_folder_of_other_content_needs_the_flag(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no thing"):
        fetch_source(source(), tmp_path)
    with pytest.raises(ValueError, match="is no folder"):
        fetch_source(source(), tmp_path / "none")
    (tmp_path / "here").touch()
    fetch_source(source(color=1), tmp_path)
    assert recorded()["from"] == str(tmp_path)
    fetch_source(source(color=1), tmp_path)
    with pytest.raises(ValueError, match="its digest was"):
        fetch_source(source(color=2), tmp_path)
    fetch_source(source(color=2), tmp_path, accept_new=True)
    assert recorded()["digest"] == tasks(2).digest
    # What came from a folder has no commit: the network's content is compared instead.
    assert fetch_source(source("first", color=2)).digest == tasks(2).digest
    assert recorded()["commit"] == "first"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("tasks_*.json", ""),
        (
            "tasks_*.json",
            '{"a": {"train": [{"input": [[9]], "output": [[0]]}], '
            '"test": [{"input": [[9]], "output": [[0]]}]}}',
        ),
        ("source.json", "[]"),
        ("source.json", "{"),
    ],
)
def test_a_damaged_cache_says_what_to_do(name: str, content: str) -> None:
    store(tasks(1), {})
    next((cache_folder() / "thing").glob(name)).write_text(content)
    with pytest.raises(ValueError, match=r"remove .*thing and fetch thing again"):
        read_cached("thing")


def test_a_failed_fetch_leaves_nothing() -> None:
    failing = replace(source(), from_network=lambda commit: tasks(1).select(ids=["b"]))
    with pytest.raises(SourceUnavailableError):
        fetch_source(failing)
    assert not list(cache_folder().iterdir())


STORE = """
import sys
from pathlib import Path
from arcrep.arc import Example, Task, TaskSet, as_grid
from arcrep.arc.cache import read_cached, store
example = Example(as_grid([[int(sys.argv[1])] * 30] * 30), as_grid([[0]]))
tasks = TaskSet("thing", tuple(Task(f"t{n}", (example,) * 3, (example,)) for n in range(200)))
Path(sys.argv[2]).touch()
for _ in range(int(sys.argv[3])):
    store(tasks, {})
    assert len(read_cached("thing").task_set) == 200
"""


def start(color: int, flag: Path, times: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", STORE, str(color), str(flag), str(times)]
    return subprocess.Popen(command, stderr=subprocess.PIPE)


def test_processes_that_store_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    running = [start(3, tmp_path / str(number), 4) for number in range(3)]
    for process in running:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors.decode()
    assert read_cached("thing") is not None
    assert [path.name for path in cache_folder().iterdir()] == ["thing"]


def test_a_killed_store_leaves_nothing_that_is_read(tmp_path: Path) -> None:
    store(tasks(1), {})
    process = start(4, tmp_path / "flag", 10_000)
    while not (tmp_path / "flag").exists():
        assert process.poll() is None
        time.sleep(0.01)
    time.sleep(0.3)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    cached = read_cached("thing")
    assert cached is None or cached.task_set.digest == cached.origin["digest"]
    store(tasks(2), {})
    again = read_cached("thing")
    assert again is not None
    assert again.task_set.digest == tasks(2).digest


def test_names_that_are_no_source() -> None:
    with pytest.raises(
        ValueError, match="is neither a path nor a source: did you mean 'conceptarc'"
    ):
        load("conceptar")
    with pytest.raises(
        ValueError, match="the sources are conceptarc, conceptarc_minimal, arc_agi_1"
    ):
        load("qqqq")
    with pytest.raises(ValueError, match="there is no source 'conceptarc_10': did you mean"):
        fetch("conceptarc_10")
    with pytest.raises(ValueError, match="starter comes with the package"):
        fetch("starter")


def test_the_cache_is_where_it_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCREP_DATA", "~/elsewhere")
    assert cache_folder() == Path.home() / "elsewhere"
    monkeypatch.delenv("ARCREP_DATA")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_folder() == Path("/caches/arcrep")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "arcrep"


def test_a_folder_named_wrongly_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCREP_DATA_FROM", str(tmp_path / "none"))
    with pytest.raises(ValueError, match="none: is no folder: name one that holds conceptarc"):
        load("conceptarc")
