"""Processor time of a program and all that it starts: what is counted, and which limit stops it."""

from __future__ import annotations

import os
import signal
import subprocess
import time

import pytest

from grader.core import processor_time
from grader.core.process import run_limited
from grader.core.processor_time import ProcessorMeter

BURNS = "while :; do :; done"
# Four processes that burn side by side for as long as they are let.
FOUR = f"for i in 1 2 3 4; do ({BURNS}) & done; wait"
# Processes that are over long before the next reading, each with two tenths of a second.
SHORT = "python3 -c 'import time\nwhile time.process_time() < 0.2: pass'"


def test_a_program_that_waits_uses_no_processor_time() -> None:
    ended = run_limited(["sleep", "1"], 20, processor_s=0.2)
    assert (ended.code, ended.used_up, ended.timed_out) == (0, False, False)
    assert ended.processor_s < 0.2


@pytest.mark.parametrize("script", [BURNS, f"sh -c '{BURNS}; exit'", f"while :; do {SHORT}; done"])
def test_a_program_or_its_children_that_burn_are_stopped(script: str) -> None:
    ended = run_limited(["sh", "-c", script], 60, processor_s=0.6)
    assert (ended.code, ended.used_up, ended.timed_out) == (-9, True, False)
    assert ended.processor_s >= 0.6


def test_the_clock_stops_a_program_that_has_processor_time_left() -> None:
    ended = run_limited(["sleep", "60"], 0.5, processor_s=20)
    assert (ended.code, ended.used_up, ended.timed_out) == (-9, False, True)


def test_a_starved_program_gets_its_processor_time_and_not_the_clocks() -> None:
    """Stopped for half of the time, as a loaded computer would, it runs about twice as long."""
    began = time.monotonic()
    script = f"p=$$; (while :; do sleep 0.3; kill -STOP $p; sleep 0.3; kill -CONT $p; done) & {BURNS}"
    ended = run_limited(["sh", "-c", script], 60, processor_s=1)
    assert ended.used_up
    assert time.monotonic() - began > 1.4


def test_processes_side_by_side_count_no_more_than_the_clock() -> None:
    began = time.monotonic()
    process = subprocess.Popen(["sh", "-c", FOUR], start_new_session=True)
    try:
        meter = ProcessorMeter(process.pid)
        for _ in range(4):
            time.sleep(0.2)
            meter.read()
        assert 0 < meter.seconds <= time.monotonic() - began
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_what_an_ended_process_has_used_stays_counted() -> None:
    process = subprocess.Popen(["sh", "-c", f"{SHORT}; {SHORT}; sleep 60"])
    try:
        meter = ProcessorMeter(process.pid)
        until = time.monotonic() + 20
        while meter.read() < 0.3 and time.monotonic() < until:
            time.sleep(0.05)
        assert meter.seconds >= 0.3
    finally:
        process.kill()
        process.wait()


def test_a_process_that_is_gone_uses_nothing_more() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    assert ProcessorMeter(process.pid).read() == 0


def test_a_process_that_ends_while_it_is_read_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    process = subprocess.Popen(["sleep", "60"])

    def read_and_end(number: int) -> processor_time._Process | None:
        found = original(number)
        process.kill()
        process.wait()
        return found

    original = processor_time._read
    monkeypatch.setattr(processor_time, "_read", read_and_end)
    assert ProcessorMeter(process.pid).read() >= 0
