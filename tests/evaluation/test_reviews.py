"""Logs of reviews, and what becomes of several: through the door where there is one."""

import json
import math
import os
import subprocess
import sys
from dataclasses import asdict

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from arcrep.arc import Example, Task, TaskSet, as_grid, write_tasks
from arcrep.evaluation import (
    VERDICTS,
    Review,
    ReviewLog,
    agreement,
    excluded_tasks,
    read_reviews,
    review_from_json,
)

DOOR = "scripts/view_tasks.py"
V, R, A, C = VERDICTS


def task(name, color=1):
    example = Example(as_grid([[color]]), as_grid([[2]]))
    return Task(name, (example,), (example,), {"concept": "Copy"})


TASKS = TaskSet("tasks", tuple(task(f"t{n}") for n in range(4)))


def judge(name, verdict, digest=None, note="", blind=True, key=None):
    digest = digest or TASKS[name].digest
    return Review(name, digest, verdict, note, blind, key or f"{name}{verdict}{note}", "now")


def write_log(path, reviewer, *reviews):
    with ReviewLog(path, reviewer) as log:
        for review in reviews:
            log.append(review)
    return path


@pytest.fixture
def folder(tmp_path):
    write_tasks(TASKS, tmp_path / "tasks")
    return tmp_path


def test_the_last_judgment_counts_and_can_be_taken_back(tmp_path):
    reviews = [judge("t0", V), judge("t1", R), judge("t0", A), judge("t1", None), judge("t1", C)]
    path = write_log(tmp_path / "a.jsonl", "anna", *reviews)
    assert {i: r.verdict for i, r in read_reviews(path).latest.items()} == {"t0": A, "t1": C}
    write_log(path, "anna", judge("t1", None, note="unsure"))
    assert list(read_reviews(path).latest) == ["t0"]
    assert len(read_reviews(path).reviews) == 6  # nothing is ever rewritten


def test_a_judgment_that_arrives_twice_is_one(tmp_path):
    path = write_log(tmp_path / "a.jsonl", "anna", judge("t0", V), judge("t0", V))
    write_log(path, "anna", judge("t0", V))
    assert len(read_reviews(path).reviews) == 1


def test_a_line_that_was_cut_is_dropped_and_the_next_one_is_whole(tmp_path):
    path = write_log(tmp_path / "a.jsonl", "anna", judge("t0", V), judge("t1", R))
    path.write_bytes(path.read_bytes()[:-9])
    assert list(read_reviews(path).latest) == ["t0"]
    with pytest.warns(UserWarning, match="last line was cut"):
        write_log(path, "anna", judge("t2", A))
    assert list(read_reviews(path).latest) == ["t0", "t2"]


def test_a_cut_first_line_is_written_again(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"format": "arcrep rev')
    with pytest.warns(UserWarning, match="last line was cut"):
        write_log(path, "anna", judge("t0", V))
    assert read_reviews(path).reviewer == "anna"


@pytest.mark.parametrize("text", ["a list", "a list\nof notes", '{"format": "arcrep pred'])
def test_a_file_that_is_no_log_is_left_alone(text, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"notes\.txt"):
        ReviewLog(path, "anna")
    assert path.read_text() == text


def test_a_killed_writer_loses_nothing_that_it_promised(tmp_path):
    path = tmp_path / "a.jsonl"
    program = (
        "import sys; from arcrep.evaluation import ReviewLog, Review\n"
        f"log = ReviewLog({str(path)!r}, 'anna')\n"
        "for n in range(10**6):\n"
        "    log.append(Review(f't{n}', 'd', 'valid', '', True, str(n), 'now'))\n"
        "    print(n, flush=True)\n"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        for _ in range(30):
            promised = int(writer.stdout.readline())
        writer.kill()
        promised = max([promised, *map(int, writer.stdout.read().split())])
    assert len(read_reviews(path).reviews) >= promised + 1 >= 30


def test_what_could_not_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl"
    with ReviewLog(path, "anna") as log:
        log.append(judge("t0", V))
        before = path.read_bytes()

        def full(_):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("arcrep.evaluation.reviews.os.fsync", full)
            with pytest.raises(OSError, match="No space"):
                log.append(judge("t1", V))
        assert path.read_bytes() == before
        log.append(judge("t1", V))  # it was not taken for one that is there
    assert list(read_reviews(path).latest) == ["t0", "t1"]


def test_a_log_that_was_removed_takes_no_more(tmp_path):
    with ReviewLog(tmp_path / "a.jsonl", "anna") as log:
        (tmp_path / "a.jsonl").unlink()
        with pytest.raises(OSError, match="moved or removed"):
            log.append(judge("t0", V))


def test_a_log_that_another_program_cut_takes_no_more(tmp_path):
    with ReviewLog(tmp_path / "a.jsonl", "anna") as log:
        log.append(judge("t0", V))
        os.truncate(tmp_path / "a.jsonl", 0)
        with pytest.raises(OSError, match="another program changed the file"):
            log.append(judge("t1", V))
    assert (tmp_path / "a.jsonl").read_bytes() == b""


def test_one_writer_one_reviewer(tmp_path):
    path = tmp_path / "a.jsonl"
    with ReviewLog(path, "anna"), pytest.raises(ValueError, match="another server writes"):
        ReviewLog(path, "anna")
    with pytest.raises(ValueError, match="reviews of 'anna', not of 'ben'"):
        ReviewLog(path, "ben")
    with pytest.raises(ValueError, match=r"the reviewer is '\.\./x'"):
        ReviewLog(path, "../x")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"verdict": "good"}, "verdict is 'good'"),
        ({"blind": 1}, "blind is 1"),
        ({"task": 7}, "task is 7"),
        ({"note": "x" * 10_001}, "note is"),
        ({"more": 1}, "a judgment has blind, digest"),
    ],
)
def test_what_is_no_judgment_is_refused_with_its_line(change, message, tmp_path):
    path = write_log(tmp_path / "a.jsonl", "anna", judge("t0", V))
    record = asdict(judge("t1", V)) | change
    path.write_text(path.read_text() + json.dumps(record) + "\n")
    with pytest.raises(ValueError, match=message) as caught:
        read_reviews(path)
    assert str(caught.value).startswith(f"{path}: line 3: ")


def test_half_a_character_in_a_note_does_no_harm(tmp_path):
    review = review_from_json(asdict(judge("t0", V)) | {"note": "a\ud800\u2028b"}, "it")
    path = write_log(tmp_path / "a.jsonl", "anna", review)
    assert read_reviews(path).latest["t0"].note == "a?\u2028b"


def test_kappa_by_hand():
    # 20 of 50 both yes, 15 both no, 5 and 10 split: observed .7, by chance .5 x .6 + .5 x .4 = .5.
    first = ["y"] * 25 + ["n"] * 25
    second = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    found = agreement(first, second)
    assert (found.n, found.share) == (50, 0.7)
    assert found.kappa == pytest.approx(0.4, abs=1e-12)


def test_kappa_as_scikit_learn_has_it():
    rng = np.random.default_rng(0)
    for n in (5, 60, 300):
        first = rng.choice(VERDICTS, n, p=[0.7, 0.1, 0.1, 0.1]).tolist()
        second = np.where(rng.random(n) < 0.5, first, rng.choice(VERDICTS, n)).tolist()
        expected = cohen_kappa_score(first, second)
        assert agreement(first, second).kappa == pytest.approx(expected, abs=1e-12)


def test_kappa_of_chance_is_near_zero():
    rng = np.random.default_rng(0)
    first, second = (rng.choice(VERDICTS, 20_000).tolist() for _ in range(2))
    assert abs(agreement(first, second).kappa) < 0.02


def test_kappa_that_is_undefined_says_so():
    assert math.isnan(agreement([V, V], [V, V]).kappa)
    assert agreement([V, V], [V, V]).share == 1
    assert "one and the same answer" in agreement([V], [V]).reason
    assert "no task in common" in agreement([], []).reason
    assert agreement([V, V], [R, R]).kappa == 0  # disagree always, by chance too


def test_merging_through_the_door(script, folder):
    t = [f"t{n}" for n in range(4)]
    anna = write_log(
        folder / "a.jsonl",
        "anna",
        *(judge(t[0], V), judge(t[1], A, note="two\x1b[31m readings"), judge(t[2], C)),
        judge(t[3], V, blind=False),
    )
    ben = write_log(folder / "b.jsonl", "ben", judge(t[0], V), judge(t[1], V), judge(t[2], R))
    done = script(DOOR, "tasks", "--merge", anna, ben, "--out", "reviews.json")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert lines[:3] == [
        "tasks: 4 tasks",
        "anna: 4 judged, 3 of them blind",
        "  invalid: 2 of 4, 50.0% (95% interval [15.0, 85.0])",  # Wilson, by hand
    ]
    # Of three in common one splits valid from invalid: (2/3 - 4/9) / (5/9) = 0.4.
    assert "  valid or invalid: 66.7% agree, Cohen's kappa 0.400" in lines
    # All four verdicts: one agrees, by chance (1 x 2) / 9: (3/9 - 2/9) / (7/9) = 1/7.
    assert "  four verdicts: 33.3% agree, Cohen's kappa 0.143" in lines
    assert "  invalid for everyone: 1 of 3, 33.3% (95% interval [6.1, 79.2])" in lines
    assert "  invalid for someone: 2 of 3, 66.7% (95% interval [20.8, 93.9])" in lines
    assert "disagreements: 2" in lines
    assert "  t1: anna ambiguous 'two\\x1b[31m readings', ben valid" in lines
    assert "  t2: anna concept not faithful, ben rule inconsistent" in lines
    wrong = excluded_tasks(folder / "reviews.json")
    assert wrong == {name: TASKS[name].digest for name in ("t1", "t2")}
    merged = json.loads((folder / "reviews.json").read_text())
    assert merged["tasks"]["t1"]["verdicts"]["anna"]["note"] == "two\x1b[31m readings"
    assert merged["digest"] == TASKS.digest


def test_a_verdict_on_a_changed_task_is_stale_and_left_out(script, folder):
    log = write_log(folder / "a.jsonl", "anna", judge("t0", R), judge("t1", R))
    changed = TaskSet("tasks", (task("t0", color=3), *TASKS.tasks[1:]))
    write_tasks(changed, folder / "changed")
    done = script(DOOR, "changed", "--merge", log, "--out", "reviews.json")
    assert "  1 stale, left out: t0" in done.out.splitlines()
    assert "anna: 1 judged, 1 of them blind" in done.out
    assert [*excluded_tasks(folder / "reviews.json")] == ["t1"]


def test_nothing_in_common_is_undefined(script, folder):
    anna = write_log(folder / "a.jsonl", "anna", judge("t0", V))
    ben = write_log(folder / "b.jsonl", "ben", judge("t1", V))
    done = script(DOOR, "tasks", "--merge", anna, ben)
    assert "  four verdicts: undefined (no task in common)" in done.out
    assert "  invalid for everyone: nothing judged" in done.out


def test_mistakes_in_merging_are_one_line(script, folder):
    anna = write_log(folder / "a.jsonl", "anna", judge("t0", V))
    twin = write_log(folder / "b.jsonl", "anna", judge("t0", V))
    merge = ("tasks", "--merge", anna)
    assert "two logs are of the reviewer 'anna'" in script(DOOR, *merge, twin).mistake
    assert "cannot be read" in script(DOOR, *merge, "nowhere.jsonl").mistake
    assert "is no log of reviews" in script(DOOR, *merge, "tasks/t0.json").mistake
    out = ("--out", "tasks/reviews.json")
    assert "would lie among the tasks" in script(DOOR, *merge, *out).mistake
    (folder / "notes.md").write_text("mine")
    assert "holds no merged reviews" in script(DOOR, *merge, "--out", "notes.md").mistake
    assert (folder / "notes.md").read_text() == "mine"
    assert "do one after the other" in script(DOOR, *merge, "--review").mistake
    assert "go with --review" in script(DOOR, *merge, "--port", 1).mistake


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"format": "arcrep merged reviews 1"}', '{"format": 1, "tasks": {}}']
)
def test_only_merged_reviews_exclude(text, tmp_path):
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(ValueError, match="holds no merged reviews"):
        excluded_tasks(tmp_path / "r.json")


def test_a_log_that_is_not_merged_excludes_nothing(tmp_path):
    log = write_log(tmp_path / "a.jsonl", "anna", judge("t0", A))
    with pytest.raises(ValueError, match="is the log of one reviewer: merge it first"):
        excluded_tasks(log)


def merged(path, **tasks):
    entries = {name: {"invalid": True, "digest": digest} for name, digest in tasks.items()}
    path.write_text(json.dumps({"format": "arcrep merged reviews 1", "tasks": entries}))
    return path


def test_several_rounds_of_reviews_add_up(tmp_path):
    first, second = merged(tmp_path / "1.json", a="d1"), merged(tmp_path / "2.json", b="d2", a="d1")
    assert excluded_tasks(first, second) == {"a": "d1", "b": "d2"}
    other = merged(tmp_path / "3.json", a="d3")
    with pytest.raises(ValueError, match=r"3\.json: a is another task"):
        excluded_tasks(first, other)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("hi", '"invalid"'),
        ({"digest": "d"}, '"invalid"'),
        ({"invalid": True}, "digest"),
        ({"invalid": True, "digest": 5}, "digest"),
    ],
)
def test_what_is_no_entry_is_refused(entry, told, tmp_path):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"format": "arcrep merged reviews 1", "tasks": {"Copy_001": entry}}))
    with pytest.raises(ValueError, match=rf"r\.json: 'Copy_001' .*{told}"):
        excluded_tasks(path)


def test_a_flag_that_is_none_is_refused(tmp_path):
    value = {"format": "arcrep merged reviews 1", "tasks": {"t0": {"invalid": "no"}}}
    (tmp_path / "r.json").write_text(json.dumps(value))
    with pytest.raises(ValueError, match="'t0' does not say"):
        excluded_tasks(tmp_path / "r.json")
