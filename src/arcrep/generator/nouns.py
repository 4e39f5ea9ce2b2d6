"""Noun phrases of sentences: their number, and what belongs to each of several things."""

import re

_AFTER = (
    r" (?:that|whose|where|which|of|in|on|with|other|from|for|enclosed|around|beside|straight"
    r"|above|below|outside|inside|left of|right of|under|behind|through|between|if)\b.*|,.*"
)
"""What follows the head of a noun phrase."""

_CELLS = re.compile(r"(?!single )(?:\w+ )+cells?")
"""The cells of a colour: one thing, though it is called by a plural."""

OF_SEVERAL = " of more than one cell"
_PLAIN = re.compile(rf"the (.+?)s((?:{OF_SEVERAL})?)")


def be(noun: str) -> str:
    """Return "is" or "are"."""
    return "are" if is_plural(noun) else "is"


def have(noun: str) -> str:
    """Return "has" or "have"."""
    return "have" if is_plural(noun) else "has"


def verb(noun: str, stem: str) -> str:
    """Return a verb in the form that goes with a noun."""
    if is_plural(noun):
        return stem
    return f"{stem}es" if stem.endswith("ch") else f"{stem}s"


def is_plural(noun: str) -> bool:
    """Say whether a phrase speaks of several things."""
    head = re.sub(_AFTER, "", noun)
    several = head.endswith("s") or head == "those" or " and the " in head
    return several and noun.startswith(("the ", "all ", "those "))


def bare(noun: str) -> str:
    """Return a phrase without its article or `its`."""
    return noun.removeprefix("the ").removeprefix("its ")


def plain(noun: str) -> tuple[str, str] | None:
    """Split the name of several things, such as `the red objects`, into singular and the rest.

    None where the phrase says more than that.
    """
    found = _PLAIN.fullmatch(noun)
    if not found or re.search(rf"{_AFTER}| or ", found[1]) or _CELLS.fullmatch(f"{found[1]}s"):
        return None
    return found[1], found[2]


def every(noun: str) -> str:
    """Return a phrase for each one of several things."""
    simple = plain(noun)
    if simple:
        return f"each {''.join(simple)}"
    one_thing = not re.search(_AFTER, noun) and _CELLS.fullmatch(bare(noun))
    return f"each of {noun}" if is_plural(noun) and not one_thing else noun


def mentions_it(text: str) -> bool:
    """Say whether a phrase speaks of `it`, the object at hand."""
    return bool(re.search(r"\bits?\b", text))


def of_each(text: str, noun: str) -> str | None:
    """Say a phrase about `it` of each of several things; None where it cannot be said so."""
    each = every(noun)
    if text == "it":
        return each
    all_but = re.fullmatch(r"all of it but (.*)", text)
    if all_but:
        return f"all of {each} but {all_but[1]}"
    ends = re.fullmatch(r"(.* )it", text)
    if ends and not mentions_it(ends[1]):
        return f"{ends[1]}{each}"
    owned = re.fullmatch(r"(|.* )its ((?:(?! in | of | without ).)*)", text)
    if owned and not mentions_it(owned[1]) and not mentions_it(owned[2]):
        return f"{owned[1]}the {owned[2]} of {each}"
    return None
