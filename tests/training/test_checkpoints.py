"""Checkpoints: the newest whole one is read, and none is lost to a write that fails."""

import errno

import pytest
import torch

from arcrep.training import Checkpoints, checkpoints


@pytest.fixture
def kept(tmp_path):
    """Checkpoints of steps 4, 8 and 12."""
    made = Checkpoints(tmp_path)
    for step in (4, 8, 12):
        made.save(step, {"weights": torch.full((5000,), float(step))})
    return made


def names(made):
    return sorted(path.name for path in made.folder.iterdir())


def test_the_newest_two_are_kept(kept):
    assert names(kept) == ["step_00000008.pt", "step_00000012.pt"]
    saved = kept.newest()
    assert saved["step"] == 12
    assert (saved["weights"] == 12).all()


def test_none_is_none(tmp_path):
    assert Checkpoints(tmp_path).newest() is None


@pytest.mark.parametrize("share", [0, 0.001, 0.05, 0.1, 0.3, 0.6, 0.9, 0.999])
def test_a_cut_newest_falls_back_with_a_warning(kept, share):
    path = kept.folder / "step_00000012.pt"
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.warns(UserWarning, match="step_00000012.pt .* trying the one before"):
        assert kept.newest()["step"] == 8


def test_all_cut_is_one_clear_error(kept):
    for path in kept.folder.iterdir():
        path.write_bytes(path.read_bytes()[:3000])
    with (
        pytest.warns(UserWarning, match="trying the one before"),
        pytest.raises(ValueError, match=r"none of the 2 checkpoints in .* can be read"),
    ):
        kept.newest()


def test_a_full_disk_keeps_what_there_is(kept, monkeypatch):
    def full(path, data):
        path.with_name(f".{path.name}.1.tmp").write_bytes(data[:100])
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(checkpoints, "write_atomic", full)
    with pytest.raises(OSError, match="No space left"):
        kept.save(16, {"weights": torch.zeros(5000)})
    assert kept.newest()["step"] == 12
    assert names(kept) == ["step_00000008.pt", "step_00000012.pt"]  # the orphan was swept
