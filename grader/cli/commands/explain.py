"""`explain`: grade one lab, and show its source with the cost of each line."""

from __future__ import annotations

from grader.cli.options import CourseFile, Kernel, Limit, NextLab, Seed, Solutions
from grader.cli.session import grade_named, lab_or_next, open_course
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed
from grader.report.terminal.annotated_source import print_source
from grader.report.terminal.console import make_console
from grader.report.terminal.verdicts import print_results
from grader.schema.class_results import Settings
from grader.schema.results import exit_status


def explain(
    lab: NextLab = None,
    solutions: Solutions = False,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> int:
    """Show what the memory accesses of each source line cost.

    Exit status: 0 shown, 2 could not run.
    """
    course = open_course(course_file)
    name = lab_or_next(course, lab, "explain").id
    settings = Settings(seed=chosen_seed(seed), limit_s=time_limit)
    # A GPU does not report what a line costs.
    results = grade_named(course, [name], settings, machine="simt", solutions=solutions, kernel=kernel)
    console = make_console()
    if exit_status(results) == 2:
        print_results(console, results)
        return 2
    for result in results.labs:
        print_source(console, result)
    return 0
