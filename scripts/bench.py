"""Measure speed and memory: ratios within one run, for machines are noisy.

    python scripts/bench.py varc --json FILE
    python scripts/bench.py trm --json FILE
    python scripts/bench.py trm --device cuda --batch-size 768 --micro-batch 192 --no-plain
    python scripts/bench.py separation
    python scripts/bench.py generator --generated FOLDER

`varc`: training on the needed tokens beside all 1,025, GFLOP/s beside a plain matrix product, peak
memory, the data stream, decoding and scoring. `trm`: a training step and four supervision steps of
inference beside a plain transcription and the bare products. `separation`: the measure at 1,600 x
5,120. `generator`: the official programs on all official inputs, and new examples from them and
from the tasks of a folder of generate_tasks.py (from a small sample, without one); it needs the
official ConceptARC, which is fetched (without a network: scripts/get_data.py conceptarc --from
FOLDER).

Hardware: any; 2 CPU cores and 16 GB for the plain path of `varc`. Duration: about 5 minutes for
`varc` there, 4 for `trm`, seconds for the others. What to expect is in docs/performance.md.
"""

import argparse
import json
from pathlib import Path

from arcrep.doors import door
from arcrep.runs import write_atomic

MODEL = {"device", "batch_size", "repeats", "precision", "compile", "plain"}
TAKES = {
    "varc": {*MODEL, "source", "batches"},
    "trm": {*MODEL, "micro_batch", "peak_tflops"},
    "separation": set[str](),
    "generator": {"source", "generated"},
}


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,  # what is not given is the benchmark's to say
    )
    parser.add_argument("what", choices=[*TAKES])
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--source", help="tasks (conceptarc)")
    parser.add_argument("--generated", metavar="FOLDER", help="a set of generate_tasks.py")
    parser.add_argument("--device", help="where to run (cpu)")
    parser.add_argument("--batch-size", type=int, help="examples per step (varc 8, trm 2)")
    parser.add_argument("--micro-batch", type=int, help="examples computed together (all)")
    parser.add_argument("--batches", type=int, help="different batches per figure (4)")
    parser.add_argument("--repeats", type=int, help="timings of each (varc 1, trm 3)")
    parser.add_argument("--precision", choices=["fp32", "bf16"], help="(fp32)")
    parser.add_argument("--compile", action="store_true", help="compile the blocks")
    parser.add_argument("--no-plain", dest="plain", action="store_false", help="ours alone")
    parser.add_argument("--peak-tflops", type=float, help="of the device: say the share of it")
    options = vars(parser.parse_args())
    what, target = options.pop("what"), options.pop("json", None)
    for name in sorted(set(options) - TAKES[what]):
        option = "no-plain" if name == "plain" else name.replace("_", "-")
        raise ValueError(f"--{option} says nothing to {what}: leave it out")
    from arcrep import benchmarks  # slow to import

    if what == "varc":
        figures = benchmarks.VarcBenchmark(**options).run()
    elif what == "trm":
        figures = benchmarks.TrmBenchmark(**options).run()
    elif what == "separation":
        figures = benchmarks.run_separation_benchmark()
    else:
        figures = benchmarks.run_generator_benchmark(**options)
    if target:
        write_atomic(target, json.dumps(figures, indent=1, default=str) + "\n")


if __name__ == "__main__":
    door(main)()
