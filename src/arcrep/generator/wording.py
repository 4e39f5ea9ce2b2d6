"""Words that several declarations of components share."""

import re
from collections.abc import Mapping

from arcrep.generator.nouns import (
    OF_SEVERAL,
    bare,
    every,
    is_plural,
    mentions_it,
    of_each,
    plain,
)

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
    ("its width", "least"): "narrowest",
    ("its length", "most"): "longest",
    ("its top row", "least"): "topmost",
    ("its bottom row", "most"): "bottommost",
    ("its middle row", "least"): "topmost",
    ("its left column", "least"): "leftmost",
    ("its left column", "most"): "rightmost",
    ("its right column", "most"): "rightmost",
}
_COMPARED = {
    "its height is more than its width": "it is taller than wide",
    "its width is more than its height": "it is wider than tall",
    "its size is 1": "it is a single cell",
    "its size is more than 1": "it has more than one cell",
    "the number of cells of its content is 0": "its content is empty",
    "the number of cells of its content is 1": "its content is a single cell",
}
_PLURALS = (
    ("it is not so ", ""),
    ("it is a single cell", "that are single cells"),
    ("nothing covers it", "that nothing covers"),
    ("it is ", "that are "),
    ("it has ", "that have "),
    ("it lies ", "that lie "),
    ("it touches ", "that touch "),
    ("it reaches ", "that reach "),
    ("it fills its ", "that fill their "),
    ("it does not fill its ", "that do not fill their "),
    ("it does not ", "that do not "),
    ("its ", "whose "),
)
_NEGATIONS = (
    ("it is a single cell", "it has more than one cell"),
    ("it is partly covered", "nothing covers it"),
    ("it is ", "it is not "),
    ("it has ", "it does not have "),
    ("it lies ", "it does not lie "),
    ("it touches ", "it does not touch "),
    ("it reaches ", "it does not reach "),
    ("it fills ", "it does not fill "),
    ("there are ", "there are no "),
    ("there is a ", "there is no "),
)
_JOINED = re.compile(r" (?:and|or) (?:it|its|there|nothing|the)\b|, else ")


def measure(words: Mapping[str, str]) -> str:
    """Say a property of an object."""
    key = _KEYS.get(words["key"], words["key"])
    return f"its {key}" if words["of"] == "it" else f"the {key} of {words['of']}"


def compare(words: Mapping[str, str]) -> str:
    """Say how one number is beside another."""
    how = {"equal": "", "at_least": "at least"}.get(words["how"], f"{words['how']} than")
    text = " ".join([words["left"], "is", *how.split(), words["right"]])
    return _COMPARED.get(text, text)


def as_many(number: str) -> str:
    """Say a number after `as many as`."""
    counted = re.fullmatch(r"(the|its) number of ((?!cells of |different ).*)", number)
    if not counted:
        return number
    return f"{'there are' if counted[1] == 'the' else 'it has'} {counted[2]}"


def cells(number: str) -> str:
    """Say so many cells."""
    return "one cell" if number == "1" else f"{number} cells"


def count_cells(words: Mapping[str, str]) -> str:
    """Say the number of cells of a region."""
    of = words["of"]
    if of == "it":
        return "its number of cells"
    if re.match(r"the (?:\w+ ){0,2}cells\b", of):
        return f"the number of {bare(of)}"
    return f"the number of cells of {of}"


def extreme(words: Mapping[str, str]) -> str:
    """Say which one of several objects has the most or the least of something."""
    of, simple = words["of"], plain(words["of"])
    adjective = _EXTREMES.get((words["key"], words["which"]))
    if adjective:
        return f"the {adjective} {''.join(simple)}" if simple else f"the {adjective} of {of}"
    property_ = _property(words)
    return f"the {''.join(simple)} {property_}" if simple else f"the one of {of} {property_}"


def _property(words: Mapping[str, str]) -> str:
    """Say by what the extreme object stands out."""
    noun, most = bare(words["key"]), words["which"] == "most"
    if noun == "box area":
        return f"with the {'largest' if most else 'smallest'} box"
    if noun.startswith("distance from "):
        place = noun.removeprefix("distance from ")
        return f"farthest from {place}" if most else f"nearest to {place}"
    if noun.startswith("number of "):
        counted = noun.removeprefix("number of ")
        counted = re.sub(r"^cells of ", "cells in ", counted)
        return f"with the {'most' if most else 'fewest'} {counted}"
    return f"with the {'greatest' if most else 'least'} {noun}"


def where(words: Mapping[str, str]) -> str:
    """Say which objects something holds for."""
    of, holds = words["of"], words["holds"]
    if not is_plural(of):
        return f"{of} if {holds}"
    adjective = re.fullmatch(r"it is (hollow|horizontal|vertical)", holds)
    if adjective and " one has" not in of:
        return f"the {adjective[1]} {bare(of)}"
    if holds == "it is a single cell" and plain(of):
        return re.sub(r"\b(objects|figures)$", "single cells", of)
    if holds == "it has more than one cell" and plain(of):
        return f"{of}{OF_SEVERAL}"
    outside = re.fullmatch(r"it does not lie inside (.*)", holds)
    if outside and of.endswith(f" other than {outside[1]}"):
        return f"{of.removesuffix(f' other than {outside[1]}')} outside {outside[1]}"
    clause = _clause(of, holds)
    if clause and re.search(r" (?:that|whose) ", of):
        return f"{of} and {clause}"
    return f"{of} {clause}" if clause else f"{of} where {holds}"


def _clause(of: str, holds: str) -> str:
    """Say what holds for `it` as a clause about several things; nothing where that fails."""
    repeated = re.fullmatch(r"(its \w+) (does not occur|occurs) more than once among (.*)", holds)
    if repeated and repeated[3] == of:
        others = "another one" if repeated[2] == "occurs" else "no other one"
        return f"whose {bare(repeated[1])} {others} has"
    parts = re.split(r" (and|or) (?=(?:it|nothing) (?!and |or ))", holds)
    said = [part if part in ("and", "or") else _relative(part) for part in parts]
    return " ".join(said) if all(said) else ""


def _relative(holds: str) -> str:
    for singular, plural in _PLURALS:
        if holds.startswith(singular):
            return plural and f"{plural}{holds.removeprefix(singular)}"
    return ""


def others(words: Mapping[str, str]) -> str:
    """Say which objects are not among some."""
    of, than = words["of"], words["than"]
    if than.startswith(f"{of} "):
        than = f"those {than.removeprefix(f'{of} ')}"
    if of.endswith(OF_SEVERAL):
        than = re.sub(rf"(object|figure)(s?){OF_SEVERAL}$", r"one\2", than)
    return f"{of} other than {than.removesuffix(f' of {of}')}"


def for_each(words: Mapping[str, str]) -> str:
    """Say a region of each of several objects."""
    region, of = words["region"], words["of"]
    return of_each(region, of) or f"{region} for {every(of)}"


def of_color(words: Mapping[str, str]) -> str:
    """Say which objects have a colour."""
    of, color = words["of"], words["color"]
    if color.startswith(("the ", "its ")):
        return f"{of if plain(of) else f'those of {of}'} in {color}"
    if of == "the figures":
        return f"the {color} cells"
    simple = plain(of) or " " not in bare(of)
    return f"the {color} {bare(of)}" if simple else f"the {color} ones of {of}"


def not_so(holds: str) -> str:
    """Say that something does not hold."""
    if not _JOINED.search(holds):
        for positive, negative in _NEGATIONS:
            if holds.startswith(positive):
                return negative + holds.removeprefix(positive)
        verbs = re.findall(r" (?:is|occurs) ", holds)
        if holds.startswith(("its ", "the ")) and len(verbs) == 1:
            return holds.replace(" is ", " is not ").replace(" occurs ", " does not occur ")
    return f"it is not so that {holds}"


def within(words: Mapping[str, str]) -> str:
    """Say in what something lies, after the verb."""
    region = words["region"]
    return f"inside {region[14:]}" if region.startswith("the inside of ") else f"in {region}"


def exists(words: Mapping[str, str]) -> str:
    """Say that there is something."""
    of = words["of"]
    if re.fullmatch(r"the hidden cells (?:in the box )?of it", of):
        return "it is partly covered"
    if is_plural(of):
        return f"there are {bare(of)}"
    return f"there is {'an' if bare(of)[0] in 'aeiou' else 'a'} {bare(of)}"


_CLAUSE = re.compile(r" (?:that|whose|where|has) ")


def paint(words: Mapping[str, str]) -> str:
    """Say what is painted of which objects, and in which colour."""
    region, selection, color = words["region"], words["selection"], words["color"]
    own = color == "its colour"
    if own and region in _GROWN:
        return f"grow {selection} by one cell{_GROWN[region]}"
    if own and not is_plural(selection) and not mentions_it(region):
        return f"paint {region} in the colour of {selection}"
    each = selection if region == "it" and not mentions_it(color) else of_each(region, selection)
    if own:
        their = is_plural(selection) and every(selection) == selection
        color = f"in {'their' if their else 'its'} own colour"
    elif color.startswith("the "):
        color = f"in {color}"
    if each and region == "the rest of its box" and not own:
        box = of_each("its box", selection)
        return f"fill up {box} with {color}" if color[:3] != "in " else f"fill up {box} {color}"
    if each and _CLAUSE.search(each) and not color.startswith("in "):
        return f"paint {color} {each}"  # else it would seem to be of the clause
    if each:
        return f"paint {each} {color}"
    return f"for {every(selection)}, paint {region} {color}"


def by(words: Mapping[str, str]) -> str:
    """Say by what things are put in order."""
    key = words["key"]
    return bare(key) if key.startswith("its ") else re.sub(r"\bit$", "each", key)


def resized(words: Mapping[str, str]) -> str:
    """Say an object with the cells next to it, or without those on its rim."""
    of = words["of"]
    if words["how"] == "shrink":
        return f"all but the rim of {of}"
    near = "beside" if words["connectivity"] == "4" else "around"
    return f"{of} and the cells {near}{' it' if of == 'it' else ''}"


_GROWN = {
    "it and the cells beside it": "",
    "it and the cells around it": ", diagonally too",
}


def difference(words: Mapping[str, str]) -> str:
    """Say one region without another."""
    region, without = words["region"], words["without"]
    if without == f"all but the rim of {region}":
        return "its rim" if region == "it" else f"the rim of {region}"
    around = re.match(re.escape(without) + r" and (the cells (?:beside|around))\b", region)
    if around:
        return f"{around[1]} {without}"
    if without == "all coloured cells":
        return f"the free cells of {region}"
    if without == "it":
        if region == "all coloured cells":
            return "everything else"
        if mentions_it(region):
            return f"the rest of {region}"
    return f"all of it but {without}" if region == "it" else f"{region} without {without}"


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
    return named.get(axis, f"in a line {axis}" if axis.startswith("towards") else f"along {axis}")


def edge(words: Mapping[str, str]) -> str:
    """Say which row or column of an object is the last on a side."""
    side, of = words["side"], words["of"]
    choice = re.fullmatch(r"(\w+) if (.*), else (\w+)", side)
    if choice and choice[1] in _ENDS and choice[3] in _ENDS:
        return f"the {_ENDS[choice[1]]} (if {choice[2]}, else the {_ENDS[choice[3]]}) of {of}"
    end = _ENDS.get(side, f"{side} end")
    return f"its {end}" if of == "it" else f"the {end} of {of}"


def side(words: Mapping[str, str]) -> str:
    """Say on which side of a reference something lies."""
    return f"{SIDES.get(words['side'], words['side'])} {words['ref']}"
