"""Runs a lab's test program and reads its record."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from grader.core.disk import refuse_full
from grader.core.errors import GraderError
from grader.core.process import Finished, run_limited, signal_name
from grader.core.run_defaults import far_stop_s
from grader.core.temporary import temporary_folder
from grader.isolation.confinement import Confinement, Places, run_limits
from grader.schema.class_results import Settings
from grader.schema.document import read_document
from grader.schema.record import RUN_RECORD, RunRecord

# Reading a record takes ten times as much memory.
LARGEST_RECORD = 64 * 1024 * 1024
LIST_LIMIT_S = 20.0
# RemoteMachine::kMostArrayBytes, in common/simt/include/simt/remote_machine.h.
ARRAY_BYTES = 2 << 30
COULD_NOT_RUN = 2
OUT_OF_MEMORY = re.compile(r"bad_alloc|Cannot allocate memory|cannot allocate memory|not enough memory")


class Fault(Enum):
    """Why a run did not come to its normal end. The first five are the submission's doing.

    REPEATS: one of the others, at each run of this module and at no run of the reference solution.
    STALLED: the far stop came before the processor time was used up. Never the submission's, however often.
    """

    TIME_OUT = "time-out"
    REFUSED = "refused"
    MEMORY = "memory"
    OUTPUT = "output"
    REPEATS = "repeats"
    CRASH = "crash"
    COULD_NOT_RUN = "could not run"
    BAD_RECORD = "bad record"
    STALLED = "stalled"


# Faults of the submission: these end with a verdict on it.
SUBMISSIONS = (Fault.TIME_OUT, Fault.REFUSED, Fault.MEMORY, Fault.OUTPUT, Fault.REPEATS)


@dataclass(frozen=True)
class Outcome:
    """What is known after a run. record: None when nothing usable was written.

    fault: None at a normal end, that is a complete record and exit status 0 or 1. processor_s: the processor
    time that was used, in seconds, when it was last read.
    """

    record: RunRecord | None
    fault: Fault | None = None
    message: str = ""
    processor_s: float = 0.0


@dataclass(frozen=True)
class Confined:
    """Where the kernels of a run are confined, and what their process may read beside their module."""

    by: Confinement
    read: tuple[Path, ...] = ()


def run_program(
    program: Path,
    module: Path,
    settings: Settings,
    more: Sequence[str | Path] = (),
    confined: Confined | None = None,
    machine: str = "simt",
) -> Outcome:
    """Run the program on a module. A missing, short or crashed run is never a pass.

    The limit of the settings is processor time; the far stop by the clock is far_stop_s() of it.
    more: further arguments of the program. confined: None for a module that is trusted. machine: simt or
    cuda, which runs the module.
    """
    with temporary_folder() as folder:
        file = folder / "record.json"
        command: list[str | Path] = [
            program,
            "--module",
            module,
            "--machine",
            machine,
            "--results",
            file,
            "--seed",
            str(settings.seed),
            *(("--schedule", str(settings.schedule)) if settings.schedule else ()),
            *more,
        ]
        limit_s = settings.limit_s
        try:
            if confined is not None:
                command = _confined_command(command, module, settings, confined, folder)
            ended = run_limited(command, far_stop_s(limit_s), processor_s=limit_s)
            if confined is None and ended.code == COULD_NOT_RUN:
                refuse_full(folder)
        except OSError as error:
            raise GraderError(
                f"cannot start {program}: {error.strerror}",
                "Build it: cmake --preset default && cmake --build --preset default",
            ) from error
        struck = None if confined is None else _within_limits(ended, file, limit_s)
        return replace(struck or _judge(ended, file, limit_s), processor_s=ended.processor_s)


def _confined_command(
    command: Sequence[str | Path], module: Path, settings: Settings, confined: Confined, folder: Path
) -> list[str | Path]:
    """The command with the kernels' process in confinement; the program, which judges, is only limited."""
    limits = run_limits(settings.limit_s)
    words = confined.by.words(limits, Places((module, *confined.read)))
    if not words:
        return list(command)
    file = folder / "sandbox.json"
    file.write_text(json.dumps(words), encoding="utf-8")
    # The memory of all arrays is a file of the program's to the system, if none on a disk.
    own = replace(limits, file_bytes=limits.file_bytes + ARRAY_BYTES)
    return [*confined.by.limited(own), *command, "--sandbox", file]


def list_tests(program: Path) -> tuple[str, ...]:
    """The program's own list of its tests, each 'Suite.Name': GoogleTest writes it as JSON."""
    with temporary_folder() as folder:
        file = folder / "tests.json"
        try:
            ended = run_limited([program, "--gtest_list_tests", f"--gtest_output=json:{file}"], LIST_LIMIT_S)
        except OSError as error:
            raise GraderError(f"cannot start {program}: {error.strerror}") from error
        if ended.code != 0:
            raise GraderError(f"{program} cannot list its tests: {ended.errors.strip()}")
        try:
            suites = json.loads(file.read_text(encoding="utf-8"))["testsuites"]
            return tuple(f"{suite['name']}.{test['name']}" for suite in suites for test in suite["testsuite"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise GraderError(f"{program}: its list of tests cannot be read: {error}") from error


def _within_limits(ended: Finished, file: Path, limit_s: float) -> Outcome | None:
    """A limit of the sandbox that struck: the submission's doing. None when none did."""
    if ended.code == -signal.SIGXCPU:
        return _judge(replace(ended, used_up=True), file, limit_s)
    if ended.code == -signal.SIGXFSZ:
        return Outcome(None, Fault.OUTPUT, "it wrote more than a submission may")
    if file.is_file() and file.stat().st_size > LARGEST_RECORD:
        return Outcome(None, Fault.OUTPUT, f"its run record is larger than {LARGEST_RECORD >> 20} MiB")
    if ended.code == COULD_NOT_RUN and OUT_OF_MEMORY.search(ended.errors):
        return Outcome(None, Fault.MEMORY, "it used more memory than a submission may")
    return None


def _judge(ended: Finished, file: Path, limit_s: float) -> Outcome:
    if ended.code == COULD_NOT_RUN:
        return _judge_refusal(ended, file)
    try:
        record = _read(file)
    except GraderError as error:
        if ended.timed_out:
            return Outcome(None, Fault.STALLED, _stalled_words(ended, limit_s))
        return Outcome(None, Fault.BAD_RECORD, str(error))
    if ended.used_up:
        words = f"time-out: not finished within {limit_s:g} s of processor time"
        return Outcome(record, Fault.TIME_OUT, words)
    if ended.timed_out:
        return Outcome(record, Fault.STALLED, _stalled_words(ended, limit_s))
    return _judge_end(ended, record)


def _stalled_words(ended: Finished, limit_s: float) -> str:
    return (
        f"the run did not end within {far_stop_s(limit_s):g} s and used only {ended.processor_s:.1f} s of "
        f"its {limit_s:g} s of processor time: this computer is overloaded, or the run waits for something"
    )


def _judge_refusal(ended: Finished, file: Path) -> Outcome:
    """Status 2: the record says so when it was the submission's fault; else it was ours."""
    words = ended.errors.strip() or "the test program ended with status 2 and said nothing"
    try:
        record = _read(file)
    except GraderError:
        record = None
    if record is None or not record.refused:
        return Outcome(None, Fault.COULD_NOT_RUN, words)
    return Outcome(record, Fault.REFUSED, record.refused)


def _judge_end(ended: Finished, record: RunRecord | None) -> Outcome:
    if ended.code < 0:
        return Outcome(record, Fault.CRASH, f"the test program was ended by {signal_name(ended.code)}")
    if ended.code not in (0, 1):
        return Outcome(record, Fault.CRASH, f"the test program ended with status {ended.code}")
    if record is None:
        return Outcome(None, Fault.BAD_RECORD, "the test program wrote no record")
    if not record.complete:
        return Outcome(record, Fault.BAD_RECORD, "the record of the test program is not complete")
    failed = any(check.status == "failed" for check in record.checks)
    if failed != (ended.code == 1):
        words = f"the test program ended with status {ended.code}, its record says otherwise"
        return Outcome(None, Fault.BAD_RECORD, words)
    return Outcome(record)


def _read(file: Path) -> RunRecord | None:
    if not file.is_file():
        return None
    if file.stat().st_size > LARGEST_RECORD:
        raise GraderError(f"the run record holds more than {LARGEST_RECORD} bytes")
    return read_document(RUN_RECORD, file.read_text(encoding="utf-8", errors="replace"), "the run record")
