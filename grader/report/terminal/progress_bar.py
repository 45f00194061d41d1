"""How far long work is: in a terminal a line with a bar and the time left, in a log its steps as lines.

Everything that builds, grades, proves or measures shows it this way, on stderr: stdout is for results. The
bar appears once the work lasts over two seconds and says how much there is; until then, and where nobody
knows, the line names the step alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.table import Column
from rich.text import Text

from grader.core.steps import Progress, Step, ToolOutput
from grader.core.visible import visible
from grader.report.terminal.console import has_unicode, make_console

LINE_EVERY_S = 10.0
BAR_AFTER_S = 2.0
BAR_CELLS = 20
# What stands beside the words: spinner, bar, counts such as 1234/1234, and the time left.
BESIDE_CELLS = 2 + BAR_CELLS + 10 + 16
LEAST_WORDS = 12
SHOWN_A_SECOND = 5
Advance = Callable[[], None]


@contextmanager
def step_bar(console: Console) -> Iterator[Progress]:
    """Yields what takes each line of the work, for a terminal; the bar vanishes with the work's end."""
    with _bar(console, transient=True) as shown:
        yield _Steps(console, shown).take


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Advance]:
    """Yields what is to be called after each of `total` pieces."""
    console = make_console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield _Lines(what, total).advance
        return
    with _bar(console, transient=False) as shown:
        task = shown.add_task(what, total=total)
        yield lambda: shown.advance(task)


def _bar(console: Console, *, transient: bool) -> RichProgress:
    words = TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, ratio=1))
    return RichProgress(
        SpinnerColumn("dots" if has_unicode(console) else "line"),
        words,
        _Later(BarColumn(bar_width=BAR_CELLS)),
        _Later(MofNCompleteColumn()),
        _Later(TimeRemainingColumn(compact=True), " left"),
        console=console,
        transient=transient,
        expand=True,
        refresh_per_second=SHOWN_A_SECOND,
    )


class _Later(ProgressColumn):
    """Another column, once the work lasts over two seconds and its length is known."""

    def __init__(self, column: ProgressColumn, behind: str = "") -> None:
        super().__init__(Column(no_wrap=True))
        self.column, self.behind = column, behind

    def render(self, task: Task) -> RenderableType:
        """Nothing, or what the other column shows."""
        if not task.total or (task.elapsed or 0.0) < BAR_AFTER_S:
            return Text("")
        shown = self.column.render(task)
        return shown.append(self.behind) if isinstance(shown, Text) else shown


class _Steps:
    """One task at a time: steps of another total begin anew."""

    def __init__(self, console: Console, shown: RichProgress) -> None:
        self.console, self.shown = console, shown
        self.task = shown.add_task("starting", total=None)
        self.total, self.done = 0, 0

    def take(self, line: str) -> None:
        """Show the line; of a tool's line with a count, the count beside the step that runs the tool."""
        done, total = (line.done, line.total) if isinstance(line, Step) else (0, 0)
        if isinstance(line, ToolOutput):
            if total:
                self._count(done, total)
            else:
                self.shown.update(self.task, description=self._fitted(line))
            return
        self._count(done, total)
        self.shown.update(self.task, description=self._fitted(line))

    def _count(self, done: int, total: int) -> None:
        if total != self.total or done < self.done:
            self.shown.reset(self.task, total=total or None)
        self.total, self.done = total, done
        self.shown.update(self.task, completed=done)

    def _fitted(self, line: str) -> str:
        return visible(line)[: max(self.console.width - BESIDE_CELLS, LEAST_WORDS)]


class _Lines:
    """For a log: a line now and then, and the last one."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self.began = self.said = time.monotonic()

    def advance(self) -> None:
        self.done += 1
        now = time.monotonic()
        if self.done == self.total or now - self.said >= LINE_EVERY_S:
            self.said = now
            left = (now - self.began) / self.done * (self.total - self.done)
            more = f", about {_time(left)} left" if self.done < self.total else ""
            print(f"{self.what}: {self.done} of {self.total}{more}", file=sys.stderr, flush=True)


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
