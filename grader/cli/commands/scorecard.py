"""`scorecard`: grade, and write the verdicts as a page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from grader.cli.options import CourseFile, Json, Kernel, Labs, Limit, Sass, Seed, Solutions
from grader.cli.session import Course, grade_named, notice, open_course, sass_tools, second_opinions
from grader.core.files import refuse_unwritable, write_whole
from grader.core.run_defaults import DEFAULT_LIMIT_S, chosen_seed, graded_at
from grader.grading.guidance import move_on
from grader.grading.standing_file import read_standings
from grader.report.scorecard.scorecard_page import render_scorecard
from grader.report.second_opinion import SecondOpinion
from grader.report.terminal.console import SafeConsole
from grader.schema.class_results import Settings
from grader.schema.results import Results
from grader.schema.results_json import results_to_json


def scorecard(
    labs: Labs = None,
    solutions: Solutions = False,
    out: Annotated[Path, typer.Option("--out", metavar="F.html", help="The page.")] = Path("scorecard.html"),
    json: Json = None,
    kernel: Kernel = None,
    sass: Sass = False,
    time_limit: Limit = DEFAULT_LIMIT_S,
    seed: Seed = None,
    course_file: CourseFile = None,
) -> int:
    """Grade the labs and write the HTML scorecard.

    Exit status: 0 written.
    """
    # An output file that cannot be written is refused before anything is built.
    refuse_unwritable(out)
    refuse_unwritable(json)
    tools = sass_tools() if sass else None
    settings = Settings(seed=chosen_seed(seed), limit_s=time_limit)
    course = open_course(course_file)
    results = grade_named(course, labs or [], settings, solutions=solutions, kernel=kernel)
    opinions = second_opinions(course, results, tools) if tools else {}
    html = _page(course, results, opinions, is_own=not solutions and kernel is None)
    if json is not None:
        write_whole(json, results_to_json(results))
    write_whole(out, html)
    console = SafeConsole(highlight=False, soft_wrap=True)
    console.print(Text(f"{results.course_points}/{results.course_max_points} points"))
    console.print(Text(f"scorecard: {out.absolute()}"))
    if json is not None:
        console.print(Text(f"results:   {json.absolute()}"))
    return 0


def _page(course: Course, results: Results, opinions: Mapping[str, SecondOpinion], *, is_own: bool) -> str:
    """The card. is_own: of the student's own files, which have a version before and a lab to go on with."""
    if not is_own:
        return render_scorecard(results, graded_at(), opinions)
    known = read_standings(course.project, notice)
    before = {lab: one.before for lab, one in known.labs.items() if one.before is not None}
    onward = move_on(course.project, course.labs, known, course.find(results.labs[-1].id))
    return render_scorecard(results, graded_at(), opinions, before, onward)
