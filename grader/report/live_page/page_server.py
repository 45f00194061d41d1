"""Serves what one browser tab needs, on this computer alone, to whoever knows the address.

An address is http://127.0.0.1:PORT/TOKEN/NAME. The token is random and new for each server: other users of
the computer can reach the port, and so can any page in the user's own browser, under whatever host name (DNS
rebinding). None of them knows the token, so that no Host or Origin has to be trusted, and an address that a
proxy has rewritten (SSH, Codespaces, VS Code) works. Nothing can be written: only GET and HEAD are answered.

http.server does it, rather than a library: it is there in every Python, and its threads need no event loop
beside the watch's own.
"""

from __future__ import annotations

import contextlib
import hmac
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from grader.core.errors import GraderError

HOST = "127.0.0.1"
# More connections than any reader's tabs have; the next one is closed at once.
MOST_CONNECTIONS = 64
# A connection that sends nothing, or does not take its answer, is closed after this time.
SILENT_S = 30.0
# What answers may still be under way when the server is closed.
LAST_ANSWERS_S = 1.0
# No page may load anything from elsewhere, send a form or tell its address. A frame may hold it: VS Code's
# simple browser is one.
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
PLAIN = "text/plain; charset=utf-8"
POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
)
NO_TOKEN = "This address lacks the token of the page. Open the address that ./course watch --page prints.\n"
NO_PAGE = "There is no such page here. Open the address that ./course watch --page prints.\n"
READ_ONLY = "This page can only be read: GET and HEAD.\n"


@dataclass(frozen=True)
class Answer:
    """What a page answers. policy: what is added to the Content-Security-Policy that all pages have."""

    text: str
    kind: str = "text/html; charset=utf-8"
    policy: str = ""
    status: HTTPStatus = HTTPStatus.OK
    headers: Mapping[str, str] = field(default_factory=dict)


# Makes the answer of one page from the query of its address.
Page = Callable[[str], Answer]


class PageServer(ThreadingHTTPServer):
    """Pages by their names behind the token; '' is the page at /TOKEN/. It answers as soon as it is made.

    port: 0 for a free one. Raises GraderError when the port cannot be had.
    """

    daemon_threads = True
    # close() waits for the threads itself, and not for long.
    block_on_close = False
    allow_reuse_address = True

    def __init__(self, pages: Mapping[str, Page], port: int = 0) -> None:
        self.token = secrets.token_urlsafe(16)
        self.pages = pages
        self._open: set[Any] = set()
        self._changed = threading.Condition()
        try:
            super().__init__((HOST, port), _Handler)
        except (OSError, OverflowError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no port"
            raise GraderError(
                f"port {port} cannot be used: {why}",
                "Name another with --port, or leave the option out: then a free one is taken.",
            ) from error
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    def close(self) -> None:
        """Take no more requests, let the last answers go out, and end all connections."""
        self.shutdown()
        self.server_close()
        with self._changed:
            self._changed.wait_for(lambda: not self._open, LAST_ANSWERS_S)
            left = list(self._open)
        for connection in left:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    # ------------------------------------------------------------------------ what socketserver calls

    def server_bind(self) -> None:
        # HTTPServer would look up this computer's name, which may take seconds and is used nowhere.
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, self.port

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._changed:
            if len(self._open) >= MOST_CONNECTIONS:
                super().shutdown_request(request)
                return
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self._changed:
            self._open.discard(request)
            self._changed.notify_all()

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A reader that went away, or was silent for too long, is no error.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"
    timeout = SILENT_S
    error_content_type = PLAIN
    error_message_format = "%(message)s\n"

    def do_GET(self) -> None:
        self._send(self._answer())

    do_HEAD = do_GET

    def _refuse(self) -> None:
        found = self._answer()
        only_read = Answer(READ_ONLY, PLAIN, "", HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": "GET, HEAD"})
        self._send(found if found.status is HTTPStatus.FORBIDDEN else only_read)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = do_CONNECT = _refuse

    def _answer(self) -> Answer:
        path, _, query = self.path.partition("?")
        token, slash, name = path.removeprefix("/").partition("/")
        # The time that it takes to compare tells nothing of the token.
        if not hmac.compare_digest(token.encode(), self.server.token.encode()):
            return Answer(NO_TOKEN, PLAIN, "", HTTPStatus.FORBIDDEN)
        if not slash:
            # Relative addresses in the page begin at its folder.
            onward = {"Location": f"{token}/"}
            return Answer("", PLAIN, "", HTTPStatus.PERMANENT_REDIRECT, onward)
        page = self.server.pages.get(name)
        if page is None or self.command not in ("GET", "HEAD"):
            return Answer(NO_PAGE, PLAIN, "", HTTPStatus.NOT_FOUND)
        return page(query)

    def _send(self, answer: Answer) -> None:
        body = answer.text.encode("utf-8", "replace")
        self.close_connection = True
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        for name, value in answer.headers.items():
            self.send_header(name, value)
        policy = f"{POLICY}; {answer.policy}" if answer.policy else POLICY
        self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def version_string(self) -> str:
        return "course"

    def log_message(self, *_: object) -> None:
        # The terminal belongs to the watch, and an address in a log would hold the token.
        pass
