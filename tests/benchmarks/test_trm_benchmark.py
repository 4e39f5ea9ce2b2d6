"""The TRM benchmark, shrunk: what it compares is the same computation."""

from arcrep.benchmarks import TrmBenchmark


def test_both_paths_compute_the_same_and_the_figures_are_there(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)  # the transcription lies among the tests
    small = TrmBenchmark(repeats=1, steps=2, d_model=32, side=6)
    said = []
    figures = small.run(said.append)
    assert figures["logits_apart"] < 1e-4
    assert figures["loss_apart_relative"] < 1e-5
    for work in ("train", "inference"):
        assert figures[f"over_floor_{work}"] > 0
        assert figures[f"ratio_{work}"] > 0
        assert figures[f"ours_{work}_peak_megabytes"] > 10
    assert said[0].startswith("train: ")
