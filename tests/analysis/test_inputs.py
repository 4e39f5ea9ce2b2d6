"""What callers may hand in as vectors, and what they are told otherwise."""

import numpy as np
import pytest
import torch

from arcrep.analysis import cosine_neighbors, project_umap, separation_probability

VECTORS = np.random.default_rng(0).standard_normal((12, 3))
LABELS = ["a", "b"] * 6
CALLS = {
    "separation": lambda vectors: separation_probability(vectors, LABELS),
    "neighbors": lambda vectors: cosine_neighbors(vectors, 3),
    "umap": lambda vectors: project_umap(vectors, n_neighbors=3),
}

pytestmark = pytest.mark.usefixtures("unchecked")


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize(
    ("vectors", "got"),
    [
        (np.zeros((2, 12, 3)), r"\(2, 12, 3\); take one layer"),
        (np.zeros(12), r"\(12,\)"),
        (VECTORS + 1j, "a ndarray of complex128"),
        (VECTORS > 0, "a ndarray of bool"),
        (VECTORS.astype(object), "a ndarray of object"),
        (VECTORS.astype(str).tolist(), "a list of <U"),
        ([[1.0, 2.0], [3.0]], "a list: "),
        (None, "a NoneType of object"),
        (torch.zeros(2, 12, 3), r"\(2, 12, 3\); take one layer"),
        (torch.tensor(VECTORS, requires_grad=True), "a Tensor: .*detach"),
        (torch.tensor(VECTORS, dtype=torch.bfloat16), "a Tensor: .*BFloat16"),
    ],
)
def test_what_is_no_array_of_vectors_is_refused(call, vectors, got):
    with pytest.raises(ValueError, match=rf"^vectors are \(items, d\) numbers, got {got}"):
        call(vectors)


def test_tensors_lists_and_whole_numbers_are_taken():
    expected = separation_probability(VECTORS, LABELS).macro
    assert separation_probability(torch.tensor(VECTORS), LABELS).macro == expected
    assert separation_probability(VECTORS.tolist(), LABELS).macro == expected
    whole = np.round(10 * VECTORS).astype(np.int16)
    found, distances = cosine_neighbors(whole, 3)
    assert np.array_equal(cosine_neighbors(whole.astype(float), 3)[0], found)
    assert np.array_equal(cosine_neighbors(whole.tolist(), 3)[1], distances)
