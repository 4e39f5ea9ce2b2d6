"""The TRM benchmark, shrunk: what it compares is the same computation."""

import pytest
import torch

from arcrep.benchmarks import TrmBenchmark
from arcrep.benchmarks.timing import peak_megabytes, reset_peak


@pytest.mark.parametrize(("precision", "apart"), [("fp32", 1e-4), ("bf16", 0.02)])
def test_both_paths_compute_the_same_and_the_figures_are_there(
    monkeypatch, request, precision, apart
):
    """In half precision too: with one path in float32 logits would be 0.07 apart."""
    monkeypatch.chdir(request.config.rootpath)  # the transcription lies among the tests
    small = TrmBenchmark(repeats=1, steps=2, d_model=32, side=6, precision=precision)
    said = []
    figures = small.run(said.append)
    assert figures["logits_apart"] < apart
    assert figures["loss_apart_relative"] < 1e-5
    for work in ("train", "inference"):
        assert figures[f"over_floor_{work}"] > 0
        assert figures[f"ratio_{work}"] > 0
        assert figures[f"ours_{work}_peak_megabytes"] > 10
    assert said[0].startswith("train: ")


def test_the_peak_of_a_card_is_that_since_the_reset(monkeypatch):
    """On a stand-in for the allocator of a card."""
    held = {"now": 5e6, "peak": 9e6}
    monkeypatch.setattr(torch.cuda, "max_memory_allocated", lambda _: held["peak"])
    monkeypatch.setattr(
        torch.cuda, "reset_peak_memory_stats", lambda _: held.update(peak=held["now"])
    )
    card = torch.device("cuda")
    assert peak_megabytes(card) == 9
    reset_peak(torch.device("cpu"))
    assert peak_megabytes(card) == 9
    reset_peak(card)
    assert peak_megabytes(card) == 5
