"""Every layout: what its parameters may be, and that equal seeds give equal scenes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.arc import as_grid
from arcrep.generator.components import all_components
from arcrep.generator.drawing import Draw
from arcrep.generator.errors import SampleError
from arcrep.generator.signatures import REQUIRED, ValueType

LAYOUTS = [c for c in all_components().values() if c.kind == "layout"]


def values(parameter):
    """Any value of a parameter's type; mostly small numbers, which often leave room for a scene."""
    if parameter.type == ValueType.FLAG:
        return st.booleans()
    if parameter.type == ValueType.CHOICE:
        return st.sampled_from(parameter.choices)
    if parameter.type == ValueType.CHOICES:
        return st.lists(st.sampled_from(parameter.choices), min_size=1, max_size=3).map(tuple)
    most = parameter.bounds[1]
    return st.integers(-1, min(most, 12)) | st.integers(-1, min(most, 30)) | st.integers(-1, most)


def default(parameter):
    """A value out of a parameter's default."""
    value = parameter.default
    if isinstance(value, dict):
        low, high = value.get("between", (0, 0))
        return st.sampled_from(value["any"]) if "any" in value else st.integers(low, high)
    return st.just(tuple(value) if isinstance(value, list) else value)


@st.composite
def arguments(draw, layout):
    """Arguments of a layout: some or all of them anything, the others by default."""
    share = draw(st.sampled_from((1, 2, 5)))  # one in so many is anything
    chosen = {}
    for name, parameter in layout.parameters.items():
        free = parameter.default is REQUIRED or draw(st.integers(1, share)) == 1
        chosen[name] = draw(values(parameter) if free else default(parameter))
    return chosen


def drawn(layout, seed, chosen):
    try:
        return layout.function(draw=Draw(np.random.default_rng(seed)), **chosen)
    except SampleError:
        return None


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
@settings(deadline=None, max_examples=50)
@given(st.data(), st.integers(0, 2**32))
def test_whatever_the_arguments_there_is_a_grid_or_an_error_of_sampling(layout, data, seed):
    chosen = data.draw(arguments(layout))
    grid = drawn(layout, seed, chosen)
    if grid is None:
        return
    assert grid.dtype == np.uint8
    assert not grid.flags.writeable
    assert np.array_equal(as_grid(grid.tolist()), grid)
    assert drawn(layout, seed, chosen).tobytes() == grid.tobytes()
