"""`explain`, `hint` and `progress`: what helps to understand a verdict and to choose what to do next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

from grader.cli.session import Request, grade_request, lab_or_next, notice, open_course
from grader.core.errors import GraderError
from grader.grading.standing import State, state_of
from grader.grading.standing_file import change_standings, read_standings
from grader.report.terminal.annotated_source import print_source
from grader.report.terminal.console import make_console, print_all
from grader.report.terminal.course_progress import progress_lines
from grader.report.terminal.hints import HintView, hint_lines
from grader.report.terminal.verdicts import print_results
from grader.schema.results import exit_status


def run_explain(name: str | None, request: Request) -> int:
    """Returns 0 when costs could be shown, 2 when the file did not compile or run.

    name: the lab's; None for the first that is not done.
    """
    lab = lab_or_next(open_course(request.course_file), name, "explain")
    # A GPU does not report what a line costs.
    results = grade_request(replace(request, names=[lab.id], machine="simt"))
    console = make_console()
    if exit_status(results) == 2:
        print_results(console, results)
        return 2
    for result in results.labs:
        print_source(console, result)
    return 0


@dataclass(frozen=True)
class HintRequest:
    """name: the lab's; None for the first open one. again: show those already seen. reset: start over."""

    name: str | None
    again: bool = False
    reset: bool = False
    course_file: Path | None = None


def run_hint(request: HintRequest) -> int:
    """Returns 0. Raises GraderError for an unknown lab."""
    if request.again and request.reset:
        raise GraderError("--again and --reset exclude each other", "Use one of them.")
    course = open_course(request.course_file)
    lab = lab_or_next(course, request.name, "hint")
    standing = read_standings(course.project, notice).of(lab)
    console = make_console()
    if request.reset:
        change_standings(course.project, lambda known: known.with_hints(lab, 0), notice)
        console.print(f"The hints of {lab.id} are reset: ./course hint {lab.id} shows the first one.")
        return 0
    given = standing.hints
    last = standing.last
    changed_since = state_of(course.project, lab, standing) is State.CHANGED
    is_refused = last is not None and bool(last.result.compile_output) and not changed_since
    if not (request.again or is_refused) and given < len(lab.hints):
        given += 1
        change_standings(course.project, lambda known: known.with_hints(lab, given), notice)
    shown = range(min(standing.hints, len(lab.hints))) if request.again else range(standing.hints, given)
    view = HintView(course.project, lab, tuple(shown), given, last, changed_since)
    print_all(console, hint_lines(console, view))
    return 0


def run_progress(run: bool, request: Request) -> int:
    """Returns 0. run: grade all labs first, and remember their results."""
    course = open_course(request.course_file)
    if run:
        grade_request(request)
    standings = read_standings(course.project, notice)
    console = make_console()
    now = datetime.now(timezone.utc)
    print_all(console, progress_lines(console, course.project, course.labs, standings, now))
    return 0
