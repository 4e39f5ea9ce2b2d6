"""Every script: its help, its docstring, its configuration, its length, its name."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from omegaconf import OmegaConf

from arcrep.arc import load, write_tasks

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("train", "analysis", "scripts")
    for path in (ROOT / folder).glob("*.py")
)
HYDRA_DOORS = [name for name in SCRIPTS if "hydra" in (ROOT / name).read_text()]
EVERY_SCRIPT = pytest.mark.parametrize("name", SCRIPTS)
EVERY_HYDRA_DOOR = pytest.mark.parametrize("name", HYDRA_DOORS)


def test_there_are_scripts():
    assert {"train/varc.py", "scripts/check_published.py"} <= set(SCRIPTS)
    assert [name for name in SCRIPTS if name not in HYDRA_DOORS] == [
        name for name in SCRIPTS if name.startswith("scripts/") and "generate" not in name
    ]


@EVERY_SCRIPT
def test_it_answers_help(script, name, tmp_path):
    result = script(name, "--help")
    assert result.code == 0, result.err
    assert len(result.out) > 100
    assert result.err == ""
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_in_a_real_process_is_one_line():
    command = [sys.executable, str(ROOT / "scripts/check_published.py"), "nowhere"]
    wrong = subprocess.run(command, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert re.fullmatch(
        r"error: nowhere/about.json cannot be read: No such file.*: copy it again .*\n",
        wrong.stderr,
    )


@EVERY_SCRIPT
def test_it_is_short_and_its_docstring_tells_how_to_call_it(name):
    text = (ROOT / name).read_text()
    assert 35 <= len(text.splitlines()) <= 80
    docstring = ast.get_docstring(ast.parse(text))
    assert docstring
    assert f"    python {name} " in docstring
    for word in ("hardware", "duration", "expect"):
        assert word in docstring.lower() or "seconds on any machine" in docstring.lower(), word


@EVERY_SCRIPT
def test_it_hides_no_package(name):
    """A script's own folder comes first on the path, so its name would win over a package's."""
    assert importlib.util.find_spec(Path(name).stem) is None


@EVERY_SCRIPT
def test_its_work_is_in_the_library(name):
    tree = ast.parse((ROOT / name).read_text())
    imported = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {
        node.module.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
    }
    outside = imported - set(sys.stdlib_module_names)
    assert outside <= {"arcrep", "hydra", "omegaconf"}


@EVERY_HYDRA_DOOR
def test_its_configuration_has_its_name_and_its_keys(name):
    """The same keys in dataclass and YAML, with the same defaults where the dataclass has any."""
    config = OmegaConf.load(ROOT / "configs" / Path(name).with_suffix(".yaml"))
    tree = ast.parse((ROOT / name).read_text())
    (root,) = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    fields = {
        node.target.id: ast.unparse(node.value)
        for node in root.body
        if isinstance(node, ast.AnnAssign)
    }
    groups = {
        next(iter(entry)).removeprefix("/")
        for entry in config.defaults
        if not isinstance(entry, str)
    }
    plain = set(config) - {"defaults", "hydra"}
    assert plain <= set(fields)
    assert set(fields) - plain <= groups
    assert {"out", "dry_run", "name"} <= plain
    for key in plain:
        if re.fullmatch(r"'.*'|\d+(\.\d+)?|True|False|None", fields[key]):
            assert config[key] == ast.literal_eval(fields[key]), key
    order = [entry if isinstance(entry, str) else next(iter(entry)) for entry in config.defaults]
    assert order[0].endswith("_schema")
    assert order[1] == "_self_"  # else the primary overrides an experiment


@EVERY_HYDRA_DOOR
def test_a_misspelled_key_is_one_line(script, name, tmp_path):
    assert "sead" in script(name, "sead=1").mistake
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def chain(run_script, tmp_path_factory):
    """A folder with a finished run of each door that another one reads."""
    folder = tmp_path_factory.mktemp("chain")
    write_tasks(load("starter"), folder / "tasks.json", form="file")
    small = ("data.source=tasks.json", "experiment=varc_small", "debug=smoke", "data.limit=null")
    for name, *overrides in (
        ("train/varc.py", *small, "loop.epochs=1", "out=train"),
        ("analysis/extract_model.py", "run=train", "out=vectors"),
        ("analysis/separation.py", "run=vectors", "permutations=10", "out=separation"),
    ):
        result = run_script(folder, name, *overrides)
        assert result.code == 0, result.err
    return folder


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("train/varc.py", ["data.source=tasks.json", "model=varc_small"]),
        ("analysis/extract_model.py", ["run=train"]),
        ("analysis/separation.py", ["run=vectors", "permutations=10"]),
        ("analysis/projection.py", ["run=vectors"]),
        ("analysis/score.py", ["runs=[train]", "source=tasks.json"]),
    ],
)
def test_a_dry_run_writes_nothing(run_script, chain, name, overrides):
    before = sorted(chain.rglob("*"))
    result = run_script(chain, name, *overrides, "dry_run=true")
    assert result.code == 0, result.err
    assert result.out  # it says what would be done
    assert sorted(chain.rglob("*")) == before
