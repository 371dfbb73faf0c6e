"""The explorer's server: on this machine alone, on a free port, for those who know the token.

Python's own `http.server` is enough: one person asks a handful of things of one machine in memory. The token is a part
of the path, so every address that the page asks for has it. `Host` and `Origin` tell requests of other pages apart.
"""

from __future__ import annotations

import json
import re
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from tidemark.base.errors import TidemarkError, UsageError, as_json
from tidemark.checker.explorer.page import page
from tidemark.checker.explorer.questions import Order, Questions
from tidemark.checker.explorer.session import ExplorerSession, Path
from tidemark.spec.expressions.expression import Expr

if TYPE_CHECKING:
    from tidemark.checker.explorer.grouping import GroupingChoice

Query = dict[str, list[str]]
"""The values of each name in the query of an address."""
LOOPBACK = "127.0.0.1"
LONGEST = 1000
"""Steps of a path."""
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
}


class _ExplorerServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, session: ExplorerSession, port: int) -> None:
        self._connections: set[Any] = set()
        super().__init__((LOOPBACK, port), _Handler)
        self.session, self.token = session, secrets.token_urlsafe(24)
        self.hosts = {f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost")}

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a new thread."""
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        self._connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Stop listening and end all connections: a browser opens some before it sends a request."""
        super().server_close()
        for connection in list(self._connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that has gone away."""


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: _ExplorerServer
    server_version, sys_version = "tidemark", ""

    def do_GET(self) -> None:
        """The page, a state, or a path as a file."""
        words = urlsplit(self.path)
        token, _, resource = words.path.removeprefix("/").partition("/")
        if not self._is_from_here() or not secrets.compare_digest(token.encode(), self.server.token.encode()):
            self._answer(HTTPStatus.FORBIDDEN, "text/plain", "refused\n")
            return
        try:
            self._respond(resource, parse_qs(words.query))
        except TidemarkError as error:
            self._answer(HTTPStatus.BAD_REQUEST, "application/json", as_json({"problem": str(error)}))
        except (BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:
            problem = {"problem": f"this is a fault of Tidemark's own or of the model: {error!r}"}
            self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, "application/json", as_json(problem))

    def _is_from_here(self) -> bool:
        """Whether a page of this server asks, or a person by the address."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        site = self.headers.get("Sec-Fetch-Site", "none")
        is_ours = origin in (None, f"http://{host}") and site in ("none", "same-origin")
        return host in self.server.hosts and is_ours

    def _respond(self, resource: str, query: Query) -> None:
        session = self.server.session
        if not resource:
            self._answer(HTTPStatus.OK, "text/html", page(session.about()))
        elif resource == "save":
            content, name = session.save(_path(query), query.get("as", ["trace"])[0])
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            self._answer(HTTPStatus.OK, "application/octet-stream", content, headers)
        elif answer := ANSWERS.get(resource):
            self._answer(HTTPStatus.OK, "application/json", json.dumps(answer(session, query)))
        else:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", "there is no such page\n")

    def _answer(
        self, status: HTTPStatus, kind: str, content: str, headers: dict[str, str] | None = None
    ) -> None:
        body = content.encode()
        self.send_response(status)
        for name, value in {**HEADERS, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: the terminal is the command's."""


def _path(query: Query) -> Path:
    """The path that is asked for.

    Raises:
        UsageError: it is no path.
    """
    words = [word for word in query.get("path", [""])[0].split(".") if word]
    if len(words) > LONGEST or not all(word.isdecimal() and len(word) < 7 for word in words):
        raise UsageError("a path is numbers with points between them, as 3.0.12")
    return tuple(map(int, words))


def _sought(questions: Questions, query: Query) -> Expr:
    """The condition of a question: a promise that is broken or kept, or one that is typed.

    Raises:
        UsageError: it asks for none.
    """
    for kind in ("breaks", "keeps", "where"):
        if kind in query:
            return questions.sought(kind, query[kind][0])
    raise UsageError("a question has a condition: breaks, keeps or where")


def _choice(query: Query) -> GroupingChoice:
    """By what states are put into groups."""
    from tidemark.checker.explorer.grouping import GroupingChoice

    return GroupingChoice(tuple(query.get("by", [])), query.get("typed", [""])[0], "renames" in query)


def _numbers(query: Query, name: str) -> list[int]:
    """Some numbers.

    Raises:
        UsageError: one is no number.
    """
    words = query.get(name, [])
    if not all(re.fullmatch(r"-?\d{1,9}", word) for word in words):
        raise UsageError(f"{name} is a number")
    return list(map(int, words))


def _measure(session: ExplorerSession, _: Query) -> dict[str, Any]:
    session.questions.measure()
    return {}


def _stop(session: ExplorerSession, _: Query) -> dict[str, Any]:
    session.questions.stop()
    return {}


ANSWERS: dict[str, Callable[[ExplorerSession, Query], Any]] = {
    "state": lambda session, query: session.at(_path(query)),
    "nearest": lambda session, query: session.nearest(_path(query), _sought(session.questions, query)),
    "run": lambda session, query: session.run(
        _path(query), Order(*(query.get(name, [""])[0] for name in ("then", "first", "never")))
    ),
    "groups": lambda session, query: session.questions.groups(_choice(query)),
    "inside": lambda session, query: session.inside(_choice(query), _numbers(query, "value")),
    "reach": lambda session, query: session.way_to(next(iter(_numbers(query, "number")), 0)),
    "told": lambda session, _: session.questions.progress,
    "measure": _measure,
    "stop": _stop,
}
"""What the page asks for by an address, as JSON data."""


@contextmanager
def serving(session: ExplorerSession, port: int = 0) -> Iterator[tuple[str, _ExplorerServer]]:
    """The address of the explorer, and its server, which answers while `serve_forever` runs; the port is free after.

    Raises:
        UsageError: the port is in use.
    """
    try:
        server = _ExplorerServer(session, port)
    except OSError as error:
        raise UsageError(f"port {port}: {error.strerror}: leave out --port for a free one") from None
    try:
        session.start()
        yield f"http://{LOOPBACK}:{server.server_port}/{server.token}/", server
    finally:
        session.end()
        server.server_close()
