"""`check` and `scorecard`: grade, then show the verdicts in the terminal or write them as a page.

Both refuse an output file that cannot be written before they build anything.
"""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from grader.cli.session import Course, Request, grade_request, notice, open_course
from grader.core.files import refuse_unwritable, write_whole
from grader.core.run_options import graded_at
from grader.grading.guidance import Move, handout_of, move_in, move_on
from grader.grading.standing_file import read_standings
from grader.report.terminal.console import SafeConsole, make_console, print_all
from grader.report.terminal.editor_lines import problem_lines
from grader.report.terminal.verdicts import print_results
from grader.schema.results import Results, exit_status, next_step
from grader.schema.results_json import results_to_json


def run_check(request: Request, json_file: Path | None, problems: bool = False) -> int:
    """Returns 0 all passed, 1 some check failed, 2 could not run.

    problems: also print each thing to fix as a line that an editor can read.
    """
    refuse_unwritable(json_file)
    results = grade_request(request)
    if json_file is not None:
        write_whole(json_file, results_to_json(results))
    console, course = make_console(), open_course(request.course_file)
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


def run_scorecard(request: Request, out: Path, json_file: Path | None) -> int:
    """Writes both files or none, prints where they are, and returns 0."""
    # Drawing is imported here, so that `check` does not wait for it.
    from grader.report.scorecard.scorecard_page import render_scorecard

    refuse_unwritable(out)
    refuse_unwritable(json_file)
    results = grade_request(request)
    html = render_scorecard(results, graded_at())
    if json_file is not None:
        write_whole(json_file, results_to_json(results))
    write_whole(out, html)
    console = SafeConsole(highlight=False, soft_wrap=True)
    console.print(Text(f"{results.course_points}/{results.course_max_points} points"))
    console.print(Text(f"scorecard: {out.absolute()}"))
    if json_file is not None:
        console.print(Text(f"results:   {json_file.absolute()}"))
    return 0
