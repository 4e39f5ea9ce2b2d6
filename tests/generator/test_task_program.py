"""scripts/task_program.py and scripts/check_official.py, as a user types them."""

import json
import re
import sys

import pytest

from arcrep.generator import Program, official

DOOR = "scripts/task_program.py"
KEEP_LARGEST = {
    "version": 1,
    "id": "keep_largest",
    "parse": "components",
    "clauses": [
        {"select": {"op": "extreme", "key": {"op": "measure", "key": "size"}}, "act": "keep_only"}
    ],
}


def write(folder, name, value):
    (folder / name).write_text(json.dumps(value))
    return name


def test_apply_takes_a_grid_a_list_of_grids_or_a_task(script, tmp_path):
    program = write(tmp_path, "p.json", KEEP_LARGEST)
    grid, other = [[1, 1, 0, 2]], [[3, 0], [0, 0], [4, 4]]
    one = script(DOOR, "apply", program, write(tmp_path, "one.json", grid))
    assert (one.code, one.out) == (0, "1100\n")
    two = script(DOOR, "apply", program, write(tmp_path, "two.json", [grid, other]))
    assert two.out == "1100\n\n00\n00\n44\n"
    pairs = {"train": [{"input": grid, "output": grid}], "test": [{"input": other}]}
    task = script(DOOR, "apply", program, write(tmp_path, "task.json", pairs), "--out", "o.json")
    assert task.code == 0
    assert json.loads((tmp_path / "o.json").read_text()) == [
        [[1, 1, 0, 0]],
        [[0, 0], [0, 0], [4, 4]],
    ]


def test_describe_says_the_rule_and_can_be_read_back(script, tmp_path):
    told = script(DOOR, "describe", "AboveBelow3")
    assert told.code == 0
    assert "rule:    Slide the objects that lie above the largest object down" in told.out
    written = re.search(r"^\{.*", told.out, re.M | re.S)
    assert Program.from_json(written[0]).id == "AboveBelow3"
    saved = script(DOOR, "describe", "CopyMinimal", "--out", "copy.json")
    assert saved.code == 0
    again = script(DOOR, "describe", "copy.json")
    assert "CopyMinimal (Copy)" in again.out


def test_a_task_that_carries_its_program_stands_for_it(script, tmp_path):
    task = {"program": KEEP_LARGEST, "sentence": "-", "train": [], "test": []}
    (tmp_path / "task.json").write_text(json.dumps(task))
    assert "keep_largest" in script(DOOR, "describe", "task.json").out
    (tmp_path / "task.json").write_text(json.dumps({**task, "program": 3}))
    told = script(DOOR, "describe", "task.json")
    assert told.code == 2
    assert "task.json: a program is a JSON object" in told.err


def test_sample_draws_valid_examples_by_seed(script, tmp_path):
    first = script(DOOR, "sample", "AboveBelow3", "--count", 2, "--seed", 5, "--out", "a.json")
    assert first.code == 0, first.err
    script(DOOR, "sample", "AboveBelow3", "--count", 2, "--seed", 5, "--out", "b.json")
    script(DOOR, "sample", "AboveBelow3", "--count", 2, "--seed", 6, "--out", "c.json")
    a, b, c = ((tmp_path / f"{name}.json").read_text() for name in "abc")
    assert a == b != c
    examples = json.loads(a)
    assert len(examples) == 2
    program = script(DOOR, "describe", "AboveBelow3", "--out", "p.json") and Program.from_json(
        (tmp_path / "p.json").read_text()
    )
    for example in examples:
        assert program.apply(example["input"]).tolist() == example["output"] != example["input"]
    shown = script(DOOR, "sample", "AboveBelow3", "--count", 1)
    assert re.fullmatch(r"([0-9]+\n)+->\n([0-9]+\n)+", shown.out)


def test_a_component_of_ones_own(script, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from arcrep.generator import selector\n"
        "from arcrep.generator.objects import Objects\n"
        '@selector(says="the first of {of}", of="all")\n'
        "def first_of_mine(of: Objects) -> Objects:\n"
        '    """The first."""\n'
        "    return of[:1]\n"
    )
    clause = {"select": "first_of_mine", "act": "erase"}
    program = write(tmp_path, "p.json", KEEP_LARGEST | {"clauses": [clause]})
    grids = write(tmp_path, "g.json", [[1, 0, 2]])
    applied = script(DOOR, "apply", program, grids, "--components", "mine.py")
    assert (applied.code, applied.out) == (0, "002\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("describe", "AboveBelow11"),
            "AboveBelow11 is neither the id of an official task nor",
        ),
        (("describe", "missing.json"), "missing.json: cannot be read: No such file"),
        (("describe", "broken.json"), "broken.json: ends in the middle"),
        (("describe", "list.json"), "list.json: a program is a JSON object"),
        (
            ("describe", "unknown.json"),
            "unknown.json keep_largest: clauses[0].act: no component is called",
        ),
        (("apply", "p.json"), "apply needs PROGRAM and GRIDS"),
        (("describe", "p.json", "tie.json"), "describe and sample take PROGRAM alone"),
        (
            ("apply", "p.json", "tie.json"),
            "tie.json: keep_largest does not apply: clauses[0].select: 2 objects",
        ),
        (("apply", "p.json", "ragged.json"), "ragged.json: row 1 has 1 cells"),
        (("apply", "p.json", "missing.json"), "missing.json: cannot be read"),
        (("sample", "p.json"), "keep_largest: has no layout"),
        (("sample", "AboveBelow3", "--count", "0"), "--count is 0"),
        (("sample", "AboveBelow3", "--seed", "-1"), "--seed is -1"),
        (("describe", "p.json", "--components", "missing.py"), "missing.py: cannot be read"),
    ],
)
def test_a_mistake_is_one_line(script, tmp_path, arguments, message):
    write(tmp_path, "p.json", KEEP_LARGEST)
    write(tmp_path, "unknown.json", KEEP_LARGEST | {"clauses": [{"select": "all", "act": "fly"}]})
    write(tmp_path, "list.json", [1])
    write(tmp_path, "tie.json", [[1, 0, 2]])
    write(tmp_path, "ragged.json", [[1, 0], [2]])
    (tmp_path / "broken.json").write_text('{"version": 1')
    before = sorted(tmp_path.iterdir())
    assert message in script(DOOR, *arguments, "--out", "out.json").mistake
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/0", "ZeroDivisionError: division by zero"),
        ("import nowhere_at_all", "ModuleNotFoundError"),
        ("def (:", "SyntaxError"),
        ("import sys; sys.exit(0)", "SystemExit"),
        (
            "from arcrep.generator import selector\n"
            '@selector(says="{nothing}")\n'
            "def mine(scene): ...\n",
            "says names 'nothing', which is no parameter",
        ),
    ],
)
def test_a_components_file_that_fails_is_told_in_a_line(script, tmp_path, text, message):
    (tmp_path / "mine.py").write_text(text)
    told = script(DOOR, "describe", "AboveBelow3", "--components", "mine.py")
    assert "mine.py: could not be run: " in told.mistake
    assert message in told.mistake


def test_words_are_listed_and_told(script):
    listed = script(DOOR, "words")
    assert listed.code == 0
    assert "  extreme                 The one object with the largest" in listed.out
    told = script(DOOR, "words", "extreme")
    assert 'which: "most" | "least" = "most"' in told.out
    assert "did you mean extreme" in script(DOOR, "words", "extremes").mistake


def test_check_official_prints_what_the_issue_of_exactness_needs(script, shared, monkeypatch):
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    told = script("scripts/check_official.py")
    assert told.code == 0, told.out
    assert re.search(r"all +905 of 907", told.out)
    assert told.out.count("erratum: ") == 2
    assert "own gate: 160 of 160" in told.out
    assert "minimal tasks: 94 of 94 pairs, 16 of 16 tasks" in told.out
    assert "no program over 60 nodes or 8 numbers" in told.out
    assert "wave 1 (official only)" in told.out
    assert "WRONG" not in told.out


def test_check_official_fails_where_a_minimal_task_is_not_met(script, shared, monkeypatch):
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    real = official.official_programs

    def broken(groups=official.OFFICIAL):
        for program in real(groups):
            if program.id == "OrderMinimal":
                continue
            yield program

    module = sys.modules["arcrep.generator.run_check_official"]
    monkeypatch.setattr(module, "official_programs", broken)
    told = script("scripts/check_official.py")
    assert told.code == 1
    assert "NO PROGRAM: OrderMinimal" in told.out


def test_check_official_needs_the_official_tasks(script, tmp_path):
    write(
        tmp_path,
        "t.json",
        {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[1]]}]},
    )
    told = script("scripts/check_official.py", "--source", "t.json")
    assert "no task AboveBelow1" in told.mistake
