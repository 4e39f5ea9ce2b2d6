"""Recipes of CleanUp: strays vanish, disturbed figures and textures are restored."""

from collections.abc import Mapping

from arcrep.generator.recipes.acts import do, for_each, paint
from arcrep.generator.recipes.parts import Cross, Deed, Scenery, Selection, Spec
from arcrep.generator.recipes.selections import (
    ALL,
    along,
    beyond,
    compare,
    extreme,
    foremost,
    inside,
    negate,
    of_color,
    others,
    single,
    some,
    where,
)

_FIGURES = where(compare("size", "more", 1))
_STRAYS = where(compare("size", "equal", 1))
"""Under a parse in which strays are objects of one cell."""

_BY_CONTRAST: Mapping[str, Spec] = {
    "largest": extreme("size", "most", _FIGURES),
    "smallest": extreme("size", "least", _FIGURES),
    "tall": where(compare("height", "more", "width"), _FIGURES),
    "wide": where(compare("width", "more", "height"), _FIGURES),
}
_ALL_FIGURES = Selection("all", _FIGURES)
_COLORED = some("color", of_color("$ref", _FIGURES), _FIGURES, color="$ref", stray="same")
_CONTRASTED = tuple(
    single(label, select, _FIGURES, contrast=label) for label, select in _BY_CONTRAST.items()
)
_SIZED, _LONG = _CONTRASTED[:2], _CONTRASTED[2:]
_PLACED = tuple(
    single(label, select, _FIGURES, contrast=side)
    for label, (side, select) in foremost(_FIGURES).items()
)
_HOLLOW = where("hollow", _FIGURES)
_BY_INSIDE = tuple(
    some(label, select, _FIGURES, shapes=["ring", "square"], in_turn=True)
    for label, select in (("hollow", _HOLLOW), ("solid", others(_HOLLOW, _FIGURES)))
)

_INKED = do(paint("$ink"))
_CROPPED = do("crop")


def _clean(act: str) -> tuple[Deed, ...]:
    """Deeds that leave figures alone: `redraw` rids them of specks, too."""
    cleaned = do(act)
    return (
        Deed("denoise_objects", "remove", (cleaned,)),
        Deed("denoise_and_recolor", "recolor", (cleaned, _INKED)),
        Deed("denoise_and_recolor_some", "recolor", (do(act, _FIGURES), _INKED)),
        Deed("denoise_and_remove", "remove", (do(act, "$rest"),)),
    )


_CLEANED = do("redraw")
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
    Deed("denoise_and_crop", "crop", (_CLEANED, _CROPPED), one=True),
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
    repaired = (_CLEANED, do(paint(region=region)))
    return (
        Deed("repair_objects", "remove", repaired),
        Deed("repair_and_recolor", "recolor", (_CLEANED, do(paint("$ink", region)))),
        Deed("repair_and_crop", "crop", (*repaired, do("crop", for_each(region))), one=True),
    )


def _strays_inside(of: Spec) -> Spec:
    return where(inside(of), _STRAYS)


_IN_FRAMES = (
    some("inside", _strays_inside(_FIGURES)),
    some("outside", where(negate(inside(_FIGURES)), _STRAYS)),
    *(
        some(f"inside_{label}", _strays_inside(select), contrast=label, count=2)
        for label, select in _BY_CONTRAST.items()
    ),
    some("inside_color", _strays_inside(of_color("$ref", _FIGURES)), color="$ref", count=2),
    some("color", of_color("$ref", _STRAYS), stray_color="$ref"),
)
_STRAYS_GONE = (
    Deed("denoise_part", "remove", (do("erase"),)),
    Deed("denoise_part_and_recolor", "recolor", (do("erase"), do(paint("$ink"), _FIGURES))),
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

_LINE = extreme("size", of=of_color("$ref"))
_BY_LINE = tuple(
    some(label, beyond(side, _LINE, _STRAYS), axis=axis)
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
_RESTORE = do({"op": "restore_period", "like": "$selection"})
_RESTORE_GRID = Deed("denoise_pattern", "remove", (do("restore_period", "all"),))
_UNCOVER = do("restore_period")
_COVER = of_color("$ref")
_COVERS = Selection("color", _COVER, layout={"blocks": {"between": [1, 3]}})
_ONE_COVER = Selection("color", _COVER, one=True, layout={"blocks": 1})

_FRAMED_TEXTURES = tuple(
    Scenery(
        f"framed_{label}",
        {"op": "framed_texture", "kind": kind, "n_colors": 2, "color": "$ref", "outside": outside},
        sides=(12, 24),
    )
    for label, kind in _WEAVES.items()
    for outside in (True, False)
)
_IN_FRAME = Selection("inside", {"op": "interior", "of": _COVER}, one=True)
_RESTORE_INSIDE = (
    Deed("denoise_pattern", "remove", (_RESTORE,)),
    Deed("denoise_and_crop", "crop", (_RESTORE, _CROPPED), one=True),
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
    Deed("denoise_and_keep", "remove", (_RESTORE, do("erase", others("$selection")))),
    Deed("denoise_and_crop", "crop", (_RESTORE, _CROPPED), one=True),
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


_ORIENTED = tuple(Selection(axis, along(axis)) for axis in ("horizontal", "vertical"))
_KEEP_LINES = (
    Deed("keep_only", "remove", (do("keep_only"),)),
    Deed("keep_and_recolor", "recolor", (do("keep_only"), _INKED)),
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
_RIMMED = Deed("denoise_and_recolor_rim", "recolor", (_CLEANED, do(paint("$ink", "outline"))))

CLEAN_UP: tuple[Cross, ...] = (
    Cross(_SCATTERED, (_ALL_FIGURES, _COLORED, *_SIZED, *_PLACED), _CLEAN_SOME),
    Cross(_SCATTERED[1:3], _LONG, _CLEAN_SOME),
    Cross(_SCATTERED[:1], _BY_INSIDE, _CLEAN_SOME),
    Cross((_ROWS,), (_ALL_FIGURES, _COLORED, *_SIZED, *_BY_INSIDE), _CLEAN_SOME),
    Cross(_ARRANGED, (_ALL_FIGURES, _COLORED, *_BY_INSIDE), _CLEAN_SOME),
    Cross((_DIAGONALS,), (_ALL_FIGURES, _COLORED), _CLEAN_SOME[:2]),
    Cross(_SPECKLED, (_ALL_FIGURES, _COLORED, *_SIZED, *_PLACED), _REPAIRED_SOME),
    Cross(_SPECKLED[1:], _LONG, _REPAIRED_SOME),
    Cross(
        (_PITTED_RECTANGLES,),
        (_ALL_FIGURES, _COLORED, *_SIZED, *_LONG, *_PLACED),
        _repairs("bounding_box"),
    ),
    Cross(
        (_PITTED_RINGS,), (_ALL_FIGURES, _COLORED, *_SIZED, *_LONG, *_PLACED), _repairs("outline")
    ),
    Cross(_FRAMED, _IN_FRAMES, _STRAYS_GONE),
    Cross((_DIVIDED,), _BY_LINE, _STRAYS_GONE[:1]),
    Cross((_DIVIDED,), (_ALL_FIGURES,), _CLEAN_SOME[:1]),
    Cross(_TEXTURES, (ALL,), (_RESTORE_GRID,)),
    Cross(_COVERED, (_COVERS,), (Deed("remove_occluder", "remove", (_UNCOVER,)),)),
    Cross(
        _COVERED,
        (_ONE_COVER,),
        (Deed("crop_restored", "crop", (_UNCOVER, _CROPPED), one=True),),
    ),
    Cross(_FRAMED_TEXTURES, (_IN_FRAME,), _RESTORE_INSIDE),
    Cross(_RUGS, (*_SIZED, *_LONG, *_PLACED), _RESTORE_SOME),
    Cross(_LINES, (ALL, *_ORIENTED), _KEEP_LINES),
    Cross((_SLANTED,), (ALL,), _KEEP_LINES),
    Cross(_FITTED, (ALL,), _REDRAW_SOME[:2]),
    Cross((_FITTED[0], _FITTED[2]), (ALL,), (_RIMMED,)),
    Cross((_CHAIN,), (ALL,), _REDRAW_SOME[:1]),
)
"""Recipes of CleanUp."""
