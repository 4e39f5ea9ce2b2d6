"""Bad input is one line that names the file, the pair and the cell."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from arcrep.arc import read_tasks

GOOD = [[1, 2], [3, 4]]


def task_with(part: str, number: int, side: str, grid: Any) -> dict[str, Any]:
    value: dict[str, Any] = {
        "train": [{"input": GOOD, "output": GOOD} for _ in range(2)],
        "test": [{"input": GOOD, "output": GOOD}],
    }
    value[part][number][side] = grid
    return value


def refused(path: Path, *parts: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_tasks(path)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 600
    for part in parts:
        assert part in message, message


@pytest.mark.parametrize(
    ("grid", "told"),
    [
        ([[1, 2], [3]], "row 1 has 1 cells, row 0 has 2"),
        ([[1, 2], [3, 10]], "row 1, column 1 (from 0) is 10 (int): a cell is a whole number"),
        ([[1, -1]], "row 0, column 1 (from 0) is -1 (int)"),
        ([[1, True]], "row 0, column 1 (from 0) is True (bool)"),
        ([[0, 2], [1.0, 2]], "row 1, column 0 (from 0) is 1.0 (float)"),
        ([["3", 1]], "row 0, column 0 (from 0) is '3' (str)"),
        ([[None, 1]], "row 0, column 0 (from 0) is None (NoneType)"),
        ([[[1], 1]], "row 0, column 0 (from 0) is [1] (list)"),
        ([], "the grid is empty"),
        ([[]], "row 0 is empty"),
        ([[1], []], "row 1 is empty"),
        ([[0] * 31], "has 1 rows x 31 columns: neither side may exceed 30"),
        ([[0]] * 31, "has 31 rows x 1 columns: neither side may exceed 30"),
        ("1 2", "is '1 2' (str), not a list of rows"),
        (["12", "34"], "row 0 is '12' (str), not a list of cells"),
        ({"rows": 1}, "is {'rows': 1} (dict), not a list of rows"),
        ([[10**400]], "row 0, column 0 (from 0) is 1000"),
    ],
)
@pytest.mark.parametrize(
    ("part", "number", "side"),
    [("train", 1, "output"), ("train", 0, "input"), ("test", 0, "output")],
)
def test_bad_grids_name_file_pair_and_cell(
    tmp_path: Path, grid: Any, told: str, part: str, number: int, side: str
) -> None:
    value = task_with(part, number, side, grid)
    single = tmp_path / "Center1.json"
    single.write_text(json.dumps(value))
    refused(single, f"{single}: {part}[{number}].{side}: ", told)
    refused(tmp_path, f"{single}: {part}[{number}].{side}: ", told)
    many = tmp_path / "many.json"
    many.write_text(json.dumps({"007": value}))
    refused(many, f"{many}: '007': {part}[{number}].{side}: ", told)


PAIR = {"input": GOOD, "output": GOOD}
STRUCTURES: list[tuple[Any, str]] = [
    ({"train": [PAIR]}, 'has no "test"'),
    ({"test": [PAIR]}, 'has no "train"'),
    ({"train": [PAIR], "test": []}, "test: has no examples"),
    ({"train": [], "test": [PAIR]}, "train: has no examples"),
    ({"train": [PAIR], "test": {"input": GOOD}}, "test: is {"),
    ({"train": [{"input": GOOD}], "test": [PAIR]}, "train[0]: has no output"),
    ({"train": [{"input": GOOD, "output": None}], "test": [PAIR]}, "train[0]: has no output"),
    ({"train": [PAIR], "test": [{"output": GOOD}]}, "test[0]: is {"),
    ({"train": [PAIR, 3], "test": [PAIR]}, "train[1]: is 3 (int), not a pair"),
    ({"train": [PAIR], "test": [PAIR], "support_sets": 3}, "support_sets: is 3 (int)"),
    ({"train": [PAIR], "test": [PAIR], "support_sets": []}, "support_sets: is [] (list)"),
    ({"train": [PAIR], "test": [PAIR], "support_sets": [[True]]}, "support_sets[0]: is [True]"),
    ({"train": [PAIR], "test": [PAIR], "support_sets": [[0], [1]]}, "names train[1]"),
    ({"train": [PAIR], "test": [PAIR], "concept": 3}, "concept: is 3 (int): a label is text"),
    ({}, "holds no tasks"),
    ([], "holds no tasks"),
    ({"a": 3}, "'a': is 3 (int), not a task"),
    ({"": {"train": [PAIR], "test": [PAIR]}}, "the id is '' (str)"),
    ([3], "record 0: is 3 (int): a record is a task with one of id, task_id, name"),
    ([{"train": [PAIR], "test": [PAIR]}], "record 0: is {"),
    (
        [{"id": 7, "train": [PAIR], "test": [PAIR]}],
        "the id is 7 (int): ids are text, put it in quotes",
    ),
    (3, "is 3 (int), not a task, {id: task} or a list of tasks"),
    ("text", "is 'text' (str), not a task"),
    (None, "is None (NoneType), not a task"),
]


@pytest.mark.parametrize(("value", "told"), STRUCTURES, ids=[told for _, told in STRUCTURES])
def test_bad_structures_name_the_file(tmp_path: Path, value: Any, told: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value))
    refused(path, f"{path}: ", told)


GOOD_TEXT = json.dumps({"train": [PAIR], "test": [PAIR]})
BYTES: list[tuple[str, bytes, str]] = [
    ("empty", b"", "is empty"),
    ("blank", b" \n", "is empty"),
    ("truncated", GOOD_TEXT[:-20].encode(), "ends in the middle of the JSON text"),
    ("cut string", b'{"train": [], "te', "ends in the middle of the JSON text"),
    ("html", b"\n<!DOCTYPE html><html></html>", "is a web page"),
    ("utf-8 mark", b"\xef\xbb\xbf" + GOOD_TEXT.encode(), "byte-order mark (UTF-8)"),
    ("utf-16", GOOD_TEXT.encode("utf-16"), "byte-order mark (UTF-16)"),
    ("utf-16 without mark", GOOD_TEXT.encode("utf-16-le"), "is not JSON"),
    ("latin-1", '{"note": "caf\xe9"}'.encode("latin-1"), "byte 0xe9 at offset 13 is not UTF-8"),
    ("nan", GOOD_TEXT.replace("4", "NaN").encode(), "holds NaN"),
    ("infinity", GOOD_TEXT.replace("4", "-Infinity").encode(), "holds -Infinity"),
    ("huge float", b'{"note": 1e999}', "holds 1e999, which is too large"),
    ("huge int", b'{"note": ' + b"1" * 5000 + b"}", "5000 digits"),
    ("bomb", b"[" * 200_000, "is nested too deeply"),
    ("trailing", GOOD_TEXT.encode() + b"}", "is not JSON at line 1"),
    ("twice", b'{"a": {}, "a": {}}', "the key 'a' (str) occurs twice"),
    ("key twice", GOOD_TEXT[:-1].encode() + b', "test": []}', "the key 'test' (str) occurs twice"),
    ("git lfs", b"version https://git-lfs.github.com/spec/v1\n", "is not JSON at line 1"),
]


@pytest.mark.parametrize(("raw", "told"), [row[1:] for row in BYTES], ids=[row[0] for row in BYTES])
def test_bad_bytes_name_the_file(tmp_path: Path, raw: bytes, told: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(raw)
    refused(path, f"{path}: ", told)


def test_equal_stems_in_two_folders_name_both(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.json").write_text(GOOD_TEXT)
    one, two = (str(tmp_path / name / "a.json") for name in ("one", "two"))
    refused(tmp_path, f"the id 'a' occurs in {one} and {two}: rename")


def test_equal_record_ids_name_both(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"id": "a", **json.loads(GOOD_TEXT)}] * 2))
    refused(path, "the id 'a' occurs in", "record 0", "record 1")


@pytest.mark.parametrize(
    ("solutions", "told"),
    [
        ({"b": [GOOD]}, "hold different tasks, such as ['a', 'b']"),
        ([GOOD], "hold different tasks"),
        ({"a": []}, "x_solutions.json: 'a': holds 0 outputs, the task has 1 tests"),
        ({"a": 3}, "x_solutions.json: 'a': holds 3 (int) outputs"),
        ({"a": [[[10]]]}, "x_solutions.json: 'a'[0]: row 0, column 0 (from 0) is 10"),
    ],
)
def test_solutions_must_fit_their_challenges(tmp_path: Path, solutions: Any, told: str) -> None:
    challenges = {"a": {"train": [PAIR], "test": [{"input": GOOD}]}}
    path = tmp_path / "x_challenges.json"
    path.write_text(json.dumps(challenges))
    (tmp_path / "x_solutions.json").write_text(json.dumps(solutions))
    refused(path, told)


def test_solutions_beside_outputs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x_challenges.json").write_text(json.dumps({"a": json.loads(GOOD_TEXT)}))
    (tmp_path / "x_solutions.json").write_text(json.dumps({"a": [GOOD]}))
    refused(tmp_path, "the challenges hold outputs too")
    refused(tmp_path / "x_solutions.json", "holds solutions only: name the *_challenges.json")


def test_folders_without_tasks(tmp_path: Path) -> None:
    refused(tmp_path, f"{tmp_path}: holds no .json or .parquet files")
    (tmp_path / "a.json").write_text(GOOD_TEXT)
    (tmp_path / "b.parquet").write_bytes(b"x")
    refused(tmp_path, "holds JSON and Parquet files")


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x")
    refused(tmp_path / "a.csv", "is no .json or .parquet file, nor a folder")
    refused(tmp_path / "none.json", "cannot be read: No such file")
    (tmp_path / "folder.json").mkdir()
    refused(tmp_path, f"{tmp_path / 'folder.json'}: is a folder, but a file is needed")


def test_links_that_lead_nowhere_or_in_a_circle(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    link = data / "a.json"
    link.symlink_to(tmp_path / "nowhere")
    refused(data, f"{link}: cannot be read: No such file")
    link.unlink()
    link.symlink_to(link)
    refused(data, f"{link}: cannot be read: Too many levels of symbolic links")
    link.unlink()
    (data / "again").symlink_to(data)
    refused(data, f"{data / 'again'}: is a link back to")


def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    refused(tmp_path, f"{tmp_path / 'a.json'}: is no regular file")


def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(GOOD_TEXT)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user reads every file whatever its mode")
    refused(path, f"{path}: cannot be read: Permission denied")


def test_a_file_that_fails_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    path.write_text(GOOD_TEXT)

    def fail(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", fail)
    refused(path, f"{path}: cannot be read: Permission denied")


def test_file_names_that_are_no_text(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"\xff.json")).write_text(GOOD_TEXT)
    except OSError:
        pytest.skip("this file system has text names only")
    with pytest.raises(ValueError, match=re.escape("printable characters")):
        read_tasks(tmp_path)
