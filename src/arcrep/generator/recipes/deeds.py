"""What is done with a selection: actions that every predicate concept shares."""

from arcrep.generator.recipes.parts import Deed, Spec, Things

_ANY = frozenset[Things]({"free", "blocks", "hollow", "other"})
_THICK = frozenset[Things]({"free", "blocks"})
_CLOSED = frozenset[Things]({"free", "hollow"})
_FREE = frozenset[Things]({"free"})

_BLOCKS = {"shapes": ["square", "rectangle"], "smallest": 3, "thickness": 3}
_RINGS = {"shapes": ["ring", "bevelled_ring"], "smallest": 4, "thickness": 4}
_NOTCHED = {"shapes": ["plus", "tee", "ell", "cup", "stairs"], "smallest": 3}
_LOPSIDED = {"shapes": ["ell", "stairs", "wedge"], "smallest": 3}
_APART = {"margin": 3, "border": 1}
_UNHOLED = {"shapes": ["square", "rectangle", "plus", "tee", "ell", "stairs"]}
"""What has no inside that would close, and so look different, as it grows."""
_WIDE_RINGS = {"smallest": 5, "thickness": 5}
_NOT_HOLLOW = frozenset[Things]({"free", "blocks", "other"})
_HOLLOW = frozenset[Things]({"hollow"})


def _paint(color: Spec = None, region: Spec = None) -> Spec:
    given = {"color": color, "region": region}
    return {"op": "paint"} | {key: value for key, value in given.items() if value is not None}


def _with_selection(act: Spec) -> Spec:
    return {"select": "$selection", "act": act}


def _resized(how: str, connectivity: int = 4) -> Spec:
    node = {"op": "resized", "how": how}
    return node if connectivity == 4 else {**node, "connectivity": connectivity}


def _without(region: Spec, without: Spec) -> Spec:
    return {"op": "difference", "region": region, "without": without}


def _every_other(pattern: str, of: Spec = None) -> Spec:
    node = {"op": "every_other"} if of is None else {"op": "every_other", "of": of}
    return node if pattern == "cells" else {**node, "of_its": pattern}


def _erode(selection: Spec) -> Spec:
    rim = _without("it", _resized("shrink"))
    return {"select": {"op": "for_each", "of": selection, "region": rim}, "act": "erase"}


def _slide(**more: Spec) -> Spec:
    return {"op": "slide", "toward": "$side", **more}


def _around(label: str, family: str, act: Spec) -> tuple[Deed, ...]:
    """Return what adds cells around things, and inside of hollow ones."""
    kinds = ((_NOT_HOLLOW, _UNHOLED, 4), (_HOLLOW, _WIDE_RINGS, 6))
    return tuple(
        Deed(
            label, family, (_with_selection(act),), on, layout=_APART | more, room=room, keeps=True
        )
        for on, more, room in kinds
    )


RECOLOR = (
    Deed("recolor_object", "recolor", (_with_selection(_paint("$ink")),)),
    Deed(
        "recolor_by_class",
        "recolor",
        (
            _with_selection(_paint("$ink")),
            {"select": "$rest", "act": _paint("$ink2")},
        ),
    ),
    Deed(
        "recolor_rim",
        "recolor",
        (_with_selection(_paint("$ink", _without("it", _resized("shrink", 8)))),),
        on=_THICK,
        layout=_BLOCKS,
        room=2,
    ),
    Deed(
        "recolor_edge",
        "recolor",
        (_with_selection(_paint("$ink", {"op": "edge", "side": "$side"})),),
        on=_THICK,
        layout=_BLOCKS,
        room=2,
    ),
)

REMOVE = (
    Deed("remove_object", "remove", (_with_selection("erase"),)),
    Deed("keep_only", "remove", (_with_selection("keep_only"),)),
)

RESIZE = (
    *_around("dilate", "resize", _paint(None, _resized("grow"))),
    *_around("dilate", "resize", _paint(None, _resized("grow", 8))),
    Deed("erode", "resize", (_erode("$selection"),), on=_THICK, layout=_BLOCKS | {"smallest": 4}),
    Deed(
        "dilate_or_erode",
        "resize",
        (_with_selection(_paint(None, _resized("grow"))), _erode("$rest")),
        on=_THICK,
        layout=_BLOCKS | _APART,
        room=6,
    ),
)

FILL = (
    Deed(
        "fill_checkerboard",
        "fill",
        (_with_selection(_paint("$ink", _every_other("cells"))),),
        on=_THICK,
        layout=_BLOCKS,
        room=2,
    ),
    Deed(
        "fill_checkerboard",
        "fill",
        (_with_selection(_paint("$ink", _every_other("cells", "interior"))),),
        on=_CLOSED,
        layout={**_RINGS, "smallest": 5, "thickness": 5},
        room=4,
    ),
    Deed(
        "fill_stripes",
        "fill",
        (_with_selection(_paint("$ink", _every_other("rows"))),),
        on=_THICK,
        layout=_BLOCKS,
        room=2,
    ),
    Deed(
        "fill_stripes",
        "fill",
        (_with_selection(_paint("$ink", _every_other("columns"))),),
        on=_THICK,
        layout=_BLOCKS,
        room=2,
    ),
    Deed(
        "fill_interior",
        "fill",
        (_with_selection(_paint("$ink", "interior")),),
        on=_CLOSED,
        layout=_RINGS,
        room=3,
    ),
    Deed(
        "hollow_out",
        "fill",
        (
            {
                "select": {"op": "for_each", "of": "$selection", "region": _resized("shrink", 8)},
                "act": "erase",
            },
        ),
        on=_THICK,
        layout=_BLOCKS,
        room=2,
    ),
    Deed(
        "fill_bbox",
        "fill",
        (_with_selection(_paint("$ink", _without("bounding_box", "it"))),),
        on=_FREE,
        layout=_NOTCHED,
        keeps=True,
    ),
)

DRAW = (
    *_around("surround", "draw", _paint("$ink", _without(_resized("grow", 8), "it"))),
    Deed(
        "mark_center",
        "draw",
        (_with_selection(_paint("$ink", "center_cells")),),
        on=frozenset({"free", "blocks", "hollow"}),
        layout={"shapes": ["square", "rectangle"], "smallest": 3, "thickness": 3},
        room=2,
    ),
    Deed(
        "draw_line",
        "draw",
        (
            _with_selection(
                _paint(
                    "$ink",
                    _without({"op": "through", "at": "center_of", "axis": "$axis"}, "colored"),
                )
            ),
        ),
        on=_FREE,
        layout={"shapes": ["dot", "plus"], "smallest": 1, "largest": 3},
        keeps=True,
    ),
    Deed(
        "draw_indicator",
        "draw",
        (_with_selection(_paint(None, {"op": "edge", "of": "grid", "side": "$side"})),),
        one=True,
        layout={"border": 1},
        keeps=True,
    ),
)

TRANSLATE = (
    Deed("translate_to_edge", "translate", (_with_selection(_slide()),)),
    Deed(
        "translate_relative",
        "translate",
        (_with_selection(_slide(steps="$steps")),),
        layout={"margin": 3, "border": 2},
        room=4,
    ),
)

EXTEND = (
    Deed(
        "extend_ray",
        "extend",
        (_with_selection({"op": "extend", "toward": "$side"}),),
        keeps=True,
    ),
    Deed(
        "extend_line",
        "extend",
        (_with_selection({"op": "extend", "toward": {"op": "along", "axis": "$axis"}}),),
        keeps=True,
    ),
)

CROP = (Deed("crop_object", "crop", (_with_selection("crop"),), one=True),)

COUNT = tuple(
    Deed(
        "overlay_count_bar",
        "count",
        (
            {
                "act": {
                    "op": "lay_bar",
                    "times": {"op": "count", "of": "$selection"},
                    "color": "$ink",
                    "side": "$side",
                    "form": form,
                }
            },
        ),
        many=True,
        layout={"border": 1, "count": {"between": [3, 7]}},
    )
    for form in ("bar", "stripes")
)

COPY = (
    Deed(
        "duplicate_object",
        "copy",
        (
            _with_selection(
                {"op": "stamp", "source": "it", "at": {"op": "beside", "side": "$side"}}
            ),
        ),
        layout={"margin": 5, "largest": 3},
        room=8,
        keeps=True,
    ),
)

TURN = (
    Deed(
        "flip_object",
        "turn",
        (_with_selection({"op": "flip", "axis": "$axis"}),),
        on=_FREE,
        layout=_LOPSIDED,
    ),
)

SHARED = (
    *RECOLOR,
    *REMOVE,
    *RESIZE,
    *FILL,
    *DRAW,
    *TRANSLATE,
    *EXTEND,
    *CROP,
    *COUNT,
    *COPY,
    *TURN,
)
"""Actions with which every predicate concept is crossed."""
