"""`hint`: the next hint for a lab, and what the last check said."""

from __future__ import annotations

from typing import Annotated

import typer

from grader.cli.options import CourseFile, NextLab
from grader.cli.session import lab_or_next, notice, open_course
from grader.core.errors import GraderError
from grader.grading.standing import State, state_of
from grader.grading.standing_file import change_standings, read_standings
from grader.report.terminal.console import make_console, print_all
from grader.report.terminal.hints import HintView, hint_lines


def hint(
    lab: NextLab = None,
    again: Annotated[
        bool, typer.Option("--again", help="Show the hints that you have already seen.")
    ] = False,
    reset: Annotated[bool, typer.Option("--reset", help="Start over with the first hint.")] = False,
    course_file: CourseFile = None,
) -> int:
    """Show the next hint for a lab, and what the last check said.

    Exit status: 0.
    """
    if again and reset:
        raise GraderError("--again and --reset exclude each other", "Use one of them.")
    course = open_course(course_file)
    chosen = lab_or_next(course, lab, "hint")
    standing = read_standings(course.project, notice).of(chosen)
    console = make_console()
    if reset:
        change_standings(course.project, lambda known: known.with_hints(chosen, 0), notice)
        console.print(f"The hints of {chosen.id} are reset: ./course hint {chosen.id} shows the first one.")
        return 0
    given = standing.hints
    last = standing.last
    changed_since = state_of(course.project, chosen, standing) is State.CHANGED
    is_refused = last is not None and bool(last.result.compile_output) and not changed_since
    if not (again or is_refused) and given < len(chosen.hints):
        given += 1
        change_standings(course.project, lambda known: known.with_hints(chosen, given), notice)
    shown = range(min(standing.hints, len(chosen.hints))) if again else range(standing.hints, given)
    view = HintView(course.project, chosen, tuple(shown), given, last, changed_since)
    print_all(console, hint_lines(console, view))
    return 0
