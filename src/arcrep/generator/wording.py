"""Words that several declarations of components share."""

import re
from collections.abc import Mapping

SIDES = {
    "up": "above",
    "down": "below",
    "left": "left of",
    "right": "right of",
    "up and down": "above or below",
    "left and right": "left or right of",
}
"""The side of something on which something else lies."""

_ENDS = {"up": "top row", "down": "bottom row", "left": "left column", "right": "right column"}
_KEYS = {
    "area": "box area",
    "top": "top row",
    "bottom": "bottom row",
    "left": "left column",
    "right": "right column",
    "row": "middle row",
    "column": "middle column",
    "colors": "number of colours",
    "holes": "number of holes",
    "pieces": "number of pieces",
}
_EXTREMES = {
    ("its size", "most"): "largest",
    ("its size", "least"): "smallest",
    ("its height", "most"): "tallest",
    ("its width", "most"): "widest",
    ("its length", "most"): "longest",
    ("its top row", "least"): "topmost",
    ("its bottom row", "most"): "bottommost",
    ("its middle row", "least"): "topmost",
    ("its left column", "least"): "leftmost",
    ("its left column", "most"): "rightmost",
    ("its right column", "most"): "rightmost",
}
_ONE = "grid one object figure panel block bar largest smallest tallest widest longest topmost"
_SINGULAR = frozenset([*_ONE.split(" "), "bottommost", "leftmost", "rightmost"])
_PLURAL = frozenset(["objects", "figures", "cells", "panels", "blocks", "bars", "lines", "hidden"])
_PLURALS = (
    ("it is ", "that are "),
    ("it has ", "that have "),
    ("it lies ", "that lie "),
    ("it touches ", "that touch "),
    ("it reaches ", "that reach "),
    ("it fills its ", "that fill their "),
    ("it does not ", "that do not "),
    ("its ", "whose "),
)
_NEGATIONS = (
    ("it is ", "it is not "),
    ("it has ", "it does not have "),
    ("it lies ", "it does not lie "),
    ("it touches ", "it does not touch "),
    ("it fills ", "it does not fill "),
    ("there are ", "there are no "),
)


def every(noun: str) -> str:
    """Return a phrase for each one of several things."""
    simple = re.fullmatch(r"the (\w+)s", noun)
    if simple:
        return f"each {simple[1]}"
    return f"each of {noun}" if is_plural(noun) else noun


def be(noun: str) -> str:
    """Return "is" or "are"."""
    return "are" if is_plural(noun) else "is"


def have(noun: str) -> str:
    """Return "has" or "have"."""
    return "have" if is_plural(noun) else "has"


def is_plural(noun: str) -> bool:
    """Say whether a phrase speaks of several things."""
    first = noun.removeprefix("the ").split(" ")[0]
    return (
        noun.startswith("the ")
        and first not in _SINGULAR
        and (first in _PLURAL or noun.endswith("s"))
    )


def bare(noun: str) -> str:
    """Return a phrase without its article or `its`."""
    return noun.removeprefix("the ").removeprefix("its ")


def measure(words: Mapping[str, str]) -> str:
    """Say a property of an object."""
    key = _KEYS.get(words["key"], words["key"])
    return f"its {key}" if words["of"] == "it" else f"the {key} of {words['of']}"


def extreme(words: Mapping[str, str]) -> str:
    """Say which one of several objects has the most or the least of something."""
    of, noun = words["of"], bare(words["key"])
    which = "greatest" if words["which"] == "most" else "least"
    adjective = _EXTREMES.get((words["key"], words["which"]))
    plain = re.fullmatch(r"the (\w+)s", of)
    if plain:
        return (
            f"the {adjective} {plain[1]}"
            if adjective
            else f"the {plain[1]} with the {which} {noun}"
        )
    return f"the {adjective} of {of}" if adjective else f"the one of {of} with the {which} {noun}"


def where(words: Mapping[str, str]) -> str:
    """Say which objects something holds for."""
    of, holds = words["of"], words["holds"]
    adjective = re.fullmatch(r"it is (hollow|horizontal|vertical)", holds)
    if adjective and of.startswith("the "):
        return f"the {adjective[1]} {bare(of)}"
    if not is_plural(of):
        return f"{of} if {holds}"
    for singular, plural in _PLURALS:
        if holds.startswith(singular):
            return f"{of} {plural}{holds.removeprefix(singular)}"
    return f"{of} where {holds}"


def for_each(words: Mapping[str, str]) -> str:
    """Say a region of each of several objects."""
    region, of = words["region"], words["of"]
    if region.startswith("its ") and not re.search(r"\bit\b", region):
        return f"the {bare(region)} of {every(of)}"
    return f"{region} for {every(of)}"


def of_color(words: Mapping[str, str]) -> str:
    """Say which objects have a colour."""
    of, color = words["of"], words["color"]
    if color.startswith(("the ", "its ")):
        return f"those of {of} in {color}"
    if of == "the figures":
        return f"the {color} cells"
    return f"the {color} {bare(of)}" if " " not in bare(of) else f"the {color} ones of {of}"


def not_so(holds: str) -> str:
    """Say that something does not hold."""
    for positive, negative in _NEGATIONS:
        if holds.startswith(positive):
            return negative + holds.removeprefix(positive)
    return f"it is not so that {holds}"


def paint(words: Mapping[str, str]) -> str:
    """Say what is painted of which objects, and in which colour."""
    region, selection, color = words["region"], words["selection"], words["color"]
    color = "in its own colour" if color == "its colour" else color
    each = every(selection) if re.search(r"\bits?\b", color) else selection
    if region == "it":
        return f"paint {each} {color}"
    if region.startswith("its ") and not re.search(r"\bit\b", region):
        return f"paint the {bare(region)} of {each} {color}"
    if region.endswith(" of it") and not re.search(r"\bits?\b", region[:-6]):
        return f"paint {region[:-2]}{each} {color}"
    return f"for {every(selection)}, paint {region} {color}"


def by(words: Mapping[str, str]) -> str:
    """Say by what things are put in order."""
    return bare(words["key"]) if words["key"].startswith("its ") else words["key"]


def difference(words: Mapping[str, str]) -> str:
    """Say one region without another."""
    if words["region"] == "all coloured cells" and words["without"] == "it":
        return "everything else"
    return f"{words['region']} without {words['without']}"


def line(axis: str) -> str:
    """Say along what a line runs."""
    return f"the {axis} line" if axis in ("horizontal", "vertical") else f"the line along {axis}"


def both_ways(axis: str) -> str:
    """Say the two directions of an axis."""
    named = {"vertical": "up and down", "horizontal": "left and right"}
    return named.get(axis, f"both ways along {axis}")


def in_line(axis: str) -> str:
    """Say how things stand that follow each other along an axis."""
    named = {"vertical": "one below the other", "horizontal": "side by side"}
    return named.get(axis, f"along {axis}")


def edge(words: Mapping[str, str]) -> str:
    """Say which row or column of an object is the last on a side."""
    side, of = words["side"], words["of"]
    choice = re.fullmatch(r"(\w+) if (.*), else (\w+)", side)
    if choice and choice[1] in _ENDS and choice[3] in _ENDS:
        return f"the {_ENDS[choice[1]]} (if {choice[2]}, else the {_ENDS[choice[3]]}) of {of}"
    return f"the {_ENDS.get(side, f'{side} end')} of {of}"


def side(words: Mapping[str, str]) -> str:
    """Say on which side of a reference something lies."""
    return f"{SIDES.get(words['side'], words['side'])} {words['ref']}"
