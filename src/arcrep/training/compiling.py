"""Whether the blocks of a model are compiled, and what that takes."""

import os
import shutil
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import torch


def check_compile(setting: bool | str) -> None:
    """Refuse what is no answer to whether blocks are compiled.

    Raises:
        ValueError: It is none.
    """
    if not isinstance(setting, bool) and setting != "auto":
        raise ValueError(f"compile is auto, true or false, got {setting!r}")


def whether_to_compile(setting: bool | str, device: torch.device) -> tuple[bool, str]:
    """Return whether to compile, and a line on it where that was not said.

    `auto` compiles on a GPU, where there is what that takes.

    Raises:
        ValueError: It is asked for, and something is missing.
    """
    missing = "" if setting is False else _missing(device)
    if setting is True and missing:
        raise ValueError(f"compile=true needs {missing}, or leave compile=false")
    if setting != "auto":
        return bool(setting), ""
    if device.type != "cuda":
        return False, f"compile=auto: not compiled, for {device.type} is no GPU"
    if missing:
        return False, f"compile=auto: not compiled, for that needs {missing}"
    return True, "compile=auto: compiled, for there are a GPU and a compiler"


def _missing(device: torch.device) -> str:
    """Say what torch would look for in vain at the first step, and how to get it."""
    language, variable, names = "C", "CC", ("gcc", "clang")  # of a card: its driver's interface
    if device.type == "cpu":
        language, variable = "C++", "CXX"
        names = ("clang++",) if sys.platform == "darwin" else ("g++",)
    wanted = (os.environ[variable],) if os.environ.get(variable) else names
    if not any(shutil.which(name) for name in wanted):
        return (
            f"a {language} compiler, and there is no {' or '.join(wanted)}: install one, name "
            f"another in {variable}"
        )
    if device.type == "cuda" and find_spec("triton") is None:
        return "Triton, which is not installed: install the package triton"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if device.type == "cuda" and not header.is_file():
        return f"Python's headers, and there is no {header}: install them (such as python3-dev)"
    return ""
