"""Copy: something is drawn once more elsewhere."""

from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec

_SIZE: Spec = {"op": "measure", "key": "size"}
_IS_DOT: Spec = {"op": "compare", "left": _SIZE, "how": "equal", "right": 1}


def _not(holds: Spec) -> Spec:
    return {"op": "negate", "holds": holds}


def _of(of: Spec) -> dict[str, Spec]:
    return {} if of == "all" else {"of": of}


def _where(holds: Spec, of: Spec = "all") -> Spec:
    return {"op": "where", "holds": holds} | _of(of)


def _extreme(of: Spec, key: Spec, which: str = "most") -> Spec:
    node = {"op": "extreme", "key": key} | _of(of)
    return node if which == "most" else {**node, "which": which}


def _others(of: Spec, than: Spec) -> Spec:
    return {"op": "others", "than": than} | _of(of)


def _repeated(among: Spec) -> Spec:
    node = {"op": "repeated", "key": "shape_of"}
    return node if among == "all" else {**node, "among": among}


def _oriented(axis: str) -> Spec:
    return {"op": "oriented", "axis": axis}


_DOTS = _where(_IS_DOT)
_FIGURES = _where(_not(_IS_DOT))
_FRAMES = _where("hollow")
_NOT_FRAMES = _where(_not("hollow"))
_LEADING = (
    ("topmost", "up", "top", "least"),
    ("bottommost", "down", "bottom", "most"),
    ("leftmost", "left", "left", "least"),
    ("rightmost", "right", "right", "most"),
)


def _foremost(of: Spec, sides: tuple[str, ...]) -> tuple[Selection, ...]:
    """Return selections of what lies furthest towards a side."""
    found: list[Selection] = []
    for label, side, key, which in _LEADING:
        if side in sides:
            first = _extreme(of, {"op": "measure", "key": key}, which)
            rest, layout = _others(of, first), {"ahead": side}
            found.append(Selection(label, first, "other", one=True, rest=rest, layout=layout))
    return tuple(found)


def _by_size(of: Spec) -> tuple[Selection, ...]:
    """Return selections of the one figure that is larger, or smaller, or of another shape."""
    largest, smallest = _extreme(of, _SIZE), _extreme(of, _SIZE, "least")
    odd = _where(_not(_repeated(of)), of)

    def one(label: str, select: Spec, **layout: Spec) -> Selection:
        rest = _others(of, select)
        return Selection(label, select, "other", one=True, rest=rest, layout=layout)

    return (
        one("largest", largest, contrast="largest"),
        one("smallest", smallest, contrast="smallest"),
        one("odd_shape", odd, contrast="odd", count={"any": [3, 3, 4]}),
    )


def _by_kind(of: Spec, single: bool, **layout: Spec) -> tuple[Selection, ...]:
    """Return selections of figures of a kind: one figure, or any number."""
    tall, wide = _where(_oriented("vertical"), of), _where(_oriented("horizontal"), of)
    hollow, solid = _where("hollow", of), _where(_not("hollow"), of)
    color = {"op": "of_color", "color": "$ref"} | _of(of)
    named = {"figure_color": "$ref", "colors": {"any": ["own", "one"]}}

    def kind(label: str, select: Spec, rest: Spec, **more: Spec) -> Selection:
        arguments = {"contrast": label, **layout, **more}
        return Selection(label, select, "other", one=single, rest=rest, layout=arguments)

    return (
        kind("hollow", hollow, solid),
        kind("solid", solid, hollow),
        kind("tall", tall, wide),
        kind("wide", wide, tall),
        kind("color", color, _others(of, color), **named),
    )


_ALL = Selection("all", "all", "other")
_REPEATED = Selection(
    "repeated_shape",
    _where(_repeated("all")),
    "other",
    rest=_where(_not(_repeated("all"))),
    layout={"contrast": "alike", "count": 4},
)


def _select(act: Spec, selection: Spec = "$selection") -> Spec:
    return {"select": selection, "act": act}


_PAINT: Spec = {"op": "paint", "color": "$ink"}


def _beside(side: Spec, gap: int = 1) -> Spec:
    at = {"op": "beside", "side": side}
    return _select({"op": "stamp", "source": "it", "at": at if gap == 1 else {**at, "gap": gap}})


def _duplicates(side: Spec) -> tuple[Deed, ...]:
    """Return what can be done with a copy on one side."""

    def deed(label: str, *clauses: Spec, keeps: bool = False, gap: int = 1) -> Deed:
        return Deed(label, "copy", clauses, layout={"toward": side, "gap": gap}, keeps=keeps)

    return (
        deed("duplicate_object", _beside(side), keeps=True),
        deed("duplicate_object", _beside(side, 2), keeps=True, gap=2),
        deed("duplicate_and_recolor", _select(_PAINT), _beside(side)),
        deed("duplicate_and_remove_rest", _beside(side), _select("erase", "$rest")),
        deed("duplicate_and_recolor_rest", _beside(side), _select(_PAINT, "$rest")),
    )


def _on_both_sides(axis: str, *sides: str) -> Deed:
    clauses = tuple(_beside(side) for side in sides)
    return Deed("duplicate_on_both_sides", "copy", clauses, layout={"toward": axis}, keeps=True)


_UPRIGHT = _on_both_sides("vertical", "up", "down")
_LEVEL = _on_both_sides("horizontal", "left", "right")


def _tile(more: Spec, gap: int) -> Spec:
    node = {"op": "tile", "more": more, "axis": "$axis"}
    return _select(node if gap == 0 else {**node, "gap": gap})


def _tiles(label: str) -> tuple[Deed, ...]:
    numbers = [(more, gap) for more in (1, 2) for gap in (0, 1)]
    return tuple(Deed(label, "copy", (_tile(*pair),), one=True) for pair in numbers)


def _stamp(source: Spec, **more: Spec) -> Spec:
    return {"op": "stamp", "source": source, "at": "center_of", **more}


def _stamps(figure: Spec, dots: Spec, several: bool) -> tuple[Deed, ...]:
    """Return what can be done with a copy of a figure at dots, several of which may differ."""

    def deed(label: str, act: Spec, *more: Spec, **layout: Spec) -> Deed:
        return Deed(label, "copy", (_select(act, dots), *more), layout=layout)

    copy, taken = _stamp(figure, replace=True), {"anchor": "corner"}
    recolored = _stamp(figure, recolored=True, replace=True)
    return (
        deed("stamp_copy", copy),
        deed("stamp_copy_corner", {**copy, **taken}, **taken),
        deed("stamp_recolored", recolored, **({"marker_colors": "own"} if several else {})),
        deed("stamp_and_remove", copy, _select("erase", figure)),
        deed("stamp_and_recolor", copy, _select(_PAINT, figure)),
    )


_BY_DOTS = Deed("tile_by_count", "copy", (_tile({"op": "count", "of": _DOTS}, 1),), one=True)
_ONLY_FIGURE = Selection("only_figure", _FIGURES, "other", one=True)
_COLORED_DOTS = Selection(
    "color",
    _where(_IS_DOT, {"op": "of_color", "color": "$ref"}),
    "other",
    layout={"marker_color": "$ref", "decoys": {"between": [1, 3]}},
)


def _framings(figure: Spec, frames: Spec) -> tuple[Deed, ...]:
    """Return what can be done with a copy of a figure in frames."""
    copied = _select(_stamp(figure), frames)
    recolored = _select(_stamp(figure, recolored=True), frames)
    return (
        Deed("copy_into_frame", "copy", (copied,)),
        Deed("copy_recolored_into_frame", "copy", (recolored,), layout={"room": 1}),
        Deed("move_into_frame", "copy", (copied, _select("erase", figure))),
    )


_AREA: Spec = {"op": "measure", "key": "area"}
_FRAME_SELECTIONS = (
    Selection("all", _FRAMES, "other"),
    Selection(
        "color",
        _where("hollow", {"op": "of_color", "color": "$ref"}),
        "other",
        layout={"frame_contrast": "color", "frame_color": "$ref"},
    ),
    *(
        Selection(label, select, "other", True, _others(_FRAMES, select), {"frame_contrast": label})
        for label, select in (
            ("largest", _extreme(_FRAMES, _AREA)),
            ("smallest", _extreme(_FRAMES, _AREA, "least")),
        )
    ),
    *_foremost(_FRAMES, ("up", "down", "left", "right")),
)

_CELLS: Spec = {"op": "count_cells", "of": "content"}
_CELLS_OF_COLOR: Spec = {
    "op": "count_cells",
    "of": {"op": "of_color", "of": "content", "color": "$ref"},
}


def _with_cells(n: int) -> Spec:
    return _where({"op": "compare", "left": _CELLS, "how": "equal", "right": n})


def _panel(label: str, key: Spec, **layout: Spec) -> Selection:
    return Selection(label, _extreme("all", key), "other", one=True, layout=layout)


_FULL_PANEL = _panel("only_full_panel", _CELLS)
_FULL_PANELS = (
    _panel("largest", _CELLS, full=2, contrast="cells"),
    _panel("color", _CELLS_OF_COLOR, full=2, contrast="color", figure_color="$ref"),
)
_COPIED: Spec = _select(_stamp("$selection"), _with_cells(0))
_INTO_EMPTY = (
    Deed("copy_into_panel", "copy", (_COPIED,)),
    Deed("move_into_panel", "copy", (_COPIED, _select("erase"))),
)
_INTO_MARKED = Deed(
    "copy_into_marked_panel",
    "copy",
    (_select(_stamp("$selection"), _with_cells(1)),),
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
    return (*_by_size("all"), *_by_kind("all", single=True, one=True), *_foremost("all", sides))


_SEVERAL = (_ALL, _REPEATED, *_by_kind("all", single=False))
_ANYWHERE = _selections("up", "down", "left", "right")
_IN_ROW = _selections("left", "right")
_IN_COLUMN = _selections("up", "down")
_SOURCES = (
    *_by_size(_FIGURES),
    *_by_kind(_FIGURES, single=True),
    *_foremost(_FIGURES, ("up", "down", "left", "right")),
)
_FRAMED_SOURCES = tuple(
    one
    for one in (*_by_size(_NOT_FRAMES), *_by_kind(_NOT_FRAMES, single=True))
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
