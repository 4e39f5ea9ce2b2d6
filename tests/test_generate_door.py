"""The door that generates tasks: processes, reviews, begun and finished folders, interruptions."""

import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arcrep.arc import read_tasks
from arcrep.evaluation import Review, ReviewLog, run_merge
from arcrep.generator.tally import Tally
from arcrep.runs import Run, read_run

ROOT = Path(__file__).parents[1]
DOOR = "scripts/generate_tasks.py"
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1"}
FEW = ("per_concept=1", "concepts=[Order,SameDifferent]")


def files(folder):
    """Return what is in a folder, but for what holds times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if path.name not in {"run.json", "COMPLETE"}
    }


def start(folder, *arguments):
    """Start the door in a process of its own, where types are not checked at run time."""
    return subprocess.Popen(
        [sys.executable, str(ROOT / DOOR), *arguments],
        cwd=folder,
        env=ONE_THREAD,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # What was started in the background ignores Ctrl-C, and so would what it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def generate(folder, *arguments):
    """Make a set, and return what was said."""
    with start(folder, *FEW, "out=set", *arguments) as process:
        said = process.communicate(timeout=300)[0]
    assert process.returncode == 0, said
    return said


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """The folder of a set that was made without a break, and what was said."""
    folder = tmp_path_factory.mktemp("made")
    said = generate(folder)
    return folder / "set", said


@pytest.fixture(scope="module")
def made(first):
    return first[0]


@pytest.fixture(scope="module")
def stopped(tmp_path_factory, run_script):
    """What the door leaves, and says, when Ctrl-C comes while it samples."""
    folder = tmp_path_factory.mktemp("stopped")

    def press(*_):
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        module = importlib.import_module("arcrep.generator.run_generate")
        patch.setattr(module, "sample_concept", press)
        result = run_script(folder, DOOR, *FEW, "out=set")
    return folder / "set", result


@pytest.fixture
def begun(stopped, tmp_path):
    """A folder of the test's own in which the set was begun."""
    return Path(shutil.copytree(stopped[0], tmp_path / "set"))


# What it makes


def test_the_digest_that_it_prints_is_that_of_the_tasks(first):
    folder, said = first
    tasks = read_tasks(folder)
    assert tasks.name == "conceptarc_scale_1"
    assert tasks.ids == ("Order_001", "SameDifferent_001")
    assert f"digest {tasks.digest}" in said
    assert f"digest {tasks.digest}" in (folder / "report.txt").read_text()
    assert json.loads((folder / "run.json").read_text())["digest"] == tasks.digest
    assert "in the search for rivals" in said
    assert "CPU seconds" not in (folder / "report.txt").read_text()


def test_two_processes_write_the_same_bytes(made, tmp_path):
    generate(tmp_path, "processes=2")
    assert files(tmp_path / "set") == files(made)


def test_another_form_reads_back_to_the_same_digest(made, tmp_path):
    generate(tmp_path, "form=file")
    assert read_tasks(tmp_path / "set").digest == read_tasks(made).digest


def test_a_dry_run_writes_nothing(script, tmp_path):
    result = script(DOOR, *FEW, "dry_run=true", "out=set")
    assert result.code == 0
    assert "2 tasks of 2 concepts" in result.out
    assert "nothing written; it would begin there" in result.out
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_looks_at_the_folder(made, begun, script, run_script, tmp_path):
    (begun / "parts").mkdir(exist_ok=True)
    (begun / "parts" / "Order.json").write_text("{}")
    before, of_made = files(tmp_path), files(made)
    dry = (DOOR, *FEW, "out=set", "dry_run=true")
    assert "1 of 2 concepts are made and kept in set; the same" in script(*dry).out
    assert "begun with seed=0, not 1" in script(*dry, "seed=1").mistake
    complete = run_script(made.parent, *dry)
    assert complete.out.endswith("dry run: nothing written; the set is complete\n")
    assert "made with seed=0, not 1" in run_script(made.parent, *dry, "seed=1").mistake
    assert (files(tmp_path), files(made)) == (before, of_made)
    with Run.resume(begun):
        assert "another process" in script(*dry).mistake


def test_the_same_command_after_the_end_has_nothing_to_do(made, run_script):
    before = files(made)
    result = run_script(made.parent, DOOR, *FEW, "out=set", "processes=2")
    assert result.code == 0
    assert result.out.endswith(
        f"already complete, digest {read_tasks(made).digest}: nothing to do\n"
    )
    assert files(made) == before
    for other, key in (("seed=1", "seed=0, not 1"), ("form=file", "form='folder', not 'file'")):
        told = run_script(made.parent, DOOR, *FEW, other, "out=set").mistake
        assert f"is finished, and was made with {key}: choose another folder" in told
    assert files(made) == before


def test_a_complete_set_that_was_changed_since_is_refused(made, script, tmp_path):
    folder = Path(shutil.copytree(made, tmp_path / "set"))
    (folder / "tasks" / "Order_001.json").unlink()
    assert "changed or removed since" in script(DOOR, *FEW, "out=set").mistake


def test_a_complete_set_of_another_version_is_called_so(made, tmp_path):
    folder = Path(shutil.copytree(made, tmp_path / "set"))
    manifest = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**manifest, "code": "0.0.1"}))
    said = generate(tmp_path)
    assert "made by another version of arcrep" in said
    assert said.endswith("nothing to do\n")


def test_a_complete_set_can_still_be_uploaded(made, run_script, monkeypatch):
    sent = []
    module = importlib.import_module("arcrep.generator.run_generate")
    monkeypatch.setattr(module, "push_to_hub", lambda tasks, name, about: sent.append(name) or "c0")
    result = run_script(made.parent, DOOR, *FEW, "out=set", "push_to_hub=me/small")
    assert result.out.endswith("uploaded to me/small: c0\n")
    assert "nothing to do" not in result.out
    assert sent == ["me/small"]


# Reviews


def test_a_task_that_reviewers_call_invalid_is_replaced_and_the_others_stay(made, tmp_path):
    tasks = read_tasks(made)
    bad, good = tasks["Order_001"], tasks["SameDifferent_001"]
    with ReviewLog(tmp_path / "ann.jsonl", "ann") as log:
        log.append(Review(bad.id, bad.digest, "ambiguous", "", True, "1", ""))
        log.append(Review(good.id, good.digest, "valid", "", True, "2", ""))
    run_merge(tasks, [tmp_path / "ann.jsonl"], tmp_path / "reviews.json")
    generate(tmp_path, "exclude=reviews.json")
    others = read_tasks(tmp_path / "set")
    assert others.ids == ("Order_002", good.id)
    assert others[good.id].digest == good.digest
    assert others["Order_002"].digest != bad.digest
    assert read_run(tmp_path / "set")["config"]["exclude"] == [["Order_001", bad.digest]]

    second = others["Order_002"]
    with ReviewLog(tmp_path / "bob.jsonl", "bob") as log:
        log.append(Review(second.id, second.digest, "ambiguous", "", True, "1", ""))
    run_merge(others, [tmp_path / "bob.jsonl"], tmp_path / "round_2.json")
    shutil.rmtree(tmp_path / "set")
    generate(tmp_path, "exclude=[reviews.json,round_2.json]")
    assert read_tasks(tmp_path / "set").ids == ("Order_003", good.id)


def test_reviews_of_no_generated_set_are_refused(script, tmp_path):
    value = {"x_1": {"invalid": True, "digest": "d"}}
    text = json.dumps({"format": "arcrep merged reviews 1", "tasks": value})
    (tmp_path / "reviews.json").write_text(text)
    told = script(DOOR, *FEW, "exclude=reviews.json", "out=set").mistake
    assert "'x_1' is no task of a generated set" in told
    assert not (tmp_path / "set").exists()


@pytest.mark.parametrize("config", [None, [1]])
def test_a_begun_folder_that_does_not_say_how_is_refused(begun, script, config):
    manifest = json.loads((begun / "run.json").read_text())
    (begun / "run.json").write_text(json.dumps({**manifest, "config": config}))
    assert "run.json was cut or is no manifest of a run" in script(DOOR, *FEW, "out=set").mistake


def test_reviews_of_another_set_are_refused(made, script, tmp_path):
    task = read_tasks(made)["Order_001"]
    with ReviewLog(tmp_path / "ann.jsonl", "ann") as log:
        log.append(Review(task.id, task.digest, "ambiguous", "", True, "1", ""))
    run_merge(read_tasks(made), [tmp_path / "ann.jsonl"], tmp_path / "reviews.json")
    other = ("per_concept=1", "concepts=[Order]", "seed=1", "exclude=reviews.json", "out=set")
    assert "Order_001 is another task there" in script(DOOR, *other).mistake


def test_what_another_version_began_is_refused(begun, script):
    manifest = json.loads((begun / "run.json").read_text())
    (begun / "run.json").write_text(json.dumps({**manifest, "code": "0.0.1"}))
    assert "another version of arcrep" in script(DOOR, *FEW, "out=set").mistake


# A folder that was begun


def test_ctrl_c_says_how_to_go_on(stopped):
    result = stopped[1]
    assert result.code == 130
    kept = "0 of 2 concepts are made and kept in set; the same command goes on from there"
    assert result.err.endswith(f"stopped: {kept}\n")


@pytest.fixture
def asked(script, monkeypatch):
    """Have Ctrl-C come when the second concept is sampled; the concepts that are asked for."""
    module = importlib.import_module("arcrep.generator.run_generate")
    sample, concepts = module.sample_concept, []

    def press(concept, *rest):
        concepts.append(concept)
        if len(concepts) == 2:
            raise KeyboardInterrupt
        return sample(concept, *rest)

    monkeypatch.setattr(module, "sample_concept", press)
    assert "stopped: 1 of 2 concepts are made and kept" in script(DOOR, *FEW, "out=set").err
    return concepts


def test_what_ctrl_c_keeps_is_not_made_again(made, asked, script, tmp_path):
    assert script(DOOR, *FEW, "out=set").code == 0
    assert asked == ["Order", "SameDifferent", "SameDifferent"]
    assert files(tmp_path / "set") == files(made)


@pytest.mark.filterwarnings("default:.*is sampled again")
def test_a_part_that_was_changed_is_made_again(made, asked, script, tmp_path):
    part = tmp_path / "set" / "parts" / "Order.json"
    before, bracket, after = part.read_text().partition("[[")
    part.write_text(before + bracket + ("1" if after[0] == "0" else "0") + after[1:])
    told = script(DOOR, *FEW, "out=set").err
    assert "Order is sampled again, for Order.json was changed" in told
    assert files(tmp_path / "set") == files(made)


def test_what_a_killed_process_left_half_written_is_in_nobodys_way(made, begun, tmp_path):
    for name in ("parts", "tasks", ".tasks.abc/tasks"):
        (begun / name).mkdir(parents=True)
        (begun / name / ".Order_001.json.1.tmp").write_text("{")
        (begun / name / "Order.tally").write_text("{")
    for name in (".report.txt.1.tmp", "report.txt"):
        (begun / name).write_text("{")
    generate(tmp_path, "processes=2")
    assert files(begun) == files(made)


def test_parts_that_cannot_be_read_are_made_again(made, begun, tmp_path):
    (begun / "parts").mkdir(exist_ok=True)
    task = {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}]}
    for concept, tally in (("Order", []), ("SameDifferent", Tally().to_json())):
        (begun / "parts" / f"{concept}.tally").write_text(json.dumps(tally))
        (begun / "parts" / f"{concept}.json").write_text(json.dumps({f"{concept}_001": task}))
    said = generate(tmp_path)
    assert "Order is sampled again" in said
    assert "SameDifferent is sampled again" in said
    assert files(begun) == files(made)


@pytest.mark.parametrize(
    ("other", "key"),
    [
        ("seed=1", "seed=0"),
        ("per_concept=3", "per_concept=1"),
        ("max_side=12", "max_side=30"),
        ("concepts=[SameDifferent,Order]", "concepts="),
        ("form=file", "form='folder'"),
        ("name=mine", "name='conceptarc_scale_1'"),
        ("actions=[sort_objects,recolor_object]", "actions="),
    ],
)
def test_other_settings_in_a_begun_folder_are_refused(begun, script, other, key):
    before = files(begun)
    assert key in script(DOOR, *FEW, other, "out=set").mistake
    assert files(begun) == before


def test_two_at_once_in_one_folder_are_refused(begun, script):
    with Run.resume(begun):
        before = files(begun)
        assert "another process" in script(DOOR, *FEW, "out=set").mistake
        assert files(begun) == before


def test_a_run_of_another_script_is_refused(script, tmp_path):
    with Run.create(tmp_path / "set", door="train/varc.py", config={}):
        pass
    assert "train/varc.py" in script(DOOR, *FEW, "out=set").mistake


# Real processes


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_what_was_stopped_goes_on(made, tmp_path, how):
    process = start(tmp_path, *FEW, "processes=2", "out=set")
    parts = tmp_path / "set" / "parts"
    assert until(lambda: list(parts.glob("*.json")) or process.poll() is not None, 120)
    (os.killpg if how == signal.SIGINT else os.kill)(process.pid, how)
    said = process.communicate(timeout=60)[0]
    if how == signal.SIGINT and process.returncode:
        assert process.returncode == 130, said
        assert "the same command goes on" in said
    if process.returncode:
        with pytest.raises(ValueError, match="not finished"):
            read_tasks(tmp_path / "set")
        generate(tmp_path)
    assert files(tmp_path / "set") == files(made)


def children(process):
    """Return the ids of the processes that a process has started."""
    try:
        return Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []


def alive(process):
    """Say whether a process still runs, whoever its parent is now."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(holds, seconds):
    """Wait until something holds, and say whether it did."""
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)
    return holds()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads processes from /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_worker_outlives_its_run(tmp_path, how):
    """SIGINT goes to the whole group, as Ctrl-C does; the others to the first process alone."""
    process = start(tmp_path, "per_concept=60", "processes=2", "out=set")
    workers = []
    try:
        assert until(lambda: len(children(process.pid)) == 2, 60)
        workers = children(process.pid)
        time.sleep(0.5)
        (os.killpg if how == signal.SIGINT else os.kill)(process.pid, how)
        said = process.communicate(timeout=30)[0]
        assert until(lambda: not any(map(alive, workers)), 5)
    finally:
        for worker in (process.pid, *map(int, filter(alive, workers))):
            if alive(worker):
                os.kill(worker, signal.SIGKILL)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert said.endswith(
            "stopped: 0 of 16 concepts are made and kept in set; the same command goes on from "
            "there\n"
        )
    assert not (tmp_path / "set" / "COMPLETE").exists()
