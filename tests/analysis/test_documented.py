"""The commands of docs/analysis.md are ones that the scripts understand."""

import re
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text()
COMMANDS = re.findall(r"^    \.venv/bin/python (analysis/.*)$", GUIDE, re.M)


def test_there_are_commands():
    assert len(COMMANDS) == 5


@pytest.mark.parametrize("command", COMMANDS)
def test_only_its_folders_and_files_are_lacking(command, script):
    name, *overrides = command.split()
    assert re.search(r"is no run folder|No such file.*FILE\.npy", script(name, *overrides).mistake)
