"""Tables of the kind the hub holds, written here in the shapes such tables come in."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from arcrep.arc import fetch, load, read_tasks
from arcrep.arc.parquet import read_hub

pyarrow = pytest.importorskip("pyarrow", reason="the extra `hub` is not installed")
parquet = pytest.importorskip("pyarrow.parquet")

LABELS = {"concept": "Copy", "layout": "scatter", "selector": "all", "action": "stamp_copy"}


def pairs(*colors: int) -> list[dict[str, Any]]:
    return [{"input": [[c, 0], [0, c]], "output": [[c]]} for c in colors]


def rows() -> list[dict[str, Any]]:
    return [
        {"id": "007", "train": pairs(1, 2, 3), "test": pairs(4, 5), **LABELS},
        {"id": "1e5", "train": pairs(2, 3, 4), "test": pairs(6, 7), **LABELS, "layout": "panels"},
    ]


def write(path: Path, table: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(pyarrow.Table.from_pylist(table), path)
    return path


@pytest.fixture
def plain(tmp_path: Path) -> str:
    """The digest of the same rows as JSON."""
    (tmp_path / "plain.json").write_text(json.dumps(rows()))
    return read_tasks(tmp_path / "plain.json").digest


def as_text(row: dict[str, Any]) -> dict[str, Any]:
    """Examples as JSON text, under other names."""
    rest = {key: value for key, value in row.items() if key not in {"id", "train", "test"}}
    texts = {"support": json.dumps(row["train"]), "queries": json.dumps(row["test"])}
    return {"task_id": row["id"], **texts, **rest}


def inside_metadata(row: dict[str, Any]) -> dict[str, Any]:
    labels = {kind: row[kind] for kind in LABELS}
    return {"id": row["id"], "train": row["train"], "test": row["test"], "metadata": labels}


def metadata_as_text(row: dict[str, Any]) -> dict[str, Any]:
    row = inside_metadata(row)
    return {**row, "metadata": json.dumps(row["metadata"])}


def object_of_lists(row: dict[str, Any]) -> dict[str, Any]:
    def turned(part: str) -> dict[str, Any]:
        return {side: [pair[side] for pair in row[part]] for side in ("input", "output")}

    return {**row, "train": turned("train"), "test": turned("test")}


def grids_as_text(row: dict[str, Any]) -> dict[str, Any]:
    def told(part: str) -> list[dict[str, str]]:
        return [{side: json.dumps(grid) for side, grid in pair.items()} for pair in row[part]]

    return {**row, "train": told("train"), "test": told("test")}


@pytest.mark.parametrize(
    "shape",
    [dict, as_text, inside_metadata, metadata_as_text, object_of_lists, grids_as_text],
    ids=lambda shape: shape.__name__,
)
def test_every_shape_of_a_row_is_the_same_task(tmp_path: Path, plain: str, shape: Any) -> None:
    path = write(tmp_path / "tasks.parquet", [shape(row) for row in rows()])
    tasks = read_tasks(path)
    assert tasks.digest == plain
    assert tasks.ids == ("007", "1e5")
    assert tasks["1e5"].layout == "panels"


def test_a_folder_of_parts_and_other_columns(tmp_path: Path, plain: str) -> None:
    first, second = rows()
    write(tmp_path / "p" / "train-0.parquet", [{**first, "seed": 3, "support_sets": [[2, 0]]}])
    write(tmp_path / "p" / "train-1.parquet", [{**second, "seed": None, "program": '{"a": [1]}'}])
    tasks = read_tasks(tmp_path / "p")
    assert tasks["007"].metadata == {**LABELS, "seed": 3}
    assert tasks["007"].support_sets == ((2, 0),)
    assert tasks["1e5"].metadata == {**LABELS, "layout": "panels", "program": {"a": [1]}}


def test_a_test_may_lack_its_output(tmp_path: Path) -> None:
    row = rows()[0]
    row["test"][1]["output"] = None
    (task,) = read_tasks(write(tmp_path / "a.parquet", [row]))
    assert [example.output is None for example in task.test] == [False, True]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"train": None},
            r"row 0: no column for train \(looked for train, support, .*\); columns "
            r"found: action, concept, id, layout, selector, test; add the right one to COLUMNS in "
            r"arcrep/arc/parquet\.py",
        ),
        ({"id": 7}, r"row 0: the id is 7 \(int\): ids are text, put it in quotes"),
        ({"train": "[[1"}, r"row 0: ends in the middle"),
        (
            {"train": [{"input": [[1.0]], "output": [[1.0]]}]},
            r"row 0: train\[0\]\.input: row 0, column 0 \(from 0\) is 1\.0 \(float\)",
        ),
        ({"metadata": "[1]"}, r"row 0: metadata is \[1\] \(list\), not an object"),
    ],
)
def test_bad_rows_name_file_row_and_cell(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    path = write(tmp_path / "a.parquet", [{**rows()[0], **change}])
    with pytest.raises(ValueError, match=told) as caught:
        read_tasks(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("mark", ["{}", "[]", "null", "5", '{"version": 1, "json": 5}'])
def test_a_mark_that_is_none_of_ours_is_told(tmp_path: Path, mark: str) -> None:
    table = pyarrow.Table.from_pylist(rows()).replace_schema_metadata({"arcrep": mark})
    parquet.write_table(table, tmp_path / "t.parquet")
    with pytest.raises(ValueError, match="none of ours"):
        read_tasks(tmp_path / "t.parquet")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"train": 3}, "train is 3 .int., not a list of pairs"),
        ({"metadata": 3}, "metadata is 3 .int., not an object"),
        ({"train": [{"input": [[1]], "output": [[1]], "metadata": "5"}]}, "metadata of a pair"),
    ],
)
def test_a_marked_table_of_other_columns_is_told(
    tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    table = pyarrow.Table.from_pylist([{**rows()[0], **change}])
    marked = table.replace_schema_metadata({"arcrep": json.dumps({"version": 1, "json": []})})
    parquet.write_table(marked, tmp_path / "t.parquet")
    with pytest.raises(ValueError, match=told):
        read_tasks(tmp_path / "t.parquet")


@pytest.mark.parametrize("value", [b"x", float("nan"), datetime(2026, 1, 1)], ids=repr)
def test_metadata_that_json_does_not_know_is_refused(tmp_path: Path, value: object) -> None:
    path = write(tmp_path / "t.parquet", [{**rows()[0], "note": value}])
    with pytest.raises(ValueError, match=r"row 0: note is .*, which is not JSON"):
        read_tasks(path)


def test_bad_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    for content in (b"", b"<html></html>", b"PAR1" * 10):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="is no readable Parquet file"):
            read_tasks(path)


def test_the_extra_is_named_when_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.parquet", rows())
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(ValueError, match=r"pyarrow is not installed: pip install 'arcrep\[hub\]'"):
        read_tasks(path)


@pytest.mark.parametrize("place", ["conceptarc_100", "ConceptARC-100/data", "data", "."])
def test_conceptarc_100_from_a_folder(
    tmp_path: Path, plain: str, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    folder = tmp_path / "from"
    write(folder / place / "train-00000-of-00001.parquet", rows())
    monkeypatch.setenv("ARCREP_DATA_FROM", str(folder))
    assert load("conceptarc_100").digest == plain
    monkeypatch.delenv("ARCREP_DATA_FROM")
    cached = fetch("conceptarc_100", folder)
    assert json.loads((cached / "source.json").read_text())["digest"] == plain
    assert load("conceptarc_100").digest == plain


def test_conceptarc_100_needs_its_labels(tmp_path: Path) -> None:
    write(tmp_path / "a.parquet", [{**row, "layout": None} for row in rows()])
    with pytest.raises(ValueError, match="no column for layout"):
        fetch("conceptarc_100", tmp_path)


def test_datasets_reads_the_same(
    tmp_path: Path, plain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder stands in for the hub: `datasets` reads it with the same call."""
    pytest.importorskip("datasets", reason="the extra `hub` is not installed")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    first, second = rows()
    write(tmp_path / "hub" / "data" / "train-00000-of-00001.parquet", [first])
    write(tmp_path / "hub" / "data" / "test-00000-of-00001.parquet", [second])
    tasks = read_hub(str(tmp_path / "hub"), "main", "conceptarc_100")
    assert tasks.digest == plain
    with pytest.raises(ValueError, match="at main: cannot be fetched"):
        read_hub(str(tmp_path / "none"), "main", "conceptarc_100")
