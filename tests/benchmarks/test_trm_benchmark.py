"""The TRM benchmark, shrunk: what it compares is the same computation."""

import json

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

import arcrep.benchmarks.trm as module
from arcrep import benchmarks
from arcrep.benchmarks import TrmBenchmark
from arcrep.benchmarks.timing import peak_megabytes, reset_peak

BENCH = "scripts/bench.py"


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
        assert figures[f"ours_{work}_peak_megabytes"] > 10
    assert said[0].startswith("train: ")


def products(work):
    """Count the operations of products with weights."""
    with FlopCounterMode(display=False) as counter:
        work()
    counts = counter.get_flop_counts()["Global"]
    return sum(n for operation, n in counts.items() if "attention" not in str(operation))


@pytest.mark.parametrize("micro_batch", [None, 2, 1])
def test_the_floor_makes_the_products_of_the_blocks_and_no_others(micro_batch):
    """Ours make those of the heads too; in half precision, where torch counts products."""
    small = TrmBenchmark(4, micro_batch, d_model=32, side=6, steps=2, precision="bf16")
    ours = module._Ours(small, torch.device("cpu"))
    floor = module._Floor(small, ours.model, torch.device("cpu"))
    seq, heads = 16 + 36, 2 * 32 * (36 * 12 + 2)

    def step():
        with ours.autocast():
            for part in ours.objective.parts(0):
                with torch.autocast("cpu", enabled=False):
                    part.loss.backward()

    works = {"train": step, "inference": ours.inference}
    for work, forward, of_heads in (("train", 3 + 2, 3), ("inference", 2 * 3, 1)):
        counted = products(getattr(floor, work))
        assert products(works[work]) == counted + 4 * heads * of_heads
        attention = forward * 14 * 4 * seq * (4 * seq * 32)
        assert small.operations(ours.model, work) == counted + attention


def test_figures_are_those_of_the_times(monkeypatch):
    """Of two seconds for a batch of eight, three times the floor."""
    monkeypatch.setattr(module, "interleaved", lambda *_: {"ours": 2.0, "floor": 2 / 3})
    monkeypatch.setattr(module, "_peak", lambda *_: 5.0)
    small = TrmBenchmark(8, 4, d_model=32, side=6, plain=False, peak_tflops=0.01)
    said = []
    figures = small.run(said.append)
    model = module._Ours(small, torch.device("cpu")).model
    assert figures["settings"]["micro_batch"] == 4
    for work, line in zip(("train", "inference"), said, strict=True):
        tflops = small.operations(model, work) / 2e12
        assert figures[f"{work}_examples_per_second"] == 4
        assert figures[f"over_floor_{work}"] == pytest.approx(3)
        assert figures[f"{work}_tflops"] == pytest.approx(tflops)
        assert figures[f"{work}_share_of_peak"] == pytest.approx(100 * tflops)
        assert f"4.00 examples/s, 3.000 times the floor, {tflops:.3f} TFLOP/s, " in line
        assert f" {100 * tflops:.3f} of the peak, peak 5 MB" in line


def test_the_ratio_is_the_time_of_the_transcription_over_ours(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    times = {"ours": 2.0, "floor": 1.0, "plain": 5.0}
    monkeypatch.setattr(module, "interleaved", lambda *_: times)
    figures = TrmBenchmark(d_model=32, side=6, steps=1)._speed()
    assert (figures["ratio_train"], figures["ratio_inference"]) == (2.5, 2.5)
    assert "train_share_of_peak" not in figures


def test_the_door_hands_over_what_is_given(script, tmp_path, monkeypatch):
    given = []

    class Benchmark:
        def __init__(self, **options):
            given.append(options)

        def run(self):
            return {"figure": 7}

    monkeypatch.setattr(benchmarks, "TrmBenchmark", Benchmark)
    options = ("--micro-batch", 192, "--peak-tflops", 989, "--no-plain", "--compile")
    assert script(BENCH, "trm", "--batch-size", 768, *options, "--json", "figures.json").code == 0
    assert script(BENCH, "trm").code == 0
    sizes = {"batch_size": 768, "micro_batch": 192, "peak_tflops": 989.0}
    assert given == [{**sizes, "plain": False, "compile": True}, {}]
    assert json.loads((tmp_path / "figures.json").read_text()) == {"figure": 7}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("trm", "--batches", 3), "--batches says nothing to trm: leave it out"),
        (("trm", "--source", "starter"), "--source says nothing to trm"),
        (("varc", "--micro-batch", 2), "--micro-batch says nothing to varc"),
        (("separation", "--no-plain"), "--no-plain says nothing to separation"),
        (("generator", "--device", "cuda"), "--device says nothing to generator"),
        (("trm", "--micro-batch", 3), "divides the batch of 2, got 3"),
        (("trm", "--peak-tflops", 0), "the peak is over 0 TFLOP/s, got 0"),
    ],
)
def test_what_does_not_do_is_one_line(script, options, told):
    assert told in script(BENCH, *options).mistake


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
