"""The door that generates tasks: reviews, folders that others hold, interruptions, mistakes."""

import importlib
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


def generate(folder, *arguments):
    """Run the door in a process of its own, where types are not checked at run time."""
    command = [sys.executable, str(ROOT / DOOR), *FEW, "out=set", *arguments]
    subprocess.run(command, cwd=folder, env=ONE_THREAD, stdout=subprocess.DEVNULL, check=True)
    return folder / "set"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A set that was made without a break."""
    return generate(tmp_path_factory.mktemp("made"))


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


# Reviews


def test_a_task_that_reviewers_call_invalid_is_replaced_and_the_others_stay(made, tmp_path):
    tasks = read_tasks(made)
    bad, good = tasks["Order_001"], tasks["SameDifferent_001"]
    with ReviewLog(tmp_path / "ann.jsonl", "ann") as log:
        log.append(Review(bad.id, bad.digest, "ambiguous", "", True, "1", ""))
        log.append(Review(good.id, good.digest, "valid", "", True, "2", ""))
    run_merge(tasks, [tmp_path / "ann.jsonl"], tmp_path / "reviews.json")
    others = read_tasks(generate(tmp_path, "exclude=reviews.json"))
    assert others.ids == ("Order_002", good.id)
    assert others[good.id].digest == good.digest
    assert others["Order_002"].digest != bad.digest
    assert read_run(tmp_path / "set")["config"]["exclude"] == ["Order_001"]


# A folder that was begun


def test_ctrl_c_says_how_to_go_on(stopped):
    result = stopped[1]
    assert result.code == 130
    assert "the same command goes on" in result.err


def test_what_a_killed_process_left_half_written_is_in_nobodys_way(made, begun, tmp_path):
    for name in ("parts", "tasks", ".tasks.abc/tasks"):
        (begun / name).mkdir(parents=True)
        (begun / name / ".Order_001.json.1.tmp").write_text("{")
        (begun / name / "Order.tally").write_text("{")
    for name in (".report.txt.1.tmp", "report.txt"):
        (begun / name).write_text("{")
    generate(tmp_path, "processes=2")
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
    process = subprocess.Popen(
        [sys.executable, str(ROOT / DOOR), "per_concept=60", "processes=2", "out=set"],
        cwd=tmp_path,
        env=ONE_THREAD,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    workers = []
    try:
        assert until(lambda: len(children(process.pid)) == 2, 60)
        workers = children(process.pid)
        time.sleep(0.5)
        (os.killpg if how == signal.SIGINT else os.kill)(process.pid, how)
        said = process.communicate(timeout=30)[1]
        assert until(lambda: not any(map(alive, workers)), 5)
    finally:
        for worker in (process.pid, *map(int, filter(alive, workers))):
            if alive(worker):
                os.kill(worker, signal.SIGKILL)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert said == "stopped: the same command goes on\n"
    assert not (tmp_path / "set" / "COMPLETE").exists()


# Mistakes


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["per_concept=-2"], "per_concept"),
        (["processes=-1"], "processes"),
        (["seed=4294967296"], "seed"),
        (["max_side=31"], "max_side"),
        (["max_side=-12"], "max_side"),
        (["per_concept=2.5"], "per_concept"),
        (["concepts=[]"], "concepts"),
        (["concepts=[Order,Order]"], "Order comes twice"),
        (["actions=[sort_objects]"], "SameDifferent has none"),
        (["name=a/b"], "'a/b'"),
        (["name=..", "out=null"], "'..'"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_written(script, tmp_path, wrong, told):
    assert told in script(DOOR, *FEW, "out=set", *wrong).mistake
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder_is_one_line(script, tmp_path):
    (tmp_path / "set").write_text("mine")
    assert "set" in script(DOOR, *FEW, "out=set").mistake
    assert (tmp_path / "set").read_text() == "mine"


def test_reviews_that_are_none_are_one_line(script, tmp_path):
    (tmp_path / "reviews.json").write_text("[]")
    assert "reviews.json" in script(DOOR, *FEW, "exclude=reviews.json", "out=set").mistake
    assert not (tmp_path / "set").exists()
