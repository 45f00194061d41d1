"""How far a class's grading is: a bar with the time left, or a line now and then in a log.

Both count steps of which the total is known, and write to stderr: stdout is for results.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grader.report.terminal.console import make_console

LINE_EVERY_S = 10.0
Step = Callable[[], None]


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Step]:
    """Yields what is to be called after each of `total` steps."""
    console = make_console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield _Lines(what, total).step
        return
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("time left"),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


class _Lines:
    """For a log: a line now and then, and the last one."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self.began = self.said = time.monotonic()

    def step(self) -> None:
        self.done += 1
        now = time.monotonic()
        if self.done == self.total or now - self.said >= LINE_EVERY_S:
            self.said = now
            left = (now - self.began) / self.done * (self.total - self.done)
            more = f", about {_time(left)} left" if self.done < self.total else ""
            print(f"{self.what}: {self.done} of {self.total}{more}", file=sys.stderr, flush=True)


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
