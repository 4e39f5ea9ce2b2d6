"""The layout of a program: what draws new inputs, with parameters that may vary by example."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from arcrep.arc import Grid
from arcrep.generator.components import Component, find_component
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import ProgramError
from arcrep.generator.nodes import plain_value
from arcrep.generator.phrases import fill
from arcrep.generator.signatures import REQUIRED, Parameter


@dataclass(frozen=True)
class Layout:
    """A layout with its arguments.

    Attributes:
        arguments: All arguments as JSON, defaults filled in: a plain value is the same in every
            example, {"any": [values]} and {"between": [low, high]} are drawn anew for each.
        given: The arguments that differ from their defaults.
    """

    component: Component
    arguments: Mapping[str, Any]
    given: tuple[str, ...]

    @classmethod
    def read(cls, spec: Any) -> "Layout":
        """Read a layout from JSON.

        Raises:
            ProgramError: It is no layout, or a parameter has a value that it may not have.
        """
        arguments = dict(spec) if isinstance(spec, dict) else {"op": spec}
        name = arguments.pop("op", None)
        if not isinstance(name, str):
            raise ProgramError("layout: is a name, or an object with its name under 'op'")
        component = find_component(name, "layout")
        if component.kind != "layout":
            raise ProgramError(f"layout: {name} is no layout")
        unknown = [key for key in arguments if key not in component.parameters]
        if unknown:
            known = ", ".join(component.parameters)
            raise ProgramError(f"layout: {name} has no parameter {unknown[0]!r}: it takes {known}")
        parameters = component.parameters.items()
        filled = {key: arguments.get(key, p.default) for key, p in parameters}
        for key, parameter in component.parameters.items():
            _check(filled[key], parameter, f"layout.{key}")
        defaults = {key: p.default for key, p in component.parameters.items()}
        given = tuple(key for key in filled if key in arguments and filled[key] != defaults[key])
        return cls(component, MappingProxyType({k: _frozen(v) for k, v in filled.items()}), given)

    @property
    def spec(self) -> Any:
        """The layout as JSON, defaults left out."""
        if not self.given:
            return self.component.name
        given = {key: _thawed(self.arguments[key]) for key in self.given}
        return {"op": self.component.name, **given}

    @property
    def provided(self) -> frozenset[str]:
        """The tags that hold for every scene, whatever its varying arguments turn out to be."""
        if not callable(self.component.provides):
            return frozenset(self.component.provides)
        cases = itertools.product(*map(_ends, self.arguments.values()))
        every = [self.component.provided(dict(zip(self.arguments, c, strict=True))) for c in cases]
        return frozenset(every[0]).intersection(*every)

    @property
    def phrase(self) -> str:
        """The layout in words."""
        words = {key: _spoken(value) for key, value in self.arguments.items()}
        return fill(self.component.says, words, self.given)

    def draw(self, draw: Draw) -> Grid:
        """Draw one input.

        Raises:
            SampleError: There was no room; drawing again may help.
        """
        values = {key: _drawn(value, draw) for key, value in self.arguments.items()}
        return self.component.function(draw=draw, **values)


def _ends(value: Any) -> Sequence[Any]:
    """Return the values that matter of an argument: all of them, or the ends of a range."""
    if not isinstance(value, Mapping):
        return [value]
    varied: Mapping[str, Sequence[Any]] = value
    return next(iter(varied.values()))


def _spoken(value: Any) -> str:
    if isinstance(value, Mapping):
        varied: Mapping[str, Any] = value
        if "any" in varied:
            return " or ".join(dict.fromkeys(map(_spoken, varied["any"])))
        return "{} to {}".format(*varied["between"])
    return " or ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _frozen(value: Any) -> Any:
    """Return a JSON value that nobody can change."""
    if isinstance(value, dict):
        parts: dict[str, Any] = value
        return MappingProxyType({key: _frozen(part) for key, part in parts.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _thawed(value: Any) -> Any:
    """Return the JSON value of a frozen one."""
    if isinstance(value, Mapping):
        parts: Mapping[str, Any] = value
        return {key: _thawed(part) for key, part in parts.items()}
    return list(map(_thawed, value)) if isinstance(value, tuple) else value


def _check(value: Any, parameter: Parameter, path: str) -> None:
    if value is REQUIRED:
        raise ProgramError(f"{path}: must be given")
    if not isinstance(value, dict):
        plain_value(value, parameter, path)
    elif set(value) == {"any"} and isinstance(value["any"], list) and value["any"]:
        for one in value["any"]:
            plain_value(one, parameter, path)
    elif set(value) == {"between"} and _is_pair(value["between"]):
        low, high = value["between"]
        if low > high:
            raise ProgramError(f"{path}: between {low} and {high} there is nothing: swap them")
        for end in (low, high):
            plain_value(end, parameter, path)
    else:
        raise ProgramError(
            f'{path}: what varies is {{"any": [values]}} or {{"between": [low, high]}}'
        )


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(end) is int for end in value)


def _drawn(value: Any, draw: Draw) -> Any:
    if not isinstance(value, Mapping):
        return value
    varied: Mapping[str, Any] = value
    any_of = varied.get("any")
    return draw.choice(any_of) if any_of else draw.integer(*varied["between"])
