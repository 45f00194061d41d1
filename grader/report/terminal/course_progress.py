"""All labs in the terminal: how far, when checked, and what is next.

`./course progress` prints it from what past checks left behind; nothing is graded for it. A terminal of 92
columns has one line a lab, and a second one once it was checked; a narrower one has a few short lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rich.console import Console
from rich.text import Text

from grader.core.manifest import Lab
from grader.core.paths import Project
from grader.core.points import Points, add
from grader.core.visible import visible
from grader.core.wording import ago, first_sentence, plural
from grader.grading.guidance import Move, first_to_fix, handout_of, move_in
from grader.grading.standing import Standing, Standings, State, is_begun, next_open, state_of
from grader.report.terminal.console import bar, indented
from grader.report.terminal.verdicts import try_line
from grader.schema.results import Status, goal_of

WIDE = 92
TITLE_CELLS = 24
INDENT = 6


@dataclass(frozen=True)
class _Row:
    lab: Lab
    standing: Standing
    state: State

    @property
    def is_begun(self) -> bool:
        return is_begun(self.lab, self.standing)

    @property
    def points(self) -> Points:
        # The points that the lab counts may have changed since the check.
        last = self.standing.last
        return replace(last.result, worth=self.lab.worth).course_points if last else 0

    @property
    def max_points(self) -> Points:
        return self.lab.points

    @property
    def passed(self) -> str:
        """How many checks pass; what else there is to say of a lab that was not begun."""
        if self.standing.last is None:
            return self.state.value
        if not self.is_begun:
            return "not begun"
        checks = self.standing.last.result.checks
        return f"{sum(c.status is Status.PASSED for c in checks)} of {plural(len(checks), 'check')}"


def progress_lines(
    console: Console, project: Project, labs: Sequence[Lab], standings: Standings, now: datetime
) -> Iterator[Text]:
    """One line a lab where the terminal is wide enough, else a few short ones; then what to do next."""
    rows = [_row(project, lab, standings) for lab in labs]
    done = sum(row.state is State.DONE for row in rows)
    points, most = add(row.points for row in rows), add(row.max_points for row in rows)
    words = f"{done} of {plural(len(rows), 'lab')} done, {points} of {most} points"
    yield indented(console, Text(words, style="bold"), 0)
    yield Text("")
    for row in rows:
        yield from _wide(console, row, now) if console.width >= WIDE else _narrow(console, row, now)
    yield Text("")
    yield from _next(console, project, labs, standings)


def _row(project: Project, lab: Lab, standings: Standings) -> _Row:
    standing = standings.of(lab)
    return _Row(lab, standing, state_of(project, lab, standing))


def _wide(console: Console, row: _Row, now: datetime) -> Iterator[Text]:
    title = Text(f"{row.lab.title}")
    title.truncate(TITLE_CELLS, overflow="ellipsis", pad=True)
    line = Text.assemble((f"{row.lab.id:<{INDENT}}", "bold"), title, "  ")
    line.append_text(bar(console, row.points, row.max_points))
    line.append(f" {row.points:>3}/{row.max_points:<3}  {row.passed:<13}  {_hints(row)}".rstrip())
    yield line
    yield from _about(console, row, now)


def _narrow(console: Console, row: _Row, now: datetime) -> Iterator[Text]:
    yield indented(console, Text(row.lab.title), INDENT, Text(f"{row.lab.id:<{INDENT}}", style="bold"))
    if not row.is_begun:
        words = ", ".join(fact for fact in (row.passed, _hints(row)) if fact)
        yield indented(console, Text(words, style="dim"), INDENT, " " * INDENT)
        return
    meter = bar(console, row.points, row.max_points, max(4, min(20, console.width - INDENT - 8)))
    yield Text.assemble(" " * INDENT, meter, f" {row.points}/{row.max_points}")
    facts = ", ".join(fact for fact in (row.passed, _hints(row)) if fact)
    if facts:
        yield indented(console, Text(facts), INDENT, " " * INDENT)
    yield from _about(console, row, now)


def _about(console: Console, row: _Row, now: datetime) -> Iterator[Text]:
    if row.standing.last is None or (not row.is_begun and row.state is State.OPEN):
        return
    when = ago(row.standing.last.at, now)
    words = f"changed since its check, {when}" if row.state is State.CHANGED else f"checked {when}"
    style = {State.DONE: "green", State.CHANGED: "yellow"}.get(row.state, "dim")
    said = f"done, {words}" if row.state is State.DONE else words
    yield indented(console, Text(said, style=style), INDENT, " " * INDENT)


def _hints(row: _Row) -> str:
    return f"{row.standing.hints} of {len(row.lab.hints)} hints" if row.standing.hints else ""


def _next(console: Console, project: Project, labs: Sequence[Lab], standings: Standings) -> Iterator[Text]:
    lab = _current(project, labs, standings)
    if lab is None:
        yield Text("Every lab is done.", style="bold green")
        return
    standing = standings.of(lab)
    state = state_of(project, lab, standing)
    if standing.last is None or (not is_begun(lab, standing) and state is State.OPEN):
        begin = f"begin with {lab.id}, {lab.title}: read {handout_of(project, lab)}"
        yield indented(console, Text(begin), 6, Text("Next: ", style="bold"))
        yield try_line(console, Move(f"./course watch {lab.id}", "checks at each save"))
        return
    if state is State.CHANGED:
        yield indented(
            console, Text(f"{lab.id} has changed since its check"), 6, Text("Next: ", style="bold")
        )
        yield try_line(console, Move(f"./course check {lab.id}", "looks at it again"))
        return
    result = standing.last.result
    check = first_to_fix(result)
    if check is not None:
        cause = first_sentence(visible(check.message))
        words = f"{lab.id}, {goal_of(result, check)}: {cause}".rstrip(": ")
        place = f"\n{check.file}:{check.line}" if check.file and check.line else ""
        yield indented(console, Text(words + place), 6, Text("Next: ", style="bold"))
    yield try_line(console, move_in(lab, result, standing.hints))


def _current(project: Project, labs: Sequence[Lab], standings: Standings) -> Lab | None:
    """The lab to continue with: one that was begun and is not done, before one that was not begun."""
    begun = [lab for lab in labs if is_begun(lab, standings.of(lab))]
    return next_open(project, begun, standings) or next_open(project, labs, standings)
