"""Programs that print, end, hang and leave children, as a cell runs them."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from grader.core.errors import GraderError
from grader.notebook import streaming
from grader.notebook.streaming import MOST_SHOWN, Sinks, Streamed, run_streaming

LIMIT_S = 30.0


class Heard:
    """What a program printed, piece by piece, and when."""

    def __init__(self) -> None:
        self.output: list[str] = []
        self.errors: list[str] = []
        self.times: list[float] = []

    @property
    def sinks(self) -> Sinks:
        return Sinks(self._out, self.errors.append)

    def _out(self, text: str) -> None:
        self.output.append(text)
        self.times.append(time.monotonic())


def run(script: str, heard: Heard, limit_s: float = LIMIT_S) -> Streamed:
    return run_streaming(["/bin/sh", "-c", script], dict(os.environ), limit_s, heard.sinks)


def test_both_streams_and_the_status_arrive() -> None:
    heard = Heard()
    assert run("echo out; echo err >&2; exit 3", heard) == Streamed(3)
    assert ("".join(heard.output), "".join(heard.errors)) == ("out\n", "err\n")


def test_output_appears_while_the_program_runs() -> None:
    heard = Heard()
    run("echo first; sleep 0.5; echo second", heard)
    assert heard.output == ["first\n", "second\n"]
    assert heard.times[1] - heard.times[0] > 0.3


def test_a_letter_that_comes_in_two_pieces_is_one() -> None:
    heard = Heard()
    run(r"printf '\303'; sleep 0.3; printf '\251\377'", heard)
    assert "".join(heard.output) == "é\ufffd"


def test_a_signal_is_told_apart_from_a_status() -> None:
    assert run("kill -SEGV $$", Heard()) == Streamed(-signal.SIGSEGV)


def test_a_program_has_no_input_to_wait_for() -> None:
    assert run("read line", Heard()) == Streamed(1)


def test_endless_output_is_cut_and_the_program_is_not_stopped_by_it() -> None:
    heard = Heard()
    assert run(f"yes | head -c {3 * MOST_SHOWN}; exit 4", heard) == Streamed(4)
    text = "".join(heard.output)
    assert len(text) < MOST_SHOWN + 100 and text.endswith("is not shown]\n")


def test_the_time_out_lets_the_program_write_its_report() -> None:
    heard = Heard()
    ended = run("trap 'echo report; exit 0' TERM; while :; do sleep 0.05; done", heard, 0.4)
    assert ended == Streamed(0, timed_out=True) and heard.output == ["report\n"]


def test_a_program_that_ignores_the_time_out_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "GRACE_S", 0.3)
    began = time.monotonic()
    ended = run("trap '' TERM; while :; do sleep 0.05; done", Heard(), 0.3)
    assert ended == Streamed(-signal.SIGKILL, timed_out=True)
    assert time.monotonic() - began < 10


def test_an_interrupt_reaches_the_program() -> None:
    heard = Heard()
    threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
    ended = run("trap 'echo report; exit 0' INT; while :; do sleep 0.05; done", heard)
    assert ended == Streamed(0, interrupted=True) and heard.output == ["report\n"]


def test_a_child_that_holds_the_streams_neither_delays_the_end_nor_survives(tmp_path: Path) -> None:
    noted = tmp_path / "child"
    began = time.monotonic()
    assert run(f"sleep 60 & echo $! > {noted}; echo done", Heard()) == Streamed(0)
    assert time.monotonic() - began < 10
    child = int(noted.read_text(encoding="ascii"))
    until = time.monotonic() + 5
    while time.monotonic() < until and _is_running(child):
        time.sleep(0.05)
    assert not _is_running(child)


def _is_running(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False


def test_what_cannot_be_started_is_named() -> None:
    with pytest.raises(GraderError, match="cannot start /no/program: No such file"):
        run_streaming(["/no/program"], {}, LIMIT_S, Heard().sinks)
