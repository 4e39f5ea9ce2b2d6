"""Mistakes at the door that generates tasks: one line each, and nothing is written."""

import pytest

DOOR = "scripts/generate_tasks.py"
FEW = ("per_concept=1", "concepts=[Order,SameDifferent]")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["per_concept=-2"], "per_concept"),
        (["per_concept=0"], "per_concept is 0"),
        (["seed=-1"], "seed is -1"),
        (["max_side=5"], "max_side is 5"),
        (["concepts=[Colour]"], "'Colour' is none of"),
        (["actions=[fly]"], "'fly' is no action"),
        (["processes=0"], "processes is 0"),
        (["exclude=nowhere.json"], "nowhere.json"),
        (["per_concpet=3"], "per_concpet"),
        (["processes=-1"], "processes"),
        (["seed=4294967296"], "seed"),
        (["max_side=31"], "max_side"),
        (["max_side=-12"], "max_side"),
        (["per_concept=2.5"], "per_concept"),
        (["concepts=[]"], "concepts"),
        (["concepts=[Order,Order]"], "Order comes twice"),
        (["actions=[sort_objects]"], "SameDifferent has none"),
        (["name=a/b"], "'a/b'"),
        (["push_to_hub=mine"], "OWNER/NAME"),
        (["push_to_hub=../mine"], "OWNER/NAME"),
        (["push_to_hub=-me/mine"], "OWNER/NAME"),
        ([f"push_to_hub=me/{'x' * 95}"], "96 characters"),
        (["name=..", "out=null"], "'..'"),
        (["name="], "name= gives nothing"),
        (["out="], "out= gives nothing"),
        (["push_to_hub="], "push_to_hub"),
        (["out=/proc/set", "dry_run=true"], "/proc cannot be written"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_written(script, tmp_path, wrong, told):
    assert told in script(DOOR, *FEW, "out=set", *wrong).mistake
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder_is_one_line(script, tmp_path):
    (tmp_path / "set").write_text("mine")
    assert "set" in script(DOOR, *FEW, "out=set").mistake
    assert (tmp_path / "set").read_text() == "mine"


def test_reviews_that_are_none_are_one_line(script, tmp_path):
    (tmp_path / "reviews.json").write_text("[]")
    assert "reviews.json" in script(DOOR, *FEW, "exclude=reviews.json", "out=set").mistake
    assert not (tmp_path / "set").exists()


def test_a_dry_run_finds_a_folder_that_cannot_be_written(script, tmp_path, monkeypatch):
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "notes.txt").write_text("mine")
    dry = (DOOR, *FEW, "dry_run=true")
    assert "already holds files" in script(*dry, "out=set").mistake
    assert "notes.txt is a file" in script(*dry, "out=set/notes.txt/new").mistake
    # Root may write anywhere.
    monkeypatch.setattr("arcrep.runs.tempfile.mkdtemp", lambda **_: (tmp_path / "a" / "b").mkdir())
    assert "set cannot be written" in script(*dry, "out=set/new/er").mistake
    assert [path.name for path in (tmp_path / "set").iterdir()] == ["notes.txt"]
