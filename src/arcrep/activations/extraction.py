"""Where a trained model has its tasks: its hidden states at the position of the task."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from tqdm.auto import tqdm

from arcrep.activations.trm import PRECISION, STEPS, TrmStates
from arcrep.activations.varc import VarcStates
from arcrep.analysis import VectorSet
from arcrep.arc import LABEL_KINDS, Example, Task, TaskSet
from arcrep.data import GridTable, TaskChoice, choose_device
from arcrep.models import Model, Trm, load_model
from arcrep.runs import Run, new_folder, read_run

DOOR = "analysis/extract_model.py"
ROOT = Path("results/analysis/extract_model")
MODEL = "model.pt"


def extract_model(
    *,
    run: str,
    batch_size: int,
    device: str,
    name: str,
    out: str | None,
    dry_run: bool,
    steps: int | None = None,
    precision: str | None = None,
) -> Path | None:
    """Write the vectors of a trained model's tasks, layer by layer, to a run folder.

    A task's vector at a layer is the mean over the inputs of each of its support sets, then over
    the sets. Layer 0 is the task's embedding itself. Of VARC, layer i is the task token after block
    i, before the final norm; of TRM, `answer n` and `latent n` are position 0 of the two states
    after supervision step n. The inputs lie at one place: of VARC at scale 2 and offset (1, 1), of
    TRM at (0, 0), whatever the run's own `test` says.

    Args:
        run: A finished training run.
        batch_size: Inputs computed together.
        device: Where to compute.
        name: Folder in results/analysis/extract_model that a new run folder is made in.
        out: Folder to write to instead.
        dry_run: Say what would be read and how large it gets; write nothing.
        steps: Supervision steps of TRM; None: those with which the run answered its tests.
        precision: `fp32` or `bf16`, of TRM; None: that with which the run did.

    Raises:
        ValueError: The run is unfinished, the tasks are not those that it was trained on, or a
            setting does not do.
    """
    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, got {batch_size}")
    manifest, data = read_run(run), TaskChoice.of_run(run)
    trained_on = manifest["inputs"].get("tasks")
    tasks = data.load()
    if trained_on["digest"] != tasks.digest:
        raise ValueError(
            f"{run} was trained on {trained_on['name']} (digest {trained_on['digest'][:12]}), "
            f"{data.source} is now another set (digest {tasks.digest[:12]})"
        )
    model = load_model(Path(run) / MODEL).to(choose_device(device))
    if isinstance(model, Trm):
        steps, precision = _as_at_test(manifest["config"], steps, precision)
    n_layers = len(_states_of(model, steps, precision).layers)
    size_bytes = n_layers * len(tasks) * model.d_model * 4
    print(
        f"{len(tasks)} vectors of {model.d_model} at {n_layers} layers, {size_bytes / 1e6:.1f} MB"
    )
    if dry_run:
        print("dry run: nothing written")
        return None
    folder = Path(out) if out else new_folder(ROOT, name, seed=0)
    config = {"run": run, "batch_size": batch_size, "device": device, "name": name, "out": out}
    config |= {"steps": steps, "precision": precision}
    with Run.create(
        folder, door=DOOR, config=config, reads=[run], inputs={"tasks": trained_on}
    ) as own:
        vectors = task_vectors(model, tasks, data.used_support, batch_size, steps, precision)
        vectors.save(own.folder)
        own.complete()
    print(f"written to {folder}")
    return folder


def task_vectors(
    model: Model,
    tasks: TaskSet,
    support: str = "s1",
    batch_size: int = 64,
    steps: int | None = None,
    precision: str | None = None,
) -> VectorSet:
    """Return the hidden states at the position of the task, by layer and task.

    Args:
        model: A trained model that knows the tasks.
        tasks: The tasks.
        support: The support set whose inputs are shown, or `all` for the mean over every set.
        batch_size: Inputs computed together.
        steps: Supervision steps of a TRM model; None: 16.
        precision: `fp32` or `bf16`, of a TRM model; None: `fp32`.
    """
    pairs = [
        (example, row, weight)
        for row, task in enumerate(tasks)
        for example, weight in _weighted_inputs(task, support)
    ]
    device = next(model.parameters()).device
    rows = np.array([row for _, row, _ in pairs])
    table_rows = model.task_table.rows(tasks.ids).numpy()[rows]
    table = GridTable([example for example, _, _ in pairs], table_rows, device)
    states, weights = (
        _states_of(model, steps, precision),
        np.array([weight for _, _, weight in pairs]),
    )
    sums = np.zeros((len(states.layers), len(tasks), model.d_model))
    model.eval()
    progress = tqdm(total=len(pairs), desc="reading", unit="input")
    for batch, values in states.read(table, batch_size):
        progress.update(len(batch))
        for layer, vectors in enumerate(values):
            np.add.at(sums[layer], rows[batch], vectors * weights[batch, None])
    progress.close()
    return VectorSet(
        vectors=sums.astype(np.float32),
        layers=states.layers,
        items=tasks.ids,
        groups=tuple(str(task.metadata.get("instance_of", task.id)) for task in tasks),
        labels={kind: tuple(tasks.labels(kind)) for kind in LABEL_KINDS},
        about={**states.about, "support": support},
    )


def _weighted_inputs(task: Task, support: str) -> Sequence[tuple[Example, float]]:
    """List the inputs of a task's sets with their weights in the mean of the sets' means."""
    names = task.set_names if support == "all" else (support,)
    sets = [task.support_examples(name) for name in names]
    return [(example, 1 / (len(sets) * len(examples))) for examples in sets for example in examples]


@runtime_checkable
class _States(Protocol):
    """What reads the hidden states of a kind of model."""

    layers: tuple[str, ...]
    about: Mapping[str, Any]

    def read(self, table: GridTable, batch_size: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield numbers of examples, and their vectors (layers, batch, d_model) in float64."""
        ...


def _as_at_test(
    config: Mapping[str, Any], steps: int | None, precision: str | None
) -> tuple[int, str]:
    """Return steps and precision, where they are not given as the run answered its tests."""
    test = config["test"]
    own = test["precision"] or config["loop"]["precision"]
    return test["steps"] if steps is None else steps, precision or own


def _states_of(model: Model, steps: int | None, precision: str | None) -> _States:
    if isinstance(model, Trm):
        return TrmStates(model, STEPS if steps is None else steps, precision or PRECISION)
    if steps is not None or precision is not None:
        raise ValueError(
            f"steps and precision are of TRM, this is a VARC model: got {steps} and {precision}"
        )
    return VarcStates(model)
