"""What is done with a selection: actions that every predicate concept shares."""

from arcrep.generator.recipes.acts import (
    difference,
    do,
    for_each,
    paint,
    resized,
    slide,
    stamp_beside,
    through,
)
from arcrep.generator.recipes.parts import Deed, Spec, Things

THICK = frozenset[Things]({"free", "blocks"})
_CLOSED = frozenset[Things]({"free", "hollow"})
_FREE = frozenset[Things]({"free"})

BLOCKS = {"shapes": ["square", "rectangle"], "smallest": 3, "thickness": 3}
_RINGS = {"shapes": ["ring", "bevelled_ring"], "smallest": 4, "thickness": 4}
_NOTCHED = {"shapes": ["plus", "tee", "ell", "cup", "stairs"], "smallest": 3}
LOPSIDED = {"shapes": ["ell", "stairs", "wedge"], "smallest": 3}
_APART = {"margin": 3, "border": 1}
_UNHOLED = {"shapes": ["square", "rectangle", "plus", "tee", "ell", "stairs"]}
"""What has no inside that would close, and so look different, as it grows."""
_WIDE_RINGS = {"smallest": 5, "thickness": 5}
_NOT_HOLLOW = frozenset[Things]({"free", "blocks", "other"})
_HOLLOW = frozenset[Things]({"hollow"})


def _every_other(pattern: str, of: Spec = None) -> Spec:
    node = {"op": "every_other"} if of is None else {"op": "every_other", "of": of}
    return node if pattern == "cells" else {**node, "of_its": pattern}


def _erode(selection: Spec) -> Spec:
    return do("erase", for_each(difference("it", resized("shrink")), selection))


def _around(label: str, family: str, act: Spec) -> tuple[Deed, ...]:
    """Return what adds cells around things, and inside of hollow ones."""
    kinds = ((_NOT_HOLLOW, _UNHOLED, 4), (_HOLLOW, _WIDE_RINGS, 6))
    return tuple(
        Deed(label, family, (do(act),), on, layout=_APART | more, room=room, keeps=True)
        for on, more, room in kinds
    )


RECOLOR = (
    Deed("recolor_object", "recolor", (do(paint("$ink")),)),
    Deed("recolor_by_class", "recolor", (do(paint("$ink")), do(paint("$ink2"), "$rest"))),
    Deed(
        "recolor_rim",
        "recolor",
        (do(paint("$ink", difference("it", resized("shrink", 8)))),),
        on=THICK,
        layout=BLOCKS,
        room=2,
    ),
    Deed(
        "recolor_edge",
        "recolor",
        (do(paint("$ink", {"op": "edge", "side": "$side"})),),
        on=THICK,
        layout=BLOCKS,
        room=2,
    ),
)

REMOVE = (
    Deed("remove_object", "remove", (do("erase"),)),
    Deed("keep_only", "remove", (do("keep_only"),)),
)

RESIZE = (
    *_around("dilate", "resize", paint(region=resized("grow"))),
    *_around("dilate", "resize", paint(region=resized("grow", 8))),
    Deed(
        "erode",
        "resize",
        (_erode("$selection"),),
        on=THICK,
        layout=BLOCKS | {"smallest": 4},
        room=4,
    ),
    Deed(
        "dilate_or_erode",
        "resize",
        (do(paint(region=resized("grow"))), _erode("$rest")),
        on=THICK,
        layout=BLOCKS | _APART,
        room=6,
    ),
)

FILL = (
    Deed(
        "fill_checkerboard",
        "fill",
        (do(paint("$ink", _every_other("cells"))),),
        on=THICK,
        layout=BLOCKS,
        room=2,
    ),
    Deed(
        "fill_checkerboard",
        "fill",
        (do(paint("$ink", _every_other("cells", "interior"))),),
        on=_CLOSED,
        layout=_RINGS | _WIDE_RINGS,
        room=4,
    ),
    Deed(
        "fill_stripes",
        "fill",
        (do(paint("$ink", _every_other("rows"))),),
        on=THICK,
        layout=BLOCKS,
        room=2,
    ),
    Deed(
        "fill_stripes",
        "fill",
        (do(paint("$ink", _every_other("columns"))),),
        on=THICK,
        layout=BLOCKS,
        room=2,
    ),
    Deed(
        "fill_interior",
        "fill",
        (do(paint("$ink", "interior")),),
        on=_CLOSED,
        layout=_RINGS,
        room=3,
    ),
    Deed(
        "hollow_out",
        "fill",
        (do("erase", for_each(resized("shrink", 8))),),
        on=THICK,
        layout=BLOCKS,
        room=2,
    ),
    Deed(
        "fill_bbox_in_color",
        "complete",
        (do(paint("$ink", difference("bounding_box", "it"))),),
        on=_FREE,
        layout=_NOTCHED,
        keeps=True,
    ),
)

DRAW = (
    *_around("surround", "draw", paint("$ink", difference(resized("grow", 8), "it"))),
    Deed(
        "mark_center",
        "draw",
        (do(paint("$ink", "center_cells")),),
        on=frozenset({"free", "blocks", "hollow"}),
        layout=BLOCKS,
        room=2,
    ),
    Deed(
        "draw_line",
        "draw",
        (do(paint("$ink", difference(through("$axis"), "colored"))),),
        on=_FREE,
        layout={"shapes": ["dot", "plus"], "smallest": 1, "largest": 3},
        keeps=True,
    ),
    Deed(
        "draw_indicator",
        "draw",
        (do(paint(region={"op": "edge", "of": "grid", "side": "$side"})),),
        one=True,
        layout={"border": 1},
        keeps=True,
    ),
)

TRANSLATE = (
    Deed("translate_to_edge", "translate", (do(slide()),)),
    Deed(
        "translate_relative",
        "translate",
        (do(slide(steps="$steps")),),
        layout={"margin": 3, "border": 2},
        room=4,
    ),
)

EXTEND = (
    Deed("extend_ray", "extend", (do({"op": "extend", "toward": "$side"}),), keeps=True),
    Deed(
        "extend_line",
        "extend",
        (do({"op": "extend", "toward": {"op": "along", "axis": "$axis"}}),),
        keeps=True,
    ),
)

CROP = (Deed("crop_object", "crop", (do("crop"),), one=True),)

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
        (do(stamp_beside("$side")),),
        layout={"margin": 5, "border": 1, "largest": {"between": [3, 4]}},
        room=9,
        keeps=True,
    ),
)

TURN = (
    Deed("flip_object", "turn", (do({"op": "flip", "axis": "$axis"}),), on=_FREE, layout=LOPSIDED),
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
