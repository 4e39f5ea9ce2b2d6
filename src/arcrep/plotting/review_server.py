"""The server of a review: its page, and verdicts on their way to the log.

It listens on the loopback interface alone, answers only under its own name and below a secret
path, and never tells a browser that another site may talk to it.
"""

import hmac
import json
import socketserver
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from arcrep.arc import TaskSet
from arcrep.arc.strict_json import parse_json
from arcrep.evaluation import VERDICTS, ReviewLog, review_from_json
from arcrep.plotting.review_address import LOOPBACK, Address, known_address, remember_address
from arcrep.plotting.task_page import render_task_page

_MAX_NOTE = 4_000
_MAX_BODY = 64_000

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class ReviewServer(socketserver.ThreadingTCPServer):
    """Serves one reviewer's page of one task set; several tabs may be open.

    Raises:
        OSError: The port is taken.
    """

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self, tasks: TaskSet, log: ReviewLog, address: Address) -> None:
        self.tasks, self.log, self.token = tasks, log, address.token
        review = {"reviewer": log.reviewer, "verdicts": VERDICTS, "max_note": _MAX_NOTE}
        self.page = render_task_page(tasks, review).encode()
        self.ids = frozenset(tasks.ids)
        super().__init__((LOOPBACK, address.port), _Handler)
        self.names = frozenset(f"{name}:{self.port}" for name in (LOOPBACK, "localhost"))

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return self.server_address[1]

    @property
    def url(self) -> str:
        """The address of the page, secret included."""
        return f"http://{LOOPBACK}:{self.port}/{self.token}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent about a browser that hangs up: it asks again."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def entries(self, since: int) -> dict[str, Any]:
        """Return the judgments from one on, and the digest by which a page knows its tasks."""
        reviews = list(self.log.reviews)
        fields = ("key", "task", "digest", "verdict", "note", "blind")
        new = [{name: getattr(review, name) for name in fields} for review in reviews[since:]]
        return {"digest": self.tasks.digest, "total": len(reviews), "entries": new}

    def save(self, body: bytes) -> None:
        """Put the judgment in a request on the disk.

        Raises:
            ValueError: It is none, or of a task that is not here.
            OSError: It could not be written.
        """
        review = review_from_json(parse_json(body, "the judgment"), "the judgment")
        if review.task not in self.ids:
            raise ValueError(f"there is no task {review.task!r} here: reload the page")
        self.log.append(review)


class _Handler(BaseHTTPRequestHandler):
    # The library names a wider type; only a ReviewServer makes these handlers.
    server: ReviewServer  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "arcrep", ""
    timeout = 60

    def do_GET(self) -> None:
        name, query = self._asked()
        if name == "":
            self._answer(HTTPStatus.OK, self.server.page, "text/html; charset=utf-8")
        elif name == "entries":
            since = query.get("since", ["0"])[0]
            self._json(HTTPStatus.OK, self.server.entries(_whole_number(since) or 0))
        elif name is not None:
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")

    def do_POST(self) -> None:
        name, _ = self._asked()
        length = self.headers.get("Content-Length", "")
        if name is None:
            return
        if name != "verdict" or not self._is_from_our_page():
            self._refuse(HTTPStatus.FORBIDDEN, "verdicts come from the page of this server")
        elif (size := _whole_number(length)) is None or size > _MAX_BODY:
            self._refuse(HTTPStatus.BAD_REQUEST, f"a judgment has at most {_MAX_BODY} bytes")
        else:
            self._save(self.rfile.read(size))

    def _save(self, body: bytes) -> None:
        try:
            self.server.save(body)
        except ValueError as error:
            self._json(HTTPStatus.BAD_REQUEST, {"error": str(error)})
        except OSError as error:
            reason = f"{self.server.log.path}: {error.strerror or error}"
            self._json(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": reason})
        else:
            self._json(HTTPStatus.OK, {"saved": True})

    def _asked(self) -> tuple[str | None, dict[str, list[str]]]:
        """Return what lies below the secret, or None once the request has been refused."""
        path, _, query = self.path.partition("?")
        secret, _, name = path.removeprefix("/").partition("/")
        # A foreign name would be a page elsewhere that lets its name point to this machine.
        if self.headers.get("Host") not in self.server.names:
            self._refuse(HTTPStatus.FORBIDDEN, "this server has another name")
        elif not hmac.compare_digest(secret.encode(), self.server.token.encode()):
            self._refuse(HTTPStatus.NOT_FOUND, "open the address that the server printed")
        else:
            return name, parse_qs(query)
        return None, {}

    def _is_from_our_page(self) -> bool:
        origins = {f"http://{name}" for name in self.server.names}
        return (
            self.headers.get("Origin") in origins
            and self.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
            and self.headers.get("Content-Type") == "application/json"
        )

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        self.close_connection = True  # a body may lie unread
        self._json(status, {"error": reason})

    def _json(self, status: HTTPStatus, value: object) -> None:
        self._answer(status, json.dumps(value).encode(), "application/json")

    def _answer(self, status: HTTPStatus, content: bytes, kind: str) -> None:
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": str(len(content)), **_HEADERS}
        if self.close_connection:
            headers["Connection"] = "close"
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the address holds the secret."""


def _whole_number(text: str) -> int | None:
    """Read a number of a few digits; None where it is something else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def serve_reviews(tasks: TaskSet, reviewer: str, path: Path | str, port: int | None = None) -> None:
    """Serve the review of a task set until Ctrl-C; what was judged before is there again.

    Raises:
        ValueError: The log is no log, another reviewer's or in use, or the port is taken.
    """
    with ReviewLog(path, reviewer) as log:
        known = known_address(log.path, port)
        with _listen(tasks, log, known, chosen=port is not None) as server:
            try:
                remember_address(log.path, Address(server.port, known.token))
                print(f"reviews: {log.path.resolve()}")
                print(f"open {server.url} (Ctrl-C stops; verdicts are saved at once)", flush=True)
                server.serve_forever()
            except KeyboardInterrupt:
                print(f"\nstopped; the reviews are in {log.path.resolve()}")


def _listen(tasks: TaskSet, log: ReviewLog, address: Address, chosen: bool) -> ReviewServer:
    try:
        return ReviewServer(tasks, log, address)
    except (OSError, OverflowError) as error:
        if chosen:
            reason = f"port {address.port} cannot be had ({error})"
            raise ValueError(f"{reason}: choose another, or leave --port out") from None
    return ReviewServer(tasks, log, Address(0, address.token))  # the port of last time is taken
