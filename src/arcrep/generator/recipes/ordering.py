"""Order: things are rearranged or listed in the order of a number.

What is selected on is that number: here `$selection` stands for it.
"""

from arcrep.generator.recipes.acts import do, paint
from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec
from arcrep.generator.recipes.selections import measure, of_color, where

_MARKS = {"op": "count_cells", "of": {"op": "minor_cells", "of": "it"}}
_ORDERS: tuple[Spec, ...] = ({}, {"order": "descending"})


def _number(label: str, named: str, **layout: Spec) -> Selection:
    return Selection(label, measure(named), "other", layout=layout)


def _sort(of: Spec, **order: Spec) -> Deed:
    label = "swap_objects" if order == {"order": "swap_ends"} else "sort_objects"
    act = {"op": "sort", "key": "$selection", **order}
    return Deed(label, "sort", (do(act, of),))


def _ordered(order: Spec) -> Spec:
    return {"op": "sorted_by", "key": "$selection", **order}


def _listed(order: Spec) -> Deed:
    colors = {"op": "colors_of", "of": _ordered(order)}
    return Deed("serialize_colors", "emit", ({"act": {"op": "emit_colors", "colors": colors}},))


def _as_columns(order: Spec, **color: Spec) -> Deed:
    bars = {"op": "emit_bar", "times": "$selection", "axis": "vertical", "place": "columns"} | color
    return Deed("emit_sorted_bars", "emit", (do("erase", "all"), do(bars, _ordered(order))))


def _as_line(order: Spec) -> Deed:
    bar = {"op": "emit_bar", "times": "$selection", "axis": "$axis"}
    return Deed("emit_sorted_line", "emit", (do(bar, _ordered(order)),))


def _sorts(of: Spec = "all") -> tuple[Deed, ...]:
    return tuple(_sort(of, **order) for order in (*_ORDERS, {"order": "swap_ends"}))


def _then(label: str, order: Spec, select: Spec, act: Spec) -> Deed:
    """Sort, and then do something more with what that gives."""
    more = {**do(act, select), "reads": "result"}
    return Deed(label, "sort", (*_sort("all", **order).clauses, more))


def _end(which: Spec) -> Spec:
    return {"op": "extreme", "key": "$selection", **which}


_INK = paint("$ink")
_AT_ENDS: tuple[Spec, ...] = ({}, {"which": "least"})
_SORTS_AND_MORE = (
    *(_then("sort_and_recolor_all", order, "all", _INK) for order in _ORDERS),
    *(_then("sort_and_recolor", o, _end(which), _INK) for o in _ORDERS for which in _AT_ENDS),
    *(_then("sort_and_remove", o, _end(which), "erase") for o in _ORDERS for which in _AT_ENDS),
)
_LISTS = tuple(map(_listed, _ORDERS))
_BARS = (
    *map(_as_columns, _ORDERS),
    *(_as_columns(order, color="$ink") for order in _ORDERS),
    *map(_as_line, _ORDERS),
)


def _blocks(label: str, axis: str, **more: Spec) -> Scenery:
    layout = {"op": "blocks_in_line", "axis": axis, **more}
    return Scenery(label, layout, sides=(9, 26), largest=2.5)


_ENDS = {"any": ["start", "end"]}
_FREE = {"base": {"any": ["center", "loose", "loose"]}, "gap": {"any": [1, 1, 2]}}
_LINES = (
    _blocks("row_of_objects", "horizontal", **_FREE),
    _blocks("column_of_objects", "vertical", **_FREE),
    _blocks("bars_on_base_line", "horizontal", base="end", at_edge=True),
    _blocks("bars_from_side", "vertical", base=_ENDS, at_edge=True),
    _blocks("bars_side_by_side", "horizontal", base=_ENDS, gap=0),
    _blocks("stacked_bars", "vertical", base={"any": ["start", "center", "end"]}, gap=0),
)
_RINGS = (
    _blocks("row_of_rings", "horizontal", inside="hollow", base={"any": ["center", "end"]}),
    _blocks("column_of_rings", "vertical", inside="hollow", base={"any": ["center", "start"]}),
)


def _keys(*names: str) -> tuple[Selection, ...]:
    """Return numbers in which the layout lets things differ."""
    return tuple(_number(f"all_by_{name}", name, key=name) for name in names)


_PARTLY_HOLLOW = {"inside": "some_hollow", "colors": {"any": ["own", "one"]}}
_PARTLY_COLORED = {"some_color": "$ref", "colors": {"any": ["own", "one"]}}


def _of_some(axis: str, label: str, side: str) -> tuple[Cross, ...]:
    """Return recipes in which only things of a kind change places."""
    base: Spec = {"base": {"any": ["center", "end"]}, "count": {"between": [5, 6]}}
    return tuple(
        Cross(
            (_blocks(label, axis, **layout, **base),),
            (_number(f"{kind}_by_{side}", side, key=side, others="alike"),),
            _sorts(of),
        )
        for kind, layout, of in (
            ("hollow", _PARTLY_HOLLOW, where("hollow")),
            ("color", _PARTLY_COLORED, of_color("$ref")),
        )
    )


def _numbered(label: str, key: str, **more: Spec) -> Scenery:
    parse = "components" if key == "holes" else {"op": "components", "colors": "many"}
    layout = {"op": "numbered_blocks", "key": key, "count": {"between": [3, 4]}, **more}
    return Scenery(label, layout, parse=parse, sides=(12, 24))


_IN_ROW: Spec = {"arrangement": "row"}
_IN_COLUMN: Spec = {"arrangement": "column"}
_MARKED = (
    _numbered("row_of_marked_blocks", "marks", **_IN_ROW),
    _numbered("column_of_marked_blocks", "marks", **_IN_COLUMN),
)
_HOLED = (
    _numbered("row_of_holed_blocks", "holes", **_IN_ROW),
    _numbered("column_of_holed_blocks", "holes", **_IN_COLUMN),
)
_STRIPED = (
    _numbered("row_of_striped_blocks", "colors", **_IN_ROW),
    _numbered("column_of_striped_blocks", "colors", **_IN_COLUMN),
)
_BY_MARKS = Selection("all_by_marks", _MARKS, "other")
_BY_HOLES = _number("all_by_holes", "holes")
_BY_COLORS = _number("all_by_colors", "colors")
_BY_SIZE = _number("all_by_size", "size")

_DOTTED = tuple(
    Scenery(
        label,
        {"op": "dotted_lines", "axis": axis, "base": {"any": ["start", "end", "loose"]}},
        parse="by_color",
        sides=(9, 24),
    )
    for label, axis in (("dotted_rows", "vertical"), ("dotted_columns", "horizontal"))
)
_SHAPES = tuple(
    Scenery(
        label,
        {
            "op": "row_of_objects",
            "axis": axis,
            "differ": "size",
            "shapes": {"any": [["ring"], ["square"]]},
            "count": {"between": [3, 4]},
            "largest": 5,
            "align": {"any": ["center", "end"]},
        },
    )
    for label, axis in (("row_of_objects", "horizontal"), ("column_of_objects", "vertical"))
)
_PANELS = Scenery(
    "panels",
    {
        "op": "panels_with_marks",
        "axis": {"any": ["horizontal", "vertical"]},
        "panel": {"between": [3, 5]},
        "breadth": {"between": [5, 10]},
        "count": {"between": [3, 5]},
    },
    parse="panels",
)


def _graded(label: str, arrangement: str, **more: Spec) -> Scenery:
    layout = {"op": "graded_objects", "arrangement": arrangement, **more}
    return Scenery(label, layout, sides=(10, 28), largest=2.8)


_FEW: Spec = {"count": {"between": [3, 4]}}
_SCATTERED = (
    _graded("scatter", "scatter", **_FEW),
    _graded("diagonal_of_objects", "falling", **_FEW),
    _graded("diagonal_of_objects", "rising", **_FEW),
)
_NESTED = Scenery("nested_shapes", {"op": "nested_layers"}, parse="by_color")


def _place(key: str) -> Selection:
    return _number(f"all_by_{key}", key, key="none")


ORDER: tuple[Cross, ...] = (
    Cross(_LINES, _keys("size", "height", "width"), (*_sorts(), *_SORTS_AND_MORE, *_LISTS)),
    Cross(_RINGS, _keys("size", "height", "width"), (*_sorts(), *_SORTS_AND_MORE, *_LISTS)),
    Cross(_LINES[:2], _keys("height", "width"), _BARS),
    Cross(_SHAPES, (_BY_SIZE,), (*_sorts(), *_SORTS_AND_MORE, *_LISTS)),
    *_of_some("horizontal", "row_of_objects", "height"),
    *_of_some("vertical", "column_of_objects", "width"),
    Cross(_MARKED, (_BY_MARKS,), (*_sorts(), *_LISTS, *_BARS)),
    Cross(_HOLED, (_BY_HOLES,), (*_sorts(), *_SORTS_AND_MORE, *_LISTS, *_BARS)),
    Cross(_STRIPED, (_BY_COLORS,), _sorts()),
    Cross(_DOTTED, (_BY_SIZE,), (*_sorts(), *_SORTS_AND_MORE, *_LISTS, *_BARS)),
    Cross((_PANELS,), (_BY_MARKS,), _sorts()),
    Cross(_SCATTERED, _keys("size", "height", "width", "length"), _LISTS),
    Cross(_SCATTERED, _keys("height", "width", "length"), _BARS),
    Cross(_LINES[:1], (_place("left"),), _LISTS),
    Cross((_LINES[1], _LINES[5]), (_place("top"),), _LISTS),
    Cross(_SCATTERED[1:], (_place("top"), _place("left")), _LISTS),
    Cross((_NESTED,), (_number("all_by_area", "area"),), _LISTS),
)
"""Recipes of the concept Order."""
