"""Components of task programs: how they are declared, and where they are found.

A component is one function under one declaration. The declaration says what the component is
called in a sentence and which tags it requires or provides; types, choices and defaults come from
the function's annotations:

    @relation(says="{of} touches {ref}", of="it")
    def touching(scene: Scene, of: Obj, ref: Objects) -> Truth: ...

The parameter `scene` is there for the functions that need it; actions take `canvas`, which they may
write on, and mostly `selection`; layouts take `draw`. Keyword arguments of a declaration that are
parameters of the function are their default nodes. In `says`, a part `[one|other]` in square
brackets says one where a program gives a parameter that it names, else the other (or nothing).
"""

import difflib
import functools
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from arcrep.generator.errors import ProgramError
from arcrep.generator.signatures import Parameter, ValueType, read_signature

Kind = Literal["parse", "selector", "relation", "expression", "action", "layout"]
Tags = Collection[str] | Callable[[Mapping[str, Any]], Collection[str]]
Phrase = str | Callable[[Mapping[str, str]], str]
Function = TypeVar("Function", bound=Callable[..., Any])

RESERVED = frozenset({"it", "subject", "all", "if"})
_PACKAGES = ("arcrep.generator.vocabulary", "arcrep.generator.layouts")
_components: dict[str, "Component"] = {}


@dataclass(frozen=True)
class Component:
    """A declared function.

    Attributes:
        says: A phrase with the parameters' names in braces, or a function of their phrases.
        given: Which of `scene`, `canvas`, `selection` and `draw` the function takes.
        requires: Tags that the program's layout has to provide, or a function of the component's
            arguments that says them.
        provides: Tags that hold for every scene that a layout draws, or such a function.
        official_only: Serves one official task; never sampled for new ones.
        selection: What an action acts on; None for one that needs no selection.
    """

    name: str
    kind: Kind
    function: Callable[..., Any]
    says: Phrase
    parameters: Mapping[str, Parameter]
    returns: ValueType
    selection: ValueType | None = None
    given: frozenset[str] = frozenset()
    requires: Tags = frozenset()
    provides: Tags = frozenset()
    official_only: bool = False

    def required(self, arguments: Mapping[str, Any]) -> Collection[str]:
        """Return the tags that it requires with these arguments."""
        return self.requires(arguments) if callable(self.requires) else self.requires

    def provided(self, arguments: Mapping[str, Any]) -> Collection[str]:
        """Return the tags of which a layout with these arguments makes sure."""
        return self.provides(arguments) if callable(self.provides) else self.provides


def _declaration(kind: Kind) -> Callable[..., Callable[[Function], Function]]:
    def declare(
        *,
        says: Phrase,
        requires: Tags = frozenset(),
        provides: Tags = frozenset(),
        official_only: bool = False,
        **default_nodes: Any,
    ) -> Callable[[Function], Function]:
        """Declare the function below as a component under its own name."""

        def register(function: Function) -> Function:
            _check_declaration(function, says, (requires, provides))
            signature = read_signature(function, kind, default_nodes)
            component = Component(
                name=function.__name__.rstrip("_"),
                kind=kind,
                function=function,
                says=says,
                parameters=signature.parameters,
                returns=signature.returns,
                selection=signature.selection,
                given=signature.given,
                requires=requires,
                provides=provides,
                official_only=official_only,
            )
            _add(component)
            return function

        return register

    return declare


parse = _declaration("parse")
selector = _declaration("selector")
relation = _declaration("relation")
expression = _declaration("expression")
action = _declaration("action")
layout = _declaration("layout")


def _check_declaration(function: Callable[..., Any], says: Phrase, tags: Iterable[Any]) -> None:
    name = function.__name__
    if name in RESERVED:
        raise ValueError(f"{name} has a meaning of its own in programs: choose another name")
    for value in tags:
        if isinstance(value, str):
            raise ValueError(f"{name}: tags are a set: write {{{value!r}}}")
    if isinstance(says, str):
        named = {field for _, field, _, _ in Formatter().parse(says) if field is not None}
        unknown = sorted(named - set(inspect.signature(function).parameters))
        if unknown:
            raise ValueError(f"{name}: says names {unknown[0]!r}, which is no parameter of it")


def _add(component: Component) -> None:
    known = _components.get(component.name)
    if known and known.function.__module__ != component.function.__module__:
        raise ValueError(
            f"the component {component.name} of {_origin(component)} has the name of one of "
            f"{_origin(known)}: give it another (what lies in the package is found by itself)"
        )
    _components[component.name] = component


def _origin(component: Component) -> str:
    return Path(component.function.__code__.co_filename).name


def all_components() -> Mapping[str, Component]:
    """Return every component that is declared, by name, with those of the package's folders."""
    _discover()
    return MappingProxyType(_components)


@functools.cache
def _discover() -> None:
    """Import the modules of the package's folders, which declare what they hold."""
    for package in _PACKAGES:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            importlib.import_module(f"{package}.{module.name}")


def is_component(name: str) -> bool:
    """Say whether a component has this name."""
    return name in _components or name in all_components()


def find_component(name: str, where: str) -> Component:
    """Return the component of a name.

    Raises:
        ProgramError: There is none; the message names the closest ones.
    """
    known = _components.get(name) or all_components().get(name)
    if known:
        return known
    close = difflib.get_close_matches(name, _components, n=3)
    hint = f": did you mean {' or '.join(close)}?" if close else ""
    raise ProgramError(f"{where}: no component is called {name[:80]!r}{hint}")
