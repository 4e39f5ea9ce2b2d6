"""What a reviewer judged of tasks, in a log from which nothing is lost.

A log is JSON lines: the first names the reviewer, each further one is a judgment of one task, and
the last judgment of a task counts. A line is on the disk before anyone is told that it is saved; a
last line that was cut while it was written was promised to nobody, and does not count.
"""

import errno
import fcntl
import json
import os
import threading
import warnings
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, cast, get_args

from arcrep.arc.grid import brief
from arcrep.arc.strict_json import parse_json, read_file

FORMAT = "arcrep reviews 1"

Verdict = Literal["valid", "rule_inconsistent", "ambiguous", "concept_not_faithful"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

_MAX_NOTE = 10_000


@dataclass(frozen=True)
class Review:
    """One judgment of a task as it was under a digest; no verdict takes an earlier one back.

    `blind` says that the reviewer had not seen program, sentence or labels; `key` tells a judgment
    that arrives twice from two judgments.
    """

    task: str
    digest: str
    verdict: Verdict | None
    note: str
    blind: bool
    key: str
    time: str

    @property
    def invalid(self) -> bool:
        """Whether the verdict is one of those against the task."""
        return self.verdict not in {None, "valid"}


@dataclass(frozen=True)
class ReviewFile:
    """A log: who reviewed, and the judgments in the order in which they were given."""

    reviewer: str
    reviews: tuple[Review, ...]

    @property
    def latest(self) -> dict[str, Review]:
        """The judgment of each task that counts."""
        return latest_reviews(self.reviews)


def latest_reviews(reviews: Iterable[Review]) -> dict[str, Review]:
    """Keep the last judgment of each task, unless it takes the verdict back."""
    last = {review.task: review for review in reviews}
    return {task: review for task, review in last.items() if review.verdict is not None}


def review_from_json(value: object, where: str) -> Review:
    """Check a judgment that comes from a file or from a browser; a missing time is now.

    Raises:
        ValueError: It is none; the message opens with `where`.
    """
    record: dict[str, Any] = dict(cast("dict[str, Any]", value)) if isinstance(value, dict) else {}
    record.setdefault("time", datetime.now().astimezone().isoformat(timespec="seconds"))
    names = {field.name for field in fields(Review)}
    if set(record) != names:
        raise ValueError(f"{where}: is {brief(value)}: a judgment has {', '.join(sorted(names))}")
    if record["verdict"] is not None and record["verdict"] not in VERDICTS:
        known = ", ".join(VERDICTS)
        raise ValueError(f"{where}: verdict is {brief(record['verdict'])}: choose from {known}")
    if type(record["blind"]) is not bool:
        raise ValueError(f"{where}: blind is {brief(record['blind'])}: it is true or false")
    for name in names - {"verdict", "blind"}:
        if not isinstance(record[name], str) or len(record[name]) > _MAX_NOTE:
            shown = brief(record[name])
            raise ValueError(f"{where}: {name} is {shown}: it is text of at most {_MAX_NOTE:,}")
    record["note"] = record["note"].encode(errors="replace").decode()  # halves of characters
    return Review(**record)


def read_reviews(path: Path | str) -> ReviewFile:
    """Read a log, whether or not somebody writes it.

    Raises:
        ValueError: It is no log of reviews, or a line is wrong; the message names the line.
    """
    return _parse(read_file(Path(path)), str(path))


class ReviewLog:
    """The log of one reviewer, open for writing by one server.

    Raises:
        ValueError: The file is no log, is another reviewer's, or another process writes it.
    """

    def __init__(self, path: Path | str, reviewer: str) -> None:
        self.path, self.reviewer = Path(path), check_reviewer(reviewer)
        self._guard = threading.Lock()
        self._file = self.path.open("a+b", buffering=0)
        try:
            _lock(self._file.fileno(), self.path)
            self._mend()
            found = _parse(read_file(self.path), str(self.path))
            if found.reviewer != reviewer:
                raise ValueError(
                    f"{path} holds reviews of {found.reviewer!r}, not of {reviewer!r}: "
                    "name another file (--reviews FILE)"
                )
        except BaseException:
            self._file.close()
            raise
        self.reviews = list(found.reviews)
        self._keys = {review.key for review in self.reviews}

    def append(self, review: Review) -> None:
        """Put a judgment on the disk; one that is there already is left alone.

        Raises:
            OSError: It could not be written: nothing of it is left in the file.
        """
        with self._guard:
            if review.key not in self._keys:
                self._write(asdict(review))
                self.reviews.append(review)
                self._keys.add(review.key)

    def _write(self, record: dict[str, Any]) -> None:
        line = (json.dumps(record, ensure_ascii=False) + "\n").encode(errors="replace")
        here = os.fstat(self._file.fileno())
        if not (self.path.exists() and os.path.samestat(here, self.path.stat())):
            raise OSError(
                errno.ENOENT, "the file was moved or removed while it was open", self.path
            )
        if here.st_size != self._size:
            raise OSError(
                errno.EBUSY, "another program changed the file while it was open", self.path
            )
        try:
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self.path)
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(here.st_size)
            error.filename = error.filename or str(self.path)
            raise
        self._size += len(line)

    def _mend(self) -> None:
        """Cut a line that a killed writer left half, and begin a new file with its first line."""
        content = read_file(self.path)
        self._size = len(content)
        header = {"format": FORMAT, "reviewer": self.reviewer}
        whole = content.rfind(b"\n") + 1
        if whole or not json.dumps(header).encode().startswith(content):
            _parse(content, str(self.path))  # what is no log of ours is left as it is
        if whole != len(content):
            warnings.warn(f"{self.path}: the last line was cut and is dropped", stacklevel=3)
            self._file.truncate(whole)
            self._size = whole
        if whole == 0:
            self._write(header)

    def close(self) -> None:
        """Let others write."""
        self._file.close()

    def __enter__(self) -> "ReviewLog":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def check_reviewer(name: str) -> str:
    """Return a reviewer's name, or refuse one that could not be part of a file name."""
    if not 0 < len(name) <= 60 or not name.replace("-", "").replace("_", "").isalnum():
        raise ValueError(
            f"the reviewer is {name!r}: use letters, digits, - and _ (--reviewer NAME)"
        )
    return name


def _parse(content: bytes, where: str) -> ReviewFile:
    lines = content.split(b"\n")[:-1]
    header = parse_json(lines[0], f"{where}: line 1") if lines else None
    if not isinstance(header, dict) or cast("dict[str, Any]", header).get("format") != FORMAT:
        raise ValueError(f"{where}: is no log of reviews: its first line names {FORMAT!r}")
    reviews: list[Review] = []
    for number, line in enumerate(lines[1:], 2):
        place = f"{where}: line {number}"
        reviews.append(review_from_json(parse_json(line, place), place))
    return ReviewFile(check_reviewer(str(header.get("reviewer"))), tuple(reviews))


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in {errno.EWOULDBLOCK, errno.EACCES}:
            raise ValueError(f"another server writes {path}: stop it, or use its page") from None
        warnings.warn(f"{path} cannot be locked ({error}): run one server only", stacklevel=4)
