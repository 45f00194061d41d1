"""`watch --page`: what a browser is told of each save, and how the page ends with the watch."""

from __future__ import annotations

import json
import re
import socket
import stat
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from grader.cli import browser
from grader.cli.browser import Way
from grader.core.visible import visible
from grader.report.live_page import live_page
from grader.tests.cli.conftest import Step
from grader.tests.conftest import Command
from grader.tests.fake_project import FakeProject

Capture = pytest.CaptureFixture[str]


@dataclass
class Reader:
    """A browser: asks the page as its script does. said: all that the terminal has shown so far."""

    capsys: Capture
    said: str = ""
    seen: dict[str, Any] = field(default_factory=lambda: {"number": 0, "card": 0})
    card: str = ""

    @property
    def address(self) -> str:
        self.said += self.capsys.readouterr().out
        found = re.search(r"http://127\.0\.0\.1:\d+/[\w-]+/", self.said)
        assert found is not None, self.said
        return found[0]

    def get(self, name: str = "") -> str:
        with urlopen(self.address + name, timeout=30) as answer:
            return str(answer.read().decode())

    def look(self) -> dict[str, Any]:
        """What is new."""
        query = f"state?after={self.seen['number']}&card={self.seen['card']}&reader=me"
        self.seen = json.loads(self.get(query))
        if self.seen["html"] is not None:
            self.card = self.seen["html"]
        return self.seen


@pytest.fixture
def reader(capsys: Capture) -> Reader:
    return Reader(capsys)


def save(fake: FakeProject, record: str, status: int) -> None:
    with fake.kernel.open("a", encoding="utf-8") as kernel:
        kernel.write(f"// {time.monotonic()}\n")
    fake.simtcc()
    fake.reports(record, status)


def test_the_page_is_the_scorecard_and_follows_each_save(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader, tmp_path: Path
) -> None:
    def first() -> None:
        seen = reader.look()
        assert "75 of 100 points, 5 of 7 checks" in seen["state"]
        assert seen["news"] == "", "the scorecard itself shows the checks of a first run"
        assert '<article class="lab" id="lab4"' in reader.card
        assert "31 bank conflicts" in reader.card
        assert reader.get("scorecard") == reader.card
        save(fake, "out_of_bounds", 1)

    def second() -> None:
        before = reader.card
        news = reader.look()["news"]
        assert "Since the last run" in news
        assert "now fails: transpose_tiled gives the exact transpose (-20)" in news
        assert "<b>31 to 0 bank conflicts per request</b>" in news
        assert "60 of 100 points (-15)" in reader.seen["state"]
        assert not reader.seen["old"]
        assert before != reader.card

    steps += [first, second]
    assert course("watch", "--page", "--no-open", "--seed", "7") == 0
    # What the command writes of the same file with the same inputs.
    fake.reports("out_of_bounds", 1)
    page = tmp_path / "card.html"
    assert course("scorecard", "lab4", "--seed", "7", "--out", page) == 0
    assert page.read_text(encoding="utf-8") == reader.card


def test_the_explorer_is_served_beside_the_scorecard(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader
) -> None:
    folder = fake.root / "docs" / "explorer"
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("<p>the explorer</p>", encoding="utf-8")
    (folder / "main.js").write_text("draw();", encoding="utf-8")
    (folder / "notes.txt").write_text("not for readers", encoding="utf-8")

    def follows() -> None:
        reader.look()
        assert re.search(r'href="explorer/index\.html#access=%7B', reader.card)
        assert reader.get("explorer/index.html") == "<p>the explorer</p>"
        with urlopen(f"{reader.address}explorer/main.js", timeout=30) as answer:
            assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
            assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
        for name in ("explorer/notes.txt", "explorer/../explorer/main.js", "explorer/"):
            with pytest.raises(HTTPError, match="404"):
                reader.get(name)

    steps += [follows]
    assert course("watch", "--page", "--no-open") == 0


def test_a_file_that_does_not_compile_leaves_the_last_verdict_marked_as_old(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader
) -> None:
    def breaks() -> None:
        reader.look()
        with fake.kernel.open("a", encoding="utf-8") as kernel:
            kernel.write("// broken\n")
        fake.refuses()

    def looks() -> None:
        before = reader.card
        seen = reader.look()
        assert "the file does not compile" in seen["state"]
        assert "error: expected &#39;;&#39;" in seen["news"]
        assert str(fake.root) not in seen["news"]
        assert re.search(r"The scorecard below is of \d\d:\d\d:\d\d, before this save", seen["news"])
        assert (seen["old"], seen["html"]) == (True, None)
        save(fake, "conflict", 1)
        assert reader.card == before

    def recovers() -> None:
        seen = reader.look()
        assert not seen["old"]
        assert "No check has changed since the last run" in seen["news"]

    steps += [breaks, looks, recovers]
    assert course("watch", "--page", "--no-open") == 0


def test_a_run_that_is_stopped_is_told_as_such(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader
) -> None:
    def hangs() -> None:
        reader.look()
        save(fake, "conflict", 1)
        fake.program("while :; do :; done\n")

    def looks() -> None:
        seen = reader.look()
        assert "the run did not come to its end" in seen["state"]
        assert "not finished within 1 s" in seen["news"]
        assert (seen["old"], seen["html"]) == (True, None)
        fake.reports("conflict", 1)

    steps += [hangs, looks]
    assert course("watch", "--page", "--no-open", "--time-limit", "1") == 0


def test_a_first_file_that_does_not_compile_is_shown_by_its_scorecard(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader
) -> None:
    def looks() -> None:
        seen = reader.look()
        assert "the file does not compile" in seen["state"]
        assert not seen["old"]
        assert "Compiler output" in reader.card

    fake.refuses()
    steps += [looks]
    assert course("watch", "--page", "--no-open") == 0


def test_what_hinders_a_check_is_on_the_page(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader
) -> None:
    def removes() -> None:
        reader.look()
        fake.kernel.unlink()

    def brings_back() -> None:
        seen = reader.look()
        assert "tiled_transpose.cu is gone" in seen["state"]
        assert seen["old"]
        fake.kernel.write_text("// back", encoding="utf-8")
        fake.simtcc("#!/bin/sh\necho 'simtcc: no <b>compiler</b> was found' >&2\nexit 2\n")

    def looks() -> None:
        assert "no &lt;b&gt;compiler&lt;/b&gt; was found" in reader.look()["state"]

    steps += [removes, brings_back, looks]
    assert course("watch", "--page", "--no-open") == 0


def test_what_a_learner_writes_is_no_html(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader
) -> None:
    def writes() -> None:
        with fake.kernel.open("a", encoding="utf-8") as kernel:
            kernel.write("// </script><script>alert(1)</script>\n")
        words = fake.root / "compile_error.txt"
        fake.refuses()
        words.write_text("k.cu:1:1: error: <img src=x onerror=alert(1)> \x1b[31m\n", encoding="utf-8")

    def looks() -> None:
        news = reader.look()["news"]
        assert "&lt;img src=x" in news
        assert "<img" not in news
        assert visible(news) == news
        assert "<script>alert" not in reader.card

    steps += [writes, looks]
    assert course("watch", "--page", "--no-open") == 0


def test_the_next_lab_takes_the_page_over(
    course: Command, fake: FakeProject, steps: list[Step], reader: Reader
) -> None:
    fake.another_lab("lab5", "conflict", 1)

    def solves() -> None:
        reader.look()
        save(fake, "passing", 0)

    def looks() -> None:
        assert reader.look()["lab"] == "lab5"
        assert 'id="lab5"' in reader.card
        assert 'id="lab4"' not in reader.card

    steps += [solves, looks]
    assert course("watch", "--page", "--no-open") == 0


def test_ctrl_c_ends_the_page(course: Command, steps: list[Step], reader: Reader) -> None:
    def looks() -> None:
        reader.look()

    steps += [looks]
    began = time.monotonic()
    assert course("watch", "--page", "--no-open") == 0
    assert time.monotonic() - began < 20
    port = int(re.findall(r":(\d+)/", reader.address)[0])
    assert reader.said.rstrip().endswith("Stopped. Run ./course watch again to resume.")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_the_last_words_reach_a_reader_who_waits() -> None:
    page = live_page.LivePage()
    page.opens("lab4")
    said: list[dict[str, Any]] = []

    def read() -> None:
        while not said or not said[-1]["over"]:
            after = said[-1]["number"] if said else 0
            with urlopen(f"{page.address}state?after={after}&reader=me", timeout=30) as answer:
                said.append(json.load(answer))

    thread = threading.Thread(target=read)
    thread.start()
    time.sleep(0.3)
    page.checks()
    began = time.monotonic()
    page.ends("all labs are done")
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert time.monotonic() - began < 3
    assert "all labs are done" in said[-1]["state"]


def test_the_address_is_told_with_how_to_reach_it(course: Command, steps: list[Step], reader: Reader) -> None:
    assert not steps
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert course("watch", "--page", "--port", port, "--no-open") == 0
    assert f"http://127.0.0.1:{port}/" in reader.address
    assert f"ssh -L {port}:127.0.0.1:{port} {socket.gethostname()}" in " ".join(reader.said.split())


def test_a_taken_port_is_a_message_before_anything_is_checked(
    course: Command, steps: list[Step], capsys: Capture
) -> None:
    assert not steps
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert course("watch", "--page", "--port", port) == 2
    captured = capsys.readouterr()
    assert f"port {port} cannot be used: Address already in use" in captured.err
    assert "--port" in captured.err
    assert "Traceback" not in captured.err
    assert "checked in" not in captured.out


@pytest.mark.parametrize("options", [["--port", "8000"], ["--no-open"]])
def test_options_of_the_page_need_the_page(
    course: Command, steps: list[Step], capsys: Capture, options: list[str]
) -> None:
    assert not steps
    assert course("watch", *options) == 2
    assert "Add --page" in capsys.readouterr().err


def test_without_the_page_nothing_listens(course: Command, steps: list[Step], capsys: Capture) -> None:
    assert not steps
    assert course("watch") == 0
    assert "http" not in capsys.readouterr().out


def test_the_shell_runs_its_own_script_alone(course: Command, steps: list[Step], reader: Reader) -> None:
    def looks() -> None:
        address = reader.address
        nonces = []
        for _ in range(2):
            answer = urlopen(address, timeout=30)
            policy, shell = answer.headers["Content-Security-Policy"], answer.read().decode()
            nonces += re.findall(r"script-src 'nonce-([\w-]+)'", policy)
            assert re.findall(r"<script[^>]*>", shell) == [f'<script nonce="{nonces[-1]}">']
            assert not re.search(r'(?:src|href)="(?!scorecard")', shell), "relative addresses alone"
        assert len(set(nonces)) == 2
        with urlopen(f"{address}scorecard", timeout=30) as answer:
            assert "script-src 'sha256-" in answer.headers["Content-Security-Policy"]
        with pytest.raises(HTTPError, match="403"):
            urlopen(address[:-3] + "/", timeout=30)

    steps += [looks]
    assert course("watch", "--page", "--no-open") == 0


# ------------------------------------------------------------------------------------------ the browser


REMOTE = {"VSCODE_IPC_HOOK_CLI": "/tmp/vscode-ipc.sock", "BROWSER": "/vscode/bin/helpers/browser.sh"}


@pytest.mark.parametrize(
    ("environment", "terminal", "way"),
    [
        ({"DISPLAY": ":0"}, True, Way.FILE),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, Way.FILE),
        ({"BROWSER": "firefox"}, True, Way.FILE),
        ({}, True, Way.NOTHING),
        ({"DISPLAY": ""}, True, Way.NOTHING),
        ({"DISPLAY": ":0"}, False, Way.NOTHING),
        ({**REMOTE, "CODESPACES": "true"}, True, Way.ADDRESS),
        ({**REMOTE, "REMOTE_CONTAINERS": "true"}, True, Way.ADDRESS),
        ({**REMOTE, "CODESPACES": "true"}, False, Way.NOTHING),
        (REMOTE, True, Way.NOTHING),  # others may be on that computer, and the user's own has not its files
        ({**REMOTE, "DISPLAY": ":10"}, True, Way.NOTHING),
    ],
)
def test_a_browser_is_opened_where_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], terminal: bool, way: Way
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    assert browser.way_to_open(environment) is way


@pytest.fixture
def command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a browser of its own, a program that the real module starts, writes its command lines."""
    program, lines = tmp_path / "a-browser", tmp_path / "lines"
    program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {lines}\n', encoding="utf-8")
    program.chmod(0o755)
    lines.touch()
    one = webbrowser.GenericBrowser([str(program), "%s"])
    monkeypatch.setattr("webbrowser.open", one.open)
    monkeypatch.setattr(browser, "way_to_open", lambda: Way.FILE)
    return lines


def kept_files(fake: FakeProject) -> list[Path]:
    return [*(fake.project.root / ".course").glob("coalesce-*/*")]


def test_the_browsers_command_line_has_a_file_that_its_user_alone_can_read_and_no_token(
    course: Command, steps: list[Step], reader: Reader, command_lines: Path, fake: FakeProject
) -> None:
    def looks() -> None:
        (line,) = command_lines.read_text(encoding="utf-8").splitlines()
        token = reader.address.rstrip("/").rpartition("/")[2]
        assert len(token) > 20 and token not in line and "http" not in line
        (file,) = kept_files(fake)
        assert line == file.as_uri()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        text = file.read_text(encoding="utf-8")
        assert f'<meta http-equiv="refresh" content="0; url={reader.address}">' in text

    steps += [looks]
    assert course("watch", "--page") == 0
    assert not steps, "the step was reached"
    assert kept_files(fake) == [] and not [*(fake.project.root / ".course").glob("coalesce-*")]


def test_the_file_goes_when_the_watch_fails_too(
    course: Command, steps: list[Step], command_lines: Path, fake: FakeProject
) -> None:
    def fails() -> None:
        assert len(kept_files(fake)) == 1
        raise OSError("the disk is gone")

    steps += [fails]
    with suppress(OSError):
        course("watch", "--page")
    assert not steps and command_lines.read_text(encoding="utf-8")
    assert not [*(fake.project.root / ".course").glob("coalesce-*")]


def test_where_the_checkout_cannot_be_written_the_file_is_in_the_systems_folder(tmp_path: Path) -> None:
    nowhere = tmp_path / "file" / ".course"
    nowhere.parent.touch()
    with browser.redirect_file("http://127.0.0.1:1/token/", nowhere) as file:
        assert file.is_relative_to(tempfile.gettempdir())
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert not file.parent.exists()


@pytest.mark.parametrize(
    ("way", "options", "opened"),
    [
        (Way.ADDRESS, [], 1),
        (Way.NOTHING, [], 0),
        (Way.ADDRESS, ["--no-open"], 0),
        (Way.FILE, ["--no-open"], 0),
    ],
)
def test_the_browser_gets_the_address_itself_only_where_nobody_else_is(
    course: Command,
    steps: list[Step],
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
    way: Way,
    options: list[str],
    opened: int,
) -> None:
    assert not steps
    found: list[str] = []
    monkeypatch.setattr(browser, "way_to_open", lambda: way)
    monkeypatch.setattr("webbrowser.open", found.append)
    assert course("watch", "--page", *options) == 0
    assert found == [reader.address] * opened
