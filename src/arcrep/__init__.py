"""arcrep: how models represent abstract rules."""

import os

# The one thing that importing does. Threads that wait for others spin by default, which slows a
# small model down ten times where a core is shared; here they sleep after a few microseconds.
# OpenMP reads this once, when torch is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("GOMP_SPINCOUNT", "1000")
