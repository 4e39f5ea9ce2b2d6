"""Support sets from a pool: what is common is shown, what varies varies, nothing comes twice."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcrep.arc import Example, as_grid
from arcrep.generator import SampleError
from arcrep.generator.drawing import Draw
from arcrep.generator.support import SET_SIZE, Pool, check_sets, new_support_set
from arcrep.generator.traces import Traced


def traced(number, kind="a", shown=(), confounds=(), **properties):
    """Return an example of a kind, the same for the same number."""
    grid = as_grid([[number // 100, number // 10 % 10, number % 10]])
    example = Example(grid, grid)
    return Traced(example, (kind,), frozenset(shown), properties, frozenset(confounds))


def pool(examples):
    """Return a pool that draws these examples; None is one that would not do."""
    return Pool(lambda index: examples[index], len(examples))


def draw(seed=0):
    return Draw(np.random.default_rng(seed))


def numbers(examples):
    return [int("".join(map(str, t.example.input.ravel()))) for t in examples]


def test_what_would_not_do_and_what_came_before_is_passed_over():
    few = pool([None, traced(1), traced(1), None, traced(2), traced(3)])
    few.survey(2)
    assert numbers(few.spare) == [1, 2]
    assert few.asked == 5
    few.survey(3)
    assert few.asked == 6
    with pytest.raises(SampleError, match="of 6 drawn"):
        few.survey(4)
    assert few.asked == 6


def test_the_three_commonest_configurations_count_unless_they_are_rare():
    kinds = "a" * 8 + "b" * 6 + "c" * 4 + "d" * 3 + "e" * 3
    many = pool([traced(k, kind) for k, kind in enumerate(kinds)])
    many.survey(24)
    assert many.kinds == {("a",), ("b",), ("c",)}
    rare = pool([traced(k, kind) for k, kind in enumerate("a" * 22 + "b" * 2)])
    rare.survey(24)
    assert rare.kinds == {("a",)}


def test_what_lacks_a_confound_of_nearly_all_is_left_out():
    made = [traced(k, confounds={"ends"} if k != 5 else ()) for k in range(24)]
    many = pool([*made, traced(30), traced(31, confounds={"ends"})])
    many.survey(24)
    assert many.always == {"ends"}
    taken = many.take(draw(), 24)
    assert 5 not in numbers(taken)
    assert 30 not in numbers(taken)
    assert 31 in numbers(taken)


def test_what_varies_is_what_has_no_value_in_more_than_eight_of_ten():
    made = [traced(k, free=k, mostly=k < 8, nearly=k < 9, fixed=0) for k in range(10)]
    many = pool(made)
    many.survey(10)
    assert many.varying == {"free", "mostly"}


def test_a_rare_configuration_is_never_taken():
    made = [traced(k, "b" if k == 5 or k > 29 else "a") for k in range(60)]
    many = pool(made)
    many.survey(24)
    taken = many.take(draw(), 12) + many.take(draw(1), 10)
    assert {t.configuration for t in taken} == {("a",)}
    assert len(set(numbers(taken))) == 22


def test_a_set_shows_every_configuration_and_varies():
    made = [traced(k, "ab"[k % 4 == 0], size=k % 3, place=k) for k in range(100)]
    many = pool(made)
    many.survey(24)
    for seed in range(8):
        members = new_support_set(draw(seed), many)
        assert {t.configuration for t in members} == {("a",), ("b",)}
        assert len({t.properties["size"] for t in members}) > 1


def test_a_set_shows_every_kind_of_thing_but_those_that_are_seldom():
    shown = [{"full"}, {"open"}, {"full", "open"}, {"full"}, {"full", "holed"}]
    many = pool([traced(k, shown=shown[k % 5]) for k in range(200)])
    many.survey(25)
    assert many.shown == {"full", "open"}
    for seed in range(8):
        members = new_support_set(draw(seed), many)
        assert set().union(*(t.shown for t in members)) == {"full", "open"}
    assert all(t.shown <= {"full", "open"} for t in many.take(draw(), 10))


def test_no_confound_holds_throughout_a_set_and_no_unrestricted_one_in_two_examples():
    often, always = {"most size", "unrestricted 0"}, {"upper half", "unrestricted 1"}
    many = pool([traced(k, confounds=always | (often if k % 3 else set())) for k in range(200)])
    many.survey(24)
    assert many.confounds == often
    for seed in range(8):
        members = new_support_set(draw(seed), many)
        assert sum("unrestricted 0" in t.confounds for t in members) < 2
    ties = pool(
        [traced(k, confounds=often - {"unrestricted 0"} if k % 2 else ()) for k in range(200)]
    )
    ties.survey(24)
    for seed in range(8):
        members = new_support_set(draw(seed), ties)
        assert not all("most size" in t.confounds for t in members)


def test_those_without_some_confounds_are_taken_first():
    many = pool([traced(k, confounds={"a"} if k % 4 else {"b"}) for k in range(60)])
    many.survey(24)
    taken = many.take(draw(), 8, without=frozenset("a"))
    assert sum(t.confounds == {"b"} for t in taken) == 6  # all that there are among 24
    assert {t.confounds for t in many.take(draw(), 12)} == {frozenset("a")}


def test_a_set_that_misleads_is_drawn_again():
    many = pool([traced(k) for k in range(60)])
    many.survey(24)
    members = new_support_set(draw(), many, lambda set_: 5 not in numbers(set_))
    assert 5 in numbers(members)
    with pytest.raises(SampleError):
        new_support_set(draw(), many, lambda _: True)


def test_what_cannot_vary_within_a_set_is_refused():
    """Three kinds, and what varies in the pool is the same in all examples that are left."""
    made = [traced(k, size=k % 2 if k < 24 else 0) for k in range(400)]
    many = pool(made)
    many.survey(24)
    assert many.varying == {"size"}
    many.spare = [t for t in many.spare if not t.properties["size"]]
    with pytest.raises(SampleError, match="differ too little"):
        new_support_set(draw(), many)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("aaabbc"), st.integers(0, 3)), min_size=30, max_size=120),
    st.integers(0, 2**32),
)
def test_any_pool_gives_sound_sets_or_refuses(stream, seed):
    made = [traced(k, kind, size=size) for k, (kind, size) in enumerate(stream)]
    many, source = pool(made), draw(seed)
    many.survey(24)
    taken = []
    try:
        for _ in range(8):
            members = new_support_set(source, many)
            assert len(members) == SET_SIZE
            assert {t.configuration for t in members} == many.kinds
            for name in many.varying:
                assert len({t.properties[name] for t in members}) > 1
            taken += members
        tests = many.take(source, 10)
    except SampleError:
        return
    assert {t.configuration for t in tests} <= many.kinds
    taken += tests
    assert len(set(numbers(taken))) == len(taken) == 34


@pytest.mark.parametrize(("n_free", "is_enough"), [(2, True), (0, False)])
def test_a_pool_that_hardly_ever_makes_sets_is_refused(n_free, is_enough):
    # A set has to have an example without the confound; there are some, or none.
    many = pool([traced(k, confounds={"ends"} if k >= n_free else ()) for k in range(24)])
    many.survey(24)
    many.always, many.confounds = frozenset(), frozenset({"ends"})
    if is_enough:
        check_sets(many)
    else:
        with pytest.raises(SampleError, match="differ too little"):
            check_sets(many)
