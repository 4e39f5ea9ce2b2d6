"""A task program in words."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from arcrep.generator.components import Phrase
from arcrep.generator.nodes import Node
from arcrep.generator.signatures import ValueType

COLOR_NAMES = (
    "black",
    "blue",
    "red",
    "green",
    "yellow",
    "grey",
    "pink",
    "orange",
    "light blue",
    "maroon",
)
"""The colours by cell value, as `ARC_COLORS` shows them."""


def phrase(node: Node, **more: str) -> str:
    """Say a node in words; `more` adds phrases for names that are no parameters."""
    if not node.name:
        return _literal(node)
    if node.name == "all":
        return phrase(node.arguments["by"])
    if node.name in ("it", "subject"):
        return "it" if node.name == "it" else "that one"
    if node.name == "if":
        words = {name: phrase(argument, **more) for name, argument in node.arguments.items()}
        return "{then} if {when}, else {else}".format_map(words)
    assert node.component
    words = {name: _argument(argument) for name, argument in node.arguments.items()} | more
    return fill(node.component.says, words, node.given)


def fill(says: Phrase, words: Mapping[str, str], given: Collection[str]) -> str:
    """Put words into a phrase: `[one|other]` says one if a parameter in it is given, else other."""
    if not isinstance(says, str):
        return says(words)

    def optional(part: re.Match[str]) -> str:
        one, _, other = part[1].partition("|")
        return one if any(name in given for name in re.findall(r"{(\w+)}", one)) else other

    return re.sub(r"\[(.*?)\]", optional, says).format_map(words)


def _argument(argument: Any) -> str:
    if isinstance(argument, Node):
        return phrase(argument)
    return " or ".join(map(str, argument)) if isinstance(argument, list) else str(argument)


def _literal(node: Node) -> str:
    if node.word:
        return node.word.replace("_", " and ")
    if node.wanted in (ValueType.COLOR, ValueType.COLORS):
        return COLOR_NAMES[node.value]
    return str(node.value).lower()
