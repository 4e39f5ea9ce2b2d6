"""Measure speed and memory: ratios within one run, for machines are noisy.

    python scripts/bench.py varc --json FILE
    python scripts/bench.py varc --device cuda --batch-size 256 --precision bf16 --compile
    python scripts/bench.py trm --json FILE
    python scripts/bench.py separation
    python scripts/bench.py generator --generated FOLDER

`varc`: training on the needed tokens beside all 1,025, GFLOP/s beside a plain matrix product, peak
memory, the data stream, decoding and scoring. `trm`: a training step and four supervision steps of
inference beside a plain transcription and the bare products. `separation`: the measure at 1,600 x
5,120. `generator`: the official programs on all official inputs, and new examples from them and
from the tasks of a folder of generate_tasks.py (from a small sample, without one).

Hardware: any; 2 CPU cores and 16 GB for the plain path of `varc`. Duration: about 5 minutes for
`varc` there, seconds for the others. The figures to expect are in docs/performance.md.
"""

import argparse
import json
from pathlib import Path

from arcrep.doors import door
from arcrep.runs import write_atomic


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["varc", "trm", "separation", "generator"])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--source", default="conceptarc", help="tasks to train on")
    parser.add_argument("--generated", metavar="FOLDER", help="a set of generate_tasks.py")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--batch-size", type=int, help="examples per step (varc 8, trm 2)")
    parser.add_argument("--batches", type=int, default=4, help="different batches per figure")
    parser.add_argument("--repeats", type=int, help="timings of each (varc 1, trm 3)")
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--no-plain", action="store_true", help="leave the plain path out")
    options = vars(parser.parse_args())
    what, target = options.pop("what"), options.pop("json")
    options["plain"] = not options.pop("no_plain")
    generated = options.pop("generated")
    options = {name: value for name, value in options.items() if value is not None}
    from arcrep import benchmarks  # slow to import

    if what == "varc":
        figures = benchmarks.VarcBenchmark(**options).run()
    elif what == "trm":
        left_out = {"source", "batches"}
        figures = benchmarks.TrmBenchmark(
            **{k: v for k, v in options.items() if k not in left_out}
        ).run()
    elif what == "separation":
        figures = benchmarks.run_separation_benchmark()
    else:
        figures = benchmarks.run_generator_benchmark(options["source"], generated)
    if target:
        write_atomic(target, json.dumps(figures, indent=1, default=str) + "\n")


if __name__ == "__main__":
    door(main)()
