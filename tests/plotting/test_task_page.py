"""The page of a task set, written through the door and looked at in a real browser."""

import importlib
import json
import re
import time

import matplotlib.image
import numpy as np
import pytest

from arcrep.arc import ARC_COLORS, Example, Task, TaskSet, as_grid, read_tasks, write_tasks
from arcrep.plotting.task_page import render_task_page
from tests.plotting.browser import Browser
from tests.plotting.review_tasks import IMAGE, SCRIPT, SENTENCE, task_set

DOOR = "scripts/view_tasks.py"
VISIBLE = "[...document.querySelectorAll('.card')].filter((card) => !card.hidden)"
IDS = f"{VISIBLE}.map((card) => card.firstChild.textContent.split(' ')[0]).join()"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    made = Browser(tmp_path_factory.mktemp("user"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def page(run_script, tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    write_tasks(task_set(), folder / "hostile.json", form="file")
    done = run_script(folder, DOOR, "hostile.json")
    assert done.code == 0, done.err
    assert done.out.startswith(f"6 tasks: {folder / 'hostile.html'} (0.0")
    return folder / "hostile.html"


@pytest.fixture
def tab(browser, page):
    browser.complaints.clear()
    made = browser.tab(page.as_uri())
    yield made
    made.close()
    assert browser.complaints == []


def test_the_page_asks_for_nothing(page):
    text = page.read_text()
    assert re.findall(r"(?:src|href)=\"([^\"]*)", text.partition("<script")[0]) == ["data:,"]
    assert not re.search(r"https?://|url\(|@import|innerHTML|insertAdjacent|eval\(", text)
    assert text.isascii()
    assert text.count("<script") == 2  # the data and the page's own
    policy = re.search(r'Content-Security-Policy" content="([^"]*)', text)[1]
    assert "default-src 'none'; script-src 'sha256-" in policy
    assert "connect-src 'none'" in policy
    assert "unsafe" not in policy
    assert "judge" not in text  # a page for looking takes no verdicts


def test_foreign_text_stays_text(tab):
    tab.press("j", "Enter", "s")
    assert tab.text("#name") == f"t0 {SCRIPT}"[:60]
    assert tab.text("#rule .sentence").split() == SENTENCE.split()
    assert f'"note": "{SCRIPT}"' in tab.text("#rule pre")
    tab.press("j", "j", "s")
    assert tab.text("#concept") == IMAGE
    assert tab.run("window.hacked") is None
    assert tab.run("document.querySelectorAll('img, script:not(#data)').length") == 1  # its own


def test_even_a_mistake_of_ours_could_not_run_foreign_text(browser, page):
    tab = browser.tab(page.as_uri())
    for attempt in (
        f"document.body.innerHTML = {IMAGE!r}",
        "document.createElement('img').setAttribute('onerror', 'window.hacked = 3')",
        "document.createElement('script').text = 'window.hacked = 4'",
        "(0, eval)('window.hacked = 5')",
    ):
        tab.run("window.refused = null")
        tab.run(f"try {{ {attempt} }} catch (error) {{ window.refused = error.name }}")
        assert tab.run("window.refused") in {"TypeError", "EvalError"}, attempt
    assert tab.run("window.hacked") is None
    tab.close()
    browser.complaints.clear()


def test_filters_by_label_and_id(tab):
    assert tab.run(IDS) == "t0,t1,t2,t3,t4,t5"
    tab.choose("#filter-concept", "=Copy")
    assert tab.run(IDS) == "t0,t3"
    assert tab.text("#counts") == "2 of 6 tasks"
    options = "[...document.querySelector('#filter-action').options].map((o) => o.text).join()"
    assert tab.run(options) == "all,</style> (1),paint (1)"  # counted under the other filters
    tab.choose("#filter-action", "=paint")
    assert tab.run(IDS) == "t0"
    tab.choose("#filter-layout", "=scatter")
    assert tab.text("#counts") == "0 of 6 tasks: no task passes these filters"
    tab.press("x")
    assert tab.run(IDS) == "t0,t1,t2,t3,t4,t5"
    tab.choose("#filter-layout", "-")
    assert tab.run(IDS) == "t0,t2,t4"  # those without a layout
    tab.choose("#filter-id", "T4 <")
    assert tab.run(IDS) == "t4"
    tab.reload()
    assert tab.run(IDS) == "t4"  # the address keeps the filters
    assert tab.run("document.querySelector('#filter-id').value") == "T4 <"


def test_the_keyboard_goes_everywhere(tab):
    where = (
        "document.querySelector('#task').hidden ? '' : document.querySelector('#name').innerText"
    )
    at = f"({where}).slice(0, 2)"
    tab.press("j", "j", "Enter")
    assert tab.run(at) == "t1"
    assert tab.text("#position") == "2 of 6"
    tab.press("j", "ArrowRight", "k")
    assert tab.run(at) == "t2"
    tab.press("End")
    assert tab.run(at) == "t5"
    tab.press("j")
    assert tab.run(at) == "t5"  # the last
    tab.press("Home", "Escape")
    assert tab.run(at) == ""
    assert tab.run("document.activeElement.innerText").startswith("t0")
    tab.press("/", "t", "3", "Escape", "j", "Enter")
    assert tab.run(at) == "t3"
    assert tab.text("#position") == "1 of 1"
    tab.press("x", "f")
    assert tab.run("document.activeElement.id") == "filter-concept"
    tab.press("Escape", "?")
    assert tab.run("document.querySelector('#help').open")
    tab.press("Escape")
    assert not tab.run("document.querySelector('#help').open")
    assert tab.run(at) == "t3"
    tab.reload()
    assert tab.run(at) == "t3"  # the address keeps the task
    tab.run("history.back()")
    tab.wait(f"{at} === ''")


def test_the_rule_is_hidden_until_asked_for_and_again_for_the_next_task(tab):
    hidden = f"!document.querySelector('main').textContent.includes({SENTENCE[:6]!r})"
    tab.press("j", "Enter")
    assert tab.run(hidden)
    assert "scatter" not in tab.text("main")
    assert "paint" not in tab.text("main")
    tab.press("s")
    assert not tab.run(hidden)
    assert "paint" in tab.text("#rule")
    tab.press("s")
    assert tab.run(hidden)
    tab.press("s", "j")
    assert tab.run(hidden)
    assert tab.run("document.querySelector('#reveal').getAttribute('aria-expanded')") == "false"


def test_a_task_shows_its_first_support_set_and_its_tests(tab):
    tab.press("j", "Enter")
    labels = "[...document.querySelectorAll('#{} canvas')].map((one) => one.ariaLabel)"
    assert tab.run(labels.format("support")) == [
        f"example {number}, {part}, {size} x {2 * size}"
        for number, size in ((1, 3), (2, 2), (3, 1))
        for part in ("input", "output")
    ]
    assert len(tab.run(labels.format("tests"))) == 19  # the last test has no output
    assert "no output" in tab.text("#tests")
    assert tab.text("#support-title") == "Support (set s1 of 2)"
    tab.press("t")
    shown = "getComputedStyle(document.querySelector('#tests canvas.output')).visibility"
    assert tab.run(shown) == "hidden"
    tab.press("j")
    assert tab.run(shown) == "hidden"  # it stays so


def test_cells_have_their_colours(tab):
    tab.choose("#filter-id", "t0")
    tab.press("j", "Enter")
    pixel = (
        "[...pen.getImageData((at + .5) * (canvas.width - 1) / 3, canvas.height / 2, 1, 1).data]"
    )
    colors = tab.run(
        "{const canvas = document.querySelectorAll('#tests canvas')[18];"
        f"const pen = canvas.getContext('2d'); [0, 1, 2].map((at) => {pixel});}}"
    )
    expected = [[*bytes.fromhex(ARC_COLORS[color][1:]), 255] for color in (7, 8, 9)]
    assert colors == expected
    tab.press("Escape")
    tab.wait("document.querySelectorAll('.card:not([hidden]) canvas').length === 2")
    first = "document.querySelector('.card canvas').getContext('2d').getImageData(1, 0, 1, 1).data"
    assert tab.run(f"[...{first}]") == [*bytes.fromhex(ARC_COLORS[3][1:]), 255]


def lined_set():
    """A task with grids of many sides, of which the largest have the smallest cells."""
    sides = (13, 12, 30, 5, 7, 16, 20, 23)
    pairs = [Example(as_grid([[0] * side] * side), as_grid([[1] * side] * 11)) for side in sides]
    return TaskSet("lined", (Task("t0", tuple(pairs[:3]), tuple(pairs)),))


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("width", [1280, 1365])
def test_lines_between_cells_are_all_there_and_alike(width, scale, browser, tmp_path):
    (tmp_path / "lined.html").write_text(render_task_page(lined_set()))
    tab = browser.tab((tmp_path / "lined.html").as_uri(), width, 1000, scale=scale)
    tab.press("j", "Enter", "s")  # the rule pushes the grids down
    tab.wait(
        "[...document.querySelectorAll('#task canvas')].every((one) => {"
        "const top = one.getBoundingClientRect().top * devicePixelRatio;"
        "return Math.abs(top - Math.round(top)) < 0.1; })"
    )
    grids = tab.run(
        "[...document.querySelectorAll('#task canvas')].map((one) => {"
        "const at = one.getBoundingClientRect();"
        "const sides = one.ariaLabel.match(/[0-9]+ x [0-9]+$/)[0].split(' x ').map(Number);"
        "return [at.left, at.top, one.width, one.height, ...sides]; })"
    )
    tab.screenshot(tmp_path / "seen.png")
    tab.close()
    seen = matplotlib.image.imread(tmp_path / "seen.png")[..., :3]
    assert len(grids) == 22
    for left, top, width, height, rows, columns in grids:
        x, y, cell = round(left * scale), round(top * scale), width // columns
        box = seen[y : y + height, x : x + width]
        gray = np.abs(box - 0x55 / 255).max(axis=2) < 0.01
        line = width - cell * columns
        assert line >= 1
        assert np.array_equal(gray.all(axis=0), np.arange(cell * columns + line) % cell < line)
        assert np.array_equal(gray.all(axis=1), np.arange(cell * rows + line) % cell < line)


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_is_wider_than_the_screen(width, browser, page):
    tab = browser.tab(page.as_uri(), width=width)
    for _ in range(2):
        assert tab.run("document.documentElement.scrollWidth") <= width
        tab.press("j", "Enter", "s")
    tab.close()


def large_set(n=1600, n_support=24, n_tests=10):
    rng = np.random.default_rng(0)
    shapes = rng.integers(5, 21, (40, 2))

    def grid():
        height, width = shapes[rng.integers(40)]
        cells = np.zeros((height, width), np.uint8)
        cells[rng.integers(height), :] = rng.integers(1, 10)
        cells[rng.integers(height) :, rng.integers(width) :] = rng.integers(1, 10)
        return as_grid(cells)

    pool = [Example(grid(), grid()) for _ in range(2000)]
    sets = tuple(tuple(range(at, at + 3)) for at in range(0, n_support, 3))

    def task(number):
        chosen = [pool[at] for at in rng.integers(2000, size=n_support + n_tests)]
        labels = {"concept": f"concept {number % 16}", "sentence": "A rule. " * 15}
        program = {
            "clauses": [{"select": {"op": f"word {at}"}, "act": "paint"} for at in range(20)]
        }
        metadata = {**labels, "program": program}
        return Task(f"task {number}", (*chosen[:-10],), (*chosen[-10:],), metadata, sets)

    return TaskSet("large", tuple(task(number) for number in range(n)))


def test_sixteen_hundred_tasks_are_no_burden(browser, tmp_path):
    text = render_task_page(large_set())
    assert len(text) < 15e6
    (tmp_path / "large.html").write_text(text)
    begin = time.monotonic()
    tab = browser.tab((tmp_path / "large.html").as_uri())
    assert time.monotonic() - begin < 5  # about one second alone on two cores
    assert tab.run("document.querySelectorAll('.card canvas').length") < 400  # drawn when seen
    tab.press("End", "Enter")
    assert tab.text("#position") == "1600 of 1600"
    tab.choose("#filter-concept", "=concept 3")
    assert tab.text("#counts") == "100 of 1600 tasks"
    tab.close()


def test_official_tasks_by_name(script, shared, monkeypatch, tmp_path):
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    done = script(DOOR, "conceptarc", "--out", "page.html")
    assert done.out.startswith(f"160 tasks: {tmp_path / 'page.html'} (0.")


def test_mistakes_are_one_line(script, tmp_path):
    assert "neither a path nor a source" in script(DOOR, "nothing").mistake
    write_tasks(task_set(), tmp_path / "tasks.json", form="file")
    assert "add --reviewer NAME" in script(DOOR, "tasks.json", "--review").mistake
    wrong = script(DOOR, "tasks.json", "--review", "--reviewer", "../x").mistake
    assert "use letters, digits" in wrong
    named = ("--reviewer", "x", "--review", "--out", "x.html")
    assert "--reviews names" in script(DOOR, "tasks.json", *named).mistake
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tasks.json"]


def test_a_foreign_name_does_not_say_where_the_page_goes(script, tmp_path):
    write_tasks(task_set(2), tmp_path / "set" / "tasks.json", "file")
    record = {"door": "scripts/generate_tasks.py", "config": {"name": "../../up/evil"}}
    (tmp_path / "set" / "run.json").write_text(json.dumps(record))
    (tmp_path / "set" / "COMPLETE").write_text("{}")
    assert script(DOOR, "set").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["set", "set.html"]


def test_the_page_lies_beside_the_tasks_and_not_among_them(run_script, tmp_path):
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "sets" / "v1.2"
    elsewhere.mkdir()
    write_tasks(task_set(2), folder / "tasks.json", "file")
    before = read_tasks(folder)
    for where, source, page in (
        (elsewhere, folder, tmp_path / "sets" / "v1.2.html"),
        (folder, ".", tmp_path / "sets" / "v1.2.html"),  # renewed
        (elsewhere, "../sets/v1.2/", tmp_path / "sets" / "v1.2.html"),
        (elsewhere, "../sets/v1.2/tasks.json", folder / "tasks.html"),
        (elsewhere, "starter", elsewhere / "starter.html"),  # it lies nowhere: here
    ):
        done = run_script(where, DOOR, source)
        assert done.code == 0, done.err
        assert f" tasks: {page} (" in done.out
        assert page.is_file()
    assert [path.name for path in (tmp_path / "sets").iterdir() if path.is_file()] == ["v1.2.html"]
    assert [path.name for path in elsewhere.iterdir()] == ["starter.html"]
    assert read_tasks(folder).digest == before.digest


def test_a_generated_set_by_name_has_its_page_beside_it(script, tmp_path):
    write_tasks(task_set(2), tmp_path / "data" / "conceptarc_scale_2" / "tasks.json", "file")
    assert script(DOOR, "conceptarc_scale_2").code == 0
    assert (tmp_path / "data" / "conceptarc_scale_2.html").is_file()


def test_a_page_that_cannot_be_written_is_one_line(script, tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied", ".set.html.1.tmp")

    write_tasks(task_set(2), tmp_path / "set" / "tasks.json", "file")
    module = importlib.import_module("arcrep.plotting.run_view_tasks")
    monkeypatch.setattr(module, "write_task_page", refuse)
    told = script(DOOR, "set").mistake
    assert "set.html cannot be written (Permission denied): choose --out FILE" in told


def test_a_set_by_name_is_in_nobodys_way(script, tmp_path):
    folder = tmp_path / "data" / "conceptarc_scale_2"
    write_tasks(task_set(2), folder / "tasks.json", "file")
    (tmp_path / "a.jsonl").write_text("")
    wrong = ("conceptarc_scale_2", "--merge", "a.jsonl", "--out", folder / "tasks.json")
    assert "would lie among the tasks" in script(DOOR, *wrong).mistake


def test_no_page_takes_the_place_of_tasks_or_reviews(script, tmp_path):
    write_tasks(task_set(2), tmp_path / "tasks.json", "file")
    (tmp_path / "anna.jsonl").write_text("verdicts\n")
    (tmp_path / "notes.txt").write_text("mine\n")
    (tmp_path / "tasks.html").write_text("<!doctype html><title>mine</title>")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for target, message in (
        ("tasks.json", "would lie among the tasks or replace them"),
        ("anna.jsonl", "is a file of reviews, or is called like one"),
        ("notes.txt", "is no page of tasks"),
        ("tasks.html", "is no page of tasks"),
    ):
        assert message in script(DOOR, "tasks.json", "--out", target).mistake
    assert "tasks.html is no page of tasks" in script(DOOR, "tasks.json").mistake
    merging = ("tasks.json", "--merge", "anna.jsonl", "--out")
    assert "is a file of reviews" in script(DOOR, *merging, "anna.jsonl").mistake
    assert "replace them" in script(DOOR, *merging, "tasks.json").mistake
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert script(DOOR, "tasks.json", "--out", "page.html").code == 0
    assert script(DOOR, "tasks.json", "--out", "page.html").code == 0  # a page may be renewed
