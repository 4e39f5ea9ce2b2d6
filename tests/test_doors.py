"""How a script takes its command line, and how a user's mistake is told."""

import os
import subprocess
import sys
import warnings

import pytest
from hydra.core.override_parser.overrides_parser import OverridesParser

from arcrep.doors import as_list, check_targets, door, quote_overrides, user_errors
from arcrep.runs import Interrupted


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("data.ids=[007]", "data.ids=['007']"),
        ("data.ids=[00576224,62e37015]", "data.ids=['00576224','62e37015']"),
        ("data.ids=[ 1e5 , a b ]", "data.ids=['1e5','a b']"),
        ("data.ids=['a','b']", "data.ids=['a','b']"),
        ('data.ids=["a"]', 'data.ids=["a"]'),
        ("data.ids=[]", "data.ids=[]"),
        ("data.ids=null", "data.ids=null"),
        ("data.ids=", "data.ids="),
        ("out=007", "out='007'"),
        ("out=a b", "out='a b'"),
        ("out=a,b=c", "out='a,b=c'"),
        ("out=it's", r"out='it\'s'"),
        ("out='x'", "out='x'"),
        ("out=${oc.env:HOME}", "out='${oc.env:HOME}'"),
        ("++out=007", "++out='007'"),
        ("seed=007", "seed=007"),
        ("out", "out"),
        ("--help", "--help"),
    ],
)
def test_ids_and_paths_are_quoted(given, expected):
    assert quote_overrides([given], ["data.ids", "out"]) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "007",
        "1e5",
        "00576224",
        "true",
        "a,b",
        "a b",
        "it's",
        "{a}",
        "x=y",
        "[a",
        "a\\b",
        "a\\",
        "a\\'b",
        "a\\\\",
        "#a",
    ],
)
def test_a_quoted_path_reaches_hydra_as_it_was_typed(text):
    """Hydra's own parser reads what we quote."""
    (override,) = OverridesParser.create().parse_overrides(
        quote_overrides([f"out={text}"], ["out"])
    )
    assert override.value() == text


def raising(error):
    @user_errors
    def main():
        raise error

    return main


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (ValueError("two\n lines"), 2, "error: two lines"),
        (
            FileNotFoundError(2, "No such file or directory", "x"),
            2,
            "error: No such file or directory: x",
        ),
        (OSError("no number"), 2, "error: no number"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (Interrupted("stopped; go on", 15), 143, "stopped; go on"),
    ],
)
def test_a_mistake_is_one_line_and_an_exit_code(error, code, line, capsys):
    with pytest.raises(SystemExit) as stop:
        raising(error)()
    assert stop.value.code == code
    assert capsys.readouterr().err == line + "\n"


@pytest.mark.parametrize("error", [TypeError("ours"), KeyError("ours"), AssertionError("ours")])
def test_our_own_faults_are_shown_in_full(error):
    with pytest.raises(type(error)):
        raising(error)()


def test_the_traceback_on_request(monkeypatch):
    monkeypatch.setenv("ARCREP_TRACEBACK", "1")
    with pytest.raises(ValueError, match="here"):
        raising(ValueError("here"))()


def test_a_closed_pipe_is_quiet(tmp_path):
    code = (
        "from arcrep.doors import door\n"
        "def main():\n    for _ in range(100000): print('line')\n"
        "door(main)()"
    )
    reader = subprocess.run(
        f'{sys.executable} -c "$CODE" 2> {tmp_path}/err | head -1; exit ${{PIPESTATUS[0]}}',
        shell=True,
        executable="/bin/bash",
        env={**os.environ, "CODE": code},
        capture_output=True,
        text=True,
    )
    assert reader.stdout == "line\n"
    assert reader.returncode == 1
    assert (tmp_path / "err").read_text() == ""


def test_a_door_quotes_its_text_and_tells_warnings_in_a_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["door.py", "out=007", "seed=1"])
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    seen = []

    def main():
        seen.extend(sys.argv[1:])
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            warnings.warn("mind this", stacklevel=1)

    door(main, text_keys=("out",))()
    assert seen == ["out='007'", "seed=1"]
    assert capsys.readouterr().err == "warning: mind this\n"


def test_a_setting_that_a_script_does_not_have_cannot_be_added(monkeypatch, capsys):
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setattr(sys, "argv", ["door.py", "+per_concpet=5"])
    with pytest.raises(SystemExit) as stop:
        door(lambda: pytest.fail("the script ran"))()
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith("error: +per_concpet=5: no setting can be added")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("++x=1", "++x=1: no setting can be added to a script's own"),
        ("++x.y=1", "++x.y=1: no setting can be added to a script's own"),
        ("+x.y=1", "+x.y=1: there is no setting x"),
        *((given, f"{given}: no setting can be left out") for given in ("~name", "~name=trm")),
        ("~loop.epochs", "~loop.epochs: no setting can be left out"),
        *(
            (given, f"{given}: a setting is given as NAME=VALUE")
            for given in ("=5", "=", "==", "@a=1", "+=3", "++=3", "~=3", "~", "+")
        ),
        *(
            (given, f"{given}: a setting is given as NAME=VALUE")
            for given in ("seed", "seed=[1", "(", "a b=1", "seed==1", "{}=1")
        ),
    ],
)
def test_what_is_no_setting_is_one_line(script, given, told):
    """Of a script that Hydra starts: some of it is for Hydra to find."""
    mistake = script("train/trm.py", "data=starter", "debug=smoke_trm", given).mistake
    assert mistake.startswith(f"error: {told}")
    assert "hydra.cc" not in mistake


@pytest.mark.parametrize("given", ["out=", "out=''", 'out=" "'])
def test_a_text_that_is_empty_is_no_wish_for_the_default(monkeypatch, capsys, given):
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setattr(sys, "argv", ["door.py", given])
    with pytest.raises(SystemExit) as stop:
        door(lambda: pytest.fail("the script ran"), text_keys=("out",))()
    assert stop.value.code == 2
    assert "gives nothing: give a value, or drop it" in capsys.readouterr().err


def test_one_thing_is_a_list_of_one():
    assert as_list(None) == []
    assert as_list("Count") == ["Count"]
    assert as_list(["Count", "Copy"]) == ["Count", "Copy"]


def test_a_recorded_configuration_runs_parts_of_ours_only():
    check_targets({"data": {"_target_": "arcrep.data.TaskChoice"}, "list": [1], "none": None})
    for config in (
        {"_target_": "os.system"},
        {"a": {"b": {"_target_": "arcrepx.evil"}}},
        {"a": [{"_target_": "os.system"}]},
        {"_target_": "arcrep.runs.os.system"},
        {"_target_": 3},
    ):
        with pytest.raises(ValueError, match="not a part of arcrep"):
            check_targets(config)


def test_commas_in_quotes_are_part_of_an_item(monkeypatch):
    monkeypatch.setenv("HOME", "/somewhere")
    given = ["runs=['/w/a,b',c]", 'runs=["a,b",7]', "runs=~/x", "runs=a~/x"]
    expected = [
        "runs=['/w/a,b','c']",
        "runs=[\"a,b\",'7']",
        "runs='/somewhere/x'",
        "runs='a~/x'",
    ]
    assert quote_overrides(given, ["runs"]) == expected


def test_a_door_prints_anything_in_any_locale(tmp_path):
    code = "from arcrep.doors import door\ndoor(lambda: print('Gr\\u00f6\\u00dfe'))()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"Gr\\xf6\\xdfe\n")
