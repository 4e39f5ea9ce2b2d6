"""What scripts/bench.py measures: a figure beside a plain path and a floor."""

from arcrep.benchmarks.generator import run_generator_benchmark
from arcrep.benchmarks.separation import run_separation_benchmark
from arcrep.benchmarks.trm import TrmBenchmark
from arcrep.benchmarks.varc import VarcBenchmark

__all__ = ["TrmBenchmark", "VarcBenchmark", "run_generator_benchmark", "run_separation_benchmark"]
