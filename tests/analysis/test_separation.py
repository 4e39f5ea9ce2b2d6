import math
import time

import numpy as np
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st
from scipy.stats import ortho_group
from sklearn.metrics import roc_auc_score
from sklearn.metrics.pairwise import cosine_distances

from arcrep.analysis import separation_probability

ANGLES = {"a1": 0, "a2": 20, "a3": 24, "b1": 50, "b2": 90, "c1": 15}


def on_circle(names):
    radians = np.deg2rad([ANGLES[name] for name in names])
    return np.stack([np.cos(radians), np.sin(radians)], axis=1).astype(np.float32)


def test_hand_worked_points_on_a_circle():
    # Angles order cosine distances. A is always closer to A; b1 is closer to b2 than to a1 only.
    names = ["a1", "a2", "a3", "b1", "b2"]
    found = separation_probability(on_circle(names), [name[0] for name in names], center=False)
    np.testing.assert_allclose(found.scores, [1, 1, 1, 1 / 3, 1], rtol=1e-12)
    assert found.macro == pytest.approx(5 / 6, rel=1e-12)
    assert found.micro == pytest.approx(13 / 15, rel=1e-12)
    assert (found.per_label["a"].anchors, found.per_label["b"].anchors) == (3, 2)


def test_a_singleton_is_no_anchor_but_is_compared_with():
    names = ["a1", "a2", "a3", "b1", "b2", "c1"]
    found = separation_probability(on_circle(names), [name[0] for name in names], center=False)
    np.testing.assert_allclose(found.scores, [4 / 6, 5 / 6, 5 / 6, 1 / 4, 1, np.nan], rtol=1e-12)
    assert found.macro == pytest.approx(101 / 144, rel=1e-12)
    assert (found.labels, found.singletons, found.per_label["c"].anchors) == (2, 1, 0)
    assert math.isnan(found.per_label["c"].value)


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("variant", ["plain", "groups", "given"])
def test_equals_the_triple_loop(seed, variant, triple_loop, lattice, draw_labels):
    rng = np.random.default_rng(seed)
    items = int(rng.integers(4, 15))
    vectors = lattice(rng, items)
    unit = rng.integers(0, items // 2 + 1, items) if variant == "groups" else np.arange(items)
    of_unit = {name: draw_labels(rng, items) for name in ("one", "two")}
    sets = {name: [values[u] for u in unit] for name, values in of_unit.items()}
    groups = [str(u) for u in unit] if variant == "groups" else None
    given = draw_labels(rng, items) if variant == "given" else None
    found = separation_probability(vectors, sets, groups, given, center=False)
    for name, labels in sets.items():
        macro, micro, scores = triple_loop(vectors, labels, groups, given)
        expected = [math.nan if score is None else float(score) for score in scores]
        if macro is None:
            assert math.isnan(found[name].macro)
            assert found[name].reason
            continue
        assert np.array_equal(found[name].scores, expected, equal_nan=True)
        assert found[name].macro == pytest.approx(float(macro), abs=1e-12)
        assert found[name].micro == pytest.approx(float(micro), abs=1e-12)
        assert found[name].missing >= labels.count(None)


def test_equals_the_area_under_the_roc_curve():
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((1200, 6)).astype(np.float32)  # more than one block of rows
    labels = [str(label) for label in rng.integers(0, 5, 1200)]
    distances = cosine_distances(vectors.astype(np.float64) - vectors.mean(0, dtype=np.float64))
    scores = separation_probability(vectors, labels).scores
    for anchor in (0, 7, 600, 1199):
        others = np.arange(1200) != anchor
        same = np.array(labels)[others] == labels[anchor]
        expected = roc_auc_score(same, -distances[anchor, others])
        assert scores[anchor] == pytest.approx(expected, abs=1e-5)  # float32 distances


def test_copies_tie_exactly():
    # Copies carry the other label. Seen from any item the n-1 of its own label and the n-1 copies
    # of them are at equal distances, and its own copy is nearer than all: (n-1)/2n.
    n = 400
    once = np.random.default_rng(0).standard_normal((n, 300)).astype(np.float32)
    vectors = np.concatenate([once, once[::-1]])
    found = separation_probability(vectors, ["original"] * n + ["copy"] * n)
    assert set(found.scores) == {(n - 1) / (2 * n)}


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        (["a"] * 6, "all items have one label"),
        (list("abcdef"), "no item can be compared with both"),
        ([None] * 6, "no item has a label"),
    ],
)
def test_undefined_is_nan_with_a_reason(labels, reason):
    vectors = np.random.default_rng(0).standard_normal((6, 3))
    found = separation_probability(vectors, labels, permutations=5)
    assert math.isnan(found.macro)
    assert math.isnan(found.low)
    assert math.isnan(found.p)
    assert reason in found.reason


@pytest.mark.parametrize("noise", [0.0, 1e-7])
def test_a_constant_layer_has_no_number(noise):
    rng = np.random.default_rng(0)
    vectors = (3 + np.zeros((20, 8)) + noise * rng.standard_normal((20, 8))).astype(np.float32)
    found = separation_probability(vectors, ["a", "b"] * 10)
    assert math.isnan(found.macro)
    assert "constant" in found.reason


def test_broken_rows_are_left_out_before_the_mean_and_counted():
    rng = np.random.default_rng(0)
    vectors, labels = rng.standard_normal((40, 5)), ["a", "b", "a", "c"] * 10
    expected = separation_probability(vectors[2:], labels[2:])
    vectors[0, 1], vectors[1, 3] = np.nan, np.inf
    found = separation_probability(vectors, labels)
    assert found.macro == expected.macro
    assert found.dropped == 2
    assert found.items == 38
    assert np.isnan(found.scores[:2]).all()
    vectors[:5] = np.nan
    refused = separation_probability(vectors, labels)
    assert math.isnan(refused.macro)
    assert refused.reason == "5 of 40 vectors hold NaN or infinity"


def test_only_what_the_space_encodes_separates():
    # Concept is action's twin for half of the items: it separates, until action is given.
    rng = np.random.default_rng(0)
    action = rng.integers(0, 6, 400)
    concept = np.where(rng.random(400) < 0.5, action, rng.integers(0, 6, 400))
    vectors = 2 * np.eye(6)[action] + 0.3 * rng.standard_normal((400, 6))
    sets = {
        name: [str(value) for value in values]
        for name, values in [
            ("action", action),
            ("concept", concept),
            ("layout", rng.integers(0, 6, 400)),
        ]
    }
    found = separation_probability(vectors, sets)
    assert found["action"].macro > 0.99
    assert found["concept"].macro > 0.58
    assert abs(found["layout"].macro - 0.5) < 0.02
    given = separation_probability(vectors, sets["concept"], given=sets["action"])
    assert abs(given.macro - 0.5) < 0.03
    itself = separation_probability(vectors, sets["action"], given=sets["action"])
    assert math.isnan(itself.macro)


def test_items_of_a_task_do_not_count_as_structure():
    rng = np.random.default_rng(0)
    task = np.repeat(np.arange(60), 8)
    vectors = rng.standard_normal((60, 16))[task] + 0.3 * rng.standard_normal((480, 16))
    labels = [str(label) for label in rng.integers(0, 10, 60)[task]]
    alone = separation_probability(vectors, labels, permutations=100)
    grouped = separation_probability(vectors, labels, [str(t) for t in task], permutations=100)
    assert alone.macro > 0.55
    assert alone.p < 0.02
    assert abs(grouped.macro - 0.5) < 0.05
    assert grouped.p > 0.02
    assert grouped.null_sd > 3 * alone.null_sd


def test_storage_in_bfloat16_hardly_matters():
    rng = np.random.default_rng(0)
    label = rng.integers(0, 5, 300)
    vectors = (0.5 * np.eye(64)[label] + rng.standard_normal((300, 64))).astype(np.float32)
    rounded = ((vectors.view(np.uint32) + 0x8000) & 0xFFFF0000).view(np.float32)
    labels = [str(value) for value in label]
    assert not np.array_equal(vectors, rounded)
    exact, coarse = (separation_probability(v, labels).macro for v in (vectors, rounded))
    assert coarse == pytest.approx(exact, abs=3e-4)


def test_centering_is_an_option():
    rng = np.random.default_rng(0)
    label = rng.integers(0, 3, 90)
    vectors = np.eye(3)[label] + rng.standard_normal((90, 3)) + 5
    labels = [str(value) for value in label]
    centered = separation_probability(vectors - vectors.mean(0), labels, center=False).macro
    assert separation_probability(vectors, labels).macro == pytest.approx(centered, abs=1e-4)
    assert separation_probability(vectors, labels, center=False).macro != centered


@settings(max_examples=25, deadline=None)
@hypothesis_given(seed=st.integers(0, 10_000), scale=st.floats(1e-3, 1e3), shift=st.floats(-10, 10))
def test_scale_rotation_and_shift_change_nothing(seed, scale, shift):
    rng = np.random.default_rng(seed)
    vectors = rng.standard_normal((24, 5))
    labels = [str(label) for label in rng.integers(0, 3, 24)]
    moved = scale * (vectors @ ortho_group.rvs(5, random_state=seed) + shift)
    expected = separation_probability(vectors, labels).macro
    assert separation_probability(moved, labels).macro == pytest.approx(expected, abs=2e-3)


def test_the_size_of_the_paper_takes_two_seconds_on_two_cores():
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((1600, 5120), dtype=np.float32)
    sets = {str(n): [str(label) for label in rng.integers(0, n, 1600)] for n in (8, 16, 20, 24)}
    start = time.process_time()  # the wall clock counts what others do on the machine too
    separation_probability(vectors, sets)
    assert time.process_time() - start < 4


def test_labels_must_fit_the_vectors():
    vectors = np.random.default_rng(0).standard_normal((4, 3))
    with pytest.raises(ValueError, match="layout: 3 labels for 4 vectors"):
        separation_probability(vectors, {"layout": ["a", "b", "a"]})
    with pytest.raises(ValueError, match="vector 1 is labelled 'a' but another one of its group"):
        separation_probability(vectors, ["a", "a", "b", "b"], ["t1", "t2", "t2", "t3"])


def test_integer_labels_are_refused_before_any_work(unchecked, monkeypatch):
    monkeypatch.setattr("arcrep.analysis.separation.directions", None)  # would fail otherwise
    vectors = np.random.default_rng(0).standard_normal((4, 3))
    for labels in ([0, 1, 0, 1], np.arange(4), {"labels": [0, 1, 0, 1]}):
        with pytest.raises(ValueError, match=r"labels: a label is text, or None .*str\(label\)"):
            separation_probability(vectors, labels)
    with pytest.raises(ValueError, match="groups: a label is text"):
        separation_probability(vectors, list("aabb"), groups=[1, 1, 2, 2])


def test_it_shows_itself_in_one_line():
    names = ["a1", "a2", "a3", "b1", "b2"]
    labels = [name[0] for name in names]
    found = separation_probability(on_circle(names), labels, center=False)
    low, high = found.low, found.high
    start = f"Separation(macro=0.8333, 95% {low:.4f}..{high:.4f}"
    assert repr(found) == f"{start}; 5 items, 2 labels)"
    tested = separation_probability(on_circle(names), labels, center=False, permutations=3)
    assert repr(tested) == f"{start}, p={tested.p:.4g}; 5 items, 2 labels)"
    undefined = separation_probability(on_circle(names), ["a"] * 5)
    assert repr(undefined) == "Separation(undefined: all items have one label)"


@pytest.mark.parametrize("seed", range(8))
def test_ties_after_centring_are_ties(seed):
    """Coarse vectors tie often; the mean that is taken off must not break their ties."""
    generator = np.random.default_rng(seed)
    vectors = np.round(generator.standard_normal((30, 3))).astype(np.float32)
    labels = [str(label) for label in generator.integers(0, 4, 30)]
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    norms = np.linalg.norm(centred, axis=1)
    assert norms.min() > 0.01
    distances = 1 - (centred @ centred.T) / np.outer(norms, norms)
    by_label: dict[str, list[float]] = {}
    for anchor in range(30):
        same = [i for i in range(30) if i != anchor and labels[i] == labels[anchor]]
        others = [i for i in range(30) if labels[i] != labels[anchor]]
        wins = 0.0
        for near in same:
            for far in others:
                gap = distances[anchor, far] - distances[anchor, near]
                wins += 0.5 if abs(gap) < 1e-9 else float(gap > 0)
        if same:
            by_label.setdefault(labels[anchor], []).append(wins / (len(same) * len(others)))
    expected = np.mean([np.mean(scores) for scores in by_label.values()])
    assert separation_probability(vectors, labels).macro == pytest.approx(expected, abs=1e-12)
