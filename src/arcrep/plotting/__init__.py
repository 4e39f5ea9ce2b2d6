"""Figures and self-contained pages; matplotlib only here.

Start at `run_projection` (maps of representations), `write_report` (one page about a run) or
`run_view_tasks` (the tasks themselves).
"""

from arcrep.plotting.contact_sheets import write_contact_sheets
from arcrep.plotting.maps import draw_map
from arcrep.plotting.report import write_report
from arcrep.plotting.run_projection import run_projection
from arcrep.plotting.run_view_tasks import run_view_tasks

__all__ = ["draw_map", "run_projection", "run_view_tasks", "write_contact_sheets", "write_report"]
