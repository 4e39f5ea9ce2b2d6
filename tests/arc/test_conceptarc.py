"""The official tasks: sums, labels, and every place their files are found in."""

import hashlib
import http.server
import io
import json
import shutil
import tarfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from arcrep.arc import ACTION_CONCEPTS, CONCEPTS, PREDICATE_CONCEPTS, TaskSet, conceptarc, load


@pytest.fixture
def data(shared: Path) -> Path:
    return shared / "data" / "conceptarc"


def copy(source: Path, target: Path) -> Path:
    """Copy with ordinary modes: the parity data is read-only."""
    for path in source.rglob("*.json"):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    return target


def archive(root: Path, extra: dict[str, bytes] | None = None) -> bytes:
    """Pack a folder as GitHub does, all below one folder named after a commit."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        tar.add(root, "ConceptARC-0123abc")
        for name, content in (extra or {}).items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers /whole with the content, /cut with half of it, /part without saying how long."""

    content = b""

    def do_GET(self) -> None:
        if self.path not in {"/whole", "/cut", "/part"}:
            self.send_error(404)
            return
        self.send_response(200)
        if self.path != "/part":
            self.send_header("Content-Length", str(len(self.content)))
        self.end_headers()
        whole = self.path == "/whole"
        self.wfile.write(self.content if whole else self.content[: len(self.content) // 2])

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.shutdown()
        thread.join()


def test_the_concepts() -> None:
    assert len(PREDICATE_CONCEPTS) == len(ACTION_CONCEPTS) == 8
    assert set(PREDICATE_CONCEPTS) | set(ACTION_CONCEPTS) == set(CONCEPTS)
    assert len(CONCEPTS) == 16


def test_the_sums_are_those_of_the_data(data: Path) -> None:
    rows = [
        *conceptarc.official_files("conceptarc"),
        *conceptarc.official_files("conceptarc_minimal"),
    ]
    assert Counter(row["source"] for row in rows) == {"conceptarc": 160, "conceptarc_minimal": 16}
    for row in rows:
        corpus = row["source"] == "conceptarc"
        folder = data / "corpus" / row["concept"] if corpus else data / "minimal"
        assert hashlib.sha256((folder / row["file"]).read_bytes()).hexdigest() == row["sha256"]


def test_the_labels_are_those_of_the_rules(official: TaskSet, shared: Path) -> None:
    lines = (shared / "design" / "conceptarc_rules.jsonl").read_text().splitlines()
    rules = {rule["id"]: rule for rule in map(json.loads, lines)}
    counts = Counter(name for rule in rules.values() for name in rule["selectors"])
    assert set(official.ids) == set(rules)
    for task in official:
        rule = rules[task.id]
        least = min(counts[name] for name in rule["selectors"])
        rarest = [name for name in rule["selectors"] if counts[name] == least]
        assert (task.concept, task.layout, task.action, task.selector) == (
            rule["concept"],
            rule["layout_label"],
            rule["action_label"],
            min(rarest),
        )
        assert task.metadata["selectors"] == rule["selectors"]
    assert set(official.labels("concept")) == set(CONCEPTS)


def test_the_minimal_tasks_have_a_concept_only(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCREP_DATA_FROM", str(shared / "data"))
    minimal = load("conceptarc_minimal")
    assert sorted(minimal.labels("concept")) == sorted(CONCEPTS)
    assert set(minimal.labels("layout")) == {None}
    assert minimal["CenterMinimal"].test[1] == minimal["CenterMinimal"].support[0]


@pytest.mark.parametrize("place", ["", "conceptarc", "conceptarc/corpus"])
def test_any_folder_around_the_corpus_will_do(shared: Path, place: str) -> None:
    found = conceptarc.from_folder("conceptarc", shared / "data" / place)
    assert found is not None
    assert len(found) == 160


def test_the_layout_of_the_repository(data: Path, tmp_path: Path) -> None:
    root = copy(data / "corpus", tmp_path / "ConceptARC" / "corpus").parent
    minimal = root / "MinimalTasks"
    minimal.mkdir()
    for number, path in enumerate(sorted((data / "minimal").iterdir())):
        concept = path.stem.removesuffix("Minimal")
        folder = minimal if number % 2 else root / "corpus" / concept
        shutil.copyfile(path, folder / path.name)
    for folder in (root, tmp_path):
        found = conceptarc.from_folder("conceptarc_minimal", folder)
        assert found is not None
        assert len(found) == 16


def test_line_endings_do_not_count(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No official file has a line break inside, so one with breaks stands in for them."""
    copy(data, tmp_path)
    path = tmp_path / "minimal" / "CopyMinimal.json"
    text = path.read_bytes().replace(b"],[", b"],\n[")
    path.write_bytes(text.replace(b"\n", b"\r\n"))
    rows = conceptarc.official_files("conceptarc_minimal")
    changed = {"CopyMinimal.json": hashlib.sha256(text).hexdigest()}
    rows = [{**row, "sha256": changed.get(row["file"], row["sha256"])} for row in rows]
    monkeypatch.setattr(conceptarc, "official_files", lambda name: rows)
    found = conceptarc.from_folder("conceptarc_minimal", tmp_path)
    assert found is not None
    assert len(found) == 16


def test_a_changed_cell_and_a_missing_file_are_refused(data: Path, tmp_path: Path) -> None:
    copy(data, tmp_path)
    path = tmp_path / "corpus" / "Center" / "Center1.json"
    path.write_bytes(path.read_bytes().replace(b"3", b"4", 1))
    with pytest.raises(
        ValueError, match=r"Center1\.json: its SHA-256 is .*official file's is 541e39c"
    ):
        conceptarc.from_folder("conceptarc", tmp_path)
    path.unlink()
    with pytest.raises(ValueError, match=r"1 of 160 files are missing, such as Center1\.json"):
        conceptarc.from_folder("conceptarc", tmp_path)
    assert conceptarc.from_folder("conceptarc", tmp_path / "minimal") is None


def test_the_archive_is_read_without_unpacking(
    data: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = {"../../Center1.json": b"{}", "/etc/README.md": b"junk", "x/.DS_Store": b"\x00"}
    monkeypatch.setattr(Handler, "content", archive(data, outside))
    fetched = conceptarc.from_network("conceptarc", f"{server}/whole")
    from_folder = conceptarc.from_folder("conceptarc", data)
    assert from_folder is not None
    assert fetched.digest == from_folder.digest


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("cut", r"of \d+ bytes arrived: try again|IncompleteRead"),
        ("part", "is no whole archive"),
        ("none", "the server answers 404"),
    ],
)
def test_a_bad_answer_is_told(
    data: Path, server: str, monkeypatch: pytest.MonkeyPatch, path: str, told: str
) -> None:
    monkeypatch.setattr(Handler, "content", archive(data))
    with pytest.raises(ValueError, match=told):
        conceptarc.from_network("conceptarc", f"{server}/{path}")


def test_an_archive_with_other_content_is_refused(
    data: Path, tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy(data, tmp_path)
    path = tmp_path / "corpus" / "Center" / "Center1.json"
    path.write_bytes(path.read_bytes().replace(b"3", b"4", 1))
    monkeypatch.setattr(Handler, "content", archive(tmp_path))
    with pytest.raises(ValueError, match="its SHA-256 is"):
        conceptarc.from_network("conceptarc", f"{server}/whole")
    monkeypatch.setattr(Handler, "content", b"<html></html>")
    with pytest.raises(ValueError, match="is no whole archive"):
        conceptarc.from_network("conceptarc", f"{server}/whole")


def test_no_connection_is_told() -> None:
    with pytest.raises(ValueError, match=r"cannot be fetched: .*refused"):
        conceptarc.from_network("conceptarc", "http://127.0.0.1:9/whole")
