"""Which labels are named, and in what look."""

from arcrep.plotting.label_styles import GRAY, NAMED, label_styles


def test_labels_are_ordered_by_number_then_by_name():
    styles = label_styles(["b", "c", "a", "c", "b", None])
    assert [style.text for style in styles] == ["b (2)", "c (2)", "a (1)", "no label (1)"]
    assert [style.members.tolist() for style in styles] == [[0, 4], [1, 3], [2], [5]]
    assert (styles[-1].color, styles[-1].hollow) == (GRAY, True)


def test_sixteen_labels_each_have_a_look_of_their_own():
    styles = label_styles([f"{n:02}" for n in range(16)])
    assert len(styles) == NAMED == 16
    assert len({(style.color, style.shape) for style in styles}) == 16
    assert all(style.color != GRAY for style in styles)


def test_rarer_labels_are_gray_together_and_counted():
    labels = [f"often {n:02}" for n in range(16) for _ in range(3)] + ["rare", "rarer", "rare"]
    *named, rest = label_styles(labels)
    assert [style.text for style in named] == [f"often {n:02} (3)" for n in range(16)]
    assert (rest.text, rest.color, rest.hollow) == ("2 other labels (3)", GRAY, False)
    assert rest.members.tolist() == [48, 49, 50]


def test_every_item_is_drawn_once():
    labels = [None if n % 7 == 0 else f"l{n % 23}" for n in range(200)]
    members = [item for style in label_styles(labels) for item in style.members.tolist()]
    assert sorted(members) == list(range(200))


def test_a_long_label_is_cut_and_a_broken_one_joined():
    (long,) = label_styles(["x" * 50])
    assert long.text == "x" * 23 + "... (1)"
    (broken,) = label_styles(["one\ntwo"])
    assert broken.text == "one two (1)"
