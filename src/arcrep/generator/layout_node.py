"""The layout of a program: what draws new inputs, with parameters that may vary by example."""

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from arcrep.arc import N_COLORS, Grid, as_grid
from arcrep.arc.grid import brief
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
        shows: Colours that every input has (the key `with`): where one is missing, what was drawn
            in some other colour gets it.
        without: Colours that no input has (the key of that name): what is drawn in one of them gets
            a colour that is not there yet.
    """

    component: Component
    arguments: Mapping[str, Any]
    given: tuple[str, ...]
    shows: tuple[int, ...] = ()
    without: tuple[int, ...] = ()

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
        shows = _colors(arguments.pop("with", []), "with")
        without = _colors(arguments.pop("without", []), "without")
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
        frozen = MappingProxyType({key: _frozen(value) for key, value in filled.items()})
        return cls(component, frozen, given, shows, without)

    @property
    def spec(self) -> Any:
        """The layout as JSON, defaults left out."""
        given = {key: _thawed(self.arguments[key]) for key in self.given}
        wanted = {"with": self.shows, "without": self.without}
        given |= {key: list(colors) for key, colors in wanted.items() if colors}
        return {"op": self.component.name, **given} if given else self.component.name

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
        return self.draw_with(draw, self.draw_arguments(draw))

    def draw_arguments(self, draw: Draw) -> dict[str, Any]:
        """Draw the arguments of one input."""
        return {key: _drawn(value, draw) for key, value in self.arguments.items()}

    def draw_with(self, draw: Draw, arguments: Mapping[str, Any]) -> Grid:
        """Draw one input with given arguments.

        Raises:
            SampleError: There was no room; drawing again may help.
        """
        grid = self.component.function(draw=draw, **arguments)
        if not (self.shows or self.without):
            return grid
        named = {value for key, value in arguments.items() if key.endswith("color")}
        return _exchanged(draw, grid, self.shows, self.without, named)


def _colors(values: Any, key: str) -> tuple[int, ...]:
    valid = isinstance(values, list) and all(type(v) is int and 0 < v < N_COLORS for v in values)
    if not valid or len(set(values)) < len(values):
        raise ProgramError(f"layout.{key}: {brief(values)} is no list of different colours 1-9")
    return tuple(values)


def _exchanged(
    draw: Draw, grid: Grid, shows: Sequence[int], without: Sequence[int], named: Collection[int]
) -> Grid:
    """Return a grid that has some colours and lacks others, with the `named` ones as they are."""
    present = set(grid.tobytes())
    missing = [color for color in shows if color not in present]
    unwanted = [color for color in without if color in present]
    if not missing and not unwanted:
        return grid
    colors = np.arange(N_COLORS, dtype=np.uint8)
    free = sorted(present - {0, *shows, *without, *named})
    colors[draw.sample(free, len(missing))] = missing
    unused = [c for c in range(1, N_COLORS) if c not in present and c not in (*without, *missing)]
    colors[unwanted] = draw.sample(unused, len(unwanted))
    return as_grid(colors[grid])


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
