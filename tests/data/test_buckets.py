"""Buckets of segments: cut at the least cost, each token once, nothing changed by padding."""

import itertools

import numpy as np
import pytest
import torch

from arcrep.arc import load
from arcrep.data import Placement, Tokenizer, support_table
from arcrep.data.tokens import _cut
from arcrep.models import Varc


def cost(lengths, cuts, bucket_cost):
    return sum((stop - start) * lengths[start] + bucket_cost for start, stop in cuts)


def cheapest(lengths, bucket_cost):
    """Try every way to cut."""
    inner = range(1, len(lengths))
    ways = (
        [0, *chosen, len(lengths)]
        for n in range(len(lengths))
        for chosen in itertools.combinations(inner, n)
    )
    return min(cost(lengths, itertools.pairwise(way), bucket_cost) for way in ways)


@pytest.mark.parametrize("bucket_cost", [0, 1, 7, 50, 1000])
def test_cuts_are_the_cheapest(bucket_cost):
    rng = np.random.default_rng(bucket_cost)
    for n in (1, 2, 5, 9):
        lengths = np.sort(rng.integers(1, 60, n))[::-1]
        cuts = _cut(lengths, bucket_cost)
        assert [start for start, _ in cuts] == [0, *(stop for _, stop in cuts[:-1])]
        assert cuts[-1][1] == n
        assert cost(lengths, cuts, bucket_cost) == cheapest(lengths, bucket_cost)


@pytest.fixture(scope="module")
def batches():
    """The same batch of 12 examples in buckets of every fineness."""
    table = support_table(load("starter"), range(24))
    examples = np.arange(12)
    placed = Placement("random").draw(5, 0, table.extents(examples))
    tokenizer = Tokenizer(table, 32)
    made = {}
    for bucket_cost in (0, 64, 10**9):
        tokenizer.bucket_cost = bucket_cost
        made[bucket_cost] = tokenizer.for_training(examples, placed)
    return made


def test_packing_holds_each_token_once(batches):
    counts = [len(tokens.buckets) for tokens in batches.values()]
    assert counts[0] > counts[1] >= counts[2] == 1
    for tokens in batches.values():
        stops = [0, *(bucket.stop for bucket in tokens.buckets)]
        assert [bucket.start for bucket in tokens.buckets] == stops[:-1]
        assert stops[-1] == len(tokens.patches)
        assert len(set(tokens.outputs.tolist())) == len(tokens.outputs)
        assert (tokens.patches[tokens.task_slots] == 1024).all()
        assert (tokens.patches == 1024).sum() == 12
    wanted = [
        set(zip(t.output_samples.tolist(), t.patches[t.outputs].tolist(), strict=True))
        for t in batches.values()
    ]
    assert wanted[0] == wanted[1] == wanted[2]


def test_buckets_change_no_logit(batches):
    torch.manual_seed(0)
    ids = load("starter").ids
    model = Varc(ids, d_model=32, n_layers=2, n_heads=2, d_mlp=32).double().eval()
    found = []
    for tokens in batches.values():
        order = np.lexsort((tokens.patches[tokens.outputs], tokens.output_samples))
        found.append(model(tokens).logits[order])
    torch.testing.assert_close(found[0], found[1], rtol=0, atol=1e-12)
    torch.testing.assert_close(found[0], found[2], rtol=0, atol=1e-12)
