"""Checkpoints: the newest whole one is read, and none is lost to a write that fails."""

import errno
import io
import resource
import struct
import tracemalloc
import zipfile
from pathlib import Path

import pytest
import torch

from arcrep.models import read_saved
from arcrep.training import Checkpoints


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
    path, saved = kept.newest()
    assert path == kept.folder / "step_00000012.pt"
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
        assert kept.newest()[1]["step"] == 8


@pytest.mark.parametrize("content", [None, [], {}, {"step": "twelve"}, {"step": True}])
def test_what_is_no_checkpoint_falls_back_with_a_warning(kept, content):
    torch.save(content, kept.folder / "step_00000012.pt")
    with pytest.warns(UserWarning, match=r"step_00000012.pt is no checkpoint .* the one before"):
        assert kept.newest()[1]["step"] == 8


def test_a_file_of_somebody_else_is_left_alone(kept):
    for name in ("step_00000004_mine.pt", "step_99999999.pt.bak", "step_last.pt"):
        (kept.folder / name).touch()
    kept.save(16, {})
    assert names(kept) == [
        "step_00000004_mine.pt",
        "step_00000012.pt",
        "step_00000016.pt",
        "step_99999999.pt.bak",
        "step_last.pt",
    ]
    assert kept.newest()[1]["step"] == 16


@pytest.mark.filterwarnings("default:.*trying the one before")
def test_what_is_unreadable_pushes_no_good_one_out(kept):
    for step in (97, 98, 99):
        (kept.folder / f"step_{step:08d}.pt").write_bytes(b"junk")
    kept.save(16, {})
    assert names(kept)[:2] == ["step_00000012.pt", "step_00000016.pt"]
    assert kept.newest()[1]["step"] == 16


def content_of(path):
    """Where each record of a checkpoint that holds more than a byte begins and ends."""
    with zipfile.ZipFile(path) as archive, path.open("rb") as file:
        for record in archive.infolist():
            file.seek(record.header_offset + 26)
            name, extra = struct.unpack("<HH", file.read(4))
            begin = record.header_offset + 30 + name + extra
            yield record.filename, begin, begin + record.file_size


def test_one_flipped_bit_anywhere_falls_back_with_a_warning(kept):
    """torch itself reads on."""
    path = kept.folder / "step_00000012.pt"
    whole, records = path.read_bytes(), list(content_of(path))
    assert {"data.pkl", "data/0"} <= {name.partition("/")[2] for name, *_ in records}
    for _, begin, end in records:
        for place in (begin, (begin + end) // 2, end - 1):
            damaged = bytearray(whole)
            damaged[place] ^= 4
            path.write_bytes(damaged)
            with pytest.warns(UserWarning, match=r"step_00000012.pt .* trying the one before"):
                assert kept.newest()[1]["step"] == 8
    path.write_bytes(whole)
    assert kept.newest()[1]["step"] == 12


def test_what_was_written_without_sums_is_read(tmp_path):
    torch.serialization.set_crc32_options(False)
    try:
        torch.save({"a": torch.ones(3)}, tmp_path / "a.pt")
    finally:
        torch.serialization.set_crc32_options(True)
    assert read_saved(tmp_path / "a.pt")["a"].tolist() == [1, 1, 1]


def test_all_cut_is_one_clear_error(kept):
    for path in kept.folder.iterdir():
        path.write_bytes(path.read_bytes()[:3000])
    with (
        pytest.warns(UserWarning, match="trying the one before"),
        pytest.raises(ValueError, match=r"none of the 2 checkpoints in .* can be read"),
    ):
        kept.newest()


def test_a_full_disk_keeps_what_there_is(kept, monkeypatch):
    def full(_content, file):
        file.write(b"some")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(OSError, match=r"No space left.*step_00000016\.pt"):
        kept.save(16, {"weights": torch.zeros(5000)})
    assert kept.newest()[1]["step"] == 12
    assert names(kept) == ["step_00000008.pt", "step_00000012.pt"]


@pytest.mark.parametrize("room", [0, 700, 10_000, 20_000])
def test_a_disk_that_is_full_half_way_says_so(kept, room):
    """torch itself says something else then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
        with pytest.raises(OSError, match=r"File too large.*step_00000016\.pt"):
            kept.save(16, {"weights": torch.zeros(5000)})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert names(kept) == ["step_00000008.pt", "step_00000012.pt"]


def test_ctrl_c_half_way_is_ctrl_c(kept, monkeypatch):
    class Stopped(io.FileIO):
        def write(self, data):
            if self.tell() > 700:
                raise KeyboardInterrupt
            return super().write(data)

    monkeypatch.setattr(Path, "open", lambda path, mode: Stopped(path, mode))
    with pytest.raises(KeyboardInterrupt):
        kept.save(16, {"weights": torch.zeros(5000)})
    assert names(kept) == ["step_00000008.pt", "step_00000012.pt"]


def test_what_is_written_is_not_copied_first(kept):
    """A checkpoint of TRM holds gigabytes."""
    tracemalloc.start()
    try:
        kept.save(16, {"weights": torch.zeros(1_000_000)})
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 400_000
