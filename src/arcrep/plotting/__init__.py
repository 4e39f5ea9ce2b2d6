"""Figures and self-contained pages; matplotlib only here.

Start at `run_projection` (maps of representations) or `write_report` (one page about a run).
"""

from arcrep.plotting.contact_sheets import write_contact_sheets
from arcrep.plotting.maps import draw_map
from arcrep.plotting.report import write_report
from arcrep.plotting.run_projection import run_projection

__all__ = ["draw_map", "run_projection", "write_contact_sheets", "write_report"]
