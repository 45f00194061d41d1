"""Runs one program with limits on its time, and leaves nothing of it behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO

from grader.core.processor_time import ProcessorMeter

END_BYTES = 16_384

# Reading takes a few hundred microseconds, more where a program has many threads.
BETWEEN_READINGS_S = 0.2

_running: set[int] = set()


class _Stop(Enum):
    """The limit that a program reached."""

    CLOCK = "clock"
    PROCESSOR = "processor"


@dataclass(frozen=True)
class Finished:
    """How a program ended. code: exit status, negative when a signal ended it.

    output, errors: of each the first and the last 16 KiB. timed_out: it was stopped by the clock, used_up: it
    was stopped because its processor time was used up (code is then -9). processor_s: the processor time in
    seconds when it was last read, 0 where it had no limit.
    """

    code: int
    output: str
    errors: str
    timed_out: bool = False
    used_up: bool = False
    processor_s: float = 0.0


def run_limited(
    command: Sequence[str | Path],
    limit_s: float,
    cwd: Path | None = None,
    *,
    processor_s: float | None = None,
    environment: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> Finished:
    """Run command for at most limit_s seconds by the clock. Raises OSError when it cannot be started.

    processor_s: the most processor time of the command and all that it starts, in seconds; None for any.
    environment: None for our own. pass_fds: descriptors that it inherits.
    """
    # Files, not pipes: a program that prints without end can then neither fill memory nor block us.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
            env=environment,
            pass_fds=pass_fds,
        )
        _running.add(process.pid)
        try:
            stop, used_s = _wait(process, limit_s, processor_s)
        finally:
            _end_group(process)
            _running.discard(process.pid)
        by_clock, by_use = stop is _Stop.CLOCK, stop is _Stop.PROCESSOR
        return Finished(process.returncode, _ends(out), _ends(err), by_clock, by_use, used_s)


def _wait(
    process: subprocess.Popen[bytes], limit_s: float, processor_s: float | None
) -> tuple[_Stop | None, float]:
    """Wait for the end, or until a limit is reached: which one, None at an end, and the time used."""
    until = time.monotonic() + limit_s
    meter = ProcessorMeter(process.pid)
    while True:
        left = max(0.0, until - time.monotonic())
        try:
            process.wait(left if processor_s is None else min(left, BETWEEN_READINGS_S))
        except subprocess.TimeoutExpired:
            if processor_s is not None and meter.read() >= processor_s:
                return _Stop.PROCESSOR, meter.seconds
            if time.monotonic() >= until:
                return _Stop.CLOCK, meter.seconds
        else:
            return None, meter.seconds


def running_groups() -> set[int]:
    """The process groups of all that run_limited runs, in whatever thread.

    A program that another thread is just starting is not noted yet: it is known by being a child of this
    process that leads a session of its own.
    """
    groups = set(_running)
    for file in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, file.read_text(encoding="ascii").split()):
                if os.getsid(child) == child:
                    groups.add(child)
    return groups


def end_groups(groups: Iterable[int]) -> None:
    """Kill all processes of these groups: for a process that is about to end."""
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def signal_name(code: int) -> str:
    """The name of the signal behind a negative exit status, such as SIGSEGV."""
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _end_group(process: subprocess.Popen[bytes]) -> None:
    # The group, so that nothing the program started outlives it.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _ends(file: IO[bytes]) -> str:
    """A compiler's first error is the one to fix, a program's last words tell why it stopped."""
    left_out = file.seek(0, os.SEEK_END) - 2 * END_BYTES
    file.seek(0)
    if left_out <= 0:
        return file.read().decode("utf-8", errors="replace")
    first = file.read(END_BYTES).decode("utf-8", errors="replace")
    file.seek(-END_BYTES, os.SEEK_END)
    last = file.read().decode("utf-8", errors="replace")
    return f"{first}\n[{left_out:,} bytes more]\n{last}"
