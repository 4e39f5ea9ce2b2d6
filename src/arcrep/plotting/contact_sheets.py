"""Official inputs beside newly drawn ones, two sheets per concept, to be looked at."""

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from arcrep.arc import ARC_COLORS, CONCEPTS, N_COLORS, Example, Grid, Task, load
from arcrep.generator import Program, official_programs
from arcrep.plotting.rendering import STYLE, render
from arcrep.runs import write_atomic

_OFFICIAL, _DRAWN, _ROWS = 4, 5, 5


def write_contact_sheets(
    folder: Path, source: str = "conceptarc", seed: int = 0, say: Callable[[str], None] = print
) -> None:
    """Write PNGs for every concept: each program's official pairs, and new ones from its layout.

    Raises:
        ValueError: The official tasks are not to be had.
    """
    tasks = {task.id: task for task in load(source)}
    folder.mkdir(parents=True, exist_ok=True)
    for concept in CONCEPTS:
        programs = [program for program in official_programs((concept,)) if program.layout]
        for number, start in enumerate(range(0, len(programs), _ROWS), 1):
            path = folder / f"{concept}_{number}.png"
            sheet = _sheet(programs[start : start + _ROWS], tasks, seed)
            write_atomic(path, render(sheet, "png"))
            say(f"{path}: {', '.join(p.id for p in programs[start : start + _ROWS])}")


def _sheet(programs: Sequence[Program], tasks: dict[str, Task], seed: int) -> Figure:
    with mpl.rc_context(STYLE):
        size = (1.0 * (_OFFICIAL + _DRAWN) + 0.4, 2.0 * len(programs))
        figure = Figure(figsize=size, dpi=200, layout="constrained")
        axes = figure.subplots(2 * len(programs), _OFFICIAL + _DRAWN, squeeze=False)
        for row, program in enumerate(programs):
            task = tasks[program.id]
            official = [*task.support, *task.test][:_OFFICIAL]
            drawn = [program.example(seed, index) for index in range(_DRAWN)]
            padded: list[Example | None] = [
                *official,
                *[None] * (_OFFICIAL - len(official)),
                *drawn,
            ]
            for column, example in enumerate(padded):
                _show(axes[2 * row, column], example.input if example else None)
                _show(axes[2 * row + 1, column], example.output if example else None)
            axes[2 * row, 0].set_title(f"{program.id}: official", loc="left", fontsize=7)
            axes[2 * row, _OFFICIAL].set_title("drawn anew", loc="left", fontsize=7)
    return figure


def _show(axes: Axes, grid: Grid | None) -> None:
    axes.axis("off")
    if grid is not None:
        axes.imshow(grid, ListedColormap(ARC_COLORS), vmin=-0.5, vmax=N_COLORS - 0.5)
        axes.set_xlim(-0.6, grid.shape[1] - 0.4)
        axes.set_ylim(grid.shape[0] - 0.4, -0.6)
