"""Nodes: the parts of a task program, read from JSON with every check, and written back."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from arcrep.arc import N_COLORS
from arcrep.arc.grid import brief
from arcrep.generator.components import Component, find_component, is_component
from arcrep.generator.errors import ProgramError
from arcrep.generator.signatures import PLAIN, REQUIRED, Parameter, ValueType

MAX_DEPTH = 30
MAX_READ = 1000
"""Nodes that a program may have, with those that it leaves to defaults."""
DIRECTIONS = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "up_left": (-1, -1),
    "up_right": (-1, 1),
    "down_left": (1, -1),
    "down_right": (1, 1),
}
AXES = {"horizontal": (0, 1), "vertical": (1, 0), "falling": (1, 1), "rising": (1, -1)}
"""The names that stand for themselves where a direction or an axis is wanted."""

_WORDS = {
    ValueType.DIRECTION: DIRECTIONS,
    ValueType.DIRECTIONS: DIRECTIONS,
    ValueType.AXIS: AXES,
}
_NAMES = {"it": ValueType.OBJECT, "subject": ValueType.OBJECT, "all": ValueType.OBJECTS}
FITS = {
    (ValueType.OBJECT, ValueType.OBJECTS),
    (ValueType.OBJECTS, ValueType.OBJECT),
    (ValueType.OBJECTS, ValueType.GROUP),
    (ValueType.OBJECT, ValueType.REGION),
    (ValueType.OBJECTS, ValueType.REGION),
    (ValueType.DIRECTION, ValueType.DIRECTIONS),
    (ValueType.DIRECTION, ValueType.AXIS),
    (ValueType.COLOR, ValueType.COLORS),
    (ValueType.COLOR, ValueType.TRAIT),
    (ValueType.NUMBER, ValueType.TRAIT),
    (ValueType.AXIS, ValueType.TRAIT),
}
"""What may stand where something else is wanted, beside equal types."""


@dataclass(frozen=True)
class Node:
    """A value, a name (`it`, `subject`, `all`), an `if`, or a component with its arguments.

    Attributes:
        name: The component's name, a name, "if", or "" for a plain value.
        arguments: All arguments, defaults filled in; plain ones as they are, others as nodes.
        given: The arguments that differ from their defaults.
        gives: The type of its value.
        wanted: The type that its place wants.
        free: Which of `it` and `subject` its value depends on.
        word: How the value of a direction or an axis is written.
        key: Equal for nodes of equal meaning, whatever program they stand in.
    """

    name: str
    path: str
    gives: ValueType
    wanted: ValueType
    key: str
    value: Any = None
    component: Component | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    given: tuple[str, ...] = ()
    free: frozenset[str] = frozenset()
    word: str = ""

    @property
    def spec(self) -> Any:
        """The node as JSON, defaults left out."""
        if not self.name:
            return self.word or self.value
        if not self.given:
            return self.name
        given = {name: _spec(self.arguments[name]) for name in self.given}
        return {"op": self.name, **given}

    @property
    def measured(self) -> str | None:
        """What of the object at hand this measures (`size`, `top`, ...), if it is a measure."""
        if self.name != "measure" or self.arguments["of"].key != "it":
            return None
        return self.arguments["key"]

    @cached_property
    def colors(self) -> frozenset[int]:
        """The colours that it and the nodes below it spell out."""
        color = (ValueType.COLOR, ValueType.COLORS)
        return frozenset(n.value for n in self.walk() if not n.name and n.wanted in color)

    @cached_property
    def constants(self) -> dict[str, Any]:
        """Those arguments of a component that are the same on every scene, as values."""
        return {
            name: argument.value if isinstance(argument, Node) else argument
            for name, argument in self.arguments.items()
            if not isinstance(argument, Node) or self._is_constant(name, argument)
        }

    @cached_property
    def variables(self) -> tuple[tuple[str, "Node", bool], ...]:
        """The other arguments, each with whether it is worked out anew for every object."""
        assert self.component
        parameters = self.component.parameters
        return tuple(
            (name, argument, parameters[name].each)
            for name, argument in self.arguments.items()
            if name not in self.constants
        )

    def _is_constant(self, name: str, argument: "Node") -> bool:
        assert self.component
        each = self.component.parameters[name].each
        return not argument.name and argument.gives == argument.wanted and not each

    def walk(self, defaults: bool = False) -> Iterator["Node"]:
        """Yield this node and those below it: all, or only those that the program spells out."""
        yield self
        for name in self.arguments if defaults else self.given:
            argument = self.arguments[name]
            if isinstance(argument, Node):
                yield from argument.walk(defaults)


def _spec(argument: Any) -> Any:
    return argument.spec if isinstance(argument, Node) else argument


@dataclass(frozen=True)
class Reader:
    """Reads the nodes of one program.

    Attributes:
        parse: The program's parse, which `all` stands for; None while the parse itself is read.
        room: How many more nodes the program may have, default ones included.
    """

    parse: Node | None = None
    room: list[int] = field(default_factory=lambda: [MAX_READ])

    def read(
        self,
        spec: Any,
        wanted: ValueType,
        path: str,
        scope: frozenset[str] = frozenset(),
        depth: int = 0,
    ) -> Node:
        """Read a node where a value of a type is wanted.

        Raises:
            ProgramError: It is no node, or gives something else; the message names its path.
        """
        self.room[0] -= 1
        if self.room[0] < 0:
            raise ProgramError(f"{path}: is one node too many: at most {MAX_READ} are read")
        if depth > MAX_DEPTH:
            raise ProgramError(f"{path}: is nested deeper than {MAX_DEPTH} nodes")
        if not isinstance(spec, str | dict):
            return _literal(spec, wanted, path)
        if isinstance(spec, str) and spec in _WORDS.get(wanted, {}):
            return _word(spec, wanted, path)
        name, arguments = _take_apart(spec, path)
        if name in _NAMES:
            return self._name(name, arguments, wanted, path, scope)
        if name == "if":
            return self._choice(arguments, wanted, path, scope, depth)
        if isinstance(spec, str) and wanted in _WORDS and not is_component(name):
            words = ", ".join(_WORDS[wanted])
            raise ProgramError(f"{path}: {name!r} is no {wanted}: the words are {words}")
        component = find_component(name, path)
        if component.kind == "layout":
            raise ProgramError(f"{path}: {name} is a layout, and cannot stand in a rule")
        node = self._component(component, arguments, wanted, path, scope, depth)
        _check_fit(node)
        return node

    def _name(
        self,
        name: str,
        arguments: Mapping[str, Any],
        wanted: ValueType,
        path: str,
        scope: frozenset[str],
    ) -> Node:
        _check_keys(arguments, (), name, path)
        if name == "all":
            if self.parse is None:
                raise ProgramError(f"{path}: 'all' is what the parse gives, not a part of it")
            by = {"by": self.parse}
            node = Node("all", path, _NAMES[name], wanted, self.parse.key, arguments=by)
        elif name in scope:
            free = frozenset({name})
            node = Node(name, path, _NAMES[name], wanted, name, free=free)
        else:
            raise ProgramError(f"{path}: no object is meant by {name!r} here")
        _check_fit(node)
        return node

    def _choice(
        self,
        arguments: Mapping[str, Any],
        wanted: ValueType,
        path: str,
        scope: frozenset[str],
        depth: int,
    ) -> Node:
        parts = ("when", "then", "else")
        _check_keys(arguments, parts, "if", path)
        types = (ValueType.TRUTH, wanted, wanted)
        nodes: dict[str, Node] = {}
        for part, part_type in zip(parts, types, strict=True):
            if part not in arguments:
                raise ProgramError(f"{path}: 'if' needs {part!r}")
            place = f"{path}.{part}"
            nodes[part] = self.read(arguments[part], part_type, place, scope, depth + 1)
        key = "if(" + ",".join(nodes[part].key for part in parts) + ")"
        free = frozenset[str]().union(*(node.free for node in nodes.values()))
        return Node("if", path, wanted, wanted, key, None, None, nodes, parts, free)

    def _component(
        self,
        component: Component,
        arguments: Mapping[str, Any],
        wanted: ValueType,
        path: str,
        scope: frozenset[str],
        depth: int,
    ) -> Node:
        _check_keys(arguments, tuple(component.parameters), component.name, path)
        filled: dict[str, Any] = {}
        given: list[str] = []
        free: set[str] = set()
        for name, parameter in component.parameters.items():
            spec = arguments.get(name, parameter.default)
            if spec is REQUIRED:
                raise ProgramError(f"{path}: {component.name} needs {name!r}")
            bound = _bound(parameter, scope)
            inner = scope | bound
            filled[name] = self._argument(spec, parameter, f"{path}.{name}", inner, depth)
            if isinstance(filled[name], Node):
                free |= filled[name].free - bound
            if name in arguments and _spec(filled[name]) != parameter.default:
                given.append(name)
        keys = ",".join(f"{name}={_key(argument)}" for name, argument in filled.items())
        key = f"{component.name}({keys})"
        return Node(
            component.name,
            path,
            component.returns,
            wanted,
            key,
            None,
            component,
            MappingProxyType(filled),
            tuple(given),
            frozenset(free),
        )

    def _argument(
        self, spec: Any, parameter: Parameter, path: str, scope: frozenset[str], depth: int
    ) -> Any:
        if parameter.type in PLAIN:
            return plain_value(spec, parameter, path)
        return self.read(spec, parameter.type, path, scope, depth + 1)


def _bound(parameter: Parameter, scope: frozenset[str]) -> frozenset[str]:
    """Return the names that a parameter binds: the outermost one binds `subject` too."""
    if not parameter.each:
        return frozenset()
    return frozenset({"it"} if "subject" in scope else {"it", "subject"})


def _key(argument: Any) -> str:
    return argument.key if isinstance(argument, Node) else json.dumps(argument)


def _take_apart(spec: Any, path: str) -> tuple[str, Mapping[str, Any]]:
    if isinstance(spec, str):
        return spec, {}
    arguments = dict(spec)
    if set(arguments) in ({"any"}, {"between"}):
        raise ProgramError(f"{path}: only the layout may vary: a rule is the same in every example")
    name = arguments.pop("op", None)
    if not isinstance(name, str):
        raise ProgramError(f"{path}: a node says its component under the key 'op'")
    return name, arguments


def _check_keys(arguments: Mapping[str, Any], known: tuple[str, ...], name: str, path: str) -> None:
    unknown = [key for key in arguments if key not in known]
    if unknown:
        takes = f"takes {', '.join(known)}" if known else "takes nothing"
        raise ProgramError(f"{path}: {name} has no parameter {unknown[0]!r}: it {takes}")


def _check_fit(node: Node) -> None:
    if node.gives != node.wanted and (node.gives, node.wanted) not in FITS:
        wanted = _spoken(node.wanted)
        needed = "are needed" if wanted == node.wanted else "is needed"
        raise ProgramError(
            f"{node.path}: {node.name} gives {_spoken(node.gives)}, but {wanted} {needed} here"
        )


def _spoken(value_type: ValueType) -> str:
    if value_type.endswith("s") and value_type != ValueType.AXIS:
        return value_type
    return f"an {value_type}" if value_type[0] in "aeiou" else f"a {value_type}"


def _literal(value: Any, wanted: ValueType, path: str) -> Node:
    if not is_plain(value, wanted):
        raise ProgramError(f"{path}: {brief(value)} stands where {_spoken(wanted)} is needed")
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    key = json.dumps(value)
    if wanted == ValueType.COLORS:
        return Node("", path, ValueType.COLOR, wanted, key, value)
    return Node("", path, wanted, wanted, key, value)


def _word(word: str, wanted: ValueType, path: str) -> Node:
    value = _WORDS[wanted][word]
    value = (value,) if wanted == ValueType.DIRECTIONS else value
    return Node("", path, wanted, wanted, word, value, word=word)


def is_plain(value: Any, wanted: ValueType) -> bool:
    """Say whether a plain JSON value can stand for a value of a type."""
    if isinstance(value, bool):
        return wanted in (ValueType.TRUTH, ValueType.FLAG)
    if isinstance(value, int) and wanted in (ValueType.COLOR, ValueType.COLORS):
        return 0 <= value < N_COLORS
    if isinstance(value, int | float) and wanted == ValueType.NUMBER:
        return abs(value) < 10**6 and math.isfinite(value)
    return False


def plain_value(value: Any, parameter: Parameter, path: str) -> Any:
    """Check the value of a parameter that is never a node.

    Raises:
        ProgramError: It is not one of the choices, or not a number.
    """
    listed = ", ".join(map(json.dumps, parameter.choices))
    if parameter.type == ValueType.CHOICE:
        if not any(value == choice and type(value) is type(choice) for choice in parameter.choices):
            raise ProgramError(f"{path}: {brief(value)} is none of {listed}")
        return value
    if parameter.type == ValueType.CHOICES:
        if (
            not isinstance(value, list)
            or not value
            or any(v not in parameter.choices for v in value)
        ):
            raise ProgramError(f"{path}: {brief(value)} is no list from {listed}")
        return value
    low, high = parameter.bounds
    if parameter.type == ValueType.INTEGER and not (type(value) is int and low <= value <= high):
        raise ProgramError(f"{path}: {brief(value)} is no whole number from {low} to {high}")
    if parameter.type == ValueType.INTEGER:
        return value
    return _literal(value, parameter.type, path).value
