"""The first screen of a lab that nobody has begun: what it asks, what to write first, and how to go on.

Nothing has failed yet, so nothing is listed as a failure. With the two lines that the command adds, where to
read and what to try, it has fewer than ten lines at 80 columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from grader.core.points import add
from grader.core.visible import visible
from grader.grading.parts import Part, first_to_write
from grader.report.terminal.console import indented, prose
from grader.schema.results import LabResult

NEXT = "Next: "
BY = len(NEXT)
MOST_NAMED = 4
TASK_ROWS = 2
# What wrapping leaves free at the ends of rows.
SPARE = 12
# Ten, without the commands' two lines.
MOST_ROWS = 7


def opening_lines(console: Console, lab: LabResult) -> Iterator[Text]:
    """The lab's name and its summary."""
    title = f"{lab.id}  {lab.title}  {lab.course_points}/{lab.course_max_points}"
    yield indented(console, Text(title, style="bold").append("  not begun", style="not bold"), 0)
    if lab.summary:
        yield indented(console, prose(console, lab.summary), 0)


def first_step_lines(
    console: Console, lab: LabResult, parts: Sequence[Part], begin: str = "", room: int = MOST_ROWS
) -> Iterator[Text]:
    """What to write first and where; where that leaves a row of `room`, also what follows.

    begin: words that go before it.
    """
    first = first_to_write(parts)
    if first is None:
        yield indented(console, Text(f"begin with {lab.id}, {lab.title}"), BY, Text(NEXT, style="bold"))
        return
    words = Text(f"{begin}write {first.name} ({_worth(first.max_points)}), ")
    words.append(place_of_part(lab, first), style="cyan")
    lines = [indented(console, words, BY, Text(NEXT, style="bold"))]
    rows = min(TASK_ROWS, max(1, room - rows_of(lines)))
    if task := _task(first, rows * (console.width - BY)):
        lines.append(indented(console, prose(console, task), BY, " " * BY))
    yield from lines
    if (others := [part for part in parts if part is not first]) and rows_of(lines) < room:
        yield indented(console, Text(_then(others), style="dim"), BY, " " * BY)


def rows_of(lines: Sequence[Text]) -> int:
    """How many rows of the terminal the lines take."""
    return sum(line.plain.count("\n") + 1 for line in lines)


def place_of_part(lab: LabResult, part: Part) -> str:
    """'labs/…/stride_sweep.cu:5'."""
    file = lab.source.file if lab.source else ""
    return f"{file}:{part.function.line}" if part.function else file


def _task(part: Part, most: int) -> str:
    """What the stub's TODO says: of a long one the sentences that fit, the first in any case."""
    if part.function is None or not part.function.task:
        return ""
    sentences = re.split(r"(?<=[.?!]) (?=[A-Z])", f"TODO: {visible(part.function.task)}")
    told = _first(sentences[0], most)
    for sentence in sentences[1:]:
        if len(told) + 1 + len(sentence) > most - SPARE:
            break
        told += f" {sentence}"
    return told


def _first(sentence: str, most: int) -> str:
    """The sentence; where it does not fit, as much of it as does, up to a comma or semicolon."""
    if len(sentence) <= most - SPARE:
        return sentence
    whole = [found.start() for found in re.finditer(r"[,;:] ", sentence) if found.start() <= most - SPARE]
    return f"{sentence[: whole[-1]]} ..." if len(whole) > 1 else sentence


def _then(others: Sequence[Part]) -> str:
    named = all(part.name for part in others)
    if not named or len(others) > MOST_NAMED:
        return f"then the rest of the lab ({_worth(add(part.max_points for part in others))})"
    return f"then {', '.join(f'{part.name} ({part.max_points})' for part in others)}"


def _worth(points: int | float) -> str:
    return f"{points} point" if points == 1 else f"{points} points"
