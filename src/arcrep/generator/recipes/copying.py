"""Copy: something is drawn once more elsewhere."""

from arcrep.generator.recipes.acts import do, paint, stamp, stamp_beside
from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec
from arcrep.generator.recipes.selections import (
    along,
    compare,
    extreme,
    foremost,
    negate,
    of_color,
    others,
    repeated,
    single,
    where,
)

_IS_DOT = compare("size", "equal", 1)
_DOTS = where(_IS_DOT)
_FIGURES = where(negate(_IS_DOT))
_FRAMES = where("hollow")
_NOT_FRAMES = where(negate("hollow"))
_SIDES = ("up", "down", "left", "right")


def _by_place(of: Spec = None, sides: tuple[str, ...] = _SIDES) -> tuple[Selection, ...]:
    """Return selections of what lies furthest towards a side."""
    return tuple(
        single(label, select, of, "other", ahead=side)
        for label, (side, select) in foremost(of).items()
        if side in sides
    )


def _by_size(of: Spec = None) -> tuple[Selection, ...]:
    """Return selections of the one figure that is larger, or smaller, or of another shape."""
    largest, smallest = extreme("size", of=of), extreme("size", "least", of)
    odd = where(negate(repeated("shape_of", of)), of)
    return (
        single("largest", largest, of, "other", contrast="largest"),
        single("smallest", smallest, of, "other", contrast="smallest"),
        single("odd_shape", odd, of, "other", contrast="odd", count={"any": [3, 3, 4]}),
    )


def _by_kind(of: Spec = None, alone: bool = True, **layout: Spec) -> tuple[Selection, ...]:
    """Return selections of figures of a kind: one figure, or any number."""
    tall, wide = along("vertical", of), along("horizontal", of)
    hollow, solid = where("hollow", of), where(negate("hollow"), of)
    color = of_color("$ref", of)
    named = {"figure_color": "$ref", "colors": {"any": ["own", "one"]}}

    def kind(label: str, select: Spec, rest: Spec, **more: Spec) -> Selection:
        arguments = {"contrast": label, **layout, **more}
        return Selection(label, select, "other", alone, rest, arguments)

    return (
        kind("hollow", hollow, solid),
        kind("solid", solid, hollow),
        kind("tall", tall, wide),
        kind("wide", wide, tall),
        kind("color", color, others(color, of), **named),
    )


_ALL = Selection("all", "all", "other")
_REPEATED = Selection(
    "repeated_shape",
    where(repeated("shape_of")),
    "other",
    rest=where(negate(repeated("shape_of"))),
    layout={"contrast": "alike", "count": 4},
)
_INK = paint("$ink")


def _beside(side: Spec, gap: int = 1) -> Spec:
    return do(stamp_beside(side, gap))


def _duplicates(side: Spec) -> tuple[Deed, ...]:
    """Return what can be done with a copy on one side."""

    def deed(label: str, *clauses: Spec, keeps: bool = False, gap: int = 1) -> Deed:
        return Deed(label, "copy", clauses, layout={"toward": side, "gap": gap}, keeps=keeps)

    return (
        deed("duplicate_object", _beside(side), keeps=True),
        deed("duplicate_object", _beside(side, 2), keeps=True, gap=2),
        deed("duplicate_and_recolor", do(_INK), _beside(side)),
        deed("duplicate_and_remove_rest", _beside(side), do("erase", "$rest")),
        deed("duplicate_and_recolor_rest", _beside(side), do(_INK, "$rest")),
    )


def _on_both_sides(axis: str, *sides: str) -> Deed:
    clauses = tuple(_beside(side) for side in sides)
    return Deed("duplicate_on_both_sides", "copy", clauses, layout={"toward": axis}, keeps=True)


_UPRIGHT = _on_both_sides("vertical", "up", "down")
_LEVEL = _on_both_sides("horizontal", "left", "right")


def _tile(more: Spec, gap: int) -> Spec:
    node = {"op": "tile", "more": more, "axis": "$axis"}
    return do(node if gap == 0 else {**node, "gap": gap})


def _tiles(label: str) -> tuple[Deed, ...]:
    numbers = [(more, gap) for more in (1, 2) for gap in (0, 1)]
    return tuple(Deed(label, "copy", (_tile(*pair),), one=True) for pair in numbers)


def _stamps(figure: Spec, dots: Spec, several: bool) -> tuple[Deed, ...]:
    """Return what can be done with a copy of a figure at dots, several of which may differ."""

    def deed(label: str, act: Spec, *more: Spec, **layout: Spec) -> Deed:
        return Deed(label, "copy", (do(act, dots), *more), layout=layout)

    copy, taken = stamp(figure, replace=True), {"anchor": "corner"}
    recolored = stamp(figure, recolored=True, replace=True)
    return (
        deed("stamp_copy", copy),
        deed("stamp_copy_corner", {**copy, **taken}, **taken),
        deed("stamp_recolored", recolored, **({"marker_colors": "own"} if several else {})),
        deed("stamp_and_remove", copy, do("erase", figure)),
        deed("stamp_and_recolor", copy, do(_INK, figure)),
    )


_BY_DOTS = Deed("tile_by_count", "copy", (_tile({"op": "count", "of": _DOTS}, 1),), one=True)
_ONLY_FIGURE = Selection("only_figure", _FIGURES, "other", one=True)
_COLORED_DOTS = Selection(
    "color",
    where(_IS_DOT, of_color("$ref")),
    "other",
    layout={"marker_color": "$ref", "decoys": {"between": [1, 3]}},
)


def _framings(figure: Spec, frames: Spec) -> tuple[Deed, ...]:
    """Return what can be done with a copy of a figure in frames."""
    copied = do(stamp(figure), frames)
    recolored = do(stamp(figure, recolored=True), frames)
    return (
        Deed("copy_into_frame", "copy", (copied,)),
        Deed("copy_recolored_into_frame", "copy", (recolored,), layout={"room": 1}),
        Deed("move_into_frame", "copy", (copied, do("erase", figure))),
    )


_FRAME_SELECTIONS = (
    Selection("all", _FRAMES, "other"),
    Selection(
        "color",
        where("hollow", of_color("$ref")),
        "other",
        layout={"frame_contrast": "color", "frame_color": "$ref"},
    ),
    *(
        single(label, extreme("area", which, _FRAMES), _FRAMES, "other", frame_contrast=label)
        for label, which in (("largest", "most"), ("smallest", "least"))
    ),
    *_by_place(_FRAMES),
)

_CELLS: Spec = {"op": "count_cells", "of": "content"}
_CELLS_OF_COLOR: Spec = {"op": "count_cells", "of": of_color("$ref", "content")}


def _with_cells(n: int) -> Spec:
    return where(compare(_CELLS, "equal", n))


def _panel(label: str, key: Spec, **layout: Spec) -> Selection:
    return Selection(label, extreme(key), "other", one=True, layout=layout)


_FULL_PANEL = _panel("only_full_panel", _CELLS)
_FULL_PANELS = (
    _panel("largest", _CELLS, full=2, contrast="cells"),
    _panel("color", _CELLS_OF_COLOR, full=2, contrast="color", figure_color="$ref"),
)
_COPIED: Spec = do(stamp("$selection"), _with_cells(0))
_INTO_EMPTY = (
    Deed("copy_into_panel", "copy", (_COPIED,)),
    Deed("move_into_panel", "copy", (_COPIED, do("erase"))),
)
_INTO_MARKED = Deed(
    "copy_into_marked_panel",
    "copy",
    (do(stamp("$selection"), _with_cells(1)),),
    layout={"marked": {"any": [1, 1, 2]}},
)
_WHOLE = Selection("all", "all", "other", one=True)


def _with_room(label: str, arrangement: str, least: int, **more: Spec) -> Scenery:
    layout = {"op": "figures_with_room", "arrangement": arrangement, **more}
    return Scenery(label, layout, sides=(least, 24), largest=4.5)


_COUNT: Spec = {"count": {"between": [3, 4]}}
_SQUARE: Spec = {**_COUNT, "proportions": "square"}
_LINED: Spec = {**_SQUARE, "aligned": True}
_SCATTER = _with_room("scatter", "scatter", 14, **_SQUARE)
_ROW = _with_room("row_of_objects", "row", 14, **_LINED)
_COLUMN = _with_room("column_of_objects", "column", 14, **_LINED)
_LATTICE = _with_room("lattice_of_objects", "lattice", 17, **_LINED)


def _scene(label: str, op: str, sides: tuple[int, int], ratio: float, **more: Spec) -> Scenery:
    return Scenery(label, {"op": op, **more}, sides=sides, largest=ratio)


_SOME: Spec = {"count": {"between": [2, 3]}, "copies": {"between": [1, 2]}}
_DOTTED = _scene("source_and_markers", "figures_and_markers", (12, 28), 4.0, count=1)
_ALL_DOTTED = _scene("sources_and_markers", "figures_and_markers", (14, 28), 5.0, **_SOME)
_FRAMED = _scene("source_and_frames", "figures_and_frames", (14, 28), 5.5, count=1)
_ALL_FRAMED = _scene(
    "sources_and_frames", "figures_and_frames", (16, 28), 6.0, count={"between": [2, 3]}
)


def _panels(label: str, sides: tuple[int, int], *counts: int) -> Scenery:
    layout = {"op": "panels_to_fill", "count": {"any": [*counts]}}
    return Scenery(label, layout, parse="panels", sides=sides, largest=4.0)


_DIVIDED = _panels("divider_line", (11, 26), 2)
_PANELED = _panels("panels", (17, 28), 3, 4)


def _small(label: str, op: str, **layout: Spec) -> Scenery:
    """Return a scene that is so small that three of its kind make one grid."""
    return Scenery(label, {"op": op, **layout}, parse="grid")


_WHOLES = (
    _small(
        "whole_pattern",
        "whole_pattern",
        kind="picture",
        side={"between": [3, 8]},
        n_colors={"any": [1, 2]},
    ),
    _small(
        "row_of_patterns",
        "row_of_patterns",
        count={"any": [2, 2, 3]},
        length={"between": [2, 3]},
        gap=1,
        breadth={"between": [2, 4]},
    ),
    _small("scatter", "scatter", side={"between": [7, 9]}, largest=3, count={"between": [2, 3]}),
    _small("object_pair", "pair", side={"between": [6, 9]}, largest=3),
)


def _selections(*sides: str) -> tuple[Selection, ...]:
    """Return selections of one figure, also by place where it lies furthest to one of the sides."""
    return (*_by_size(), *_by_kind(one=True), *_by_place(sides=sides))


_SEVERAL = (_ALL, _REPEATED, *_by_kind(alone=False))
_ANYWHERE = _selections("up", "down", "left", "right")
_IN_ROW = _selections("left", "right")
_IN_COLUMN = _selections("up", "down")
_SOURCES = (
    *_by_size(_FIGURES),
    *_by_kind(_FIGURES),
    *_by_place(_FIGURES),
)
_FRAMED_SOURCES = tuple(
    one
    for one in (*_by_size(_NOT_FRAMES), *_by_kind(_NOT_FRAMES))
    if one.label not in ("hollow", "solid")
)

COPY_CROSSES: tuple[Cross, ...] = (
    Cross((_SCATTER,), (*_ANYWHERE, *_SEVERAL), (*_duplicates("$side"), _UPRIGHT, _LEVEL)),
    Cross((_ROW,), (*_IN_ROW, *_SEVERAL), (*_duplicates("up"), *_duplicates("down"), _UPRIGHT)),
    Cross(
        (_COLUMN,), (*_IN_COLUMN, *_SEVERAL), (*_duplicates("left"), *_duplicates("right"), _LEVEL)
    ),
    Cross((_LATTICE,), (*_selections(), *_SEVERAL), _duplicates("$side")),
    Cross((_SCATTER,), _ANYWHERE, _tiles("tile_object")),
    Cross((_ROW,), _IN_ROW, _tiles("tile_object")),
    Cross((_COLUMN,), _IN_COLUMN, _tiles("tile_object")),
    Cross((_DOTTED,), (_ONLY_FIGURE,), (*_stamps(_FIGURES, _DOTS, several=True), _BY_DOTS)),
    Cross((_DOTTED,), (_COLORED_DOTS,), _stamps(_FIGURES, "$selection", several=False)),
    Cross((_ALL_DOTTED,), _SOURCES, (*_stamps("$selection", _DOTS, several=True), _BY_DOTS)),
    Cross((_FRAMED,), _FRAME_SELECTIONS, _framings(_NOT_FRAMES, "$selection")),
    Cross((_ALL_FRAMED,), _FRAMED_SOURCES, _framings("$selection", _FRAMES)),
    Cross((_DIVIDED, _PANELED), (_FULL_PANEL,), _INTO_EMPTY),
    Cross((_PANELED,), _FULL_PANELS, _INTO_EMPTY),
    Cross((_PANELED,), (_FULL_PANEL,), (_INTO_MARKED,)),
    Cross((_PANELED,), (_FULL_PANEL, *_FULL_PANELS), _tiles("tile_panel")),
    Cross(_WHOLES, (_WHOLE,), _tiles("tile_grid")),
)
"""Recipes of the concept Copy."""
