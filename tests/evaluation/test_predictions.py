"""Files of predictions: round trip, and what is refused."""

import json

import numpy as np
import pytest

from arcrep.arc import Example, Task, TaskSet, as_grid
from arcrep.evaluation import (
    Prediction,
    prediction_from_grid,
    read_origin,
    read_predictions,
    write_predictions,
)

GRID = as_grid([[1, 2], [3, 4]])


def tasks(*names):
    example = Example(GRID, GRID)
    return TaskSet("a set", tuple(Task(name, (example,), (example, example)) for name in names))


SET = tasks("007", "1e5")


@pytest.fixture
def path(tmp_path):
    target = tmp_path / "predictions.jsonl"
    answers = [
        Prediction("007", 0, "ok", GRID),
        Prediction("007", 1, "truncated", extra={"text": "[[1,\u2028 2]\n", "tokens": 7}),
        Prediction("1e5", 0, "missing"),
    ]
    write_predictions(target, answers, SET, revision="abc")
    return target


def edit(path, change):
    lines = path.read_text(encoding="utf-8").split("\n")
    change(lines)
    path.write_text("\n".join(lines), encoding="utf-8")


def test_what_is_written_is_read(path):
    first, second, third = read_predictions(path, SET)
    assert (first.task, first.test, first.status) == ("007", 0, "ok")
    np.testing.assert_array_equal(first.grid, GRID)
    assert (second.status, second.grid) == ("truncated", None)
    assert second.extra == {"text": "[[1,\u2028 2]\n", "tokens": 7}
    assert third == Prediction("1e5", 0, "missing")
    origin = read_origin(path)
    assert (origin.name, origin.digest, origin.revision) == ("a set", SET.digest, "abc")
    assert origin.ids == ("007", "1e5")
    assert list(path.parent.iterdir()) == [path]


def test_another_task_set_is_refused_with_both_digests(path):
    other = tasks("007", "1e6")
    with pytest.raises(ValueError, match=f"{SET.digest}, not a set with digest {other.digest}"):
        read_predictions(path, other)


def test_two_answers_to_a_query_are_refused_with_their_lines(path):
    def repeat(lines):
        lines[3] = lines[1]

    edit(path, repeat)
    with pytest.raises(ValueError, match="lines 2 and 4 both answer test 0 of 007"):
        read_predictions(path)
    twice = [Prediction("007", 0, "missing"), Prediction("007", 0, "ok", GRID)]
    with pytest.raises(ValueError, match="lines 2 and 3 both answer"):
        write_predictions(path, twice, SET)


def test_a_cut_file_is_refused(path):
    whole = path.read_bytes()
    for end in (len(whole) - 1, len(whole) - 20, whole.index(b"\n", whole.index(b"\n") + 1) + 1):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match="was cut or added to: its first line promises 3"):
            read_predictions(path)
    path.write_bytes(whole + b'{"task": ')
    with pytest.raises(ValueError, match="was cut or added to"):
        read_predictions(path)
    path.write_bytes(whole[:30])
    with pytest.raises(ValueError, match="line 1: ends in the middle"):
        read_predictions(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"grid": [[1, 10]]}, "line 2: 007, test 0: row 0, column 1"),
        ({"grid": None}, "line 2: 007, test 0: status ok with no grid"),
        ({"status": "wrong"}, "line 2: a prediction needs .* got '007', 0, 'wrong'"),
        ({"status": []}, "line 2: a prediction needs"),
        ({"task": 7}, "line 2: a prediction needs .* got 7, 0"),
        ({"test": True}, "line 2: a prediction needs .* got '007', True"),
        ({"test": 0.0}, "line 2: a prediction needs"),
    ],
)
def test_a_line_that_is_no_prediction_is_refused(path, change, message):
    def spoil(lines):
        lines[1] = json.dumps(json.loads(lines[1]) | change)

    edit(path, spoil)
    with pytest.raises(ValueError, match=message):
        read_predictions(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "line 1: not a JSON object"),
        ("{}", "no file of predictions"),
        ('{"format": "arcrep predictions 1"}', "line 1: task_set is None"),
        ("", "line 1: is empty"),
    ],
)
def test_a_file_of_something_else_is_refused(path, line, message):
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_predictions(path)
    with pytest.raises(ValueError, match=message):
        read_origin(path)


def test_extra_keys_cannot_replace_the_predictions_own(tmp_path):
    answer = Prediction("007", 0, "ok", GRID, {"status": "missing"})
    with pytest.raises(ValueError, match=r"extra keys \['status'\]"):
        write_predictions(tmp_path / "p.jsonl", [answer], SET)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (np.zeros((0, 3), np.uint8), "empty"),
        (np.array([[0, 10]], np.uint8), "a cell that is no colour"),
        (np.array([[11]], np.uint8), "a cell that is no colour"),
        (np.array([[-1]]), "a cell that is no colour"),
        (np.zeros((31, 1), np.uint8), "over 30 cells a side"),
    ],
)
def test_what_no_grid_can_be_is_unparsed(array, reason):
    answer = prediction_from_grid("t", 2, array)
    assert (answer.status, answer.grid, answer.extra) == ("unparsed", None, {"reason": reason})


def test_a_grid_at_the_limits_is_ok():
    array = np.full((30, 30), 9, np.uint8)
    np.testing.assert_array_equal(prediction_from_grid("t", 0, array).grid, array)
