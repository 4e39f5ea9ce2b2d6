"""Every form of the same content reads as the same tasks."""

import contextlib
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.arc import Example, Task, TaskSet, as_grid, read_tasks, write_tasks
from arcrep.arc.writing import task_to_json

Json = dict[str, Any]

# The strategies make plain JSON: what the package makes of it is checked in the tests.
GRIDS = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 9), min_size=width, max_size=width), min_size=1, max_size=4
    )
)
EXTRA = st.dictionaries(st.sampled_from(["note", "n"]), st.integers() | st.text(max_size=3))
LABEL = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=4)
LABELS = st.dictionaries(st.sampled_from(["concept", "layout"]), LABEL)
IDS = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


@st.composite
def pairs(draw: st.DrawFn, *, with_output: bool) -> Json:
    pair = {**draw(EXTRA), "input": draw(GRIDS)}
    return {**pair, "output": draw(GRIDS)} if with_output else pair


@st.composite
def tasks(draw: st.DrawFn, solved: bool) -> Json:
    support = draw(st.lists(pairs(with_output=True), min_size=2, max_size=3))
    task = {**draw(EXTRA), **draw(LABELS), "train": support}
    # The set of all in order is the default, which is not written: these never are that.
    task["support_sets"] = draw(st.sampled_from([[[0]], [[1, 0]], [[0], [1], [0, 1]]]))
    task["test"] = draw(st.lists(pairs(with_output=solved), min_size=1, max_size=2))
    return task


def task_sets(solved: bool) -> st.SearchStrategy[dict[str, Json]]:
    return st.dictionaries(IDS, tasks(solved), min_size=1, max_size=2).filter(
        lambda values: len({task_id.casefold() for task_id in values}) == len(values)
    )


def as_json(path: Path) -> dict[str, Json]:
    return {task.id: task_to_json(task) for task in read_tasks(path)}


@settings(max_examples=30, deadline=None)
@given(values=task_sets(solved=True) | task_sets(solved=False))
def test_every_form_gives_the_same_tasks(values: dict[str, Json]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        paths = [root / name for name in ("file.json", "folder", "own.json", "own", "records.json")]
        paths[0].write_text(json.dumps(values))
        paths[1].mkdir()
        for task_id, value in values.items():
            (paths[1] / f"{task_id}.json").write_text(json.dumps(value, indent=2, sort_keys=True))
        write_tasks(read_tasks(paths[0]), paths[2], "file")
        write_tasks(read_tasks(paths[0]), paths[3], "folder")
        records = [{"task_id": task_id, **value} for task_id, value in reversed(values.items())]
        paths[4].write_text(json.dumps(records))
        assert all(as_json(path) == values for path in paths)
        assert len({read_tasks(path).digest for path in paths}) == 1
        assert not list(root.rglob(".*"))


@settings(max_examples=20, deadline=None)
@given(values=task_sets(solved=True))
def test_a_kaggle_pair_gives_the_same_tasks(values: dict[str, Json]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        (root / "whole.json").write_text(json.dumps(values))
        challenges = json.loads(json.dumps(values))
        solutions = {
            task_id: [pair.pop("output") for pair in value["test"]]
            for task_id, value in challenges.items()
        }
        (root / "x_challenges.json").write_text(json.dumps(challenges))
        assert as_json(root / "x_challenges.json") == challenges
        (root / "x_solutions.json").write_text(json.dumps(solutions))
        assert as_json(root / "x_challenges.json") == values
        assert (
            read_tasks(root / "x_challenges.json").digest == read_tasks(root / "whole.json").digest
        )


@settings(max_examples=150, deadline=None)
@given(
    raw=st.binary(max_size=60)
    | st.text('[]{}",:0123456789.eE-trainputeslo ', max_size=60).map(str.encode)
)
def test_hostile_bytes_are_refused_in_one_line(raw: bytes) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "task.json"
        path.write_bytes(raw)
        with pytest.raises(ValueError, match=r"task\.json: ") as caught:
            read_tasks(path)
        assert "\n" not in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(cut=st.integers(0, 10**6), replacement=st.binary(max_size=3))
def test_damaged_files_never_raise_anything_else(cut: int, replacement: bytes) -> None:
    text = b'{"train":[{"input":[[0,1],[2,3]],"output":[[1]]}],"test":[{"input":[[1]]}],"note":"x"}'
    at = cut % len(text)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "task.json"
        path.write_bytes(text[:at] + replacement + text[at + 1 :])
        with contextlib.suppress(ValueError):
            read_tasks(path)


def test_a_single_task_is_named_by_its_file(tmp_path: Path, task_value: dict[str, Any]) -> None:
    path = tmp_path / "00576224.json"
    path.write_text(json.dumps({**task_value, "name": "other", "id": "other"}))
    (task,) = read_tasks(path)
    assert task.id == "00576224"
    assert task.metadata == {"name": "other", "id": "other"}


def test_tasks_are_ordered_by_text_and_the_number_at_its_end(
    tmp_path: Path, task_value: dict[str, Any]
) -> None:
    for task_id in ("Center10", "Center2", "1e5", "007bbfb7", "7", "007"):
        (tmp_path / f"{task_id}.json").write_text(json.dumps(task_value))
    assert read_tasks(tmp_path).ids == ("007", "007bbfb7", "1e5", "7", "Center2", "Center10")


def test_folders_nest_and_junk_is_ignored(tmp_path: Path, task_value: dict[str, Any]) -> None:
    deep = tmp_path / "corpus" / "Center"
    deep.mkdir(parents=True)
    (deep / "Center1.json").write_text(json.dumps(task_value))
    (deep / "Center2.JSON").write_text(json.dumps(task_value))
    junk = [
        tmp_path / "LICENSE",
        tmp_path / "README.md",
        deep / ".DS_Store",
        deep / "._Center1.json",
    ]
    for path in junk:
        path.write_bytes(b"\x00junk")
    read = read_tasks(tmp_path)
    assert read.ids == ("Center1", "Center2")
    assert sorted(read.ignored) == sorted(map(str, junk))
    assert read["Center1"].concept is None


def test_a_linked_folder_is_followed(tmp_path: Path, task_value: dict[str, Any]) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "a.json").write_text(json.dumps(task_value))
    data = tmp_path / "data"
    data.mkdir()
    (data / "link").symlink_to(real)
    assert read_tasks(data).ids == ("a",)


def test_challenges_alone_have_no_outputs(tmp_path: Path, task_value: dict[str, Any]) -> None:
    del task_value["test"][0]["output"]
    path = tmp_path / "arc_challenges.json"
    path.write_text(json.dumps({"007": task_value}))
    (task,) = read_tasks(path)
    assert task.test[0].output is None
    (tmp_path / "arc_solutions.json").write_text(json.dumps({"007": [[[3]]]}))
    assert read_tasks(tmp_path)["007"].test[0].output is not None


def test_support_sets_are_read(tmp_path: Path, task_value: dict[str, Any]) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**task_value, "support_sets": [[1], [1, 0]]}))
    assert read_tasks(path)["a"].support_sets == ((1,), (1, 0))


def test_writing_refuses_what_is_there(tmp_path: Path, task_value: dict[str, Any]) -> None:
    source = tmp_path / "a.json"
    source.write_text(json.dumps(task_value))
    tasks = read_tasks(source)
    before = source.read_bytes()
    with pytest.raises(ValueError, match="exists already"):
        write_tasks(tasks, source, "file")
    with pytest.raises(ValueError, match="exists already"):
        write_tasks(tasks, tmp_path, "folder")
    assert source.read_bytes() == before
    assert list(tmp_path.iterdir()) == [source]


@pytest.mark.parametrize(
    ("first", "second"), [("a", "A"), ("x/s1", "y"), (".a", "y"), ("..\\a", "y")]
)
def test_ids_that_are_no_file_names_go_into_one_file(
    tmp_path: Path, task_value: dict[str, Any], first: str, second: str
) -> None:
    source = tmp_path / "source.json"
    source.write_text(json.dumps({first: task_value, second: task_value}))
    tasks = read_tasks(source)
    with pytest.raises(ValueError, match='use form="file"'):
        write_tasks(tasks, tmp_path / "folder", "folder")
    assert not (tmp_path / "folder").exists()
    write_tasks(tasks, tmp_path / "copy.json", "file")
    assert read_tasks(tmp_path / "copy.json").tasks == tasks.tasks


def test_metadata_that_is_not_json_leaves_nothing_behind(tmp_path: Path) -> None:
    example = Example(as_grid([[1]]), as_grid([[1]]))
    tasks = TaskSet("x", (Task("a", (example,), (example,), {"when": object()}),))
    for form, name in (("folder", "f"), ("file", "f.json")):
        with pytest.raises(ValueError, match="the metadata of task 'a' is not JSON"):
            write_tasks(tasks, tmp_path / name, form)
    assert list(tmp_path.iterdir()) == []
