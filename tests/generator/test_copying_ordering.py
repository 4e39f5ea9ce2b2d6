"""Recipes of Copy and Order: what an independent look finds in the tasks that they compose."""

from itertools import pairwise

import numpy as np
import pytest

from arcrep.generator import SampleError, passed_gates
from arcrep.generator.composing import compose
from arcrep.generator.drawing import Draw
from arcrep.generator.recipes.copying import COPY_CROSSES
from arcrep.generator.recipes.ordering import ORDER
from tests.generator.layouts.scenes import box, inside, objects, shape

RECIPES = {
    concept: [recipe for cross in crosses for recipe in cross.recipes()]
    for concept, crosses in (("Copy", COPY_CROSSES), ("Order", ORDER))
}


def composed(concept, seed=0, layout=None, selector=None, action=None):
    """Programs of the recipes with these labels, one each."""
    for number, recipe in enumerate(RECIPES[concept]):
        wanted = zip((layout, selector, action), recipe.labels, strict=True)
        if all(label in (None, own) for label, own in wanted):
            draw = Draw(np.random.default_rng([seed, number]))
            yield compose(draw, recipe, f"task_{number}", concept)


def examples(concept, count=2, **labels):
    """Examples of all recipes with these labels, with the recipe of each."""
    found = [
        (task.recipe, task.program.example(7, index))
        for task in composed(concept, **labels)
        for index in range(count)
    ]
    assert found, labels
    return found


def looks(grid):
    """Colour and cells of each object, without its place."""
    return [(color, shape(mask).shape, shape(mask).tobytes()) for color, mask in objects(grid)]


@pytest.mark.parametrize("concept", RECIPES)
def test_recipes_vary_in_layout_selector_and_action(concept):
    labels = [recipe.labels for recipe in RECIPES[concept]]
    assert len(set(labels)) >= 100
    layouts, selectors, actions = (len({label[at] for label in labels}) for at in (0, 1, 2))
    assert layouts >= 8
    assert selectors >= 8
    assert actions >= 4


@pytest.mark.parametrize("concept", RECIPES)
def test_every_recipe_makes_programs_of_its_concept_that_mostly_find_a_scene(concept):
    tried = found = 0
    for task in composed(concept, seed=1):
        assert concept in passed_gates(task.program), task.recipe.labels
        for index in range(4):
            tried += 1
            try:
                example = task.program.sample(np.random.default_rng([5, index]), attempts=1)
            except SampleError:
                continue
            found += 1
            assert max(example.input.shape) <= 30
    assert found > 0.6 * tried


def test_copies_beside_are_whole_and_touch_nothing():
    for recipe, example in examples("Copy", action="duplicate_object"):
        before, after = looks(example.input), looks(example.output)
        kept = example.input > 0
        assert (example.output[kept] == example.input[kept]).all()
        # One object more for each copied one: no two have become one.
        copies = list(after)
        for look in before:
            copies.remove(look)
        assert copies
        assert set(copies) <= set(before)
        everything = recipe.labels[1] == "all"
        assert (len(copies) == len(before)) == everything, recipe.labels


def test_a_copy_is_as_far_from_its_original_as_the_rule_says():
    for task in composed("Copy", layout="scatter", selector="largest", action="duplicate_object"):
        gap = 2 if "'gap': 2" in str(task.program.spec["clauses"]) else 1
        example = task.program.example(3, 0)
        _, original = max(objects(example.input), key=lambda one: one[1].sum())
        top, left, bottom, right = box(original)
        moved = np.argwhere((example.output > 0) & (example.input == 0)).min(axis=0) - (top, left)
        size = np.array([bottom - top + 1, right - left + 1])
        assert sorted(abs(moved) / (size + gap)) == [0, 1]


def is_largest(mask, others):
    return mask.sum() >= 1.5 * max(other.sum() for other in others)


def is_smallest(mask, others):
    return 1.5 * mask.sum() <= min(other.sum() for other in others)


def is_alone_in(holds):
    return lambda mask, others: holds(mask) and not any(map(holds, others))


def is_tall(mask):
    height, width = shape(mask).shape
    return height >= width + 2


def is_ahead(end, sign):
    """Whether a box lies further out by two cells, by its near end and by its far one."""

    def holds(mask, others):
        own = sorted(sign * box(mask)[side] for side in (end, (end + 2) % 4))
        rest = [
            sorted(sign * box(other)[side] for side in (end, (end + 2) % 4)) for other in others
        ]
        return all(own[at] >= other[at] + 2 for other in rest for at in (0, 1))

    return holds


STANDS_OUT = {
    "largest": is_largest,
    "smallest": is_smallest,
    "hollow": is_alone_in(lambda mask: inside(mask).any()),
    "solid": is_alone_in(lambda mask: not inside(mask).any()),
    "tall": is_alone_in(is_tall),
    "wide": is_alone_in(lambda mask: is_tall(mask.T)),
    "topmost": is_ahead(0, -1),
    "bottommost": is_ahead(0, 1),
    "leftmost": is_ahead(1, -1),
    "rightmost": is_ahead(1, 1),
}


@pytest.mark.parametrize("selector", STANDS_OUT)
def test_what_is_stamped_at_markers_stands_out_and_lands_on_free_cells(selector):
    found = examples(
        "Copy", 6, layout="sources_and_markers", selector=selector, action="stamp_copy"
    )
    for _, example in found:
        dots = example.input.copy()
        figures = [(color, mask) for color, mask in objects(example.input) if mask.sum() > 1]
        for _, mask in figures:
            dots[mask] = 0
        after = looks(example.output)
        for look in looks(np.where(dots > 0, 0, example.input)):
            after.remove(look)
        assert len(after) == (dots > 0).sum()
        assert len(set(after)) == 1
        mask = next(mask for color, mask in figures if looks(mask * color)[0] == after[0])
        others = [other for _, other in figures if other is not mask]
        assert STANDS_OUT[selector](mask, others)
        height, width = shape(mask).shape
        for row, column in np.argwhere(dots):
            top, left = row - height // 2, column - width // 2
            assert min(top, left) >= 0
            there = example.output[top : top + height, left : left + width] > 0
            assert there.tolist() == shape(mask).tolist()


def test_only_markers_of_the_named_colour_get_copies():
    for _, example in examples("Copy", 6, layout="source_and_markers", selector="color"):
        before = [(color, int(mask.sum())) for color, mask in objects(example.input)]
        assert sum(size > 1 for _, size in before) == 1
        dots = {color for color, size in before if size == 1}
        left = {color for color, mask in objects(example.output) if mask.sum() == 1}
        assert len(dots - left) == 1
        assert left


def test_frames_get_the_figure_at_their_centre():
    for _, example in examples("Copy", 6, layout="source_and_frames", action="copy_into_frame"):
        frames = [mask for _, mask in objects(example.input) if inside(mask).any()]
        (figure,) = (mask for _, mask in objects(example.input) if not inside(mask).any())
        filled = [frame for frame in frames if example.output[inside(frame)].any()]
        assert filled
        for frame in filled:
            mask = inside(frame) & (example.output > 0)
            assert shape(mask).tolist() == shape(figure).tolist()
            (top, left, bottom, right), outer = box(mask), box(frame)
            assert top - outer[0] == outer[2] - bottom
            assert left - outer[1] == outer[3] - right


@pytest.mark.parametrize(("selector", "largest"), [("largest", True), ("smallest", False)])
def test_frames_are_told_by_their_size(selector, largest):
    for _, example in examples("Copy", 6, layout="source_and_frames", selector=selector):
        masks = [mask for _, mask in objects(example.input) if inside(mask).any()]
        areas = sorted((int(inside(mask).sum()), index) for index, mask in enumerate(masks))
        chosen = masks[areas[-1 if largest else 0][1]]
        filled = [bool(example.output[inside(mask)].any()) for mask in masks]
        assert filled == [mask is chosen for mask in masks]


def panels_of(grid):
    """The parts between lines that have one colour, which all agree in."""
    for cells in (grid, grid.T):
        lines = [at for at, line in enumerate(cells) if line[0] and (line == line[0]).all()]
        if lines:
            ends = [-1, *lines, len(cells)]
            return [cells[a + 1 : b] for a, b in pairwise(ends)]
    raise AssertionError(grid)


def test_empty_panels_get_a_copy_of_a_full_one():
    for recipe, example in examples("Copy", 6, action="copy_into_panel"):
        before, after = panels_of(example.input), panels_of(example.output)
        assert len({panel.shape for panel in before}) == 1
        full = [panel for panel in before if panel.any()]
        copied = [b for a, b in zip(before, after, strict=True) if not a.any()]
        kept = [b for a, b in zip(before, after, strict=True) if a.any()]
        assert [panel.tolist() for panel in kept] == [panel.tolist() for panel in full]
        sizes = [np.count_nonzero(panel) for panel in full]
        if recipe.labels[1] == "largest":
            assert sorted(sizes)[-1] >= 1.5 * sorted(sizes)[-2]
            full = [full[int(np.argmax(sizes))]]
        sources = {panel.tobytes() for panel in full}
        assert {panel.tobytes() for panel in copied} <= sources
        assert len({panel.tobytes() for panel in copied}) == 1


def test_grids_are_tiled():
    for _, example in examples("Copy", 4, action="tile_grid"):
        height, width = example.input.shape
        rows, columns = example.output.shape
        assert (rows == height) != (columns == width)
        step = rows - height if columns == width else columns - width
        long = example.output if columns == width else example.output.T
        first = example.input if columns == width else example.input.T
        assert step >= len(first)
        assert long[: len(first)].tolist() == long[-len(first) :].tolist() == first.tolist()


SIDES = {"height": 0, "width": 1}


def number(key, mask):
    """The number of an object by which a rule orders, found anew."""
    if key == "size":
        return int(mask.sum())
    if key == "length":
        return max(shape(mask).shape)
    if key == "holes":
        return len(objects(inside(mask).astype(np.uint8)))
    return shape(mask).shape[SIDES[key]]


KEYS = ("size", "height", "width", "length", "holes")


def keyed(*actions):
    """Examples of recipes that order all one-coloured objects by a plain number, with its name."""
    for task in composed("Order", seed=2):
        layout, selector, action = task.recipe.labels
        key = selector.removeprefix("all_by_")
        if key in KEYS and action in actions and not layout.startswith("dotted"):
            for index in range(2):
                yield key, task.program.spec["clauses"], task.program.example(2, index)


def is_descending(clauses):
    return "descending" in str(clauses)


def test_numbers_are_clearly_apart():
    for key, _, example in keyed("sort_objects", "serialize_colors"):
        numbers = sorted(number(key, mask) for _, mask in objects(example.input))
        assert all(b > a for a, b in pairwise(numbers))
        if key == "size":
            assert all(b >= 1.29 * a for a, b in pairwise(numbers))


def in_line(grid):
    """The objects along the axis in the direction of which no two overlap."""
    for axis in (1, 0):
        row = sorted((mask for _, mask in objects(grid)), key=lambda mask: box(mask)[axis])
        if all(box(a)[axis + 2] < box(b)[axis] for a, b in pairwise(row)):
            return row
    raise AssertionError(grid)


def test_sorted_objects_stand_in_order_and_are_the_same_as_before():
    for key, clauses, example in keyed("sort_objects"):
        assert sorted(looks(example.input)) == sorted(looks(example.output))
        numbers = [number(key, mask) for mask in in_line(example.output)]
        assert numbers == sorted(numbers, reverse=is_descending(clauses))


def test_colours_are_listed_in_order():
    for key, clauses, example in keyed("serialize_colors"):
        known = [(number(key, mask), color) for color, mask in objects(example.input)]
        known.sort(reverse=is_descending(clauses))
        assert example.output.tolist() == [[color for _, color in known]]


def test_bars_have_the_lengths_of_what_they_stand_for():
    for key, clauses, example in keyed("emit_sorted_bars"):
        known = [(number(key, mask), color) for color, mask in objects(example.input)]
        known.sort(reverse=is_descending(clauses))
        columns = [column[column > 0].tolist() for column in example.output.T if column.any()]
        ink = clauses[-1]["act"].get("color")
        assert columns == [[ink or color] * n for n, color in known]
        assert not (np.diff((example.output > 0).astype(int), axis=0) < 0).any()


def test_the_first_and_the_last_change_places_and_no_other():
    for key, _, example in keyed("swap_objects"):
        assert sorted(looks(example.input)) == sorted(looks(example.output))
        before, after = (
            [number(key, mask) for mask in in_line(grid)]
            for grid in (example.input, example.output)
        )
        ends = {min(before): max(before), max(before): min(before)}
        assert after == [ends.get(n, n) for n in before]


@pytest.mark.parametrize("kind", ["hollow", "color"])
def test_only_what_is_of_the_kind_changes_places(kind):
    for task in composed("Order", selector=f"{kind}_by_height", action="sort_objects"):
        clauses = task.program.spec["clauses"]
        for index in range(6):
            example = task.program.example(0, index)
            rows = [in_line(grid) for grid in (example.input, example.output)]
            assert [box(mask)[1] for mask in rows[0]] == [box(mask)[1] for mask in rows[1]]
            named = clauses[0]["select"].get("color")
            of_kind = [
                [
                    inside(mask).any() if kind == "hollow" else grid[mask].max() == named
                    for mask in row
                ]
                for grid, row in zip((example.input, example.output), rows, strict=True)
            ]
            assert of_kind[0] == of_kind[1]
            assert 3 <= sum(of_kind[0]) < len(of_kind[0])
            heights = [
                shape(mask).shape[0] for mask, own in zip(rows[1], of_kind[1], strict=True) if own
            ]
            assert heights == sorted(heights, reverse=is_descending(clauses))
            for mask, after, own in zip(*rows, of_kind[0], strict=True):
                assert own or (mask == after).all()
