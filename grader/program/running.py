"""Runs a program with the user's own terminal, and reads the report that it leaves.

The program has our standard input and output, environment and folder. A signal that means to end it reaches
it, and not us alone: its report is then shown all the same.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from grader.core.errors import GraderError
from grader.core.process import signal_name
from grader.core.temporary import temporary_folder
from grader.schema.program_report import ProgramReport, parse_report

SIGNALLED = 128
# Of a program's output that is kept, in bytes.
MOST_KEPT = 1 << 20


@dataclass(frozen=True)
class ReportChoice:
    """What is counted and told. kernel: '' for all. launch: 0 for all. device: '' for the usual one.

    races: whether they are looked for, and reads of memory that nothing wrote.
    schedule: the order in which threads take turns; 0: in order. strict: stores that nothing orders are a
    fault, too, where they leave the same value or any will do. expected: the allocations that must be written
    whole. time_limit: seconds of processor time that a launch may take; 0: any.
    """

    kernel: str = ""
    launch: int = 0
    counts: bool = True
    races: bool = True
    device: str = ""
    schedule: int = 0
    strict: bool = False
    expected: tuple[str, ...] = ()
    time_limit: float = 0

    @property
    def environment(self) -> dict[str, str]:
        """As common/simt/runtime/report/recorder.h reads it."""
        chosen = {"SIMT_REPORT_KERNEL": self.kernel, "SIMT_DEVICE": self.device}
        chosen["SIMT_REPORT_LAUNCH"] = str(self.launch) if self.launch else ""
        chosen["SIMT_SCHEDULE"] = str(self.schedule) if self.schedule else ""
        chosen["SIMT_COUNT"] = "" if self.counts else "0"
        chosen["SIMT_RACES"] = "" if self.races else "0"
        chosen["SIMT_STRICT"] = "1" if self.strict else ""
        chosen["SIMT_TIME_LIMIT"] = f"{self.time_limit:g}" if self.time_limit else ""
        chosen["SIMT_EXPECT_WRITTEN"] = ",".join(self.expected)
        return {name: value for name, value in chosen.items() if value}


@dataclass(frozen=True)
class ProgramRun:
    """How a program ended, as a shell says it: 128 and the signal's number where a signal ended it.

    report, document: None and '' where it left none, such as one that ends before main().
    printed: its standard output, where that was kept.
    """

    status: int
    ended_by: str
    report: ProgramReport | None
    document: str
    printed: str = ""


def run_program(
    program: Path, arguments: Sequence[str], choice: ReportChoice, *, keeps_output: bool = False
) -> ProgramRun:
    """Run it to its end, however long that takes. Raises GraderError when it cannot be started.

    keeps_output: what it prints is kept (as far as MOST_KEPT), not shown, and its input is empty.
    """
    with temporary_folder() as folder:
        file = folder / "report.json"
        environment = {**os.environ, **choice.environment, "SIMT_REPORT": "json"}
        environment["SIMT_REPORT_FILE"] = str(file)
        printed = folder / "printed" if keeps_output else None
        code = _run([str(program), *arguments], environment, printed)
        kept = _start_of(printed) if printed is not None else ""
        document = file.read_text(encoding="utf-8") if file.is_file() else ""
    report = parse_report(document, "the program's report") if document else None
    if code >= 0:
        return ProgramRun(code, "", report, document, kept)
    return ProgramRun(SIGNALLED - code, signal_name(code), report, document, kept)


def _start_of(file: Path) -> str:
    with file.open("rb") as stream:
        return stream.read(MOST_KEPT).decode("utf-8", errors="replace")


def _run(command: Sequence[str], environment: dict[str, str], printed: Path | None) -> int:
    process: list[subprocess.Popen[bytes]] = []
    early: list[int] = []  # signals that came while the program was being started

    def pass_on(number: int, _frame: FrameType | None) -> None:
        if process:
            process[0].send_signal(number)
        else:
            early.append(number)

    # Ctrl-C and Ctrl-\ reach the program by themselves: the terminal sends them to both.
    with (
        _handled(signal.SIGINT, _nothing),
        _handled(signal.SIGQUIT, _nothing),
        _handled(signal.SIGTERM, pass_on),
        _handled(signal.SIGHUP, pass_on),
    ):
        try:
            process.append(_started(command, environment, printed))
        except OSError as error:
            raise GraderError(f"cannot start {command[0]}: {error.strerror}") from error
        for number in early:
            process[0].send_signal(number)
        return process[0].wait()


def _started(
    command: Sequence[str], environment: dict[str, str], printed: Path | None
) -> subprocess.Popen[bytes]:
    if printed is None:
        return subprocess.Popen(command, env=environment)
    with printed.open("wb") as out:
        return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=out)


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """Unlike SIG_IGN, a handler is not inherited by the program."""


@contextmanager
def _handled(number: signal.Signals, handler: Any) -> Iterator[None]:
    """One that is ignored, as in the background of a script, stays so, for the program as well."""
    before = signal.getsignal(number)
    if before is signal.SIG_IGN:
        yield
        return
    signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)
