import math

import numpy as np
import pytest

from arcrep.analysis import separation_probability
from arcrep.analysis.null import permuted_labels

NAMES = ["a", "b", "c", "d", "e", None]  # index -1 is None


@pytest.mark.parametrize("variant", ["plain", "groups", "given"])
def test_each_permutation_is_measured_as_if_it_were_the_labels(variant):
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((60, 6))
    unit = np.sort(rng.integers(0, 20, 60)) if variant == "groups" else np.arange(60)
    unit = np.unique(unit, return_inverse=True)[1]
    units = unit.max() + 1
    codes = rng.integers(-1, 4, units)
    strata = rng.integers(0, 3, units) if variant == "given" else np.zeros(units, np.intp)
    labels = [NAMES[code] for code in codes[unit]]
    groups = [f"{u:03}" for u in unit] if variant == "groups" else None
    given = [str(s) for s in strata] if variant == "given" else None
    null = separation_probability(vectors, labels, groups, given, permutations=20, seed=3).null
    for value, permuted in zip(null, permuted_labels(codes, strata, 20, seed=3), strict=True):
        relabelled = [NAMES[code] for code in permuted[unit]]
        expected = separation_probability(vectors, relabelled, groups, given).macro
        assert value == pytest.approx(expected, abs=1e-6)


def test_permutations_keep_strata_and_missing_labels():
    codes = np.array([0, 1, 2, -1, 3, 4, 5])
    strata = np.array([0, 0, 0, 0, 1, 1, 1])
    permuted = permuted_labels(codes, strata, 50, seed=0)
    assert (permuted[:, 3] == -1).all()
    assert (np.sort(permuted[:, :3]) == [0, 1, 2]).all()
    assert (np.sort(permuted[:, 4:]) == [3, 4, 5]).all()
    assert len(np.unique(permuted, axis=0)) > 20


def test_noise_has_a_null_at_one_half_and_an_ordinary_p():
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((300, 10))
    labels = [str(label) for label in rng.integers(0, 6, 300)]
    found = separation_probability(vectors, labels, permutations=200)
    assert found.null_mean == pytest.approx(0.5, abs=0.002)
    assert 0 < found.null_sd < 0.01
    assert abs(found.macro - found.null_mean) < 3.5 * found.null_sd
    assert 0.01 < found.p < 1


def test_p_counts_the_permutations_that_reach_the_value():
    # Two tight pairs: of the 3 ways to pair up 4 items, one is as good as the true one.
    vectors = np.array([[1.0, 0], [1, 0.1], [0, 1], [0.1, 1]])
    found = separation_probability(vectors, ["a", "a", "b", "b"], permutations=600)
    assert found.macro == 1
    assert found.p == (1 + np.count_nonzero(found.null == 1)) / 601
    assert found.p == pytest.approx(1 / 3, abs=0.07)


def test_the_seed_fixes_the_permutations_whatever_the_vectors():
    rng = np.random.default_rng(0)
    one, other = rng.standard_normal((2, 50, 4))
    labels = ["a", "b", "c", "d", None] * 10
    first = separation_probability(one, labels, permutations=30, seed=1)
    again = separation_probability(one, labels, permutations=30, seed=1)
    assert np.array_equal(first.null, again.null)
    reseeded = separation_probability(one, labels, permutations=30, seed=2)
    assert not np.array_equal(first.null, reseeded.null)
    # The mean of two independent layers varies less; the null of a copy is the same throughout.
    shifted = separation_probability(2 * one + 1, labels, permutations=30, seed=1)
    np.testing.assert_allclose(shifted.null, first.null, atol=1e-3)
    unlike = separation_probability(other, labels, permutations=30, seed=1)
    assert not np.allclose(unlike.null, first.null, atol=1e-3)


def test_without_permutations_there_is_no_null():
    vectors = np.random.default_rng(0).standard_normal((20, 4))
    found = separation_probability(vectors, ["a", "b"] * 10)
    assert math.isnan(found.p)
    assert math.isnan(found.null_mean)
    assert len(found.null) == 0
