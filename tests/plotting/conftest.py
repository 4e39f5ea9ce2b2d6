"""A small chain of finished runs with hostile names, made once: tasks, training, vectors, maps."""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from arcrep.analysis import VectorSet, run_separation
from arcrep.arc import Example, Task, TaskSet, as_grid, load, write_tasks
from arcrep.evaluation import Prediction, score, summarize, write_predictions, write_scores
from arcrep.runs import Run

ROOT = Path(__file__).parents[2]
LABELS = ("layout", "selector", "action", "concept")
SCRIPT = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(2)>"
IDS = ("007", "1e5", IMAGE, *(f"t{n}" for n in range(21)))


def _tasks():
    one, two, wide = as_grid([[1]]), as_grid([[2]]), as_grid([[1, 2, 3], [4, 5, 6]])
    tests = (Example(one, two), Example(wide, wide))
    names = {"layout": ("a & b", "_c"), "selector": ("$x_1$", '"q"'), "action": (SCRIPT, "d")}
    tasks = [
        Task(
            name,
            (Example(one, two),),
            tests,
            {kind: values[n % 2] for kind, values in names.items()}
            | {"concept": (SCRIPT, "Copy", "AboveBelow")[n % 3]},
        )
        for n, name in enumerate(IDS)
    ]
    return TaskSet("tasks", tuple(tasks))


def _predictions():
    """A quarter of the first tests is right; no second test is, and two have no grid."""
    two, wide = as_grid([[2]]), as_grid([[1, 2, 3], [4, 5, 7]])
    first = [Prediction(name, 0, "ok", two if n % 4 == 0 else wide) for n, name in enumerate(IDS)]
    second = [Prediction(name, 1, "ok", wide) for name in IDS[3:]]
    return [
        *first,
        *second,
        Prediction(IDS[0], 1, "unparsed", extra={"reason": "<i>empty</i>"}),
        Prediction(IDS[1], 1, "truncated"),
    ]


def _train(folder, tasks, data):
    config = {
        "data": {"_target_": "arcrep.data.TaskChoice", "source": str(data)},
        "model": {"_target_": "arcrep.models.Varc", "_partial_": True, "d_model": 32},
        "device": "cpu",
        "seed": 3,
    }
    inputs = {"tasks": {"name": "tasks", "support_examples": len(tasks)}}
    with Run.create(folder, door="train/varc.py", config=config, inputs=inputs) as run:
        for step in (10, 20, 30):
            run.log(kind="train", step=step, loss=2.0 - step / 20, examples=80, epoch=step / 2)
        run.log(kind="eval", step=30, accuracy=0.125)
        write_predictions(folder / "predictions.jsonl", _predictions(), tasks)
        write_scores(run, summarize([score(tasks, _predictions())]))
        run.complete()


def _extract(folder, tasks, train):
    vectors = np.random.default_rng(0).standard_normal((3, len(IDS), 6)).astype(np.float32)
    vectors[1, ::2] += 3  # every other task has the other action
    vectors[2] = 1.0
    labels = {kind: tuple(tasks.labels(kind)) for kind in LABELS}
    layers = ("task embedding", "block <1>", "constant")
    with Run.create(folder, door="analysis/extract_model.py", config={}, reads=[train]) as run:
        VectorSet(vectors, layers, IDS, IDS, labels).save(folder)
        run.complete()


def _call(script, folder, *overrides):
    """Run a door as a user does."""
    command = [sys.executable, str(ROOT / "analysis" / script), *map(str, overrides)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def chain(tmp_path_factory):
    """Folders of finished runs: train, vectors, separation, projection; and their tasks."""
    root = tmp_path_factory.mktemp("chain")
    write_tasks(_tasks(), root / "tasks.json", form="file")
    tasks = load(root / "tasks.json")
    _train(root / "train", tasks, root / "tasks.json")
    _extract(root / "vectors", tasks, root / "train")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        run_separation(
            run=str(root / "vectors"),
            vectors=None,
            labels=None,
            label_sets=LABELS,
            given=None,
            center=True,
            permutations=20,
            seed=0,
            name="x",
            out=str(root / "separation"),
            dry_run=False,
        )
    drawn = _call("projection.py", root, "run=vectors", "out=projection", "n_neighbors=5", "seed=4")
    assert drawn.returncode == 0, drawn.stderr
    return SimpleNamespace(
        root=root,
        tasks=tasks,
        drawn=drawn,
        measured=said.getvalue(),
        train=root / "train",
        vectors=root / "vectors",
        separation=root / "separation",
        projection=root / "projection",
        maps=json.loads((root / "projection" / "projection.json").read_text()),
    )
