"""Format covariates: a case worked by hand."""

from arcrep.arc import Example, as_grid, format_covariates


def test_means_over_examples():
    examples = [
        Example(as_grid([[0, 1, 2]]), as_grid([[1, 1, 1]])),
        Example(as_grid([[0, 0], [0, 3], [3, 3]]), as_grid([[3]])),
        Example(as_grid([[0]]), as_grid([[5]])),
    ]
    assert format_covariates(examples) == {
        "side": 2.333,
        "cells": 3.333,
        "colors": 1.0,
        "output_cells": 1.667,
        "same_size": 0.667,
    }
