"""One task: demonstrations, tests, labels, and the support sets into which it divides."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from arcrep.arc.grid import Grid, brief

LABEL_KINDS = ("layout", "selector", "action", "concept")
"""The metadata keys that are labels: text or absent, and part of the content digest."""

ALL = "all"
_MAX_ID = 200


@dataclass(frozen=True, eq=False)
class Example:
    """An input grid and its output, which a test may lack; `metadata` holds unknown keys."""

    input: Grid
    output: Grid | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        for grid in (self.input, self.output):
            if grid is not None and (grid.dtype != np.uint8 or grid.ndim != 2):
                shape = f"{grid.ndim} dimensions of {grid.dtype}"
                raise ValueError(f"a grid has 2 dimensions of uint8, got {shape}: use as_grid")

    @cached_property
    def content(self) -> bytes:
        """Both grids with their shapes, as bytes that are equal only for equal grids."""
        return _grid_bytes(self.input) + _grid_bytes(self.output)

    @property
    def is_identity(self) -> bool:
        """Whether the output repeats the input."""
        return self.output is not None and np.array_equal(self.input, self.output)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Example):
            return NotImplemented
        return self.content == other.content and self.metadata == other.metadata

    def __hash__(self) -> int:
        return hash(self.content)

    def __repr__(self) -> str:
        return f"Example({_sides(self.input)} -> {_sides(self.output)})"


@dataclass(frozen=True)
class Task:
    """A task under an id that is text; without `support_sets` all its support is one set.

    Raises:
        ValueError: There is no support or no test, a support example has no output, a label is not
            text, or a support set names an example that is not there.
    """

    id: str
    support: tuple[Example, ...]
    test: tuple[Example, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)
    support_sets: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        check_id(self.id)
        if not self.support or not self.test:
            part = "test" if self.support else "train"
            raise ValueError(f"{part}: has no examples: a task needs at least one")
        for number, example in enumerate(self.support):
            if example.output is None:
                raise ValueError(f"train[{number}]: has no output: only a test may lack it")
        for kind in LABEL_KINDS:
            _check_label(kind, self.metadata.get(kind))
        object.__setattr__(self, "support_sets", self.support_sets or self._one_set)
        _check_sets(self.support_sets, len(self.support))

    def __repr__(self) -> str:
        concept = f"concept {self.concept!r}, " if self.concept else ""
        counts = f"{len(self.support)} support, {len(self.test)} test"
        return f"Task({self.id!r}, {concept}{counts})"

    @property
    def _one_set(self) -> tuple[tuple[int, ...], ...]:
        return (tuple(range(len(self.support))),)

    @property
    def has_own_sets(self) -> bool:
        """Whether the support sets say more than "all examples in one"."""
        return self.support_sets != self._one_set

    @property
    def concept(self) -> str | None:
        """The concept the task belongs to, if it is known."""
        return self.metadata.get("concept")

    @property
    def layout(self) -> str | None:
        """The label of how its scenes are laid out, if it is known."""
        return self.metadata.get("layout")

    @property
    def selector(self) -> str | None:
        """The label of what its rule is about, if it is known."""
        return self.metadata.get("selector")

    @property
    def action(self) -> str | None:
        """The label of what its rule does, if it is known."""
        return self.metadata.get("action")

    @property
    def set_names(self) -> tuple[str, ...]:
        """The names of the support sets: s1, s2, ..."""
        return tuple(f"s{number}" for number in range(1, len(self.support_sets) + 1))

    def support_examples(self, name: str = "s1") -> tuple[Example, ...]:
        """Return the examples of a support set, or of all support under the name `all`."""
        if name == ALL:
            return self.support
        if name not in self.set_names:
            known = ", ".join((*self.set_names, ALL))
            raise ValueError(f"task {self.id!r} has no support set {name!r}: it has {known}")
        return tuple(self.support[i] for i in self.support_sets[self.set_names.index(name)])

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the id, the labels, the support sets and all grids in their order."""
        labels = [self.metadata.get(kind) for kind in LABEL_KINDS]
        head = [self.id, labels, self.support_sets, len(self.support), len(self.test)]
        parts = (json.dumps(head).encode(), b"\n", *self._contents())
        return hashlib.sha256(b"".join(parts)).hexdigest()

    def _contents(self) -> Iterator[bytes]:
        return (example.content for example in (*self.support, *self.test))


def check_id(value: object) -> str:
    """Return an id, or refuse one that is not text or that a table would not keep."""
    if not isinstance(value, str):
        raise ValueError(
            f"the id is {brief(value)}: ids are text, put it in quotes where it is written"
        )
    if not value.isprintable() or value != value.strip() or not 0 < len(value) <= _MAX_ID:
        raise ValueError(
            f"the id is {brief(value)}: it needs 1 to {_MAX_ID} printable characters "
            "without spaces at its ends"
        )
    return value


def _check_label(kind: str, value: object) -> None:
    if value is not None and (not isinstance(value, str) or not value):
        raise ValueError(f"{kind}: is {brief(value)}: a label is text, or absent")
    if value is not None and not value.isprintable():
        raise ValueError(f"{kind}: is {brief(value)}: a label has printable characters only")


def _check_sets(sets: tuple[tuple[int, ...], ...], n_support: int) -> None:
    for number, members in enumerate(sets):
        where = f"support_sets[{number}]"
        if not members or len(set(members)) != len(members):
            raise ValueError(f"{where}: is {list(members)}: it needs indices, each once")
        for index in members:
            if not 0 <= index < n_support:
                last = n_support - 1
                raise ValueError(f"{where}: names train[{index}], but the last is train[{last}]")


def _sides(grid: Grid | None) -> str:
    return "none" if grid is None else "{}x{}".format(*grid.shape)


def _grid_bytes(grid: Grid | None) -> bytes:
    cells = b"" if grid is None else grid.tobytes()
    return f"{_sides(grid)}\n".encode() + cells
