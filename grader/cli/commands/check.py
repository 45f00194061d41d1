"""`check`: grade, and show the verdicts in the terminal."""

from __future__ import annotations

from pathlib import Path

from grader.cli.session import Course, Request, grade_request, notice, open_course
from grader.core.files import refuse_unwritable, write_whole
from grader.core.manifest import find_lab
from grader.grading.guidance import Move, handout_of, move_in, move_on
from grader.grading.standing_file import read_standings
from grader.report.terminal.console import make_console, print_all
from grader.report.terminal.editor_lines import problem_lines
from grader.report.terminal.verdicts import print_results
from grader.schema.results import Results, exit_status, next_step
from grader.schema.results_json import results_to_json


def run_check(request: Request, json_file: Path | None, problems: bool = False) -> int:
    """Returns 0 all passed, 1 some check failed, 2 could not run.

    problems: say each thing to fix once more, in one line that an editor can read.
    """
    refuse_unwritable(json_file)
    results = grade_request(request)
    if json_file is not None:
        write_whole(json_file, results_to_json(results))
    console, course = make_console(), open_course()
    if request.is_own:
        move = _move(course, results)
        ending = "." if move else ": every lab is done."
        print_results(console, results, move, ending, _handout(course, results))
    else:
        print_results(console, results, ending=".")
    if problems:
        print_all(console, problem_lines(course.project, results))
    return exit_status(results)


def _handout(course: Course, results: Results) -> str:
    """What to read first: of a lab that has no points yet."""
    found = next_step(results)
    if found is None or found[0].points or found[0].compile_output:
        return ""
    return handout_of(course.project, find_lab(course.labs, found[0].id))


def _move(course: Course, results: Results) -> Move | None:
    standings = read_standings(course.project, notice)
    found = next_step(results)
    if found is None:
        last = find_lab(course.labs, results.labs[-1].id)
        return move_on(course.project, course.labs, standings, last)
    lab = find_lab(course.labs, found[0].id)
    return move_in(lab, found[0], standings.of(lab).hints)
