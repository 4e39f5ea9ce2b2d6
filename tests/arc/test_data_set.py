"""Task sets as Parquet with a card: for `datasets`, for people, for the hub, and back."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.arc import (
    Example,
    Task,
    TaskSet,
    as_grid,
    load,
    push_to_hub,
    read_tasks,
    write_data_set,
    write_tasks,
)
from tests.conftest import Outcome

for module in ("pyarrow", "datasets", "huggingface_hub"):
    pytest.importorskip(module, reason=f"{module} is not installed: it comes with the extra `hub`")

TABLE = "data/train-00000-of-00001.parquet"

# Keys that readers take for parts of a task are among these, and one that is no name of a column.
KEYS = st.sampled_from(
    ["n", "note", "id", "name", "metadata", "category", "spec", "a key", "", "caf\xe9"]
)
NUMBERS = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | NUMBERS | st.text(st.characters(), max_size=4)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=2)
)
LABEL = st.none() | st.text(st.characters(categories=["L", "N", "S"]), min_size=1, max_size=4)
IDS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=6)
GRIDS = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 9), min_size=width, max_size=width), min_size=1, max_size=4
    )
)
NOTES = st.just({}) | st.dictionaries(KEYS, JSON, max_size=1)
METADATA = st.builds(
    lambda *parts: {key: value for part in parts for key, value in part.items()},
    st.dictionaries(KEYS, JSON, max_size=3),
    st.dictionaries(st.sampled_from(["concept", "layout"]), LABEL),
    st.just({}) | st.fixed_dictionaries({"program": JSON, "sentence": SCALARS}),
)
# The strategies make plain values: what the package makes of them is checked in the tests.
TASKS = st.tuples(
    st.lists(st.tuples(GRIDS, GRIDS, NOTES), min_size=2, max_size=3),
    st.lists(st.tuples(GRIDS, st.none() | GRIDS, NOTES), min_size=1, max_size=2),
    METADATA,
    st.sampled_from([(), ((0,),), ((1, 0), (1,))]),
)
TASK_SETS = st.dictionaries(IDS, TASKS, min_size=1, max_size=3)


def examples(pairs: list[Any]) -> tuple[Example, ...]:
    return tuple(
        Example(as_grid(first), None if second is None else as_grid(second), note)
        for first, second, note in pairs
    )


def small(metadata: dict[str, Any], *more: dict[str, Any]) -> TaskSet:
    pair = Example(as_grid([[1, 2, 3]]), as_grid([[4], [5]]))
    query = Example(as_grid([[6]]))
    made = [Task(f"t{n}", (pair, pair), (query,), m) for n, m in enumerate((metadata, *more))]
    return TaskSet("small", tuple(made))


def same(left: TaskSet, right: TaskSet) -> bool:
    """Whether both hold the same tasks with the same metadata, in whatever order."""
    return {task.id: task for task in left} == {task.id: task for task in right}


def files_below(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@settings(max_examples=60, deadline=None)
@given(values=TASK_SETS)
def test_each_form_gives_the_task_set_back(values: dict[str, Any]) -> None:
    made = ((key, examples(a), examples(b), *rest) for key, (a, b, *rest) in values.items())
    task_set = TaskSet("made", tuple(Task(*parts) for parts in made))
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        write_tasks(task_set, root / "table", form="parquet")
        write_tasks(task_set, root / "file.json", form="file")
        for path in (root / "table", root / "file.json", root / "table" / TABLE):
            read = read_tasks(path)
            assert read.digest == task_set.digest
            assert same(read, task_set)
        write_tasks(task_set, root / "again", form="parquet")
        assert files_below(root / "again") == files_below(root / "table")


def test_the_forms_of_our_own_tasks(tmp_path: Path) -> None:
    starter = load("starter")
    for form in ("folder", "file", "parquet"):
        path = tmp_path / (f"{form}.json" if form == "file" else form)
        write_tasks(starter, path, form)
        assert read_tasks(path).digest == starter.digest
        assert same(read_tasks(path), starter)


def test_the_type_of_a_column_is_that_of_its_values(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    first = {"n": 3, "share": 1, "flag": True, "family": "move", "list": [1], "mixed": 1}
    second = {"n": 2**60, "share": 0.5, "flag": False, "family": "caf\xe9", "mixed": True}
    third = {"category": "x", "program": {"version": 1, "clauses": []}, "none": None}
    task_set = small(first, second, third)
    write_data_set(task_set, tmp_path / "a")
    table = parquet.read_table(tmp_path / "a" / TABLE)
    types = {field.name: str(field.type) for field in table.schema}
    assert list(types)[:4] == ["id", "train", "test", "support_sets"]
    assert {name: kind for name, kind in types.items() if name not in list(types)[:4]} == {
        **dict.fromkeys(["concept", "layout", "selector", "action", "sentence"], "string"),
        **{"program": "string", "family": "string", "flag": "bool", "list": "string"},
        **{"mixed": "string", "n": "int64", "share": "double", "metadata": "string"},
    }
    assert table["mixed"].to_pylist() == ["1", "true", None]
    assert table["metadata"].to_pylist() == [None, None, '{"category": "x", "none": null}']
    read = read_tasks(tmp_path / "a")
    assert [dict(task.metadata) for task in read] == [first, second, third]
    numbers = (read["t0"].metadata["n"], read["t1"].metadata["n"], read["t0"].metadata["mixed"])
    assert [type(number) for number in numbers] == [int, int, int]
    assert read["t1"].metadata["mixed"] is True
    assert read["t2"].concept is None  # although a foreign table's `category` is the concept


def test_datasets_loads_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offline, and every cell as it was, with columns that every data set has."""
    import datasets
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    starter = load("starter")
    write_data_set(starter, tmp_path / "starter")
    loaded = datasets.load_dataset(str(tmp_path / "starter"), cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["train"]
    always = "id train test support_sets concept layout selector action program sentence"
    assert loaded["train"].column_names[:10] == always.split()
    assert str(loaded["train"].features["train"].feature["input"].feature.feature.dtype) == "uint8"
    assert loaded["train"]["id"][:] == list(starter.ids)
    for row, task in zip(loaded["train"], starter, strict=True):
        for part, examples in (("train", task.support), ("test", task.test)):
            assert [pair["input"] for pair in row[part]] == [e.input.tolist() for e in examples]
            assert [pair["output"] for pair in row[part]] == [
                None if e.output is None else e.output.tolist() for e in examples
            ]
        assert row["support_sets"] == [list(members) for members in task.support_sets]
        assert row["concept"] == task.concept


def test_what_datasets_writes_is_read_too(tmp_path: Path) -> None:
    """A table that went through other hands has lost the mark, and is read by its columns."""
    import datasets

    task_set = small({"concept": "Copy", "program": {"version": 1}, "n": 2}, {"concept": "Order"})
    write_data_set(task_set, tmp_path / "a")
    loaded = datasets.load_dataset(str(tmp_path / "a"), cache_dir=str(tmp_path / "cache"))
    loaded["train"].to_parquet(tmp_path / "b.parquet")
    assert read_tasks(tmp_path / "b.parquet").digest == task_set.digest
    assert same(read_tasks(tmp_path / "b.parquet"), task_set)


def test_the_card_opens_with_what_the_hub_reads(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    made = small({"concept": "A|b"}, {"concept": "A|b"}, {"concept": "<i>"}, {"seed": 1})
    task_set = TaskSet('no: "name"\n# \U0001f600', made.tasks)
    write_data_set(task_set, tmp_path / "a", about="Made *by hand*.", license="apache-2.0")
    _, front, text = (tmp_path / "a" / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    assert yaml.safe_load(front) == {
        "license": "apache-2.0",
        "pretty_name": task_set.name,
        "size_categories": ["n<1K"],
        "tags": ["arc", "abstraction", "reasoning"],
        "configs": [
            {
                "config_name": "default",
                "data_files": [{"split": "train", "path": "data/train-*"}],
            }
        ],
    }
    assert text.startswith(
        '\n# no: "name" \\# \U0001f600\n\nMade *by hand*.\n\n4 tasks in the format'
    )
    assert "\n| \\<i\\> | 1 |\n| A\\|b | 2 |\n| (none) | 1 |\n" in text
    assert "\n| `seed` | int64 | metadata of the task |\n" in text
    assert f"`{task_set.digest}`" in text
    assert text.endswith("\n## Licence\n\napache-2.0\n")


def test_memory_does_not_grow_with_the_number_of_tasks(tmp_path: Path) -> None:
    """Row groups are small, and reading takes them one after the other."""
    parquet = pytest.importorskip("pyarrow.parquet")
    task_set = small(*({"n": n} for n in range(600)))
    write_data_set(task_set, tmp_path / "a")
    with parquet.ParquetFile(tmp_path / "a" / TABLE) as file:
        groups = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
    assert groups == [256, 256, 88]
    assert same(read_tasks(tmp_path / "a"), task_set)


def test_writing_refuses_a_folder_with_files(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine")
    for target in (tmp_path, tmp_path / "note.txt"):
        with pytest.raises(ValueError, match="exists already: remove it or choose another name"):
            write_tasks(small({}), target, form="parquet")
    assert files_below(tmp_path) == {"note.txt": b"mine"}
    (tmp_path / "empty").mkdir()
    write_tasks(small({}), tmp_path / "empty", form="parquet")
    assert set(files_below(tmp_path / "empty")) == {"README.md", TABLE}


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="the metadata of task 't1' is not JSON"):
        write_data_set(small({}, {"when": object()}), tmp_path / "a")
    pair = Example(as_grid([[1]]), as_grid([[1]]), {"x": float("nan")})
    with pytest.raises(ValueError, match="the metadata of task 'a' is not JSON"):
        write_data_set(TaskSet("x", (Task("a", (pair,), (pair,)),)), tmp_path / "a")

    def full(*_: object) -> str:
        raise OSError("no space left")

    monkeypatch.setattr("arcrep.arc.data_set.data_card", full)  # after the table was written
    with pytest.raises(OSError, match="no space left"):
        write_data_set(small({}), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_the_extra_is_named_when_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = __import__("sys").modules
    monkeypatch.setitem(modules, "huggingface_hub", None)
    with pytest.raises(ValueError, match=r"huggingface_hub is not installed: pip install 'arcrep"):
        push_to_hub(small({}), "me/small")
    monkeypatch.setitem(modules, "pyarrow.parquet", None)
    with pytest.raises(ValueError, match=r"pyarrow is not installed: pip install 'arcrep\[hub\]'"):
        write_data_set(small({}), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_a_table_of_a_later_version_is_refused(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write_data_set(small({}), tmp_path / "a")
    table = parquet.read_table(tmp_path / "a" / TABLE)
    later = {b"arcrep": json.dumps({"version": 2, "json": []})}
    parquet.write_table(table.replace_schema_metadata(later), tmp_path / "b.parquet")
    with pytest.raises(ValueError, match=r"b\.parquet: has version 2 of the table format"):
        read_tasks(tmp_path / "b.parquet")


def test_columns_may_go_and_come_under_the_mark(tmp_path: Path) -> None:
    """What people do to a table with pyarrow, which keeps the mark."""
    parquet = pytest.importorskip("pyarrow.parquet")
    task_set = small({"concept": "Copy", "n": 1})
    write_data_set(task_set, tmp_path / "a")
    table = parquet.read_table(tmp_path / "a" / TABLE)
    less = table.drop(["support_sets", "sentence"]).append_column("solved", [[True]])
    parquet.write_table(less, tmp_path / "b.parquet")
    assert read_tasks(tmp_path / "b.parquet").digest == task_set.digest
    (task,) = read_tasks(tmp_path / "b.parquet")
    assert task.metadata == {"concept": "Copy", "n": 1, "solved": True}
    parquet.write_table(table.drop(["test"]), tmp_path / "c.parquet")
    with pytest.raises(ValueError, match=r"c\.parquet: row 0: has no test: "):
        read_tasks(tmp_path / "c.parquet")


def test_check_reads_the_folder(tmp_path: Path, script: Callable[..., Outcome]) -> None:
    write_data_set(load("starter"), tmp_path / "set")
    outcome = script("scripts/get_data.py", "--check", "set")
    assert outcome.code == 0
    assert load("starter").digest in outcome.out


class FakeHub:
    """Stands in for `huggingface_hub.HfApi`: keeps what would be sent."""

    def __init__(self) -> None:
        self.data_sets: dict[str, dict[str, Any]] = {}

    def create_repo(self, name: str, *, repo_type: str, private: bool, exist_ok: bool) -> None:
        assert repo_type == "dataset"
        if name in self.data_sets and not exist_ok:
            raise RuntimeError("409 you already created this data set")
        self.data_sets.setdefault(name, {"private": private, "files": {}})

    def dataset_info(self, name: str) -> Any:
        return SimpleNamespace(private=self.data_sets[name]["private"])

    def upload_folder(
        self, *, repo_id: str, repo_type: str, folder_path: Path, **how: str
    ) -> SimpleNamespace:
        assert (repo_type, how["delete_patterns"]) == ("dataset", "data/*")
        self.data_sets[repo_id] |= {
            "files": files_below(folder_path),
            "message": how["commit_message"],
        }
        return SimpleNamespace(oid="c0ffee")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> FakeHub:
    fake = FakeHub()
    monkeypatch.setattr("huggingface_hub.HfApi", lambda: fake)
    return fake


def test_what_is_pushed_is_what_is_written(tmp_path: Path, hub: FakeHub) -> None:
    task_set = small({"concept": "Copy"})
    assert push_to_hub(task_set, "me/small", about="Two pairs.") == "c0ffee"
    write_data_set(task_set, tmp_path / "a", about="Two pairs.")
    sent = hub.data_sets["me/small"]
    assert sent["files"] == files_below(tmp_path / "a")
    assert sent["private"] is True
    assert sent["message"] == f"1 tasks, digest {task_set.digest[:16]}"


def test_a_push_does_not_replace_or_publish_unasked(hub: FakeHub) -> None:
    push_to_hub(small({}), "me/small", private=False)
    before = dict(hub.data_sets["me/small"])
    with pytest.raises(ValueError, match=r"me/small: cannot be uploaded: 409 .*replace=True"):
        push_to_hub(small({"n": 1}), "me/small", private=False)
    with pytest.raises(ValueError, match="me/small is there with private=False"):
        push_to_hub(small({"n": 1}), "me/small", replace=True)
    assert hub.data_sets["me/small"] == before
    push_to_hub(small({"n": 1}), "me/small", private=False, replace=True)
    assert hub.data_sets["me/small"]["files"] != before["files"]


@pytest.mark.parametrize("form", ["parquet", "file", "folder"])
def test_keys_that_are_no_text_are_refused(form: Any, tmp_path: Path) -> None:
    """JSON would write 1 and "1" as the same key, and one of the two would be lost."""
    example = Example(as_grid([[1]]), as_grid([[2]]))
    for metadata in ({"x": {1: "a", "1": "b"}}, {"x": [{2: "a"}]}):
        tasks = TaskSet("t", (Task("a", (example,), (example,), metadata),))
        with pytest.raises(ValueError, match=r"metadata of task 'a' is not JSON: the key . is no"):
            write_tasks(tasks, tmp_path / "out", form)
        assert list(tmp_path.iterdir()) == []
