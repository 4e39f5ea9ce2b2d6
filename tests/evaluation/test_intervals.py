"""Intervals: scipy, hand-worked values, and coverage in simulations."""

from math import isnan, sqrt

import numpy as np
import pytest
from scipy import stats

from arcrep.evaluation import clustered_interval, sample_sd, wilson_interval


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 160), (37, 100), (100, 100), (3, 3)])
def test_wilson_is_scipys(k, n):
    expected = stats.binomtest(k, n).proportion_ci(method="wilson")
    interval = wilson_interval(k, n)
    assert interval.low == pytest.approx(expected.low, abs=1e-12)
    assert interval.high == pytest.approx(expected.high, abs=1e-12)


def tasks_of(solved, n_queries):
    """Queries of tasks that each solve so many of theirs."""
    correct = [float(q < k) for k in solved for q in range(n_queries)]
    return np.array(correct), np.repeat(np.arange(len(solved)), n_queries)


def test_clustered_interval_by_hand():
    # Task shares 1, 0.5, 0, 0.5: mean 1/2, between-task variance (1/4 + 1/4) / 3 / 4 = 1/24, so
    # 1/4 * 24 = 6 independent queries would be as uncertain; t with 3 degrees of freedom.
    interval = clustered_interval(*tasks_of([4, 2, 0, 2], 4))
    z = stats.t.ppf(0.975, 3) ** 2 / 6
    half = sqrt(z / 4 + z**2 / 4) / (1 + z)
    assert (interval.low, interval.high) == pytest.approx((0.5 - half, 0.5 + half))


def test_clustered_interval_is_scipys_wilson_for_one_query_per_task_but_for_the_quantile():
    correct = np.repeat([1.0, 0.0], [300, 700])
    interval = clustered_interval(correct, np.arange(1000))
    expected = stats.binomtest(300, 1000).proportion_ci(method="wilson")
    assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=2e-4)


def test_tasks_of_different_sizes_by_hand():
    # Ratio 4/6; residuals 3 - 2, 1 - 4/3 (2 queries), 0 - 2/3 (1 query); 3/2 * sum / 36.
    correct = np.array([1.0, 1, 1, 1, 0, 0])
    interval = clustered_interval(correct, np.array([5, 5, 5, 7, 7, 2]))
    variance = 3 / 2 * (1 + 1 / 9 + 4 / 9) / 36
    z = stats.t.ppf(0.975, 2) ** 2 / ((4 / 6) * (2 / 6) / variance)
    center = (4 / 6 + z / 2) / (1 + z)
    half = sqrt(z * (4 / 6 * 2 / 6 + z / 4)) / (1 + z)
    assert (interval.low, interval.high) == pytest.approx((center - half, center + half))


def test_the_order_of_queries_and_the_names_of_tasks_do_not_matter():
    correct, tasks = tasks_of([4, 2, 0, 1, 3], 4)
    order = np.random.default_rng(0).permutation(len(correct))
    shuffled = clustered_interval(correct[order], 17 - 3 * tasks[order])
    plain = clustered_interval(correct, tasks)
    assert (shuffled.low, shuffled.high) == pytest.approx((plain.low, plain.high))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_all_right_or_all_wrong_is_no_certainty(share):
    interval = clustered_interval(*tasks_of([10 * share] * 100, 10))
    assert 0.03 < interval.high - interval.low < 0.05  # Wilson with 100 tasks: 0.037
    assert interval.low <= share <= interval.high
    assert interval.reason == ""


def test_tasks_that_agree_exactly_are_no_certainty():
    interval = clustered_interval(*tasks_of([5] * 10, 10))
    assert 0.15 < interval.high - interval.low < 0.25  # as 100 independent queries


def test_one_task_has_no_interval_and_says_why():
    interval = clustered_interval(*tasks_of([3], 10))
    assert isnan(interval.low)
    assert isnan(interval.high)
    assert "1 task" in interval.reason


def test_one_task_in_one_concept_leaves_their_mean_without_interval():
    correct, tasks = tasks_of([3, 4, 5], 10)
    interval = clustered_interval(correct, tasks, np.repeat([0, 0, 1], 10))
    assert isnan(interval.low)
    assert "1 task" in interval.reason


def test_no_query_has_no_interval():
    assert clustered_interval(np.zeros(0), np.zeros(0, int)).reason == "no queries"
    assert wilson_interval(0, 0).reason == "nothing to count"


def test_the_mean_over_strata_by_hand():
    # Four tasks at 0.8 and forty at 0.1: the mean over concepts is 0.45, over queries 0.16.
    correct, tasks = tasks_of([10, 2, 10, 10] + [4, 0, 0, 0] * 10, 10)
    interval = clustered_interval(correct, tasks, np.repeat([3, 1], [40, 400]))
    few, many = (3 * 0.04 + 0.36) / 3 / 4, 10 * (0.09 + 3 * 0.01) / 39 / 40
    n = 0.45 * 0.55 / ((few + many) / 4)
    freedom = (few + many) ** 2 / (few**2 / 3 + many**2 / 39)
    z = stats.t.ppf(0.975, freedom) ** 2 / n
    center = (0.45 + z / 2) / (1 + z)
    half = sqrt(z * (0.45 * 0.55 + z / 4)) / (1 + z)
    assert (interval.low, interval.high) == pytest.approx((center - half, center + half))


def test_a_concept_all_right_and_one_all_wrong_is_no_certainty():
    correct, tasks = tasks_of([10] * 10 + [0] * 10, 10)
    interval = clustered_interval(correct, tasks, np.repeat([0, 1], 100))
    assert 0.3 < interval.high - interval.low < 0.5  # as 20 independent queries


def test_sample_sd():
    assert sample_sd(np.array([1.0, 2.0, 4.0])) == pytest.approx(sqrt(7 / 3))
    assert isnan(sample_sd(np.array([1.0])))


def coverage(share, rho, repeats, n_tasks=100, n_queries=10):
    """How often the interval holds the truth, tasks differing like a beta distribution."""
    rng = np.random.default_rng(0)
    spread = (1 - rho) / rho
    tasks = np.repeat(np.arange(n_tasks), n_queries)
    hits = 0
    for _ in range(repeats):
        ability = rng.beta(share * spread, (1 - share) * spread, n_tasks)
        correct = (rng.random(len(tasks)) < ability[tasks]).astype(float)
        interval = clustered_interval(correct, tasks)
        hits += interval.low <= share <= interval.high
    return hits / repeats


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_covers_the_truth(share):
    assert 0.92 <= coverage(share, rho=0.5, repeats=400) <= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("rho", [0.05, 0.2, 0.5, 0.8])
@pytest.mark.parametrize("share", [0.05, 0.1, 0.2, 0.5, 0.8, 0.95])
def test_covers_the_truth_over_many_repeats(share, rho):
    assert 0.92 <= coverage(share, rho, repeats=4000) <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("n_tasks", [10, 100])
def test_the_mean_over_concepts_covers_the_truth(n_tasks):
    rng = np.random.default_rng(0)
    shares = np.linspace(0.02, 0.4, 16)
    tasks = np.repeat(np.arange(16 * n_tasks), 10)
    strata = tasks // n_tasks
    hits = 0
    for _ in range(2000):
        ability = rng.beta(2 * shares, 2 * (1 - shares), (n_tasks, 16)).T.ravel()
        correct = (rng.random(len(tasks)) < ability[tasks]).astype(float)
        interval = clustered_interval(correct, tasks, strata)
        hits += interval.low <= shares.mean() <= interval.high
    assert 0.92 <= hits / 2000 <= 0.97
