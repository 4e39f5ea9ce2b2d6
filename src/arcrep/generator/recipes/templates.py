"""Templates: program JSON with slots, and their values."""

from collections.abc import Iterator, Mapping
from typing import Any

from arcrep.generator.drawing import Draw

_COLORS = ("$ink", "$ref")
_CHOICES: Mapping[str, tuple[Any, ...]] = {
    "$side": ("up", "down", "left", "right"),
    "$axis": ("horizontal", "vertical"),
    "$steps": (1, 2),
}


def slots(template: Any) -> Iterator[str]:
    """Yield the slots of a template, some perhaps more than once."""
    if isinstance(template, str) and template.startswith("$"):
        yield template
    elif isinstance(template, Mapping):
        parts: Mapping[str, Any] = template
        for part in parts.values():
            yield from slots(part)
    elif isinstance(template, list | tuple):
        items: list[Any] | tuple[Any, ...] = template
        for item in items:
            yield from slots(item)


def filled(template: Any, values: Mapping[str, Any]) -> Any:
    """Return a template as JSON with its slots filled; values may be templates themselves."""
    if isinstance(template, str) and template.startswith("$"):
        return filled(values[template], values)
    if isinstance(template, Mapping):
        parts: Mapping[str, Any] = template
        return {key: filled(part, values) for key, part in parts.items()}
    if isinstance(template, list | tuple):
        items: list[Any] | tuple[Any, ...] = template
        return [filled(item, values) for item in items]
    return template


def draw_values(draw: Draw, template: Any) -> dict[str, Any]:
    """Draw a value for every slot of a template; no two colours are equal."""
    names = sorted(set(slots(template)))
    colored = [name for name in names if name.startswith(_COLORS)]
    values: dict[str, Any] = dict(zip(colored, draw.colors(len(colored)), strict=True))
    for name in names:
        if name not in values:
            values[name] = draw.choice(_CHOICES[name.rstrip("0123456789")])
    return values
