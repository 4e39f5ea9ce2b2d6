"""analysis/report.py as a user runs it, and what stands on its page."""

import csv
import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser

import pytest

from arcrep.analysis import read_separation
from arcrep.arc import TaskSet
from arcrep.evaluation import QueryScore, from_csv
from arcrep.plotting import write_report
from arcrep.plotting.report_grids import choose_queries
from arcrep.runs import Run, read_run

DOOR = "analysis/report.py"
FOLDERS = {"run": "train", "separation": "separation", "projection": "projection"}
HOSTILE = ("<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "<i>empty</i>")


class Page(HTMLParser):
    """Elements with their attributes, tables as rows of text, and the text outside of style."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.tables, self.text, self._inside = [], {}, "", []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in {"img", "meta", "br"}:
            self._inside.append(tag)
        if tag == "table":
            self._rows = []
        if tag == "tr":
            self._rows.append([])
        if tag in {"td", "th"}:
            self._rows[-1].append("")
        if tag == "caption":
            self._caption = ""

    def handle_endtag(self, tag):
        assert self._inside.pop() == tag, f"{tag} closes another element"
        if tag == "table":
            self.tables[self._caption] = self._rows

    def handle_data(self, data):
        if "style" in self._inside:
            return
        self.text += data
        if "caption" in self._inside:
            self._caption += data
        if {"td", "th"} & set(self._inside):
            self._rows[-1][-1] += data

    def named(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def overrides_of(chain):
    return [f"{key}={chain.root / name}" for key, name in FOLDERS.items()]


def settings_of(chain, out):
    named = {"separation": str(chain.separation), "projection": str(chain.projection)}
    return {"run": str(chain.train), "tasks": chain.tasks, "out": str(out), **named}


@pytest.fixture(scope="module")
def written(chain, tmp_path_factory):
    return write_report(**settings_of(chain, tmp_path_factory.mktemp("here") / "report"))


@pytest.fixture(scope="module")
def page(written):
    return Page(written.read_text())


def test_the_page_asks_for_nothing(written, page):
    policies = [meta.get("content") for meta in page.named("meta") if "http-equiv" in meta]
    assert policies[0].startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
    for tag, attributes in page.elements:
        assert tag not in {"script", "link", "iframe", "object", "embed", "base", "form"}
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, name)
            if name in {"src", "href", "srcset", "action", "data", "poster"}:
                assert value.startswith("data:image/png;base64,")
    assert not re.search(
        r"https?://|url\(|@import|//[a-z]", re.sub('base64,[^"]*', "", written.read_text())
    )


def test_foreign_text_stays_text(written, page):
    raw = written.read_text()
    for text in HOSTILE:
        assert text not in raw
        assert text in page.text
    assert "block <1>" in page.text


def test_every_picture_can_be_read_aloud(page):
    pictures = page.named("img")
    assert len(pictures) > 20
    assert all(picture["alt"] for picture in pictures)
    assert "prediction, 1 rows, 1 columns, as the target" in [one["alt"] for one in pictures]
    assert all("aria-label" in one or one.get("aria-hidden") == "true" for one in page.named("svg"))


def test_accuracies_are_those_of_scores_csv(chain, page):
    rows = from_csv((chain.train / "scores.csv").read_text()).rows
    (accuracy,) = (rows for caption, rows in page.tables.items() if "by concept" in caption)
    expected = [
        (f"{row.percent:.2f}", f"{row.copy:.2f}", str(row.tasks), str(row.queries))
        for row in rows
        if row.metric in {"concept", "mean"}
    ]
    assert [(row[2], row[3], row[5], row[6]) for row in accuracy[1:]] == expected
    assert accuracy[-1][:4] == ["All queries", "", "12.50", "50.00"]  # 6 of 48; half are copies
    solved = [row for row in rows if row.metric == "solved"]
    found = page.tables["Tasks by the number of queries solved"][1:]
    assert [row[1] for row in found] == [f"{row.percent:.2f}" for row in solved]
    outcomes = page.tables["What became of the queries"][1:]
    assert {row[0]: row[2] for row in outcomes} == {
        **{"correct": "6", "wrong": "39", "unparsed": "1", "truncated": "1"},
        **{"provider error": "0", "missing": "1"},
    }


def test_separations_are_those_of_separation_csv(chain, page):
    with (chain.separation / "separation.csv").open(newline="") as file:
        records = list(csv.DictReader(file))
    (found,) = (rows[1:] for caption, rows in page.tables.items() if "Every layer" in caption)
    assert len(found) == len(records) == 12
    for row, record in zip(found, records, strict=True):
        assert row[:2] == [record["label_set"], record["layer"]]
        if record["reason"]:
            assert row[2] == f"- ({record['reason']})"
            continue
        macro, low, high, mean, sd = (
            100 * float(record[key]) for key in ("macro", "low", "high", "null_mean", "null_sd")
        )
        assert row[2:5] == [f"{macro:.2f}", f"[{low:.2f}, {high:.2f}]", f"{mean:.2f} ({sd:.2f})"]
        assert row[5] == f"{float(record['p']):.4f}"
        assert row[6:] == [record[key] for key in ("items", "labels", "singletons")]


def test_the_best_layers_are_those_of_the_terminal_and_pay_for_the_choice(chain, page):
    caption = "Best layer of each label set (p: against the best layer of each permutation)"
    header, *best = page.tables[caption]
    assert header[5] == "p over layers"
    lines = [re.split("  +", line) for line in chain.measured.splitlines()]
    start = next(i for i, line in enumerate(lines) if line[0] == "label set")
    terminal = {line[0]: line for line in lines[start + 1 : start + 5]}
    records = {(row["label_set"], row["layer"]): row for row in read_separation(chain.separation)}
    assert [row[0] for row in best] == list(terminal)
    for label_set, layer, _, _, _, p, *_ in best:
        assert terminal[label_set][1] == layer
        assert terminal[label_set][5] == p
        assert p == f"{records[label_set, layer]['p_over_layers']:.4f}"
    assert any(p != f"{records[name, layer]['p']:.4f}" for name, layer, _, _, _, p, *_ in best)
    assert best[2][:2] == ["action", "block <1>"]


def test_the_page_says_what_was_run_and_what_it_is_worth(chain, page):
    code = read_run(chain.train)["code"]
    for text in (
        "12.50% of 48 test inputs that the model had not seen are answered exactly",
        "repeating the input answers 50.00%",
        "With 1.0 examples a task and ",
        " s on cpu the accuracy stays near the baseline",
        "24 tasks, 24 support examples, 48 test inputs with a target",
        "Varc: d_model=32",
        "30 steps, 240 examples, last loss 0.5000",
        code,
        "Unparsed: 1 of 1",
        "of the 15 true nearest neighbours (by chance 65.2%)",
        "No map of constant: 24 of 24 vectors lie at their mean",
    ):
        assert text in page.text, text
    assert "starter" not in page.text


def test_starter_tasks_are_called_so(chain, tmp_path):
    settings = settings_of(chain, tmp_path / "out")
    path = write_report(**settings | {"tasks": TaskSet("starter", chain.tasks.tasks)})
    assert "The data are the 24 starter tasks that the package brings along" in path.read_text()


def test_the_door_loads_the_tasks_and_says_where_the_page_is(chain, script, written, tmp_path):
    done = script(DOOR, *overrides_of(chain), "out=1e5")
    assert (done.code, done.err) == (0, "")
    page = tmp_path / "1e5" / "report.html"
    assert done.out == f"report: {page}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["1e5"]
    assert page.read_bytes() == written.read_bytes()
    assert len(read_run(page.parent)["reads"]) == 3


def test_a_dry_run_writes_nothing(chain, script, tmp_path):
    done = script(DOOR, *overrides_of(chain), "dry_run=true")
    assert (done.code, done.err) == (0, "")
    assert "nothing written" in done.out
    assert list(tmp_path.iterdir()) == []


def other_run(folder, reads=()):
    with Run.create(folder, door="test", config={}, reads=reads) as run:
        run.complete()
    return folder


def test_runs_that_do_not_belong_together_are_refused(chain, tmp_path):
    unfinished = shutil.copytree(chain.projection, tmp_path / "unfinished")
    (unfinished / "COMPLETE").unlink()
    stranger = shutil.copytree(chain.train, tmp_path / "stranger")
    manifest = (stranger / "run.json").read_text()
    started = read_run(stranger)["started"]
    (stranger / "run.json").write_text(manifest.replace(started, "2020-01-01T00:00:00+00:00"))
    copied = shutil.copytree(chain.train, tmp_path / "copied")  # began in the same second
    cases = [
        ({"run": str(copied)}, rf"were extracted from {chain.train}, not {copied}"),
        ({"projection": str(unfinished)}, "is not finished"),
        ({"projection": str(other_run(tmp_path / "x"))}, "not made from the same vectors"),
        ({"run": str(stranger)}, f"not {stranger}"),
        ({"tasks": chain.tasks.select(limit=3)}, "scores tasks with digest"),
    ]
    for change, message in cases:
        with pytest.raises(ValueError, match=message):
            write_report(**settings_of(chain, tmp_path / "o") | change)
    assert not (tmp_path / "o").exists()


@pytest.mark.filterwarnings("default:.* is gone")
def test_vectors_that_are_gone_or_others_by_now_are_told(chain, script, tmp_path):
    root = shutil.copytree(chain.root, tmp_path / "moved")
    for name in ("separation", "projection", "vectors"):  # as if the chain had been made here
        manifest = (root / name / "run.json").read_text()
        (root / name / "run.json").write_text(manifest.replace(str(chain.root), str(root)))
    call = [DOOR, *(f"{key}={root / name}" for key, name in FOLDERS.items()), "dry_run=true"]
    assert (script(*call).code, script(*call).err) == (0, "")
    manifest = (root / "vectors" / "run.json").read_text()
    changed = manifest.replace(read_run(root / "vectors")["started"], "2020-01-01T00:00:00+00:00")
    (root / "vectors" / "run.json").write_text(changed)
    assert "vectors is another run by now than the one in" in script(*call).mistake
    shutil.rmtree(root / "vectors")
    done = script(*call)
    assert done.code == 0
    assert done.err == (
        f"warning: {root / 'vectors'} is gone: whether its vectors were extracted from "
        f"{root / 'train'} is not checked\n"
    )


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ([], "missing mandatory value: run"),
        (["run=absent", "separation=x", "projection=x"], "absent is no run folder"),
    ],
)
def test_a_mistake_is_one_line(overrides, message, script, tmp_path):
    assert message in script(DOOR, *overrides).mistake
    assert list(tmp_path.iterdir()) == []


def test_queries_are_spread_over_concepts_whatever_their_order():
    queries = [
        QueryScore(f"t{n}", 0, f"t{n}", "a" if n < 6 else "b", "wrong", False) for n in range(8)
    ]
    chosen = choose_queries(queries, "wrong", 4)
    assert sorted(query.concept for query in chosen) == ["a", "a", "b", "b"]
    assert choose_queries(reversed(queries), "wrong", 4) == chosen
    assert choose_queries(queries, "correct", 4) == []


def in_browser(page, folder, *options):
    """What chromium says of a page, and the page after it was shown."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no chromium is installed")
    quiet = ("gpu", "quic", "background-networking", "component-update", "sync")
    return subprocess.run(
        [
            chromium,
            *("--headless", "--no-sandbox", "--no-first-run", "--enable-logging=stderr"),
            *(f"--disable-{part}" for part in quiet),
            *(f"--user-data-dir={folder}", *options, "--dump-dom", page.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )


def test_a_browser_has_nothing_to_complain_about(written, tmp_path):
    done = in_browser(written, tmp_path)
    assert "What was run" in done.stdout
    assert "CONSOLE" not in done.stderr  # a request that the policy stopped would stand there


@pytest.mark.parametrize(("width", "rows"), [(700, 2), (1100, 2), (1280, 1), (1900, 1)])
def test_four_charts_leave_no_row_half_empty(width, rows, written, tmp_path):
    tell = """<script>
        const charts = [...document.querySelectorAll(".charts")].at(-1).children;
        const tops = [...charts].map((chart) => Math.round(chart.getBoundingClientRect().top));
        document.title = JSON.stringify(tops);
    </script></body>"""
    text = re.sub("<meta http-equiv[^>]*>", "", written.read_text()).replace("</body>", tell)
    (tmp_path / "page.html").write_text(text)
    done = in_browser(tmp_path / "page.html", tmp_path / "user", f"--window-size={width},900")
    match = re.search(r"<title>\[(.*?)\]</title>", done.stdout)
    assert match
    tops = match[1].split(",")
    assert len(tops) == 4
    assert Counter(tops) == dict.fromkeys(tops, 4 // rows)
    assert len(set(tops)) == rows
