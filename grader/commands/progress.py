"""`progress`: every lab at a glance, from the last results remembered."""

from __future__ import annotations

from datetime import datetime, timezone

from grader.commands.session import Request, grade_request, notice, open_course
from grader.standing_file import read_standings
from grader.terminal_console import make_console, print_all
from grader.terminal_progress import progress_lines


def run_progress(run: bool, request: Request) -> int:
    """Returns 0. run: grade all labs first, and remember their results."""
    course = open_course()
    if run:
        grade_request(request)
    standings = read_standings(course.project, notice)
    console = make_console()
    now = datetime.now(timezone.utc)
    print_all(console, progress_lines(console, course.project, course.labs, standings, now))
    return 0
