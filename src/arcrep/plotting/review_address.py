"""Where a review is served: a server that was killed comes back at the address its pages know."""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True)
class Address:
    """A port, 0 for any, and the secret part of the path."""

    port: int
    token: str


def known_address(log: Path, port: int | None = None) -> Address:
    """Return the address of a log's server, or a new one; a port that is given counts.

    A page that is open, or that a browser restores, finds the server again when it was killed.
    """
    known = _read(_file(log)) or Address(0, secrets.token_urlsafe(24))
    return known if port is None else Address(port, known.token)


def remember_address(log: Path, address: Address) -> None:
    """Keep the address of a log's server beside it, in a file that its owner alone can read."""
    path = _file(log)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        json.dump({"port": address.port, "token": address.token}, file)


def _file(log: Path) -> Path:
    return log.with_name(f".{log.name}.address")


def _read(path: Path) -> Address | None:
    """Read an address, unless somebody else could have written or read it."""
    try:
        status = path.lstat()
        if status.st_uid != os.getuid() or status.st_mode & 0o77:
            return None
        found = json.loads(path.read_text(encoding="utf-8"))
        port, token = found["port"], found["token"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    whole = type(port) is int and 0 <= port < 65536 and isinstance(token, str) and len(token) >= 20
    return Address(port, token) if whole else None
