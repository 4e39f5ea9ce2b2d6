"""What `analysis/separation.py` does: read vectors, measure them, write the tables."""

from collections.abc import Sequence
from pathlib import Path

from arcrep.analysis.csv_files import COLUMNS, LABEL_COLUMNS, PER_LABEL, SEPARATION, as_csv
from arcrep.analysis.table import as_text, label_rows, measure, summary_rows
from arcrep.analysis.vectors import VectorSet, choose_labels, sha256
from arcrep.runs import Run, new_folder, read_run

DOOR = "analysis/separation.py"
RESULTS = Path("results/analysis/separation")


def run_separation(
    *,
    run: str | None,
    vectors: str | None,
    labels: str | None,
    label_sets: Sequence[str],
    given: str | None,
    center: bool,
    permutations: int,
    seed: int,
    name: str,
    out: str | None,
    dry_run: bool,
) -> Path | None:
    """Measure the separation of vectors and write it to a run folder.

    Args:
        run: A finished run folder with vectors; or else
        vectors: features of any origin, with
        labels: the table of their items (see `VectorSet.from_files`).
        label_sets: Which label sets to measure.
        given: Compare only items that differ in this label set.
        center: Subtract the mean of each layer first.
        permutations: Permuted labellings for the null.
        seed: Of the permutations.
        name: Folder name of the results where `out` is not given.
        out: The folder of the results.
        dry_run: Only print what would be measured.

    Returns:
        The run folder, or None after a dry run.

    Raises:
        ValueError: Settings or files that do not fit.
    """
    config = {key: value for key, value in locals().items() if key != "dry_run"}
    if permutations < 0 or seed < 0:
        raise ValueError(f"permutations={permutations} and seed={seed} cannot be negative")
    vector_set = _read(run, vectors, labels)
    choose_labels(vector_set, [*label_sets, *([given] if given else [])])
    if not label_sets:
        raise ValueError("label_sets=[] leaves nothing to measure")
    print(_describe(vector_set, label_sets))
    if dry_run:
        print("dry run: nothing written")
        return None
    folder = Path(out) if out else new_folder(RESULTS, name, seed)
    reads = [run] if run else []
    inputs = {path: sha256(path) for path in (vectors, labels) if path}
    with Run.create(folder, door=DOOR, config=config, reads=reads, inputs=inputs) as own:
        measured = measure(vector_set, label_sets, permutations, seed, given, center)
        own.write_text(SEPARATION, as_csv(summary_rows(measured), COLUMNS))
        own.write_text(PER_LABEL, as_csv(label_rows(measured), LABEL_COLUMNS))
        own.complete()
    print(as_text(measured))
    print(f"written to {folder}")
    return folder


def _read(run: str | None, vectors: str | None, labels: str | None) -> VectorSet:
    if run and not vectors and not labels:
        read_run(run)
        return VectorSet.load(run)
    if vectors and labels and not run:
        return VectorSet.from_files(vectors, labels)
    raise ValueError("say what to measure: run=FOLDER, or vectors=FILE.npy and labels=FILE.csv")


def _describe(vector_set: VectorSet, label_sets: Sequence[str]) -> str:
    layers, items, d = vector_set.vectors.shape
    tasks = f" of {len(set(vector_set.groups))} groups" if vector_set.grouped else ""
    lines = [f"{layers} layers of {items} vectors{tasks}, {d} dimensions"]
    for name in label_sets:
        given = [label for label in vector_set.labels[name] if label is not None]
        lines.append(f"  {name}: {len(set(given))} labels, {items - len(given)} items without one")
    return "\n".join(lines)
