"""Representation measures over vectors and labels; knows nothing of ARC.

Start at `separation_probability` (one layer) or `measure` (all layers of a `VectorSet`);
`cosine_neighbors` and `project_umap` show which items lie together; `read_separation` reads what
a run of `analysis/separation.py` measured.
"""

from arcrep.analysis.csv_files import read_separation
from arcrep.analysis.neighbors import cosine_neighbors
from arcrep.analysis.projection import project_umap
from arcrep.analysis.results import LabelSeparation, Separation
from arcrep.analysis.run_separation import run_separation
from arcrep.analysis.separation import separation_probability
from arcrep.analysis.table import Measured, as_text, label_rows, measure, peak, summary_rows
from arcrep.analysis.vectors import VectorSet

__all__ = [
    "LabelSeparation",
    "Measured",
    "Separation",
    "VectorSet",
    "as_text",
    "cosine_neighbors",
    "label_rows",
    "measure",
    "peak",
    "project_umap",
    "read_separation",
    "run_separation",
    "separation_probability",
    "summary_rows",
]
