"""A review as it happens: a real server, a real browser, and what is left when they die."""

import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arcrep.arc import TaskSet, read_tasks, write_tasks
from arcrep.evaluation import read_reviews
from tests.plotting.browser import Browser
from tests.plotting.review_tasks import IMAGE, task_set

ROOT = Path(__file__).parents[2]
SAVED = "document.querySelector('#saved').innerText === 'saved'"
AT = "document.querySelector('#name').innerText.slice(0, 2)"
PRESSED = "document.querySelector('[aria-pressed=true][data-verdict]')?.dataset.verdict ?? null"


class Server:
    """The door in a process of its own."""

    def __init__(self, folder, *options):
        door = ROOT / "scripts/view_tasks.py"
        command = [sys.executable, door, "tasks", "--review", "--reviewer", "anna", *options]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            text=True,
            # What was started in the background ignores Ctrl-C, and so would what it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            **pipes,
        )
        self.said = ""
        while not (match := re.search(r"open (http://127\.0\.0\.1:(\d+)(/\S+/)) ", self.said)):
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        self.url, self.port, self.path = match[1], int(match[2]), match[3]
        self.host = f"127.0.0.1:{self.port}"

    def ask(self, method, path, body=None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        own = {"Host": self.host} | {key.replace("_", "-"): text for key, text in headers.items()}
        link.request(method, path, body, {key: text for key, text in own.items() if text})
        answer = link.getresponse()
        content = answer.read()
        link.close()
        return answer, content

    def judge(self, record, **headers):
        own = {"Origin": f"http://{self.host}", "Content_Type": "application/json"}
        return self.ask("POST", f"{self.path}verdict", json.dumps(record), **own | headers)

    def kill(self):
        self.process.kill()
        self.process.wait(20)
        self.process.stdout.close()


@pytest.fixture
def folder(tmp_path):
    write_tasks(TaskSet("tasks", tuple(plain(task) for task in task_set())), tmp_path / "tasks")
    return tmp_path


def plain(task):
    """Name a task so that it may be a file; its other texts stay hostile."""
    return type(task)(task.id[:2], task.support, task.test, task.metadata, task.support_sets)


@pytest.fixture
def serve(folder):
    with contextlib.ExitStack() as stack:

        def start(*options):
            server = Server(folder, *options)
            stack.callback(server.kill)
            return server

        yield start


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    made = Browser(tmp_path_factory.mktemp("user"))
    yield made
    made.close()


def record(folder, task="t0", **changes):
    digest = read_tasks(folder / "tasks")[task].digest
    own = {"task": task, "digest": digest, "verdict": "valid", "note": "", "blind": True}
    return own | {"key": "k1"} | changes


def log_of(folder):
    latest = read_reviews(folder / "tasks" / "reviews_anna.jsonl").latest
    return {task: (review.verdict, review.note, review.blind) for task, review in latest.items()}


def test_reviewing_with_the_keyboard(serve, folder, browser):
    browser.complaints.clear()
    tab = browser.tab(serve().url)
    tab.wait(SAVED)
    assert tab.text("#progress") == "anna: 0 of 6 judged, 0 invalid"
    tab.press("u", "1")  # valid goes on by itself
    assert tab.run(AT) == "t1"
    tab.press("3", *IMAGE, "Enter")  # the others ask for a note, then go on
    assert tab.run(AT) == "t2"
    tab.press("s", "4", "Escape")  # after a look at the rule
    tab.press("j", "2", "Escape", "0")  # taken back
    tab.wait(SAVED)
    tab.press("k")
    tab.wait(f"{PRESSED} === 'concept_not_faithful'")
    assert tab.text("#progress") == "anna: 3 of 6 judged, 2 invalid"
    assert log_of(folder) == {
        "t0": ("valid", "", True),
        "t1": ("ambiguous", IMAGE, True),
        "t2": ("concept_not_faithful", "", False),
    }
    tab.reload()
    tab.wait(f"{PRESSED} === 'concept_not_faithful'")
    tab.press("k")
    assert tab.run(PRESSED) == "ambiguous"
    assert tab.run("document.querySelector('#note').value") == IMAGE
    tab.press("Escape")
    tab.choose("#filter-verdict", "none")
    assert tab.text("#counts") == "3 of 6 tasks"
    tab.choose("#filter-verdict", "invalid")
    assert "ambiguous" in tab.run("document.querySelector('#overview').textContent")
    assert tab.text("#counts") == "2 of 6 tasks"
    assert tab.run("window.hacked") is None
    assert browser.complaints == []
    tab.close()


def test_a_filter_by_selector_or_action_gives_the_rule_away(serve, folder, browser):
    server = serve()
    tab, other = browser.tab(server.url), browser.tab(server.url)
    for one in (tab, other):
        one.wait(SAVED)
    options = "[...document.querySelector('#filter-{}').options].map((one) => one.text).join()"
    assert tab.run(options.format("action")) == "all,</style>,paint"  # no counts that would tell
    assert tab.run(options.format("layout")) == "all,(no label) (3),scatter (3)"
    tab.choose("#filter-concept", "=Count")
    tab.choose("#filter-layout", "-")
    tab.press("u", "1")
    assert tab.run(AT) == "t4"
    tab.press("x")
    tab.choose("#filter-action", "=paint")  # t0, t2 and t4
    tab.press("u", "1")
    assert tab.run(AT) == "t2"
    tab.press("x", "1")  # it was listed while the filter was set
    tab.press("End", "1")
    tab.wait(SAVED)
    known = {"t0": False, "t2": False, "t4": True, "t5": True}
    assert {task: blind for task, (_, _, blind) in log_of(folder).items()} == known
    tab.choose("#filter-selector", "=all")  # of every task
    tab.press("x")
    tab.close()
    other.press("Home", "j", "Enter", "3", *"why", "Escape")
    other.wait(SAVED)
    other.close()
    assert log_of(folder)["t1"] == ("ambiguous", "why", False)
    assert log_of(folder)["t4"] == ("valid", "", True)  # it was blind when it was given


def test_an_address_with_a_filter_gives_the_rule_away(serve, folder, browser):
    tab = browser.tab(serve().url + "#task=t1&action=%3Dpaint")  # t1 has the other action
    tab.wait(SAVED)
    tab.press("2", "Escape")
    tab.wait(SAVED)
    assert log_of(folder) == {"t1": ("rule_inconsistent", "", False)}
    tab.close()


def test_the_server_may_be_killed_and_the_page_says_what_is_not_saved(serve, folder, browser):
    first = serve()
    tab = browser.tab(first.url)
    tab.wait(SAVED)
    tab.press("u", "2", "Escape")
    tab.wait(SAVED)
    first.kill()
    tab.press("j", "3", "Escape")
    tab.wait("document.querySelector('#saved').innerText === 'NOT saved: 1 judgment, retrying'")
    assert list(log_of(folder)) == ["t0"]
    tab.close()  # the tab goes too: what waits is in the browser's storage
    second = serve()
    assert second.url == first.url
    tab = browser.tab(second.url)
    tab.wait(SAVED)
    tab.wait("document.querySelector('#progress').innerText.startsWith('anna: 2 of 6')")
    assert {task: said[0] for task, said in log_of(folder).items()} == {
        "t0": "rule_inconsistent",
        "t1": "ambiguous",
    }
    assert tab.run("Object.keys(localStorage).length") == 0  # nothing waits any more
    second.kill()
    tab.press("u")
    assert tab.run(AT) == "t2"
    tab.press("1")
    tab.wait("document.querySelector('#saved').innerText.startsWith('NOT saved')")
    serve()
    tab.wait(SAVED)  # an open page finds the new server by itself
    assert len(log_of(folder)) == 3
    tab.close()


def test_a_note_is_kept_while_it_is_written(serve, folder, browser):
    tab = browser.tab(serve().url)
    tab.wait(SAVED)
    tab.press("u", "2", *"why")
    tab.wait("document.querySelector('#saved').innerText === 'saving'")
    tab.wait(SAVED)
    assert log_of(folder)["t0"][1] == "why"
    tab.press(*" not", "Escape", "j")
    tab.wait(SAVED)
    assert log_of(folder) == {"t0": ("rule_inconsistent", "why not", True)}
    tab.close()


def test_two_tabs_know_of_each_other(serve, folder, browser):
    server = serve()
    one, other = browser.tab(server.url), browser.tab(server.url)
    for tab in (one, other):
        tab.wait(SAVED)
    one.press("u", "1")
    one.wait(SAVED)
    other.run("poll()")  # it asks every few seconds, and when it is looked at
    other.wait("document.querySelector('#progress').innerText.startsWith('anna: 1 of 6')")
    other.press("u")
    assert other.run(AT) == "t1"
    other.press("4", "Escape")
    other.wait(SAVED)
    assert list(log_of(folder)) == ["t0", "t1"]
    one.close()
    other.close()


def test_a_verdict_on_a_changed_task_is_told_as_stale(serve, folder, browser):
    server = serve()
    assert server.judge(record(folder, verdict="ambiguous"))[0].status == 200
    server.kill()
    path = folder / "tasks" / "t0.json"
    path.write_text(path.read_text().replace('"paint"', '"erase"'))
    tab = browser.tab(serve().url)
    tab.wait(SAVED)
    tab.wait("document.querySelector('#progress').innerText.endsWith('0 invalid, 1 stale')")
    tab.press("u")
    assert tab.run(AT) == "t0"
    assert tab.text("#stale") == "judged ambiguous before the task changed"
    assert tab.run(PRESSED) is None
    tab.press("1")
    tab.wait("document.querySelector('#progress').innerText === 'anna: 1 of 6 judged, 0 invalid'")
    tab.close()


def test_a_page_of_old_tasks_says_so(serve, folder, browser):
    server = serve()
    tab = browser.tab(server.url)
    tab.wait(SAVED)
    server.kill()
    path = folder / "tasks" / "t0.json"
    path.write_text(path.read_text().replace('"paint"', '"erase"'))
    serve()
    tab.run("poll()")
    tab.wait("document.querySelector('#saved').innerText.includes('reload the page')")
    tab.close()


def test_the_page_does_not_call_saved_what_the_disk_refused(serve, folder, browser):
    tab = browser.tab(serve().url)
    tab.wait(SAVED)
    log = folder / "tasks" / "reviews_anna.jsonl"
    log.rename(folder / "away")
    tab.press("u", "2", "Escape")
    tab.wait("document.querySelector('#saved').innerText.startsWith('NOT saved')")
    (folder / "away").rename(log)
    tab.wait(SAVED)
    assert log_of(folder)["t0"][0] == "rule_inconsistent"
    tab.close()


def test_only_its_own_page_is_served(serve, folder):
    server = serve()
    good, page = server.ask("GET", server.path)
    assert (good.status, good.getheader("Cache-Control")) == (200, "no-store")
    assert good.getheader("Access-Control-Allow-Origin") is None
    assert good.getheader("X-Frame-Options") == "DENY"
    assert b"connect-src 'self'" in page
    assert server.ask("GET", server.path, Host=f"localhost:{server.port}")[0].status == 200
    for host in (
        "evil.example",
        f"evil.example:{server.port}",
        "127.0.0.1",
        f"[::1]:{server.port}",
    ):
        answer, _ = server.ask("GET", server.path, Host=host)
        assert answer.status == 403, host
    for path in ("/", "/x/", server.path[:-2] + "/", "/entries", "/x/entries"):
        answer, content = server.ask("GET", path)
        assert answer.status == 404, path
        assert server.path.strip("/").encode() not in content
    assert server.ask("GET", f"{server.path}../../etc/passwd")[0].status == 404
    assert server.ask("GET", "http://[x/")[0].status == 404
    digits = "9" * 5000
    assert server.ask("GET", f"{server.path}entries?since={digits}")[0].status == 200
    assert server.ask("OPTIONS", f"{server.path}verdict")[0].status == 501


def test_only_its_own_page_may_judge(serve, folder):
    server = serve()
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": f"http://127.0.0.1:{server.port + 1}"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Content_Type": "text/plain"},
        {"Host": "evil.example"},
    ):
        assert server.judge(record(folder), **headers)[0].status == 403, headers
    own = {"Origin": f"http://{server.host}", "Content_Type": "application/json"}
    assert server.ask("POST", "/guess/verdict", "{}", **own)[0].status == 404
    assert log_of(folder) == {}
    assert server.judge(record(folder))[0].status == 200
    assert server.judge(record(folder))[0].status == 200  # twice the same is one
    assert log_of(folder) == {"t0": ("valid", "", True)}


def test_what_is_no_judgment_is_refused(serve, folder):
    server = serve()
    for changes, reason in (
        ({"verdict": "good"}, "verdict is 'good'"),
        ({"task": "t9", "digest": "x"}, "there is no task 't9' here"),
        ({"note": 3}, "note is 3"),
        ({"more": 1}, "a judgment has"),
    ):
        task = {"task": "t0"} if "task" not in changes else {}
        answer, content = server.judge(record(folder) | task | changes)
        assert answer.status == 400
        assert reason in json.loads(content)["error"]
    own = {"Origin": f"http://{server.host}", "Content_Type": "application/json"}
    for body in ("", "{", "[1]", "x" * 70_000):
        assert server.ask("POST", f"{server.path}verdict", body, **own)[0].status == 400
    assert log_of(folder) == {}


def test_it_listens_on_this_machine_alone(serve):
    server = serve()
    with socket.socket() as probe, contextlib.suppress(OSError):
        probe.settimeout(2)
        probe.connect((socket.gethostbyname(socket.gethostname()), server.port))
        own = probe.getpeername()[0].startswith("127.")
        assert own, "another address of this machine answers"


def test_the_address_is_kept_for_its_owner_and_the_port_can_be_chosen(serve, folder, script):
    server = serve()
    kept = folder / "tasks" / ".reviews_anna.jsonl.address"
    assert kept.stat().st_mode & 0o77 == 0
    ask = ("scripts/view_tasks.py", "tasks", "--review", "--reviewer")
    assert "another server writes" in script(*ask, "anna").mistake
    taken = script(*ask, "ben", "--port", server.port).mistake
    assert f"port {server.port} cannot be had" in taken
    assert "cannot be had" in script(*ask, "ben", "--port", 99999).mistake
    assert not (folder / "tasks" / ".reviews_ben.jsonl.address").exists()
    server.kill()
    kept.chmod(0o644)  # others could have read it: a new secret
    other = serve("--port", str(server.port))
    assert other.port == server.port
    assert other.path != server.path


def test_ctrl_c_ends_it_well(serve, folder):
    server = serve()
    server.process.send_signal(2)
    rest = server.process.stdout.read()
    assert server.process.wait(20) == 0
    assert "stopped; the reviews are in" in rest


def test_a_log_elsewhere_and_of_another(serve, folder, script):
    serve("--reviews", "mine.jsonl").kill()
    assert read_reviews(folder / "mine.jsonl").reviewer == "anna"
    ask = ("scripts/view_tasks.py", "tasks", "--review", "--reviewer", "ben")
    assert "reviews of 'anna', not of 'ben'" in script(*ask, "--reviews", "mine.jsonl").mistake
