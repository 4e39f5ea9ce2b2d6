"""Where tensors live."""

import torch

from arcrep.settings import check_text

_KNOWN = ("cpu", "cuda")


def choose_device(name: str = "auto") -> torch.device:
    """Return the device of a name; `auto` takes a GPU where there is one.

    Raises:
        ValueError: The device is not there.
    """
    check_text("device", name)
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise ValueError(f"device {name!r} cannot be used here: {reason}") from None
    if device.type not in _KNOWN:
        raise ValueError(f"device {name!r} is not supported: choose auto or {' or '.join(_KNOWN)}")
    return device
