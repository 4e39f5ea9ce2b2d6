import json

import numpy as np
import pytest

from arcrep.analysis import VectorSet
from arcrep.runs import Run

HOSTILE = (
    "007",
    "1e5",
    "a,b",
    'say "x"',
    "two\nlines",
    "\r",
    " spaced ",
    "=1+1",
    "caf\u00e9",
    "null",
)


@pytest.fixture
def vector_set():
    n = len(HOSTILE)
    return VectorSet(
        vectors=np.random.default_rng(0).standard_normal((2, n, 3)).astype(np.float32),
        layers=("after block 1", "after, block 2"),
        items=HOSTILE,
        groups=("007", "007", *HOSTILE[2:]),
        labels={
            "concept": ("1", "01", None, "None", "nan", "x,y", None, '"', "\n", "z"),
            "a,b": (None,) * n,
        },
        about={"model": "none", "epochs": 3},
    )


def test_round_trip_keeps_every_id_and_label(vector_set, tmp_path):
    vector_set.save(tmp_path / "new")
    loaded = VectorSet.load(tmp_path / "new")
    assert np.array_equal(loaded.vectors, vector_set.vectors)
    assert isinstance(loaded.vectors, np.memmap)
    for name in ("layers", "items", "groups", "labels", "about"):
        assert getattr(loaded, name) == getattr(vector_set, name)
    assert loaded.grouped


def test_a_layer_by_its_name(vector_set, tmp_path):
    assert np.array_equal(vector_set.layer("after, block 2"), vector_set.vectors[1])
    vector_set.save(tmp_path / "new")
    found = VectorSet.load(tmp_path / "new").layer("after block 1")
    assert type(found) is np.ndarray
    assert np.array_equal(found, vector_set.vectors[0])
    with pytest.raises(ValueError, match="no layer 'x'; these vectors have: after block 1, after"):
        vector_set.layer("x")


def test_it_shows_itself_in_one_line(vector_set):
    assert repr(vector_set) == "VectorSet(2 layers, 10 items, d=3; labels: ['concept', 'a,b'])"


@pytest.mark.parametrize("name", ["vectors.npy", "items.csv"])
def test_a_changed_file_is_refused(name, vector_set, tmp_path):
    vector_set.save(tmp_path)
    content = bytearray((tmp_path / name).read_bytes())
    content[-2] ^= 1
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=rf"{name} is not the file that vectors\.json describes"):
        VectorSet.load(tmp_path)


def test_a_folder_without_its_manifest_is_refused(vector_set, tmp_path):
    vector_set.save(tmp_path)
    (tmp_path / "vectors.json").unlink()
    with pytest.raises(ValueError, match=r"vectors\.json is missing"):
        VectorSet.load(tmp_path)


def test_save_refuses_files_of_others_and_its_own(vector_set, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="already holds files"):
        vector_set.save(tmp_path / "notes")
    assert [path.name for path in (tmp_path / "notes").iterdir()] == ["notes.txt"]
    with Run.create(tmp_path / "run", door="test", config={}) as run:
        vector_set.save(run.folder)
        with pytest.raises(ValueError, match="already holds files"):
            vector_set.save(run.folder)
        run.complete()
    assert VectorSet.load(tmp_path / "run").items == HOSTILE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"layers": ("one",)}, "1 layers named, but the vectors have 2"),
        ({"items": ("007",) * 10}, "items need different names, got '007' twice"),
        ({"items": ("", *HOSTILE[1:])}, "items need different names, got ''"),
        ({"groups": ("t",)}, "1 groups for 10 items"),
        ({"labels": {"action": ("a",)}}, "action: 1 labels for 10 items"),
        ({"labels": {"action": ("",) * 10}}, "action: an empty label is a missing one"),
        ({"labels": {"item": HOSTILE}}, "cannot be called 'item'"),
    ],
)
def test_sizes_and_names_must_fit(change, message, vector_set):
    with pytest.raises(ValueError, match=message):
        VectorSet(**{**vars(vector_set), **change})


def test_features_of_any_origin(tmp_path):
    np.save(tmp_path / "x.npy", np.arange(6.0).reshape(3, 2))
    (tmp_path / "x.csv").write_text("\ufeffkind,item\nred,01\n,2\nblue,3\n\n", encoding="utf-8")
    found = VectorSet.from_files(tmp_path / "x.npy", tmp_path / "x.csv")
    assert found.vectors.shape == (1, 3, 2)
    assert found.items == found.groups == ("01", "2", "3")
    assert found.labels == {"kind": ("red", None, "blue")}
    assert not found.grouped


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "needs a column 'item'"),
        ("item,item\n1,2\n", "no name twice"),
        ("item,kind\n1,a\n2\n", "item 2 has 1 cells of 2"),
        ('item,kind\n1,"a', "is no CSV file in UTF-8"),
        ("item,kind\n1,a\n", "1 items named, but the vectors have 3"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(table, message, tmp_path):
    np.save(tmp_path / "x.npy", np.zeros((3, 2), np.float32))
    (tmp_path / "x.csv").write_text(table)
    with pytest.raises(ValueError, match=message):
        VectorSet.from_files(tmp_path / "x.npy", tmp_path / "x.csv")


def test_an_array_of_another_kind_is_refused(tmp_path):
    np.save(tmp_path / "text.npy", np.array(["a", "b"]))
    np.savez(tmp_path / "several.npz", x=np.zeros((2, 2)))
    np.save(tmp_path / "flat.npy", np.zeros(2))
    (tmp_path / "empty.npy").touch()
    (tmp_path / "x.csv").write_text("item\n1\n2\n")
    for name in ("text.npy", "several.npz", "empty.npy"):
        with pytest.raises(ValueError, match=f"{name} is no .npy file of numbers"):
            VectorSet.from_files(tmp_path / name, tmp_path / "x.csv")
    with pytest.raises(ValueError, match=r"expected \(items, d\) or .*, got \(2,\)"):
        VectorSet.from_files(tmp_path / "flat.npy", tmp_path / "x.csv")


def test_the_manifest_says_what_is_there(vector_set, tmp_path):
    vector_set.save(tmp_path)
    manifest = json.loads((tmp_path / "vectors.json").read_text())
    assert manifest["layers"] == ["after block 1", "after, block 2"]
    assert manifest["shape"] == [2, 10, 3]
    assert set(manifest["versions"]) == {"arcrep", "numpy"}
