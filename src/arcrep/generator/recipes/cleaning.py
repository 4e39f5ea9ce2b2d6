"""Recipes of CleanUp: strays vanish, disturbed figures and textures are restored."""

from collections.abc import Mapping

from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec
from arcrep.generator.recipes.selections import extreme, measure, others, where


def _where(left: Spec, how: str, right: Spec, of: Spec = None) -> Spec:
    return where({"op": "compare", "left": left, "how": how, "right": right}, of)


def _do(select: Spec, act: Spec) -> Spec:
    return {"select": select, "act": act}


_FIGURES = _where(measure("size"), "more", 1)
"""Under a parse in which strays are objects of one cell."""


def _figures(label: str, select: Spec, one: bool, **layout: Spec) -> Selection:
    rest = others(select, _FIGURES)
    return Selection(label, select, one=one, rest=rest, layout=layout)


def _by_contrast(of: Spec) -> Mapping[str, Spec]:
    return {
        "largest": extreme("size", "most", of),
        "smallest": extreme("size", "least", of),
        "tall": _where(measure("height"), "more", measure("width"), of),
        "wide": _where(measure("width"), "more", measure("height"), of),
    }


def _by_place(of: Spec) -> Mapping[str, tuple[str, Spec]]:
    return {
        "topmost": ("up", extreme("top", "least", of)),
        "bottommost": ("down", extreme("bottom", "most", of)),
        "leftmost": ("left", extreme("left", "least", of)),
        "rightmost": ("right", extreme("right", "most", of)),
    }


_ALL = (Selection("all", _FIGURES),)
_COLORED = (
    _figures(
        "color",
        {"op": "of_color", "of": _FIGURES, "color": "$ref"},
        False,
        color="$ref",
        stray="same",
    ),
)
_CONTRASTED = {
    label: _figures(label, select, True, contrast=label)
    for label, select in _by_contrast(_FIGURES).items()
}
_SIZED = (_CONTRASTED["largest"], _CONTRASTED["smallest"])
_LONG = (_CONTRASTED["tall"], _CONTRASTED["wide"])
_PLACED = tuple(
    _figures(label, select, True, contrast=side)
    for label, (side, select) in _by_place(_FIGURES).items()
)
_OPEN_OR_FULL = {"shapes": ["ring", "square"], "in_turn": True}
_HOLLOW = {"op": "where", "of": _FIGURES, "holds": "hollow"}
_BY_INSIDE = (
    _figures("hollow", _HOLLOW, False, **_OPEN_OR_FULL),
    _figures("solid", others(_HOLLOW, _FIGURES), False, **_OPEN_OR_FULL),
)

_INKED = _do("$selection", {"op": "paint", "color": "$ink"})


def _clean(act: str) -> tuple[Deed, ...]:
    """Deeds that leave figures alone: `redraw` rids them of specks, too."""
    cleaned = _do("$selection", act)
    return (
        Deed("denoise_objects", "remove", (cleaned,)),
        Deed("denoise_and_recolor", "recolor", (cleaned, _INKED)),
        Deed("denoise_and_recolor_some", "recolor", (_do(_FIGURES, act), _INKED)),
        Deed("denoise_and_remove", "remove", (_do("$rest", act),)),
    )


_CLEANED = _do("$selection", "redraw")
_CLEAN_SOME = _clean("keep_only")
_REDRAW_SOME = _clean("redraw")


def _strewn(label: str, sides: tuple[int, int] = (11, 28), **layout: Spec) -> Scenery:
    given = {"op": "strewn_figures", "count": {"between": [3, 4]}, **layout}
    return Scenery(label, given, sides=sides)


_SCATTERED = (
    _strewn("noisy_objects"),
    _strewn("noisy_rectangles", shapes=["square", "rectangle"]),
    _strewn("noisy_rings", shapes=["ring"], smallest=4),
    _strewn("noisy_letters", shapes=["plus", "tee", "ell", "cup"]),
)
_ROWS = _strewn(
    "noisy_row",
    sides=(13, 28),
    arrangement={"any": ["row", "column"]},
    count={"any": [2, 3, 3]},
)
_ARRANGED = (
    _strewn(
        "noisy_diagonal_row",
        sides=(13, 28),
        arrangement={"any": ["falling", "rising"]},
        count=3,
    ),
    _strewn("noisy_lattice", (14, 28), arrangement="lattice", count={"between": [3, 6]}),
    _strewn("noisy_corners", (11, 28), arrangement="corners", count={"between": [3, 4]}),
)
_DIAGONALS = _strewn("noisy_diagonals", shapes=["diagonal"], smallest=5, sides=(11, 28))

_REPAIRED_SOME = (
    *_REDRAW_SOME,
    Deed("denoise_and_crop", "crop", (_CLEANED, _do("$selection", "crop")), one=True),
)
_DAMAGED = {"op": "strewn_figures", "smallest": 4, "count": {"any": [2, 3, 3, 4]}}
_SPECKLED = tuple(
    Scenery(
        label,
        {**_DAMAGED, "damage": "specks", "shapes": shapes},
        parse={"op": "components", "colors": "many"},
        sides=(12, 28),
    )
    for label, shapes in (
        ("speckled_objects", ["plus", "tee", "rectangle", "square", "cup"]),
        ("speckled_rectangles", ["square", "rectangle"]),
        ("speckled_rings", ["ring"]),
    )
)
_PITTED_RECTANGLES, _PITTED_RINGS = (
    Scenery(label, {**_DAMAGED, "damage": "pits", "shapes": shapes}, sides=(12, 28))
    for label, shapes in (
        ("pitted_rectangles", ["square", "rectangle"]),
        ("pitted_rings", ["ring"]),
    )
)


def _repairs(region: str) -> tuple[Deed, ...]:
    """Deeds that fill pits, too: `region` is the whole of a figure with them."""
    whole = {"op": "paint", "region": region}
    inked = {**whole, "color": "$ink"}
    repaired = (_CLEANED, _do("$selection", whole))
    box = {"op": "for_each", "of": "$selection", "region": region}
    return (
        Deed("repair_objects", "remove", repaired),
        Deed("repair_and_recolor", "recolor", (_CLEANED, _do("$selection", inked))),
        Deed("repair_and_crop", "crop", (*repaired, _do(box, "crop")), one=True),
    )


def _strays(within: Spec, holds: bool = True) -> Spec:
    """The single cells that lie in a region, or those that do not."""
    lies = {"op": "within", "region": within}
    inside = lies if holds else {"op": "negate", "holds": lies}
    return {"op": "where", "of": _where(measure("size"), "equal", 1), "holds": inside}


def _removed(label: str, strays: Spec, **layout: Spec) -> Selection:
    return Selection(label, strays, rest=others(strays), layout=layout)


def _inside(of: Spec) -> Spec:
    return {"op": "interior", "of": of}


_IN_FRAMES = (
    _removed("inside", _strays(_inside(_FIGURES))),
    _removed("outside", _strays(_inside(_FIGURES), holds=False)),
    *(
        _removed(f"inside_{label}", _strays(_inside(select)), contrast=label, count=2)
        for label, select in _by_contrast(_FIGURES).items()
    ),
    _removed(
        "inside_color",
        _strays(_inside({"op": "of_color", "of": _FIGURES, "color": "$ref"})),
        color="$ref",
        count=2,
    ),
    _removed(
        "color",
        {"op": "of_color", "of": _where(measure("size"), "equal", 1), "color": "$ref"},
        stray_color="$ref",
    ),
)
_STRAYS_GONE = (
    Deed("denoise_part", "remove", (_do("$selection", "erase"),)),
    Deed(
        "denoise_part_and_recolor",
        "recolor",
        (_do("$selection", "erase"), _do(_FIGURES, {"op": "paint", "color": "$ink"})),
    ),
)
_FRAMED = tuple(
    Scenery(
        label,
        {"op": "strewn_frames", "walls": walls, "smallest": 5, "count": {"between": [1, 2]}},
        sides=(13, 28),
        largest=2.3,
    )
    for label, walls in (
        ("noisy_containers", ["ring"]),
        ("noisy_bevelled_containers", ["bevelled_ring", "diamond_ring"]),
    )
)


def _beyond_line(side: str) -> Spec:
    line = {"op": "of_color", "color": "$ref"}
    strays = _where(measure("size"), "equal", 1)
    ref = {"op": "extreme", "of": line, "key": measure("size")}
    return {"op": "where", "of": strays, "holds": {"op": "beyond", "side": side, "ref": ref}}


_BY_LINE = tuple(
    _removed(label, _beyond_line(side), axis=axis)
    for label, side, axis in (
        ("above_line", "up", "horizontal"),
        ("below_line", "down", "horizontal"),
        ("left_of_line", "left", "vertical"),
        ("right_of_line", "right", "vertical"),
    )
)
_DIVIDED = Scenery("divider_line", {"op": "strewn_sides", "line_color": "$ref"}, sides=(12, 28))

_WEAVES: Mapping[str, Spec] = {
    "striped_texture": {"any": ["rows", "columns"]},
    "checked_texture": "checks",
    "slanting_texture": "diagonals",
    "lattice_texture": {"any": ["mesh", "dots"]},
    "tiled_texture": "tiles",
}
_TEXTURES = tuple(
    Scenery(label, {"op": "disturbed_texture", "kind": kind, "n_colors": n}, "grid", (9, 24))
    for label, kind in _WEAVES.items()
    for n in (2, 3)
    if n == 2 or "lattice" not in label
)
_COVERED = tuple(
    Scenery(
        f"covered_{label}",
        {"op": "disturbed_texture", "kind": kind, "by": "blocks", "color": "$ref"},
        sides=(9, 24),
    )
    for label, kind in _WEAVES.items()
)
_RESTORE = _do("$selection", {"op": "restore_period", "like": "$selection"})
_RESTORE_GRID = (Deed("denoise_pattern", "remove", (_do("all", "restore_period"),)),)
_UNCOVER = _do("$selection", "restore_period")
_COVER = {"op": "of_color", "color": "$ref"}
_COVERS = (Selection("color", _COVER, layout={"blocks": {"between": [1, 3]}}),)
_ONE_COVER = (Selection("color", _COVER, one=True, layout={"blocks": 1}),)

_FRAMED_TEXTURES = tuple(
    Scenery(
        f"framed_{label}",
        {"op": "framed_texture", "kind": kind, "n_colors": 2, "color": "$ref", "outside": outside},
        sides=(12, 24),
    )
    for label, kind in _WEAVES.items()
    for outside in (True, False)
)
_IN_FRAME = (Selection("inside", _inside(_COVER), one=True),)
_RESTORE_INSIDE = (
    Deed("denoise_pattern", "remove", (_RESTORE,)),
    Deed("denoise_and_crop", "crop", (_RESTORE, _do("$selection", "crop")), one=True),
)

_RUGS = tuple(
    Scenery(
        f"{label}_rectangles",
        {
            "op": "textured_rectangles",
            "kind": kind,
            "outside": outside,
            "count": {"any": [2, 3, 3]},
        },
        parse={"op": "components", "colors": "many", "connectivity": 4},
        sides=(16, 28),
        largest=2.4,
    )
    for label, kind in _WEAVES.items()
    if label not in ("slanting_texture", "lattice_texture")
    for outside in (True, False)
)
_RESTORE_SOME = (
    Deed("denoise_pattern", "remove", (_RESTORE,)),
    Deed("denoise_and_keep", "remove", (_RESTORE, _do(others("$selection"), "erase"))),
    Deed("denoise_and_crop", "crop", (_RESTORE, _do("$selection", "crop")), one=True),
)

_LINES = (
    Scenery("lines_in_noise", {"op": "lines_in_noise", "kind": "crossing"}, "lines", (9, 20)),
    Scenery(
        "sparse_lines_in_noise",
        {"op": "lines_in_noise", "kind": "crossing", "noise": {"between": [5, 12]}},
        "lines",
        (9, 20),
    ),
)
_SLANTED = Scenery(
    "diagonals_in_noise",
    {"op": "lines_in_noise", "kind": "diagonal", "noise": {"between": [8, 20]}},
    "lines",
    (9, 18),
)


def _along(axis: str) -> Spec:
    return {"op": "where", "holds": {"op": "oriented", "axis": axis}}


_ALL_OBJECTS = (Selection("all", "all"),)
_ORIENTED = tuple(Selection(axis, _along(axis)) for axis in ("horizontal", "vertical"))
_KEEP_LINES = (
    Deed("keep_only", "remove", (_do("$selection", "keep_only"),)),
    Deed("keep_and_recolor", "recolor", (_do("$selection", "keep_only"), _INKED)),
)

_FITTED = tuple(
    Scenery(
        label,
        {
            "op": "noisy_primitives",
            "form": form,
            "damage": {"between": [3, 9]},
            "tint": {"any": ["one", "several"]},
            **layout,
        },
        parse={"op": "primitives", "shape": form, "agreement": 75},
        sides=(9, 14),
    )
    for label, form, layout in (
        ("damaged_rectangles", "rectangle", {"extent": "pieces", "count": {"between": [2, 3]}}),
        ("damaged_rings", "ring", {"extent": "pieces", "count": {"between": [2, 3]}}),
        ("damaged_rectangle", "rectangle", {"extent": "large"}),
        ("damaged_ring", "ring", {"extent": "large"}),
    )
)
_CHAIN = Scenery(
    "diagonal_chain",
    {"op": "diagonal_blocks"},
    parse={"op": "primitives", "shape": "square", "agreement": 65, "least": 2},
)
_RIMMED = (
    Deed(
        "denoise_and_recolor_rim",
        "recolor",
        (_CLEANED, _do("$selection", {"op": "paint", "color": "$ink", "region": "outline"})),
    ),
)

CLEAN_UP: tuple[Cross, ...] = (
    Cross(_SCATTERED, (*_ALL, *_COLORED, *_SIZED, *_PLACED), _CLEAN_SOME),
    Cross(_SCATTERED[1:3], _LONG, _CLEAN_SOME),
    Cross(_SCATTERED[:1], _BY_INSIDE, _CLEAN_SOME),
    Cross((_ROWS,), (*_ALL, *_COLORED, *_SIZED, *_BY_INSIDE), _CLEAN_SOME),
    Cross(_ARRANGED, (*_ALL, *_COLORED, *_BY_INSIDE), _CLEAN_SOME),
    Cross((_DIAGONALS,), (*_ALL, *_COLORED), _CLEAN_SOME[:2]),
    Cross(_SPECKLED, (*_ALL, *_COLORED, *_SIZED, *_PLACED), _REPAIRED_SOME),
    Cross(_SPECKLED[1:], _LONG, _REPAIRED_SOME),
    Cross(
        (_PITTED_RECTANGLES,),
        (*_ALL, *_COLORED, *_SIZED, *_LONG, *_PLACED),
        _repairs("bounding_box"),
    ),
    Cross((_PITTED_RINGS,), (*_ALL, *_COLORED, *_SIZED, *_LONG, *_PLACED), _repairs("outline")),
    Cross(_FRAMED, _IN_FRAMES, _STRAYS_GONE),
    Cross((_DIVIDED,), _BY_LINE, _STRAYS_GONE[:1]),
    Cross((_DIVIDED,), _ALL, _CLEAN_SOME[:1]),
    Cross(_TEXTURES, _ALL_OBJECTS, _RESTORE_GRID),
    Cross(_COVERED, _COVERS, (Deed("remove_occluder", "remove", (_UNCOVER,)),)),
    Cross(
        _COVERED,
        _ONE_COVER,
        (Deed("reveal_layer", "crop", (_UNCOVER, _do("$selection", "crop")), one=True),),
    ),
    Cross(_FRAMED_TEXTURES, _IN_FRAME, _RESTORE_INSIDE),
    Cross(_RUGS, (*_SIZED, *_LONG, *_PLACED), _RESTORE_SOME),
    Cross(_LINES, (*_ALL_OBJECTS, *_ORIENTED), _KEEP_LINES),
    Cross((_SLANTED,), _ALL_OBJECTS, _KEEP_LINES),
    Cross(_FITTED, _ALL_OBJECTS, _REDRAW_SOME[:2]),
    Cross((_FITTED[0], _FITTED[2]), _ALL_OBJECTS, _RIMMED),
    Cross((_CHAIN,), _ALL_OBJECTS, _REDRAW_SOME[:1]),
)
"""Recipes of CleanUp."""
