"""`progress`: all labs of the course, with the results of their last checks."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Annotated

import typer

from grader.cli.options import CourseFile, Limit, Seed
from grader.cli.session import grade_named, notice, open_course
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed
from grader.grading.standing_file import read_standings
from grader.report.terminal.console import make_console, print_all
from grader.report.terminal.course_progress import progress_lines
from grader.schema.class_results import Settings


def progress(
    run: Annotated[bool, typer.Option("--run", help="Grade all labs first.")] = False,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> int:
    """Show all labs at a glance, with the results of their last checks.

    Exit status: 0.
    """
    course = open_course(course_file)
    if run:
        grade_named(course, [], Settings(seed=chosen_seed(seed), limit_s=time_limit))
    standings = read_standings(course.project, notice)
    console = make_console()
    now = datetime.now(timezone.utc)
    print_all(console, progress_lines(console, course.project, course.labs, standings, now))
    return 0
