import csv
import io
import math

import numpy as np
import pytest

from arcrep.analysis import (
    VectorSet,
    as_text,
    label_rows,
    measure,
    peak,
    separation_probability,
    summary_rows,
)
from arcrep.analysis.csv_files import COLUMNS, LABEL_COLUMNS, as_csv


@pytest.fixture
def vector_set():
    """Noise, then action, then a constant layer."""
    rng = np.random.default_rng(0)
    action = rng.integers(0, 3, 45)
    vectors = rng.standard_normal((3, 45, 4)).astype(np.float32)
    vectors[1, :, :3] += 2 * np.eye(3)[action]
    vectors[2] = 1
    items = tuple(f"t{i}" for i in range(45))
    labels = {
        "action": tuple(str(a) for a in action),
        "layout": tuple(rng.choice(["p", "q"], 45).tolist()),
    }
    return VectorSet(vectors, ("first", "second", "third"), items, items, labels)


def test_each_layer_and_label_set_has_its_row(vector_set):
    rows = summary_rows(measure(vector_set, ["action", "layout"], permutations=50, seed=4))
    assert [(row["layer"], row["label_set"]) for row in rows] == [
        (layer, name) for layer in vector_set.layers for name in ("action", "layout")
    ]
    expected = separation_probability(
        vector_set.vectors[1], vector_set.labels["action"], permutations=50, seed=4
    )
    row = rows[2]
    for key in ("macro", "low", "high", "null_mean", "null_sd", "p", "micro", "items", "labels"):
        assert row[key] == getattr(expected, key)
    assert row["p"] == 1 / 51
    assert math.isnan(rows[4]["macro"])
    assert "constant" in rows[4]["reason"]


def test_several_vectors_of_a_task_are_a_group(vector_set):
    tasks = tuple(f"task {i // 3}" for i in range(45))
    labels = {"action": tuple("abcde"[i // 9] for i in range(45))}
    grouped = VectorSet(vector_set.vectors, vector_set.layers, vector_set.items, tasks, labels)
    found = measure(grouped, ["action"], permutations=0)[0].separation
    expected = separation_probability(vector_set.vectors[0], labels["action"], tasks)
    assert found.macro == expected.macro
    assert found.macro != separation_probability(vector_set.vectors[0], labels["action"]).macro


def test_the_peak_pays_for_looking_at_all_layers(vector_set):
    measured = [one for one in measure(vector_set, ["layout"], permutations=99) if one.layer]
    best, p = peak(measured)
    first, second = (one.separation for one in measured[:2])
    assert best.separation.macro == max(first.macro, second.macro)
    null = [max(pair) for pair in zip(first.null, second.null, strict=True)]
    reached = sum(value >= best.separation.macro for value in null)
    assert p == (1 + reached) / 100
    assert p >= best.separation.p
    with pytest.raises(ValueError, match="no layer has a value"):
        peak(measured[2:])


def test_each_layer_has_the_p_of_a_layer_picked_after_the_fact(vector_set):
    measured = measure(vector_set, ["layout", "action"], permutations=99)
    rows = summary_rows(measured)
    for label_set in ("layout", "action"):
        layers = [one for one in measured if one.label_set == label_set]
        null = np.maximum(*(one.separation.null for one in layers[:2]))
        of_set = [row for row in rows if row["label_set"] == label_set]
        for one, row in zip(layers[:2], of_set, strict=False):
            reached = np.count_nonzero(null >= one.separation.macro)
            assert row["p_over_layers"] == (1 + reached) / 100
        assert math.isnan(of_set[2]["p_over_layers"])  # constant: nothing to compare
        best, p = peak(layers)
        assert of_set[vector_set.layers.index(best.layer)]["p_over_layers"] == p
    assert any(row["p_over_layers"] > row["p"] for row in rows)
    unconditional = measure(vector_set, ["layout"], permutations=99)
    other = measure(vector_set, ["layout"], permutations=99, given="action")
    mixed = summary_rows([*unconditional, *other])  # another question: another family of layers
    assert mixed[0]["p_over_layers"] == rows[0]["p_over_layers"]


def test_text_and_csv_carry_the_numbers(vector_set):
    measured = measure(vector_set, ["action"], permutations=20, given="layout")
    text = as_text(measured)
    assert "action | layout  second" in text
    assert f"{measured[1].separation.macro:.4f}" in text
    read = list(csv.DictReader(io.StringIO(as_csv(summary_rows(measured), COLUMNS))))
    assert float(read[1]["macro"]) == measured[1].separation.macro
    assert read[2]["macro"] == "nan"
    assert "constant" in as_text(measured[2:])


def test_text_says_how_many_labels_have_one_item_only():
    vectors = np.random.default_rng(0).standard_normal((1, 9, 3)).astype(np.float32)
    items = tuple("abcdefghi")
    labels = {"kind": (*"xxxyyy", "lone", "other", None)}
    measured = measure(VectorSet(vectors, ("l",), items, items, labels), ["kind"], permutations=9)
    header, line = as_text(measured).splitlines()
    assert header.endswith("items  labels  of one item")
    assert line.split()[-3:] == ["8", "2", "2"]


def test_rows_of_labels(vector_set):
    measured = measure(vector_set, ["action"], permutations=0)
    rows = label_rows(measured[1:2])
    assert [row["label"] for row in rows] == ["0", "1", "2"]
    assert sum(row["items"] for row in rows) == 45
    assert [row["value"] for row in rows] == [
        of.value for of in measured[1].separation.per_label.values()
    ]


def test_hostile_labels_survive_the_tables():
    labels = ['a,"b"', "c\r", "d\ne", "07"] * 5
    vectors = np.random.default_rng(0).standard_normal((1, 20, 3)).astype(np.float32)
    items = tuple(str(i) for i in range(20))
    vector_set = VectorSet(vectors, ("l,1",), items, items, {"kind": tuple(labels)})
    text = as_csv(label_rows(measure(vector_set, ["kind"], permutations=0)), LABEL_COLUMNS)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["label"] for row in rows] == sorted(set(labels))
    assert {row["layer"] for row in rows} == {"l,1"}


def test_an_unknown_label_set_is_an_error(vector_set):
    with pytest.raises(
        ValueError, match="no label set 'concept'; these vectors have: action, layout"
    ):
        measure(vector_set, ["concept"])
