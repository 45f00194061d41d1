"""How work says how far it is: lines, of which some know how many there will be.

What does the work calls a Progress with each line. Who shows it decides how: a bar in a terminal, or the
steps alone in a log (grader/report/terminal/progress_bar.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self

Progress = Callable[[str], None]
# Ninja's count of its steps, before each of them.
OF_NINJA = re.compile(r"^\[(\d+)/(\d+)\] ")


class Step(str):
    """A line that says what is being done. done, total: of how many pieces; total 0: not known."""

    def __new__(cls, words: str, done: int = 0, total: int = 0) -> Self:  # noqa: ARG004
        return super().__new__(cls, words)

    def __init__(self, words: str, done: int = 0, total: int = 0) -> None:  # noqa: ARG002
        super().__init__()
        self.done, self.total = done, total


class ToolOutput(Step):
    """A line that CMake, Ninja or a compiler printed; all other lines are steps of the grader's own."""


def tool_output(line: str) -> ToolOutput:
    """The line with the counts that Ninja wrote before it."""
    found = OF_NINJA.match(line)
    return ToolOutput(line, int(found[1]), int(found[2])) if found else ToolOutput(line)


def part_of(progress: Progress, done: int, total: int) -> Progress:
    """The same, for one piece of several: its lines say how many pieces are done."""

    def tell(line: str) -> None:
        counted = isinstance(line, Step) and line.total
        progress(line if counted or isinstance(line, ToolOutput) else Step(line, done, total))

    return tell
