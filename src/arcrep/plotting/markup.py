"""HTML from parts: text is escaped on its way in, so that no label or path can become markup."""

import html
from base64 import b64encode
from collections.abc import Iterable, Sequence

_VOID = {"img", "br"}


class Markup(str):
    """Text that is HTML already; any other text is escaped when it becomes part of an element."""

    __slots__ = ()


def tag(name: str, *children: str, **attributes: str | int | float) -> Markup:
    """Make an element; in attribute names a final `_` is dropped, other `_` become `-`."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
        for key, value in attributes.items()
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(children)}</{name}>")


def join(children: Iterable[str]) -> Markup:
    """Put parts behind each other."""
    return Markup("".join(map(_escaped, children)))


def _escaped(child: str) -> str:
    return child if isinstance(child, Markup) else html.escape(child)


def paragraph(*children: str) -> Markup:
    """Make a paragraph."""
    return tag("p", *children)


def section(title: str, *children: str) -> Markup:
    """Make a section with a heading."""
    return tag("section", tag("h2", title), *children)


def folded(summary: str, *children: str) -> Markup:
    """Make a part that opens on a click, without a script."""
    return tag("details", tag("summary", summary), *children)


def table(
    header: Sequence[str], rows: Iterable[Sequence[str]], caption: str, n_text: int = 1
) -> Markup:
    """Make a table that scrolls sideways where it is too wide; the first `n_text` columns are text.

    The first cell of a row is its heading.
    """
    kinds = ["text"] * n_text + ["number"] * (len(header) - n_text)
    head = [
        tag("th", name, scope="col", class_=kind) for name, kind in zip(header, kinds, strict=True)
    ]
    body = [tag("tr", *_cells(row, kinds)) for row in rows]
    whole = tag(
        "table", tag("caption", caption), tag("thead", tag("tr", *head)), tag("tbody", *body)
    )
    # A part that scrolls must be reachable with the keyboard.
    return tag("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)


def _cells(row: Sequence[str], kinds: Sequence[str]) -> list[Markup]:
    first, *others = row
    cells = [tag("td", cell, class_=kind) for cell, kind in zip(others, kinds[1:], strict=True)]
    return [tag("th", first, scope="row", class_=kinds[0]), *cells]


def picture(png: bytes, alt: str, width: int, height: int, class_: str) -> Markup:
    """Put a PNG file into the page itself."""
    source = f"data:image/png;base64,{b64encode(png).decode()}"
    return tag("img", src=source, alt=alt, width=width, height=height, class_=class_)
