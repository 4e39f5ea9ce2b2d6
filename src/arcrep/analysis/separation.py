"""Separation probability: how well vectors lie apart by a label, with its null and its interval."""

from collections.abc import Mapping
from typing import overload

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray

from arcrep.analysis.directions import as_vectors, directions
from arcrep.analysis.labels import MISSING, Coded, Labels, as_mapping, code, code_units
from arcrep.analysis.null import RankSums
from arcrep.analysis.ranks import ranked_rows
from arcrep.analysis.results import Separation
from arcrep.analysis.tally import Design, Tally


@overload
def separation_probability(
    vectors: Float[NDArray[np.floating], "items d"],
    labels: Mapping[str, Labels],
    groups: Labels | None = None,
    given: Labels | None = None,
    center: bool = True,
    permutations: int = 0,
    seed: int = 0,
) -> dict[str, Separation]: ...
@overload
def separation_probability(
    vectors: Float[NDArray[np.floating], "items d"],
    labels: Labels,
    groups: Labels | None = None,
    given: Labels | None = None,
    center: bool = True,
    permutations: int = 0,
    seed: int = 0,
) -> Separation: ...
def separation_probability(
    vectors: Float[NDArray[np.floating], "items d"],
    labels: Labels | Mapping[str, Labels],
    groups: Labels | None = None,
    given: Labels | None = None,
    center: bool = True,
    permutations: int = 0,
    seed: int = 0,
) -> Separation | dict[str, Separation]:
    """Measure how likely an item of the same label is closer than an item of another label.

    For an anchor item: the share of pairs (same label, other label) in which the former is closer
    to it in cosine distance, ties half, the anchor itself left out. An item is an anchor if there
    is at least one such pair. The scores of anchors are averaged within each label, then over
    labels. All label sets are read off one sort of the distances.

    An item labelled None takes no part in that label set. The only item of its label is no anchor
    but is compared with by the others.

    Args:
        vectors: One row per item; memory beyond them is a second copy in float64 and a few hundred
            MB at most (see `RankSums` for what permutations need).
        labels: One label set, or several by name.
        groups: The group of each item where several vectors belong together (all instances of a
            task). Items of a group are never compared with each other, permutations and the
            jackknife move whole groups, and items of one group share their labels. Every item
            counts as an anchor, so within a label a group weighs as many times as it has items.
        given: Another label set: an item is compared only with items that differ from it there
            (None there leaves the item out), and permutations stay within its values. What then
            remains of a separation is not owed to that label set.
        center: Subtract the mean over items first, as published.
        permutations: How many permuted labellings make the null; 0 leaves it out.
        seed: Of the permutations. The same seed gives the same ones for any vectors.

    Raises:
        ValueError: `vectors` are no (items, d) numbers, or labels are no text, do not fit the
            vectors, or differ within a group.

    **Source:** ConceptARC at Scale (arXiv 2611.06732), section 4.2: the probability and its two
    averages. Groups, `given`, the null and the interval are ours.
    """
    vectors = as_vectors(vectors)
    sets = as_mapping(labels)
    coded = {name: code(values, len(vectors), name) for name, values in sets.items()}
    unit = code_units(groups, len(vectors))
    stratum = Coded((), np.zeros(len(vectors), np.intp))
    if given is not None:
        stratum = code(given, len(vectors), "given")
        hidden = stratum.codes == MISSING
        coded = {k: Coded(c.names, np.where(hidden, MISSING, c.codes)) for k, c in coded.items()}
    found = directions(vectors, center)
    design = Design(unit, stratum, found, given is not None)
    tallies = {name: Tally(name, values, design) for name, values in coded.items()}
    if not found.reason:
        _count(design, tallies, permutations, seed)
    results = {name: tally.result() for name, tally in tallies.items()}
    return results if isinstance(labels, Mapping) else results["labels"]


def _count(design: Design, tallies: Mapping[str, Tally], permutations: int, seed: int) -> None:
    """Rank all items once; label sets that miss the same items share their ranks."""
    patterns: dict[bytes, list[Tally]] = {}
    for tally in tallies.values():
        patterns.setdefault(tally.present.tobytes(), []).append(tally)
    sums = {key: RankSums(design.units) for key in patterns if permutations}
    for ranked in ranked_rows(design.vectors, design.block):
        for key, members in patterns.items():
            eligible = ranked.outside & members[0].present[ranked.order]
            twice_closer = ranked.twice_closer(eligible)
            if key in sums:
                sums[key].add(ranked, eligible, twice_closer)
            for tally in members:
                tally.add(ranked, eligible, twice_closer)
    for key, shared in sums.items():
        for tally in patterns[key]:
            tally.permute(shared, permutations, seed)
