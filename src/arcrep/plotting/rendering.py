"""Figures as bytes: the same figure gives the same file."""

import io
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

FORMATS = ("png", "pdf", "svg")

STYLE: Any = {
    "font.size": 8.0,
    "text.parse_math": False,  # a label with a dollar sign is a label, not a formula
    "svg.fonttype": "none",  # text stays text
    "pdf.fonttype": 42,  # whole fonts, which editors and publishers can read
    "svg.hashsalt": "arcrep",
}

# What matplotlib would write about time, program and version makes equal figures differ.
_METADATA: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None},
    "svg": {"Creator": None, "Date": None},
}


def render(figure: Figure, form: str) -> bytes:
    """Render a figure as "png" (200 dots per inch), "pdf" or "svg"."""
    file = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(file, format=form, dpi=200, metadata=_METADATA[form])
    return file.getvalue()
