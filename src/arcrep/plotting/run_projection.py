"""What `analysis/projection.py` does: read vectors, lay them out, draw the maps."""

import warnings
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm import tqdm

from arcrep.analysis import VectorSet
from arcrep.analysis.csv_files import as_csv
from arcrep.analysis.vectors import choose_labels
from arcrep.plotting.layer_map import LayerMap, LayerSummary, Settings, lay_out
from arcrep.plotting.rendering import FORMATS, render
from arcrep.runs import Run, new_folder, read_run, write_atomic

DOOR = "analysis/projection.py"
RESULTS = Path("results/analysis/projection")
COORDINATES = "coordinates.csv"
SUMMARY = "projection.json"


def run_projection(
    *,
    run: str | None,
    layers: str | Sequence[str],
    label_sets: Sequence[str],
    n_neighbors: int,
    min_dist: float,
    seed: int,
    center: bool,
    name: str,
    out: str | None,
    dry_run: bool,
) -> Path | None:
    """Lay the vectors of a run out in the plane and write maps and coordinates to a run folder.

    Args:
        run: A finished run folder with vectors.
        layers: "few" (first, middle and last), "all", or names of layers.
        label_sets: Which label sets get a panel and a column.
        n_neighbors: Of UMAP; an item counts as its own.
        min_dist: Of UMAP.
        seed: Of UMAP.
        center: Subtract the mean of each layer first.
        name: Folder name of the results where `out` is not given.
        out: The folder of the results.
        dry_run: Only print what would be drawn.

    Returns:
        The run folder, or None after a dry run.

    Raises:
        ValueError: Settings that do not fit the vectors, or no layer that can be drawn.
    """
    config = {key: value for key, value in locals().items() if key != "dry_run"}
    if run is None:
        raise ValueError("say what to draw: run=FOLDER, a finished run with vectors")
    settings = Settings(tuple(label_sets), n_neighbors, min_dist, seed, center)
    read_run(run)
    vector_set = VectorSet.load(run)
    choose_labels(vector_set, label_sets)
    chosen = _choose_layers(vector_set.layers, layers)
    _, items, d = vector_set.vectors.shape
    print(f"{items} vectors, {d} dimensions; layers: {', '.join(chosen)}")
    if dry_run:
        print("dry run: nothing written")
        return None
    folder = Path(out) if out else new_folder(RESULTS, name, seed)
    with Run.create(folder, door=DOOR, config=config, reads=[run]) as own:
        _write(own, vector_set, chosen, settings)
        own.complete()
    print(f"written to {folder}")
    return folder


def _choose_layers(known: Sequence[str], wanted: str | Sequence[str]) -> list[str]:
    if wanted == "all":
        return list(known)
    if wanted == "few":
        few = (0, (len(known) - 1) // 2, len(known) - 1)
        return [known[index] for index in dict.fromkeys(few)]
    names = [wanted] if isinstance(wanted, str) else list(dict.fromkeys(wanted))
    for name in names:
        if name not in known:
            raise ValueError(f"no layer {name!r}: choose few, all, or from {', '.join(known)}")
    if not names:
        raise ValueError("layers=[] leaves nothing to draw")
    return names


def _write(run: Run, vector_set: VectorSet, chosen: Sequence[str], settings: Settings) -> None:
    rows: list[dict[str, Any]] = []
    summaries: list[LayerSummary] = []
    for layer in tqdm(chosen, desc="layers", disable=None):
        found = lay_out(vector_set, layer, settings)
        if isinstance(found, LayerMap):
            _write_pictures(run, found, vector_set, settings)
            rows += found.rows(vector_set, settings)
        summaries.append(found.summary if isinstance(found, LayerMap) else found)
    missing = [f"no map of {one.layer}: {one.reason}" for one in summaries if one.reason]
    if not rows:
        raise ValueError("; ".join(missing))
    for message in missing:
        warnings.warn(message, stacklevel=3)
    run.write_text(COORDINATES, as_csv(rows, list(rows[0])))
    common = {"seed": settings.seed, "min_dist": settings.min_dist, "center": settings.center}
    run.write_json(SUMMARY, common | {"layers": [asdict(one) for one in summaries]})
    print("\n".join(f"{one.layer}: {one.trust}" for one in summaries if not one.reason))


def _write_pictures(
    run: Run, layer_map: LayerMap, vector_set: VectorSet, settings: Settings
) -> None:
    figure = layer_map.draw(vector_set, settings)
    for form in FORMATS:
        write_atomic(run.folder / f"{layer_map.summary.picture}.{form}", render(figure, form))
