"""Fixtures shared by all tests."""

import os
from pathlib import Path

import pytest
from jaxtyping import install_import_hook

# Shapes in signatures are checked here and cost nothing in production.
install_import_hook("arcrep", "beartype.beartype")


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
