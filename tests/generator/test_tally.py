"""What is reported of programs that were sampled."""

from collections import Counter

from arcrep.generator.tally import Tally


def test_the_report_says_how_many_tasks_had_few_rivals():
    tally = Tally(Counter({"gate": 2}), tried=[100, 199, 200, 500])
    told = list(tally.lines())
    assert told[0] == "programs rejected: 2, for gate (2)"
    assert told[1] == "programs rejected as ambiguous, by rival: none"
    assert told[-1] == ("rivals tried for a task: 199.5 in the median, 100 to 500, 50% under 200")


def test_what_was_counted_comes_back_and_adds_up():
    one = Tally(Counter({"gate": 2}), ["a"], tried=[3], seconds=1.5)
    assert Tally.from_json(one.to_json()) == one
    both = Tally.total([one, one])
    assert (both.rejected, both.refused, both.tried, both.seconds) == (
        Counter({"gate": 4}),
        ["a", "a"],
        [3, 3],
        3.0,
    )
