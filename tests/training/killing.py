"""Training in a process of its own that is killed in a chosen step, as by kill -9."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

KILLING = """
import os, runpy, signal, sys
import arcrep.training

door, objective, kill_at, calls = eval(sys.argv[1])
objective = getattr(arcrep.training, objective)
parts = objective.parts

def deadly(self, step):
    if step == kill_at:
        os.kill(os.getpid(), signal.SIGKILL)
    return parts(self, step)

objective.parts = deadly
for call in calls:
    sys.argv[1:] = call
    runpy.run_path(door, run_name="__main__")
"""


def process(folder, door, objective, kill_at, *calls, threads=1):
    """Run a door once per call, killed in a step of the objective of that name."""
    given = repr((str(ROOT / door), objective, kill_at, calls))
    return subprocess.run(
        [sys.executable, "-c", KILLING, given],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "PASSIVE"},
        capture_output=True,
    )
