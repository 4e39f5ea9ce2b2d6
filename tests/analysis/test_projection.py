import os
import subprocess
import sys

import numpy as np
import pytest

from arcrep.analysis import project_umap


def test_clusters_show_and_a_seed_repeats():
    rng = np.random.default_rng(0)
    label = np.repeat(np.arange(3), 20)
    vectors = (6 * np.eye(8)[label] + rng.standard_normal((60, 8)) + 9).astype(np.float32)
    points = project_umap(vectors, n_neighbors=10)
    assert points.shape == (60, 2)
    assert points.dtype == np.float32
    assert np.array_equal(project_umap(vectors, n_neighbors=10), points)
    assert not np.array_equal(project_umap(vectors, n_neighbors=10, seed=1), points)
    distances = np.linalg.norm(points[:, None] - points[None], axis=2) + 1e9 * np.eye(60)
    assert (label[distances.argmin(axis=1)] == label).all()


@pytest.mark.parametrize("items", [4, 5, 9])
def test_few_items_lower_the_number_of_neighbors(items):
    vectors = np.random.default_rng(0).standard_normal((items, 6))
    with pytest.warns(UserWarning, match=f"n_neighbors=30 lowered to {items - 1}"):
        points = project_umap(vectors)
    assert np.isfinite(points).all()


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        (np.eye(3), "at least 4 vectors, got 3"),
        (np.ones((12, 4)), "the layer is constant"),
        (np.where(np.eye(12) > 0, np.nan, 1.0), "12 of 12 vectors hold NaN or infinity"),
    ],
)
def test_what_cannot_be_laid_out_is_an_error(vectors, message):
    with pytest.raises(ValueError, match=message):
        project_umap(vectors, n_neighbors=3)


def test_umap_is_imported_only_when_it_is_used():
    code = "import sys, arcrep.analysis; print('umap' in sys.modules, 'torch' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert result.stdout.strip() == "False False"
