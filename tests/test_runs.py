"""Run folders, locks and atomic writes."""

import errno
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arcrep.runs import (
    Run,
    new_folder,
    open_atomic,
    read_manifest,
    read_metrics,
    read_run,
    write_atomic,
)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def python(code, *arguments):
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)


# Atomic writes


def test_text_and_bytes_are_written_with_their_folders(tmp_path):
    write_atomic(tmp_path / "a/b/text", "\u00e4\n")
    write_atomic(str(tmp_path / "a/b/bytes"), b"\x00\xff")
    assert (tmp_path / "a/b/text").read_bytes() == "\u00e4\n".encode()
    assert (tmp_path / "a/b/bytes").read_bytes() == b"\x00\xff"
    assert names(tmp_path / "a/b") == ["bytes", "text"]


def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(tmp_path):
    path = tmp_path / "file"
    write_atomic(path, "old")

    def fill_the_disk():
        with open_atomic(path) as temporary:
            temporary.write_text("ne")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        fill_the_disk()
    assert path.read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_a_reader_never_sees_a_part(tmp_path):
    path = tmp_path / "file"
    write_atomic(path, "old")
    with open_atomic(path) as temporary:
        temporary.write_text("new")
        assert path.read_text() == "old"
        assert temporary.parent == path.parent  # a rename across disks is none
    assert path.read_text() == "new"


# New folders


def test_a_new_folder_has_time_and_seed_in_its_name(tmp_path):
    folder = new_folder(tmp_path / "results", "small", seed=3)
    assert folder.parent == tmp_path / "results/small"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_seed3", folder.name)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "/a", "a\nb", "\x1b[1m", "\udcff"])
def test_a_name_is_one_folder(tmp_path, name):
    with pytest.raises(ValueError, match="one folder name"):
        new_folder(tmp_path, name, seed=0)


def test_processes_never_share_a_new_folder(tmp_path):
    code = (
        "import sys; from arcrep.runs import new_folder; sys.stdin.readline()\n"
        "for _ in range(30): print(new_folder(sys.argv[1], 'race', 0))"
    )
    racers = [python(code, tmp_path) for _ in range(2)]
    for racer in racers:
        racer.stdin.write("go\n")
        racer.stdin.flush()
    found = [line for racer in racers for line in racer.communicate()[0].splitlines()]
    assert len(found) == 60
    assert len(set(found)) == 60
    assert all(Path(folder).is_dir() for folder in found)


# Runs


def test_a_run_opens_with_its_record_and_closes_with_its_marker(tmp_path):
    with Run.create(tmp_path / "read", door="first", config={}) as first:
        first.complete()
    config = {"seed": 0, "ids": ["007", "\u00e4"]}
    with Run.create(
        tmp_path / "run",
        door="train/varc.py",
        config=config,
        reads=[tmp_path / "read"],
        inputs={"tasks": {"digest": "abc"}},
    ) as run:
        with pytest.raises(
            ValueError, match=r"not finished .COMPLETE is missing.: let the command"
        ):
            read_run(tmp_path / "run")
        run.log(step=1, loss=0.5)
        run.write_text("notes.txt", "x")
        run.complete()
    manifest = read_run(tmp_path / "run")
    assert manifest["door"] == "train/varc.py"
    assert manifest["config"] == config
    assert manifest["inputs"] == {"tasks": {"digest": "abc"}}
    (origin,) = manifest["reads"]
    assert (origin["folder"], origin["door"]) == (str(tmp_path / "read"), "first")
    assert manifest["packages"]["torch"]
    assert manifest["code"]
    assert Path(manifest["command"][0]).name == manifest["command"][0]  # no path of the machine
    assert read_metrics(tmp_path / "run") == [{"step": 1, "loss": 0.5}]
    assert names(tmp_path / "run") == ["COMPLETE", "metrics.jsonl", "notes.txt", "run.json"]


def test_a_folder_with_files_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="already holds files; resume it, or choose another"):
        Run.create(tmp_path, door="a", config={})
    assert names(tmp_path) == ["notes.txt"]


def test_a_finished_run_is_neither_created_nor_resumed_again(tmp_path):
    with Run.create(tmp_path, door="a", config={}) as run:
        run.complete()
    with pytest.raises(ValueError, match="already holds files; it is finished: choose"):
        Run.create(tmp_path, door="a", config={})
    with pytest.raises(ValueError, match="is finished"):
        Run.resume(tmp_path)


def test_a_run_that_reads_an_unfinished_one_is_refused(tmp_path):
    with Run.create(tmp_path / "first", door="a", config={}):
        pass
    with pytest.raises(ValueError, match="first is not finished"):
        Run.create(tmp_path / "second", door="b", config={}, reads=[tmp_path / "first"])
    assert names(tmp_path) == ["first"]  # nothing is left behind


def test_an_empty_folder_is_taken(tmp_path):
    with Run.create(tmp_path, door="a", config={}):
        assert (tmp_path / "run.json").exists()


def test_what_is_no_run_is_refused(tmp_path):
    for read in (read_manifest, read_run, Run.resume):
        with pytest.raises(ValueError, match=r"no run folder: run.json is missing"):
            read(tmp_path)
    with Run.create(tmp_path, door="a", config={}):
        pass
    assert read_manifest(tmp_path, "a")["door"] == "a"
    with pytest.raises(ValueError, match="is a run of a, not of b"):
        read_manifest(tmp_path, "b")


def test_one_writer_at_a_time(tmp_path):
    code = (
        "import sys; from arcrep.runs import Run\n"
        "with Run.create(sys.argv[1], door='a', config={}): print('open', flush=True), input()"
    )
    other = python(code, tmp_path)
    assert other.stdout.readline() == "open\n"
    with pytest.raises(ValueError, match="another process is writing"):
        Run.resume(tmp_path)
    other.kill()  # its lock dies with it
    other.communicate()
    with Run.resume(tmp_path) as run:
        assert run.manifest["door"] == "a"


def test_metrics_are_rewound_and_a_cut_line_is_dropped(tmp_path):
    with Run.create(tmp_path, door="a", config={}) as run:
        run.rewind_metrics(5)  # there is nothing yet
        for step in (2, 4, 6):
            run.log(step=step)
        with (tmp_path / "metrics.jsonl").open("a") as file:
            file.write('{"step": 3, "lo')
        assert [line["step"] for line in read_metrics(tmp_path)] == [2, 4, 6]
        run.rewind_metrics(4)
        assert (tmp_path / "metrics.jsonl").read_text() == '{"step": 2}\n{"step": 4}\n'
        run.log(step=5)
        run.rewind_metrics(-1)
        assert read_metrics(tmp_path) == []


def test_json_of_a_run_keeps_its_characters(tmp_path):
    with Run.create(tmp_path, door="a", config={}) as run:
        path = run.write_json("x.json", {"id": "\u00e4"})
    assert "\u00e4" in path.read_text(encoding="utf-8")
    assert json.loads(path.read_text(encoding="utf-8")) == {"id": "\u00e4"}


def test_metrics_are_read_up_to_a_torn_line(tmp_path):
    with Run.create(tmp_path / "run", door="a", config={}) as run:
        run.log(step=1)
        run.log(step=2)
        with (run.folder / "metrics.jsonl").open("a") as file:
            file.write("\0\0\0\n")
        assert read_metrics(run.folder) == [{"step": 1}, {"step": 2}]
        run.rewind_metrics(1)
        assert (run.folder / "metrics.jsonl").read_text() == '{"step": 1}\n'


def test_a_temporary_of_a_killed_writer_does_not_block_a_folder(tmp_path):
    (tmp_path / ".run.json.123.tmp").touch()
    with Run.create(tmp_path, door="a", config={}) as run:
        run.complete()
    assert read_run(tmp_path)["door"] == "a"


def test_damaged_lines_of_metrics_are_left_out_with_a_warning(tmp_path):
    lines = ['{"step": 1}', "[1]", "12", '{"step": 2}', "{", '{"step": 3}', ""]
    (tmp_path / "metrics.jsonl").write_text("\n".join(lines))
    with pytest.warns(UserWarning, match="they are damaged: lines 2, 3, 5"):
        assert [line["step"] for line in read_metrics(tmp_path)] == [1, 2, 3]


def test_a_last_line_that_lacks_its_end_alone_is_kept(tmp_path):
    with Run.create(tmp_path, door="a", config={}) as run:
        (tmp_path / "metrics.jsonl").write_text('{"step": 1}\n{"step": 2}')
        run.rewind_metrics(2)
        run.log(step=3)
    assert [line["step"] for line in read_metrics(tmp_path)] == [1, 2, 3]


@pytest.mark.parametrize("step", ["-1", "1.5", "Infinity", "1e999", "NaN", "true", '"2"', "[]"])
def test_a_line_of_no_step_that_there_is_is_damaged(tmp_path, step):
    with Run.create(tmp_path, door="a", config={}) as run:
        (tmp_path / "metrics.jsonl").write_text(f'{{"step": {step}}}\n{{"step": 2}}\n')
        with pytest.warns(UserWarning, match="they are damaged: lines 1"):
            run.rewind_metrics(2)
    assert (tmp_path / "metrics.jsonl").read_text() == '{"step": 2}\n'


def test_what_a_killed_writer_left_goes_when_its_run_goes_on(tmp_path):
    with Run.create(tmp_path, door="a", config={}):
        pass
    (tmp_path / ".model.pt.123.tmp").touch()
    (tmp_path / ".mine.tmp").touch()
    (tmp_path / "below").mkdir()
    (tmp_path / "below/.step_00000004.pt.123.tmp").touch()
    with Run.resume(tmp_path):
        assert names(tmp_path) == [".lock", ".mine.tmp", "below", "run.json"]
        assert names(tmp_path / "below") == []


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"door": [], "config": {}}', '{"door": "a", "config": [["b", 1]]}', "\udcff"],
)
def test_a_cut_manifest_is_named(tmp_path, text):
    (tmp_path / "run.json").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(ValueError, match=r"run\.json was cut or is no manifest"):
        read_manifest(tmp_path)
