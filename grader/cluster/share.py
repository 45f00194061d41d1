"""What one task of a cluster does: a share of the jobs, with a report that grows as they end."""

from __future__ import annotations

import json
import pickle
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from grader.cluster.executor import LocalExecutor
from grader.core.errors import GraderError

# A task is worth its start-up (some seconds) from so many files a core on, and this many tasks are a crowd.
FILES_A_CORE = 16
MOST_TASKS = 24
J = TypeVar("J")


def task_count(files: int, cores: int) -> int:
    """How many tasks the files are spread over: 24 for a class of 1,500 files with four cores a task."""
    return max(1, min(MOST_TASKS, -(-files // (FILES_A_CORE * cores))))


def dealt(jobs: Sequence[J], tasks: int) -> list[tuple[J, ...]]:
    """The jobs dealt out in turn, so that each share has of every lab; no share is empty."""
    return [tuple(jobs[first::tasks]) for first in range(min(tasks, len(jobs)))]


@dataclass(frozen=True)
class Share:
    """Runs on a node. jobs, work: where they lie, pickled. numbers: which of the jobs are this task's.

    report: one JSON object a line: `begun` on a host, `ended` a job, `failed` with a message, `all` done.
    """

    work: Path
    numbers: tuple[int, ...]
    cores: int
    report: Path

    def __call__(self) -> None:
        _die_at_once()
        self._tell(begun=socket.gethostname())
        jobs, work = read_work(self.work)
        try:
            for number in LocalExecutor(self.cores).run(self.numbers, lambda number: work(jobs[number])):
                self._tell(ended=number)
        except GraderError as error:
            self._tell(failed=error.message, fix=error.fix)
        else:
            self._tell(all=True)

    def _tell(self, **words: object) -> None:
        # Closed after each line: over NFS others see a file as it was when last closed.
        with self.report.open("a", encoding="utf-8") as file:
            file.write(json.dumps(words) + "\n")


def write_work(path: Path, jobs: Sequence[J], work: Callable[[J], object]) -> None:
    """Keep the jobs and the work for all shares: once, since it holds the whole class's files."""
    path.write_bytes(pickle.dumps((tuple(jobs), work)))


def read_work(path: Path) -> tuple[Sequence[Any], Callable[[Any], object]]:
    """The jobs, and the work to do on each."""
    jobs, work = pickle.loads(path.read_bytes())
    return jobs, work


def _die_at_once() -> None:
    # A time limit, a preemption and scancel signal the compilers and test programs too. Were this process to
    # outlive them, it would take their end for the submission's doing. (submitit asks to hear these signals.)
    for number in (signal.SIGTERM, signal.SIGUSR2, signal.SIGCONT):
        signal.signal(number, signal.SIG_DFL)


@dataclass
class Report:
    """What a share's report says so far. host: '' until it has begun. read: bytes read."""

    path: Path
    host: str = ""
    ended: int = 0
    whole: bool = False
    read: int = field(default=0, repr=False)

    def news(self) -> list[int]:
        """The numbers of the jobs that ended since the last call. Raises the error that ended the share."""
        try:
            with self.path.open("rb") as file:
                file.seek(self.read)
                data = file.read()
        except OSError:
            return []
        lines = data[: data.rfind(b"\n") + 1]
        self.read += len(lines)
        told = [json.loads(line) for line in lines.splitlines()]
        for words in told:
            self._take(words)
        numbers = [words["ended"] for words in told if "ended" in words]
        self.ended += len(numbers)
        return numbers

    def _take(self, words: dict[str, Any]) -> None:
        if "failed" in words:
            raise GraderError(f"on {self.host}: {words['failed']}", words["fix"])
        self.host = words.get("begun", self.host)
        self.whole = self.whole or "all" in words
