"""`hint`: the next hint of a lab, and what the last check said."""

from __future__ import annotations

from dataclasses import dataclass

from grader.commands.session import lab_or_next, notice, open_course
from grader.errors import GraderError
from grader.standing import State, state_of
from grader.standing_file import change_standings, read_standings
from grader.terminal_console import make_console, print_all
from grader.terminal_hint import HintView, hint_lines


@dataclass(frozen=True)
class HintRequest:
    """name: the lab's; None for the first that is not done. again: those given; reset: forget them."""

    name: str | None
    again: bool = False
    reset: bool = False


def run_hint(request: HintRequest) -> int:
    """Returns 0. Raises GraderError for an unknown lab."""
    if request.again and request.reset:
        raise GraderError("--again and --reset exclude each other", "Give one of them.")
    course = open_course()
    lab = lab_or_next(course, request.name, "hint")
    standing = read_standings(course.project, notice).of(lab)
    console = make_console()
    if request.reset:
        change_standings(course.project, lambda known: known.with_hints(lab, 0), notice)
        console.print(f"The hints of {lab.id} are forgotten: ./course hint {lab.id} begins anew.")
        return 0
    given = standing.hints
    if not request.again and given < len(lab.hints):
        given += 1
        change_standings(course.project, lambda known: known.with_hints(lab, given), notice)
    shown = range(min(standing.hints, len(lab.hints))) if request.again else range(standing.hints, given)
    last = standing.last
    changed_since = state_of(course.project, lab, standing) is State.CHANGED
    view = HintView(course.project, lab, tuple(shown), given, last, changed_since)
    print_all(console, hint_lines(console, view))
    return 0
