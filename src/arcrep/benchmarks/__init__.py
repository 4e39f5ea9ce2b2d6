"""What scripts/bench.py measures: a figure beside a plain path and a floor."""
