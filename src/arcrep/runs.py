"""Run folders: provenance, metrics, completeness.

A run is one execution of a door (a script in `train/`, `analysis/` or `scripts/`). Its folder
opens with `run.json` (what was run, from which code and data) and closes with `COMPLETE`; a folder
without that marker is unfinished, and readers refuse it.
"""

import contextlib
import errno
import fcntl
import itertools
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Generator, Iterable, Mapping, Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO, cast

MANIFEST = "run.json"
METRICS = "metrics.jsonl"
COMPLETE = "COMPLETE"
_LOCK = ".lock"
_TEMPORARY = re.compile(r"\..+\.\d+\.tmp")  # as `open_atomic` names it
_RECORDED_PACKAGES = ("arcrep", "torch", "numpy", "scipy", "scikit-learn", "umap-learn")


class Interrupted(KeyboardInterrupt):
    """A long run was stopped by a signal and saved; its message says how to go on."""

    def __init__(self, message: str, signal_number: int) -> None:
        super().__init__(message)
        self.exit_code = 128 + signal_number


def write_atomic(path: Path | str, data: str | bytes) -> None:
    """Write a file so that a reader sees the old content or the new, never a part."""
    path = Path(path)
    content = data.encode() if isinstance(data, str) else data
    with open_atomic(path) as temporary:
        temporary.write_bytes(content)


@contextlib.contextmanager
def open_atomic(path: Path | str) -> Generator[Path]:
    """Yield a temporary path beside `path` that takes its place when the block ends well."""
    path = Path(path)
    if not path.name or (path.exists() and not path.is_file()):
        raise ValueError(f"{str(path)!r} is no name for a file, or is something else than a file")
    path = path.resolve() if path.is_symlink() else path
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)  # a full disk does not say where
        raise
    finally:
        temporary.unlink(missing_ok=True)


def check_name(name: object) -> None:
    """Refuse what is no name for the folder of a run.

    Raises:
        ValueError: It is no text, empty, a path, or has control characters.
    """
    if (
        not isinstance(name, str)
        or name in ("", ".", "..")
        or "/" in name
        or not name.isprintable()
    ):
        raise ValueError(
            f"the name of a run is one folder name of printable characters, got {name!r}"
        )


def new_folder(root: Path | str, name: str, seed: int) -> Path:
    """Make a new, empty run folder `<root>/<name>/<time>_seed<k>`, alone among processes."""
    check_name(name)
    stem = f"{datetime.now():%Y-%m-%d_%H-%M-%S}_seed{seed}"
    for count in itertools.count(1):
        folder = Path(root) / name / (stem if count == 1 else f"{stem}_{count}")
        with contextlib.suppress(FileExistsError):
            folder.mkdir(parents=True)
            return folder
    raise AssertionError("unreachable: there is always a next name")


class Run:
    """A run folder open for writing: one writer at a time, `COMPLETE` last."""

    def __init__(self, folder: Path, lock: TextIO, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self._lock = lock

    @classmethod
    def create(
        cls,
        folder: Path | str,
        *,
        door: str,
        config: Mapping[str, Any],
        reads: Sequence[Path | str] = (),
        inputs: Mapping[str, Any] | None = None,
        device: str | None = None,
    ) -> "Run":
        """Open a new run folder and record what is about to be done.

        Args:
            folder: Where; it must be absent or empty.
            door: The script, such as `train/varc.py`.
            config: The composed configuration as plain values.
            reads: Folders of the runs that this one reads.
            inputs: Names and digests of the data that this run uses.
            device: What the run computes on.

        Raises:
            ValueError: The folder holds files, another process writes in it, or a run that this
                one reads is unfinished.
        """
        folder = Path(folder)
        origins = [_origin(Path(path)) for path in reads]
        check_new(folder)  # before anything is made there, and again under the lock
        folder.mkdir(parents=True, exist_ok=True)
        lock = _lock(folder)
        _refuse_files(folder, lock)
        _sweep(folder)
        manifest = {
            "door": door,
            "command": [Path(sys.orig_argv[0]).name, *sys.orig_argv[1:]],
            "started": _now(),
            "code": code_version(),
            "machine": {
                "system": platform.platform(),
                "python": platform.python_version(),
                "device": device,
            },
            "packages": _package_versions(_RECORDED_PACKAGES),
            "inputs": dict(inputs or {}),
            "reads": origins,
            "config": dict(config),
        }
        run = cls(folder, lock, manifest)
        run.write_json(MANIFEST, manifest)
        return run

    @classmethod
    def resume(cls, folder: Path | str) -> "Run":
        """Open an unfinished run folder again.

        Raises:
            ValueError: There is no run in the folder, it is finished, or another process writes it.
        """
        folder = Path(folder)
        manifest = read_manifest(folder)
        if (folder / COMPLETE).exists():
            raise ValueError(f"{folder} is finished ({COMPLETE} is there); nothing to resume")
        lock = _lock(folder)
        if (folder / COMPLETE).exists():  # another process was faster
            lock.close()
            raise ValueError(f"{folder} has just been finished; nothing to resume")
        _sweep(folder)
        return cls(folder, lock, manifest)

    def log(self, **values: Any) -> None:
        """Append one line to metrics.jsonl."""
        with (self.folder / METRICS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(values) + "\n")

    def rewind_metrics(self, step: int) -> None:
        """Drop the metrics of steps after `step`, and lines that cannot be read."""
        path = self.folder / METRICS
        if not path.exists():
            return
        kept = [line for line in read_metrics(self.folder) if line.get("step", 0) <= step]
        write_atomic(path, "".join(json.dumps(line) + "\n" for line in kept))

    def write_text(self, name: str, text: str) -> Path:
        """Write a text file of the run."""
        write_atomic(self.folder / name, text)
        return self.folder / name

    def write_json(self, name: str, value: Any) -> Path:
        """Write a JSON file of the run; ids and other text keep their characters."""
        return self.write_text(name, json.dumps(value, indent=1, ensure_ascii=False) + "\n")

    def complete(self) -> None:
        """Mark the run as finished; nothing is written after this."""
        self.write_json(COMPLETE, {"finished": _now()})

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:  # removed while it is held: a later writer makes one of its own
            (self.folder / _LOCK).unlink(missing_ok=True)
        self._lock.close()


def read_manifest(folder: Path | str, door: str | None = None) -> dict[str, Any]:
    """Read the manifest of a run, finished or not.

    Raises:
        ValueError: There is no run in the folder, or it is not one of the given door.
    """
    path = Path(folder) / MANIFEST
    if not path.is_file():
        raise ValueError(f"{folder} is no run folder: {MANIFEST} is missing")
    manifest = _json_object(path.read_text(encoding="utf-8", errors="replace")) or {}
    made_by = manifest.get("door")
    if not isinstance(made_by, str) or not isinstance(manifest.get("config"), dict):
        raise ValueError(f"{path} was cut or is no manifest of a run")
    if door not in (None, made_by):
        raise ValueError(f"{folder} is a run of {made_by}, not of {door}")
    return manifest


def read_run(folder: Path | str) -> dict[str, Any]:
    """Read the manifest of a finished run.

    Raises:
        ValueError: There is no run in the folder, or it is not finished.
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    if not (folder / COMPLETE).exists():
        raise ValueError(
            f"{folder} is not finished ({COMPLETE} is missing): let the command that began it end"
        )
    return manifest


def read_metrics(folder: Path | str) -> list[dict[str, Any]]:
    """Read metrics.jsonl of a run, but for a last line that was cut while it was written.

    Other lines that are damaged, or are of no step that a run can be at, are left out, with a
    warning.
    """
    path = Path(folder) / METRICS
    if not path.exists() or not path.stat().st_size:
        return []
    texts = path.read_text(encoding="utf-8", errors="replace").removesuffix("\n").split("\n")
    read = [(number, _metrics_line(text)) for number, text in enumerate(texts, 1)]
    damaged = [str(number) for number, line in read[:-1] if line is None]
    if damaged:
        warnings.warn(
            f"{path}: left out, for they are damaged: lines {', '.join(damaged)}", stacklevel=2
        )
    return [line for _, line in read if line is not None]


def _json_object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _metrics_line(text: str) -> dict[str, Any] | None:
    line = _json_object(text)
    step = line.get("step", 0) if line else 0
    return line if type(step) is int and step >= 0 else None


def code_version() -> str:
    """Name the version of the code: the git commit (with `+changes`), else the package version."""
    here = Path(__file__).parent
    try:
        _git(here, "ls-files", "--error-unmatch", Path(__file__).name)  # not a repository around us
        commit = _git(here, "rev-parse", "HEAD")
        changed = _git(here, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return metadata.version("arcrep")
    return commit + ("+changes" if changed else "")


def check_new(folder: Path | str) -> None:
    """Refuse a folder in which no run could be begun; nothing is written.

    Raises:
        ValueError: It holds files, cannot be written, or another process writes in it.
    """
    _refuse_files(Path(folder))
    check_writable(folder)


def check_writable(folder: Path | str) -> None:
    """Refuse a folder that could not be made or written; nothing stays written.

    Raises:
        ValueError: Why it cannot, or that another process writes in it.
    """
    folder = Path(folder)
    place = next(
        place for place in (folder.absolute(), *folder.absolute().parents) if place.exists()
    )
    if not place.is_dir():
        raise ValueError(f"{place} is a file: choose another folder (out=FOLDER)")
    try:  # what rights say is not all: some file systems take no folder from anybody
        Path(tempfile.mkdtemp(prefix=".", dir=place)).rmdir()
    except OSError as error:
        raise ValueError(
            f"{place} cannot be written ({error.strerror}): choose another folder (out=FOLDER)"
        ) from None
    if not (folder / _LOCK).is_file():
        return
    with (folder / _LOCK).open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in {errno.EWOULDBLOCK, errno.EACCES}:
                raise ValueError(f"another process is writing in {folder}") from None


def _sweep(folder: Path) -> None:
    """Remove what a killed writer left half-written, in folders below too.

    The lock says that nobody is writing.
    """
    for path in folder.rglob(".*.tmp"):
        if _TEMPORARY.fullmatch(path.name):
            path.unlink(missing_ok=True)


def _refuse_files(folder: Path, lock: TextIO | None = None) -> None:
    # A temporary file is what a killed writer left before it had made a run.
    ours = (_LOCK, ".tmp")
    if not folder.is_dir() or all(entry.name.endswith(ours) for entry in folder.iterdir()):
        return
    if lock:
        lock.close()
    done = "it is finished: choose another"
    hint = done if (folder / COMPLETE).exists() else "resume it, or choose another"
    raise ValueError(f"{folder} already holds files; {hint} (out=FOLDER)")


def _lock(folder: Path) -> TextIO:
    file = (folder / _LOCK).open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in {errno.EWOULDBLOCK, errno.EACCES}:  # some network disks have no locks
            warnings.warn(
                f"{folder} cannot be locked ({error}); write from one process only", stacklevel=3
            )
            return file
        file.close()
        raise ValueError(f"another process is writing in {folder}") from None
    return file


def _origin(folder: Path) -> dict[str, Any]:
    manifest = read_run(folder)
    return {
        "folder": str(folder.resolve()),
        "door": manifest["door"],
        "started": manifest["started"],
    }


def _package_versions(names: Iterable[str]) -> dict[str, str]:
    versions: dict[str, str] = {}
    for name in names:
        with contextlib.suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    return versions


def _git(folder: Path, *arguments: str) -> str:
    result = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=10,
    )
    return result.stdout.strip()


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
