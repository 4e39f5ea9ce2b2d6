"""What compile=auto comes to, and what compile=true asks for."""

import pytest
import torch

import arcrep.training.compiling as module
from arcrep.training.compiling import check_compile, whether_to_compile

CPU, CUDA = torch.device("cpu"), torch.device("cuda")
DOORS = ("train/trm.py", "train/varc.py")


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine with the programs, packages and headers that are named."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.delenv("CXX", raising=False)

    def has(*things):
        monkeypatch.setattr(module.shutil, "which", lambda name: name if name in things else None)
        monkeypatch.setattr(module, "find_spec", lambda name: name if name in things else None)
        monkeypatch.setattr(module.sysconfig, "get_path", lambda _: str(tmp_path))
        if "Python.h" in things:
            (tmp_path / "Python.h").write_text("")

    return has


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_auto_compiles_on_a_gpu_with_a_compiler(machine, compiler):
    machine(compiler, "triton", "Python.h")
    on, said = whether_to_compile("auto", CUDA)
    assert on
    assert said == "compile=auto: compiled, for there are a GPU and a compiler"
    assert whether_to_compile(True, CUDA) == (True, "")
    assert whether_to_compile(False, CUDA) == (False, "")


@pytest.mark.parametrize(
    ("things", "told"),
    [
        (("triton", "Python.h"), "a C compiler, and there is no gcc or clang: install one"),
        (("gcc", "Python.h"), "Triton, which is not installed"),
        (("gcc", "triton"), "Python's headers, and there is no"),
    ],
)
def test_what_is_missing_on_a_gpu_is_said(machine, things, told):
    machine(*things)
    on, said = whether_to_compile("auto", CUDA)
    assert not on
    assert said.startswith(f"compile=auto: not compiled, for that needs {told}")
    assert "\n" not in said
    with pytest.raises(ValueError, match=f"compile=true needs {told}.*, or leave compile=false"):
        whether_to_compile(True, CUDA)


def test_auto_does_not_compile_on_a_cpu(machine, monkeypatch):
    monkeypatch.setattr(module.sys, "platform", "linux")
    machine("g++")
    said = "compile=auto: not compiled, for cpu is no GPU"
    assert whether_to_compile("auto", CPU) == (False, said)
    assert whether_to_compile(True, CPU) == (True, "")
    machine()
    assert whether_to_compile("auto", CPU) == (False, said)
    assert whether_to_compile(False, CPU) == (False, "")
    with pytest.raises(ValueError, match=r"needs a C\+\+ compiler, and there is no g\+\+"):
        whether_to_compile(True, CPU)


def test_another_compiler_can_be_named(machine, monkeypatch):
    machine("triton", "Python.h", "mycc")
    monkeypatch.setenv("CC", "mycc")
    assert whether_to_compile("auto", CUDA)[0]
    monkeypatch.setenv("CC", "other")
    assert "there is no other" in whether_to_compile("auto", CUDA)[1]


@pytest.mark.parametrize("setting", ["maybe", "true", ""])
def test_what_is_no_answer_is_refused(setting):
    with pytest.raises(ValueError, match="compile is auto, true or false"):
        check_compile(setting)


@pytest.mark.parametrize("door", DOORS)
def test_a_run_says_in_one_line_what_auto_comes_to(script, door):
    asked = ("data=starter", "device=cpu", "dry_run=true", "schedule=constant")
    lines = script(door, *asked).out.splitlines()
    assert "compile=auto: not compiled, for cpu is no GPU" in lines
    assert "compile" not in script(door, *asked, "compile=false").out
    assert (
        "compile is auto, true or false, got 'maybe'"
        in script(door, *asked, "compile=maybe").mistake
    )
