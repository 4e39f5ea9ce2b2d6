"""Fixtures shared by all tests."""

import contextlib
import functools
import io
import os
import runpy
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest
from jaxtyping import install_import_hook

# Shapes in signatures are checked here and cost nothing in production.
install_import_hook("arcrep", "beartype.beartype")

# The same cases each time: a change is red for what it changes. HYPOTHESIS_RANDOM=1 draws others.
hypothesis.settings.register_profile("same", derandomize=True)
if not os.environ.get("HYPOTHESIS_RANDOM"):
    hypothesis.settings.load_profile("same")

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # tests import what several of them use, such as the plain VARC


@dataclass(frozen=True)
class Outcome:
    """What running a script left: its exit code, stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def mistake(self) -> str:
        """The line that a user's mistake leaves on stderr, alone but for progress and warnings."""
        assert self.code == 2, self.err
        lines = [line for line in self.err.split("\n") if line and "\r" not in line]
        lines = [line for line in lines if not line.startswith("warning: ")]
        assert len(lines) == 1, self.err
        assert lines[0].startswith("error: ")
        return lines[0]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with parity data, or a skip where it is absent (as it is for a user)."""
    folder = os.environ.get("ARCREP_SHARED")
    if not folder:
        pytest.skip("ARCREP_SHARED names no folder with parity data")
    return Path(folder)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache."""
    monkeypatch.setenv("ARCREP_DATA", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def run_script() -> Callable[..., Outcome]:
    """Run a script of the project in this process, as `python NAME ...` in a folder does."""

    def run(folder: Path, name: str, *arguments: object) -> Outcome:
        out, err, code = io.StringIO(), io.StringIO(), None
        with (
            pytest.MonkeyPatch.context() as patch,
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            patch.chdir(folder)
            patch.setattr(warnings, "showwarning", warnings.showwarning)  # scripts set their own
            patch.setattr(sys, "argv", [str(ROOT / name), *map(str, arguments)])
            try:
                runpy.run_path(str(ROOT / name), run_name="__main__")
            except SystemExit as stop:
                code = stop.code
        return Outcome(int(code or 0), out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def script(run_script: Callable[..., Outcome], tmp_path: Path) -> Callable[..., Outcome]:
    """Run a script of the project from the test's own folder."""
    return functools.partial(run_script, tmp_path)
