"""The weights of the best evaluation of a run, which `keep=best_on_test` lets answer."""

import math
from typing import Any

from arcrep.models import Model, model_record, read_saved
from arcrep.runs import Run, read_metrics
from arcrep.training.checkpoints import first_misfit

BEST = "best_on_test.pt"


def best_so_far(run: Run) -> float:
    """Return the best accuracy in the metrics, so that a resumed run knows it too."""
    lines = read_metrics(run.folder)
    known = (line.get("accuracy") for line in lines if line.get("kind") == "eval")
    return max((of for of in known if isinstance(of, int | float)), default=-math.inf)


def best_state(run: Run, model: Model) -> dict[str, Any]:
    """Return the state of the weights that were kept as the best.

    Raises:
        ValueError: They are lost, damaged, or those of another model.
    """
    path = run.folder / BEST
    try:
        saved = read_saved(path)
    except ValueError as error:
        reason = str(error)
    else:
        reason = first_misfit(saved, model_record(model))
        if reason is None:
            return saved["state"]
    raise ValueError(
        f"{path} does not hold the best weights of the run ({reason}): put back a copy, or delete "
        f"{run.folder / 'checkpoints'} to train again from the start with resume={run.folder}"
    )
