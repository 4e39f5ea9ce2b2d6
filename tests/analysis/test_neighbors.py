import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

from arcrep.analysis import cosine_neighbors
from arcrep.analysis.directions import directions, distance_blocks


@pytest.mark.parametrize("items", [40, 1100])  # the latter takes two blocks
def test_equals_brute_force_search(items):
    vectors = np.random.default_rng(0).standard_normal((items, 12)).astype(np.float32)
    centered = vectors - vectors.mean(0, dtype=np.float64)
    search = NearestNeighbors(n_neighbors=9, metric="cosine", algorithm="brute").fit(centered)
    expected, expected_items = search.kneighbors(centered)
    found_items, distances = cosine_neighbors(vectors, 9)
    np.testing.assert_allclose(distances, expected, atol=1e-6)
    # Only neighbours at the same distance up to rounding may swap.
    assert np.mean(found_items == expected_items) > 0.999
    assert (found_items[:, 0] == np.arange(items)).all()


def test_copies_come_in_their_own_order_after_the_item_itself():
    vectors = np.array([[1, 0], [0, 1], [1, 0], [1, 0], [-1, -1]], np.float32)
    items, distances = cosine_neighbors(vectors, 4, center=False)
    assert items[2].tolist() == [2, 0, 3, 1]
    assert items[3].tolist() == [3, 0, 2, 1]
    assert distances[2].tolist() == [0, 0, 0, 1]


def test_many_copies_come_in_order():
    vectors = np.eye(3, dtype=np.float32)[np.arange(300) % 3]
    items, _ = cosine_neighbors(vectors, 60, center=False)
    for item in (0, 130, 299):
        copies = [i for i in range(item % 3, 300, 3) if i != item]
        assert set(items[item]) <= {item, *copies}
        assert items[item].tolist() == [item, *sorted(items[item, 1:])]


def test_distances_are_never_negative():
    once = np.random.default_rng(0).standard_normal((300, 300)).astype(np.float32)
    vectors = np.concatenate([once, once * 4, once * 3])
    unit = directions(vectors, center=False).unit
    assert (1 - unit @ unit.T).min() < 0  # the rounding that must not show
    assert min(block.min() for _, block in distance_blocks(unit)) == 0
    _, distances = cosine_neighbors(vectors, 5, center=False)
    assert distances.min() == 0
    assert (distances[:, 0] == 0).all()
    assert (np.diff(distances, axis=1) >= 0).all()


def test_asking_for_the_impossible_is_an_error():
    vectors = np.random.default_rng(0).standard_normal((20, 3))
    with pytest.raises(ValueError, match=r"k=21 neighbours of 20 items: choose k in 1\.\.20"):
        cosine_neighbors(vectors, 21)
    vectors[4] = np.nan
    with pytest.raises(ValueError, match="1 of 20 vectors have no direction"):
        cosine_neighbors(vectors, 3)
