"""`explain`: grade one lab, and show its source with the cost of each line."""

from __future__ import annotations

from typing import Annotated

import typer

from grader.cli.options import CourseFile, Kernel, Limit, NextLab, Sass, Seed, Solutions
from grader.cli.session import grade_named, lab_or_next, open_course, sass_tools, second_opinions
from grader.core.errors import GraderError
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed
from grader.report.second_opinion import SecondOpinion
from grader.report.terminal.annotated_source import Compiled, print_source
from grader.report.terminal.console import make_console
from grader.report.terminal.verdicts import print_results
from grader.schema.class_results import Settings
from grader.schema.results import exit_status

SassOf = Annotated[
    str,
    typer.Option("--sass-of", metavar="K", help="As --sass, with every instruction of kernel K alone."),
]


def explain(
    lab: NextLab = None,
    solutions: Solutions = False,
    kernel: Kernel = None,
    sass: Sass = False,
    sass_of: SassOf = "",
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> int:
    """Show what the memory accesses of each source line cost.

    Exit status: 0 shown, 2 could not run.
    """
    # A missing compiler is reported before anything is built.
    tools = sass_tools() if sass or sass_of else None
    course = open_course(course_file)
    name = lab_or_next(course, lab, "explain").id
    settings = Settings(seed=chosen_seed(seed), limit_s=time_limit)
    # A GPU does not report what a line costs.
    results = grade_named(course, [name], settings, machine="simt", solutions=solutions, kernel=kernel)
    console = make_console()
    if exit_status(results) == 2:
        print_results(console, results, labs=course.known_labs)
        return 2
    opinions = second_opinions(course, results, tools) if tools else {}
    for result in results.labs:
        opinion = opinions.get(result.id)
        print_source(console, result, _chosen(opinion, sass_of) if opinion else None)
    return 0


def _chosen(opinion: SecondOpinion, kernel: str) -> Compiled:
    """All kernels, or the named one in full. Raises GraderError when there is none of that name."""
    if not kernel:
        return Compiled(opinion)
    names = [one.name for one in opinion.kernels]
    if kernel not in names:
        raise GraderError(f"nvcc made no kernel '{kernel}' of the file", f"It made: {', '.join(names)}")
    return Compiled(opinion.of(kernel), in_full=True)
