"""Declaring components: from outside the package, and what is refused."""

import runpy

import numpy as np
import pytest

from arcrep.arc import Grid
from arcrep.generator import (
    Program,
    ProgramError,
    all_components,
    layout,
    relation,
    selector,
)
from arcrep.generator.components import _components
from arcrep.generator.drawing import Draw
from arcrep.generator.objects import Each, Number, Objects, Truth
from arcrep.generator.signatures import ValueType

OUTSIDE = '''
from arcrep.generator import selector
from arcrep.generator.objects import Objects
from arcrep.generator.scene import Scene


@selector(says="every {nth} th of {of}", of="all", requires={"several"})
def every_nth(of: Objects, nth: int = 2) -> Objects:
    """The first object, and every nth after it."""
    return of[::nth]
'''


@pytest.fixture(autouse=True)
def own_registry():
    """Leave no component of a test behind."""
    before = dict(all_components())
    yield
    _components.clear()
    _components.update(before)


def spec(select, **more):
    clause = {"select": select, "act": "erase"}
    return {"version": 1, "id": "p", "parse": "components", "clauses": [clause], **more}


def test_a_selector_from_outside_the_package_works_in_a_program(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OUTSIDE)
    runpy.run_path(str(path))
    program = Program.from_spec(spec({"op": "every_nth", "nth": 3}))
    assert program.apply([[1, 0, 2, 0, 3, 0, 4]]).tolist() == [[0, 0, 2, 0, 3, 0, 0]]
    assert program.sentence == "Remove every 3 th of the objects."
    assert Program.from_spec(spec("every_nth")).spec["clauses"][0]["select"] == "every_nth"


def test_a_program_is_refused_whose_layout_lacks_what_a_component_requires(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OUTSIDE.replace("several", "panels"))
    runpy.run_path(str(path))
    with pytest.raises(ProgramError) as refusal:
        Program.from_spec(spec("every_nth", layout="scatter"))
    assert "clauses[0].select: every_nth requires 'panels', which the layout scatter" in str(
        refusal.value
    )
    Program.from_spec(spec("every_nth"))  # without a layout nothing is promised


def test_the_declaration_is_read_from_the_annotations():
    @selector(says="x", key={"op": "measure", "key": "size"})
    def most(of: Objects, key: Each[Number], at_least: int = 0) -> Objects:
        """Nothing."""
        return of if at_least else of[:0]

    declared = all_components()["most"]
    assert declared.returns == ValueType.OBJECTS
    assert {n: (p.type, p.each) for n, p in declared.parameters.items()} == {
        "of": (ValueType.OBJECTS, False),
        "key": (ValueType.NUMBER, True),
        "at_least": (ValueType.INTEGER, False),
    }
    assert declared.parameters["key"].default == {"op": "measure", "key": "size"}


def test_a_name_is_given_once():
    with pytest.raises(ValueError, match="has the name of one of"):

        @relation(says="x")
        def hollow(holds: Truth) -> Truth:
            """Nothing."""
            return holds


def test_an_unknown_annotation_is_refused():
    with pytest.raises(
        ValueError, match=r"annotation of grid is .*: see arcrep\.generator\.objects"
    ):

        @relation(says="x")
        def odd(grid: np.ndarray) -> Truth:
            """Nothing."""
            return bool(grid)


def test_a_default_node_needs_a_parameter():
    with pytest.raises(ValueError, match="plain has no parameter of to set a default for"):

        @relation(says="x", of="it")
        def plain(holds: Truth) -> Truth:
            """Nothing."""
            return holds


def test_every_component_says_something_and_is_documented():
    for component in all_components().values():
        assert component.says, component.name
        assert component.function.__doc__, component.name


def test_a_layout_provides_what_holds_for_all_of_its_examples():
    @layout(
        says="x",
        provides=lambda arguments: {"several"} if arguments["count"] > 1 else set(),
        count={"between": [2, 5]},
    )
    def some_cells(draw: Draw, count: int) -> Grid:
        """Nothing."""
        raise NotImplementedError

    sort = {"select": "all", "act": {"op": "sort", "key": {"op": "measure", "key": "size"}}}
    Program.from_spec(spec("all", layout="some_cells", clauses=[sort]))
    for count in ({"between": [1, 5]}, {"any": [3, 1]}, 1):
        one = {"op": "some_cells", "count": count}
        with pytest.raises(ProgramError, match="sort requires 'several'"):
            Program.from_spec(spec("all", layout=one, clauses=[sort]))
