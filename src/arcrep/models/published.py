"""Published checkpoints as models of ours, whichever model it is."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from arcrep.models.published_tensors import AGAIN
from arcrep.models.published_trm import is_trm, trm_of
from arcrep.models.published_varc import is_varc, varc_of
from arcrep.models.saved import Model, read_saved

_OF_VARC = ("checkpoint_best.pt", "checkpoint_final.pt")
_OF_TRM = "step_"


def load_published(path: Path | str, task_ids: Sequence[str] | None = None) -> Model:
    """Load a published checkpoint of VARC or TRM, in eval mode.

    Args:
        path: The checkpoint, or a folder that holds it under its published name: of VARC
            `checkpoint_best.pt` or `checkpoint_final.pt`, of TRM `step_<N>` (the last of several).
            For TRM, `all_config.yaml` (or `about.json`) lies beside it.
        task_ids: The tasks in the order of the checkpoint's table, which stores no names; of TRM
            without its first row, which stands for no task. Without them the rows are called
            `row_0`, `row_1`, ..., of TRM from `row_1` on.

    Raises:
        ValueError: There is no such checkpoint, it is damaged or of a variant that is not built
            here, or the ids do not fit its table.
    """
    file = _checkpoint(Path(path))
    try:
        saved = read_saved(file)
    except ValueError as error:
        raise ValueError(f"{error}: {AGAIN}") from error
    content = cast("dict[Any, Any]", saved) if isinstance(saved, dict) else {}
    if is_varc(content):
        return varc_of(content, file, task_ids)
    if is_trm(content):
        return trm_of(content, file, task_ids)
    raise ValueError(
        f"{file} is no published checkpoint: it has neither VARC's model_state nor tensors of TRM: "
        f"{AGAIN}"
    )


def _checkpoint(path: Path) -> Path:
    """Return the checkpoint at a path, or the one in a folder."""
    if not path.is_dir():
        return path
    of_varc = [path / name for name in _OF_VARC if (path / name).is_file()]
    of_trm = [file for file in path.glob(f"{_OF_TRM}*") if file.name[len(_OF_TRM) :].isdecimal()]
    if of_varc and of_trm:
        raise ValueError(
            f"{path} holds checkpoints of VARC and of TRM ({of_varc[0].name}, {of_trm[0].name}): "
            "name one of the files"
        )
    if not of_varc and not of_trm:
        raise ValueError(
            f"{path} holds no published checkpoint ({' or '.join(_OF_VARC)} of VARC, step_<N> of "
            "TRM): put it there, or name the file"
        )
    return of_varc[0] if of_varc else max(of_trm, key=lambda file: int(file.name[len(_OF_TRM) :]))
