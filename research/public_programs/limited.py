"""Runs one command within limits of time, and says what it printed and used."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

POLL_S = 0.01
NEARLY = 0.9
# Its arguments: when the process is warned, and when it is ended, in seconds; then the command.
LIMITS_THEN_COMMAND = 'ulimit -S -t "$0"; ulimit -H -t "$1"; shift; exec "$@"'


@dataclass(frozen=True)
class Ended:
    """status: the exit status, negative for a signal. late: stopped because a limit was reached."""

    status: int
    out: str
    err: str
    late: bool
    wall_s: float
    cpu_s: float
    peak_mib: int


def run_limited(
    command: list[str], folder: Path, wall_s: float, cpu_s: int, environment: Mapping[str, str] | None = None
) -> Ended:
    """With empty input, as the leader of its own process group: at the limit, the whole group is ended."""
    with TemporaryFile() as out, TemporaryFile() as err:
        began = time.monotonic()
        process = subprocess.Popen(
            ["/bin/sh", "-c", LIMITS_THEN_COMMAND, str(cpu_s), str(cpu_s + 5), *command],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        status, usage, late = _wait(process.pid, began + wall_s)
        process.returncode = status
        used = usage.ru_utime + usage.ru_stime
        # The kernel counts processor time in ticks, and `make` says nothing of how its program ended.
        late = late or used >= NEARLY * cpu_s
        wall = time.monotonic() - began
        return Ended(status, _text(out), _text(err), late, wall, used, usage.ru_maxrss // 1024)


def _wait(pid: int, until: float) -> tuple[int, resource.struct_rusage, bool]:
    late = False
    while True:
        ended, status, usage = os.wait4(pid, 0 if late else os.WNOHANG)
        if ended:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
            return os.waitstatus_to_exitcode(status), usage, late
        if time.monotonic() > until:
            os.killpg(pid, signal.SIGKILL)
            late = True
        time.sleep(POLL_S)


def _text(written: IO[bytes]) -> str:
    written.seek(0)
    return written.read(4 << 20).decode("utf-8", "replace")
