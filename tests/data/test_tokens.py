"""What tokens hold, against canvases painted cell by cell."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.arc import Example, as_grid
from arcrep.data import BACKGROUND, GridTable, Placed, Placement, Tokenizer
from tests.data.plain_canvas import paint, paint_input, paint_target


def grid(rng, height, width):
    return as_grid(rng.integers(0, 10, (height, width)).tolist(), "test")


def example(rng, *sides):
    return Example(grid(rng, *sides[:2]), grid(rng, *sides[2:]))


def canvases(tokens, cells):
    """Put the cells of some patches back on canvases; 255 where nothing was computed."""
    found = np.full((len(tokens.task_rows), 64, 64), 255, dtype=np.uint8)
    patches = tokens.patches[tokens.outputs].numpy()
    for number, (sample, patch) in enumerate(zip(tokens.output_samples, patches, strict=True)):
        row, column = 2 * (patch // 32), 2 * (patch % 32)
        assert (found[sample, row : row + 2, column : column + 2] == 255).all()  # computed once
        found[sample, row : row + 2, column : column + 2] = cells[number].reshape(2, 2)
    return found


def patches_with(canvas_mask):
    """Say which patches hold a cell of a mask, patch by patch on the canvas."""
    return np.kron(canvas_mask.reshape(32, 2, 32, 2).any(axis=(1, 3)), np.ones((2, 2), dtype=bool))


sides = st.integers(1, 30)


@given(
    shapes=st.lists(st.tuples(sides, sides, sides, sides), min_size=1, max_size=4),
    scales=st.sampled_from(["random", [1, 2], [1]]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=40, deadline=None)
def test_cells_and_labels_are_those_of_the_painted_canvas(shapes, scales, seed):
    rng = np.random.default_rng(seed)
    examples = [example(rng, *shape) for shape in shapes]
    table = GridTable(examples, range(len(examples)))
    batch = np.arange(len(examples))
    placed = Placement(scales).draw(seed, 0, table.extents(batch))
    check_training_tokens(examples, table, placed)


@pytest.mark.parametrize("offset", [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_the_largest_grids_at_scale_2(offset):
    rng = np.random.default_rng(0)
    examples = [
        example(rng, 30, 30, 30, 30),
        example(rng, 1, 1, 30, 30),
        example(rng, 30, 30, 1, 1),
    ]
    placed = Placed(np.array([2, 2, 2]), np.tile([offset], (3, 1)))
    check_training_tokens(examples, GridTable(examples, range(3)), placed)


def check_training_tokens(examples, table, placed):
    batch = np.arange(len(examples))
    inputs, masks, targets = paint(examples, placed.scales, placed.offsets)
    for layout in ("needed", "all"):
        tokens = Tokenizer(table, 64, layout).for_training(batch, placed)
        labels = canvases(tokens, tokens.labels.numpy())
        cells = canvases(tokens, tokens.cells[tokens.outputs].numpy())
        for sample in batch:
            wanted = patches_with(targets[sample] != BACKGROUND)
            if layout == "all":
                wanted = np.ones_like(wanted)
            assert np.array_equal(labels[sample] != 255, wanted)
            assert np.array_equal(labels[sample][wanted], targets[sample][wanted])
            assert np.array_equal(cells[sample][wanted], inputs[sample][wanted])
            keys = np.kron(keys_of(tokens, sample), np.ones((2, 2), dtype=bool))
            assert np.array_equal(keys, patches_with(masks[sample] == 1))


def keys_of(tokens, sample):
    """Return which patches a sample's attention reads, after checking that the task token is."""
    slot = int(tokens.task_slots[sample])
    assert tokens.patches[slot] == 1024
    bucket = next(bucket for bucket in tokens.buckets if bucket.start <= slot < bucket.stop)
    place = (slot - bucket.start) // bucket.length
    assert slot == bucket.start + place * bucket.length
    mask = np.ones(bucket.keys, dtype=bool)
    if bucket.key_mask is not None:
        mask = bucket.key_mask[place, 0, 0].numpy()
    assert mask[0]
    read = tokens.patches[slot : slot + bucket.keys].numpy()[mask][1:]
    keys = np.zeros(1024, dtype=bool)
    keys[read] = True
    assert keys.sum() == len(read)  # each key once
    return keys.reshape(32, 32)


def test_by_hand():
    """A 1 x 2 input and a 2 x 1 output at scale 1, offset (1, 1)."""
    table = GridTable([Example(as_grid([[3, 4]], "in"), as_grid([[5], [6]], "out"))], [7])
    placed = Placed(np.array([1]), np.array([[1, 1]]))
    tokens = Tokenizer(table, 512).for_training(np.array([0]), placed)
    assert tokens.task_rows.tolist() == [7]
    # The input reaches patches 0 and 1; the output with its boundary 0, 1, 32 and 33.
    assert tokens.patches.tolist() == [1024, 0, 1, 32, 33]
    assert tokens.cells[1:].tolist() == [[10, 10, 10, 3], [10, 10, 4, 10], [10] * 4, [10] * 4]
    assert tokens.labels.tolist() == [
        [10, 10, 10, 5],
        [10, 10, 11, 10],
        [10, 6, 10, 11],
        [11, 10, 11, 10],
    ]
    (bucket,) = tokens.buckets
    assert (bucket.start, bucket.samples, bucket.length, bucket.keys) == (0, 1, 5, 3)


def test_for_inputs_holds_the_input_patches_alone():
    rng = np.random.default_rng(0)
    examples = [example(rng, 3, 8, 20, 20), example(rng, 9, 2, 1, 1)]
    placed = Placed(np.array([2, 1]), np.array([[1, 1], [4, 7]]))
    tokens = Tokenizer(GridTable(examples, [0, 1]), 64).for_inputs(np.arange(2), placed)
    found = canvases(tokens, tokens.cells[tokens.outputs].numpy())
    for sample, of in enumerate(examples):
        canvas, mask = paint_input(of.input, placed.scales[sample], placed.offsets[sample])
        assert np.array_equal(found[sample] != 255, patches_with(mask == 1))
        assert np.array_equal(found[sample][mask == 1], canvas[mask == 1])


def test_for_size_holds_the_first_row_and_column_to_the_canvas_end():
    rng = np.random.default_rng(0)
    examples = [example(rng, 3, 8, 20, 20), example(rng, 9, 2, 1, 1)]
    placed = Placed(np.array([2, 1]), np.array([[1, 1], [4, 7]]))
    tokens = Tokenizer(GridTable(examples, [0, 1]), 64).for_size(np.arange(2), placed)
    found = canvases(tokens, tokens.cells[tokens.outputs].numpy()) != 255
    for sample, (y, x) in enumerate(placed.offsets):
        assert found[sample, y, x:].all()
        assert found[sample, y:, x].all()
        lines = np.zeros((64, 64), dtype=bool)
        lines[y, x:] = lines[y:, x] = True
        _, mask = paint_input(examples[sample].input, placed.scales[sample], (y, x))
        assert np.array_equal(found[sample], patches_with(lines | (mask == 1)))


def test_for_box_holds_the_box():
    examples = [example(np.random.default_rng(0), 3, 3, 1, 1)]
    placed = Placed(np.array([2]), np.array([[3, 4]]))
    tokens = Tokenizer(GridTable(examples, [0]), 64).for_box(
        np.arange(1), placed, np.array([[9, 14]])
    )
    found = canvases(tokens, tokens.cells[tokens.outputs].numpy()) != 255
    box = np.zeros((64, 64), dtype=bool)
    box[3:12, 4:18] = True
    assert np.array_equal(found[0], patches_with(box))


def test_the_boundary_at_the_canvas_edge():
    """Side 1 at scale 62 fills the canvas to its last row and column."""
    of = Example(as_grid([[1]], "in"), as_grid([[2]], "out"))
    target = paint_target(of.output, 62, (1, 1))
    assert target[63, 63] == 11
    check_training_tokens([of], GridTable([of], [0]), Placed(np.array([62]), np.array([[1, 1]])))


def test_an_example_without_an_output_is_refused():
    table = GridTable([Example(as_grid([[1]], "in"))], [0])
    with pytest.raises(ValueError, match="without an output"):
        Tokenizer(table, 64).for_training(np.array([0]), Placed(np.array([1]), np.array([[1, 1]])))
