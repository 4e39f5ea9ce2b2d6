#!/usr/bin/env bash
# The main job end to end: generate tasks, train a small VARC on them, score it, measure and map its
# task embeddings, report.
#
#     make demo [DATA=NAME_OR_PATH]
#     bash scripts/reproduce/demo.sh [OVERRIDES OF train/varc.py, such as seed=1]
#
# DATA names other tasks than generated ones, such as DATA=conceptarc for the official ConceptARC. Each
# demo has a folder of its own for its tasks and runs in results/demo; the report of the demo that ended
# last is results/demo/report.html. ARCREP_RESULTS names another folder than results.
#
# Hardware: 2 CPU cores; a GPU is used where there is one. Duration and what to expect: README.md.

set -euo pipefail
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac }
# Paths are meant from where the command was given.
if [[ -n ${ARCREP_RESULTS:-} ]]; then ARCREP_RESULTS=$(absolute "$ARCREP_RESULTS"); fi
if [[ -n ${DATA:-} && -e $DATA ]]; then DATA=$(absolute "$DATA"); fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
trap 'exit 130' INT
trap 'exit 143' TERM

python=.venv/bin/python
if [[ ! -x $python ]]; then python=python; fi # an environment that is not ours

concepts=AboveBelow,Center,FilledNotFilled,HorizontalVertical
concepts+=,InsideOutside,SameDifferent,TopBottom2D,TopBottom3D
actions=fill_checkerboard,fill_stripes,keep_only,mark_center,recolor_edge
actions+=,recolor_object,recolor_rim,remove_object

step() {
    printf '\n== %s (%d s so far)\n' "$1" "$SECONDS"
}

step "1/6 tasks"
if [[ -n ${DATA:-} ]]; then "$python" scripts/get_data.py --check "$DATA"; fi

results=${ARCREP_RESULTS:-results}
out=$results/demo
runs=$("$python" - "$results" <<'END'
import sys

from arcrep.doors import user_errors
from arcrep.runs import new_folder

user_errors(lambda: print(new_folder(sys.argv[1], "demo", seed=0)))()
END
)

data=${DATA:-$runs/tasks} experiment=varc_small
if [[ -z ${DATA:-} ]]; then
    experiment=varc_demo
    "$python" scripts/generate_tasks.py per_concept=4 max_side=12 processes=2 out="$data" \
        name=demo_tasks concepts="[$concepts]" actions="[$actions]"
fi

step "2/6 train, answer and score"
"$python" train/varc.py experiment="$experiment" data.source="$data" out="$runs/train" "$@"
step "3/6 read the task embeddings"
"$python" analysis/extract_model.py run="$runs/train" out="$runs/vectors"
step "4/6 measure how they lie apart"
"$python" analysis/separation.py run="$runs/vectors" out="$runs/separation"
step "5/6 draw maps"
"$python" analysis/projection.py run="$runs/vectors" out="$runs/projection"
step "6/6 report"
"$python" analysis/report.py run="$runs/train" separation="$runs/separation" \
    projection="$runs/projection" out="$runs/report"

# One step, so that a reader sees the old page or the new one, and never a part.
cp "$runs/report/report.html" "$runs/report.html.new"
mv -f "$runs/report.html.new" "$out/report.html"
printf '\ndemo: done in %d s\nreport: %s\n' "$SECONDS" "$(cd "$out" && pwd)/report.html"
