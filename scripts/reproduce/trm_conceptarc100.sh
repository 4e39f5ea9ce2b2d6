#!/usr/bin/env bash
# TRM on ConceptARC-100 as published: three seeds, their score, and the task embeddings of each.
#
#     bash scripts/reproduce/trm_conceptarc100.sh [OVERRIDES, such as loop.micro_batch=96]
#
# Stop it when you like and give the same command again: finished runs are kept, a run that was cut
# goes on from its newest checkpoint. Everything lies in results/trm_conceptarc100; ARCREP_RESULTS
# names another folder than results.
#
# Hardware: one GPU with 80 GB, by arithmetic (less with a smaller loop.micro_batch), and a compiler
# if there is one. Duration and accuracy: not measured here yet.
# Published: 7.43 % of queries (SD 0.14 over three seeds).

set -euo pipefail
results=${ARCREP_RESULTS:-results}
if [[ -n ${ARCREP_RESULTS:-} && $results != /* ]]; then results=$PWD/$results; fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
trap 'exit 130' INT
trap 'exit 143' TERM

python=.venv/bin/python
if [[ ! -x $python ]]; then python=python; fi # an environment that is not ours
out=$results/trm_conceptarc100

# Seeds that were trained differently are no spread over seeds.
mkdir -p "$out"
if [[ -e $out/overrides && $(cat "$out/overrides") != "$*" ]]; then
    echo "error: $out was begun with overrides '$(cat "$out/overrides")', now they are '$*';" \
        "give the same, or set ARCREP_RESULTS to another folder" >&2
    exit 2
fi
echo "$*" >"$out/overrides"

# What a door leaves in FOLDER when it is cut is no result: it starts again.
once() { # FOLDER COMMAND...
    if [[ -e $1/COMPLETE ]]; then return; fi
    rm -rf "$1"
    "$python" "${@:2}" out="$1"
}

train() { # FOLDER OVERRIDES...
    if [[ -e $1/COMPLETE ]]; then return; fi
    if [[ -e $1/run.json ]]; then
        "$python" train/trm.py resume="$1"
    else
        "$python" train/trm.py experiment=trm_conceptarc100 out="$1" "${@:2}"
    fi
}

runs=()
for seed in 0 1 2; do
    folder=$out/seed$seed
    train "$folder/train" seed="$seed" "$@"
    once "$folder/vectors" analysis/extract_model.py run="$folder/train"
    once "$folder/separation" analysis/separation.py run="$folder/vectors"
    once "$folder/projection" analysis/projection.py run="$folder/vectors"
    runs+=("'$folder/train'")
done
once "$out/score" analysis/score.py "runs=[$(IFS=,; echo "${runs[*]}")]"
