"""A task's share of the jobs, and its report, which grows as they end.

A report holds one JSON object a line: `begun` on a host, `ended` a job, `failed` with a message, `all` done.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from grader.core.errors import GraderError

# A task is worth its start-up (some seconds) from so many files a core on, and this many tasks are a crowd.
FILES_A_CORE = 16
MOST_TASKS = 24
J = TypeVar("J")


def task_count(files: int, cores: int) -> int:
    """How many tasks the files are spread over: 24 for a class of 1,500 files with four cores a task."""
    return max(1, min(MOST_TASKS, -(-files // (FILES_A_CORE * cores))))


def deal_out(jobs: Sequence[J], tasks: int) -> list[tuple[J, ...]]:
    """The jobs dealt out in turn, so that each share has of every lab; no share is empty."""
    return [tuple(jobs[first::tasks]) for first in range(min(tasks, len(jobs)))]


def report_file(place: Path, index: int) -> Path:
    """Where a task's report lies."""
    return place / f"report-{index}.jsonl"


@contextmanager
def reported(report: Path) -> Iterator[Callable[[int], None]]:
    """Yields a function that reports the end of a job. An error that ends the share is reported too."""
    _append_entry(report, begun=socket.gethostname())
    try:
        yield lambda number: _append_entry(report, ended=number)
    except GraderError as error:
        _append_entry(report, failed=error.message, fix=error.fix)
    else:
        _append_entry(report, all=True)


def _append_entry(report: Path, **words: object) -> None:
    # Closed after each line: over NFS others see a file as it was when last closed.
    with report.open("a", encoding="utf-8") as file:
        file.write(json.dumps(words) + "\n")


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
        entries = [json.loads(line) for line in lines.splitlines()]
        for words in entries:
            self._take(words)
        numbers = [words["ended"] for words in entries if "ended" in words]
        self.ended += len(numbers)
        return numbers

    def _take(self, words: dict[str, Any]) -> None:
        if "failed" in words:
            raise GraderError(f"on {self.host}: {words['failed']}", words["fix"])
        self.host = words.get("begun", self.host)
        self.whole = self.whole or "all" in words
