"""The shape of the house: what CONTRIBUTING.md says about files, names and texts."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
if not (ROOT / ".git").exists():
    pytest.skip("no git repository says which files are ours", allow_module_level=True)


def tracked(*folders: str, ends: str = "") -> list[str]:
    """List the files of the repository, or of folders in it."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *folders]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name.endswith(ends) and (ROOT / name).is_file()]


DOORS = tracked("train", "analysis", "scripts", ends=".py")
PACKAGE = tracked("src", ends=".py")
PYTHON = [*PACKAGE, *DOORS, *tracked("tests", ends=".py")]

# Patterns are put together from parts, so that this file does not hold what it looks for.
MACHINE_PATH = re.compile(
    r"(?<![\w.$~}/:>-])/(?:" + "|".join(("work", "root", "home", "opt", "mnt", "Users")) + r")/\w"
)
REGISTRY = re.compile(
    "|".join(
        re.escape(first + second)
        for first, second in (
            ("pypi", ".org"),
            ("python", "hosted.org"),
            ("npm", "js.org"),
            ("npm", "js.com"),
            ("download.py", "torch.org"),
            ("deb.deb", "ian.org"),
            ("index", "-url"),
            ("index", "_url"),
            ("find", "-links"),
        )
    )
)


def lines(path: str) -> list[str]:
    return (ROOT / path).read_text(encoding="utf-8").splitlines()


def hits(pattern: re.Pattern[str], path: str) -> list[str]:
    try:
        found = [line for line in lines(path) if pattern.search(line)]
    except UnicodeDecodeError:  # a picture or an array
        return []
    return [f"{path}: {line.strip()}" for line in found]


def test_the_lists_are_not_empty() -> None:
    assert len(PACKAGE) > 50
    assert "train/varc.py" in DOORS


def test_no_drawer_for_everything() -> None:
    drawers = {"utils", "util", "common", "helpers", "helper", "misc"}
    assert [path for path in tracked() if Path(path).stem in drawers] == []


@pytest.mark.parametrize("path", PACKAGE)
def test_modules_say_what_they_are(path: str) -> None:
    docstring = ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8")))
    assert docstring, f"{path} has no docstring"


def test_every_room_is_a_package() -> None:
    folders = {str(Path(path).parent) for path in PACKAGE}
    assert [folder for folder in folders if f"{folder}/__init__.py" not in PACKAGE] == []


@pytest.mark.parametrize("path", DOORS)
def test_doors_are_doors(path: str) -> None:
    """A docstring, what it takes, and a `main` that calls the package; nothing shared, no loops."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    docstring = ast.get_docstring(tree) or ""
    assert 35 <= len(lines(path)) <= 80
    assert f"python {path}" in docstring, "the docstring shows the command"
    assert "xpect" in docstring, "the docstring says what to expect"
    imported = {
        (node.module or "").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert "arcrep" in imported
    assert not imported & {"train", "analysis", "scripts", "torch", "numpy"}


@pytest.mark.parametrize("path", [p for p in DOORS if not p.startswith("scripts/")])
def test_one_name_in_three_places(path: str) -> None:
    """train/x.py has configs/train/x.yaml and writes to results/train/x."""
    verb, stem = Path(path).parent.name, Path(path).stem
    assert f"configs/{verb}/{stem}.yaml" in tracked("configs")
    assert f"results/{verb}/{stem}" in (ROOT / path).read_text(encoding="utf-8")


def test_every_primary_config_has_its_door() -> None:
    primary = [Path(path) for path in tracked("configs/train", "configs/analysis")]
    assert [str(p) for p in primary if f"{p.parent.name}/{p.stem}.py" not in DOORS] == []


@pytest.mark.parametrize("path", DOORS)
def test_no_door_hides_a_package(path: str) -> None:
    """`python analysis/x.py` puts analysis/ first on the path: x would be imported from there."""
    words = re.findall(r'^\s*"([A-Za-z0-9_-]+)', (ROOT / "pyproject.toml").read_text(), re.M)
    taken = {word.lower().replace("-", "_").removesuffix("_learn") for word in words}
    assert Path(path).stem not in taken | {"sklearn", "arcrep"}


@pytest.mark.parametrize("path", PYTHON)
def test_no_file_is_several_rooms(path: str) -> None:
    assert len(lines(path)) <= 400


@pytest.mark.parametrize("path", [*PACKAGE, *DOORS, *tracked("configs")])
def test_source_is_ascii(path: str) -> None:
    assert (ROOT / path).read_bytes().isascii()


def test_no_path_of_a_machine() -> None:
    assert [hit for path in tracked() for hit in hits(MACHINE_PATH, path)] == []


def test_no_address_of_a_registry() -> None:
    assert [hit for path in tracked() for hit in hits(REGISTRY, path)] == []


@pytest.mark.parametrize("path", tracked("constraints"))
def test_constraints_are_exact(path: str) -> None:
    pins = [line for line in lines(path) if line and not line.startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[\w.-]+==[0-9][0-9a-z.]*", pin)] == []
    assert {"torch==2.13.0", "transformers==5.19.0", "numpy==2.3.5", "numba==0.65.0"} <= {*pins}


def test_constraints_cover_what_arcrep_asks_for() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    asked = set(re.findall(r'^\s*"([A-Za-z0-9_-]+)(?:\[\w+\])?>=', text, re.M)) - {"setuptools"}
    asked |= set(re.findall(r'"(\w+)>=', re.search(r"^hub = .*$", text, re.M)[0]))
    pinned = {line.partition("==")[0] for line in lines("constraints/cpu.txt")}
    assert len(asked) > 15
    assert asked <= pinned
