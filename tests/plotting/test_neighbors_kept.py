"""The share of true neighbours that a map keeps."""

import numpy as np
import pytest

from arcrep.plotting.neighbors_kept import neighbors_kept


def test_a_case_worked_by_hand():
    places = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0], [3.5, 0.0]])
    true = np.array([[1, 2], [3, 2], [3, 1], [0, 1]])
    # Nearest two in the map: of 0: 1, 2; of 1: 0, 2; of 2: 3, 1; of 3: 2, 1.
    assert neighbors_kept(true, places).tolist() == [1.0, 0.5, 1.0, 0.5]


def test_equals_a_plain_count_and_chance_at_random():
    rng = np.random.default_rng(0)
    places = rng.standard_normal((300, 2))
    true = np.array(
        [rng.choice(np.delete(np.arange(300), i), 15, replace=False) for i in range(300)]
    )
    distances = np.linalg.norm(places[:, None] - places[None], axis=2)
    near = np.argsort(distances, axis=1)[:, 1:16]
    expected = [
        len(set(a) & set(b)) / 15 for a, b in zip(true.tolist(), near.tolist(), strict=True)
    ]
    found = neighbors_kept(true, places)
    assert found.tolist() == pytest.approx(expected)
    assert found.mean() == pytest.approx(15 / 299, abs=0.01)


def test_items_at_one_place_are_not_their_own_neighbours():
    places = np.zeros((6, 2))
    true = np.array([[i] for i in range(6)])  # an item that counted itself would keep everything
    assert neighbors_kept(true, places).tolist() == [0.0] * 6
