"""README.md and docs/ stay true: the tree, the commands and the results table."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LISTED = ("src", "train", "analysis", "scripts", "configs")
# Words that stand for what the reader names.
PLACEHOLDER = re.compile(r"[A-Z][A-Z_]{2,}|[<>*$~]")


def tree():
    """Return the files and the folders that the file tree names."""
    (block,) = re.findall(r"```text\n(.*?)```", README, re.S)
    files, folders, above = set(), set(), {}
    for line in block.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        first, *more = line.partition("#")[0].split()
        path = above.get(depth - 1, "") + first
        if not first.endswith("/"):
            files |= {path, *(above.get(depth - 1, "") + name for name in more)}
            continue
        above = {level: kept for level, kept in above.items() if level < depth} | {depth: path}
        folders.add(path)
        files |= {path + name for name in more}
    return files, folders


def commands(page):
    """Return the lines of a page's code blocks that are commands."""
    blocks = re.findall(r"```(?:bash|sh)\n(.*?)```", page, re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"^    (\S.*)$", page, re.M)
    return [line for line in lines if re.match(r"(\.venv/bin/)?(python|bash|make)\b", line)]


def test_tree_names_every_file_and_nothing_else():
    files, folders = tree()
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *LISTED]
    listed = subprocess.run(command, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("no git repository says which files are ours")
    tracked = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    spoken_for = {name for name in tracked if name.endswith("/__init__.py")}  # by their folder
    assert {f"{Path(name).parent}/" for name in spoken_for} <= folders | {"src/arcrep/"}
    assert tracked - spoken_for - files == set()
    assert [name for name in files | folders if not (ROOT / name).exists()] == []


def test_tree_says_something_about_every_file_of_the_package():
    (block,) = re.findall(r"```text\n(.*?)```", README, re.S)
    assert [line for line in block.splitlines() if ".py" in line and "# " not in line] == []


def test_commands_name_files_that_exist():
    found = 0
    for page in PAGES:
        for command in commands(page.read_text(encoding="utf-8")):
            for word in command.partition(" #")[0].split():
                path = word.rpartition("=")[2]
                if "/" in path and not PLACEHOLDER.search(path) and not path.startswith(".venv"):
                    assert (ROOT / path).exists(), f"{page.name}: {command}"
                    found += 1
    assert found > 10


def test_commands_name_targets_and_experiments_that_exist():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M)
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        named = {line.split()[1] for line in commands(text) if line.startswith("make ")}
        named |= set(re.findall(r"`make ([a-z]+)", text))
        assert named <= set(targets), page.name
        experiments = set(re.findall(r"experiment=(\w+)", text)) - {"NAME"}
        stems = {path.stem for path in (ROOT / "configs" / "experiment").glob("*.yaml")}
        assert experiments <= stems, page.name


def test_links_lead_somewhere():
    for page in PAGES:
        prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
        for target in re.findall(r"\]\(([^)#]+)\)", prose):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_experiment_has_a_row_of_results():
    rows = [line for line in README.splitlines() if line.startswith("|") and "`" in line]
    named = {name for row in rows for name in re.findall(r"`([\w/.]+)`", row)}
    assert [name for name in named if not (ROOT / name).is_file()] == []
    experiments = {str(path.relative_to(ROOT)) for path in (ROOT / "configs/experiment").iterdir()}
    assert experiments <= named


def test_readme_is_short():
    without_tree = re.sub(r"```text\n.*?```", "", README, flags=re.S)
    assert len(without_tree.splitlines()) < 100
