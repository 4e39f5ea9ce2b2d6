"""Libraries that come with the extra `hub`, imported where they are used."""

import importlib
from typing import Any


def extra(module: str) -> Any:
    """Import a module of the extra `hub`, or say in a `ValueError` how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise ValueError(f"{name} is not installed: pip install 'arcrep[hub]'") from None
