"""`make demo`, shrunk to seconds, and the notebook that reads what it leaves."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arcrep.arc import load
from arcrep.runs import read_run

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "scripts" / "reproduce" / "demo.sh"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
RUNS = ("train", "vectors", "separation", "projection", "report")


def start(results, **environment):
    """Start the demo offline: nothing in its cache, and a network that refuses at once."""
    own = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "ARCREP_RESULTS": str(results),
        "ARCREP_DATA": str(results / "cache"),
        "https_proxy": "http://127.0.0.1:9",
        "OMP_NUM_THREADS": "1",
        "DATA": "",
        **environment,
    }
    kept = {key: value for key, value in os.environ.items() if key != "ARCREP_DATA_FROM"}
    return subprocess.Popen(
        ["bash", str(DEMO), "debug=smoke"],
        env=kept | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        # A background job ignores Ctrl-C, and bash cannot take that back for its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        text=True,
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def demos(tmp_path_factory):
    """Two demos that ran at once in one place: the folder, and what each of them said."""
    root = tmp_path_factory.mktemp("demos")
    started = [start(root / "results"), start(root / "results", DATA="starter")]
    said = [process.communicate()[0] for process in started]
    assert [process.returncode for process in started] == [0, 0], "\n".join(said)
    return root, said


def test_two_demos_at_once_leave_two_whole_chains_and_one_page(demos):
    root, said = demos
    demo = root / "results" / "demo"
    folders = [path for path in demo.iterdir() if path.is_dir()]
    assert len(folders) == 2
    for folder in folders:
        origins = {name: read_run(folder / name)["reads"] for name in RUNS}
        assert [len(origins[name]) for name in RUNS] == [0, 1, 1, 1, 3]
        read = {Path(origin["folder"]).parent for name in RUNS for origin in origins[name]}
        assert read == {folder}
    pages = {(folder / "report" / "report.html").read_text() for folder in folders}
    assert (demo / "report.html").read_text() in pages
    assert {path.name for path in demo.iterdir()} - {f.name for f in folders} == {"report.html"}
    assert all(text.splitlines()[-1] == f"report: {demo}/report.html" for text in said)


def test_without_data_it_generates_tasks_of_its_own(demos):
    root, (generated, asked) = demos
    assert "demo_tasks: 32 tasks of 8 concepts" in generated
    assert "demo_tasks" not in asked
    assert not re.search("^error: ", generated, re.M)
    (folder,) = (root / "results" / "demo").glob("*/tasks")
    tasks = load(folder)
    sizes = {(len(task.support), len(task.test), len(task.support_sets)) for task in tasks}
    assert (len(tasks), sizes) == (32, {(24, 10, 8)})
    assert (len(tasks.concepts), len(set(tasks.labels("action")))) == (8, 8)
    assert max(max(example.input.shape) for task in tasks for example in task.support) <= 12


def test_tasks_that_were_asked_for_are_not_replaced(tmp_path):
    for wrong, reason in (("no/such", "neither a path nor a source"), ("conceptarc", "fetched")):
        process = start(tmp_path, DATA=wrong)
        text = process.communicate()[0]
        assert process.returncode == 2, text
        assert [line for line in text.splitlines() if line.startswith("error: ")], text
        assert reason in text
        assert "Traceback" not in text
    assert not (tmp_path / "demo").exists()


def test_ctrl_c_stops_the_chain(tmp_path):
    process = start(tmp_path, DATA="starter")
    assert process.stdout
    for line in process.stdout:
        if line.startswith("starter: "):  # training has begun
            os.killpg(process.pid, signal.SIGINT)
            break
    rest = process.stdout.read()
    process.stdout.close()
    assert process.wait(timeout=60) == 130
    assert "3/6" not in rest
    assert not (tmp_path / "demo" / "report.html").exists()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebook_runs_from_top_to_bottom(path, demos, monkeypatch, capsys):
    root, _ = demos
    folder = root / "notebooks"
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    from matplotlib import pyplot

    pyplot.switch_backend("Agg")
    before = sorted(root.rglob("*"))
    names = {"__name__": "__main__"}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name}", "exec"), names)
    assert pyplot.get_fignums()
    pyplot.close("all")
    assert "mean over queries" in capsys.readouterr().out
    assert sorted(root.rglob("*")) == before, "a notebook only reads"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebook_is_kept_without_outputs(path):
    cells = json.loads(path.read_text())["cells"]
    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []
