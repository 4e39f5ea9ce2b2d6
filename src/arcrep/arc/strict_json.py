"""JSON read strictly: UTF-8, each key once, finite numbers, and errors that say what to do."""

import json
import math
from pathlib import Path
from typing import Any, NoReturn

from arcrep.arc.grid import brief

_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "UTF-8"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def read_file(path: Path) -> bytes:
    """Read a regular file, or say in one line why it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            kind = "a folder" if path.is_dir() else "no regular file"
            raise ValueError(f"{path}: is {kind}, but a file is needed here: rename or remove it")
        return path.read_bytes()
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None


def parse_json(raw: bytes, where: str) -> Any:
    """Parse the bytes of a JSON document.

    Raises:
        ValueError: It is not UTF-8 (or opens with a byte-order mark), is not JSON, repeats a key,
            holds NaN or an infinite number, or is nested deeper than the parser can go.
    """
    text = _decode(raw, where)
    try:
        return json.loads(
            text, object_pairs_hook=_unique_keys, parse_constant=_refuse, parse_float=_finite
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"{where}: {_diagnosis(text, error)}") from None
    except RecursionError:
        raise ValueError(f"{where}: is nested too deeply for task data") from None
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _decode(raw: bytes, where: str) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            raise ValueError(
                f"{where}: opens with a byte-order mark ({encoding}): "
                "save it as UTF-8 without byte-order mark"
            )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{where}: byte 0x{raw[error.start]:02x} at offset {error.start} is not UTF-8: "
            "save it as UTF-8"
        ) from None


def _diagnosis(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip():
        return "is empty"
    if text.lstrip().startswith("<"):
        return "is a web page (HTML or XML), not JSON: download the raw file"
    place = f"line {error.lineno}, column {error.colno}"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        end = f"ends in the middle of the JSON text ({place})"
        return f"{end}: a bracket is not closed, or it was cut"
    return f"is not JSON at {place}: {error.msg}"


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))
        raise ValueError(f"the key {brief(twice)} occurs twice in one object: rename one")
    return unique


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"holds {constant}, which is not a JSON number")


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"holds {number[:20]}, which is too large for a number")
    return value
