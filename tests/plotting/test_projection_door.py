"""analysis/projection.py as a user runs it."""

import csv

import numpy as np
import pytest

from arcrep.analysis import VectorSet
from arcrep.plotting import run_projection
from arcrep.runs import read_run

DOOR = "analysis/projection.py"


def rows_of(chain):
    with (chain.projection / "coordinates.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_item_gets_a_place_and_keeps_its_labels(chain):
    rows = rows_of(chain)
    layers = ["task embedding", "block <1>"]
    assert [row["layer"] for row in rows] == [layer for layer in layers for _ in range(24)]
    assert tuple(row["item"] for row in rows[:24]) == chain.tasks.ids
    for kind in ("layout", "selector", "action", "concept"):
        assert [row[kind] for row in rows[24:]] == chain.tasks.labels(kind)
    places = np.array([[float(row["x"]), float(row["y"])] for row in rows])
    assert np.isfinite(places).all()


def nearest(distances, k):
    np.fill_diagonal(distances, np.inf)
    return np.argsort(distances, axis=1)[:, :k]


def test_the_share_of_kept_neighbours_is_that_of_the_coordinates(chain):
    rows = rows_of(chain)[24:]
    vectors = VectorSet.load(chain.vectors).vectors[1].astype(np.float64)
    centered = vectors - vectors.mean(axis=0)
    unit = centered / np.linalg.norm(centered, axis=1, keepdims=True)
    places = np.array([[float(row["x"]), float(row["y"])] for row in rows])
    in_map = nearest(np.linalg.norm(places[:, None] - places[None], axis=2), 15)
    in_space = nearest(1 - unit @ unit.T, 15)
    kept = [len(np.intersect1d(a, b)) / 15 for a, b in zip(in_map, in_space, strict=True)]
    assert [float(row["neighbors_kept"]) for row in rows] == pytest.approx(kept)
    about = chain.maps["layers"][1]
    assert about["kept"] == pytest.approx(np.mean(kept))
    assert about["by_chance"] == pytest.approx(15 / 23)
    assert about["by_chance"] < about["kept"] < 1


def test_each_layer_has_its_pictures_and_a_constant_one_its_reason(chain):
    assert {path.name for path in chain.projection.iterdir()} == {
        *("run.json", "projection.json", "coordinates.csv", "COMPLETE"),
        *(f"umap_00_task_embedding.{form}" for form in ("png", "pdf", "svg")),
        *(f"umap_01_block_1.{form}" for form in ("png", "pdf", "svg")),
    }
    constant = chain.maps["layers"][2]
    assert constant["reason"] == "24 of 24 vectors lie at their mean: the layer is constant"
    assert "no map of constant" in chain.drawn.stderr
    svg = (chain.projection / "umap_01_block_1.svg").read_text()
    assert "UMAP of layer block &lt;1&gt;: n = 24, 5 neighbours, min_dist 0.1, seed 4" in svg
    assert "The axes mean nothing" in svg
    kept = 100 * chain.maps["layers"][1]["kept"]
    assert f"keeps {kept:.1f}% of the 15 true nearest neighbours (by chance 65.2%)" in svg


def test_the_run_says_what_it_read(chain):
    manifest = read_run(chain.projection)
    assert manifest["config"]["seed"] == 4
    assert [one["folder"] for one in manifest["reads"]] == [str(chain.vectors.resolve())]
    assert chain.maps["seed"] == 4
    assert "block <1>: The map keeps" in chain.drawn.stdout


def test_a_dry_run_names_the_layers_and_writes_nothing(chain, script, tmp_path):
    done = script(DOOR, f"run={chain.vectors}", "layers=all", "dry_run=true")
    assert (done.code, done.err) == (0, "")
    layers = "task embedding, block <1>, constant"
    said = f"24 vectors, 6 dimensions; layers: {layers}\ndry run: nothing written\n"
    assert done.out == said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ([], "say what to draw"),
        (["run=absent"], "absent is no run folder"),
        (["run={}", "layers=[1e5]"], "no layer '1e5': choose few, all, or from task embedding"),
        (["run={}", "sede=1"], "sede"),
    ],
)
def test_a_mistake_is_one_line(overrides, message, chain, script, tmp_path):
    done = script(DOOR, *(one.format(chain.vectors) for one in overrides))
    assert message in done.mistake
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"layers": []}, r"layers=\[\] leaves nothing to draw"),
        ({"layers": "constant"}, "no map of constant: 24 of 24 vectors lie at their mean"),
        ({"label_sets": ["kind"]}, "no label set 'kind'"),
        ({"label_sets": []}, r"label_sets=\[\] leaves no panel"),
        ({"n_neighbors": 1}, "n_neighbors=1: choose 2 or more"),
        ({"min_dist": 2.0}, "min_dist=2.0: choose 0 to 1"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_settings_that_do_not_fit_are_refused(change, message, chain, tmp_path):
    settings = {
        **{"run": str(chain.vectors), "layers": "few", "label_sets": ["action"], "n_neighbors": 5},
        **{"min_dist": 0.1, "seed": 0, "center": True, "name": "x", "dry_run": False},
    }
    with pytest.raises(ValueError, match=message):
        run_projection(**settings | {"out": str(tmp_path / "out")} | change)
    assert not list(tmp_path.rglob("COMPLETE"))
