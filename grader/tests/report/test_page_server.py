"""The server of the live page: it answers who knows the token, has nothing but its pages, ends at once."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection

import pytest

from grader.core.errors import GraderError
from grader.report.live_page.page_server import MOST_CONNECTIONS, Answer, PageServer


@dataclass(frozen=True)
class Got:
    status: int
    text: str
    headers: dict[str, str]


Ask = Callable[..., Got]


@pytest.fixture
def server() -> Iterator[PageServer]:
    pages = {
        "": lambda _: Answer("<p>the page</p>", policy="script-src 'nonce-x'"),
        "echo": lambda query: Answer(f"said {query}", "text/plain; charset=utf-8"),
    }
    made = PageServer(pages)
    yield made
    made.close()


@pytest.fixture
def ask(server: PageServer) -> Ask:
    def asked(path: str, method: str = "GET", **headers: str) -> Got:
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, headers=named)
            answer = connection.getresponse()
            known = {name.lower(): value for name, value in answer.getheaders()}
            return Got(answer.status, answer.read().decode(), known)

    return asked


def test_who_knows_the_token_gets_the_page(server: PageServer, ask: Ask) -> None:
    got = ask(f"/{server.token}/")
    assert (got.status, got.text) == (200, "<p>the page</p>")
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    assert ask(f"/{server.token}/echo?a=1&b").text == "said a=1&b"
    assert server.address == f"http://127.0.0.1:{server.port}/{server.token}/"


def test_without_the_folders_slash_one_is_led_to_it(server: PageServer, ask: Ask) -> None:
    """The address is relative: a proxy may have put something in front of it."""
    got = ask(f"/{server.token}")
    assert got.status == 308
    assert got.headers["location"] == f"{server.token}/"


@pytest.mark.parametrize("path", ["/", "/x/", "//", "/favicon.ico", "/%C3%A9/", "*", "http://x/", "//[x"])
def test_without_the_token_a_sentence_says_why(server: PageServer, ask: Ask, path: str) -> None:
    got = ask(path)
    assert got.status == 403
    assert "lacks the token" in got.text
    assert server.token not in got.text + str(got.headers)


def test_a_part_of_the_token_or_more_is_not_the_token(server: PageServer, ask: Ask) -> None:
    token = server.token
    for wrong in (token[:-1], f"{token}x", token.swapcase(), f"x/{token}", f"%{ord(token[0]):x}{token[1:]}"):
        assert ask(f"/{wrong}/").status == 403, wrong


def test_each_server_has_a_token_of_its_own() -> None:
    servers = [PageServer({}) for _ in range(3)]
    assert len({one.token for one in servers}) == 3
    assert all(len(one.token) >= 20 for one in servers)
    for one in servers:
        one.close()


@pytest.mark.parametrize("name", ["other", "../echo", "%2e%2e/echo", "echo/", "etc/passwd"])
def test_there_is_nothing_but_its_pages(server: PageServer, ask: Ask, name: str) -> None:
    got = ask(f"/{server.token}/{name}")
    assert got.status == 404
    assert "no such page" in got.text


def test_head_has_no_body(server: PageServer, ask: Ask) -> None:
    got = ask(f"/{server.token}/", "HEAD")
    assert (got.status, got.text) == (200, "")
    assert got.headers["content-length"] == str(len("<p>the page</p>"))


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
def test_nothing_can_be_written(server: PageServer, ask: Ask, method: str) -> None:
    got = ask(f"/{server.token}/", method)
    assert got.status == 405
    assert got.headers["allow"] == "GET, HEAD"
    assert ask("/", method).status == 403, "without the token not even this is told"


@pytest.mark.parametrize(
    ("line", "status"),
    [("BREW / HTTP/1.1", 501), ("GET /<script> 1 2 HTTP/1.1", 400), ("GET /\u00e9/ HTTP/1.1", 403)],
)
def test_what_is_no_request_is_refused_in_plain_text(server: PageServer, line: str, status: int) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"{line}\r\n\r\n".encode())
        said = connection.makefile("rb").read().decode()
    assert said.startswith(f"HTTP/1.1 {status} ")
    assert "Content-Type: text/plain" in said
    assert "nosniff" in said


@pytest.mark.parametrize("host", ["localhost:8000", "evil.example", "octo-cat-8000.app.github.dev"])
def test_the_host_does_not_matter_the_token_does(server: PageServer, ask: Ask, host: str) -> None:
    """A forwarded port has another name; a page that rebinds its own name has no token."""
    assert ask(f"/{server.token}/", Host=host, Origin=f"https://{host}").status == 200
    assert ask("/", Host=host).status == 403


def test_every_answer_keeps_the_address_to_itself(server: PageServer, ask: Ask) -> None:
    for path, method in ((f"/{server.token}/", "GET"), ("/", "GET"), (f"/{server.token}/", "POST")):
        headers = ask(path, method).headers
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "form-action 'none'" in headers["content-security-policy"]
        assert "set-cookie" not in headers
        assert not [name for name in headers if name.startswith("access-control")]
        assert "Python" not in headers["server"]
    assert "script-src 'nonce-x'" in ask(f"/{server.token}/").headers["content-security-policy"]


def test_only_this_computer_is_listened_to(server: PageServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_taken_port_is_told(server: PageServer) -> None:
    with pytest.raises(
        GraderError, match=f"port {server.port} cannot be used: Address already in use"
    ) as told:
        PageServer({}, server.port)
    assert "--port" in told.value.fix


def test_what_is_no_port_is_told() -> None:
    with pytest.raises(GraderError, match="port 70000 cannot be used"):
        PageServer({}, 70_000)


def test_closing_ends_waiting_and_silent_connections_at_once() -> None:
    go_on = threading.Event()

    def waits(_: str) -> Answer:
        go_on.wait(30)
        return Answer("late")

    server = PageServer({"": waits})
    with (
        socket.create_connection(("127.0.0.1", server.port), timeout=10) as silent,
        socket.create_connection(("127.0.0.1", server.port), timeout=10) as waiting,
    ):
        waiting.sendall(f"GET /{server.token}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        time.sleep(0.2)
        began = time.monotonic()
        server.close()
        assert time.monotonic() - began < 3
        assert silent.recv(1) == b""
        assert waiting.recv(1) == b""
    go_on.set()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=10)


def test_a_crowd_is_sent_away(server: PageServer) -> None:
    crowd = [
        socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(MOST_CONNECTIONS)
    ]
    time.sleep(0.2)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as late:
        assert late.recv(1) == b""
    for connection in crowd:
        connection.close()
