"""A second implementation of separation, as slow and as plain as its definition."""

from collections import defaultdict
from fractions import Fraction

import jaxtyping
import numpy as np
import pytest


def _triples(dots, labels, groups, given):
    """Score each anchor by going through all triples; `dots` are exact integers."""
    n = len(labels)
    scores = [None] * n
    for i in range(n):
        wins, pairs = Fraction(0), 0
        for j in range(n):
            for k in range(n):
                if any(groups[x] == groups[i] or labels[x] is None for x in (j, k)):
                    continue
                if given and any(given[x] in (None, given[i]) for x in (j, k)):
                    continue
                if given and given[i] is None:
                    continue
                if labels[j] == labels[i] and labels[k] != labels[i] and labels[i] is not None:
                    pairs += 1
                    wins += Fraction(
                        int(dots[i][j] > dots[i][k]) * 2 + int(dots[i][j] == dots[i][k]), 2
                    )
        if pairs:
            scores[i] = wins / pairs
    return scores


@pytest.fixture
def unchecked():
    """Switch the checks of signatures off, as they are for a user."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture
def triple_loop():
    """(vectors of equal integer length, labels, groups, given) -> (macro, micro, scores)."""

    def measure(vectors, labels, groups=None, given=None):
        dots = np.asarray(vectors, np.int64) @ np.asarray(vectors, np.int64).T
        scores = _triples(dots.tolist(), labels, groups or list(range(len(labels))), given)
        by_label = defaultdict(list)
        for label, score in zip(labels, scores, strict=True):
            if score is not None:
                by_label[label].append(score)
        if not by_label:
            return None, None, scores
        means = [sum(values) / len(values) for values in by_label.values()]
        known = [score for score in scores if score is not None]
        return sum(means) / len(means), sum(known) / len(known), scores

    return measure


@pytest.fixture
def lattice():
    """Draw integer vectors of norm 2, whose cosines are exact in float32 and often equal."""

    def draw(rng, items):
        vectors = np.zeros((items, 6), np.float32)
        for row in vectors:
            row[rng.choice(6, 4, replace=False)] = rng.choice([-1, 1], 4)
        vectors[rng.integers(items)] = vectors[0]  # a duplicate now and then
        return vectors

    return draw


@pytest.fixture
def draw_labels():
    """Draw a label, or None, for each unit; some labels are of one unit only."""

    def draw(rng, units):
        names = ["a", "b", "c", "d", "lone", None]
        return [names[i] for i in rng.choice(6, units, p=[0.3, 0.25, 0.15, 0.1, 0.05, 0.15])]

    return draw
