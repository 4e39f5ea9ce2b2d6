#!/usr/bin/env bash
# The figures of both models on a card, for docs/performance.md: speed, memory, share of the peak.
#
#     bash scripts/reproduce/gpu_figures.sh PEAK_TFLOPS
#
# PEAK_TFLOPS: of the card in dense bf16, by its data sheet, such as 989 for an H200. What is printed
# is written to results/gpu_figures, too, as JSON; ARCREP_RESULTS names another folder than results.
#
# Hardware: one GPU with 80 GB, by arithmetic, and a compiler. Duration and figures: not measured yet.

set -euo pipefail
if [[ $# != 1 ]]; then
    echo "error: give the card's peak in TFLOP/s: bash scripts/reproduce/gpu_figures.sh 989" >&2
    exit 2
fi
results=${ARCREP_RESULTS:-results}
if [[ -n ${ARCREP_RESULTS:-} && $results != /* ]]; then results=$PWD/$results; fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

python=.venv/bin/python
if [[ ! -x $python ]]; then python=python; fi # an environment that is not ours
mkdir -p "$results/gpu_figures"

bench() { # NAME OPTIONS...
    printf '\n== %s\n' "$1"
    "$python" scripts/bench.py "${@:2}" --device cuda --precision bf16 --compile \
        --json "$results/gpu_figures/$1.json"
}

# The paper's batches, then smaller ones beside the plain paths, which keep far more for each example.
bench varc varc --batch-size 256 --no-plain
bench varc_beside_plain varc --batch-size 32
bench trm trm --batch-size 768 --micro-batch 192 --peak-tflops "$1" --no-plain
bench trm_beside_plain trm --batch-size 64 --peak-tflops "$1"
