"""The sixteen concepts of ConceptARC, in the two groups the results are reported by."""

PREDICATE_CONCEPTS = (
    "AboveBelow",
    "Center",
    "FilledNotFilled",
    "HorizontalVertical",
    "InsideOutside",
    "SameDifferent",
    "TopBottom2D",
    "TopBottom3D",
)
"""Concepts that mostly say which objects a rule is about."""

ACTION_CONCEPTS = (
    "CleanUp",
    "CompleteShape",
    "Copy",
    "Count",
    "ExtendToBoundary",
    "ExtractObjects",
    "MoveToBoundary",
    "Order",
)
"""Concepts that mostly say what a rule does."""

CONCEPTS = tuple(sorted(PREDICATE_CONCEPTS + ACTION_CONCEPTS))
