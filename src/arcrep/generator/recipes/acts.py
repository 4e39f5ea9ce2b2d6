"""Clauses, acts and regions as program JSON, which many deeds share."""

from arcrep.generator.recipes.parts import Spec


def do(act: Spec, select: Spec = "$selection") -> Spec:
    """Return a clause: what is done, and what with."""
    return {"select": select, "act": act}


def paint(color: Spec = None, region: Spec = None) -> Spec:
    """Return the act that gives a region of each object a colour, mostly its own."""
    given = {"color": color, "region": region}
    return {"op": "paint"} | {key: value for key, value in given.items() if value is not None}


def slide(**more: Spec) -> Spec:
    """Return the act that moves things to one side."""
    return {"op": "slide", "toward": "$side", **more}


def stamp(source: Spec, at: Spec = "center_of", **more: Spec) -> Spec:
    """Return the act that draws a thing once more, in a place that each object names."""
    return {"op": "stamp", "source": source, "at": at, **more}


def stamp_beside(side: Spec, gap: int = 1) -> Spec:
    """Return the act that draws each object once more next to itself."""
    at = {"op": "beside", "side": side}
    return stamp("it", at if gap == 1 else {**at, "gap": gap})


def resized(how: str, connectivity: int = 4) -> Spec:
    """Return each object with one layer of cells more, or less."""
    node = {"op": "resized", "how": how}
    return node if connectivity == 4 else {**node, "connectivity": connectivity}


def difference(region: Spec, without: Spec) -> Spec:
    """Return what one region has and another has not."""
    return {"op": "difference", "region": region, "without": without}


def for_each(region: Spec, of: Spec = "$selection") -> Spec:
    """Return a region of each object, all together."""
    return {"op": "for_each", "of": of, "region": region}


def through(axis: Spec) -> Spec:
    """Return the line through the centre of each object."""
    return {"op": "through", "at": "center_of", "axis": axis}


CROP_BOX = do("crop", {"op": "bounding_box", "of": "$selection"})
"""The clause after which what lies in the box of the selection is all that is left."""
