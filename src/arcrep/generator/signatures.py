"""From a component's function to the parameters that it declares."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, get_args, get_origin, get_type_hints

from arcrep.arc import N_COLORS, Grid
from arcrep.generator.objects import (
    Axis,
    Canvas,
    Color,
    Colors,
    Direction,
    Directions,
    Group,
    Number,
    Obj,
    Objects,
    Position,
    Region,
    Trait,
    Truth,
)

REQUIRED: Any = object()
"""The default of a parameter that has to be given."""


class ValueType(StrEnum):
    """What a node gives, or what a parameter takes."""

    OBJECT = "object"
    OBJECTS = "objects"
    GROUP = "several objects"
    REGION = "region"
    COLOR = "color"
    COLORS = "colors"
    NUMBER = "number"
    TRUTH = "truth"
    TRAIT = "trait"
    POSITION = "position"
    DIRECTION = "direction"
    DIRECTIONS = "directions"
    AXIS = "axis"
    CANVAS = "picture"
    ACTION = "action"
    INTEGER = "integer"  # a plain number, never a node
    FLAG = "flag"  # plain true or false
    CHOICE = "choice"  # one of the listed values
    CHOICES = "choices"  # a list of them


_TYPES: tuple[tuple[Any, ValueType], ...] = (
    (Obj, ValueType.OBJECT),
    (Objects, ValueType.OBJECTS),
    (Group, ValueType.GROUP),
    (Region, ValueType.REGION),
    (Color, ValueType.COLOR),
    (Colors, ValueType.COLORS),
    (Number, ValueType.NUMBER),
    (Truth, ValueType.TRUTH),
    (Trait, ValueType.TRAIT),
    (Position, ValueType.POSITION),
    (Direction, ValueType.DIRECTION),
    (Directions, ValueType.DIRECTIONS),
    (Axis, ValueType.AXIS),
    (Canvas, ValueType.CANVAS),
    (Grid, ValueType.CANVAS),
    (bool, ValueType.FLAG),
    (int, ValueType.INTEGER),
)
GIVEN = frozenset({"scene", "canvas", "selection", "draw"})
"""Names of parameters that no program sets: a function takes those that it needs."""
PLAIN = frozenset({ValueType.INTEGER, ValueType.FLAG, ValueType.CHOICE, ValueType.CHOICES})
"""Types whose values are written out, never computed by a node."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a component.

    Attributes:
        each: It is worked out for every object, which is `it` in its node.
        default: What it is when not given, as JSON; REQUIRED where it must be given.
        choices: The values of a choice.
    """

    name: str
    type: ValueType
    each: bool = False
    default: Any = REQUIRED
    choices: tuple[Any, ...] = ()

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value of an integer; -1 leaves a colour (or none) open."""
        if self.name.endswith("color"):
            return -1, N_COLORS - 1
        return (-1 if self.default == -1 else 0), 100


@dataclass(frozen=True)
class Signature:
    """What a function takes and returns."""

    parameters: Mapping[str, Parameter]
    returns: ValueType
    selection: ValueType | None
    given: frozenset[str]


def read_signature(
    function: Callable[..., Any], kind: str, default_nodes: Mapping[str, Any]
) -> Signature:
    """Read the annotations of a component's function.

    Raises:
        ValueError: An annotation is of no known type, or a default node has no parameter.
    """
    hints = get_type_hints(function, include_extras=True)
    names = list(inspect.signature(function).parameters)
    selection = (
        _type_of(function, "selection", hints.get("selection")) if "selection" in names else None
    )
    parameters = {
        name: _parameter(function, name, hints.get(name), default_nodes)
        for name in names
        if name not in GIVEN
    }
    unknown = sorted(set(default_nodes) - set(parameters))
    if unknown:
        raise ValueError(f"{function.__name__} has no parameter {unknown[0]} to set a default for")
    returns = _type_of(function, "return", hints.get("return"))
    returns = ValueType.ACTION if kind == "action" else returns
    return Signature(parameters, returns, selection, GIVEN & set(names))


def _parameter(
    function: Callable[..., Any], name: str, hint: Any, default_nodes: Mapping[str, Any]
) -> Parameter:
    default = inspect.signature(function).parameters[name].default
    default = default_nodes.get(name, REQUIRED if default is _EMPTY else default)
    if get_origin(hint) is Literal:
        return Parameter(name, ValueType.CHOICE, default=default, choices=get_args(hint))
    if get_origin(hint) is tuple and get_origin(get_args(hint)[0]) is Literal:
        choices = get_args(get_args(hint)[0])
        default = list(default) if isinstance(default, tuple) else default
        return Parameter(name, ValueType.CHOICES, default=default, choices=choices)
    if get_origin(hint) is _CALLABLE:
        return Parameter(name, _type_of(function, name, get_args(hint)[1]), True, default)
    return Parameter(name, _type_of(function, name, hint), default=default)


_EMPTY: Any = inspect.Parameter.empty
_CALLABLE = get_origin(Callable[[Obj], int])


def _type_of(function: Callable[..., Any], name: str, hint: Any) -> ValueType:
    for known, value_type in _TYPES:
        if hint is known or hint == known:
            return value_type
    raise ValueError(
        f"{function.__name__}: the annotation of {name} is {hint}, which is no type of the "
        "language: see arcrep.generator.objects"
    )
