"""Whatever the declarations allow: programs round-trip, and run or refuse with a reason."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.generator import Program, RuleError
from arcrep.generator.interpreter import evaluate
from arcrep.generator.nodes import Reader
from arcrep.generator.objects import Obj
from arcrep.generator.scene import Scene
from arcrep.generator.signatures import ValueType
from tests.generator.compositions import random_node, random_spec

seeds = st.integers(0, 2**32)


def random_grid(rng):
    """Return a grid of the kind that tasks have: much background, few colours, sides 1 to 12."""
    colors = rng.sample(range(10), rng.randint(1, 4))
    height, width = rng.randint(1, 12), rng.randint(1, 12)
    share = rng.choice([0.3, 0.6, 0.9])
    return [
        [0 if rng.random() < share else rng.choice(colors) for _ in range(width)]
        for _ in range(height)
    ]


@settings(max_examples=400, deadline=None)
@given(seeds)
def test_any_composition_round_trips_and_runs_or_refuses(seed):
    rng = random.Random(seed)
    program = Program.from_spec(random_spec(rng))
    written = program.to_json()
    assert Program.from_json(written).to_json() == written
    assert "{" not in program.sentence
    grid = random_grid(rng)
    scene = Scene(np.array(grid, np.uint8), program.background)
    scene.grid.flags.writeable = False
    try:
        output = program.apply_to(scene)
    except RuleError as error:
        refusal = (error.path, error.reason)
        assert all(refusal)
    else:
        assert output.dtype == np.uint8
        assert 1 <= min(output.shape) <= max(output.shape) <= 30
        assert int(output.max()) <= 9
    assert scene.grid.tolist() == grid


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_a_program_gives_the_same_output_on_a_scene_that_others_have_read(seed):
    rng = random.Random(seed)
    programs = [Program.from_spec(random_spec(rng) | {"background": 0}) for _ in range(4)]
    grid = np.array(random_grid(rng), np.uint8)
    shared = Scene(grid, 0)
    for program in programs:
        assert outcome(program, shared) == outcome(program, Scene(grid.copy(), 0))


@settings(max_examples=300, deadline=None)
@given(seeds, st.sampled_from(["object", "objects", "region", "number", "color", "position"]))
def test_a_node_gives_what_it_declares(seed, wanted):
    rng = random.Random(seed)
    parse = Reader().read("components", ValueType.OBJECTS, "parse")
    spec = random_node(rng, ValueType(wanted))
    node = Reader(parse).read(spec, ValueType(wanted), "node")
    scene = Scene(np.array(random_grid(rng), np.uint8), 0)
    try:
        value = evaluate(node, scene)
    except RuleError:
        return
    if wanted == "number":
        assert np.isfinite(value)
    elif wanted == "color":
        assert 0 <= value <= 9
    elif wanted == "position":
        assert len(value) == 2
    elif wanted == "region":
        assert value.dtype == bool
        assert value.shape == scene.grid.shape
    else:
        for obj in (value,) if wanted == "object" else value:
            assert isinstance(obj, Obj)
            assert obj.mask.shape == scene.grid.shape
            assert obj.size > 0


def outcome(program, scene):
    try:
        return program.apply_to(scene).tolist()
    except RuleError as refusal:
        return str(refusal)
