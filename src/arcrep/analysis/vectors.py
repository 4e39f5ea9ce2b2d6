"""Vectors of many items at several layers, with their labels, in a folder that anyone can read.

`vectors.npy` holds the numbers, layer by layer. `items.csv` has one line per item: `item` (its
id), `group` (the task it belongs to), then one column per label set; an empty cell is a missing
label. `vectors.json`, written last, names the layers and holds the SHA-256 of the numbers.
"""

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy.typing import NDArray

from arcrep.analysis.labels import Labels
from arcrep.runs import MANIFEST as RUN_MANIFEST
from arcrep.runs import open_atomic, write_atomic

ARRAY = "vectors.npy"
ITEMS = "items.csv"
MANIFEST = "vectors.json"
_FIXED_COLUMNS = ("item", "group")


@dataclass(frozen=True, eq=False)
class VectorSet:
    """Vectors float32 (layers, items, d), and what is known of the items.

    Attributes:
        vectors: Layer-major; a memory map where it was loaded from a folder.
        layers: The names of the layers, in order.
        items: The ids of the items, all different.
        groups: The task of each item; equal to `items` where each task has one vector.
        labels: Label sets by name; None where an item has no label.
        about: Where the vectors come from, as plain JSON values.

    Raises:
        ValueError: Sizes that do not fit, repeated or empty ids, an empty label.
    """

    vectors: Float[NDArray[np.float32], "layers items d"]
    layers: tuple[str, ...]
    items: tuple[str, ...]
    groups: tuple[str, ...]
    labels: Mapping[str, tuple[str | None, ...]]
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        layers, items = self.vectors.shape[:2]
        _check_ids(self.layers, layers, "layers")
        _check_ids(self.items, items, "items")
        if len(self.groups) != items or "" in self.groups:
            raise ValueError(f"{len(self.groups)} groups for {items} items: name one for each")
        for name, values in self.labels.items():
            if name in {"", *_FIXED_COLUMNS}:
                raise ValueError(f"a label set cannot be called {name!r}")
            if len(values) != items:
                raise ValueError(f"{name}: {len(values)} labels for {items} items")
            if "" in values:
                raise ValueError(f"{name}: an empty label is a missing one; write None")

    def __repr__(self) -> str:
        """Say the sizes and the names of the label sets in one line."""
        layers, items, d = self.vectors.shape
        return f"VectorSet({layers} layers, {items} items, d={d}; labels: {[*self.labels]})"

    def layer(self, name: str) -> Float[NDArray[np.float32], "items d"]:
        """Return the vectors of one layer.

        Raises:
            ValueError: There is no layer of that name.
        """
        if name not in self.layers:
            raise ValueError(f"no layer {name!r}; these vectors have: {', '.join(self.layers)}")
        return np.asarray(self.vectors[self.layers.index(name)])

    @property
    def grouped(self) -> bool:
        """Whether some task has several items."""
        return len(set(self.groups)) < len(self.items)

    def save(self, folder: Path | str) -> None:
        """Write the set into a new folder or the folder of the run that made it.

        Raises:
            ValueError: The folder holds files and is no run folder, or holds vectors already.
        """
        folder = Path(folder)
        _refuse_foreign(folder)
        with open_atomic(folder / ARRAY) as temporary, temporary.open("wb") as file:
            np.save(file, self.vectors, allow_pickle=False)
        write_atomic(folder / ITEMS, self._items_csv())
        manifest = {
            "layers": list(self.layers),
            "shape": list(self.vectors.shape),
            "dtype": str(self.vectors.dtype),
            "sha256": sha256(folder / ARRAY),
            "sha256_items": sha256(folder / ITEMS),
            "versions": {name: metadata.version(name) for name in ("arcrep", "numpy")},
            "about": dict(self.about),
        }
        write_atomic(folder / MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, folder: Path | str) -> "VectorSet":
        """Read a folder that `save` wrote; the vectors stay on disk until they are used.

        Raises:
            ValueError: The folder is incomplete, or a file is not the one that was written.
        """
        folder = Path(folder)
        if not (folder / MANIFEST).is_file():
            raise ValueError(f"{folder} holds no complete set of vectors: {MANIFEST} is missing")
        manifest = json.loads((folder / MANIFEST).read_text())
        for name, digest in ((ARRAY, "sha256"), (ITEMS, "sha256_items")):
            if not (folder / name).is_file() or sha256(folder / name) != manifest[digest]:
                raise ValueError(f"{folder / name} is not the file that {MANIFEST} describes")
        vectors = np.load(folder / ARRAY, mmap_mode="r", allow_pickle=False)
        items, groups, labels = _read_items(folder / ITEMS)
        return cls(vectors, tuple(manifest["layers"]), items, groups, labels, manifest["about"])

    @classmethod
    def from_files(cls, vectors: Path | str, labels: Path | str) -> "VectorSet":
        """Read features of any origin.

        Args:
            vectors: A `.npy` file of (items, d) or (layers, items, d).
            labels: A CSV file with a header, a column `item`, a column `group` if several items
                belong together, and one column per label set.

        Raises:
            ValueError: A file that is not of that kind, or sizes that do not fit.
        """
        array = _load_numbers(Path(vectors))
        array = np.asarray(array if array.ndim == 3 else array[None], np.float32)
        names = tuple(f"layer {index}" for index in range(len(array)))
        return cls(array, names, *_read_items(Path(labels)), {"vectors": str(vectors)})

    def _items_csv(self) -> str:
        file = io.StringIO()
        # All text is quoted: the csv module forgets to quote a lone carriage return otherwise.
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow([*_FIXED_COLUMNS, *self.labels])
        writer.writerows(zip(self.items, self.groups, *self.labels.values(), strict=True))
        return file.getvalue()


def _load_numbers(path: Path) -> NDArray[Any]:
    try:
        array: Any = np.load(path, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise ValueError(f"{path} is no .npy file of numbers: {error}") from None
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "fiu":
        raise ValueError(f"{path} is no .npy file of numbers")
    if array.ndim not in (2, 3):
        raise ValueError(f"{path}: expected (items, d) or (layers, items, d), got {array.shape}")
    return array


def _check_ids(ids: Sequence[str], count: int, what: str) -> None:
    if len(ids) != count:
        raise ValueError(f"{len(ids)} {what} named, but the vectors have {count}")
    seen: set[str] = set()
    for name in ids:
        if not name or name in seen:
            raise ValueError(f"{what} need different names, got {name!r} {'twice' if name else ''}")
        seen.add(name)


def _refuse_foreign(folder: Path) -> None:
    names = {entry.name for entry in folder.iterdir()} if folder.is_dir() else set[str]()
    if names & {ARRAY, ITEMS, MANIFEST} or (names and RUN_MANIFEST not in names):
        raise ValueError(f"{folder} already holds files; choose a new folder")


def _read_items(
    path: Path,
) -> tuple[tuple[str, ...], tuple[str, ...], dict[str, tuple[str | None, ...]]]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            header, *lines = [line for line in csv.reader(file, strict=True) if line] or [[]]
    except (csv.Error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no CSV file in UTF-8: {error}") from None
    if "item" not in header or len(set(header)) < len(header):
        raise ValueError(f"{path}: the header needs a column 'item' and no name twice: {header}")
    for number, line in enumerate(lines, start=1):
        if len(line) != len(header):
            raise ValueError(f"{path}: item {number} has {len(line)} cells of {len(header)}")
    columns = {name: tuple(line[i] for line in lines) for i, name in enumerate(header)}
    items = columns.pop("item")
    groups = columns.pop("group", items)
    labels = {name: tuple(cell or None for cell in cells) for name, cells in columns.items()}
    return items, groups, labels


def sha256(path: Path | str) -> str:
    """Compute the SHA-256 of a file, as hexadecimal digits."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def choose_labels(vector_set: VectorSet, names: Sequence[str]) -> dict[str, Labels]:
    """Pick label sets by name.

    Raises:
        ValueError: The vectors have no label set of that name.
    """
    for name in names:
        if name not in vector_set.labels:
            known = ", ".join(vector_set.labels) or "none"
            raise ValueError(f"no label set {name!r}; these vectors have: {known}")
    return {name: vector_set.labels[name] for name in names}
