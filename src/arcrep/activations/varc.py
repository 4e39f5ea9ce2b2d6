"""Where a trained VARC model has its tasks: the residual stream at the task token."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from tqdm.auto import tqdm

from arcrep.analysis import VectorSet
from arcrep.arc import LABEL_KINDS, Example, Task, TaskSet
from arcrep.data import GridTable, Placement, TaskChoice, Tokenizer, choose_device
from arcrep.models import Varc, load_model
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
) -> Path | None:
    """Write the vectors of a trained model's tasks, layer by layer, to a run folder.

    A task's vector at a layer is the mean over the inputs of each of its support sets, then over
    the sets. Layer 0 is the task's embedding itself, layer i the task token after block i, before
    the final norm. The inputs lie at scale 2 and offset (1, 1), as at test.

    Args:
        run: A finished training run.
        batch_size: Inputs computed together.
        device: Where to compute.
        name: Folder in results/analysis/extract_model that a new run folder is made in.
        out: Folder to write to instead.
        dry_run: Say what would be read and how large it gets; write nothing.

    Raises:
        ValueError: The run is unfinished, or the tasks are not those that it was trained on.
    """
    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, got {batch_size}")
    trained_on, data = read_run(run)["inputs"].get("tasks"), TaskChoice.of_run(run)
    tasks = data.load()
    if trained_on["digest"] != tasks.digest:
        raise ValueError(
            f"{run} was trained on {trained_on['name']} (digest {trained_on['digest'][:12]}), "
            f"{data.source} is now another set (digest {tasks.digest[:12]})"
        )
    model = load_model(Path(run) / MODEL).to(choose_device(device))
    size_bytes = (model.n_layers + 1) * len(tasks) * model.d_model * 4
    print(
        f"{len(tasks)} vectors of {model.d_model} at {model.n_layers + 1} layers, "
        f"{size_bytes / 1e6:.1f} MB"
    )
    if dry_run:
        print("dry run: nothing written")
        return None
    folder = Path(out) if out else new_folder(ROOT, name, seed=0)
    config = {"run": run, "batch_size": batch_size, "device": device, "name": name, "out": out}
    with Run.create(
        folder, door=DOOR, config=config, reads=[run], inputs={"tasks": trained_on}
    ) as own:
        task_vectors(model, tasks, data.used_support, batch_size).save(own.folder)
        own.complete()
    print(f"written to {folder}")
    return folder


def task_vectors(
    model: Varc, tasks: TaskSet, support: str = "s1", batch_size: int = 64
) -> VectorSet:
    """Return the residual stream at the task token, by layer and task.

    Args:
        model: A trained model that knows the tasks.
        tasks: The tasks.
        support: The support set whose inputs are shown, or `all` for the mean over every set.
        batch_size: Inputs computed together.
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
    sums = np.zeros((model.n_layers + 1, len(tasks), model.d_model))
    states = _states(model, Tokenizer(table, model.d_model, model.tokens), batch_size)
    for first, values in zip(range(0, len(pairs), batch_size), states, strict=True):
        weights = np.array([weight for _, _, weight in pairs[first : first + batch_size]])
        of_task = rows[first : first + batch_size]
        for layer, vectors in enumerate(values):
            np.add.at(sums[layer], of_task, vectors * weights[:, None])
    return VectorSet(
        vectors=sums.astype(np.float32),
        layers=tuple(str(layer) for layer in range(model.n_layers + 1)),
        items=tasks.ids,
        groups=tuple(str(task.metadata.get("instance_of", task.id)) for task in tasks),
        labels={kind: tuple(tasks.labels(kind)) for kind in LABEL_KINDS},
        about={"token": "task token", "scale": 2, "offset": [1, 1], "support": support},
    )


def _weighted_inputs(task: Task, support: str) -> Sequence[tuple[Example, float]]:
    """List the inputs of a task's sets with their weights in the mean of the sets' means."""
    names = task.set_names if support == "all" else (support,)
    sets = [task.support_examples(name) for name in names]
    return [(example, 1 / (len(sets) * len(examples))) for examples in sets for example in examples]


def _states(model: Varc, tokenizer: Tokenizer, batch_size: int) -> Iterator[np.ndarray]:
    """Yield the task tokens of each batch, (layers, batch, d_model) in float64."""
    placement = Placement(scales=[2], translate=False)
    model.eval()
    for first in tqdm(range(0, len(tokenizer.table), batch_size), desc="reading", unit="batch"):
        examples = np.arange(first, min(first + batch_size, len(tokenizer.table)))
        placed = placement.draw(0, first, tokenizer.table.sizes[examples, 0])
        tokens = tokenizer.for_inputs(examples, placed)
        with torch.no_grad():
            states = model(tokens, hidden_states=True).hidden_states
        yield torch.stack([x[tokens.task_slots] for x in states]).double().cpu().numpy()
