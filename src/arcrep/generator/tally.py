"""What became of the programs that were sampled for a concept."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

FEW_RIVALS = 200
"""Fewer rivals than that are few for a task."""


@dataclass
class Tally:
    """Counts of what happened while tasks were sampled.

    Attributes:
        rejected: How many programs were rejected, by reason.
        refused: What each of them was, and why it was rejected, a line each.
        rivals: How many rivals were found in support sets, by kind.
        decisive: How many programs were rejected for a rival, by its kind.
        tried: How many rivals were tried for each accepted task.
        search_seconds: CPU time of the search for rivals.
        seconds: CPU time of all.
    """

    rejected: Counter[str] = field(default_factory=Counter[str])
    refused: list[str] = field(default_factory=list[str])
    rivals: Counter[str] = field(default_factory=Counter[str])
    decisive: Counter[str] = field(default_factory=Counter[str])
    tried: list[int] = field(default_factory=list[int])
    search_seconds: float = 0.0
    seconds: float = 0.0

    def lines(self) -> Iterator[str]:
        """Say what happened, for people."""
        yield f"programs rejected: {self.rejected.total():,}, for {_counted(self.rejected)}"
        yield f"programs rejected as ambiguous, by rival: {_counted(self.decisive)}"
        yield f"rivals found in support sets: {_counted(self.rivals)}"
        tried = self.tried
        few = sum(n < FEW_RIVALS for n in tried) / len(tried)
        yield (
            f"rivals tried for a task: {median(tried):g} in the median, {min(tried)} to "
            f"{max(tried)}, {few:.0%} under {FEW_RIVALS}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a JSON value."""
        return dict(vars(self))

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Tally":
        """Read counts from their JSON value."""
        return cls(
            Counter[str](value["rejected"]),
            list(value["refused"]),
            Counter[str](value["rivals"]),
            Counter[str](value["decisive"]),
            list(value["tried"]),
            float(value["search_seconds"]),
            float(value["seconds"]),
        )

    @classmethod
    def total(cls, tallies: "list[Tally]") -> "Tally":
        """Add up several."""
        return cls(
            sum((tally.rejected for tally in tallies), Counter[str]()),
            [line for tally in tallies for line in tally.refused],
            sum((tally.rivals for tally in tallies), Counter[str]()),
            sum((tally.decisive for tally in tallies), Counter[str]()),
            [n for tally in tallies for n in tally.tried],
            sum(tally.search_seconds for tally in tallies),
            sum(tally.seconds for tally in tallies),
        )


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{reason} ({n:,})" for reason, n in counts.most_common()) or "none"
