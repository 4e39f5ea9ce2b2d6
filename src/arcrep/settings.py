"""Settings as people and YAML bring them: of the right kind and range, or one clear line.

Also what differs between the settings of two runs.
"""

import json
import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

LARGEST = 10**12
"""What is beyond is a slip of the finger, and with others overflows 64 bits."""


def check_whole(name: str, value: object, least: int = 1) -> None:
    """Refuse what is no whole number from `least` up; `true` and 2.0 are none.

    Raises:
        ValueError: It names the setting.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")
    if value > LARGEST:
        raise ValueError(f"{name} must be a whole number of at most {LARGEST:,}, got {value}")


def check_number(
    name: str,
    value: object,
    least: int | float = 0,
    most: int | float = math.inf,
    *,
    without_least: bool = False,
    without_most: bool = False,
) -> None:
    """Refuse what is no finite number from `least` to `most`; the ends may be left out.

    Raises:
        ValueError: It names the setting.
    """
    fits = False
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        above = value > least if without_least else value >= least
        fits = above and (value < most if without_most else value <= most)
    if not fits:
        span = f"{'over' if without_least else 'of at least'} {least:g}"
        if most < math.inf:
            span += f" and {'under' if without_most else 'at most'} {most:g}"
        raise ValueError(f"{name} must be a finite number {span}, got {value!r}")


def check_yes_or_no(name: str, value: object) -> None:
    """Refuse what is neither true nor false: any other text would count as true.

    Raises:
        ValueError: It names the setting.
    """
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, got {value!r}")


def check_text(name: str, value: object) -> None:
    """Refuse what is no text, or an empty one.

    Raises:
        ValueError: It names the setting.
    """
    if not isinstance(value, str) or not value:
        raise ValueError(f"{name} must be a text, got {value!r}")


def first_difference(
    one: Mapping[str, Any], other: Mapping[str, Any], apart_from: Collection[str] = ()
) -> tuple[str, Any, Any] | None:
    """Return the dotted name of the first setting that differs and both values, or None.

    A setting that one of the two lacks is None there, as are those of older versions whose
    default is to do without.

    Args:
        one: Settings as plain values.
        other: The same.
        apart_from: Dotted names of settings, or of groups of them, that may differ.
    """
    values, others = dict(_flat(one)), dict(_flat(other))
    for name in [*values, *(name for name in others if name not in values)]:
        parents = {name, name.partition(".")[0]}
        if values.get(name) != others.get(name) and not parents & set(apart_from):
            return name, values.get(name), others.get(name)
    return None


def _flat(settings: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """List settings by dotted name, as run.json would hold them: tuples are lists there."""
    for name, value in json.loads(json.dumps(settings)).items():
        if isinstance(value, dict):
            inner = _flat(cast("dict[str, Any]", value))
            yield from ((f"{name}.{below}", of) for below, of in inner)
        else:
            yield name, value
