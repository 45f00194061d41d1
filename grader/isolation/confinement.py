"""What a confined program may see and use, and the one interface of everything that confines it.

Runs a command without a sandbox: only where the user explicitly requested that.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from grader.core.errors import GraderError
from grader.core.process import Finished, run_limited
from grader.core.run_defaults import far_stop_s

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """wall_s, by the clock, and total_s, of processor time, bound the whole; the others bound each process.

    total_s: None for any. cpu_s: of processor time, which the kernel counts over all threads of a process.
    data_bytes: private writable memory. Address space tells nothing: the SIMT machine reserves 280 GiB of it
    and uses a thousandth.
    """

    wall_s: float
    cpu_s: int
    data_bytes: int
    file_bytes: int
    processes: int = 512
    open_files: int = 256
    total_s: float | None = None


@dataclass(frozen=True)
class Places:
    """Beside the system's programs and libraries: what may be read, and the one folder to write in.

    any_owner: what may be read is read whoever owns it, where the confinement can (reads_any_owner).
    """

    read: tuple[Path, ...] = ()
    write: Path | None = None
    any_owner: bool = False


class Confinement(Protocol):
    """Runs one command. The outcome reads the same with every runner.

    reads_any_owner: as root, it can read what only its owner may read.
    """

    @property
    def reads_any_owner(self) -> bool: ...

    def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:
        """Raises GraderError when the command could not be started, by no fault of a submission."""

    def words(self, limits: Limits, places: Places) -> list[str]:
        """The words before a command that somebody else starts in such confinement."""

    def limited(self, limits: Limits) -> list[str]:
        """The words before a command that only the limits hold for."""


def compile_limits(processor_s: float) -> Limits:
    """For simtcc and what it starts."""
    return _limits(processor_s, Limits(0, int(processor_s) + 1, 1536 * MIB, 80 * MIB, processes=64))


def read_limits(wall_s: float) -> Limits:
    """For what reads submissions, by the clock: an archive of 64 MiB, and what it unpacks to."""
    return Limits(wall_s, int(wall_s) + 1, 1024 * MIB, 64 * MIB, processes=16, open_files=128)


def run_limits(processor_s: float) -> Limits:
    """For a lab's test program and the process that runs its kernels, each: they take 370 MiB at most."""
    # Processor time of all threads together: as many as there may be cores for.
    return _limits(processor_s, Limits(0, 64 * (int(processor_s) + 1), 4096 * MIB, 256 * MIB))


def _limits(processor_s: float, each: Limits) -> Limits:
    """The limits of each process, with those of the whole: its processor time, and the far stop."""
    return replace(each, wall_s=far_stop_s(processor_s), total_s=processor_s)


class NoSandbox:
    """Limits alone: such a program can read and write whatever its user can."""

    reads_any_owner = True

    def run(self, command: Sequence[str | Path], limits: Limits, places: Places) -> Finished:
        environment = dict(os.environ)
        if places.write is not None:
            environment["TMPDIR"] = str(places.write)
        if shutil.which(command[0]) is None:
            raise GraderError(f"cannot start {command[0]}: {os.strerror(errno.ENOENT)}")
        try:
            line = [*_limited(limits), *command]
            return run_limited(
                line, limits.wall_s, places.write, processor_s=limits.total_s, environment=environment
            )
        except OSError as error:
            raise GraderError(f"cannot start {command[0]}: {error.strerror}") from error

    def words(self, limits: Limits, places: Places) -> list[str]:  # noqa: ARG002
        return _limited(limits)

    def limited(self, limits: Limits) -> list[str]:
        return _limited(limits)


def _limited(limits: Limits) -> list[str]:
    """The programs of util-linux that set limits and become the command. It ends with the grader."""
    words = []
    if setpriv := shutil.which("setpriv"):
        words += [setpriv, "--pdeathsig", "KILL", "--"]
    if prlimit := shutil.which("prlimit"):
        # Processes are not limited here, because they are counted over all that the user runs.
        cpu, data, size = f"--cpu={limits.cpu_s}:{limits.cpu_s + 1}", limits.data_bytes, limits.file_bytes
        words += [prlimit, cpu, f"--data={data}", f"--fsize={size}", f"--nofile={limits.open_files}"]
        words += ["--core=0", "--"]
    return words
