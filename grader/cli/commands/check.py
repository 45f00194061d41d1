"""`check`: grade, and show the verdicts in the terminal."""

from __future__ import annotations

from grader.cli.options import (
    CourseFile,
    Json,
    Kernel,
    Labs,
    Limit,
    Machine,
    OnMachine,
    Problems,
    Schedule,
    Seed,
    Solutions,
)
from grader.cli.session import Course, grade_named, notice, open_course
from grader.core.files import refuse_unwritable, write_whole
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed
from grader.grading.guidance import Move, handout_of, move_in, move_on
from grader.grading.standing_file import read_standings
from grader.report.terminal.console import make_console, print_all
from grader.report.terminal.editor_lines import problem_lines
from grader.report.terminal.verdicts import print_results
from grader.schema.class_results import Settings
from grader.schema.results import Results, exit_status, next_step
from grader.schema.results_json import results_to_json


def check(
    labs: Labs = None,
    solutions: Solutions = False,
    machine: OnMachine = Machine.AUTO,
    json: Json = None,
    kernel: Kernel = None,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    schedule: Schedule = 0,
    problems: Problems = False,
    course_file: CourseFile = None,
) -> int:
    """Build and check your kernels, and show the verdicts in the terminal.

    Exit status: 0 all checks passed, 1 a check failed, 2 could not run.
    """
    # An output file that cannot be written is refused before anything is built.
    refuse_unwritable(json)
    course = open_course(course_file)
    settings = Settings(seed=chosen_seed(seed), limit_s=time_limit, schedule=schedule)
    results = grade_named(
        course, labs or [], settings, machine=machine.value, solutions=solutions, kernel=kernel
    )
    if json is not None:
        write_whole(json, results_to_json(results))
    console = make_console()
    if solutions or kernel is not None:
        print_results(console, results, ending=".", labs=course.known_labs)
    else:
        move = _move(course, results)
        ending = "." if move else ": every lab is done."
        print_results(console, results, move, ending, _handout(course, results), course.known_labs)
    if problems:
        print_all(console, problem_lines(course.project, results))
    return exit_status(results)


def _handout(course: Course, results: Results) -> str:
    """The handout to read first, for a lab without points; else ''."""
    found = next_step(results)
    if found is None or found[0].points or found[0].compile_output:
        return ""
    return handout_of(course.project, course.find(found[0].id))


def _move(course: Course, results: Results) -> Move | None:
    standings = read_standings(course.project, notice)
    found = next_step(results)
    if found is None:
        last = course.find(results.labs[-1].id)
        return move_on(course.project, course.labs, standings, last)
    lab = course.find(found[0].id)
    return move_in(lab, found[0], standings.of(lab).hints)
