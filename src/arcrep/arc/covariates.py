"""What a task looks like whatever its rule: format covariates, which may drive a measure."""

from collections.abc import Sequence

import numpy as np

from arcrep.arc.tasks import Example


def format_covariates(examples: Sequence[Example]) -> dict[str, float]:
    """Return means over examples that all have outputs, to three decimals.

    Of inputs the longer `side`, the `cells` and the `colors` but black; the `output_cells`; and
    `same_size`, the share of examples whose output is as high and as wide as the input.
    """
    pairs = [(pair.input, pair.output) for pair in examples if pair.output is not None]
    assert len(pairs) == len(examples) > 0
    values = {
        "side": [max(before.shape) for before, _ in pairs],
        "cells": [before.size for before, _ in pairs],
        "colors": [len(np.unique(before[before > 0])) for before, _ in pairs],
        "output_cells": [after.size for _, after in pairs],
        "same_size": [before.shape == after.shape for before, after in pairs],
    }
    return {name: round(sum(of) / len(of), 3) for name, of in values.items()}
