import numpy as np
import pytest

from arcrep.analysis.directions import directions, distance_blocks


def test_unit_vectors_of_what_is_left_after_the_mean():
    vectors = np.array([[1, 0], [3, 0], [2, 1], [2, -1]], np.float32)
    found = directions(vectors)
    np.testing.assert_array_equal(found.unit, [[-1, 0], [1, 0], [0, 1], [0, -1]])
    assert found.dropped == 0


def test_a_vector_at_the_mean_has_no_direction():
    vectors = np.concatenate([np.eye(10), -np.eye(10), np.zeros((1, 10))])
    found = directions(vectors)
    assert found.usable.tolist() == [True] * 20 + [False]
    assert len(found.unit) == 20
    assert found.reason == ""


def test_huge_and_tiny_vectors_keep_their_direction():
    vectors = np.array([[3e30, 4e30], [3e-30, 4e-30]], np.float32)
    np.testing.assert_allclose(directions(vectors, center=False).unit, [[0.6, 0.8]] * 2, rtol=1e-6)


@pytest.mark.parametrize("items", [1, 50, 1100])  # the last takes two blocks
def test_blocks_hold_all_distances(items):
    rng = np.random.default_rng(0)
    unit = directions(rng.standard_normal((items, 7)), center=False).unit
    blocks = list(distance_blocks(unit))
    assert [rows.start for rows, _ in blocks[1:]] == [rows.stop for rows, _ in blocks[:-1]]
    whole = np.concatenate([distances for _, distances in blocks])
    np.testing.assert_allclose(whole, 1 - unit.astype(float) @ unit.T.astype(float), atol=1e-6)


def test_signed_zeros_do_not_part_copies():
    vectors = np.random.default_rng(0).standard_normal((400, 300)).astype(np.float32)
    vectors[:, 0] = 0
    copies = vectors[::-1].copy()
    copies[:, 0] = -0.0
    unit = directions(np.concatenate([vectors, copies]), center=False).unit
    for _, distances in distance_blocks(unit):
        assert np.array_equal(distances[:, :400], distances[:, :399:-1])
