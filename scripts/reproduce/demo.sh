#!/usr/bin/env bash
# The main job end to end: train a small VARC, score it, measure and map its task embeddings, report.
#
#     make demo [DATA=NAME_OR_PATH]
#     bash scripts/reproduce/demo.sh [OVERRIDES OF train/varc.py, such as seed=1]
#
# Without DATA it takes the official ConceptARC, or the package's own starter tasks where that is not
# to be had. Each demo has a folder of its own for its runs in results/demo; the report of the demo
# that ended last is results/demo/report.html. ARCREP_RESULTS names another folder than results.
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

step() {
    printf '\n== %s (%d s so far)\n' "$1" "$SECONDS"
}

step "1/6 tasks"
data=$("$python" - "${DATA:-}" <<'END'
import sys

from arcrep.arc import SourceUnavailableError, describe, load
from arcrep.doors import user_errors


@user_errors
def choose() -> None:
    """Print the name of the tasks to take."""
    asked = sys.argv[1]
    try:
        name, tasks = asked or "conceptarc", load(asked or "conceptarc")
    except SourceUnavailableError as error:
        if asked:
            raise
        print(f"{error}\nGoing on with starter, a few tasks of our own.", file=sys.stderr)
        name, tasks = "starter", load("starter")
    print(describe(tasks), file=sys.stderr)
    print(name)


choose()
END
)

results=${ARCREP_RESULTS:-results}
out=$results/demo
runs=$("$python" - "$results" <<'END'
import sys

from arcrep.doors import user_errors
from arcrep.runs import new_folder

user_errors(lambda: print(new_folder(sys.argv[1], "demo", seed=0)))()
END
)

step "2/6 train, answer and score"
"$python" train/varc.py experiment=varc_small data.source="$data" out="$runs/train" "$@"
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
